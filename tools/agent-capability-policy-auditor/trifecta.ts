/** Private data, untrusted content and a way out in one hand: what an attacker needs to get data out. */
import { compareCodePoints } from "../_lib/text/code-points.ts";
import { matchesName } from "../_lib/text/name-pattern.ts";
import type { Capability } from "./capability.ts";
import type { AgentReport, Policy, Trifecta } from "../agent-capability-policy-auditor.ts";
import type { Grant } from "./grants.ts";
import type { KnownTool } from "./read.ts";

export interface TrifectaFound {
  /** Without regard to what mitigates it. */
  readonly kind: "none" | "direct" | "delegated";
  readonly shown: Trifecta;
  readonly witness: AgentReport["trifectaWitness"];
}

const LEGS: readonly Capability[] = ["private-data", "untrusted-content", "outbound"];

/** `reach` is the agent's own grant and those of all whom its delegation reaches. */
export function findTrifecta(grant: Grant, reach: readonly Grant[], policy: Policy): TrifectaFound {
  const covering = [[grant], reach].find((grants) =>
    LEGS.every((leg) => grants.some(({ tools }) => tools.some((tool) => has(tool, leg)))),
  );
  if (!covering) return { kind: "none", shown: "none", witness: null };
  const kind = covering.length === 1 ? "direct" : "delegated";
  const isAllowed = policy.allowTrifecta.includes(grant.agent.id);
  const isMitigated = isAllowed || covering.every(approvesAllThatSends);
  const names = new Map(covering.flatMap(({ tools }) => tools.map((tool) => [tool.name, tool])));
  const sorted = [...names.values()].toSorted((a, b) => compareCodePoints(a.name, b.name));
  const witness = (leg: Capability) => sorted.find((tool) => has(tool, leg))?.name ?? null;
  return {
    kind,
    shown: isMitigated ? "mitigated" : kind,
    witness: {
      privateData: witness("private-data"),
      untrustedContent: witness("untrusted-content"),
      outbound: witness("outbound"),
    },
  };
}

function approvesAllThatSends({ agent, tools }: Grant): boolean {
  return tools
    .filter((tool) => has(tool, "outbound"))
    .every(({ name }) => agent.humanApproval.some((pattern) => matchesName(pattern, name)));
}

function has({ capabilities }: KnownTool, capability: Capability): boolean {
  return capabilities.includes(capability);
}
