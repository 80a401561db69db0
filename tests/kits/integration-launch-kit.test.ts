import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import type { Static } from "@sinclair/typebox";
import { Ajv } from "ajv";
import MarkdownIt from "markdown-it";
import { parse as parseToml } from "smol-toml";
import { execute } from "../../app/run/inline.ts";
import { callsOf } from "../../app/run/chosen.ts";
import { normalise } from "../../app/run/normalise.ts";
import { ENTRIES } from "../../app/registry.ts";
import kit from "../../kits/integration-launch-kit.ts";
import { FIXED_CLOCK, runUnit, service } from "../support/run-unit.ts";
import { type Server, startServer } from "../support/server.ts";

type Value = Static<typeof kit.value>;
type Files = Readonly<Record<string, string>>;

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run({ failOn: "none", ...input }).value as Value;
const filesOf = ({ deliverables }: Value): Files =>
  Object.fromEntries(deliverables.map(({ name, content }) => [name, content]));

/** As `run`, of a service at another address. */
function runAt(publicUrl: string, given: object): Value {
  const { input } = normalise(kit as never, { failOn: "none", ...given }, {}, {});
  const job = { unit: kit as never, input, characters: 1000, clock: FIXED_CLOCK, calls: callsOf };
  return execute({ ...job, service: { ...service, publicUrl } }).value as Value;
}

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/launch-`);
});
afterAll(() => rm(folder, { recursive: true }));

async function save(files: Files): Promise<string> {
  const place = await mkdtemp(`${folder}/files-`);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(`${place}/${name}`), { recursive: true });
    await Bun.write(`${place}/${name}`, content);
  }
  return place;
}

const COMMANDS = {
  "call.sh": ["sh", "call.sh"],
  "call.mjs": ["node", "call.mjs"],
  "call.ts": [process.execPath, "call.ts"],
  "call.py": ["python3", "call.py"],
} as const;
type ProgramFile = keyof typeof COMMANDS;
const PROGRAM_FILES = Object.keys(COMMANDS) as ProgramFile[];

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function start(place: string, file: ProgramFile, env: object = {}): Promise<Ended> {
  const child = Bun.spawn([...COMMANDS[file]], {
    cwd: place,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

/** Keeps what it is sent, and answers as it is told. */
class Recorder {
  readonly bodies: string[] = [];
  readonly authorizations: (string | null)[] = [];
  answers: (() => Response)[] = [];
  readonly #server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      this.bodies.push(await request.text());
      this.authorizations.push(request.headers.get("authorization"));
      const [first, ...others] = this.answers;
      if (others.length > 0) this.answers = others;
      return first?.() ?? new Response("", { status: 404 });
    },
  });

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  stop(): Promise<void> {
    return this.#server.stop(true);
  }
}

const success = (result: object) => () =>
  Response.json({ success: true, tool_id: "base64", result, tokens_saved_estimate: 0 });

describe("programs against the running service", () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer("source");
  });
  afterAll(() => server.stop());

  const ODD = `"quotes" 'single' $HOME \`tick\` back\\slash\nline\r\ntab\t \u{1f600} é \u2028 \u0000 JSON`;
  const calls: readonly (readonly [toolId: string, toolInput: object | string | undefined])[] = [
    ["json-formatter", undefined],
    ["base64", { input: ODD, action: "encode" }],
    ["case-converter", "hello wide world"],
    ["json-formatter", { input: '{"a": 1.50}', action: "validate" }],
    ["uuid-generator", { action: "inspect", input: "x", uuid: "nope" }],
  ];
  test.each(calls)("%s, all four languages", async (toolId, toolInput) => {
    const value = runAt(server.base, { toolId, toolInput });
    expect(value.endpoint.base).toBe(server.base);
    const place = await save(filesOf(value));
    for (const file of PROGRAM_FILES) {
      const { code, out, err } = await start(place, file);
      const { call } = value;
      if (file === "call.sh") {
        const answer = JSON.parse(out) as { success: boolean; result: { output?: string } };
        expect(answer.success).toBe(call?.ok === true);
        expect(code).toBe(call?.ok ? 0 : 22);
      } else if (call?.ok) {
        expect({ file, code, err }).toEqual({ file, code: 0, err: "" });
        expect(out.startsWith(call.outputPreview)).toBe(true);
        expect(new Bun.CryptoHasher("sha256").update(out.slice(0, -1)).digest("hex")).toBe(
          call.outputSha256,
        );
      } else {
        expect({ file, code, out }).toEqual({ file, code: 1, out: "" });
        expect(err.startsWith(`${call?.errorCode}: `)).toBe(true);
        expect(err.trim().split("\n").length).toBeGreaterThan(1);
      }
    }
  });

  test("a picture is written as it is", async () => {
    const value = runAt(server.base, {
      toolId: "mermaid-renderer",
      toolInput: { input: "graph TD; a-->b", format: "png" },
      responseMode: "output",
      languages: ["javascript", "python"],
    });
    const place = await save(filesOf(value));
    for (const command of [COMMANDS["call.mjs"], COMMANDS["call.py"]]) {
      const child = Bun.spawn([...command], { cwd: place, stdout: "pipe" });
      const bytes = await new Response(child.stdout).bytes();
      expect([...bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    }
  });
});

describe("programs and what a service may answer", () => {
  let recorder: Recorder;
  let place = "";
  beforeAll(async () => {
    recorder = new Recorder();
    place = await save(filesOf(runAt(recorder.url, { toolId: "base64" })));
  });
  afterAll(() => recorder.stop());
  const others = PROGRAM_FILES.filter((file) => file !== "call.sh");

  test("all send the same bytes", async () => {
    recorder.answers = [success({ ok: true, output: "x" })];
    recorder.bodies.length = 0;
    for (const file of PROGRAM_FILES) await start(place, file);
    // The here-document of a shell ends with a line end.
    expect(new Set(recorder.bodies.map((body) => body.replace(/\n$/, ""))).size).toBe(1);
    expect(recorder.bodies).toHaveLength(4);
  });

  test.each(PROGRAM_FILES)("%s waits as it is told, and tries once more", async (file) => {
    const busy = (status: number) => () =>
      Response.json({}, { status, headers: { "retry-after": "1" } });
    recorder.bodies.length = 0;
    recorder.answers = [busy(429), success({ ok: true, output: "later" })];
    expect(await start(place, file)).toMatchObject({ code: 0 });
    expect(recorder.bodies).toHaveLength(2);
    recorder.bodies.length = 0;
    recorder.answers = [
      () =>
        Response.json(
          { success: false, error: { code: "BUSY", message: "Too many", hint: "Wait" } },
          { status: 503 },
        ),
    ];
    const { code, err } = await start(place, file);
    expect(recorder.bodies).toHaveLength(2);
    if (file === "call.sh") expect(code).toBe(22);
    else expect({ code, err }).toEqual({ code: 1, err: "BUSY: Too many\nWait\n" });
  });

  test.each(others)("%s prints the value where there is no output", async (file) => {
    recorder.answers = [success({ ok: true, value: { a: [1, "é"], b: null } })];
    const { code, out } = await start(place, file);
    expect({ code, out }).toEqual({ code: 0, out: '{"a":[1,"é"],"b":null}\n' });
  });

  test.each(others)("%s says in one line what is no answer", async (file) => {
    recorder.answers = [() => new Response("<html>", { headers: { "content-type": "x/json" } })];
    const { code, err } = await start(place, file);
    expect(code).toBe(1);
    expect(err).toMatch(/^CALL_FAILED: [^\n]+\n$/);
  });

  test.each(PROGRAM_FILES)("%s sends the key of the environment, or says which", async (file) => {
    const made = runAt(recorder.url, { toolId: "base64", auth: "bearer", keyVariable: "MY_KEY" });
    const keyed = await save(filesOf(made));
    recorder.answers = [success({ ok: true, output: "x" })];
    recorder.authorizations.length = 0;
    expect(await start(keyed, file)).toMatchObject({ code: 2, out: "" });
    expect((await start(keyed, file)).err).toContain("Set MY_KEY");
    expect(recorder.authorizations).toEqual([]);
    expect(await start(keyed, file, { MY_KEY: "pbx_a_b" })).toMatchObject({ code: 0 });
    expect(recorder.authorizations).toEqual(["Bearer pbx_a_b"]);
  });

  test("call.sh is a program of its own", async () => {
    recorder.answers = [success({ ok: true, output: "x" })];
    await chmod(`${place}/call.sh`, 0o755);
    const child = Bun.spawn([`${place}/call.sh`], { stdout: "pipe" });
    expect(await new Response(child.stdout).json()).toMatchObject({ success: true });
  });
});

test("TypeScript compiles under strict, with and without a key", async () => {
  for (const auth of ["none", "bearer"]) {
    const files = filesOf(valueOf({ toolId: "base64", languages: ["typescript"], auth }));
    const place = await save(files);
    const flags = [
      "--ignoreConfig",
      "--strict",
      "--noEmit",
      "--noUnusedLocals",
      "--noUncheckedIndexedAccess",
    ];
    const platform = ["--target", "es2022", "--module", "esnext", "--lib", "es2022,dom"];
    const tsc = `${process.cwd()}/node_modules/.bin/tsc`;
    const child = Bun.spawn([tsc, ...flags, ...platform, "--types", "", `${place}/call.ts`], {
      stdout: "pipe",
    });
    expect(await new Response(child.stdout).text()).toBe("");
    expect(await child.exited).toBe(0);
  }
});

describe("configurations are of the shapes that the clients document", () => {
  const ajv = new Ajv({ strict: false });
  const entry = (properties: object, required: readonly string[]) => ({
    type: "object",
    properties: {
      headers: { type: "object", additionalProperties: { type: "string" } },
      ...properties,
    },
    required,
    additionalProperties: false,
  });
  const file = (member: string, shape: object, others: object = {}) => ({
    type: "object",
    required: [member],
    additionalProperties: false,
    properties: {
      [member]: { type: "object", required: ["tools"], additionalProperties: shape },
      ...others,
    },
  });
  const url = { type: "string", format: undefined, pattern: "^https?://.+/mcp$" };
  const SHAPES: Readonly<Record<string, object>> = {
    "claude-code": file("mcpServers", entry({ type: { const: "http" }, url }, ["type", "url"])),
    codex: file("mcp_servers", entry({ url, bearer_token_env_var: { type: "string" } }, ["url"])),
    cursor: file("mcpServers", entry({ url }, ["url"])),
    vscode: file("servers", entry({ type: { const: "http" }, url }, ["type", "url"]), {
      inputs: { type: "array", items: { type: "object", required: ["id", "type", "description"] } },
    }),
    "gemini-cli": file("mcpServers", entry({ httpUrl: url }, ["httpUrl"])),
  };
  for (const scope of ["project", "user"]) {
    for (const auth of ["none", "bearer"]) {
      test(`${scope}, ${auth}`, () => {
        const value = valueOf({ scope, auth, serverName: "tools", languages: ["curl"] });
        const configs = value.deliverables.filter(({ name }) => name.includes("/"));
        expect(configs).toHaveLength(5);
        for (const { name, content } of configs) {
          const data = name.endsWith(".toml") ? parseToml(content) : JSON.parse(content);
          const validate = ajv.compile(SHAPES[name.split("/")[0] ?? ""] ?? false);
          expect({ name, ok: validate(data), errors: validate.errors }).toEqual({
            name,
            ok: true,
            errors: null,
          });
          expect(content).not.toMatch(/Bearer [A-Za-z0-9]/);
        }
      });
    }
  }
});

test("every tool can be launched with its own example", () => {
  const wrong = ENTRIES.filter(({ kind }) => kind === "tool").flatMap(({ id }) => {
    const { counts, verdict, checks, findings } = valueOf({ toolId: id });
    const isFine = verdict === "pass" && counts.failed === 0;
    return isFine ? [] : [{ id, findings, checks: checks.filter(({ ok }) => !ok) }];
  });
  expect(wrong).toEqual([]);
});

test("aliases and short names become ids", () => {
  expect(valueOf({ toolId: "json-format" }).tool?.id).toBe("json-formatter");
  expect(valueOf({ toolId: "uuid" }).tool?.id).toBe("uuid-generator");
});

test("tools that answer only in full are asked in full", () => {
  const files = filesOf(valueOf({ toolId: "context-pack-builder", responseMode: "output" }));
  expect(files["call.sh"]).toContain('"response_mode":"full"}');
});

test("what a tool does not read is told, and what it reads under another name is not", () => {
  const { findings, checks } = valueOf({
    toolId: "json-formatter",
    toolInput: { input: "{}", mode: "minify", Indent: 2, sortkey: true },
  });
  expect(findings.filter(({ severity }) => severity === "warning")).toEqual([
    expect.objectContaining({
      code: "INPUT_UNKNOWN_FIELD",
      path: "/toolInput/sortkey",
      expected: "sortKeys",
    }),
  ]);
  expect(checks.find(({ id }) => id === "input")?.ok).toBe(false);
});

test("checks stand in their order", () => {
  const ids = valueOf({ clients: ["codex"], toolInput: { input: "{}" } }).checks.map(
    ({ id }) => id,
  );
  expect(ids).toEqual([
    "endpoint",
    "schema",
    "input",
    "secrets",
    "call",
    "result",
    "config:codex",
    "curl",
  ]);
  expect(valueOf({ languages: ["python"] }).checks.map(({ id }) => id)).toContain("example");
  expect(valueOf({ languages: ["python"] }).checks.map(({ id }) => id)).not.toContain("curl");
});

describe("credentials never reach a file", () => {
  const TOKEN = `ghp_${"a1B2".repeat(9)}`;
  const KEY =
    "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----";
  test.each<[string, object | string, string]>([
    ["in a text", { input: `x ${TOKEN}` }, "/toolInput/input"],
    ["deep inside", { input: "x", more: [{ a: TOKEN }] }, "/toolInput/more/0/a"],
    ["over lines", { input: KEY }, "/toolInput/input"],
    ["by its name", { password: "hunter2-hunter2" }, "/toolInput/password"],
    ["as the input itself", `token ${TOKEN}`, "/toolInput"],
  ])("%s", (_, toolInput, path) => {
    const outcome = run({ toolId: "base64", toolInput });
    expect(outcome.error?.code ?? outcome.errors?.[0]?.code).toBe("SECRET_IN_INPUT");
    expect(outcome.errors?.[0]).toMatchObject({ code: "SECRET_IN_INPUT", path });
    const text = JSON.stringify(outcome);
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain("hunter2");
    expect(text).not.toContain("MIIEvQ");
    expect((outcome.value as Value).deliverables).toEqual([]);
  });
});

test("what cannot be launched", () => {
  expect(run({ toolId: "nothing-like-it" }).errors?.[0]).toMatchObject({
    code: "UNKNOWN_TOOL",
    path: "/toolId",
  });
  expect(run({ toolId: "prompt-regression-kit" }).errors?.[0]).toMatchObject({
    code: "TOOL_NOT_LAUNCHABLE",
    path: "/toolId",
  });
  expect(run({ toolId: kit.id }).errors?.[0]).toMatchObject({ code: "TOOL_NOT_LAUNCHABLE" });
  for (const name of ["endpoint", "url", "baseUrl", "host"]) {
    const { errors } = run({ [name]: "https://example.com" });
    expect(errors?.[0]).toMatchObject({ code: "UNKNOWN_FIELD", path: `/${name}` });
    expect(errors?.[0]?.hint).toContain("fixed");
  }
  const failed = run({ toolId: "base64", toolInput: { input: "%%%", action: "decode" } });
  expect(failed).toMatchObject({ ok: false, error: { code: "INTEGRATION_LAUNCH_KIT_FAILED" } });
  expect((failed.value as Value).deliverables).toHaveLength(11);
  expect(failed.errors?.[0]).toMatchObject({ code: "CALL_FAILED" });
});

test.each([
  ["https://tools.example.com", []],
  ["https://tools.example.com/base/path", []],
  ["http://[::1]:8787", ["ENDPOINT_LOOPBACK"]],
  ["http://localhost:1", ["ENDPOINT_LOOPBACK"]],
  ["http://tools.example.com", ["ENDPOINT_INSECURE"]],
  ["http://[2001:db8::1]:8787", ["ENDPOINT_INSECURE"]],
])("the address %s", (publicUrl, codes) => {
  const value = runAt(publicUrl, {});
  expect(value.findings.map(({ code }) => code)).toEqual(codes);
  expect(value.endpoint.mcp).toBe(`${publicUrl}/mcp`);
  expect(filesOf(value)["codex/.codex/config.toml"]).toContain(`${publicUrl}/mcp`);
  expect(value.checks.find(({ id }) => id === "curl")?.ok).toBe(true);
});

test("the page of the files is Markdown with its table and blocks", () => {
  const toolInput = { input: "a\n````\nb" };
  const readme =
    filesOf(valueOf({ toolId: "whitespace-normalizer", toolInput }))["README.md"] ?? "";
  const html = new MarkdownIt().render(readme);
  expect(html.match(/<table>/g) ?? []).toHaveLength(1);
  expect(html).toContain("````\nb");
  expect(html.match(/<h3>/g) ?? []).toHaveLength(6);
});
