/** What holds for every kit besides what holds for every unit. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import MarkdownIt from "markdown-it";
import Papa from "papaparse";
import { parse as parseHtml } from "parse5";
import { SaxesParser } from "saxes";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import type { Unit } from "../../app/registry-entry.ts";
import { ENTRIES } from "../../app/registry.ts";
import { reduce } from "../../app/run/assemble.ts";
import { runWhole } from "../../app/run/run.ts";
import { within } from "../../app/run/terms.ts";
import type { Result } from "../../app/run/types.ts";
import { verify } from "../../app/run/verify.ts";
import type { Deliverable } from "../../kits/_core/deliverable.ts";
import { host, units } from "../support/run-unit.ts";

const kits = units.filter((unit): unit is Extract<Unit, { uses: unknown }> => "uses" in unit);

interface KitValue {
  readonly verdict: string;
  readonly stages: readonly {
    readonly id: string;
    readonly tool_id: string;
    readonly status: string;
  }[];
  readonly deliverables: readonly Deliverable[];
  readonly receipt: Readonly<Record<string, unknown>>;
}

async function resultOf(unit: Unit, input: unknown, options?: object): Promise<Result> {
  const request = { tool_id: unit.id, input, options };
  const { body } = await runWhole(request, host, within(Infinity));
  return JSON.parse(JSON.stringify(body.result)) as Result;
}

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/deliverables-`);
  // Programs for a package's own users find it there.
  await symlink(`${process.cwd()}/node_modules`, `${folder}/node_modules`);
});
afterAll(() => rm(folder, { recursive: true }));

async function ends(...command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return (await child.exited) === 0 ? "" : out + err;
}

const TSC = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--target", "es2022"];
const PLATFORM = ["--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2022,dom"];

/** What reads a file of the ending in life; gives what it complains of. */
const READERS: Readonly<Record<string, (file: Deliverable, path: string) => unknown>> = {
  json: ({ content }) => void JSON.parse(content),
  sarif: ({ content }) => void JSON.parse(content),
  // Every text is HTML; what was left of it is for the kit's own test.
  html: ({ content }) => void parseHtml(content),
  diff: (_, path) => ends("git", "apply", "--numstat", path),
  jsonl: ({ content }) =>
    void content
      .split("\n")
      .filter(Boolean)
      .forEach((line) => JSON.parse(line)),
  yaml: ({ content }) => void parseYaml(content),
  toml: ({ content }) => void parseToml(content),
  xml: ({ content }) => {
    const parser = new SaxesParser();
    parser.on("error", (error) => {
      throw error;
    });
    parser.write(content).close();
  },
  csv: ({ content }) => {
    const { data, errors } = Papa.parse<string[]>(content.replace(/\n$/, ""));
    const widths = new Set(data.map((row) => row.length));
    return widths.size > 1
      ? `rows of ${[...widths].join(", ")} cells`
      : errors.find(({ type }) => type !== "Delimiter");
  },
  md: ({ content }) => {
    const html = new MarkdownIt().render(content);
    // A table that is none stays a paragraph of bars.
    return /<p>\|[^]*?\|[ -]*---/.exec(html)?.[0];
  },
  txt: () => undefined,
  conf: () => undefined,
  http: ({ content }) => {
    const [head = "", ...body] = content.split("\n\n");
    const [start = "", ...fields] = head.split("\n");
    const isField = (line: string) => /^[a-z][a-z0-9-]*: [ -~]+$/.test(line);
    const isMessage = start.endsWith(" HTTP/1.1") && fields.every(isField) && body.length > 0;
    return isMessage ? undefined : head;
  },
  sh: (_, path) => ends("sh", "-n", path),
  mjs: (_, path) => ends("node", "--check", path),
  py: (_, path) =>
    ends("python3", "-c", `compile(open(${JSON.stringify(path)}).read(), "x", "exec")`),
  ts: (_, path) => ends(`${process.cwd()}/node_modules/.bin/tsc`, ...TSC, ...PLATFORM, path),
};

/** The texts of data; names of members are none. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) yield* textsIn(member);
  }
}

/** The words a schema fixes; files may be called by them. */
function* fixedWords(schema: unknown): Generator<string> {
  if (typeof schema !== "object" || schema === null) return;
  if ("const" in schema && typeof schema.const === "string") yield schema.const;
  if ("enum" in schema && Array.isArray(schema.enum)) yield* textsIn(schema.enum);
  for (const member of Object.values(schema)) yield* fixedWords(member);
}

const IDS: ReadonlySet<string> = new Set(ENTRIES.map(({ id }) => id));
const HASH_OR_TIME = /^(?:[0-9a-f]{64}|\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?|pass|review|fail)$/;

/** Texts of a receipt that are neither ids, times, hashes nor what the kit itself calls its stages. */
function otherTexts({ receipt, stages }: KitValue): string[] {
  const known = new Set([...IDS, ...stages.map(({ id }) => id)]);
  const { options: _options, ...others } = receipt;
  return [...textsIn(others)].filter((text) => !known.has(text) && !HASH_OR_TIME.test(text));
}

const SPECIFICATION = {
  openapi: "3.0.3",
  info: { title: "t", version: "1" },
  paths: { "/a": { get: { responses: { "200": { description: "ok" } } } } },
};
const RELEASE = { name: "shop", version: "1.0.0" };

/** For each kit inputs of which a stage ends the run, by that stage; none where only the input itself can be refused. */
const ENDED: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  "accessibility-remediation-kit": { parse: { html: "<p>x</p>", rules: ["image-nam"] } },
  "agent-connection-diagnostic-kit": {},
  "agent-run-forensics-handoff-kit": { events: { trace: "[" } },
  "agent-tool-call-replay-kit": { read: { recording: [] } },
  "api-migration-kit": {
    surface: { before: { openapi: "1.0" }, after: SPECIFICATION },
    match: {
      before: SPECIFICATION,
      after: SPECIFICATION,
      mapping: [{ from: "GET /none", to: "GET /a" }],
    },
    calls: { before: SPECIFICATION, after: SPECIFICATION, calls: "curl 'http://x" },
  },
  "ci-failure-review-kit": { compare: { report: "no report" } },
  "configuration-migration-kit": { read: { source: "{", rules: [] } },
  "context-budget-planning-kit": {
    count: { components: [{ name: "a", kind: "system", text: "x", tokens: 5 }] },
    limits: { components: [{ name: "a", kind: "system", text: "x" }], model: "no-such-model" },
  },
  "contract-release-gate-kit": {
    surface: { contracts: [{ id: "a", kind: "openapi", before: SPECIFICATION, after: {} }] },
    compatibility: { contracts: [{ id: "a", before: {}, after: { type: 5 } }] },
  },
  "evaluation-dataset-qa-kit": {
    read: { dataset: "" },
    rows: { dataset: [{ a: 1 }, { b: 2 }] },
  },
  "file-verification-handoff-kit": {
    compare: {
      job: {
        kit: "file-verification-handoff-kit",
        version: 1,
        files: [{ id: "a", name: "a", bytes: 1, mediaType: "text/plain", sha256: "0".repeat(64) }],
        options: { expected: "no list" },
      },
    },
  },
  "finance-scenario-memo-kit": {},
  "http-security-remediation-kit": { parse: { headers: "" } },
  "integration-launch-kit": {
    schema: { toolId: "no-such-tool" },
    secrets: { toolId: "json-formatter", toolInput: `ghp_${"a1B2c3D4e5F6".repeat(3)}` },
  },
  "large-payload-reduction-kit": { read: { payload: "{", kind: "json" } },
  "mermaid-diagram-delivery-kit": {
    parse: {
      job: {
        kit: "mermaid-diagram-delivery-kit",
        version: 1,
        files: [],
        options: { diagrams: [{ id: "a", source: "pie" }], background: "no colour" },
      },
    },
  },
  "offline-api-batch-production-kit": {
    rows: { rows: "[]", model: "gpt-5", prompt: "x" },
    template: { rows: [{ a: 1 }], model: "gpt-5", prompt: "{{a" },
  },
  "pdf-deliverable-assembly-kit": {},
  "product-contract-review-kit": {
    read: { surfaces: [{ name: "api", kind: "openapi", content: "{" }] },
  },
  "prompt-regression-kit": { read: { tests: "[", outputs: ["x"] } },
  "provider-message-migration-kit": { read: { fixtures: { hello: 1 } } },
  "rag-evidence-preparation-kit": {},
  "release-evidence-kit": {
    scan: { release: RELEASE, sarif: "{" },
    dependencies: {
      release: RELEASE,
      manifest: "{",
      lockfile: { lockfileVersion: 3, packages: { "": {} } },
    },
    artifacts: { release: RELEASE, artifacts: [{ path: "../a", content: "" }] },
  },
  "structured-output-recovery-kit": { rescue: { text: "{}", schema: { type: 5 } } },
  "tool-schema-publishing-kit": {
    source: { source: "(" },
    matrix: { tools: [5] },
    definitions: { tools: [{ name: "a", inputSchema: { properties: { a: { $ref: "#/b" } } } }] },
    drift: { tools: [{ name: "a", inputSchema: { type: "object" } }], previous: [5] },
  },
  "webhook-normalization-kit": {
    detect: { body: '{"hello":"world"}' },
    body: { body: "{", provider: "github" },
  },
};

test("it is known of every kit which stages end its run", () => {
  expect(Object.keys(ENDED)).toEqual(kits.map(({ id }) => id));
});

test("kits that take a job and its manifest work in the browser, and no others", () => {
  const withJob = kits.filter(({ input }) => "job" in input.properties);
  const inBrowser = kits.filter(({ browser = false }) => browser);
  expect(inBrowser.map(({ id }) => id)).toEqual(withJob.map(({ id }) => id));
});

for (const kit of kits) {
  describe(kit.id, () => {
    for (const [stage, input] of Object.entries(ENDED[kit.id] ?? {})) {
      test(`stage ${stage} ends the run, and the page says so`, async () => {
        const { ok, output = "", value, errors, error } = await resultOf(kit, input);
        const { verdict, stages } = value as KitValue;
        const ended = stages.filter(({ status }) => status === "failed").map(({ id }) => id);
        expect({ ok, verdict, ended }).toEqual({ ok: false, verdict: "fail", ended: [stage] });
        expect(output).toStartWith(
          `# ${kit.name}: FAIL\n\nStage ${stage} ended the run\n\n## Stages\n`,
        );
        expect(output).toContain(`| error | ${error?.code} |`);
        expect(output).toEndWith("Then run again.");
        expect(errors[0]?.code).toBe(error?.code ?? "");
      });
    }

    for (const { title, input, options } of kit.examples) {
      test(`${title}: the receipt can be verified and shows nothing of the input`, async () => {
        const { value } = await resultOf(kit, input, options);
        if (value === null) return;
        const { receipt, deliverables } = value as KitValue;
        const { body } = await verify({ receipt, input }, host);
        expect(body).toMatchObject({ success: true, verified: true });
        const shown = otherTexts(value as KitValue);
        expect(shown).toEqual(deliverables.map(({ name }) => name));
        const given = [...textsIn(input)].filter((text) => text.length > 2 && !IDS.has(text));
        const words = new Set(fixedWords(kit.input));
        const told = given.filter((text) => !words.has(text) && shown.join("\n").includes(text));
        expect(told).toEqual([]);
      });

      test(`${title}: every file is read by what reads it in life`, async () => {
        const { value } = await resultOf(kit, input, options);
        const { deliverables = [] } = (value ?? {}) as Partial<KitValue>;
        for (const file of deliverables) {
          const ending = /\.([a-z]+)$/.exec(file.name)?.[1] ?? "txt";
          const path = `${folder}/${crypto.randomUUID()}.${ending}`;
          await Bun.write(path, file.content);
          const complaint = await READERS[ending]?.(file, path);
          expect({
            name: file.name,
            known: ending in READERS,
            complaint: complaint || undefined,
          }).toEqual({
            name: file.name,
            known: true,
            complaint: undefined,
          });
        }
      });

      test(`${title}: a compact answer keeps verdict, counts and files`, async () => {
        const whole = await resultOf(kit, input, options);
        const { value } = reduce(whole, "compact");
        const { verdict, counts, deliverables } = (whole.value ?? {}) as Record<string, unknown>;
        if (whole.value) expect(value).toEqual({ verdict, counts, deliverables });
      });
    }
  });
}
