/** Schemas as programs need them that write types from them: the same meaning, in words that all of them know. */
import { type Member, rewritten, withoutHints } from "../run/published-schema.ts";

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

type Members = Readonly<Record<string, unknown>>;

/**
 * What is sent. Of a field with a default many programs believe that it is always there, and want it from the caller:
 * the default is told in the description.
 */
export function sentType(schema: object): object {
  return rewritten(inPlainWords(schema), (members) => {
    const { default: fallback, description, ...others }: Members = Object.fromEntries(members);
    if (fallback === undefined) return members;
    const leftOut = `${JSON.stringify(fallback)} if left out`;
    const told = description === undefined ? leftOut : `${String(description)}; ${leftOut}`;
    return Object.entries({ ...others, description: told });
  });
}

/** What is answered, of which nothing is filled in by who reads it. */
export function answeredType(schema: object): object {
  return rewritten(inPlainWords(schema), (members) =>
    members.filter(([name]) => name !== "default"),
  );
}

function inPlainWords(schema: object): object {
  return rewritten(withoutHints(schema), (members) => {
    const plain = members.flatMap(([name, value]) =>
      memberInPlainWords(name, value, Object.fromEntries(members)),
    );
    return isOpen(Object.fromEntries(plain)) ? [...plain, ["additionalProperties", true]] : plain;
  });
}

/** An object of which nothing is known; without a word on it it is taken for empty. */
function isOpen({ type, properties = {}, ...others }: Members): boolean {
  const isObject = [type].flat().includes("object");
  const says = "additionalProperties" in others || "patternProperties" in others;
  return isObject && !says && Object.keys(properties as Members).length === 0;
}

/** How many types JSON has, of which a whole number is none. */
const ALL_TYPES = 6;
const ANY_NAME: ReadonlySet<string> = new Set(["^(.*)$", "^[\\s\\S]*$"]);

function memberInPlainWords(name: string, value: unknown, members: Members): readonly Member[] {
  const isWhole = members["multipleOf"] === 1;
  if (name === "multipleOf" && isWhole) return [];
  if (name === "type" && value === "number" && isWhole) return [[name, "integer"]];
  if (name === "type" && Array.isArray(value) && value.length === ALL_TYPES) return [];
  const any = memberOfAnyName(members["patternProperties"]);
  if (any === undefined) return [[name, value]];
  if (name === "patternProperties") return [["additionalProperties", any]];
  // Where every name is in the pattern, none is beside it.
  return name === "additionalProperties" ? [] : [[name, value]];
}

function memberOfAnyName(patterns: unknown = {}): unknown {
  const [[pattern, member] = ["", undefined], ...others] = Object.entries(patterns as Members);
  return others.length === 0 && ANY_NAME.has(pattern) ? member : undefined;
}

/** A type and those that it names within, which may lead back to themselves: each by a name of its own. */
export function namedTypes(name: string, schema: object): Readonly<Record<string, object>> {
  const inside: Record<string, object> = {};
  const nameOf = (id: unknown): string => `${name}${String(id)}`;
  const referring = (members: readonly Member[]): readonly Member[] => {
    const { $id, $ref, ...others }: Members = Object.fromEntries(members);
    if ($ref !== undefined) return Object.entries(ref(nameOf($ref)));
    if ($id === undefined) return members;
    inside[nameOf($id)] = rewritten(others, referring);
    return Object.entries(ref(nameOf($id)));
  };
  return { [name]: rewritten(schema, referring), ...inside };
}
