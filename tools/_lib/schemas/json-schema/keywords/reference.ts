import type { Check, Schema, Scope } from "../evaluation.ts";
import { decodeFragment, splitFragment } from "../uri.ts";
import type { KeywordContext, KeywordMaker } from "./context.ts";

export const REFERENCE_KEYWORDS: readonly (readonly [string, KeywordMaker])[] = [
  ["$ref", makeRef],
  ["$recursiveRef", makeRecursiveRef],
  ["$dynamicRef", makeDynamicRef],
];

function makeRef(context: KeywordContext): Check | undefined {
  const { value } = context;
  if (value.type !== "string") return undefined;
  const target = context.refer(value.value);
  return leadingTo(() => target);
}

/** 2019-09: leads to the root, and where that says so to the outermost root on the way here that says so. */
function makeRecursiveRef(context: KeywordContext): Check | undefined {
  const { value } = context;
  if (value.type !== "string") return undefined;
  const target = context.refer(value.value);
  if (!context.isRecursive(target)) return leadingTo(() => target);
  context.useScope();
  return leadingTo((scope) => context.recursiveTarget(scope) ?? target);
}

/** 2020-12: leads to an anchor; where that is a dynamic one, to the outermost of its name on the way here. */
function makeDynamicRef(context: KeywordContext): Check | undefined {
  const { value } = context;
  if (value.type !== "string") return undefined;
  const target = context.refer(value.value);
  const name = decodeFragment(splitFragment(value.value)[1] ?? "") ?? "";
  if (!context.isDynamic(target, name)) return leadingTo(() => target);
  context.useScope(name);
  return leadingTo((scope) => context.dynamicTarget(name, scope) ?? target);
}

function leadingTo(target: (scope: Scope) => Schema): Check {
  const check: Check = (run, node, at) => run.checkHere(target(at.scope), node, at);
  return Object.assign(check, { target });
}
