/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";
import { UNKNOWN_MEMBER_WARNINGS } from "../_lib/fields/unknown-members.ts";
import { CAPABILITIES } from "../_lib/agents/capabilities.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  AGENTS_MISSING: "There are no agents",
  TOOLS_MISSING: "There are no tool definitions",
  DUPLICATE_AGENT_ID: "Two agents have the same id",
  CAPABILITY_UNKNOWN: "A capability is none of those that are known",
  LETHAL_TRIFECTA:
    "An agent has private data, untrusted content and a way out, and nobody approves what it sends",
  LETHAL_TRIFECTA_DELEGATED:
    "An agent and those to whom it delegates have private data, untrusted content and a way out",
  POLICY_DENIED: "A pattern grants a tool that the policy denies",
  POLICY_NOT_ALLOWED: "The policy allows the agent some tools, and this is none of them",
  CAPABILITY_FORBIDDEN: "The agent has a capability that the policy forbids it",
  APPROVAL_MISSING: "The policy asks for approval of a tool, and the agent has none for it",
  DELEGATE_UNKNOWN: "An agent delegates to one that is not there",
  TOO_MANY_TOOLS: "An agent has more tools than the policy allows",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  ...UNKNOWN_MEMBER_WARNINGS,
  TRIFECTA_MITIGATED: "An agent has all three legs, but what it sends is approved or allowed",
  UNUSED_GRANT: "A tool is granted and was never called",
  WILDCARD_GRANT: "An agent has every tool",
  PATTERN_UNMATCHED: "A pattern matches no tool",
  DELEGATION_CYCLE: "Agents delegate to one another in a circle",
  CAPABILITY_INFERRED: "The capabilities of a tool were read from its words alone",
  PRIVILEGE_BY_DELEGATION:
    "By delegation an agent reaches tools that destroy, execute, pay or know secrets",
} as const;

export const INPUT = Type.Object({
  agents: Type.Optional(
    jsonField({
      description:
        "1 to 200 agents: [{ id, tools: [pattern], delegatesTo?: [id], humanApproval?: [pattern], sandbox? }]; in a pattern * is any run of characters",
    }),
  ),
  tools: Type.Optional(
    jsonField({
      description:
        "Tool definitions of any provider, each with its capabilities, if they are known: [{ name, …, capabilities?: [capability] }]",
    }),
  ),
  policy: Type.Optional(
    jsonField({
      description:
        "{ allow?: { agentPattern: [toolPattern] }, deny?: { agentPattern: [toolPattern] }, forbidCapabilities?: { agentPattern: [capability] }, requireApproval?: [capability], allowTrifecta?: [agentId], maxTools? }",
    }),
  ),
  usage: Type.Optional(jsonField({ description: "Agent → tool → number of calls" })),
  overrides: Type.Optional(
    jsonField({ description: "Tool → its capabilities, whatever else is said of it" }),
  ),
});

export type Input = Static<typeof INPUT>;

export const TRIFECTAS = ["none", "direct", "delegated", "mitigated"] as const;
export const SOURCES = ["override", "declared", "inferred"] as const;

const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);

export const VALUE = Type.Object({
  agents: Type.Array(
    Type.Object({
      id: Type.String(),
      tools: Type.Array(Type.String(), { description: "Granted and not denied, by name" }),
      effectiveTools: Type.Array(Type.String(), {
        description: "With those of the agents that delegation reaches",
      }),
      capabilities: Type.Any({ description: "Capability → the agent's own tools that have it" }),
      trifecta: oneOf(TRIFECTAS, {
        description: "Private data, untrusted content and a way out together",
      }),
      trifectaWitness: Type.Union([
        Type.Object({
          privateData: NULLABLE_TEXT,
          untrustedContent: NULLABLE_TEXT,
          outbound: NULLABLE_TEXT,
        }),
        Type.Null(),
      ]),
      unused: Type.Array(Type.String(), { description: "Granted, never called" }),
      unmatched: Type.Array(Type.String(), { description: "Patterns without a tool" }),
      score: Type.Integer({ minimum: 0, maximum: 100, description: "The higher, the more harm" }),
    }),
  ),
  tools: Type.Array(
    Type.Object({
      name: Type.String(),
      capabilities: Type.Array(oneOf(CAPABILITIES)),
      source: oneOf(SOURCES),
    }),
    { description: "By name" },
  ),
  violations: Type.Integer({ minimum: 0, description: "All errors, listed or not" }),
});

export type Value = Static<typeof VALUE>;
export type AgentReport = Value["agents"][number];
export type Trifecta = (typeof TRIFECTAS)[number];
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
