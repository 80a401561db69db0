/**
 * Calls that are meant to hurt: to take for ever, to fill the memory, to overflow a stack, or to break what
 * reads them. Whatever the service makes of one, it says so with a code, and goes on serving the others.
 */

export interface HostileCall {
  readonly title: string;
  readonly call: { readonly tool_id: string; readonly input: unknown };
  /** The code of the error, or "ok". */
  readonly code: string;
}

/** Statuses of the codes that are not a tool's own. */
const STATUSES: Readonly<Record<string, number>> = {
  ok: 200,
  INVALID_REQUEST: 400,
  UNKNOWN_TOOL: 404,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
};

export function statusOf(code: string): number {
  return STATUSES[code] ?? 422;
}

export const TOO_DEEP = "INPUT_TOO_DEEP";
export const KIT_FAILED = "STRUCTURED_OUTPUT_RECOVERY_KIT_FAILED";

/** What the limit of 100,000 characters leaves beside a pattern or a schema. */
export const LONG = 99_000;
export const DEEP = 50_000;

export const nested = (open: string, close: string, levels: number): string =>
  open.repeat(levels) + close.repeat(levels);

export const list = (length: number, item: (index: number) => unknown): string =>
  JSON.stringify(Array.from({ length }, (_, index) => item(index)));

export const DIGITS = "9".repeat(LONG);
export const WORD = "a".repeat(100_000);
export const OPEN_LISTS = "[".repeat(DEEP);
export const OPEN_OBJECTS = '{"a":'.repeat(15_000);
export const LISTS = nested("[", "]", DEEP);
export const PROTO =
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1}';
export const LONE = '"a\ud800b\udc00c"';

/** Texts that any field of any tool may be given. */
export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  "open lists": OPEN_LISTS,
  "open objects": OPEN_OBJECTS,
  "lists in lists": nested("[", "]", 49_000),
  digits: DIGITS,
  "one word": "a".repeat(LONG),
  "members of every object": PROTO,
  "lone surrogates": LONE,
};

/** A list of nine, and eight times nine aliases of the one before: nine to the ninth scalars. */
export const YAML_BOMB = [
  "a: &a [x, x, x, x, x, x, x, x, x]",
  ...Array.from("bcdefghi", (name, index) => {
    const alias = `*${"abcdefgh"[index]}`;
    return `${name}: &${name} [${Array.from({ length: 9 }, () => alias).join(", ")}]`;
  }),
].join("\n");
export const YAML_MERGES = YAML_BOMB.replace("[x, x, x, x, x, x, x, x, x]", "{x: 1}")
  .replaceAll("[", "{<<: [")
  .replaceAll("]", "]}");

/** Each entity is ten of the one before. */
export const XML_BOMB = `<!DOCTYPE l [<!ENTITY a "lol">${Array.from(
  "bcdefghi",
  (name, index) => `<!ENTITY ${name} "${`&${"abcdefgh"[index]};`.repeat(10)}">`,
).join("")}]><l>&i;</l>`;

export const EXPONENTIAL = "^(a+)+$";
export const POLYNOMIAL = "a*a*b";
export const ALMOST = `${"a".repeat(20_000)}!`;

/** Each definition asks for the next one twice: two to the fortieth checks. */
export const DOUBLING = JSON.stringify({
  $ref: "#/$defs/d0",
  $defs: Object.fromEntries(
    Array.from({ length: 41 }, (_, index) => {
      const next = { $ref: `#/$defs/d${index + 1}` };
      return [`d${index}`, index === 40 ? { type: "object" } : { allOf: [next, next] }];
    }),
  ),
});
/** As many branches as items, all of which look as if they might fit, and none does. */
export const branches = (count: number): string =>
  JSON.stringify({
    items: {
      anyOf: Array.from({ length: count }, (_, index) => ({
        properties: { kind: { const: `kind ${index}` }, id: { type: "string" } },
        required: ["kind", "id"],
      })),
    },
  });
export const forBranches = (count: number): string =>
  list(count, (index) => ({ kind: `kynd ${index}`, id: index }));
export const words = (count: number): string =>
  `{"items":{"enum":${list(count, (index) => `word${index * 7919}`)}}}`;
export const misspelt = (count: number): string => list(count, (index) => `wrod${index * 7907}`);
export const NOTS = nested('{"not":', "}", 12_000).replace(":}", ":{}}");

export const call = (
  title: string,
  tool_id: string,
  input: unknown,
  code: string,
): HostileCall => ({
  title: `${tool_id}: ${title}`,
  call: { tool_id, input },
  code,
});

/** The same text in a field of each of the tools. */
export const each = (
  title: string,
  text: string,
  rows: readonly (readonly [string, string, string])[],
) => rows.map(([id, field, code]) => call(title, id, { [field]: text }, code));

/** The same schema and data for the validator, the repair, the rescue and the kit; no code, no call. */
export function checks(title: string, schema: string, data: string, codes: readonly string[]) {
  const [validator, repair, rescue, kit] = codes;
  const policy = "aggressive";
  return [
    ["json-schema-validator", { schema, data }, validator] as const,
    ["contract-conformance-repair", { schema, data, policy }, repair] as const,
    ["structured-output-rescue", { schema, text: data }, rescue] as const,
    ["structured-output-recovery-kit", { schema, text: data }, kit] as const,
  ].flatMap(([id, input, code]) => (code ? [call(title, id, input, code)] : []));
}

export const all = (code: string, kit = code) => [code, code, code, kit];
