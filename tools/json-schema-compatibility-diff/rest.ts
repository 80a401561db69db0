/** additionalProperties, or unevaluatedProperties in its place. */
import { lookAlike } from "./evaluated.ts";
import type { ObjectModel } from "./object-model.ts";
import { NARROWER, type Outcome, WIDER } from "./outcome.ts";

export function compareRest(was: ObjectModel, is: ObjectModel, outcome: Outcome): void {
  const keyword = is.restKeyword ?? was.restKeyword;
  if (keyword === undefined) return;
  const path = `/${keyword}`;
  const [before, after] = [was.rest, is.rest];
  const values = { before: before.chain[0], after: after.chain[0] };
  const isOpen = before.verdict === true && after.verdict === true;
  const isCertain = was.isCertain && is.isCertain;
  if (!isOpen && !isCertain && !lookAlike(was.shape, is.shape, outcome)) {
    outcome.notCompared(path, values);
    return;
  }
  const change = restChange(before.verdict, after.verdict);
  if (change === undefined) outcome.step(before, after, path, null);
  else if (change === "ADDED" || change === "EXTENDED")
    outcome.contentChange(`ADDITIONAL_PROPERTIES_${change}`, path, WIDER, values);
  else outcome.contentChange(`ADDITIONAL_PROPERTIES_${change}`, path, NARROWER, values);
}

/** Undefined where both are schemas, or the same. */
function restChange(
  before: boolean | undefined,
  after: boolean | undefined,
): "ADDED" | "EXTENDED" | "REMOVED" | "NARROWED" | undefined {
  if (before === after) return undefined;
  if (before === false) return "ADDED";
  if (after === false) return "REMOVED";
  return before === true ? "NARROWED" : "EXTENDED";
}
