/** Schemas as they are given to those who need less of them. */

export type Member = readonly [name: string, value: unknown];

/** Without the members `x-…`, which are hints for forms; a field of such a name is the caller's, and stays. */
export function withoutHints<T>(schema: T): T {
  return rewritten(schema, (members) => members.filter(([name]) => !name.startsWith("x-")));
}

/** Without hints, and without what is so where nothing is said. */
export function withoutTheObvious<T>(schema: T): T {
  return rewritten(withoutHints(schema), (members) => {
    const isWhole = members.some(([name, value]) => name === "multipleOf" && value === 1);
    return members.flatMap(([name, value]) => {
      if (isWhole && name === "multipleOf") return [];
      if (isWhole && name === "type") return [[name, "integer"] as const];
      return isSaidAnyway(name, value) ? [] : [[name, value] as const];
    });
  });
}

function isSaidAnyway(name: string, value: unknown): boolean {
  if (name === "additionalProperties") return value === true;
  return name === "required" && Array.isArray(value) && value.length === 0;
}

/** Members that hold schemas by names. */
const NAMED: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs"]);
/** Members that are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(["examples", "default", "enum", "const"]);

/** A copy in which every schema has the members that `change` leaves it. */
export function rewritten<T>(
  schema: T,
  change: (members: Member[]) => readonly Member[],
  areNames = false,
): T {
  if (Array.isArray(schema)) return schema.map((item: unknown) => rewritten(item, change)) as T;
  if (typeof schema !== "object" || schema === null) return schema;
  const members = Object.entries(schema);
  const kept = areNames ? members : change(members);
  const walked = kept.map(([name, value]) => {
    if (!areNames && DATA.has(name)) return [name, value];
    return [name, rewritten(value, change, !areNames && NAMED.has(name))];
  });
  return Object.fromEntries(walked) as T;
}
