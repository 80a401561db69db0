/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { CHECKSUM_ALGORITHMS } from "../_lib/bytes/checksums/algorithms.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { failOnField } from "../_lib/results/review/shapes.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  NO_CHECKSUMS: "No line of the list could be read",
  BASE64_INVALID: "The content of a file is no Base64",
  NOTHING_TO_COMPARE: "There are neither computed checksums nor files",
  FILE_HASH_CHECKSUM_VERIFIER_FAILED: "The gate was set, and the files do not fit the list",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  WEAK_ALGORITHM: "Other files with the same MD5, SHA-1 or CRC-32 can be made on purpose",
  CONFLICTING_ENTRY: "A path has two digests of one algorithm; each is judged",
  DUPLICATE_ENTRY: "A line says again what an earlier one said",
  MALFORMED_LINE: "A line is of no dialect that is known",
} as const;

export const INPUT = Type.Object({
  input: Type.String({
    description: "The expected checksums, in any dialect: sha256sum, BSD, OpenSSL, SRI, PowerShell",
  }),
  actual: Type.Optional(Type.String({ description: "Computed checksums, in any dialect" })),
  files: Type.Optional(
    jsonField({
      description: "Up to 1,000 files to hash: [{ path, content, encoding?: utf8|base64 }]",
    }),
  ),
  algorithm: Type.Optional(
    oneOf(CHECKSUM_ALGORITHMS, {
      description: "Of lines without a label; by the length of the digest, if left out",
    }),
  ),
  matchBy: oneOf(["path", "basename"], {
    description: "basename: folders do not matter",
    default: "path",
  }),
  ignoreMissing: Type.Boolean({ description: "Files may be missing", default: false }),
  strict: Type.Boolean({ description: "Malformed lines make it invalid", default: false }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

export const VERDICTS = ["ok", "mismatch", "missing", "extra", "unverifiable"] as const;
export type FileVerdict = (typeof VERDICTS)[number];

const NULLABLE = Type.Union([Type.String(), Type.Null()]);
const COUNT = Type.Integer({ minimum: 0 });

export const VALUE = Type.Object({
  entries: Type.Array(
    Type.Object({
      path: Type.String(),
      algorithm: oneOf(CHECKSUM_ALGORITHMS),
      expected: NULLABLE,
      actual: NULLABLE,
      verdict: oneOf(VERDICTS),
    }),
    { description: "By path, then algorithm" },
  ),
  malformed: Type.Array(Type.Object({ line: Type.Integer({ minimum: 1 }), text: Type.String() })),
  counts: Type.Object({
    ok: COUNT,
    mismatch: COUNT,
    missing: COUNT,
    extra: COUNT,
    unverifiable: COUNT,
    malformed: COUNT,
  }),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
