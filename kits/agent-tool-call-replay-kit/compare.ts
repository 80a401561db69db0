/** What was recorded beside what comes out now. */
import type { CallAnswer } from "../_core/kit.ts";
import { jsonDifference, type PatchOperation } from "../../tools/_lib/json/patch/difference.ts";
import { memberOf, numberOf } from "../../tools/_lib/json/tree/members.ts";
import { nodeAt } from "../../tools/_lib/json/tree/rows.ts";
import {
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../tools/_lib/json/tree/tree.ts";
import { documentOf } from "../../tools/_lib/json/tree/value.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import type { PatternPlace } from "../../tools/_lib/results/pointer-patterns.ts";
import { parsePointer } from "../../tools/_lib/results/pointer.ts";
import { shortened } from "../../tools/_lib/text/shown.ts";
import { dataOf, type Recorded, type RecordedCall } from "./recording.ts";

export interface Difference {
  /** Pointer into the result. */
  readonly path: string;
  readonly recorded?: unknown;
  readonly replayed?: unknown;
}

export interface Comparison {
  readonly compare: "recorded" | "output" | "value";
  /** Where the patterns of what may differ begin. */
  readonly ignored: PatternPlace;
  /** Relative, for numbers. */
  readonly tolerance: number;
}

/** They differ from run to run, or are hashes of what is compared. */
const NEVER_COMPARED = ["processing_time_ms", "tokens_saved_estimate", "receipt"] as const;
const LONGEST_VALUE = 500;

/** The result as JSON, without what is never compared; of a call that nothing came of, its error alone. */
export function replayedResult({ result, error }: CallAnswer): JsonObject {
  const data: unknown = JSON.parse(JSON.stringify(result ?? { ok: false, error }));
  return withoutReceipts(documentOf(data)?.root as JsonObject);
}

function withoutReceipts(result: JsonObject): JsonObject {
  const members = result.members
    .filter(({ key }) => !NEVER_COMPARED.includes(key as never))
    .map((member) =>
      member.key === "value" ? memberNode("value", withoutReceipt(member.value)) : member,
    );
  return objectNode(members);
}

/** A kit's value holds its receipt. */
function withoutReceipt(value: JsonNode): JsonNode {
  if (value.type !== "object" || !value.members.some(({ key }) => key === "receipt")) return value;
  if (memberOf(value, "deliverables") === undefined) return value;
  return objectNode(value.members.filter(({ key }) => key !== "receipt"));
}

/** All differences, from what was recorded to what comes out now; undefined where nothing can be compared. */
export function differencesOf(
  { recorded, responseMode }: RecordedCall,
  replayed: JsonObject,
  comparison: Comparison,
): readonly Difference[] | undefined {
  if (recorded === undefined) return undefined;
  const pair = pairOf(recorded, replayed, comparison.compare);
  if (pair === undefined) return undefined;
  const [before, whole] = pair;
  const after = responseMode === "compact" ? asCompact(before, whole) : whole;
  return jsonDifference(before, after)
    .filter((operation) => !isAllowed(operation, before, comparison))
    .map((operation) => {
      const from = operation.op === "add" ? undefined : nodeAt(before, operation.path);
      const to = operation.op === "remove" ? undefined : operation.value;
      return {
        path: operation.path,
        ...(from === undefined ? {} : { recorded: shown(from) }),
        ...(to === undefined ? {} : { replayed: shown(to) }),
      };
    });
}

type Pair = readonly [before: JsonObject, after: JsonObject];

function pairOf(
  recorded: Recorded,
  replayed: JsonObject,
  compare: Comparison["compare"],
): Pair | undefined {
  if (recorded.kind === "failure") return failurePair(recorded.code, replayed);
  if (recorded.kind === "text") return textPair(recorded.text, replayed, compare);
  const result = withoutReceipts(recorded.result);
  const names = compare === "recorded" ? result.members.map(({ key }) => key) : [compare];
  const before = only(result, names);
  return before.members.length === 0 ? undefined : [before, only(replayed, names)];
}

function only(object: JsonObject, names: readonly string[]): JsonObject {
  return objectNode(object.members.filter(({ key }) => names.includes(key)));
}

/** Both have to fail, and with the same code where it is known. */
function failurePair(code: string | null, replayed: JsonObject): Pair {
  const ok = memberNode("ok", documentOf(false)?.root as JsonNode);
  const error = code === null ? [] : [memberNode("error", codeOnly(stringNode(code)))];
  const failed = memberOf(replayed, "error");
  if (failed === undefined) return [objectNode([ok]), only(replayed, ["ok"])];
  const now = memberOf(failed, "code");
  const after = code === null || now === undefined ? [] : [memberNode("error", codeOnly(now))];
  return [objectNode([ok, ...error]), objectNode([ok, ...after])];
}

function codeOnly(code: JsonNode): JsonObject {
  return objectNode([memberNode("code", code)]);
}

/** What a model was shown is the output; where there is none, the value as JSON. */
function textPair(
  text: string,
  replayed: JsonObject,
  compare: Comparison["compare"],
): Pair | undefined {
  const output = memberOf(replayed, "output");
  if (output !== undefined || compare === "output") {
    if (compare === "value") return undefined;
    return [objectNode([memberNode("output", stringNode(text))]), only(replayed, ["output"])];
  }
  const value = memberOf(replayed, "value");
  const isSame = value !== undefined && minifyJson(value) === text;
  const before = isSame ? value : stringNode(text);
  return [objectNode([memberNode("value", before)]), only(replayed, ["value"])];
}

/** A compact answer of a kit holds some members of its value. */
function asCompact(before: JsonObject, after: JsonObject): JsonObject {
  const told = memberOf(before, "value");
  if (told?.type !== "object" || memberOf(told, "deliverables") === undefined) return after;
  const names = told.members.map(({ key }) => key);
  return objectNode(
    after.members.map((member) =>
      member.key === "value" && member.value.type === "object"
        ? memberNode("value", only(member.value, names))
        : member,
    ),
  );
}

function isAllowed(operation: PatchOperation, before: JsonNode, comparison: Comparison): boolean {
  const { path } = operation;
  let place = comparison.ignored;
  for (const token of parsePointer(path) ?? []) place = place.enter(token);
  if (place.covered) return true;
  if (operation.op !== "replace" || comparison.tolerance === 0) return false;
  const [from, to] = [numberOf(nodeAt(before, path)), numberOf(operation.value)];
  if (from === undefined || to === undefined) return false;
  return Math.abs(from - to) <= comparison.tolerance * Math.max(Math.abs(from), Math.abs(to));
}

/** A value as data; a long one as the beginning of its text. */
function shown(node: JsonNode): unknown {
  const data = dataOf(node);
  if (typeof data === "string") return shortened(data, LONGEST_VALUE + 1);
  const text = minifyJson(node) ?? "";
  return text.length <= LONGEST_VALUE ? data : shortened(text, LONGEST_VALUE + 1);
}
