import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, jsonField, mapOf, oneOf, whole } from "../tools/_core/fields.ts";
import { type Entry, fail, type Outcome } from "../tools/_core/tool.ts";
import { INPUT_FAILURES, inputInvalid } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import { JSON_FAILURES } from "../tools/_lib/json/tree/json-field.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import { isSemVer } from "../tools/_lib/formats/semver.ts";
import { quoted } from "../tools/_lib/text/shown.ts";
import checkContract from "../tools/agent-contract-check.ts";
import compareSchemas from "../tools/json-schema-compatibility-diff.ts";
import define from "../tools/json-schema-to-tool-definition.ts";
import schemaConverter from "../tools/schema-converter.ts";
import convert from "../tools/tool-call-interoperability.ts";
import validateCalls from "../tools/tool-calling-validator.ts";
import auditTools from "../tools/tool-catalog-context-budget-auditor.ts";
import generate from "../tools/tool-schema-generator.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import {
  budgetStage,
  driftStage,
  type ExampleCounts,
  examplesStage,
  reportDrift,
  schemasStage,
  scoreOf,
} from "./tool-schema-publishing-kit/checks.ts";
import {
  type Definitions,
  definitionsStage,
  matrixStage,
} from "./tool-schema-publishing-kit/definitions.ts";
import { type Published, writeFiles } from "./tool-schema-publishing-kit/files.ts";
import { readTools, repeatedName, type ToolSet } from "./tool-schema-publishing-kit/read.ts";
import { typesStage } from "./tool-schema-publishing-kit/types.ts";
import {
  type Changes,
  changesOf,
  leastVersion,
  partChanges,
  rises,
} from "./tool-schema-publishing-kit/versions.ts";

const ID = "tool-schema-publishing-kit";
const NAME = "Tool Schema Publishing Kit";

const FAILURES = {
  ...JSON_FAILURES,
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  ...generate.failures,
  ...convert.failures,
  ...define.failures,
  ...validateCalls.failures,
  ...checkContract.failures,
  ...compareSchemas.failures,
  ...auditTools.failures,
  TOOLS_MISSING: "Neither tools nor source was given",
  CONFLICTING_FIELDS: "Both tools and source were given",
  VERSION_INVALID: "A version is none of SemVer",
  TARGET_REFUSED: "No target takes the tool",
  EXAMPLE_INVALID: "An example does not fit its tool's schema",
  COUNTEREXAMPLE_VALID: "An example that is meant not to fit does",
  BUMP_TOO_SMALL: "The version rises less than the changes ask for",
  BREAKING_WITHOUT_VERSION: "Agents built on the last release break, and no version says so",
  STAGE_FAILED: "A tool could not do its part",
  TOOL_SCHEMA_PUBLISHING_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  ...checkContract.warnings,
  ...auditTools.warnings,
  TARGET_REFUSED: "A target does not take the tool, which is left out there",
  STRICT_NOT_POSSIBLE: "Strict mode cannot say what the schema says",
  NAME_CHANGED: "A target does not take the tool's name",
  EXAMPLE_MISSING: "A tool has no valid example",
  EXAMPLE_UNKNOWN_TOOL: "Examples are given for a tool that is not there",
  BUMP_TOO_SMALL: "The version rises less than the changes ask for",
} as const;

const TARGETS = ["openai-chat", "openai-responses", "anthropic", "gemini", "mcp"] as const;

export type Target = (typeof TARGETS)[number];

const EXAMPLE = Type.Object(
  {
    arguments: Type.Unknown({ description: "As a model would send them" }),
    valid: Type.Boolean({ description: "Whether they are meant to fit", default: true }),
    note: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

const PACKAGE = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 200 })),
    version: Type.Optional(Type.String({ description: "SemVer", maxLength: 200 })),
    description: Type.Optional(Type.String()),
    homepage: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

const INPUT = Type.Object({
  tools: Type.Optional(
    jsonField({ description: "1 to 500 tool definitions of any provider, also mixed" }),
  ),
  source: Type.Optional(
    Type.String({
      description:
        "Instead of tools: field lines, a function's signature, or sample arguments of one tool",
    }),
  ),
  sourceName: Type.Optional(
    Type.String({ description: "Name of the tool of source", minLength: 1, maxLength: 128 }),
  ),
  previous: Type.Optional(jsonField({ description: "The last published set, in any shape" })),
  previousVersion: Type.Optional(
    Type.String({ description: "Its version, SemVer", maxLength: 200 }),
  ),
  package: dataOrJson(PACKAGE, { description: "What the set is called", default: {} }),
  examples: dataOrJson(mapOf(Type.Array(EXAMPLE)), {
    description: "Tool → examples of its arguments",
    default: {},
  }),
  targets: dataOrJson(Type.Array(oneOf(TARGETS), { minItems: 1, maxItems: 5 }), {
    description: "Whom it is published for",
    default: [...TARGETS],
  }),
  strict: Type.Boolean({
    description: "Strict definitions where the provider has them",
    default: true,
  }),
  model: Type.String({ description: "The model whose tokens count", default: "gpt-5" }),
  budgetTokens: Type.Optional(
    whole({
      description: "For all definitions; a tenth of the model's window, if left out",
      minimum: 1,
      maximum: 1_000_000_000,
    }),
  ),
  requireBump: Type.Boolean({
    description: "Whether a version that rises too little is an error",
    default: true,
  }),
  failOn: failOnField("error"),
});

const COUNT = Type.Integer({ minimum: 0 });
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const BUMPS = ["major", "minor", "patch", "none"] as const;
const STATUSES = ["new", "changed", "unchanged"] as const;

const TOOL = Type.Object({
  name: Type.String(),
  names: Type.Record(Type.String(), Type.String(), { description: "By target" }),
  sha256: Type.String({ description: "Of the definition in RFC 8785" }),
  tokens: COUNT,
  strict: Type.Record(Type.String(), Type.Boolean(), { description: "By target" }),
  problems: Type.Array(Type.String()),
  examples: Type.Object({ valid: COUNT, invalid: COUNT }),
  score: Type.Integer({ minimum: 0, maximum: 100 }),
  status: Type.Union([oneOf(STATUSES), Type.Null()]),
});

const DRIFT = Type.Object({
  tool: Type.String(),
  code: Type.String(),
  severity: oneOf(["error", "warning", "info"]),
  pointer: Type.String(),
  before: Type.Any(),
  after: Type.Any(),
});

const FACTS = {
  package: Type.Object({
    name: TEXT_OR_NULL,
    version: TEXT_OR_NULL,
    previousVersion: TEXT_OR_NULL,
  }),
  tools: Type.Array(TOOL),
  removed: Type.Array(Type.String(), { description: "Names that the last release had" }),
  matrix: Type.Array(
    Type.Object({
      tool: Type.String(),
      provider: Type.String(),
      ok: Type.Boolean(),
      problems: Type.Array(Type.String()),
    }),
    { description: "What each provider would refuse in the definitions as they were given" },
  ),
  drift: Type.Array(DRIFT),
  compatible: Type.Union([
    Type.Object({ backward: Type.Boolean(), forward: Type.Boolean() }),
    Type.Null(),
  ]),
  suggestedBump: Type.Union([oneOf(BUMPS), Type.Null()]),
  versionOk: Type.Union([Type.Boolean(), Type.Null()]),
  budget: Type.Object({ totalTokens: COUNT, budgetTokens: COUNT, overBudget: Type.Boolean() }),
} as const;

const FACTS_OBJECT = Type.Object(FACTS);
const VALUE = kitValue(FACTS, {
  tools: COUNT,
  changed: COUNT,
  added: COUNT,
  removed: COUNT,
  examples: COUNT,
});

export type Input = Static<typeof INPUT>;

export type Example = Static<typeof EXAMPLE>;

export type Drift = Static<typeof DRIFT>;

type Facts = Static<typeof FACTS_OBJECT>;

type Failure = keyof typeof FAILURES;

type Result = Outcome<Static<typeof VALUE>, Failure, keyof typeof WARNINGS>;

export interface SchemaChange {
  readonly tool: string;
  readonly code: string;
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

const STAGES = {
  source: generate,
  matrix: convert,
  definitions: define,
  examples: validateCalls,
  drift: checkContract,
  schemas: compareSchemas,
  budget: auditTools,
  types: schemaConverter,
  publish: null,
} as const;

const USES = [
  generate,
  convert,
  define,
  validateCalls,
  checkContract,
  compareSchemas,
  auditTools,
  schemaConverter,
] as const;

export interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: KitReport<typeof STAGES>;
}

/** 100,000 characters of definitions take about a second: each is read, adapted and written for five targets. */
export default defineKit({
  id: ID,
  name: NAME,
  category: "AI",
  description:
    "Publishes tool definitions for every provider and MCP, with checked examples, docs, types and a change log.",
  keywords: [
    "anthropic",
    "breaking change",
    "catalog",
    "changelog",
    "documentation",
    "function calling",
    "gemini",
    "mcp",
    "openai",
    "openapi",
    "publish",
    "registry",
    "release",
    "semver",
    "server.json",
    "strict",
    "tool catalog",
    "tool definitions",
    "tool docs",
    "typescript",
    "versioning",
  ],
  aliases: ["tool-publishing-kit", "tool-catalog-release-kit"],
  version: "2026-11-27",
  uses: USES,

  input: INPUT,
  primary: "tools",
  value: VALUE,
  verb: "publish",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "publish tool definitions for openai, anthropic, gemini and mcp at once",
    "release a tool catalogue with the right version number",
    "which semver bump do my tool schema changes need",
    "does my new tool schema break agents built on the last release",
    "changelog between two sets of tool definitions",
    "generate docs and typescript types for my tools",
    "openapi document from function calling tools",
    "check the examples of tools against their schemas",
    "strict tool definitions for every provider",
    "convert my mcp tools/list into openai functions and gemini declarations",
    "tool names rejected by a provider, rename them",
    "gate the release of an mcp server in ci",
    "manifest with hashes of tool definitions",
    "tools.json for chat completions and responses",
    "i added a required parameter, is that a major version",
    "quality score of tool descriptions",
    "tool schemas take too many tokens, fail the release",
    "turn a function signature into published tool definitions",
    "documentation page for all tools of an agent",
    "one source of truth for tool schemas across llm providers",
    "agents stopped working after we changed a tool",
    "werkzeugdefinitionen für alle modellanbieter veröffentlichen",
    "publicar definiciones de herramientas para openai y mcp",
    "publier un catalogue d'outils avec journal des modifications",
    "发布 工具 定义 到 openai 和 mcp",
    "ツール 定義 を 各 プロバイダー 向け に 公開 する",
    "опубликовать описания инструментов для всех моделей",
    "we ship our bot functions to customers, they need docs, types and a version",
    "since last release one argument became required, how do we number and announce it",
    "same functions for gpt, claude, gemini and mcp, one build makes all files",
    "handbook pages for our forty functions, with examples that really fit",
    "mcp registry server.json, openai tools json, changesets, semver, typedoc, release notes",
    "package a function catalog as per-vendor artifacts with validated samples and release notes",
    "publicar definições de ferramentas para todos os provedores",
  ],
  effort: 3,
  isolated: true,

  laws: [
    filesLaw,
    {
      name: "what was published and is published again is unchanged",
      holds(run, { source: _source, previous: _previous, ...input }) {
        const asked = { ...input, failOn: "none" as const };
        const first = run({ ...asked, targets: ["mcp"] });
        const file = first.value?.deliverables.find(({ name }) => name === "tools.mcp.json");
        if (!first.ok || file === undefined || first.value?.counts.error !== 0) return true;
        const tools = file.content;
        const again = run({ ...asked, tools, previous: tools, targets: ["mcp"] });
        return (
          again.value?.suggestedBump === "none" &&
          again.value.tools.every(({ status }) => status === "unchanged")
        );
      },
    },
    {
      name: "the names of a target are different",
      holds(run, input) {
        const { value } = run({ ...input, failOn: "none" });
        return TARGETS.every((target) => {
          const names = (value?.tools ?? []).flatMap(({ names: all }) => all[target] ?? []);
          return new Set(names).size === names.length;
        });
      },
    },
    {
      name: "a larger budget never adds an error",
      holds(run, input) {
        const { budgetTokens = 50 } = input;
        const [small, large] = [budgetTokens, 2 * budgetTokens].map(
          (tokens) => run({ ...input, budgetTokens: tokens, failOn: "none" }).value?.counts.error,
        );
        return (large ?? 0) <= (small ?? 0);
      },
    },
    {
      name: "a set does not drift from itself",
      holds(run, input) {
        if (input.tools === undefined) return true;
        const { value } = run({ ...input, previous: input.tools, failOn: "none" });
        return (value?.drift ?? []).length === 0;
      },
    },
  ],
  examples: [
    {
      title: "One tool for five targets",
      input: {
        tools: [
          {
            name: "get_weather",
            description: "Returns the current weather of one city.",
            input_schema: {
              type: "object",
              properties: { city: { type: "string", description: "City name" } },
              required: ["city"],
            },
          },
        ],
        examples: { get_weather: [{ arguments: { city: "Rome" } }] },
        package: { name: "weather", version: "1.0.0" },
      },
      expect: {
        ok: true,
        value: {
          verdict: "pass",
          tools: [{ name: "get_weather", examples: { valid: 1, invalid: 0 }, score: 100 }],
          suggestedBump: null,
        },
      },
    },
    {
      title: "A new required parameter is no minor version",
      input: {
        tools: [
          {
            name: "get_weather",
            description: "Returns the current weather of one city.",
            inputSchema: {
              type: "object",
              properties: {
                city: { type: "string", description: "City name" },
                country: { type: "string", description: "ISO code" },
              },
              required: ["city", "country"],
            },
          },
        ],
        previous: [
          {
            name: "get_weather",
            description: "Returns the current weather of one city.",
            inputSchema: {
              type: "object",
              properties: { city: { type: "string", description: "City name" } },
              required: ["city"],
            },
          },
        ],
        previousVersion: "1.2.0",
        package: { version: "1.3.0" },
      },
      expect: {
        ok: false,
        error: { code: "TOOL_SCHEMA_PUBLISHING_KIT_FAILED" },
        value: { suggestedBump: "major", versionOk: false },
      },
    },
    {
      title: "From two lines of text",
      input: {
        source: "city: string - City name\nunits?: c | f - Temperature unit",
        sourceName: "get_weather",
        targets: ["mcp"],
      },
      expect: { ok: true, value: { tools: [{ name: "get_weather" }] } },
    },
    {
      title: "Nothing to publish",
      input: {},
      expect: { ok: false, error: { code: "TOOLS_MISSING" } },
    },
  ],

  run(input, ctx) {
    const wrong = wrongInput(input);
    if (wrong.length > 0) return failWith(wrong);
    const report = new KitReport(ID, NAME, STAGES);
    const work: Work = { input, ctx, report };
    const given = sourceStage(work);
    if (given === undefined) return stopped(work);
    const now = readTools(given.tools, input.source === undefined ? "/tools" : "/source");
    if ("misuse" in now) return inputInvalid([now.misuse]);
    if (!("tools" in now)) return unreadable("matrix", now, work);
    const before =
      input.previous === undefined ? undefined : readTools(input.previous, "/previous");
    if (before !== undefined && "misuse" in before) return inputInvalid([before.misuse]);
    if (before !== undefined && !("tools" in before)) return unreadable("drift", before, work);
    for (const tool of now.repeated) report.find("error", "matrix", repeatedName(tool));
    return publish(now, before, work);
  },
});

function wrongInput({ tools, source, previousVersion, package: about }: Input): Entry<Failure>[] {
  if (tools === undefined && source === undefined) {
    const message = "Cannot publish anything: found neither tools nor source, expected one of them";
    return [{ code: "TOOLS_MISSING", message, path: "/tools" }];
  }
  if (tools !== undefined && source !== undefined) {
    const message = "Cannot choose the tools: found both tools and source, expected one of them";
    return [{ code: "CONFLICTING_FIELDS", message, path: "/source" }];
  }
  const versions = { "/previousVersion": previousVersion, "/package/version": about.version };
  return Object.entries(versions).flatMap(([path, version]) => {
    if (version === undefined || isSemVer(version)) return [];
    const expected = "a version of SemVer, such as 1.4.0";
    const message = `Cannot read the version: found ${quoted(version)}, expected ${expected}`;
    return [{ code: "VERSION_INVALID" as const, message, path, expected, received: version }];
  });
}

function sourceStage({ input, ctx, report }: Work) {
  const { source, sourceName } = input;
  if (source === undefined) {
    report.skipped("source", "The tools are given; the field `source` would make one");
    return { tools: input.tools };
  }
  const made = ctx.step(generate, {
    input: source,
    provider: "mcp",
    ...(sourceName === undefined ? {} : { name: sourceName }),
  });
  const definition: unknown = made.value?.definitions?.["mcp"];
  if (!made.ok || definition === undefined) {
    const errors = (made.errors ?? []).map((entry) => ({
      ...entry,
      path: (entry.path ?? "/input")
        .replace(/^\/input/, "/source")
        .replace(/^\/name$/, "/sourceName"),
    }));
    report.stop("source", errors);
    return undefined;
  }
  report.done("source", `${quoted(made.value?.name ?? "")} from ${made.value?.source ?? "text"}`);
  return { tools: [definition] };
}

/** Tools of which a stage cannot make anything. */
function unreadable(stage: "matrix" | "drift", errors: readonly Entry[], work: Work): Result {
  work.report.stop(stage, errors);
  return stopped(work);
}

function publish(now: ToolSet, before: ToolSet | undefined, work: Work): Result {
  const { input } = work;
  const targets = TARGETS.filter((target) => input.targets.includes(target));
  const matrix = matrixStage(now, work);
  const definitions = matrix && definitionsStage(now, targets, work);
  if (matrix === undefined || definitions === undefined) return stopped(work, now.tools.length);
  const examples = examplesStage(now, work);
  const drift = driftStage(now, before, work);
  const { compatible, changes } = schemasStage(now, before, work);
  const { byName, totals } = budgetStage(now, work);
  const types = typesStage(now, work);
  const changed = before && changesOf(now, before, drift);
  const bump = changed?.bump ?? null;
  const versionOk = versionStage(bump, work);
  reportDrift(drift, versionOk, work);
  const facts: Facts = {
    ...emptyFacts(input),
    tools: toolFacts(now, { definitions, examples, byName, changed }),
    removed: [...(changed?.removed ?? [])],
    matrix: [...matrix],
    drift: [...drift],
    compatible,
    suggestedBump: bump,
    versionOk,
    budget: totals,
  };
  const parts = before && partChanges(now, before);
  const published = { tools: now.tools, definitions, types, examples, drift, changes, parts };
  writeAll(published, facts, work);
  return finish(facts, changed, [...examples.values()], targets.length, work);
}

/** The answer of a run that a stage ended. */
function stopped({ input, report }: Work, tools = 0): Result {
  return report.conclude({
    value: emptyFacts(input),
    counts: { tools, changed: 0, added: 0, removed: 0, examples: 0 },
    failOn: input.failOn,
  });
}

interface Gathered {
  readonly definitions: Definitions;
  readonly examples: ReadonlyMap<string, ExampleCounts>;
  readonly byName: ReadonlyMap<string, { readonly tokens: number; readonly problems: string[] }>;
  readonly changed: Changes | undefined;
}

function toolFacts(now: ToolSet, { definitions, examples, byName, changed }: Gathered) {
  return now.tools.map(({ name, sha256 }): Facts["tools"][number] => {
    const { tokens = 0, problems = [] } = byName.get(name) ?? {};
    const { valid = 0, invalid = 0, first } = examples.get(name) ?? {};
    const made = [...definitions].filter(([, { names }]) => names.has(name));
    return {
      name,
      names: Object.fromEntries(made.map(([target, { names }]) => [target, names.get(name) ?? ""])),
      sha256,
      tokens,
      strict: Object.fromEntries(
        made.map(([target, { strict }]) => [target, strict.get(name) ?? false]),
      ),
      problems: [...problems],
      examples: { valid, invalid },
      score: scoreOf(problems, first !== undefined),
      status: statusOf(name, changed),
    };
  });
}

function statusOf(name: string, changed: Changes | undefined) {
  if (changed === undefined) return null;
  if (changed.added.includes(name)) return "new";
  return changed.changed.includes(name) ? "changed" : "unchanged";
}

function writeAll(published: Published, facts: Facts, work: Work): void {
  const { report } = work;
  const files = writeFiles(published, work);
  report.json("manifest.json", {
    package: facts.package,
    tools: facts.tools.map(({ name, sha256, status }) => ({ name, sha256, status })),
    files,
    suggestedBump: facts.suggestedBump,
  });
  report.done("publish", counted(files.length + 1, "file"));
}

function finish(
  facts: Facts,
  changed: Changes | undefined,
  examples: readonly ExampleCounts[],
  targets: number,
  { input, report }: Work,
): Result {
  const { tools, removed, suggestedBump: bump, budget } = facts;
  const size = `${counted(tools.length, "tool")} for ${counted(targets, "target")}`;
  return report.conclude({
    value: facts,
    counts: {
      tools: tools.length,
      changed: changed?.changed.length ?? 0,
      added: changed?.added.length ?? 0,
      removed: removed.length,
      examples: examples.reduce((sum, { valid, invalid }) => sum + valid + invalid, 0),
    },
    output: {
      figures: `${size}, ${counted(budget.totalTokens, "token")}${bump === null ? "" : `, bump: ${bump}`}`,
      next: nextSteps(facts),
    },
    failOn: input.failOn,
  });
}

/** Whether the version says how much changed; null where one of the two is not known. */
function versionStage(bump: Facts["suggestedBump"], { input, report }: Work): boolean | null {
  const { previousVersion, package: about, requireBump } = input;
  const { version } = about;
  if (bump === "major" && version === undefined) {
    const message =
      "Agents built on the last release break, and package has no version that says so";
    const path = "/package/version";
    report.find("error", "publish", { code: "BREAKING_WITHOUT_VERSION", message, path });
  }
  if (bump === null || previousVersion === undefined || version === undefined) return null;
  const least = leastVersion(previousVersion, bump);
  if (rises(version, least)) return true;
  const message = `Version ${version} rises too little: found changes that ask for ${bump}, expected ${least} at least`;
  report.find(requireBump ? "error" : "warning", "publish", {
    code: "BUMP_TOO_SMALL",
    message,
    path: "/package/version",
    expected: least,
    received: version,
  });
  return false;
}

function emptyFacts({ package: about, previousVersion, budgetTokens }: Input): Facts {
  return {
    package: {
      name: about.name ?? null,
      version: about.version ?? null,
      previousVersion: previousVersion ?? null,
    },
    tools: [],
    removed: [],
    matrix: [],
    drift: [],
    compatible: null,
    suggestedBump: null,
    versionOk: null,
    budget: { totalTokens: 0, budgetTokens: budgetTokens ?? 0, overBudget: false },
  };
}

function nextSteps({ versionOk, suggestedBump, tools, drift }: Facts): string[] {
  const breaks = drift.some(({ severity }) => severity === "error");
  const worst = tools.toSorted((left, right) => left.score - right.score)[0];
  return [
    ...(versionOk === false
      ? ["Raise `package.version`: the finding BUMP_TOO_SMALL says to what."]
      : []),
    ...(breaks
      ? ["Tell the users of the last release what `CHANGELOG.md` says under Breaking."]
      : []),
    ...(worst !== undefined && worst.score < 80
      ? [`Describe \`${worst.name}\` better: its score is ${worst.score}.`]
      : []),
    "Publish the files `tools.<target>.json`, and keep `tools.mcp.json` for the field `previous` of the next release.",
    ...(suggestedBump === null ? ["Give `previous` to see what changes for agents."] : []),
  ];
}

function failWith(errors: readonly Entry[]): Result {
  return fail<never, Failure>(errors as [Entry<Failure>, ...Entry<Failure>[]]);
}
