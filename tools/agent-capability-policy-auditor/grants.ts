/** What agents are granted by their patterns, and whom their delegation reaches. */
import { reachedFrom } from "../_lib/algorithms/graph/reach.ts";
import { Digraph } from "../_lib/algorithms/graph/digraph.ts";
import { matchesName } from "../_lib/text/name-pattern.ts";
import type { Policy } from "../agent-capability-policy-auditor.ts";
import type { KnownTool, Material, NumberedAgent } from "./read.ts";

/** What one pattern of an agent grants. */
export interface PatternGrant {
  readonly pattern: string;
  /** Its place among the agent's patterns. */
  readonly at: number;
  /** Whether denied or not, by name. */
  readonly tools: readonly KnownTool[];
}

export interface Grant {
  readonly agent: NumberedAgent;
  readonly patterns: readonly PatternGrant[];
  /** Granted and not denied, by name. */
  readonly tools: readonly KnownTool[];
}

export interface Grants {
  /** In the order of the agents. */
  readonly list: readonly Grant[];
  /** Agent → to whom it delegates, by the agents' places. */
  readonly delegation: Digraph;
  /** The agent's own grant, and those of all whom its delegation reaches. */
  reachOf(grant: Grant): readonly Grant[];
}

export function grantTools(material: Material): Grants {
  const matched = new Map<string, readonly KnownTool[]>();
  const matching = (pattern: string) => {
    const known = matched.get(pattern);
    if (known) return known;
    const tools = material.tools.filter(({ name }) => matchesName(pattern, name));
    matched.set(pattern, tools);
    return tools;
  };
  const list = material.agents.map((agent) => {
    const patterns = agent.tools.map((pattern, at) => {
      return { pattern, at, tools: matching(pattern) };
    });
    const granted = new Set(patterns.flatMap(({ tools }) => tools));
    const tools = material.tools.filter(
      (tool) => granted.has(tool) && !isDenied(agent, tool, material.policy),
    );
    return { agent, patterns, tools };
  });
  const delegation = delegationOf(material.agents);
  const reachOf = (grant: Grant) => {
    const reached = reachedFrom(delegation, [grant.agent.index]);
    return [grant, ...list.filter((other) => other !== grant && reached.has(other.agent.index))];
  };
  return { list, delegation, reachOf };
}

export function isDenied({ id }: NumberedAgent, { name }: KnownTool, { deny }: Policy): boolean {
  return patternsFor(deny, id)?.some((pattern) => matchesName(pattern, name)) ?? false;
}

/** The patterns that a policy has for an agent; undefined where it does not speak of the agent. */
export function patternsFor(
  lists: Readonly<Record<string, readonly string[]>>,
  id: string,
): readonly string[] | undefined {
  const fitting = Object.entries(lists).filter(([pattern]) => matchesName(pattern, id));
  return fitting.length === 0 ? undefined : fitting.flatMap(([, patterns]) => patterns);
}

function delegationOf(agents: readonly NumberedAgent[]): Digraph {
  const places = new Map(agents.map(({ id, index }) => [id, index]));
  const graph = new Digraph(agents.length);
  for (const { index, delegatesTo } of agents) {
    for (const id of delegatesTo) {
      const other = places.get(id);
      if (other !== undefined) graph.addEdge(index, other);
    }
  }
  return graph;
}
