import type { TObject } from "@sinclair/typebox";
import type { Law, Outcome } from "../_core/tool.ts";

interface Given {
  readonly schema?: unknown;
  readonly data?: unknown;
  readonly assertFormat?: boolean;
}

interface Verdict {
  readonly valid: boolean;
  readonly errors: readonly unknown[];
}

type Run = (input: Given) => Outcome;

interface SchemaLaw {
  readonly name: string;
  readonly holds: (run: Run, input: Given) => boolean;
}

/** What holds for every schema and every data, as laws of a tool that checks one against the other. */
export function schemaLaws<I extends TObject, V>(): readonly Law<I, V>[] {
  return LAWS.map(({ name, holds }) => ({
    name,
    holds: (run, input) => holds((given) => run(given as typeof input), input as Given),
  }));
}

const LAWS: readonly SchemaLaw[] = [
  law("errors are empty exactly when the data is valid", (run, input) => {
    const outcome = verdictOf(run, input);
    return outcome === undefined || outcome.valid === (outcome.errors.length === 0);
  }),
  law("the order of members, in the data and in the schema, does not matter", (run, input) => {
    const given = { ...input, schema: valueIn(input.schema), data: valueIn(input.data) };
    const turned = { ...given, schema: reversed(given.schema), data: reversed(given.data) };
    return verdictOf(run, given)?.valid === verdictOf(run, turned)?.valid;
  }),
  law("not inverts the verdict", (run, input) => {
    const schema = valueIn(input.schema);
    if (!isSelfContained(schema)) return true;
    const plain = verdictOf(run, { ...input, schema });
    const inverted = verdictOf(run, { ...input, schema: around(schema, "not", schema) });
    return plain === undefined || inverted?.valid === !plain.valid;
  }),
  law("one more schema in allOf never makes invalid data valid", (run, input) => {
    const schema = valueIn(input.schema);
    if (!isSelfContained(schema)) return true;
    const plain = verdictOf(run, { ...input, schema });
    if (plain === undefined || plain.valid) return true;
    const more = { ...input, schema: around(schema, "allOf", [schema, { minProperties: 0 }]) };
    return verdictOf(run, more)?.valid === false;
  }),
  law("without assertFormat no format is ever violated", (run, input) => {
    const outcome = verdictOf(run, { ...input, assertFormat: false });
    return !JSON.stringify(outcome?.errors ?? []).includes('"SCHEMA_FORMAT"');
  }),
];

function law(name: string, holds: SchemaLaw["holds"]): SchemaLaw {
  return { name, holds };
}

/** Undefined where the schema or the data could not be used. */
function verdictOf(run: Run, input: Given): Verdict | undefined {
  const outcome = run(input);
  if (!outcome.ok) return undefined;
  return { valid: outcome.valid === true, errors: outcome.errors ?? [] };
}

/** JSON text as its value; a law needs no exact numbers. */
function valueIn(field: unknown): unknown {
  if (typeof field !== "string") return field;
  try {
    return JSON.parse(field);
  } catch {
    return field;
  }
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => reversed(item));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, reversed(member)]);
  return Object.fromEntries(members.toReversed());
}

/** Whether the schema may stand inside another one: it has no references and no names. */
function isSelfContained(schema: unknown): boolean {
  return typeof schema !== "string" && !/"(?:\$[a-z]+|id)":/i.test(JSON.stringify(schema) ?? "");
}

function around(schema: unknown, keyword: string, value: unknown): unknown {
  return typeof schema === "object" || typeof schema === "boolean" ? { [keyword]: value } : schema;
}
