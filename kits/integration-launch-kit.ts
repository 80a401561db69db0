import { type Static, Type } from "@sinclair/typebox";
import { mapOf, oneOf } from "../tools/_core/fields.ts";
import type { Outcome } from "../tools/_core/tool.ts";
import { INPUT_FAILURES } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import { quoted } from "../tools/_lib/text/shown.ts";
import convertCurl from "../tools/curl-converter.ts";
import formatJson from "../tools/json-formatter.ts";
import validate from "../tools/json-schema-validator.ts";
import configure from "../tools/mcp-config-generator.ts";
import redactLog from "../tools/sensitive-log-redaction-evidence.ts";
import formatToml from "../tools/toml-formatter.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx, type ToolFacts } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import { LANGUAGES, PROGRAMS, type Request } from "./integration-launch-kit/programs.ts";
import { CLIENTS, fileOf, PROFILES, writeReadme } from "./integration-launch-kit/readme.ts";
import {
  type Called,
  callOnce,
  checkCurl,
  checkEndpoint,
  checkResult,
  type Config,
  configureClients,
  credentialIn,
  describeTool,
  EXAMPLE,
  NO_CREDENTIAL,
  tellCall,
} from "./integration-launch-kit/stages.ts";

const ID = "integration-launch-kit";
const NAME = "Integration Launch Kit";

const FAILURES = {
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  UNKNOWN_TOOL: "There is no tool of that name",
  TOOL_NOT_LAUNCHABLE: "A kit cannot be launched, only a tool",
  SECRET_IN_INPUT: "The input holds a credential, which would be written into files",
  CALL_FAILED: "The tool refused the call",
  EXAMPLE_MISMATCH: "The tool's example does not come out as described",
  RESULT_INVALID: "The result does not fit the tool's published schema",
  CONFIG_INVALID: "A client's configuration cannot be read, or does not name the endpoint",
  CURL_MISMATCH: "The program in curl does not send the call",
  STAGE_FAILED: "A tool could not do its part",
  INTEGRATION_LAUNCH_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  INPUT_UNKNOWN_FIELD: "The tool does not read a member of toolInput",
  ENDPOINT_INSECURE: "The endpoint is http to a host that is not this machine",
  VARIABLE_UNSUPPORTED: "The client cannot read the variable, or not in this place",
} as const;

const FIXED = "The endpoint is fixed: it is the address of this service (serve --public-url)";

const INPUT = Type.Object({
  toolId: Type.String({
    description: "What to launch: id, alias or short name of a tool",
    default: "json-formatter",
  }),
  toolInput: Type.Optional(
    Type.Union([Type.String(), mapOf(Type.Unknown())], {
      description: "Input of the one real call; left out: that of the tool's first example",
    }),
  ),
  clients: Type.Array(oneOf(CLIENTS), {
    description: "Clients that get a configuration",
    minItems: 1,
    maxItems: CLIENTS.length,
    uniqueItems: true,
    default: [...CLIENTS],
  }),
  languages: Type.Array(oneOf(LANGUAGES), {
    description: "Languages that get a program",
    minItems: 1,
    maxItems: LANGUAGES.length,
    uniqueItems: true,
    default: [...LANGUAGES],
  }),
  serverName: Type.String({
    description: "What clients call the server",
    pattern: "^[a-z][a-z0-9-]{0,31}$",
    default: "utility-router",
  }),
  scope: oneOf(["project", "user"], {
    description: "Whose file of the client",
    default: "project",
  }),
  auth: oneOf(["none", "bearer"], {
    description: "bearer: the files refer to a key in the environment",
    default: "none",
  }),
  keyVariable: Type.String({
    description:
      "The variable of the environment that holds the key; the key itself is never sent here",
    pattern: "^[A-Z][A-Z0-9_]{0,63}$",
    default: "UTILITY_ROUTER_KEY",
  }),
  responseMode: oneOf(["full", "compact", "output"], {
    description: "What the programs ask for; full for a tool that answers with nothing less",
    default: "compact",
  }),
  failOn: failOnField("error"),
});

const COUNT = Type.Integer({ minimum: 0 });

const CHECK = Type.Object({ id: Type.String(), ok: Type.Boolean(), detail: Type.String() });

const VALUE = kitValue(
  {
    endpoint: Type.Object({ base: Type.String(), mcp: Type.String(), api: Type.String() }),
    tool: Type.Union([
      Type.Object({
        id: Type.String(),
        version: Type.String(),
        fields: Type.Array(Type.String(), { description: "Of its input, in their order" }),
        schemaTokens: Type.Integer({ minimum: 1, description: "Of its input schema, o200k_base" }),
      }),
      Type.Null(),
    ]),
    call: Type.Union([
      Type.Object({
        input: Type.Unknown({ description: "What was sent" }),
        ok: Type.Boolean(),
        valid: Type.Union([Type.Boolean(), Type.Null()]),
        errorCode: Type.Union([Type.String(), Type.Null()]),
        outputSha256: Type.String({ description: "Over the whole output, or the value as JSON" }),
        outputPreview: Type.String({ description: "Its first 500 characters", maxLength: 500 }),
      }),
      Type.Null(),
    ]),
    clients: Type.Array(
      Type.Object({
        id: oneOf(CLIENTS),
        path: Type.String({ description: "Where the client reads its file" }),
        cli: Type.Union([Type.String(), Type.Null()], {
          description: "The command that does the same",
        }),
        restart: Type.String({ description: "What makes the client read the file" }),
      }),
    ),
    languages: Type.Array(oneOf(LANGUAGES)),
    checks: Type.Array(CHECK, { description: "What was checked, in its order" }),
  },
  { checks: COUNT, failed: COUNT },
);

export type Input = Static<typeof INPUT>;

type Value = Static<typeof VALUE>;

type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;

const STAGES = {
  endpoint: null,
  schema: null,
  secrets: redactLog,
  call: null,
  result: validate,
  configs: configure,
  parse: formatJson,
  code: null,
  curl: convertCurl,
} as const;

const USES = [redactLog, validate, configure, formatJson, formatToml, convertCurl] as const;

/** What all stages have at hand. */
export interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: KitReport<Readonly<Record<keyof typeof STAGES, { readonly id: string } | null>>>;
  readonly checks: Static<typeof CHECK>[];
  readonly toolInput: string | Readonly<Record<string, unknown>>;
  /** The input is that of the tool's first example. */
  readonly usesExample: boolean;
}

export default defineKit({
  id: ID,
  name: NAME,
  category: "Developer",
  description:
    "Connects MCP clients and programs to this service: files for five clients, a call in four languages, and proof that it works.",
  keywords: [
    "api client",
    "bearer key",
    "claude code",
    "claude desktop",
    "codex",
    "connect",
    "cursor",
    "gemini cli",
    "getting started",
    "hello world",
    "install",
    "integration",
    "mcp client",
    "mcp config",
    "onboarding",
    "quickstart",
    "setup",
    "snippet",
    "vscode",
  ],
  aliases: ["client-launch-kit", "mcp-launch-kit"],
  version: "2026-11-27",
  uses: [...USES],
  chosen: ({ toolId }) => [toolId],

  input: INPUT,
  noFields: { endpoint: FIXED, url: FIXED, baseUrl: FIXED, host: FIXED },
  primary: "toolId",
  value: VALUE,
  verb: "launch",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "connect my coding assistant to this service",
    "set up this mcp server in claude code, cursor, vs code, codex and gemini",
    "give me a working curl, python and javascript example for one tool",
    "quickstart with config files for all mcp clients",
    "how do i call this api from my program",
    "generate client code for a tool and prove that the call works",
    "onboard a developer to the tool server in five minutes",
    "starter kit for calling a tool from typescript",
    "mcp config and code snippets with a bearer key from the environment",
    "verify that the integration works before i ship it",
    "write the settings of every editor for this endpoint",
    "i want to paste once and be sure that the tools are there",
    "launch an integration with one tool",
    "ready made script that calls the formatter over http",
    "retry on 429 in python without packages for this api",
    "add this service to my team's repository",
    "first call to the hosted endpoint with expected output",
    "smoke test of the service from my machine",
    "the agent does not see the tools yet, make the files for it",
    "hosted client profiles for the router",
    "ein programm und die mcp einstellungen für diesen dienst erzeugen",
    "wie binde ich diesen server in meinen editor ein",
    "conectar un cliente mcp a este servicio con ejemplo de código",
    "configurer mon éditeur et un script pour appeler ce service",
    "把 这个 服务 接入 编辑器 并 生成 调用 代码",
    "このサービスを呼び出す設定とコードを作る",
    "i have your address and a key, what do i put where in cursor",
    "show a first request in go, python or node that surely works",
    "new colleague starts monday and needs the tools in her editor",
    "can my nightly script call one of your calculators, give me the lines",
    "fetch, httpx, net/http, postman first call, hello world, sdk starter, onboarding for this endpoint",
    "emit ready client settings and runnable sample code for one operation here, with expected reply",
    "conectar meu editor a este serviço e testar a primeira chamada",
  ],
  effort: 3,
  isolated: true,

  laws: [
    filesLaw,
    {
      name: "all programs send the same bytes, and configurations name the endpoint",
      holds(run, input) {
        const { value } = run({ ...input, failOn: "none" });
        if (!value?.call) return true;
        const literals = value.deliverables.flatMap(({ name, content }) => {
          if (/\.(?:mjs|ts|py)$/.test(name)) {
            const [, literal = '""'] = /^(?:const )?BODY = (".*?");?$/m.exec(content) ?? [];
            return [JSON.parse(literal) as string];
          }
          return name.endsWith(".sh") ? [content.split("\n").at(-3) ?? ""] : [];
        });
        const configs = value.deliverables.filter(({ name }) => name.includes("/"));
        return (
          new Set(literals).size <= 1 &&
          literals.every((text) => text.startsWith('{"tool_id":')) &&
          configs.every(({ content }) => content.includes(value.endpoint.mcp))
        );
      },
    },
    {
      name: "the order of clients and languages changes only the order of files",
      holds(run, input) {
        const clients = Array.isArray(input.clients) ? input.clients : CLIENTS;
        const languages = Array.isArray(input.languages) ? input.languages : LANGUAGES;
        const filesFor = (...lists: [readonly unknown[], readonly unknown[]]) => {
          const [asked, written] = lists;
          const { value } = run({ ...input, clients: asked, languages: written } as never);
          // These two list what there is in its order.
          const files = (value?.deliverables ?? []).filter(
            ({ name }) => name !== "README.md" && name !== "verification.json",
          );
          return JSON.stringify(files.map(({ name, sha256 }) => name + sha256).toSorted());
        };
        return (
          filesFor(clients, languages) === filesFor(clients.toReversed(), languages.toReversed())
        );
      },
    },
  ],
  examples: [
    {
      title: "Everything by default",
      input: {},
      expect: {
        ok: true,
        valid: true,
        value: {
          tool: { id: "json-formatter" },
          call: { ok: true },
          counts: { failed: 0 },
        },
      },
    },
    {
      title: "One tool, one client, two languages",
      input: {
        toolId: "base64",
        toolInput: { input: "Hello, world!", action: "encode" },
        clients: ["cursor"],
        languages: ["python", "curl"],
      },
      expect: {
        ok: true,
        value: {
          call: { ok: true, outputPreview: "SGVsbG8sIHdvcmxkIQ==" },
          deliverables: [
            { name: "cursor/.cursor/mcp.json" },
            { name: "call.py" },
            { name: "call.sh" },
            { name: "verification.json" },
            { name: "README.md" },
          ],
        },
      },
    },
    {
      title: "A key that stays in the environment",
      input: { clients: ["codex"], languages: ["curl"], auth: "bearer", keyVariable: "TOOLS_KEY" },
      expect: { ok: true, value: { verdict: "pass", languages: ["curl"] } },
    },
    {
      title: "A tool that does not exist",
      input: { toolId: "json-formater" },
      expect: { ok: false, error: { code: "UNKNOWN_TOOL" } },
    },
  ],

  run(input, ctx): Result {
    const facts = ctx.service.tool(input.toolId);
    const usesExample = input.toolInput === undefined;
    const toolInput = (input.toolInput ?? facts?.example?.input ?? {}) as Work["toolInput"];
    const stages = { ...STAGES, call: facts?.kit === false ? facts : null };
    const report = new KitReport(ID, NAME, stages) as Work["report"];
    const work: Work = { input, ctx, report, checks: [], toolInput, usesExample };
    checkEndpoint(work);
    if (facts === null) return stopped("schema", unknownTool(work), work);
    if (facts.kit) return stopped("schema", notLaunchable(facts), work);
    const tool = describeTool(facts);
    const detail = `${counted(tool.fields.length, "field")}, ${counted(tool.schemaTokens, "token")}`;
    report.done("schema", detail);
    work.checks.push({ id: "schema", ok: true, detail });
    if (usesExample) report.skipped("secrets", `${EXAMPLE}; \`toolInput\` is looked at`);
    else {
      const path = credentialIn(work);
      if (path !== undefined) return stopped("secrets", secretInInput(path), work);
      report.done("secrets", NO_CREDENTIAL, "pass");
    }
    const called = callOnce(work, facts);
    checkResult(work, facts, called);
    const configs = configureClients(work);
    writePrograms(facts, configs, called, work);
    return conclude({ tool, called, configs }, work);
  },
});

type Stopping = Parameters<Work["report"]["stop"]>[1][number];

function unknownTool({ input, ctx }: Work): Stopping {
  const near = ctx.service.nearest(input.toolId);
  return {
    code: "UNKNOWN_TOOL",
    message: `Cannot launch ${quoted(input.toolId)}: found no tool of that name, expected an id`,
    path: "/toolId",
    hint: `Nearest: ${near.join(", ")}`,
  };
}

function notLaunchable({ id }: ToolFacts): Stopping {
  const message = `Cannot launch ${id}: found a kit, expected a tool`;
  return { code: "TOOL_NOT_LAUNCHABLE", message, path: "/toolId" };
}

function secretInInput(path: string): Stopping {
  const message =
    "Cannot write the input into files: found a credential, expected input without secrets";
  return { code: "SECRET_IN_INPUT", message, path };
}

function stopped(stage: "schema" | "secrets", error: Stopping, work: Work): Result {
  work.report.stop(stage, [error]);
  const { value, counts } = endOf(work);
  return work.report.conclude({
    value: { ...value, tool: null, call: null, clients: [], languages: [] },
    counts,
    failOn: work.input.failOn,
  });
}

function writePrograms(
  facts: ToolFacts,
  configs: readonly Config[],
  called: Called,
  work: Work,
): void {
  const { input, ctx, report, toolInput } = work;
  const { languages, auth, keyVariable } = input;
  const response_mode = facts.fullOnly ? "full" : input.responseMode;
  const request: Request = {
    toolId: facts.id,
    url: `${ctx.service.publicUrl}/api/run`,
    body: JSON.stringify({ tool_id: facts.id, input: toolInput, response_mode }),
    keyVariable: auth === "bearer" ? keyVariable : undefined,
  };
  for (const { client, content } of configs) report.file(fileOf(client), content);
  for (const language of languages) {
    const { file, write } = PROGRAMS[language];
    report.file(file, write(request));
  }
  report.done("code", counted(languages.length, "program"));
  if (languages.includes("curl")) checkCurl(work, request, PROGRAMS.curl.write(request));
  else report.skipped("curl", "There is no program in curl; `languages` would ask for one");
  const { value } = endOf(work);
  const call = tellCall(called, work);
  const tool = describeTool(facts);
  report.json("verification.json", { endpoint: value.endpoint, tool, call, checks: value.checks });
  report.file("README.md", writeReadme({ toolId: facts.id, called, configs }, work));
}

function endOf({ ctx, checks }: Work) {
  const { publicUrl } = ctx.service;
  const endpoint = { base: publicUrl, mcp: `${publicUrl}/mcp`, api: `${publicUrl}/api/run` };
  const failed = checks.filter(({ ok }) => !ok).length;
  return { value: { endpoint, checks }, counts: { checks: checks.length, failed } };
}

interface Made {
  readonly tool: ReturnType<typeof describeTool>;
  readonly called: Called;
  readonly configs: readonly Config[];
}

function conclude({ tool, called, configs }: Made, work: Work): Result {
  const { input, report } = work;
  const { value, counts } = endOf(work);
  const call = tellCall(called, work);
  const clients = configs.map(({ client, path, cli }) => {
    return { id: client, path, cli, restart: PROFILES[client].restart };
  });
  return report.conclude({
    value: { ...value, tool, call, clients, languages: input.languages },
    counts,
    failOn: input.failOn,
    output: {
      figures: `${tool.id} at ${value.endpoint.base}: ${counts.checks - counts.failed} of ${counted(counts.checks, "check")} passed; ${counted(clients.length, "client")}, ${counted(input.languages.length, "program")}`,
      next: [
        "Read `README.md`: where each file goes.",
        ...(call.ok ? [] : ["Correct `toolInput`: the call was refused."]),
        ...(input.auth === "bearer" ? [`Set \`${input.keyVariable}\` in the environment.`] : []),
        `Run \`${PROGRAMS[input.languages[0] ?? "curl"].run}\` and compare with the README.`,
      ],
    },
  });
}
