/** Documents of SPDX 2.3 and CycloneDX 1.6 that list the files of one package. */
import { checksumOf } from "../_lib/bytes/checksums/algorithms.ts";
import type { DeliveredFile } from "./files.ts";

export interface Package {
  readonly name: string;
  readonly version: string | undefined;
  readonly creator: string;
  /** RFC 3339 in UTC, to the second. */
  readonly created: string;
  readonly treeSha256: string;
}

const NAMESPACE_DIGITS = 32;

export function writeSpdx(files: readonly DeliveredFile[], about: Package): object {
  const { name, version, creator, created, treeSha256 } = about;
  const parts = [name, version, treeSha256.slice(0, NAMESPACE_DIGITS)];
  const id = parts
    .filter((part) => part !== undefined)
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join("-");
  const verification = verificationCode(files);
  return {
    spdxVersion: "SPDX-2.3",
    dataLicense: "CC0-1.0",
    SPDXID: "SPDXRef-DOCUMENT",
    name: version === undefined ? name : `${name}-${version}`,
    documentNamespace: `https://spdx.org/spdxdocs/${id}`,
    creationInfo: { created, creators: [creator] },
    packages: [
      {
        SPDXID: "SPDXRef-Package",
        name,
        ...(version !== undefined && { versionInfo: version }),
        downloadLocation: "NOASSERTION",
        filesAnalyzed: verification !== undefined,
        ...(verification !== undefined && {
          packageVerificationCode: { packageVerificationCodeValue: verification },
        }),
        licenseConcluded: "NOASSERTION",
        licenseDeclared: "NOASSERTION",
        copyrightText: "NOASSERTION",
      },
    ],
    files: files.map((file, at) => ({
      SPDXID: fileId(at),
      fileName: `./${file.path}`,
      checksums: checksumsOf(file),
      licenseConcluded: "NOASSERTION",
      licenseInfoInFiles: ["NOASSERTION"],
      copyrightText: "NOASSERTION",
    })),
    relationships: [
      relationship("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-Package"),
      ...files.map((_, at) => relationship("SPDXRef-Package", "CONTAINS", fileId(at))),
    ],
  };
}

function fileId(at: number): string {
  return `SPDXRef-File-${at + 1}`;
}

function relationship(spdxElementId: string, relationshipType: string, related: string): object {
  return { spdxElementId, relationshipType, relatedSpdxElement: related };
}

function checksumsOf(file: DeliveredFile): object[] {
  const digests = [
    ["SHA1", file.digest("sha1")],
    ["SHA256", file.digest("sha256")],
    ["SHA512", file.given.sha512],
  ] as const;
  return digests.flatMap(([algorithm, checksumValue]) =>
    checksumValue === undefined ? [] : [{ algorithm, checksumValue }],
  );
}

/** SHA-1 of the sorted SHA-1 of all files (SPDX 2.3, 7.9); undefined where one is not known. */
function verificationCode(files: readonly DeliveredFile[]): string | undefined {
  const digests = files.map((file) => file.digest("sha1"));
  if (digests.includes(undefined)) return undefined;
  return checksumOf("sha1", new TextEncoder().encode(digests.toSorted().join("")));
}

export function writeCycloneDx(files: readonly DeliveredFile[], about: Package): object {
  const { name, version, created, treeSha256 } = about;
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuidOf(treeSha256)}`,
    version: 1,
    metadata: {
      timestamp: created,
      component: { type: "application", name, ...(version !== undefined && { version }) },
    },
    components: files.map((file) => ({
      type: "file",
      name: file.path,
      ...(file.mediaType !== undefined && { "mime-type": file.mediaType }),
      hashes: hashesOf(file),
    })),
  };
}

function hashesOf(file: DeliveredFile): object[] {
  const digests = [
    ["SHA-256", file.digest("sha256")],
    ["SHA-512", file.given.sha512],
    ["SHA-1", file.given.sha1],
  ] as const;
  return digests.flatMap(([alg, content]) => (content === undefined ? [] : [{ alg, content }]));
}

/** The beginning of a digest as a UUID of version 8 (RFC 9562). */
function uuidOf(digest: string): string {
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 3) | 8).toString(16);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join("-");
}
