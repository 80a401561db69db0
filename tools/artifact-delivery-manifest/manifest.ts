/** What a manifest expects, whatever its format. */
import type { Entry } from "../_core/tool.ts";
import { readChecksums } from "../_lib/bytes/checksums/read.ts";
import { type DocumentWarning, readDocumentField } from "../_lib/fields/document-field.ts";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { itemsOf, memberOf, textOf } from "../_lib/json/tree/members.ts";
import { normalPath } from "../_lib/text/path-glob/normal-path.ts";
import { algorithmOfLabel } from "../_lib/bytes/checksums/algorithms.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { Warning } from "../artifact-delivery-manifest.ts";
import { type Compared, type Digests, isCompared } from "./files.ts";

export type Manifest =
  | {
      readonly ok: true;
      /** By path. */
      readonly expected: ReadonlyMap<string, Digests>;
      readonly warnings: readonly Entry<Warning>[];
    }
  | { readonly ok: false; readonly error: Entry<"MANIFEST_FORMAT_UNKNOWN"> };

interface Claim {
  readonly path: string | undefined;
  readonly label: string;
  readonly digest: string | undefined;
}

const PATH = "/manifest";

export function readManifest(field: unknown): Manifest {
  const read = readJsonField(field, PATH);
  const claims = read.ok ? claimsIn(read.root) : undefined;
  if (claims) return { ok: true, expected: gathered(claims), warnings: inField(read.warnings) };
  const list = typeof field === "string" ? readChecksums(field) : undefined;
  if (!list || list.checksums.length === 0) return readYamlManifest(field);
  const listed = list.checksums.map(({ path, algorithm, digest }) => {
    return { path, label: algorithm, digest };
  });
  const warnings = list.malformed.map(({ line, text }): Entry<Warning> => {
    const message = `The line is no checksum: ${JSON.stringify(beginning(text, 60))}`;
    return { code: "MALFORMED_LINE", message, path: PATH, line };
  });
  return { ok: true, expected: gathered(listed), warnings };
}

/** A statement or a bill of materials may be YAML, too. */
function readYamlManifest(field: unknown): Manifest {
  const read = readDocumentField(field, PATH, ["object"]);
  const claims = read.ok ? claimsIn(read.root) : undefined;
  return read.ok && claims
    ? { ok: true, expected: gathered(claims), warnings: inField(read.warnings) }
    : unknownFormat();
}

/** Pointers into the data begin with its field. */
function inField(warnings: readonly Entry<DocumentWarning>[]): Entry<Warning>[] {
  return warnings.map((entry) => ({ ...entry, path: PATH + (entry.path ?? "") }));
}

function unknownFormat(): Manifest {
  const expected = "an in-toto statement, SPDX, CycloneDX or a checksum list";
  const message = `Cannot read the manifest: found something else, expected ${expected}`;
  const code = "MANIFEST_FORMAT_UNKNOWN";
  return { ok: false, error: { code, message, path: PATH, expected } };
}

function gathered(claims: readonly Claim[]): Map<string, Digests> {
  const expected = new Map<string, Partial<Record<Compared, string>>>();
  for (const { path, label, digest } of claims) {
    if (path === undefined) continue;
    const normal = normalPath(path);
    const known = expected.get(normal) ?? {};
    expected.set(normal, known);
    const algorithm = algorithmOfLabel(label);
    if (algorithm && digest !== undefined && isCompared(algorithm))
      known[algorithm] ??= digest.toLowerCase();
  }
  return expected;
}

/** Undefined where the document is of no known format. */
function claimsIn(root: JsonNode): Claim[] | undefined {
  if (textOf(memberOf(root, "_type"))?.startsWith("https://in-toto.io/Statement/"))
    return itemsOf(memberOf(root, "subject")).flatMap(claimsOfSubject);
  if (memberOf(root, "spdxVersion"))
    return itemsOf(memberOf(root, "files")).flatMap((file) =>
      claimsOfHashes(
        textOf(memberOf(file, "fileName")),
        itemsOf(memberOf(file, "checksums")),
        SPDX,
      ),
    );
  if (textOf(memberOf(root, "bomFormat")) === "CycloneDX")
    return itemsOf(memberOf(root, "components"))
      .filter((component) => textOf(memberOf(component, "type")) === "file")
      .flatMap((file) =>
        claimsOfHashes(textOf(memberOf(file, "name")), itemsOf(memberOf(file, "hashes")), CYCLONE),
      );
  return undefined;
}

function claimsOfSubject(subject: JsonNode): Claim[] {
  const path = textOf(memberOf(subject, "name"));
  const digest = memberOf(subject, "digest");
  const members = digest?.type === "object" ? digest.members : [];
  return [
    { path, label: "", digest: undefined },
    ...members.map(({ key, value }) => ({ path, label: key, digest: textOf(value) })),
  ];
}

const SPDX = { label: "algorithm", digest: "checksumValue" } as const;
const CYCLONE = { label: "alg", digest: "content" } as const;

function claimsOfHashes(
  path: string | undefined,
  hashes: readonly JsonNode[],
  names: { readonly label: string; readonly digest: string },
): Claim[] {
  return [
    { path, label: "", digest: undefined },
    ...hashes.map((hash) => ({
      path,
      label: textOf(memberOf(hash, names.label)) ?? "",
      digest: textOf(memberOf(hash, names.digest)),
    })),
  ];
}
