import type { JsonNode } from "../../../json/tree/tree.ts";
import {
  type Check,
  Evaluated,
  Findings,
  quiet,
  type Run,
  type Schema,
  type Scope,
  type Situation,
} from "../evaluation.ts";
import { decodeFragment, splitFragment } from "../uri.ts";
import { type KeywordContext, type KeywordMaker, report } from "./context.ts";

export const COMBINING_KEYWORDS: readonly (readonly [string, KeywordMaker])[] = [
  ["$ref", makeRef],
  ["$recursiveRef", makeRecursiveRef],
  ["$dynamicRef", makeDynamicRef],
  ["allOf", makeAllOf],
  ["anyOf", makeAnyOf],
  ["oneOf", makeOneOf],
  ["not", makeNot],
  ["if", makeIf],
  ["then", (context) => makeBranch(context, true)],
  ["else", (context) => makeBranch(context, false)],
];

function schemasOf({ value, here }: KeywordContext): readonly Schema[] {
  return value.type === "array" ? value.items.map((item) => here(item)) : [];
}

function makeAllOf(context: KeywordContext): Check {
  const schemas = schemasOf(context);
  return (run, node, at) => {
    let accepted = true;
    for (const schema of schemas) {
      if (
        at.evaluated === undefined ? run.check(schema, node, at) : run.checkHere(schema, node, at)
      ) {
        continue;
      }
      accepted = false;
      if (at.findings === undefined) return false;
    }
    return accepted;
  };
}

function makeAnyOf(context: KeywordContext): Check {
  const schemas = schemasOf(context);
  return (run, node, at) => {
    let accepted = false;
    for (const schema of schemas) {
      const evaluated = at.evaluated === undefined ? undefined : new Evaluated();
      if (!run.check(schema, node, quiet(at, evaluated))) continue;
      accepted = true;
      if (evaluated === undefined) return true;
      at.evaluated?.add(evaluated);
    }
    if (!accepted) reportBranches(context, schemas, run, node, at, schemas.length);
    return accepted;
  };
}

function makeOneOf(context: KeywordContext): Check {
  const schemas = schemasOf(context);
  return (run, node, at) => {
    const matching: number[] = [];
    let looks: Evaluated | undefined;
    for (const [index, schema] of schemas.entries()) {
      const evaluated = at.evaluated === undefined ? undefined : new Evaluated();
      if (!run.check(schema, node, quiet(at, evaluated))) continue;
      matching.push(index);
      looks = evaluated;
      if (matching.length > 1 && at.findings === undefined) return false;
    }
    if (matching.length === 1) {
      if (looks !== undefined) at.evaluated?.add(looks);
      return true;
    }
    if (matching.length === 0) reportBranches(context, schemas, run, node, at, 1);
    else reportSeveral(context, node, at, matching);
    return false;
  };
}

function reportSeveral(
  { keyword }: KeywordContext,
  node: JsonNode,
  at: Situation,
  matching: readonly number[],
): void {
  report(at, keyword, node, () => ({
    message: `The value matches several schemas of oneOf, those at ${matching.join(", ")}, expected only one`,
    expected: 1,
    received: matching,
  }));
}

/** None of the schemas accepts the value: tells what each of them found. */
function reportBranches(
  { keyword }: KeywordContext,
  schemas: readonly Schema[],
  run: Run,
  node: JsonNode,
  at: Situation,
  count: number,
): void {
  const { findings, scope } = at;
  const branchOf = (schema: Schema) => {
    const branch = new Findings(run.budget);
    run.check(schema, node, { scope, evaluated: undefined, findings: branch });
    return branch;
  };
  findings?.add({
    keyword,
    at: node,
    branches: () => schemas.map(branchOf),
    describe: () => ({
      message: `The value matches none of the ${schemas.length} schemas of ${keyword.name}`,
      expected: count === 1 ? 1 : `at least one of ${schemas.length}`,
      received: 0,
    }),
  });
}

function makeNot(context: KeywordContext): Check {
  const schema = context.here(context.value);
  return (run, node, at) => {
    if (!run.check(schema, node, quiet(at))) return true;
    report(at, context.keyword, node, () => ({
      message: "The value matches the schema of not, expected one that does not",
      expected: "no match",
      received: "a match",
    }));
    return false;
  };
}

/** `if` refuses nothing; what it looks at counts where it accepts. */
function makeIf(context: KeywordContext): Check {
  const schema = remembered(context.here(context.value));
  return (run, node, at) => {
    if (at.evaluated !== undefined) run.check(schema, node, quiet(at, at.evaluated));
    return true;
  };
}

function makeBranch(context: KeywordContext, wanted: boolean): Check | undefined {
  const condition = context.sibling("if");
  if (condition === undefined) return undefined;
  const test = remembered(context.here(condition));
  const schema = context.here(context.value);
  return (run, node, at) => {
    if (run.check(test, node, quiet(at)) !== wanted) return true;
    return at.evaluated === undefined
      ? run.check(schema, node, at)
      : run.checkHere(schema, node, at);
  };
}

/** Up to three keywords ask for the verdict of `if`: it is found out once. */
function remembered(schema: Schema): Schema {
  schema.shared = true;
  return schema;
}

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
