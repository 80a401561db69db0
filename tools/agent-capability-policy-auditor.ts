import { defineTool } from "./_core/tool.ts";
import { auditCapabilities } from "./agent-capability-policy-auditor/audit.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./agent-capability-policy-auditor/contract.ts";
import { CAPABILITY_LAWS } from "./agent-capability-policy-auditor/laws.ts";

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
    "exfiltration",
    "least privilege",
    "lethal trifecta",
    "mcp",
    "permissions",
    "policy",
    "prompt injection",
    "security",
  ],
  aliases: ["capability-auditor"],
  version: "2026-11-22",

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
  ],
  effort: 3,

  laws: CAPABILITY_LAWS,
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
          tools: [{ capabilities: ["destructive"], source: "inferred" }],
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

  run: auditCapabilities,
});
