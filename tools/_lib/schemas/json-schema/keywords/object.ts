import type { JsonMember, JsonNode } from "../../../json/tree/tree.ts";
import { nearest } from "../../../text/nearest.ts";
import type { Regex } from "../../../text/regex/regex.ts";
import {
  type Check,
  type Description,
  type Keyword,
  partOf,
  quiet,
  type Run,
  type Schema,
  type Situation,
} from "../evaluation.ts";
import { memberOf, numberOf, textsOf } from "../../../json/tree/members.ts";
import { counted } from "../../../text/plural.ts";
import { quoted, shortened } from "../../../text/shown.ts";
import { shownNumber } from "../shown.ts";
import { assertion, type KeywordContext, type KeywordMaker, report } from "./context.ts";
import { regexOf, testPattern } from "./pattern.ts";
import { reasonOf, withReason } from "./reason.ts";

export const OBJECT_KEYWORDS: readonly (readonly [string, KeywordMaker])[] = [
  ["properties", makeProperties],
  ["patternProperties", makePatternProperties],
  ["additionalProperties", makeAdditionalProperties],
  ["propertyNames", makePropertyNames],
  ["required", makeRequired],
  ["maxProperties", (context) => makeCount(context, -1)],
  ["minProperties", (context) => makeCount(context, 1)],
  ["dependentRequired", makeDependentRequired],
  ["dependentSchemas", makeDependentSchemas],
  ["dependencies", makeDependencies],
  ["unevaluatedProperties", makeUnevaluatedProperties],
];

function makeProperties(context: KeywordContext): Check | undefined {
  const { value, inside } = context;
  if (value.type !== "object") return undefined;
  const schemas = new Map(value.members.map((member) => [member.key, inside(member.value)]));
  return (run, node, at) => {
    if (node.type !== "object") return true;
    const part = partOf(at);
    let accepted = true;
    for (const member of node.members) {
      const schema = schemas.get(member.key);
      if (schema === undefined) continue;
      at.evaluated?.names.add(member.key);
      if (run.check(schema, member.value, part)) continue;
      accepted = false;
      if (at.findings === undefined) return false;
    }
    run.budget.spend(node.members.length);
    return accepted;
  };
}

interface PatternSchema {
  readonly regex: Regex;
  readonly schema: Schema;
}

function patternsOf(context: KeywordContext, value: JsonNode | undefined): Regex[] {
  if (value?.type !== "object") return [];
  return value.members.map((member) => regexOf(context, member.key));
}

function makePatternProperties(context: KeywordContext): Check | undefined {
  const { value, inside, keyword } = context;
  if (value.type !== "object") return undefined;
  const patterns: readonly PatternSchema[] = value.members.map((member) => ({
    regex: regexOf(context, member.key),
    schema: inside(member.value),
  }));
  return (run, node, at) => {
    if (node.type !== "object") return true;
    const part = partOf(at);
    let accepted = true;
    for (const member of node.members) {
      for (const { regex, schema } of patterns) {
        if (!testPattern(regex, member.key, run, keyword)) continue;
        at.evaluated?.names.add(member.key);
        if (run.check(schema, member.value, part)) continue;
        accepted = false;
        if (at.findings === undefined) return false;
      }
    }
    return accepted;
  };
}

function makeAdditionalProperties(context: KeywordContext): Check {
  const { keyword, sibling } = context;
  const schema = context.inside(context.value);
  const properties = sibling("properties");
  const names = properties?.type === "object" ? properties.members.map(({ key }) => key) : [];
  const known = new Set(names);
  const patterns = patternsOf(context, sibling("patternProperties"));
  return (run, node, at) => {
    if (node.type !== "object") return true;
    run.budget.spend(node.members.length);
    const part = partOf(at);
    let accepted = true;
    for (const member of node.members) {
      if (known.has(member.key)) continue;
      if (patterns.some((regex) => testPattern(regex, member.key, run, keyword))) continue;
      at.evaluated?.names.add(member.key);
      if (schema.verdict === false) reportSurplus(member, at, keyword, names);
      else if (run.check(schema, member.value, part)) continue;
      accepted = false;
      if (at.findings === undefined) return false;
    }
    return accepted;
  };
}

/** A member that the schema `false` refuses is told under the keyword's name. */
function reportSurplus(
  member: JsonMember,
  at: Situation,
  keyword: Keyword,
  names: readonly string[],
): void {
  report(at, keyword, member.value, () => {
    const [near] = nearest(member.key, names.slice(0, 1000), { limit: 1 });
    const hint = near === undefined ? undefined : `Did you mean ${JSON.stringify(near)}?`;
    return { ...describeSurplus(member), hint };
  });
}

function describeSurplus({ key }: JsonMember): Description {
  return {
    message: `The member ${quoted(key, LONGEST_NAME)} is not allowed`,
    expected: "no other member",
    received: shortened(key, LONGEST_NAME),
  };
}

const LONGEST_NAME = 101;

function makeUnevaluatedProperties(context: KeywordContext): Check {
  const { keyword } = context;
  const schema = context.inside(context.value);
  return (run, node, at) => {
    const { evaluated } = at;
    if (node.type !== "object" || evaluated === undefined) return true;
    let accepted = true;
    for (const member of node.members) {
      if (evaluated.hasName(member.key) || run.check(schema, member.value, quiet(at))) continue;
      accepted = false;
      if (at.findings === undefined) return false;
      const reason = reasonOf(run, schema, member.value, at);
      report(at, keyword, member.value, () => withReason(describeSurplus(member), reason));
    }
    evaluated.all = true;
    return accepted;
  };
}

function makePropertyNames(context: KeywordContext): Check {
  const { keyword } = context;
  const schema = context.inside(context.value);
  return (run, node, at) => {
    if (node.type !== "object") return true;
    let accepted = true;
    for (const { key, keyText, value } of node.members) {
      const name: JsonNode = { type: "string", start: -1, end: -1, value: key, text: keyText };
      if (run.check(schema, name, quiet(at))) continue;
      accepted = false;
      if (at.findings === undefined) return false;
      const reason = reasonOf(run, schema, name, at);
      report(at, keyword, value, () =>
        withReason(
          {
            message: `The name ${quoted(key, LONGEST_NAME)} is not allowed`,
            expected: "another name",
            received: shortened(key, LONGEST_NAME),
          },
          reason,
        ),
      );
    }
    return accepted;
  };
}

function makeRequired(context: KeywordContext): Check | undefined {
  const { value, keyword } = context;
  if (value.type !== "array") return undefined;
  const names = textsOf(value);
  return (run, node, at) =>
    node.type !== "object" || checkNames(run, node, at, keyword, names, undefined);
}

/** Checks that all names are there; `because` is the member that asks for them. */
function checkNames(
  run: Run,
  node: JsonNode,
  at: Situation,
  keyword: Keyword,
  names: readonly string[],
  because: string | undefined,
): boolean {
  run.budget.spend(names.length);
  let accepted = true;
  for (const name of names) {
    if (memberOf(node, name) !== undefined) continue;
    accepted = false;
    if (at.findings === undefined) return false;
    report(at, keyword, node, () => {
      const keys = node.type === "object" ? node.members.map(({ key }) => key) : [];
      const [near] = nearest(name, keys.slice(0, 1000), { limit: 1 });
      const reason =
        because === undefined ? "" : `, which ${quoted(because, LONGEST_NAME)} asks for`;
      return {
        message: `The member ${quoted(name, LONGEST_NAME)} is missing${reason}`,
        expected: name,
        received: null,
        ...(near === undefined ? {} : { hint: `There is ${JSON.stringify(near)}` }),
      };
    });
  }
  return accepted;
}

function makeCount(context: KeywordContext, direction: 1 | -1): Check | undefined {
  const { value } = context;
  const limit = numberOf(value);
  if (limit === undefined || value.type !== "number") return undefined;
  const side = direction === 1 ? "at least" : "at most";
  return assertion(
    context,
    (node) => node.type !== "object" || (node.members.length - limit) * direction >= 0,
    (node) => {
      const count = node.type === "object" ? node.members.length : 0;
      return {
        message: `The object has ${counted(count, "member")}, expected ${side} ${value.text}`,
        expected: shownNumber(value.text),
        received: count,
      };
    },
  );
}

function makeDependentRequired(context: KeywordContext): Check | undefined {
  const { value } = context;
  if (value.type !== "object") return undefined;
  return checkEach(value.members.map((member) => [member.key, nameCheck(context, member)]));
}

function makeDependentSchemas(context: KeywordContext): Check | undefined {
  const { value } = context;
  if (value.type !== "object") return undefined;
  return checkEach(value.members.map((member) => [member.key, schemaCheck(context, member)]));
}

/** Up to draft-07 both in one keyword: a list of names, or a schema. */
function makeDependencies(context: KeywordContext): Check | undefined {
  const { value } = context;
  if (value.type !== "object") return undefined;
  return checkEach(
    value.members.map((member) => {
      const make = member.value.type === "array" ? nameCheck : schemaCheck;
      return [member.key, make(context, member)];
    }),
  );
}

function nameCheck({ keyword }: KeywordContext, { key, value }: JsonMember): Check {
  const names = textsOf(value);
  return (run, node, at) => checkNames(run, node, at, keyword, names, key);
}

function schemaCheck({ here }: KeywordContext, { value }: JsonMember): Check {
  const schema = here(value);
  return (run, node, at) =>
    at.evaluated === undefined ? run.check(schema, node, at) : run.checkHere(schema, node, at);
}

/** Makes the checks of those names that an object has. */
function checkEach(checks: readonly (readonly [name: string, check: Check])[]): Check {
  return (run, node, at) => {
    if (node.type !== "object") return true;
    run.budget.spend(checks.length);
    let accepted = true;
    for (const [name, check] of checks) {
      if (memberOf(node, name) === undefined || check(run, node, at)) continue;
      accepted = false;
      if (at.findings === undefined) return false;
    }
    return accepted;
  };
}
