import type { Spend } from "./budget.ts";
import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import { dumpBriefly } from "./dump.ts";
import { JqError } from "./errors.ts";
import { doubleOf, list } from "./values.ts";

/** The way from where paths began to be followed, and the value that stands at its end. */
export interface Track {
  readonly parent: Track | undefined;
  /** Undefined where the way begins. */
  readonly key: JsonNode | undefined;
  readonly origin: JsonNode;
}

export function beginTrack(origin: JsonNode): Track {
  return { parent: undefined, key: undefined, origin };
}

export function extendTrack(parent: Track, key: JsonNode, origin: JsonNode): Track {
  return { parent, key, origin };
}

/** The keys of a way, as an array. */
export function pathOf(track: Track, spend: Spend): JsonNode {
  const keys: JsonNode[] = [];
  for (let at: Track | undefined = track; at?.key !== undefined; at = at.parent) keys.push(at.key);
  spend(keys.length >> 2);
  return list(keys.toReversed());
}

/** Refuses a value that a path cannot lead to, because it was computed. */
export function checkTrack(
  track: Track,
  value: JsonNode,
  attempt = (found: string) => `with result ${found}`,
): void {
  if (!isSame(value, track.origin))
    throw new JqError(`Invalid path expression ${attempt(dumpBriefly(value))}`);
}

/** Whether it is the very value that stands there; scalars without parts are known by their value. */
function isSame(value: JsonNode, origin: JsonNode): boolean {
  if (value === origin) return true;
  if (value.type === "null") return origin.type === "null";
  if (value.type === "boolean") return origin.type === "boolean" && value.value === origin.value;
  return (
    value.type === "number" &&
    origin.type === "number" &&
    Object.is(doubleOf(value), doubleOf(origin))
  );
}
