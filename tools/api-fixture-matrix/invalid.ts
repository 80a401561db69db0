/** Fixtures with one fault each. */
import type { Budget, Entry } from "../_core/tool.ts";
import { formatPointer } from "../_lib/results/pointer.ts";
import {
  booleanNode,
  type JsonNode,
  memberNode,
  objectNode,
  withMember,
} from "../_lib/json/tree/tree.ts";
import { minifyJson } from "../_lib/json/tree/write.ts";
import { LONGEST_OUTPUT } from "../_lib/results/output-limit.ts";
import type { Validator } from "../_lib/schemas/json-schema/validator.ts";
import { subjectOf } from "../_lib/schemas/json-schema/violations.ts";
import { faultsOf } from "../_lib/schemas/samples/faults.ts";
import type { SampleSource } from "../_lib/schemas/samples/source.ts";
import { quoted } from "../_lib/text/shown.ts";
import { fixtureOf, type Model, type ObjectPlan } from "./parameter.ts";

export interface InvalidFixture {
  readonly path: string;
  readonly keyword: string;
  readonly node: JsonNode;
}

export interface InvalidFixtures {
  readonly fixtures: readonly InvalidFixture[];
  readonly warnings: readonly Entry<"ROW_DROPPED">[];
}

export const NONE_INVALID: InvalidFixtures = { fixtures: [], warnings: [] };

/** Fixtures of which one is to be refused at the path by the keyword. */
interface Attempt {
  readonly path: string;
  readonly keyword: string;
  readonly nodes: Iterable<JsonNode>;
}

const MOST_VIOLATIONS = 1000;

/** By parameter; then each property that has to be there left out, then one too many, outer objects first. */
export function invalidFixtures(
  model: Model,
  source: SampleSource,
  validator: Validator,
  budget: Budget,
): InvalidFixtures {
  const fixtures: InvalidFixture[] = [];
  const warnings: Entry<"ROW_DROPPED">[] = [];
  let characters = 0;
  for (const attempt of attemptsOf(model, source)) {
    const node = bestOf(attempt, validator, budget);
    const { path, keyword } = attempt;
    if (node === undefined) {
      const message = `An invalid row is left out: nothing was found that only ${keyword} refuses at ${quoted(path)}`;
      warnings.push({ code: "ROW_DROPPED", message, path });
      continue;
    }
    fixtures.push({ path, keyword, node });
    characters += minifyJson(node)?.length ?? LONGEST_OUTPUT;
    // That is more than can be written.
    if (characters > LONGEST_OUTPUT) break;
  }
  return { fixtures, warnings };
}

function* attemptsOf({ parameters, plan }: Model, source: SampleSource): Iterable<Attempt> {
  const first = (index: number) => parameters[index]?.values[0];
  for (const [index, { tokens, schemas }] of parameters.entries()) {
    const fixture = (node: JsonNode) =>
      fixtureOf(plan, (other) => (other === index ? node : first(other)));
    for (const { keyword, nodes } of faultsOf(schemas, source))
      yield { path: formatPointer(tokens), keyword, nodes: mapped(nodes, fixture) };
  }
  yield* structureAttempts(plan, fixtureOf(plan, first));
}

function* mapped<T>(nodes: readonly JsonNode[], make: (node: JsonNode) => T): Iterable<T> {
  for (const node of nodes) yield make(node);
}

function* structureAttempts(root: ObjectPlan, base: JsonNode): Iterable<Attempt> {
  const plans = outerFirst(root);
  for (const { tokens, required } of plans) {
    for (const name of required) {
      const nodes = [changedAt(base, tokens, (object) => without(object, name))];
      yield { path: formatPointer(tokens), keyword: "required", nodes };
    }
  }
  for (const { tokens, members } of plans.filter(({ isClosed }) => isClosed)) {
    const name = freeName(members.map(([known]) => known));
    const nodes = [changedAt(base, tokens, (object) => withSurplus(object, name))];
    yield { path: formatPointer(tokens), keyword: "additionalProperties", nodes };
  }
}

function outerFirst(root: ObjectPlan): ObjectPlan[] {
  const plans = [root];
  for (const { members } of plans) {
    for (const [, what] of members) if (typeof what !== "number") plans.push(what);
  }
  return plans;
}

/** The first that nothing else refuses, else the first that is refused as it should be. */
function bestOf(
  { path, keyword, nodes }: Attempt,
  validator: Validator,
  budget: Budget,
): JsonNode | undefined {
  let found: JsonNode | undefined;
  for (const node of nodes) {
    const checked = validator.validate(node, { budget, maxErrors: MOST_VIOLATIONS });
    if (!checked.ok) continue;
    const isRight = checked.violations.some(
      (violation) => subjectOf(violation) === path && violation.keyword === keyword,
    );
    if (isRight && checked.count === 1) return node;
    if (isRight) found ??= node;
  }
  return found;
}

function changedAt(
  node: JsonNode,
  tokens: readonly string[],
  change: (object: JsonNode) => JsonNode,
): JsonNode {
  const [token, ...rest] = tokens;
  if (token === undefined || node.type !== "object") return change(node);
  return objectNode(
    node.members.map(({ key, value }) =>
      memberNode(key, key === token ? changedAt(value, rest, change) : value),
    ),
  );
}

function without(node: JsonNode, name: string): JsonNode {
  if (node.type !== "object") return node;
  return objectNode(node.members.filter(({ key }) => key !== name));
}

function withSurplus(node: JsonNode, name: string): JsonNode {
  return node.type === "object" ? withMember(node, name, booleanNode(true)) : node;
}

function freeName(names: readonly string[]): string {
  let name = "__unexpected";
  while (names.includes(name)) name += "_";
  return name;
}
