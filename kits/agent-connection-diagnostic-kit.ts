import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../tools/_core/fields.ts";
import { fail, type Outcome } from "../tools/_core/tool.ts";
import { canonicalJson } from "../tools/_lib/json/tree/canonical.ts";
import type { JsonComment, JsonNode } from "../tools/_lib/json/tree/tree.ts";
import { writeJson } from "../tools/_lib/json/tree/write.ts";
import { readStructured } from "../tools/_lib/fields/structured-field.ts";
import { INPUT_FAILURES, inputInvalid, wrongForm } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import { quoted } from "../tools/_lib/text/shown.ts";
import diagnoseFailure from "../tools/api-failure-diagnostic.ts";
import checkJson from "../tools/json-formatter.ts";
import repairJson from "../tools/json-repair.ts";
import decodeToken from "../tools/jwt-decoder.ts";
import generate from "../tools/mcp-config-generator.ts";
import redactLog from "../tools/sensitive-log-redaction-evidence.ts";
import checkToml from "../tools/toml-formatter.ts";
import { deliverable } from "./_core/deliverable.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { writePage } from "./_core/page.ts";
import { KitReport } from "./_core/report.ts";
import { CLIENTS } from "./agent-connection-diagnostic-kit/clients.ts";
import {
  type GivenConfig,
  isConfig,
  readConfig,
} from "./agent-connection-diagnostic-kit/configs.ts";
import { diagnose, type Diagnosis } from "./agent-connection-diagnostic-kit/diagnose.ts";
import {
  endpointOf,
  factsOf,
  type Place,
  type Situation,
  systemOf,
} from "./agent-connection-diagnostic-kit/facts.ts";
import { checksScript, diagnosisText, issueText } from "./agent-connection-diagnostic-kit/files.ts";
import { messagesIn } from "./agent-connection-diagnostic-kit/messages.ts";
import { KINDS, LAYERS } from "./agent-connection-diagnostic-kit/rule.ts";
import { RULES } from "./agent-connection-diagnostic-kit/rules.ts";
import {
  type Found,
  type Show,
  shownFacts,
  shower,
} from "./agent-connection-diagnostic-kit/shown.ts";
import { Evidence } from "./agent-connection-diagnostic-kit/signs.ts";
import {
  checkSyntax,
  judgeBroken,
  judgeHttp,
  readTokens,
  repairConfigs,
  type Repaired,
} from "./agent-connection-diagnostic-kit/stages.ts";

/** Each code with what mends it. */
const FIXES: Readonly<Record<string, string>> = Object.fromEntries(
  RULES.map(({ code, fix }) => [code, fix]),
);

const CAUSES: Readonly<Record<string, string>> = Object.fromEntries(
  RULES.filter(({ kind }) => kind === "cause").map(({ code, fix }) => [code, fix]),
);

const FAILURES: Readonly<Record<string, string>> = {
  ...CAUSES,
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  EVIDENCE_MISSING: "There is neither evidence nor a configuration",
  AGENT_CONNECTION_DIAGNOSTIC_KIT_FAILED: "The gate is set, and a finding closes it",
};

const WARNINGS: Readonly<Record<string, string>> = {
  ...FIXES,
  NOTHING_RECOGNISED: "No rule fits; the message says what to paste next",
  SECRET_REDACTED: "Secrets were replaced by tokens; `received` says how many",
};

const SYSTEMS = ["macos", "linux", "windows"] as const;
const MOST_CONFIGS = 10;

const CONFIG = Type.Object(
  {
    client: Type.Optional(
      oneOf(CLIENTS, { description: "Whose it is; by path or content if not given" }),
    ),
    path: Type.Optional(Type.String({ description: "Where it stands", maxLength: 1000 })),
    text: Type.String({ description: "The whole file" }),
  },
  { additionalProperties: false },
);

const CONFIGS = Type.Array(CONFIG, { maxItems: MOST_CONFIGS });

const INPUT = Type.Object({
  evidence: Type.String({
    description:
      "What there is: error text, log, curl transcript, JSON-RPC lines, or one configuration; may be empty when configs are given",
    default: "",
  }),
  configs: Type.Union(
    [CONFIGS, Type.String({ description: "The text of one configuration, or the list's JSON" })],
    { description: "Configuration files of clients, at most 10", default: [] },
  ),
  client: Type.Optional(
    oneOf(CLIENTS, { description: "The client that cannot connect; by configs if not given" }),
  ),
  endpoint: Type.Optional(
    Type.String({
      description: "The MCP address, absolute; the first of configs or evidence if not given",
      maxLength: 2000,
    }),
  ),
  os: Type.Optional(oneOf(SYSTEMS, { description: "The client's; by paths if not given" })),
  expectTools: Type.Array(Type.String(), {
    description: "Tools that should be listed",
    maxItems: 200,
    default: [],
  }),
  redact: Type.Boolean({ description: "Replace secrets by tokens", default: true }),
  redactPii: Type.Boolean({ description: "Replace personal data, too", default: false }),
  failOn: failOnField("none"),
});

const COUNT = Type.Integer({ minimum: 0 });
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

const FACTS = Type.Object({
  client: Type.Union([oneOf(CLIENTS), Type.Null()]),
  era: Type.Union([oneOf(["legacy", "modern"]), Type.Null()], {
    description: "legacy begins with initialize; modern says its version with each request",
  }),
  protocolVersion: TEXT_OR_NULL,
  endpoint: TEXT_OR_NULL,
  statuses: Type.Array(Type.Integer(), { description: "Of HTTP, each once" }),
  http: Type.Union([Type.Object({ code: Type.String(), retry: Type.String() }), Type.Null()]),
  messages: Type.Array(
    Type.Object({
      id: TEXT_OR_NULL,
      method: TEXT_OR_NULL,
      outcome: oneOf(["result", "error", "none"]),
      errorCode: Type.Union([Type.Integer(), Type.Null()]),
    }),
    { description: "JSON-RPC, requests with their answers" },
  ),
  tools: Type.Array(Type.String(), { description: "That the server listed" }),
  tokens: Type.Array(
    Type.Object({
      expired: Type.Union([Type.Boolean(), Type.Null()]),
      expiresAt: TEXT_OR_NULL,
      audience: Type.Array(Type.String()),
    }),
  ),
});

const OWN = {
  reached: oneOf(["tools", "handshake", "http", "none"], { description: "How far it came" }),
  diagnoses: Type.Array(
    Type.Object({
      rank: Type.Integer({ minimum: 1 }),
      code: Type.String(),
      layer: oneOf(LAYERS),
      kind: oneOf(KINDS, {
        description: "A cause can be mended, a symptom comes of one, a note is no fault by itself",
      }),
      score: Type.Integer({ minimum: 0, maximum: 100 }),
      confidence: oneOf(["high", "medium", "low"]),
      explainedBy: TEXT_OR_NULL,
      evidence: Type.Array(
        Type.Object({
          source: Type.String({ description: "evidence, configs/<n> from 1, or fact" }),
          line: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
          text: Type.String(),
        }),
      ),
      fix: Type.String(),
      client: TEXT_OR_NULL,
    }),
    { description: "What is not explained first, causes first, the surest first" },
  ),
  facts: FACTS,
} as const;

const VALUE = kitValue(OWN, { causes: COUNT, symptoms: COUNT });

export type Input = Static<typeof INPUT>;

export type Facts = Pick<Static<typeof VALUE>, keyof typeof OWN>;

type Result = Outcome<Static<typeof VALUE>, string, string>;

export const STAGES = {
  redact: redactLog,
  configs: checkJson,
  toml: checkToml,
  http: diagnoseFailure,
  tokens: decodeToken,
  handshake: null,
  rules: null,
  repair: repairJson,
} as const;

const USES = [
  redactLog,
  checkJson,
  checkToml,
  diagnoseFailure,
  decodeToken,
  repairJson,
  generate,
] as const;

export interface Work {
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: KitReport<typeof STAGES>;
  /** As a file of JSON is written; undefined where it would be too long. */
  write(root: JsonNode, lastComments?: readonly JsonComment[]): string | undefined;
}

const ID = "agent-connection-diagnostic-kit";
const NAME = "Agent Connection Diagnostic Kit";

export default defineKit({
  id: ID,
  name: NAME,
  category: "Agent",
  description:
    "Says why a client cannot reach an MCP server or sees no tools, from what is pasted, with fixed configurations and checks.",
  keywords: [
    "claude code",
    "codex",
    "connection",
    "cursor",
    "debug",
    "disconnected",
    "handshake",
    "mcp",
    "mcp inspector",
    "mcp.json",
    "model context protocol",
    "oauth",
    "red dot",
    "session",
    "spawn enoent",
    "sse",
    "streamable http",
    "tls",
    "troubleshooting",
    "vscode",
  ],
  aliases: ["mcp-connection-diagnostic", "mcp-doctor"],
  version: "2026-11-27",
  uses: USES,

  input: INPUT,
  primary: "evidence",
  value: VALUE,
  verb: "diagnose",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "my mcp server does not connect",
    "why can the agent not reach the mcp server",
    "mcp server is connected but shows no tools",
    "spawn npx ENOENT in claude desktop",
    "MCP error -32000: Connection closed",
    "streamable http error session not found",
    "fix my mcp.json for vs code",
    "claude code mcp add fails with 401",
    "which member does codex read for headers of an mcp server",
    "server transport closed unexpectedly, what now",
    "unexpected token < is not valid json from an mcp server",
    "sse error non-200 status code 405",
    "oauth discovery of an mcp server fails",
    "mcp server works with curl and not in the client",
    "diagnose a client log of the model context protocol",
    "unsupported protocol version between client and server",
    "self signed certificate in certificate chain for mcp behind a proxy",
    "environment variable in mcp config is not expanded",
    "localhost mcp server from docker or chatgpt is refused",
    "connector cannot be added, registration of the client failed",
    "the assistant says that a tool is missing although the server runs",
    "write a bug report for an mcp connection problem without secrets",
    "mcp server verbindet sich nicht",
    "el servidor mcp no conecta con el cliente",
    "le serveur mcp ne répond pas dans le client",
    "mcp サーバーに接続できない",
    "mcp 服务器 连接 失败",
    "mcp сервер не подключается",
    "cursor shows a red dot and zero tools, the server runs fine in my terminal",
    "i pasted the config from the readme and the copilot cannot find the command",
    "it worked yesterday, now the editor says failed to reconnect",
    "bot asks me to log in again and again and then gives up",
    "mcp inspector, mcp-remote, npx ENOENT, windsurf, cline, 404 session, 406 not acceptable, stdio logs",
    "troubleshoot the handshake between an editor and a tool server from logs and settings",
    "o servidor mcp não conecta no editor",
  ],
  effort: 3,

  laws: [
    filesLaw,
    {
      name: "ranks are 1 to n, and what explains is among the diagnoses",
      holds(run, input) {
        const { diagnoses = [] } = run({ ...input, failOn: "none" }).value ?? {};
        const codes = new Set(diagnoses.map(({ code }) => code));
        return diagnoses.every(
          ({ rank, explainedBy }, at) =>
            rank === at + 1 && (explainedBy === null || codes.has(explainedBy)),
        );
      },
    },
    {
      name: "redaction changes no code",
      holds(run, input) {
        const codes = (redact: boolean) =>
          run({ ...input, redact, failOn: "none" }).value?.diagnoses.map(({ code }) => code);
        return canonicalJson(codes(true)) === canonicalJson(codes(false));
      },
    },
    {
      name: "a line that says nothing removes no diagnosis",
      holds(run, { evidence = "", ...rest }) {
        const codes = (text: string) =>
          (run({ ...rest, evidence: text, failOn: "none" }).value?.diagnoses ?? []).map(
            ({ code }) => code,
          );
        return (
          canonicalJson(codes(`${evidence}\nIt simply does not work.`)) ===
          canonicalJson(codes(evidence))
        );
      },
    },
    {
      name: "a fixed file is right in what it fixes",
      holds(run, { evidence: _evidence, ...input }) {
        const { configs } = input;
        if (!Array.isArray(configs)) return true;
        const { deliverables = [], diagnoses = [] } = run({ ...input, failOn: "none" }).value ?? {};
        return deliverables.every(({ name, content }) => {
          const [, number] = /^fixed\/(\d+)\./.exec(name) ?? [];
          const given = configs[Number(number) - 1];
          if (number === undefined || given === undefined) return true;
          const again = run({ ...input, configs: [{ ...given, text: content }], failOn: "none" });
          const left = new Set((again.value?.diagnoses ?? []).map(({ code }) => code));
          const own = diagnoses.filter(({ evidence }) =>
            evidence.some(({ source }) => source === `configs/${number}`),
          );
          return own.length === 0 || own.some(({ code }) => !left.has(code));
        });
      },
    },
  ],
  examples: [
    {
      title: "A session that the server forgot",
      input: {
        evidence:
          'Streamable HTTP error: Error POSTing to endpoint (HTTP 404): {"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}',
        client: "claude-code",
      },
      expect: {
        valid: false,
        errors: [{ code: "SESSION_EXPIRED", line: 1 }],
        value: {
          reached: "http",
          diagnoses: [{ rank: 1, code: "SESSION_EXPIRED", score: 85, confidence: "high" }],
          facts: { statuses: [404], messages: [{ outcome: "error", errorCode: -32_001 }] },
        },
      },
    },
    {
      title: "A configuration of another client, and one whose token has no scheme",
      input: {
        configs: [
          {
            path: ".vscode/mcp.json",
            text: '{"mcpServers":{"docs":{"url":"https://mcp.example.com/mcp","headers":{"Authorization":"${env:DOCS_TOKEN}"}}}}',
          },
        ],
      },
      expect: {
        valid: false,
        value: {
          diagnoses: [
            {
              code: "CONFIG_ROOT_KEY",
              fix: 'Put the server under the root member that this client reads. VS Code reads "servers" (.vscode/mcp.json).',
            },
            { code: "CONFIG_TYPE" },
          ],
          deliverables: [
            { name: "diagnosis.md" },
            {
              name: "fixed/1.json",
              content:
                '{\n  "servers": {\n    "docs": {\n      "type": "http",\n      "url": "https://mcp.example.com/mcp",\n      "headers": {\n        "Authorization": "${env:DOCS_TOKEN}"\n      }\n    }\n  }\n}\n',
            },
            { name: "checks.sh" },
            { name: "issue.md" },
          ],
        },
      },
    },
    {
      title: "Headers that Codex does not read",
      input: {
        configs:
          '[mcp_servers.docs] # ours\nurl = "https://mcp.example.com/mcp"\nheaders = { Authorization = "Bearer ${DOCS_TOKEN}", "X-Team" = "blue" }\n',
      },
      expect: {
        value: {
          facts: { client: "codex" },
          diagnoses: [{ code: "CONFIG_HEADERS_KEY", client: "codex" }, { code: "CONFIG_VARIABLE" }],
        },
      },
    },
    {
      title: "npx is not on the path of a desktop program",
      input: {
        evidence: "[error] spawn npx ENOENT\n[error] Server transport closed unexpectedly",
        client: "claude-desktop",
      },
      expect: {
        value: {
          reached: "none",
          diagnoses: [
            { code: "SPAWN_NOT_FOUND", explainedBy: null },
            { code: "SERVER_EXITED", explainedBy: "SPAWN_NOT_FOUND" },
          ],
        },
      },
    },
    {
      title: "Nothing to go by",
      input: { evidence: "It simply does not work." },
      expect: {
        valid: true,
        warnings: [{ code: "NOTHING_RECOGNISED" }],
        value: { verdict: "review" },
      },
    },
    {
      title: "Nothing at all",
      input: { evidence: " " },
      expect: { ok: false, error: { code: "EVIDENCE_MISSING" } },
    },
  ],

  // 100,000 characters of log take 60 to 200 ms: two hundred signs are looked for, and secrets; a configuration that is
  // no JSON, up to 500 ms, most of them for its repair.
  run(given, ctx): Result {
    const read = configsIn(given.configs);
    if ("failure" in read) return read.failure as Result;
    const isPasted = read.configs.length === 0 && isConfig(given.evidence);
    const configs = isPasted ? [{ text: given.evidence }] : read.configs;
    if (given.evidence.trim() === "" && configs.length === 0) return fail(EVIDENCE_MISSING);
    if (given.endpoint !== undefined && !/^[a-z][a-z0-9+.-]*:\/\/[^\s/]/i.test(given.endpoint)) {
      return inputInvalid([
        wrongForm("/endpoint", quoted(given.endpoint), "an absolute URL"),
      ]) as Result;
    }
    const report: Work["report"] = new KitReport(ID, NAME, STAGES, ctx.longestOutput);
    const write: Work["write"] = (root, lastComments) =>
      writeJson(root, { longest: ctx.longestOutput, lastComments });
    const work: Work = { ctx, report, write };
    const situation = situationOf(given, configs, work);
    const http = judgeHttp(situation.evidence, work);
    const repaired = repairConfigs(situation, work);
    const diagnoses = diagnose(situation, factsOf(situation)).map((one) =>
      one.rule.code === "CONFIG_SYNTAX"
        ? { ...one, fix: syntaxFix(one.fix, situation, repaired) }
        : one,
    );
    const show = shower(given, { situation, diagnoses, repaired }, work);
    const facts = shownFacts(situation, diagnoses, http, show);
    reportDiagnoses(facts, diagnoses, { ...situation, isPasted }, report);
    writeFiles(facts, { situation, repaired }, show, work);
    return report.conclude({
      value: { ...facts },
      counts: countsOf(facts),
      output: { figures: figuresOf(facts), next: nextSteps(facts, repaired) },
      failOn: given.failOn,
      ...(given.redact ? { redactedInput: show.input } : {}),
    });
  },
});

const EVIDENCE_MISSING = {
  code: "EVIDENCE_MISSING",
  message: "Cannot diagnose anything: found neither evidence nor a configuration, expected one",
  path: "/evidence",
} as const;

type Read = { readonly configs: readonly GivenConfig[] } | { readonly failure: Outcome };

/** A text is one configuration, unless it is the JSON of a list. */
function configsIn(given: Input["configs"]): Read {
  if (typeof given !== "string") return { configs: given };
  if (given.trim() === "") return { configs: [] };
  if (!/^\s*\[\s*(?:\{|\])/.test(given)) return { configs: [{ text: given }] };
  const read = readStructured(given, CONFIGS, "/configs");
  if (read.failure) return { failure: read.failure };
  return { configs: read.value };
}

/** No file is pointed to that is not there. */
function syntaxFix(fix: string, { configs }: Situation, { fixed }: Repaired): string {
  const broken = configs.filter(({ isBroken }) => isBroken);
  const mended = fixed.filter(({ config }) => config.isBroken);
  if (broken.length > 0 && mended.length === broken.length) return fix;
  const plain = "Correct the file at the named line.";
  if (mended.length === 0) return plain;
  const names = mended.map(({ config }) => `fixed/${config.number}.json`);
  return `${plain} The corrected text of what could be repaired is in ${names.join(", ")}.`;
}

function situationOf(given: Input, list: readonly GivenConfig[], work: Work): Situation {
  const { report } = work;
  const evidence = new Evidence(given.evidence);
  const read = list.map((config, at) => readConfig(config, at + 1, given.client));
  const syntax = checkSyntax(read, work);
  const configs = judgeBroken(read, work);
  const texts = [evidence.text, ...configs.map(({ text }) => text)];
  const tokens = readTokens(texts, work);
  const messages = messagesIn(evidence.text);
  const answered = messages.filter(({ outcome }) => outcome !== "none").length;
  report.done("handshake", `${counted(messages.length, "message")}, ${answered} answered`);
  return {
    evidence,
    configs,
    syntax,
    client: given.client ?? configs.find(({ client }) => client !== undefined)?.client ?? null,
    os: given.os ?? systemOf([...texts, ...configs.map(({ path = "" }) => path)]),
    endpoint: given.endpoint ?? endpointOf(configs, evidence),
    messages,
    tokens,
    expectTools: given.expectTools,
  };
}

function reportDiagnoses(
  { diagnoses }: Facts,
  found: readonly Diagnosis[],
  { syntax, isPasted }: Pick<Situation, "syntax"> & { readonly isPasted: boolean },
  report: Work["report"],
): void {
  for (const [at, shown] of diagnoses.entries()) {
    const { code, layer, kind, confidence, explainedBy, fix } = shown;
    const isSure = kind === "cause" && confidence === "high";
    const severity = explainedBy !== null ? "info" : isSure ? "error" : "warning";
    const [place] = found[at]?.places ?? [];
    const path = pathOf(place, isPasted);
    const line = place?.line ?? undefined;
    const why = code === "CONFIG_SYNTAX" ? [...syntax.values()][0]?.message : undefined;
    const message = `${why === undefined ? "" : `${why}. `}${fix}`;
    report.find(severity, "rules", { code, message, path, line, subject: layer });
  }
  if (diagnoses.length === 0) {
    const message =
      "No rule fits. Paste next: the client's log from its start, the answer of curl -i to a POST of initialize, and the client's configuration file";
    report.find("warning", "rules", { code: "NOTHING_RECOGNISED", message, path: "/evidence" });
  }
  const { causes, symptoms } = countsOf({ diagnoses });
  report.done(
    "rules",
    `${counted(causes, "cause")}, ${counted(symptoms, "symptom")}`,
    report.verdict,
  );
}

function pathOf(place: Place | undefined, isPasted: boolean): string | undefined {
  if (place?.config !== undefined && !isPasted) return `/configs/${place.config - 1}/text`;
  return place?.line === null || place === undefined ? undefined : "/evidence";
}

function countsOf({ diagnoses }: Pick<Facts, "diagnoses">) {
  const of = (wanted: string) => diagnoses.filter(({ kind }) => kind === wanted).length;
  return { causes: of("cause"), symptoms: of("symptom") };
}

function writeFiles(
  facts: Facts,
  { situation, repaired }: Pick<Found, "situation" | "repaired">,
  show: Show,
  { report }: Work,
): void {
  const fixed = repaired.fixed.flatMap((one) => {
    const text = show.fixed(one);
    const { hasLostComments } = one;
    const { number, format } = one.config;
    const name = `fixed/${number}.${format}`;
    return text === undefined ? [] : [{ name, text, hasLostComments }];
  });
  const told = {
    verdict: report.verdict,
    facts,
    expected: new Map(Array.from(repaired.expected, ([number, text]) => [number, show.text(text)])),
    fixedFiles: fixed,
  };
  const { endpoint } = facts.facts;
  const evidence = show.text(situation.evidence.text);
  const files = [
    ...fixed,
    ...(endpoint !== null && /^https?:/i.test(endpoint)
      ? [{ name: "checks.sh", text: checksScript(endpoint) }]
      : []),
    ...(evidence.trim() === "" ? [] : [{ name: "evidence.txt", text: evidence }]),
    { name: "issue.md", text: issueText(told, environmentOf(facts, situation, show), evidence) },
  ];
  const { verdict, stages, findings } = report;
  const page = writePage({
    title: NAME,
    figures: figuresOf(facts),
    next: nextSteps(facts, repaired),
    verdict,
    stages,
    findings,
    // Its own hash stands in no file.
    deliverables: files.map(({ name, text }) => deliverable(name, text)),
  });
  report.file("diagnosis.md", diagnosisText(page, told));
  for (const { name, text } of files) report.file(name, text);
}

function environmentOf({ facts }: Facts, { os, configs }: Situation, show: Show): string[] {
  const { client, endpoint, protocolVersion, era } = facts;
  return [
    `Client: ${client ?? "not known"}`,
    `System: ${os ?? "not known"}`,
    `Server: ${endpoint ?? "not known"}`,
    `Protocol: ${protocolVersion ?? era ?? "not known"}`,
    ...configs.flatMap(({ path }) =>
      path === undefined ? [] : [`Configuration: ${show.text(path)}`],
    ),
  ];
}

function figuresOf({ reached, diagnoses, facts }: Facts): string {
  const { causes, symptoms } = countsOf({ diagnoses });
  const [first] = diagnoses;
  const best = first === undefined ? "" : `; first: ${first.code} (${first.confidence})`;
  return `Reached: ${reached}; ${counted(causes, "cause")}, ${counted(symptoms, "symptom")}; client ${facts.client ?? "not known"}${best}`;
}

function nextSteps({ diagnoses, facts }: Facts, { fixed }: Repaired): string[] {
  const [first, second] = diagnoses.filter(({ explainedBy }) => explainedBy === null);
  const files = fixed.map(({ config }) => `fixed/${config.number}.${config.format}`);
  return [
    ...(first === undefined
      ? ["Paste the client's log and configuration as `evidence` and `configs`."]
      : [first, ...(second === undefined ? [] : [second])].map(
          ({ code, fix }) => `${code}: ${fix}`,
        )),
    ...(files.length === 0
      ? []
      : [
          `Compare ${files.join(", ")} with your file, put your secrets in, and restart the client.`,
        ]),
    ...(facts.endpoint === null
      ? ["Name the address as `endpoint`, to get checks.sh."]
      : ["Run checks.sh with MCP_TOKEN set: the first answer that is not good is where to look."]),
    ...(first === undefined ? [] : ["If that does not help, file issue.md with evidence.txt."]),
  ];
}
