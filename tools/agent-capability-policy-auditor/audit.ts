/** Holds what agents are granted against a policy, and finds what they can do together. */
import { done, type Entry } from "../_core/tool.ts";
import { compareCodePoints } from "../_lib/text/code-points.ts";
import { ErrorList, WarningList, joinEntries } from "../_lib/results/entry-list.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import { strongComponents } from "../_lib/algorithms/graph/cycles.ts";
import { matchesName } from "../_lib/text/name-pattern.ts";
import { markdownTable } from "../_lib/text/markdown-table.ts";
import { CAPABILITIES, type Capability } from "./capability.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { AgentReport, Failure, Input, Warning } from "../agent-capability-policy-auditor.ts";
import { type Grant, type Grants, grantTools, isDenied, patternsFor } from "./grants.ts";
import { type KnownTool, type Material, readMaterial } from "./read.ts";
import { findTrifecta, type TrifectaFound } from "./trifecta.ts";

/** Audits the agents; `unknown` members of the policy have no effect. */
export function auditCapabilities(input: Input, unknown: readonly Entry<Warning>[]) {
  const { material, failure } = readMaterial(input);
  return failure ?? new Audit(material, unknown).run();
}

class Audit {
  readonly #material: Material;
  readonly #grants: Grants;
  readonly #errors = new ErrorList<Failure>();
  readonly #warnings = new WarningList<Warning>();
  readonly #told: readonly Entry<Warning>[];

  constructor(material: Material, unknown: readonly Entry<Warning>[]) {
    this.#material = material;
    this.#told = [...unknown, ...material.warnings];
    this.#grants = grantTools(material);
  }

  run() {
    const agents = this.#grants.list.map((grant) => this.#report(grant));
    this.#findCycles();
    const { tools } = this.#material;
    const violations = this.#errors.size;
    return done({
      output: table(agents),
      value: { agents, tools: [...tools], violations },
      valid: violations === 0,
      errors: orderFindings(this.#errors.list()),
      warnings: orderFindings(joinEntries<Warning>(this.#told, this.#warnings.list())),
      stats: { agents: agents.length, tools: tools.length, errors: violations },
    });
  }

  #report(grant: Grant): AgentReport {
    const { agent, patterns, tools } = grant;
    const reach = this.#grants.reachOf(grant);
    const effective = new Set(reach.flatMap((reached) => reached.tools));
    const trifecta = findTrifecta(grant, reach, this.#material.policy);
    const unmatched = patterns.filter((pattern) => pattern.tools.length === 0);
    const capabilities = capabilitiesOf(tools);
    this.#judgePatterns(grant);
    this.#judgeCapabilities(grant, capabilities);
    this.#judgeDelegation(grant, capabilities, [...effective]);
    this.#judgeTrifecta(grant, trifecta);
    return {
      id: agent.id,
      tools: namesOf(tools),
      effectiveTools: namesOf([...effective]).toSorted(compareCodePoints),
      capabilities: Object.fromEntries(capabilities),
      trifecta: trifecta.shown,
      trifectaWitness: trifecta.witness,
      unused: this.#unused(grant),
      unmatched: unmatched.map(({ pattern }) => pattern),
      score: scoreOf(capabilities.size, trifecta, agent.sandbox),
    };
  }

  #error(code: Failure, { agent }: Grant, place: string, detail: Detail): void {
    const path = `/agents/${agent.index}${place}`;
    this.#errors.add(code, () => ({ ...detail(), path }));
  }

  #warn(code: Warning, { agent }: Grant, place: string, detail: Detail): void {
    const path = `/agents/${agent.index}${place}`;
    this.#warnings.add(code, () => ({ ...detail(), path }));
  }

  #judgePatterns(grant: Grant): void {
    const { agent, patterns, tools } = grant;
    const { policy } = this.#material;
    const allowed = patternsFor(policy.allow, agent.id);
    for (const { pattern, at, tools: granted } of patterns) {
      const place = `/tools/${at}`;
      if (pattern === "*")
        this.#warn("WILDCARD_GRANT", grant, place, () => {
          return { message: `${quoted(agent.id)} has every tool` };
        });
      if (granted.length === 0)
        this.#warn("PATTERN_UNMATCHED", grant, place, () => {
          return { message: `${quoted(pattern)} matches no tool`, received: pattern };
        });
      for (const tool of granted.filter((one) => isDenied(agent, one, policy))) {
        this.#error("POLICY_DENIED", grant, place, () => ({
          message: `Cannot grant ${quoted(tool.name)} to ${quoted(agent.id)}: found it denied, expected a tool that is not`,
          received: tool.name,
        }));
      }
    }
    for (const tool of tools) {
      if (!allowed || allowed.some((pattern) => matchesName(pattern, tool.name))) continue;
      const at = patterns.findIndex((pattern) => pattern.tools.includes(tool));
      this.#error("POLICY_NOT_ALLOWED", grant, `/tools/${at}`, () => ({
        message: `Cannot grant ${quoted(tool.name)} to ${quoted(agent.id)}: found it outside of what is allowed, expected ${allowed.length === 0 ? "no tool" : `one of ${allowed.join(", ")}`}`,
        received: tool.name,
        expected: allowed,
      }));
    }
    const { maxTools = Infinity } = policy;
    if (tools.length > maxTools)
      this.#error("TOO_MANY_TOOLS", grant, "/tools", () => ({
        message: `Cannot grant so many tools to ${quoted(agent.id)}: found ${tools.length}, expected at most ${maxTools}`,
        received: tools.length,
        expected: maxTools,
      }));
  }

  #judgeCapabilities(grant: Grant, held: ReadonlyMap<Capability, readonly string[]>): void {
    const { agent, tools } = grant;
    const { forbidCapabilities, requireApproval } = this.#material.policy;
    const forbidden = new Set(patternsFor(forbidCapabilities, agent.id));
    for (const [capability, names] of held) {
      if (!forbidden.has(capability)) continue;
      this.#error("CAPABILITY_FORBIDDEN", grant, "", () => ({
        message: `Cannot let ${quoted(agent.id)} have ${capability}: found it in ${names.join(", ")}, expected none of it`,
        received: capability,
      }));
    }
    for (const { name, capabilities } of tools) {
      const needed = capabilities.find((capability) => requireApproval.includes(capability));
      if (needed === undefined) continue;
      if (agent.humanApproval.some((pattern) => matchesName(pattern, name))) continue;
      this.#error("APPROVAL_MISSING", grant, "/humanApproval", () => ({
        message: `Cannot let ${quoted(agent.id)} call ${quoted(name)}: found no approval, expected one for ${needed}`,
        received: name,
      }));
    }
  }

  #judgeDelegation(
    grant: Grant,
    held: ReadonlyMap<Capability, readonly string[]>,
    effective: readonly KnownTool[],
  ): void {
    const known = new Set(this.#material.agents.map(({ id }) => id));
    grant.agent.delegatesTo.forEach((id, at) => {
      if (known.has(id)) return;
      this.#error("DELEGATE_UNKNOWN", grant, `/delegatesTo/${at}`, () => ({
        message: `Cannot delegate to ${quoted(id)}: found no such agent, expected its id`,
        received: id,
      }));
    });
    const gained = [...capabilitiesOf(effective).keys()].filter(
      (capability) => PRIVILEGES.has(capability) && !held.has(capability),
    );
    if (gained.length === 0) return;
    this.#warn("PRIVILEGE_BY_DELEGATION", grant, "", () => ({
      message: `By delegation ${quoted(grant.agent.id)} reaches ${gained.join(", ")}`,
      received: gained,
    }));
  }

  #judgeTrifecta(grant: Grant, { kind, shown, witness }: TrifectaFound): void {
    if (kind === "none") return;
    const { id } = grant.agent;
    const legs = `${witness?.privateData}, ${witness?.untrustedContent} and ${witness?.outbound}`;
    if (shown === "mitigated") {
      const message = `${quoted(id)} has ${legs} together, and what it sends is approved or allowed`;
      this.#warn("TRIFECTA_MITIGATED", grant, "", () => ({ message }));
      return;
    }
    const code = kind === "direct" ? "LETHAL_TRIFECTA" : "LETHAL_TRIFECTA_DELEGATED";
    const what = "private data, untrusted content and a way out";
    const message = `Cannot let ${quoted(id)} have ${what} together: found ${legs}, expected at most two of them or approval of what is sent`;
    this.#error(code, grant, "", () => ({ message, received: witness }));
  }

  #unused(grant: Grant): string[] {
    const { usage } = this.#material;
    if (!usage) return [];
    const calls = Object.hasOwn(usage, grant.agent.id) ? usage[grant.agent.id] : undefined;
    const wasCalled = (name: string) =>
      calls !== undefined && Object.hasOwn(calls, name) && (calls[name] ?? 0) > 0;
    const unused = namesOf(grant.tools).filter((name) => !wasCalled(name));
    for (const name of unused) {
      const message = `${quoted(grant.agent.id)} has ${quoted(name)} and never called it`;
      this.#warn("UNUSED_GRANT", grant, "", () => ({ message, received: name }));
    }
    return unused;
  }

  #findCycles(): void {
    const { delegation, list } = this.#grants;
    for (const component of strongComponents(delegation)) {
      const [first = 0, ...others] = component.toSorted((a, b) => a - b);
      if (others.length === 0 && !delegation.hasEdge(first, first)) continue;
      const ids = [first, ...others].map((index) => list[index]?.agent.id ?? "");
      const names = ids.map((id) => quoted(id)).join(", ");
      const message =
        ids.length === 1
          ? `${names} delegates to itself`
          : `${names} delegate to one another in a circle`;
      this.#warn("DELEGATION_CYCLE", list[first] as Grant, "", () => ({ message, received: ids }));
    }
  }
}

type Detail = () => { readonly message: string; readonly [detail: string]: unknown };

const PRIVILEGES: ReadonlySet<Capability> = new Set(["destructive", "execute", "money", "secrets"]);

/** Those that are held, in their fixed order, each with the names of its tools. */
function capabilitiesOf(tools: readonly KnownTool[]): Map<Capability, string[]> {
  const held = CAPABILITIES.map((capability) => {
    const having = tools.filter(({ capabilities }) => capabilities.includes(capability));
    return [capability, namesOf(having)] as const;
  });
  return new Map(held.filter(([, names]) => names.length > 0).map(([key, names]) => [key, names]));
}

function namesOf(tools: readonly KnownTool[]): string[] {
  return tools.map(({ name }) => name);
}

const POINTS = { none: 0, direct: 30, delegated: 20, mitigated: 10 } as const;
const EACH_CAPABILITY = 10;
const SANDBOX = 20;

function scoreOf(capabilities: number, { shown }: TrifectaFound, sandbox: boolean): number {
  const score = EACH_CAPABILITY * capabilities + POINTS[shown] - (sandbox ? SANDBOX : 0);
  return Math.min(100, Math.max(0, score));
}

/** Agents by capabilities, each cell with the first tool that has it and how many more there are. */
function table(agents: readonly AgentReport[]): string {
  const columns = CAPABILITIES.filter((capability) =>
    agents.some(({ capabilities }) => capabilities[capability]),
  );
  const head = ["Agent", ...columns, "Trifecta", "Score"];
  const rows = agents.map(({ id, trifecta, score, capabilities }) => {
    const cells = columns.map((capability) => {
      const [first = "–", ...others] = capabilities[capability] ?? [];
      return others.length === 0 ? first : `${first} +${others.length}`;
    });
    return [id, ...cells, trifecta, String(score)];
  });
  return markdownTable(head, rows);
}
