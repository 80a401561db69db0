/** The fields as they are given: agents, tools with what they can do, policy and usage. */
import { type Static, Type } from "@sinclair/typebox";
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { compareCodePoints } from "../_lib/text/code-points.ts";
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { nodeAt } from "../_lib/json/tree/rows.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { isNothing, readStructured } from "../_lib/fields/structured-field.ts";
import { readDefinitions, type ToolDefinition } from "../_lib/agents/tool-call/definitions.ts";
import { isEmptyTree, readTree, unknownShape } from "../_lib/agents/tool-call/fields.ts";
import { inputInvalid } from "../_lib/results/input-invalid.ts";
import { unknownMembers } from "../_lib/fields/unknown-members.ts";
import {
  CAPABILITIES,
  type Capability,
  declaredNames,
  inferCapabilities,
  inOrder,
  isCapability,
} from "../_lib/agents/capabilities.ts";
import { refused } from "../_lib/fields/shaped-field.ts";
import type { Failure, Input, Value, Warning } from "../agent-capability-policy-auditor.ts";

const MOST_AGENTS = 200;
const TEXTS = Type.Optional(Type.Array(Type.String()));
const TEXTS_BY_NAME = Type.Record(Type.String(), Type.Array(Type.String()));

const AGENTS = Type.Array(
  Type.Object({
    id: Type.String(),
    tools: TEXTS,
    delegatesTo: TEXTS,
    humanApproval: TEXTS,
    sandbox: Type.Optional(Type.Boolean()),
  }),
  { maxItems: MOST_AGENTS },
);

const POLICY = Type.Object({
  allow: Type.Optional(TEXTS_BY_NAME),
  deny: Type.Optional(TEXTS_BY_NAME),
  forbidCapabilities: Type.Optional(TEXTS_BY_NAME),
  requireApproval: TEXTS,
  allowTrifecta: TEXTS,
  maxTools: Type.Optional(Type.Number({ minimum: 0 })),
});

const USAGE = Type.Record(Type.String(), Type.Record(Type.String(), Type.Number({ minimum: 0 })));

export type Agent = Static<typeof AGENTS>[number] & { readonly index: number };
export type Policy = Static<typeof POLICY>;
export type Usage = Static<typeof USAGE>;
export type KnownTool = Value["tools"][number];

export interface Material {
  readonly agents: readonly Agent[];
  /** By name. */
  readonly tools: readonly KnownTool[];
  readonly policy: Policy;
  readonly usage: Usage | undefined;
  readonly warnings: readonly Entry<Warning>[];
}

type Failed = { readonly failure: Outcome<never, Failure, never> };
type MaterialRead = { readonly material: Material; readonly failure?: undefined } | Failed;

export function readMaterial(input: Input): MaterialRead {
  if (isNothing(input.agents)) return missing("AGENTS_MISSING", "agents");
  const agents = readStructured(input.agents, AGENTS, "/agents");
  if (agents.failure) return { failure: agents.failure };
  if (agents.value.length === 0) return missing("AGENTS_MISSING", "agents");
  const repeated = repeatedIds(agents.value);
  if (repeated.length > 0) return refused(repeated);
  const policy = readStructured(input.policy ?? {}, POLICY, "/policy");
  if (policy.failure) return { failure: policy.failure };
  const usage = readUsage(input.usage);
  if (usage.failure) return { failure: usage.failure };
  const overrides = readStructured(input.overrides ?? {}, TEXTS_BY_NAME, "/overrides");
  if (overrides.failure) return { failure: overrides.failure };
  const tools = readTools(input.tools, overrides.value);
  if ("failure" in tools) return tools;
  const unknown = [
    ...unknownInPolicy(policy.value),
    ...unknownByName(overrides.value, "/overrides"),
  ];
  if (unknown.length > 0) return refused(unknown);
  const material = {
    agents: agents.value.map((agent, index) => ({ ...agent, index })),
    tools: tools.tools,
    policy: policy.value,
    usage: usage.value,
    warnings: [
      ...repeatedKeys(input),
      ...unknownMembers(POLICY, policy.value, "/policy"),
      ...tools.warnings,
    ],
  };
  return { material };
}

function readUsage(field: unknown) {
  if (field === undefined || field === null) return { value: undefined, failure: undefined };
  return readStructured(field, USAGE, "/usage");
}

/** What the fields of data repeat or lose; those of the tools are told where the tools are read. */
function repeatedKeys({ agents, policy, usage, overrides }: Input): Entry<Warning>[] {
  return Object.entries({ agents, policy, usage, overrides }).flatMap(([name, field]) => {
    const read = field === undefined ? undefined : readTree(field, `/${name}`);
    return read && "root" in read ? read.warnings : [];
  });
}

interface ToolsRead {
  readonly tools: readonly KnownTool[];
  readonly warnings: readonly Entry<Warning>[];
}

function readTools(
  field: unknown,
  overrides: Readonly<Record<string, readonly string[]>>,
): ToolsRead | Failed {
  if (isNothing(field)) return missing("TOOLS_MISSING", "tools");
  const tree = readTree(field, "/tools");
  if ("error" in tree) return refused([tree.error]);
  const { tools: definitions, unknown } = readDefinitions(tree.root, "/tools");
  if (isEmptyTree(tree.root) || definitions.length + unknown.length === 0)
    return missing("TOOLS_MISSING", "tools");
  const [strange, ...others] = unknown.map((path) => unknownShape(path, "a tool definition"));
  if (strange) return { failure: inputInvalid([strange, ...others]) };
  const wrong = definitions.flatMap((tool) => unknownDeclared(tool, tree.root));
  if (wrong.length > 0) return refused(wrong);
  const inferred: Entry<Warning>[] = [];
  const tools = [...groupBy(definitions, ({ name }) => name)].map(([name, same]): KnownTool => {
    const override = Object.hasOwn(overrides, name) ? overrides[name] : undefined;
    if (override) return known(name, override, "override");
    const declared = same.flatMap((tool) => declaredNames(nodeOf(tool, tree.root)) ?? []);
    if (same.some((tool) => declaredNames(nodeOf(tool, tree.root)) !== undefined))
      return known(name, declared, "declared");
    const inferences = same.map(inferCapabilities);
    if (inferences.some(({ byWordsAlone }) => byWordsAlone)) inferred.push(byWords(same[0]));
    const capabilities = inferences.flatMap((inference) => [...inference.capabilities]);
    return known(name, capabilities, "inferred");
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
  return { name, capabilities: inOrder(held), source };
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
    ...unknownByName(policy.forbidCapabilities ?? {}, "/policy/forbidCapabilities"),
    ...unknownNames(policy.requireApproval ?? [], "/policy/requireApproval"),
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

function repeatedIds(agents: Static<typeof AGENTS>): Entry<"DUPLICATE_AGENT_ID">[] {
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

function missing(code: "AGENTS_MISSING" | "TOOLS_MISSING", what: string): Failed {
  const expected = `at least one of them`;
  const message = `Cannot audit: found no ${what}, expected ${expected}`;
  return { failure: fail<never, Failure>({ code, message, path: `/${what}`, expected }) };
}
