/** The fields as they are given: agents, tools with what they can do, policy and usage. */
import { type Entry, fail } from "../_core/tool.ts";
import { compareCodePoints } from "../_lib/text/code-points.ts";
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { nodeAt } from "../_lib/json/tree/rows.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";
import { readDefinitions, type ToolDefinition } from "../_lib/agents/tool-call/definitions.ts";
import { isEmptyTree, readTree, unknownShape } from "../_lib/agents/tool-call/fields.ts";
import { inputInvalid } from "../_lib/results/input-invalid.ts";
import {
  CAPABILITIES,
  type Capability,
  declaredNames,
  inOrder,
  isCapability,
} from "./capability.ts";
import { evidenceOf, strongest } from "./infer.ts";
import type {
  Agent,
  Input,
  Policy,
  Usage,
  Value,
  Warning,
} from "../agent-capability-policy-auditor.ts";

export type KnownTool = Value["tools"][number];

export interface NumberedAgent extends Agent {
  readonly index: number;
}

export interface Material {
  readonly agents: readonly NumberedAgent[];
  /** By name. */
  readonly tools: readonly KnownTool[];
  readonly policy: Policy;
  readonly usage: Usage | undefined;
  readonly warnings: readonly Entry<Warning>[];
}

export function readMaterial(input: Input) {
  const { agents = [], tools: given, policy, usage, overrides, minConfidence } = input;
  if (agents.length === 0) return { failure: missing("AGENTS_MISSING", "agents") };
  const [repeated, ...more] = repeatedIds(agents);
  if (repeated) return { failure: fail([repeated, ...more]) };
  const { tools, warnings, failure } = readTools(given, overrides, minConfidence);
  if (failure) return { failure };
  const [unknown, ...others] = [
    ...unknownInPolicy(policy),
    ...unknownByName(overrides, "/overrides"),
  ];
  if (unknown) return { failure: fail([unknown, ...others]) };
  const numbered = agents.map((agent, index) => ({ ...agent, index }));
  const material: Material = { agents: numbered, tools, policy, usage, warnings };
  return { material };
}

function readTools(
  field: unknown,
  overrides: Input["overrides"],
  minConfidence: Input["minConfidence"],
) {
  if (isNothing(field)) return { failure: missing("TOOLS_MISSING", "tools") };
  const tree = readTree(field, "/tools");
  if ("error" in tree) return { failure: fail(tree.error) };
  const { tools: definitions, unknown } = readDefinitions(tree.root, "/tools");
  if (isEmptyTree(tree.root) || definitions.length + unknown.length === 0)
    return { failure: missing("TOOLS_MISSING", "tools") };
  const [strange, ...others] = unknown.map((path) =>
    unknownShape("TOOL_SHAPE_UNKNOWN", path, "a tool definition"),
  );
  if (strange) return { failure: inputInvalid([strange, ...others]) };
  const [wrong, ...more] = definitions.flatMap((tool) => unknownDeclared(tool, tree.root));
  if (wrong) return { failure: fail([wrong, ...more]) };
  const inferred: Entry<Warning>[] = [];
  const tools = [...groupBy(definitions, ({ name }) => name)].map(([name, same]): KnownTool => {
    const override = Object.hasOwn(overrides, name) ? overrides[name] : undefined;
    if (override) return known(name, override, "override");
    const declared = same.flatMap((tool) => declaredNames(nodeOf(tool, tree.root)) ?? []);
    if (same.some((tool) => declaredNames(nodeOf(tool, tree.root)) !== undefined))
      return known(name, declared, "declared");
    const evidence = strongest(same.flatMap(evidenceOf)).map((each) => ({
      ...each,
      from: [...each.from],
    }));
    const counted = evidence.filter(
      ({ confidence }) => confidence === "high" || minConfidence === "medium",
    );
    if (counted.length > 0 && !counted.some(({ from }) => from.includes("annotations")))
      inferred.push(byWords(same[0]));
    const capabilities = counted.map(({ capability }) => capability);
    return { ...known(name, capabilities, "inferred"), evidence };
  });
  return {
    tools: tools.toSorted((left, right) => compareCodePoints(left.name, right.name)),
    warnings: [...tree.warnings, ...inferred],
  };
}

function nodeOf({ path }: ToolDefinition, root: JsonNode): JsonNode | undefined {
  return nodeAt(root, path.slice("/tools".length));
}

function known(
  name: string,
  names: readonly (string | undefined)[],
  source: KnownTool["source"],
): KnownTool {
  const held = new Set(names.filter((given): given is Capability => isCapability(given ?? "")));
  return { name, capabilities: inOrder(held), source, evidence: [] };
}

function byWords(tool: ToolDefinition | undefined): Entry<Warning> {
  const message = `The capabilities of ${JSON.stringify(tool?.name)} are read from its words`;
  return { code: "CAPABILITY_INFERRED", message, path: tool?.path };
}

function unknownDeclared(tool: ToolDefinition, root: JsonNode): Entry<"CAPABILITY_UNKNOWN">[] {
  const names = declaredNames(nodeOf(tool, root)) ?? [];
  return unknownNames(names, `${tool.path}/capabilities`);
}

function unknownInPolicy(policy: Policy): Entry<"CAPABILITY_UNKNOWN">[] {
  return [
    ...unknownByName(policy.forbidCapabilities, "/policy/forbidCapabilities"),
    ...unknownNames(policy.requireApproval, "/policy/requireApproval"),
  ];
}

function unknownByName(
  lists: Readonly<Record<string, readonly string[]>>,
  path: string,
): Entry<"CAPABILITY_UNKNOWN">[] {
  return Object.entries(lists).flatMap(([name, names]) =>
    unknownNames(names, appendPointer(path, name)),
  );
}

function unknownNames(
  names: readonly (string | undefined)[],
  path: string,
): Entry<"CAPABILITY_UNKNOWN">[] {
  return names.flatMap((name, at): Entry<"CAPABILITY_UNKNOWN">[] => {
    if (name !== undefined && isCapability(name)) return [];
    const [likely] = nearest(name ?? "", CAPABILITIES);
    const found = name === undefined ? "no text" : JSON.stringify(name);
    const expected = CAPABILITIES.join(", ");
    const message = `Cannot use a capability: found ${found}, expected one of ${expected}`;
    const entry = { code: "CAPABILITY_UNKNOWN", message, path: `${path}/${at}` } as const;
    return [likely === undefined ? entry : { ...entry, hint: `Did you mean ${likely}?` }];
  });
}

function repeatedIds(agents: readonly Agent[]): Entry<"DUPLICATE_AGENT_ID">[] {
  const places = new Map<string, number>();
  return agents.flatMap(({ id }, index): Entry<"DUPLICATE_AGENT_ID">[] => {
    const first = places.get(id);
    if (first === undefined) {
      places.set(id, index);
      return [];
    }
    const found = `${JSON.stringify(id)}, which /agents/${first} has`;
    const message = `Cannot tell agents apart: found the id ${found}, expected another`;
    return [{ code: "DUPLICATE_AGENT_ID", message, path: `/agents/${index}/id`, received: id }];
  });
}

function missing<C extends string>(code: C, what: string) {
  const expected = "at least one of them";
  const message = `Cannot audit: found no ${what}, expected ${expected}`;
  return fail({ code, message, path: `/${what}`, expected });
}
