import { type Static, Type } from "@sinclair/typebox";
import { jsonField, listField, mapOf, oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { DOCUMENT_WARNINGS } from "./_lib/fields/document-field.ts";
import { readShaped, type Shaped, SHAPED_FAILURES } from "./_lib/fields/shaped-field.ts";
import { failOnField } from "./_lib/results/review/shapes.ts";
import { deliverArtifacts, FORMATS } from "./artifact-delivery-manifest/deliver.ts";

const FAILURES = {
  ...SHAPED_FAILURES,
  PATH_UNSAFE: "A path is empty or absolute, or has a drive letter, `..` or NUL",
  DUPLICATE_PATH: "Two files have the same path",
  DIGEST_MISMATCH: "A digest that is given is not that of the content",
  SIZE_MISMATCH: "A size that is given is not that of the content",
  DIGEST_MISSING: "A file has neither content nor SHA-256",
  DATE_INVALID: "startedOn or finishedOn is no time",
  BASE64_INVALID: "The content of a file is no Base64",
  MANIFEST_FORMAT_UNKNOWN: "The manifest is of none of the known formats",
  ARTIFACT_DELIVERY_MANIFEST_FAILED: "The gate was set, and the files do not fit the manifest",
} as const;

const WARNINGS = {
  ...DOCUMENT_WARNINGS,
  SPDX_SHA1_MISSING: "SPDX wants a SHA-1 of every file, which needs its content",
  CASE_COLLISION: "On some systems two paths are the same",
  WEAK_ALGORITHM: "A file is compared by SHA-1 alone",
  MALFORMED_LINE: "A line of the manifest is no checksum",
} as const;

const text = (description: string) => Type.Optional(Type.String({ description }));

const digest = (description: string, digits: number) =>
  Type.Optional(Type.String({ description, pattern: `^[0-9A-Fa-f]{${digits}}$` }));

const FILE = Type.Object({
  path: Type.String({ description: "Inside the delivery" }),
  content: text("Its digests are computed of it"),
  encoding: Type.Optional(
    oneOf(["utf8", "base64"], { description: "Of the content, utf8 if left out" }),
  ),
  sizeBytes: Type.Optional(
    Type.Number({ description: "Needed only without content", minimum: 0, multipleOf: 1 }),
  ),
  sha256: digest("Needed without content", 64),
  sha512: digest("Hexadecimal", 128),
  sha1: digest("Hexadecimal", 40),
  mediaType: text("Such as text/plain"),
});

const FILES = Type.Array(FILE, { minItems: 1, maxItems: 2000 });

export type FileItem = Static<typeof FILE>;

/** Reads the files that data or a document lists. */
export type ReadFiles = (field: unknown) => Shaped<typeof FILES>;

const TIME = Type.Optional(Type.String({ description: "RFC 3339" }));

const INPUT = Type.Object({
  files: Type.Optional(
    Type.Union(
      [FILES, Type.String({ description: "The same as JSON or YAML text, or a checksum list" })],
      { description: "What is handed over" },
    ),
  ),
  action: oneOf(["build", "verify"], {
    description: "build: write manifests; verify: compare the files with a manifest",
    default: "build",
  }),
  formats: listField({
    description: "in-toto, slsa, spdx, cyclonedx, sha256sums; the first one is the output",
    default: ["in-toto"],
  }),
  manifest: Type.Optional(jsonField({ description: "verify: what is expected, in any format" })),
  name: Type.String({ description: "Of the package", default: "artifact" }),
  version: text("Of the package"),
  predicateType: text("in-toto: what the statement says; SLSA provenance, if left out"),
  predicate: Type.Optional(Type.Object({}, { description: "in-toto: with predicateType" })),
  builderId: text("SLSA: who built it"),
  buildType: text("SLSA: how it is built"),
  invocationId: text("SLSA: of the run"),
  startedOn: TIME,
  finishedOn: TIME,
  parameters: Type.Optional(Type.Object({}, { description: "SLSA: external parameters" })),
  materials: Type.Optional(
    Type.Array(
      Type.Object({
        uri: text("Where it is from"),
        digest: Type.Optional(mapOf(Type.String(), { description: "Algorithm → digest" })),
      }),
      { description: "SLSA: resolved dependencies" },
    ),
  ),
  creator: Type.String({
    description: "SPDX: who wrote the document",
    default: "Tool: artifact-delivery-manifest",
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const VERDICTS = ["match", "mismatch", "missing", "extra", "unverifiable"] as const;

export type FileVerdict = (typeof VERDICTS)[number];

const COUNT = Type.Integer({ minimum: 0 });

const NULLABLE_COUNT = Type.Union([Type.Number(), Type.Null()]);

const VALUE = Type.Object({
  fileCount: Type.Optional(COUNT),
  totalBytes: Type.Optional(NULLABLE_COUNT),
  treeSha256: Type.Optional(Type.String({ description: "Of the text of sha256sums" })),
  documents: Type.Optional(Type.Any({ description: "Format → document" })),
  dsse: Type.Optional(
    Type.Union([
      Type.Object({
        payloadType: Type.String(),
        payloadSha256: Type.String({ description: "Of the statement as RFC 8785 writes it" }),
        paeSha256: Type.String({ description: "Of what is to be signed" }),
      }),
      Type.Null(),
    ]),
  ),
  files: Type.Optional(
    Type.Array(
      Type.Object({ path: Type.String(), sizeBytes: NULLABLE_COUNT, sha256: Type.String() }),
    ),
  ),
  entries: Type.Optional(
    Type.Array(Type.Object({ path: Type.String(), verdict: oneOf(VERDICTS) })),
  ),
  counts: Type.Optional(
    Type.Object({
      match: COUNT,
      mismatch: COUNT,
      missing: COUNT,
      extra: COUNT,
      unverifiable: COUNT,
    }),
  ),
});

export type Value = Static<typeof VALUE>;

export type Warning = keyof typeof WARNINGS;

const APP = { path: "dist/app.js", content: "console.log(1)\n" };

const LICENSE = { path: "LICENSE", content: "MIT\n" };

const APP_SHA256 = "3879a5d930ae1999b278a3a498f7de3fd83ba8dae59330fcfa2db31c103ac21d";

export default defineTool({
  id: "artifact-delivery-manifest",
  name: "Artifact Delivery Manifest",
  category: "Security",
  description:
    "Lists the files of a build with their digests as a checksum list, in-toto or SLSA statement, SPDX or CycloneDX, or checks a delivery against one.",
  keywords: [
    "attestation",
    "bom",
    "bundle",
    "checksum",
    "cosign",
    "cyclonedx",
    "digest",
    "dsse",
    "in-toto",
    "manifest",
    "provenance",
    "release",
    "sbom",
    "sha256",
    "sha256sums",
    "slsa",
    "spdx",
    "supply chain",
  ],
  aliases: ["artifact-manifest", "provenance-manifest", "sbom-file-manifest"],
  version: "2026-11-23",

  input: INPUT,
  primary: "files",
  value: VALUE,
  verb: "build",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "write a sha256sums file",
    "in-toto statement for build artifacts",
    "slsa provenance predicate",
    "spdx document of files",
    "cyclonedx sbom of files with hashes",
    "spdx package verification code",
    "check a delivery against its manifest",
    "manifest of release files with digests",
    "dsse payload of an attestation",
    "which delivered files changed",
    "tree hash of a set of files",
    "hand over a build with checksums",
    "list of files handed over to a customer with proof that nothing was changed",
    "packing list of a zip or bundle with fingerprints",
    "software bill of materials of shipped files",
    "inventory of deliverables with sizes and sha256 for sign-off",
    "emit an attestation statement describing release outputs",
    "did the client receive every file we shipped",
    "lieferung mit prüfsummen auflisten",
    "manifiesto de artefactos con hashes",
    "manifeste de livraison avec empreintes",
    "生成 构建 产物 清单",
    "成果物のマニフェストを作る",
    "lista de archivos entregados con sus huellas",
    "stückliste der ausgelieferten dateien",
    "liste des fichiers livrés avec empreintes",
    "交付 文件 清单 校验",
    "納品ファイルの一覧とハッシュ",
    "agency hands over the finished website files, customer wants a signed-off list",
    "we ship a zip to the bank and they ask for an sbom of what is in it",
    "got the delivery, is it complete and unchanged according to the packing list",
    "SPDX 2.3, CycloneDX 1.6, SLSA v1.0 provenance, in-toto Statement v1, DSSE, cosign, syft, bagit",
    "enumerate build outputs with digests as an attestation or bill of materials and verify a handover",
    "lista de entrega de arquivos com hashes, sbom",
    "软件 物料 清单 sbom 文件 摘要",
    "ソフトウェア部品表 sbom 来歴証明",
    "lista de materiales de software sbom para una entrega",
    "sbom und slsa nachweis für ein build erzeugen",
    "nomenclature logicielle sbom pour une livraison",
  ],
  effort: 3,

  laws: [
    {
      name: "files fit every manifest that was written of them",
      holds(run, { files, name = "artifact" }) {
        if (files === undefined) return true;
        const formats = [...FORMATS];
        const { ok, value } = run({ files, name, formats, action: "build" });
        if (!ok || !value) return true;
        const documents = Object.values((value.documents ?? {}) as Record<string, unknown>);
        return documents.every((manifest) => run({ files, manifest, action: "verify" }).valid);
      },
    },
    {
      name: "the order of the files does not matter",
      holds(run, { files }) {
        if (!Array.isArray(files)) return true;
        const action = "build" as const;
        const { ok, value } = run({ action, formats: [...FORMATS], files });
        const turned = run({ action, formats: [...FORMATS], files: files.toReversed() });
        return !ok || JSON.stringify(turned.value) === JSON.stringify(value);
      },
    },
  ],
  examples: [
    {
      title: "A checksum list of two files",
      input: { files: [APP, LICENSE], formats: ["sha256sums"] },
      expect: {
        output: `adc37366f403835c1470ab2df93d3837d4719372fc1ef8593d922e06f033f8b2  LICENSE\n${APP_SHA256}  dist/app.js\n`,
        value: {
          fileCount: 2,
          totalBytes: 19,
          treeSha256: "a7ec3494155d6779d56ce7a815669394eb24c02b2385f03d1f9fe76f3a2e9522",
          dsse: null,
        },
      },
    },
    {
      title: "SLSA provenance",
      input: {
        files: [APP],
        formats: ["slsa"],
        builderId: "https://ci.example.com/runner/1",
        buildType: "https://ci.example.com/build/v1",
        startedOn: "2026-11-20T10:00:00Z",
      },
      expect: {
        value: {
          documents: {
            slsa: {
              _type: "https://in-toto.io/Statement/v1",
              predicate: { runDetails: { builder: { id: "https://ci.example.com/runner/1" } } },
            },
          },
          dsse: { payloadType: "application/vnd.in-toto+json" },
        },
      },
    },
    {
      title: "SPDX with its verification code",
      input: { files: [APP, LICENSE], formats: ["spdx"], name: "app", version: "1.2.0" },
      expect: {
        value: {
          documents: {
            spdx: {
              packages: [
                {
                  packageVerificationCode: {
                    packageVerificationCodeValue: "ef6573dfdac0a0c67606eb53904dd5d4a912ded2",
                  },
                },
              ],
            },
          },
        },
      },
    },
    {
      title: "One changed, one missing, one surplus",
      input: {
        action: "verify",
        manifest: `${APP_SHA256}  LICENSE\n${APP_SHA256}  gone.txt\n`,
        files: [APP, LICENSE],
      },
      expect: {
        valid: false,
        output: "LICENSE: MISMATCH\ndist/app.js: EXTRA\ngone.txt: MISSING",
      },
    },
    {
      title: "A path that leads out",
      input: { files: [{ path: "../x", content: "" }] },
      expect: { ok: false, errors: [{ code: "PATH_UNSAFE", path: "/files/0/path" }] },
    },
    {
      title: "A digest that is not the content's",
      input: { files: [{ ...LICENSE, sha256: APP_SHA256 }] },
      expect: { ok: false, errors: [{ code: "DIGEST_MISMATCH", path: "/files/0/sha256" }] },
    },
  ],

  run: (input, ctx) => deliverArtifacts(input, (field) => readShaped(field, "/files", FILES), ctx),
});
