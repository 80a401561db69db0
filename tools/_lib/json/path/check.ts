import type { Problem } from "../../results/syntax-problem.ts";
import { nearest } from "../../text/nearest.ts";
import { beginning } from "../../text/shown.ts";
import { type Call, type Comparable, type Expression, isSingular, type Query } from "./syntax.ts";

type Type = "value" | "nodes" | "logical";

interface Signature {
  readonly params: readonly Type[];
  readonly result: Type;
}

const FUNCTIONS: ReadonlyMap<string, Signature> = new Map<string, Signature>([
  ["length", { params: ["value"], result: "value" }],
  ["count", { params: ["nodes"], result: "value" }],
  ["match", { params: ["value", "value"], result: "logical" }],
  ["search", { params: ["value", "value"], result: "logical" }],
  ["value", { params: ["nodes"], result: "value" }],
]);

type Report = (offset: number, found: string, expected: string, hint?: string) => void;

/** What is not well-typed in a query by RFC 9535, 2.4.3, in the order of the text. */
export function checkTypes(query: Query): readonly Problem<"JSONPATH_TYPE">[] {
  const problems: Problem<"JSONPATH_TYPE">[] = [];
  checkQuery(query, (offset, found, expected, hint) => {
    problems.push({ code: "JSONPATH_TYPE", offset, found, expected, hint });
  });
  return problems;
}

function checkQuery({ segments }: Query, report: Report): void {
  for (const { selectors } of segments) {
    for (const selector of selectors) {
      if (selector.type === "filter") checkTest(selector.test, report);
    }
  }
}

function checkTest(test: Expression, report: Report): void {
  if (test.type === "or" || test.type === "and") {
    for (const part of test.parts) checkTest(part, report);
  } else if (test.type === "not") checkTest(test.part, report);
  else if (test.type === "comparison") {
    checkComparable(test.left, report);
    checkComparable(test.right, report);
  } else if (test.type === "query") checkQuery(test, report);
  else if (test.type === "call" && checkCall(test, report)?.result === "value") {
    const found = `the value of ${test.name}() as a test`;
    report(test.start, found, "a comparison", `Compare it: ${test.name}(…) > 0`);
  }
}

function checkComparable(side: Comparable, report: Report): void {
  if (side.type === "call") {
    if (checkCall(side, report)?.result === "logical") {
      report(side.start, `${side.name}() in a comparison`, "a value", "It is a test by itself");
    }
  } else if (side.type === "query") {
    checkQuery(side, report);
    if (!isSingular(side)) {
      const hint = "Compare value(…) or count(…) of it, or test it in a filter of its own";
      report(
        side.start,
        "a query for several nodes in a comparison",
        "one for a single node",
        hint,
      );
    }
  }
}

function checkCall(call: Call, report: Report): Signature | undefined {
  const signature = FUNCTIONS.get(call.name);
  if (signature === undefined) {
    const [near] = nearest(call.name, FUNCTIONS.keys());
    const hint = near === undefined ? undefined : `Did you mean ${near}()?`;
    const known = [...FUNCTIONS.keys()].join(", ");
    report(call.start, `the unknown function ${beginning(call.name, 40)}()`, known, hint);
    return undefined;
  }
  const { params } = signature;
  if (call.args.length !== params.length) {
    report(call.start, `${call.name}() of ${call.args.length} arguments`, String(params.length));
  }
  for (const [index, argument] of call.args.entries()) {
    checkArgument(argument, params[index], call.name, report);
  }
  return signature;
}

function checkArgument(
  argument: Expression,
  param: Type | undefined,
  name: string,
  report: Report,
): void {
  if (argument.type === "query") {
    checkQuery(argument, report);
    if (param === "value" && !isSingular(argument)) {
      const hint = `Use value(…) or count(…), or a query for a single node`;
      report(argument.start, `a query for several nodes in ${name}()`, "a single value", hint);
    }
    return;
  }
  if (argument.type === "call") {
    const result = checkCall(argument, report)?.result;
    if (result !== undefined && param !== undefined && result !== param) {
      report(argument.start, `${argument.name}() in ${name}()`, `an argument of type ${param}`);
    }
    return;
  }
  if (argument.type !== "literal") {
    checkTest(argument, report);
    report(argument.start, `a test in ${name}()`, "a value or a query");
  } else if (param === "nodes") report(argument.start, `a literal in ${name}()`, "a query");
}
