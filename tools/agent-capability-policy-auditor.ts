import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, jsonField, oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { STRUCTURED_FAILURES } from "./_lib/fields/structured-field.ts";
import { UNKNOWN_MEMBER_WARNINGS, unknownMembers } from "./_lib/fields/unknown-members.ts";
import { JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { auditCapabilities } from "./agent-capability-policy-auditor/audit.ts";
import { CAPABILITIES } from "./agent-capability-policy-auditor/capability.ts";
import { SOURCES_OF_EVIDENCE } from "./agent-capability-policy-auditor/infer.ts";

const FAILURES = {
  ...STRUCTURED_FAILURES,
  AGENTS_MISSING: "There are no agents",
  TOOLS_MISSING: "There are no tool definitions",
  TOOL_SHAPE_UNKNOWN: "A definition is of no provider's shape",
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

const WARNINGS = {
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

const texts = (description: string) => Type.Array(Type.String(), { description, default: [] });

const textsByName = (description: string) =>
  Type.Record(Type.String(), Type.Array(Type.String()), { description, default: {} });

const AGENT = Type.Object({
  id: Type.String({ description: "By which the policy and other agents name it" }),
  tools: texts("What it is granted: names of tools, in which * is any run of characters"),
  delegatesTo: texts("Ids of agents that it may set to work"),
  humanApproval: texts("Tools that a person approves each time, as names or patterns"),
  sandbox: Type.Boolean({ description: "What it does stays in a sandbox", default: false }),
});

export type Agent = Static<typeof AGENT>;

const POLICY = Type.Object({
  allow: textsByName("Agent → the tools that it may have; both may be patterns"),
  deny: textsByName("Agent → the tools that it may not have, allowed or not; both may be patterns"),
  forbidCapabilities: textsByName("Agent, or a pattern → capabilities that it may not have"),
  requireApproval: texts("Capabilities whose tools need a person's approval"),
  allowTrifecta: texts("Ids of agents that may have private data, untrusted content and a way out"),
  maxTools: Type.Optional(
    Type.Number({ description: "The most tools that an agent may have", minimum: 0 }),
  ),
});

export type Policy = Static<typeof POLICY>;

const USAGE = Type.Record(Type.String(), Type.Record(Type.String(), Type.Number({ minimum: 0 })));

export type Usage = Static<typeof USAGE>;

const INPUT = Type.Object({
  agents: Type.Optional(
    dataOrJson(Type.Array(AGENT, { maxItems: 200 }), { description: "The agents" }),
  ),
  tools: Type.Optional(
    jsonField({
      description: `Tool definitions of any provider, each with its capabilities, if they are known: [{ name, …, capabilities?: [${CAPABILITIES.join(" | ")}] }]`,
    }),
  ),
  policy: dataOrJson(POLICY, { description: "What agents may have", default: {} }),
  usage: Type.Optional(dataOrJson(USAGE, { description: "Agent → tool → number of calls" })),
  minConfidence: oneOf(["high", "medium"], {
    description: "Of what is read from words, how sure it must be to count",
    default: "high",
  }),
  overrides: dataOrJson(Type.Record(Type.String(), Type.Array(Type.String())), {
    description: "Tool → its capabilities, whatever else is said of it",
    default: {},
  }),
});

export type Input = Static<typeof INPUT>;

const TRIFECTAS = ["none", "direct", "delegated", "mitigated"] as const;

const SOURCES = ["override", "declared", "inferred"] as const;

const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);

const VALUE = Type.Object({
  agents: Type.Array(
    Type.Object({
      id: Type.String(),
      tools: Type.Array(Type.String(), { description: "Granted and not denied, by name" }),
      effectiveTools: Type.Array(Type.String(), {
        description: "With those of the agents that delegation reaches",
      }),
      capabilities: Type.Record(Type.String(), Type.Array(Type.String()), {
        description: "Capability → the agent's own tools that have it",
      }),
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
      evidence: Type.Array(
        Type.Object({
          capability: oneOf(CAPABILITIES),
          confidence: oneOf(["high", "medium"]),
          from: Type.Array(oneOf(SOURCES_OF_EVIDENCE), {
            description: "Where verb and object were read",
          }),
          words: Type.String({ description: "What says it" }),
        }),
        { description: "Of what was inferred, what counts and what does not" },
      ),
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

const CRM = { name: "read_crm", inputSchema: { type: "object" }, capabilities: ["private-data"] };

const PAGE = {
  name: "fetch_page",
  inputSchema: { type: "object" },
  capabilities: ["untrusted-content"],
};

const WEBHOOK = {
  name: "post_webhook",
  inputSchema: { type: "object" },
  capabilities: ["outbound"],
};

export default defineTool({
  id: "agent-capability-policy-auditor",
  name: "Agent Capability Policy Auditor",
  category: "Agent",
  description:
    "Tells what agents can do together: checks tools against a policy, finds unused grants, warns where private data, untrusted content and a way out meet.",
  keywords: [
    "agent",
    "approval",
    "capability",
    "delegation",
    "excessive agency",
    "exfiltration",
    "guardrails",
    "human in the loop",
    "least privilege",
    "lethal trifecta",
    "mcp",
    "permissions",
    "policy",
    "prompt injection",
    "security",
  ],
  aliases: ["capability-auditor"],
  version: "2026-11-23",

  input: INPUT,
  primary: "agents",
  value: VALUE,
  verb: "audit",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "what can my agents do together",
    "check agent permissions against a policy",
    "lethal trifecta check",
    "can this agent leak private data",
    "which tool grants are never used",
    "least privilege review of mcp tools",
    "find dangerous tool combinations",
    "agents with wildcard tool access",
    "does delegation give an agent more rights",
    "tools that need human approval",
    "infer capabilities from tool annotations",
    "data exfiltration risk of an agent",
    "our assistant reads mail, browses the web and sends messages, can it be tricked into stealing data",
    "who is allowed to do what among several bots",
    "over-permissioned agents, excessive rights and privilege escalation",
    "access control matrix of agents and the functions they may invoke",
    "toxic combination of permissions, security review before go-live",
    "confused deputy: a bot reaches admin functions through a helper bot",
    "which dangerous functions run without a human in the loop or sandbox",
    "assistant holds functions that could leak customer records to the outside",
    "bot has a database tool and a slack tool and reads tickets from strangers, is that dangerous",
    "berechtigungen von agenten prüfen",
    "auditar permisos de agentes de ia",
    "vérifier les droits des agents",
    "检查 智能体 工具 权限",
    "エージェントの権限を監査する",
    "qué permisos tienen los agentes y si pueden filtrar datos",
    "zu viele rechte für einen ki agenten",
    "droits excessifs et fuite de données d'un agent",
    "copilot may read our inbox and also post to the web, is that mix a risk",
    "which permissions did we hand our bots that they never need",
    "security team asks what the assistant could do in the worst case",
    "give the chatbot shell and internet access, safe or not",
    "OWASP LLM06 excessive agency, Meta agents rule of two, Simon Willison lethal trifecta, OPA, Cedar",
    "evaluate an agent fleet's tool grants for source-to-sink data flows and unneeded rights",
    "permissões dos agentes de ia, risco de vazamento de dados",
    "危险 工具 组合 数据 泄露 最小 权限",
    "権限が多すぎる ai エージェント 情報漏えい 最小権限",
  ],
  effort: 3,

  laws: [
    {
      name: "delegation only adds tools",
      holds(run, input) {
        const agents = run(input).value?.agents ?? [];
        return agents.every(({ tools, effectiveTools }) => {
          const effective = new Set(effectiveTools);
          return tools.every((name) => effective.has(name));
        });
      },
    },
    {
      name: "the order of agents changes nothing for any of them",
      holds(run, input) {
        if (!Array.isArray(input.agents)) return true;
        const { value } = run(input);
        const turned = run({ ...input, agents: input.agents.toReversed() }).value;
        return JSON.stringify(value?.agents.toReversed()) === JSON.stringify(turned?.agents);
      },
    },
    {
      name: "what is denied is held by nobody whom the policy names so",
      holds(run, input) {
        const { value } = run({ ...input, policy: { deny: { "*": ["*"] } } });
        return value?.agents.every(({ tools }) => tools.length === 0) ?? true;
      },
    },
  ],
  examples: [
    {
      title: "Private data, untrusted content and a way out",
      input: {
        agents: [{ id: "bot", tools: ["read_crm", "fetch_page", "post_webhook"] }],
        tools: [CRM, PAGE, WEBHOOK],
      },
      expect: {
        valid: false,
        errors: [{ code: "LETHAL_TRIFECTA", path: "/agents/0" }],
        value: {
          agents: [
            {
              trifecta: "direct",
              trifectaWitness: {
                privateData: "read_crm",
                untrustedContent: "fetch_page",
                outbound: "post_webhook",
              },
              score: 60,
            },
          ],
        },
      },
    },
    {
      title: "Reached by delegation, and approved by a person",
      input: {
        agents: [
          { id: "front", tools: ["fetch_page"], delegatesTo: ["back"] },
          { id: "back", tools: ["read_crm", "post_webhook"], humanApproval: ["post_*"] },
        ],
        tools: [CRM, PAGE, WEBHOOK],
      },
      expect: {
        valid: true,
        value: { agents: [{ trifecta: "mitigated" }, { trifecta: "none" }] },
        warnings: [{ code: "TRIFECTA_MITIGATED", path: "/agents/0" }],
      },
    },
    {
      title: "A policy that denies, and a tool known by its words",
      input: {
        agents: [{ id: "a", tools: ["*"] }],
        tools: [{ name: "delete_rows", input_schema: { type: "object" } }],
        policy: { deny: { "*": ["delete_*"] } },
      },
      expect: {
        valid: false,
        errors: [{ code: "POLICY_DENIED", path: "/agents/0/tools/0" }],
        value: {
          agents: [{ tools: [] }],
          tools: [
            {
              capabilities: ["write", "destructive"],
              source: "inferred",
              evidence: [
                { capability: "write", confidence: "high", from: ["name"], words: "delete rows" },
                { capability: "destructive", confidence: "high", words: "delete rows" },
              ],
            },
          ],
        },
      },
    },
    {
      title: "A grant nobody uses",
      input: {
        agents: [{ id: "a", tools: ["read_crm", "fetch_page"] }],
        tools: [CRM, PAGE],
        usage: { a: { read_crm: 12 } },
      },
      expect: {
        value: { agents: [{ unused: ["fetch_page"] }] },
        warnings: [{ code: "UNUSED_GRANT" }],
      },
    },
    {
      title: "A capability that is not known",
      input: {
        agents: [{ id: "a" }],
        tools: [{ name: "x", inputSchema: { type: "object" }, capabilities: ["outbond"] }],
      },
      expect: {
        ok: false,
        errors: [{ code: "CAPABILITY_UNKNOWN", path: "/tools/0/capabilities/0" }],
      },
    },
    {
      title: "No agents",
      input: { agents: [], tools: [CRM] },
      expect: { ok: false, error: { code: "AGENTS_MISSING" } },
    },
  ],

  run: (input) => auditCapabilities(input, unknownMembers(POLICY, input.policy, "/policy")),
});
