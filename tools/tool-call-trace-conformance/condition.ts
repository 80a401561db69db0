/** Conditions on the arguments of a call. */
import type { Entry } from "../_core/tool.ts";
import { appendPointer, parsePointer } from "../_lib/results/pointer.ts";
import { nodeAt } from "../_lib/json/tree/rows.ts";
import type { JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import { scalarText } from "../_lib/json/tree/write.ts";
import { ValueIds } from "../_lib/json/tree/value-ids.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import { matchesName } from "../_lib/text/name-pattern.ts";

export type Condition = (args: JsonNode | undefined) => boolean;

export interface Where {
  readonly conditions: readonly Condition[];
  /** Of the rule that compares two calls. */
  readonly pointer: string | undefined;
  readonly error?: Entry<"CONDITION_INVALID"> | undefined;
}

/** Reads `{ pointer: { equals | in | matches-glob | absent | present } }`. */
export function readWhere(node: JsonNode | undefined, path: string): Where {
  if (node?.type !== "object") return { conditions: [], pointer: undefined };
  const compared = textOf(memberOf(node, "pointer"));
  const conditions: Condition[] = [];
  const bad = (place: string, expected: string) => ({
    conditions,
    pointer: compared,
    error: wrong(place, expected),
  });
  if (compared !== undefined && parsePointer(compared) === undefined)
    return bad(`${path}/pointer`, "a JSON pointer");
  for (const { key, value } of node.members) {
    if (key === "pointer" && compared !== undefined) continue;
    const place = appendPointer(path, key);
    if (parsePointer(key) === undefined) return bad(place, "a JSON pointer as its name");
    const found = value.type === "object" ? conditionsIn(value, key) : undefined;
    if (found === undefined || found.length === 0)
      return bad(place, "{ equals, in, matches-glob, absent or present }");
    conditions.push(...found);
  }
  return { conditions, pointer: compared };
}

function wrong(path: string, expected: string): Entry<"CONDITION_INVALID"> {
  const message = `Cannot use ${path}: found something else, expected ${expected}`;
  return { code: "CONDITION_INVALID", message, path, expected };
}

/** Undefined where one of them is none that is known. */
function conditionsIn(node: JsonObject, pointer: string): Condition[] | undefined {
  const conditions: Condition[] = [];
  for (const { key, value } of node.members) {
    const test = testOf(key, value);
    if (test === undefined) return undefined;
    conditions.push((args) => test(args && nodeAt(args, pointer)));
  }
  return conditions;
}

type Test = (found: JsonNode | undefined) => boolean;

function testOf(name: string, value: JsonNode): Test | undefined {
  switch (name) {
    case "equals":
      return isAmong([value]);
    case "in":
      return value.type === "array" ? isAmong(value.items) : undefined;
    case "matches-glob": {
      const glob = textOf(value);
      return glob === undefined ? undefined : (found) => matchesGlob(found, glob);
    }
    case "absent":
      return value.type === "boolean"
        ? (found) => (found === undefined) === value.value
        : undefined;
    case "present":
      return value.type === "boolean"
        ? (found) => (found !== undefined) === value.value
        : undefined;
    default:
      return undefined;
  }
}

function isAmong(values: readonly JsonNode[]): Test {
  const ids = new ValueIds();
  const known = new Set(values.map((value) => ids.idOf(value)));
  return (found) => found !== undefined && known.has(ids.idOf(found));
}

/** Text, and numbers and the like as they are written. */
function matchesGlob(found: JsonNode | undefined, glob: string): boolean {
  if (found === undefined || found.type === "object" || found.type === "array") return false;
  return matchesName(glob, textOf(found) ?? scalarText(found));
}
