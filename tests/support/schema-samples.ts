/** Instances for comparing two schemas: each is near the border of what a schema allows. */
type Json = unknown;
type Schema = Record<string, Json> | boolean;

const POOL: readonly Json[] = [
  null,
  true,
  0,
  1,
  -1,
  1.5,
  12,
  "",
  "a",
  "abc",
  [],
  {},
  [1],
  { x: 1 },
];
const MOST = 60;
const DEEPEST = 4;

/** Instances that the schema speaks about, allowed ones and others. */
export function samplesOf(schema: Schema, root: Schema = schema, depth = 0): Json[] {
  if (depth > DEEPEST || typeof schema === "boolean") return [...POOL];
  const found: Json[] = [];
  const { $ref, const: only, enum: choices } = schema;
  if (typeof $ref === "string") found.push(...samplesOf(target(root, $ref), root, depth + 1));
  if ("const" in schema) found.push(only);
  if (Array.isArray(choices)) found.push(...choices);
  for (const keyword of ["anyOf", "oneOf", "allOf"])
    found.push(...combined(schema, keyword, root, depth));
  if (schema["items"] !== undefined || schema["prefixItems"] !== undefined)
    found.push(...arrays(schema, root, depth));
  if (schema["type"] === "object" || schema["properties"] !== undefined)
    found.push(...objects(schema, root, depth));
  return [...found, ...POOL].slice(0, depth === 0 ? 10 * MOST : MOST);
}

function combined(
  schema: Record<string, Json>,
  keyword: string,
  root: Schema,
  depth: number,
): Json[] {
  const parts = (schema[keyword] ?? []) as Schema[];
  const lists = parts.map((part) => samplesOf(part, root, depth));
  const share = Math.ceil(MOST / Math.max(1, lists.length));
  const found = lists.flatMap((list) => list.slice(0, share));
  return keyword === "allOf" ? [...found, ...merged(lists)] : found;
}

function merged(lists: readonly Json[][]): Json[] {
  const objectsOf = lists.map((list) => list.filter(isObject));
  return (objectsOf[0] ?? [])
    .slice(0, 10)
    .map((first, index) =>
      Object.assign(
        {},
        first,
        ...objectsOf.slice(1).map((list) => list[index % (list.length || 1)]),
      ),
    );
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function target(root: Schema, reference: string): Schema {
  let at: Json = root;
  for (const part of reference.split("/").slice(1)) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    at = (at as Record<string, Json> | undefined)?.[key];
  }
  return (at ?? true) as Schema;
}

function arrays(schema: Record<string, Json>, root: Schema, depth: number): Json[] {
  const { items, prefixItems, additionalItems } = schema;
  const fixed = (Array.isArray(items) ? items : (prefixItems ?? [])) as Schema[];
  const rest = (Array.isArray(items) ? (additionalItems ?? true) : (items ?? true)) as Schema;
  const best = fixed.map((part) => samplesOf(part, root, depth + 1)[0]);
  const more = samplesOf(rest, root, depth + 1);
  const found: Json[] = [best, best.slice(0, -1), [...best, more[0]], [...best, more[0], more[1]]];
  for (const value of more.slice(0, 20)) found.push([...best, value]);
  for (const [index, part] of fixed.entries())
    for (const value of samplesOf(part, root, depth + 1).slice(0, 12))
      found.push(best.with(index, value));
  return found;
}

function objects(schema: Record<string, Json>, root: Schema, depth: number): Json[] {
  const properties = (schema["properties"] ?? {}) as Record<string, Schema>;
  const lists = Object.entries(properties).map(
    ([name, part]) => [name, samplesOf(part, root, depth + 1)] as const,
  );
  const best = Object.fromEntries(lists.map(([name, list]) => [name, list[0]]));
  const found: Json[] = [best, { ...best, extra: 1 }, { ...best, extra: "a" }, {}];
  const required = (schema["required"] ?? []) as string[];
  found.push(Object.fromEntries(required.map((name) => [name, best[name]])));
  for (const name of Object.keys(best)) {
    const { [name]: _, ...without } = best;
    found.push(without);
  }
  for (let index = 0; index < 14; index++)
    for (const [name, list] of lists)
      if (index < list.length) found.push({ ...best, [name]: list[index] });
  const others = schema["additionalProperties"];
  if (typeof others === "object" && others !== null)
    for (const value of samplesOf(others as Schema, root, depth + 1).slice(0, 12))
      found.push({ ...best, extra: value });
  return found;
}
