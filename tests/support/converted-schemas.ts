/** Schemas in other languages, and what their compilers say of them. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import tool from "../../tools/schema-converter.ts";
import { runUnit } from "./run-unit.ts";

type Fields = Readonly<Record<string, unknown>>;

export const run = (given: Fields) => runUnit(tool as never, given);
export const schemaOf = (given: Fields): object => (run(given).value as { schema: object }).schema;
export const codes = (given: Fields) => (run(given).warnings ?? []).map(({ code }) => code);

/** Writes generated code where the packages of this project can be imported. */
export async function moduleFile(code: string): Promise<string> {
  const folder = await mkdtemp(`${tmpdir()}/schema-converter-`);
  const file = `${folder}/generated.ts`;
  await Bun.write(file, code);
  await Bun.$`ln -s ${process.cwd()}/node_modules ${folder}/node_modules`.quiet();
  return file;
}

/** What the compiler says of a file under its strict rules. */
export async function complaintsOf(file: string): Promise<string> {
  const tsc = `${process.cwd()}/node_modules/.bin/tsc`;
  const rules = [
    "--strict",
    "--exactOptionalPropertyTypes",
    "--noEmit",
    "--skipLibCheck",
    "--ignoreConfig",
  ];
  const platform = ["--module", "esnext", "--moduleResolution", "bundler", "--target", "es2022"];
  const check = await Bun.$`${tsc} ${rules} ${platform} ${file}`.quiet().nothrow();
  return check.stdout.toString() + check.stderr.toString();
}

/** A schema with what the writers have a form for, and values that it takes and refuses. */
export const ORDER = {
  type: "object",
  properties: {
    id: { type: "integer", minimum: 1, description: "Ends no comment: */" },
    mail: { type: "string", format: "email" },
    code: { type: "string", pattern: "^[A-Z]/\\d+$", minLength: 3, maxLength: 8 },
    role: { enum: ["a", "b", 3, null] },
    "odd key": { const: { deep: [1, "x"] } },
    lines: { type: "array", items: { $ref: "#/$defs/Line" }, minItems: 1 },
    pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false },
    next: { $ref: "#" },
    either: { anyOf: [{ type: "string" }, { type: "boolean" }] },
    maybe: { type: ["number", "null"] },
    extra: { type: "object", additionalProperties: { type: "integer" } },
  },
  required: ["id", "odd key"],
  additionalProperties: false,
  $defs: {
    Line: {
      type: "object",
      properties: { n: { type: "number", exclusiveMinimum: 0 } },
      required: ["n"],
    },
  },
};
const base = { id: 1, "odd key": { deep: [1, "x"] } };
export const TAKEN: readonly object[] = [
  base,
  { ...base, mail: "a@b.example", code: "A/12", role: 3, lines: [{ n: 0.5 }], pair: ["x", 1] },
  { ...base, role: null, next: base, either: true, maybe: null, extra: { a: 1 } },
];
export const REFUSED: readonly object[] = [
  { id: 1 },
  { ...base, id: 0 },
  { ...base, id: 1.5 },
  { ...base, role: "c" },
  { ...base, code: "a/1" },
  { ...base, lines: [] },
  { ...base, lines: [{ n: 0 }] },
  { ...base, pair: ["x", "y"] },
  { ...base, next: { id: 1 } },
  { ...base, either: 1 },
  { ...base, extra: { a: "1" } },
  { ...base, unknown: 1 },
];
