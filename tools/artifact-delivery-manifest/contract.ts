/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, listField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { SHAPED_FAILURES } from "../_lib/fields/shaped-field.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { failOnField } from "../_lib/results/review/shapes.ts";

export const FAILURES = {
  ...SHAPED_FAILURES,
  PATH_UNSAFE: "A path is empty or absolute, or has a drive letter, `..` or NUL",
  DUPLICATE_PATH: "Two files have the same path",
  DIGEST_MISMATCH: "A digest that is given is not that of the content",
  DIGEST_MISSING: "A file has neither content nor SHA-256",
  BASE64_INVALID: "The content of a file is no Base64",
  MANIFEST_FORMAT_UNKNOWN: "The manifest is of none of the known formats",
  ARTIFACT_DELIVERY_MANIFEST_FAILED: "The gate was set, and the files do not fit the manifest",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  SPDX_SHA1_MISSING: "SPDX wants a SHA-1 of every file, which needs its content",
  CASE_COLLISION: "On some systems two paths are the same",
  WEAK_ALGORITHM: "A file is compared by SHA-1 alone",
  MALFORMED_LINE: "A line of the manifest is no checksum",
} as const;

export const FORMATS = ["in-toto", "slsa", "spdx", "cyclonedx", "sha256sums"] as const;
export type Format = (typeof FORMATS)[number];

const TIME = Type.Optional(Type.String({ description: "RFC 3339" }));
const TEXT = (description: string) => Type.Optional(Type.String({ description }));

export const INPUT = Type.Object({
  files: Type.Optional(
    jsonField({
      description:
        "1 to 2,000 files: [{ path, content?, encoding?: utf8|base64, sizeBytes?, sha256?, sha512?, sha1?, mediaType? }], or a checksum list",
    }),
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
  version: TEXT("Of the package"),
  predicateType: TEXT("in-toto: what the statement says; SLSA provenance, if left out"),
  predicate: Type.Optional(jsonField({ description: "in-toto: with predicateType" })),
  builderId: TEXT("SLSA: who built it"),
  buildType: TEXT("SLSA: how it is built"),
  invocationId: TEXT("SLSA: of the run"),
  startedOn: TIME,
  finishedOn: TIME,
  parameters: Type.Optional(jsonField({ description: "SLSA: external parameters" })),
  materials: Type.Optional(
    jsonField({ description: "SLSA: resolved dependencies, [{ uri, digest }]" }),
  ),
  creator: Type.String({
    description: "SPDX: who wrote the document",
    default: "Tool: artifact-delivery-manifest",
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

export const VERDICTS = ["match", "mismatch", "missing", "extra", "unverifiable"] as const;
export type FileVerdict = (typeof VERDICTS)[number];

const COUNT = Type.Integer({ minimum: 0 });
const NULLABLE_COUNT = Type.Union([Type.Number(), Type.Null()]);

export const VALUE = Type.Object({
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
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
