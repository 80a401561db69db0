/** Keywords about arrays. */
import { appendPointer } from "../_lib/results/pointer.ts";
import { type ArrayModel, arrayModel, certainItems, contentModel } from "./containers.ts";
import { compareCounts } from "./limits.ts";
import { compareOpaque, NARROWER, type Outcome, WIDER } from "./outcome.ts";
import type { Shape } from "./shape.ts";
import { lookAlike } from "./version.ts";

export function compareArrays(before: Shape, after: Shape, outcome: Outcome): void {
  const [was, is] = [arrayModel(before), arrayModel(after)];
  compareCounts("array", before, after, outcome);
  compareUnique(before, after, outcome);
  compareItems(was, is, outcome);
  compareRest(was, is, outcome);
  compareOpaque("contains", before, after, outcome);
  const haveBoth = [before, after].every((shape) => shape.keyword("contains") !== undefined);
  if (haveBoth) compareCounts("contains", before, after, outcome);
}

function compareUnique(before: Shape, after: Shape, outcome: Outcome): void {
  const [was, is] = [before, after].map((shape) => {
    const node = shape.keyword("uniqueItems");
    return node?.type === "boolean" && node.value;
  });
  if (was === is) return;
  const values = { before: before.keyword("uniqueItems"), after: after.keyword("uniqueItems") };
  if (is) outcome.change("UNIQUE_ITEMS_ADDED", "/uniqueItems", NARROWER, values);
  else outcome.change("UNIQUE_ITEMS_REMOVED", "/uniqueItems", WIDER, values);
}

function compareItems(was: ArrayModel, is: ArrayModel, outcome: Outcome): void {
  const length = Math.max(was.prefix.length, is.prefix.length);
  for (let index = 0; index < length; index++) {
    const [before, after] = [was.prefix[index], is.prefix[index]];
    const path = appendPointer(`/${(after ? is : was).prefixKeyword}`, index);
    if (before && after) outcome.step(before, after, path, index);
    else if (after) addItem(path, after, was, outcome);
    else if (before) removeItem(path, before, is, outcome);
  }
}

function addItem(path: string, after: Shape, was: ArrayModel, outcome: Outcome): void {
  const { backward } = outcome.verdictOf(certainItems(was), after);
  const { forward } = outcome.verdictOf(was.rest, after);
  const code = `ITEM_ADDED_TO_${contentModel([was.rest])}_CONTENT_MODEL`;
  outcome.change(code, path, { backward, forward }, { after: after.chain[0] });
}

function removeItem(path: string, before: Shape, is: ArrayModel, outcome: Outcome): void {
  const { backward } = outcome.verdictOf(before, is.rest);
  const { forward } = outcome.verdictOf(before, certainItems(is));
  const code = `ITEM_REMOVED_FROM_${contentModel([is.rest])}_CONTENT_MODEL`;
  outcome.change(code, path, { backward, forward }, { before: before.chain[0] });
}

function compareRest(was: ArrayModel, is: ArrayModel, outcome: Outcome): void {
  const keyword = is.restKeyword ?? was.restKeyword;
  if (keyword === undefined) return;
  const [before, after] = [was.rest, is.rest];
  const isOpen = before.verdict === true && after.verdict === true;
  const isCertain = was.isCertain && is.isCertain;
  if (isOpen || isCertain || lookAlike(was.shape, is.shape, outcome)) {
    const slot = Math.max(was.prefix.length, is.prefix.length);
    outcome.step(before, after, `/${keyword}`, slot);
  } else outcome.notCompared(`/${keyword}`, { before: before.chain[0], after: after.chain[0] });
}
