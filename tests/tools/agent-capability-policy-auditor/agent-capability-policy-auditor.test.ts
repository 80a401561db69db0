import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { CAPABILITIES } from "../../../tools/agent-capability-policy-auditor/capability.ts";
import type { Value } from "../../../tools/agent-capability-policy-auditor.ts";
import tool from "../../../tools/agent-capability-policy-auditor.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run(input).value as Value;
const errors = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);
const warnings = (input: object) => run(input).warnings?.map(({ code, path }) => `${code} ${path}`);
const able = (name: string, ...capabilities: string[]) => ({
  name,
  inputSchema: { type: "object" },
  capabilities,
});

const READ = able("read", "private-data");
const FETCH = able("fetch", "untrusted-content");
const SEND = able("send", "outbound");
const ALL = [READ, FETCH, SEND];

describe("what a tool can do", () => {
  const of = (definition: object, more: object = {}) =>
    valueOf({ agents: [{ id: "a" }], tools: [definition], ...more }).tools[0];

  test("overrides win over declarations, declarations over what is inferred", () => {
    expect(of(able("send", "money"))).toEqual({
      name: "send",
      capabilities: ["money"],
      source: "declared",
      evidence: [],
    });
    expect(of(able("send"))?.capabilities).toEqual([]);
    expect(of(able("send", "money"), { overrides: { send: [] } })).toEqual({
      name: "send",
      capabilities: [],
      source: "override",
      evidence: [],
    });
  });

  test("what is read from words alone is said", () => {
    const guess = { name: "delete_rows", inputSchema: {} };
    const sure = { name: "drop_table", inputSchema: {}, annotations: { destructiveHint: true } };
    const input = { agents: [{ id: "a" }], tools: [guess, sure, able("kill"), { name: "x" }] };
    expect(warnings(input)).toEqual(["CAPABILITY_INFERRED /tools/0"]);
  });

  test("the shape of the definition does not matter", () => {
    const chat = {
      type: "function",
      function: { name: "send", parameters: {}, capabilities: ["money"] },
    };
    expect(of(chat)?.capabilities).toEqual(["money"]);
    expect(of({ functionDeclarations: [{ name: "delete_row" }] })?.capabilities).toEqual([
      "write",
      "destructive",
    ]);
  });

  test("two tools of one name can do what either can", () => {
    const tools = [able("x", "write"), able("x", "money")];
    expect(valueOf({ agents: [{ id: "a" }], tools }).tools).toEqual([
      { name: "x", capabilities: ["write", "money"], source: "declared", evidence: [] },
    ]);
  });
});

describe("the trifecta", () => {
  const trifecta = (agents: object[], policy: object = {}) =>
    valueOf({ agents, tools: ALL, policy }).agents.map((agent) => agent.trifecta);
  const all = ["read", "fetch", "send"];

  test("direct, by one tool with all three legs too", () => {
    expect(trifecta([{ id: "a", tools: all }])).toEqual(["direct"]);
    const mail = able("mail", "private-data", "untrusted-content", "outbound");
    const { agents } = valueOf({ agents: [{ id: "a", tools: ["mail"] }], tools: [mail] });
    expect(agents[0]).toMatchObject({
      trifecta: "direct",
      trifectaWitness: { privateData: "mail", untrustedContent: "mail", outbound: "mail" },
      score: 60,
    });
  });

  test("by delegation, through several and in circles", () => {
    const agents = [
      { id: "a", tools: ["read"], delegatesTo: ["b"] },
      { id: "b", tools: ["fetch"], delegatesTo: ["c"] },
      { id: "c", tools: ["send"], delegatesTo: ["b", "nobody"] },
    ];
    expect(trifecta(agents)).toEqual(["delegated", "none", "none"]);
    expect(errors({ agents, tools: ALL })).toEqual([
      "LETHAL_TRIFECTA_DELEGATED /agents/0",
      "DELEGATE_UNKNOWN /agents/2/delegatesTo/1",
    ]);
    expect(warnings({ agents, tools: ALL })).toEqual(["DELEGATION_CYCLE /agents/1"]);
  });

  test("approval of all that sends mitigates, of some of it does not", () => {
    const tools = [...ALL, able("post", "outbound")];
    const agent = { id: "a", tools: ["*"] };
    const of = (humanApproval: string[]) =>
      valueOf({ agents: [{ ...agent, humanApproval }], tools }).agents[0]?.trifecta;
    expect(of(["send"])).toBe("direct");
    expect(of(["send", "post"])).toBe("mitigated");
    expect(of(["*s*"])).toBe("mitigated");
  });

  test("the approval counts of whoever sends", () => {
    const agents = [
      { id: "a", tools: ["read", "fetch"], delegatesTo: ["b"], humanApproval: ["send"] },
      { id: "b", tools: ["send"] },
    ];
    expect(trifecta(agents)).toEqual(["delegated", "none"]);
  });

  test("a policy may allow it", () => {
    const policy = { allowTrifecta: ["a"] };
    expect(trifecta([{ id: "a", tools: all }], policy)).toEqual(["mitigated"]);
  });

  test("scores", () => {
    const score = (agent: object, tools: object[] = ALL) =>
      valueOf({ agents: [{ id: "a", ...agent }], tools }).agents[0]?.score;
    expect(score({ tools: all })).toBe(60);
    expect(score({ tools: all, sandbox: true })).toBe(40);
    expect(score({ tools: all, humanApproval: ["*"] })).toBe(40);
    expect(score({ sandbox: true })).toBe(0);
    const everything = able("x", ...CAPABILITIES);
    expect(score({ tools: ["x"] }, [everything])).toBe(100);
  });
});

describe("the policy", () => {
  test("deny wins over allow; what is denied is not held and needs no approval", () => {
    const input = {
      agents: [{ id: "a", tools: ["s*", "send"] }],
      tools: ALL,
      policy: { allow: { a: ["send"] }, deny: { "*": ["send"] }, requireApproval: ["outbound"] },
    };
    expect(errors(input)).toEqual([
      "POLICY_DENIED /agents/0/tools/0",
      "POLICY_DENIED /agents/0/tools/1",
    ]);
    expect(valueOf(input).agents[0]?.tools).toEqual([]);
  });

  test("allow binds only the agents it speaks of", () => {
    const agents = ["web-1", "other"].map((id) => ({ id, tools: ["read", "fetch"] }));
    const policy = { allow: { "web-*": ["fetch"] } };
    expect(errors({ agents, tools: ALL, policy })).toEqual([
      "POLICY_NOT_ALLOWED /agents/0/tools/0",
    ]);
  });

  test("capabilities that are forbidden, approval that is missing, too many tools", () => {
    const agents = [{ id: "a", tools: ["read", "send"], humanApproval: ["rea*"] }];
    const policy = {
      forbidCapabilities: { a: ["outbound", "money"] },
      requireApproval: ["private-data", "outbound"],
      maxTools: 1,
    };
    expect(errors({ agents, tools: ALL, policy })).toEqual([
      "CAPABILITY_FORBIDDEN /agents/0",
      "APPROVAL_MISSING /agents/0/humanApproval",
      "TOO_MANY_TOOLS /agents/0/tools",
    ]);
  });

  test("patterns of everything and of nothing", () => {
    const agents = [{ id: "a", tools: ["*", "gone_*"] }];
    expect(warnings({ agents, tools: [READ] })).toEqual([
      "WILDCARD_GRANT /agents/0/tools/0",
      "PATTERN_UNMATCHED /agents/0/tools/1",
    ]);
    expect(valueOf({ agents, tools: [READ] }).agents[0]?.unmatched).toEqual(["gone_*"]);
  });

  test("privileges by delegation", () => {
    const agents = [
      { id: "a", delegatesTo: ["b"] },
      { id: "b", tools: ["x"] },
    ];
    const input = { agents, tools: [able("x", "write", "execute", "secrets")] };
    expect(run(input).warnings).toMatchObject([
      { code: "PRIVILEGE_BY_DELEGATION", path: "/agents/0", received: ["execute", "secrets"] },
    ]);
  });

  test("usage: what was never called; what is not granted does not matter", () => {
    const agents = [
      { id: "a", tools: ["read", "send"] },
      { id: "b", tools: ["read"] },
    ];
    const usage = { a: { read: 1, send: 0, fetch: 9 } };
    expect(valueOf({ agents, tools: ALL, usage }).agents.map(({ unused }) => unused)).toEqual([
      ["send"],
      ["read"],
    ]);
    expect(valueOf({ agents, tools: ALL }).agents[0]?.unused).toEqual([]);
  });
});

test("the table", () => {
  const input = {
    agents: [{ id: "a|b", tools: ["*"] }, { id: "c" }],
    tools: [READ, able("see", "private-data")],
  };
  expect(run(input).output).toBe(
    [
      "| Agent | private-data | Trifecta | Score |",
      "| --- | --- | --- | --- |",
      "| a\\|b | read +1 | none | 10 |",
      "| c | – | none | 0 |",
    ].join("\n"),
  );
});

describe("laws", () => {
  const patterns = fc.subarray(["*", "re*", "fetch", "send", "none"]);
  const agent = fc.record({ tools: patterns, humanApproval: patterns });
  const policy = fc.record({
    deny: fc.constantFrom({}, { "*": ["fetch"] }),
    allow: fc.constantFrom({}, { "*": ["read"] }),
    requireApproval: fc.subarray(["outbound", "private-data"]),
  });
  const codes = (input: object) =>
    (run(input).errors ?? []).map(({ code, received }) => `${code} ${JSON.stringify(received)}`);

  test("granting more never removes an error, approving more never adds one", () => {
    fc.assert(
      fc.property(agent, patterns, policy, (given, more, rules) => {
        const of = (one: object) =>
          codes({ agents: [{ id: "a", ...one }], tools: ALL, policy: rules });
        const before = of(given);
        const granted = of({ ...given, tools: [...given.tools, ...more] });
        for (const code of before.filter((found) => !found.startsWith("LETHAL")))
          expect(granted).toContain(code);
        if (before.some((found) => found.startsWith("LETHAL"))) {
          expect(granted.some((found) => found.startsWith("LETHAL"))).toBe(true);
        }
        const approved = of({ ...given, humanApproval: [...given.humanApproval, ...more] });
        for (const code of approved) expect(before).toContain(code);
      }),
    );
  });
});

describe("bad input", () => {
  test("fields that are missing, twice or of another shape", () => {
    const agents = [{ id: "a" }];
    expect(errors({})).toEqual(["AGENTS_MISSING /agents"]);
    expect(errors({ agents })).toEqual(["TOOLS_MISSING /tools"]);
    expect(errors({ agents, tools: [] })).toEqual(["TOOLS_MISSING /tools"]);
    expect(errors({ agents, tools: { tools: [] } })).toEqual(["TOOLS_MISSING /tools"]);
    expect(errors({ agents, tools: [7] })).toEqual(["TOOL_SHAPE_UNKNOWN /tools/0"]);
    expect(errors({ agents: [...agents, { id: "a" }], tools: ALL })).toEqual([
      "DUPLICATE_AGENT_ID /agents/1/id",
    ]);
    expect(errors({ agents, tools: ALL, policy: { requireApproval: ["x"] } })).toEqual([
      "CAPABILITY_UNKNOWN /policy/requireApproval/0",
    ]);
    expect(errors({ agents, tools: ALL, overrides: { "a/b": ["write", "wr"] } })).toEqual([
      "CAPABILITY_UNKNOWN /overrides/a~1b/1",
    ]);
    expect(errors({ agents: "[", tools: ALL })).toEqual(["JSON_SYNTAX /agents"]);
    expect(errors({ agents: [{ tools: [] }], tools: ALL })).toEqual(["REQUIRED /agents/0/id"]);
  });

  test("members of the policy that nobody knows", () => {
    const input = { agents: [{ id: "a" }], tools: ALL, policy: { requireAproval: ["write"] } };
    expect(warnings(input)).toEqual(["UNKNOWN_FIELD /policy/requireAproval"]);
  });

  test("names that every object has", () => {
    const names = ["__proto__", "constructor", "toString"];
    const input = {
      agents: [{ id: "constructor", tools: ["*"] }],
      tools: names.map((name) => able(name)),
      usage: {},
      policy: {},
      overrides: {},
    };
    expect(valueOf(input).agents[0]?.unused).toEqual(names);
  });

  test("200 agents with 1,000 tools, all denied: the count is whole, the list is not", () => {
    const tools = Array.from({ length: 1000 }, (_, at) => able(`t${at}`, "write"));
    const agents = Array.from({ length: 200 }, (_, at) => ({ id: `a${at}`, tools: ["t*"] }));
    const { value, errors: listed } = run({ agents, tools, policy: { deny: { "*": ["t*"] } } });
    expect((value as Value).violations).toBe(200_000);
    expect(listed).toHaveLength(101);
  });
});
