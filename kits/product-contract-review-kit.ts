import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, jsonField, mapOf, oneOf } from "../tools/_core/fields.ts";
import type { Entry, Outcome } from "../tools/_core/tool.ts";
import type { Problem } from "../tools/_lib/agents/provider-tools/problems.ts";
import { DOCUMENT_WARNINGS } from "../tools/_lib/fields/document-field.ts";
import { percentOf } from "../tools/_lib/numbers/percent.ts";
import { INPUT_FAILURES } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { failOnField, type Severity } from "../tools/_lib/results/review/shapes.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import { quoted } from "../tools/_lib/text/shown.ts";
import checkClaims from "../tools/claim-evidence-coverage.ts";
import convertCurl from "../tools/curl-converter.ts";
import validate from "../tools/json-schema-validator.ts";
import compareOpenApi from "../tools/openapi-surface-delta.ts";
import redactLog from "../tools/sensitive-log-redaction-evidence.ts";
import convertTools from "../tools/tool-call-interoperability.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { type Finding, KitReport } from "./_core/report.ts";
import {
  checkEndpoints,
  Declared,
  mentionsIn,
  summaryOf,
} from "./product-contract-review-kit/endpoints.ts";
import { checkExamples, readRequests } from "./product-contract-review-kit/examples.ts";
import { checkFacts, factProblems } from "./product-contract-review-kit/facts.ts";
import { nextSteps, writeFiles } from "./product-contract-review-kit/files.ts";
import {
  checkCodes,
  checkDelta,
  checkVersions,
  leadingVersion,
} from "./product-contract-review-kit/release.ts";
import {
  checkStatements,
  checkTools,
  reportLosses,
  screen,
} from "./product-contract-review-kit/stages.ts";
import {
  KINDS,
  type Raw,
  readSurface,
  type Surface,
} from "./product-contract-review-kit/surfaces.ts";
import {
  checkTexts,
  checkTopics,
  checkWording,
  TOPIC_NAMES,
} from "./product-contract-review-kit/wording.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  ...compareOpenApi.failures,
  SURFACE_NAME_DUPLICATE: "Two surfaces have one name",
  SURFACE_SYNTAX: "A surface of data cannot be read, or one of text is data",
  FACT_INVALID: "A fact has no aliases, an id again, or a unit outside the grammar",
  SURFACE_UNKNOWN: "A fact names a surface that there is not",
  FACT_CONTRADICTED: "A surface states another value for a fact",
  FACT_MISSING: "A surface does not state a fact that it should",
  ENDPOINT_UNKNOWN: "A text names an endpoint that no OpenAPI surface declares",
  VERSION_MISMATCH: "A surface names another version",
  EXAMPLE_INVALID: "An example, a default or the body of a request does not fit its schema",
  EXAMPLE_ENDPOINT_UNKNOWN: "A curl command calls an endpoint that is not declared",
  TOPIC_MISSING: "No surface has a word on a topic that is required",
  SECRET_IN_SURFACE: "A surface holds a credential",
  PLACEHOLDER_TEXT: "A text still waits to be written",
  BREAKING_NOT_IN_CHANGELOG: "The change log says nothing of a change that breaks clients",
  CLAIM_CONFLICT: "A surface says what a fact's statement says with another number, or negated",
  STAGE_FAILED: "A tool could not do its part",
  PRODUCT_CONTRACT_REVIEW_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

/** What keeps a provider from taking a tool. */
const TOOL_PROBLEMS = {
  ADDITIONAL_PROPERTIES_OPEN: "A tool takes members that its schema does not name",
  DESCRIPTION_MISSING: "A tool says nothing of itself",
  KEYWORD_UNSUPPORTED: "A tool's schema has a keyword that not all providers read",
  NAME_INVALID: "A tool has a name that not all providers take",
  NAME_TOO_LONG: "A tool has a name that is too long for some providers",
  NOT_ALL_REQUIRED: "A tool's schema has members that are not required",
  PROPERTY_NAME_INVALID: "A tool's schema has a member whose name not all providers take",
  RECURSIVE_SCHEMA: "A tool's schema refers to itself",
  ROOT_NOT_OBJECT: "A tool's schema is not of an object",
  ROOT_UNION: "A tool's schema is a union",
  SCHEMA_INVALID: "A tool's schema is none",
  TOO_DEEP: "A tool's schema is nested too deeply for some providers",
  TOO_LARGE: "A tool's schema is too large for some providers",
} as const satisfies Readonly<Record<Problem, string>>;

const WARNINGS = {
  ...DOCUMENT_WARNINGS,
  ...convertTools.failures,
  ...convertTools.warnings,
  ...TOOL_PROBLEMS,
  FACT_AMBIGUOUS: "A surface confirms a fact, and has another value in another sentence",
  ENDPOINT_UNDOCUMENTED: "No docs surface names an endpoint that is declared",
  CODE_UNDOCUMENTED: "No docs surface has a code that is declared",
  CODE_UNKNOWN: "A code of the docs is not declared",
  INSECURE_URL: "A surface sends readers to an address without encryption",
  VAGUE_PROMISE: "A promise is worded so that nobody can test it",
  ABSOLUTE_PROMISE: "A promise allows no exception",
  UNTESTABLE_LIMIT: "A limit is named without its number",
  CLAIM_UNSUPPORTED: "No surface says what a fact's statement says",
  EXAMPLE_UNCHECKED: "An example could not be checked, as its schema cannot be used",
} as const;

const SURFACE = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 60 }),
    kind: oneOf(KINDS),
    content: jsonField({
      description: "Markdown for docs, pricing, changelog and terms; JSON or YAML for the others",
    }),
  },
  { additionalProperties: false },
);

const FACT = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 200 }),
    statement: Type.Optional(Type.String({ description: "The fact as a sentence" })),
    value: Type.Union([Type.Number(), Type.String()]),
    unit: Type.Optional(
      Type.String({ description: "Such as ms, MB, %, USD, requests, requests/min" }),
    ),
    aliases: Type.Optional(
      Type.Array(Type.String(), {
        description:
          "1 to 10 phrases; a sentence, or a cell with its row and the header of its column, that has all words of one of them is about the fact",
        maxItems: 10,
      }),
    ),
    on: Type.Optional(
      Type.Array(Type.String(), { description: "Surfaces that have to state it; else any may" }),
    ),
    pointers: Type.Optional(
      mapOf(Type.String(), { description: "Surface of data → JSON pointer of the value there" }),
    ),
  },
  { additionalProperties: false },
);

const INPUT = Type.Object({
  surfaces: dataOrJson(Type.Array(SURFACE, { minItems: 1, maxItems: 20 }), {
    description: "What the product says about itself, each with a name and a kind",
  }),
  facts: dataOrJson(Type.Array(FACT, { maxItems: 300 }), {
    description: "The record: what is true of the product, and what texts call it",
    default: [],
  }),
  require: Type.Array(oneOf(TOPIC_NAMES), {
    description: "Topics of which some surface has to say a word",
    default: ["authentication", "errors", "limits", "versioning"],
  }),
  previous: dataOrJson(Type.Array(SURFACE, { maxItems: 20 }), {
    description: "Surfaces of the last release; openapi ones are compared by name",
    default: [],
  }),
  ignore: Type.Array(Type.String(), {
    description: "CODE or CODE:subject of findings that are accepted: they become notes",
    maxItems: 200,
    default: [],
  }),
  vague: Type.Boolean({ description: "Check the wording of promises", default: true }),
  failOn: failOnField("error"),
});

const COUNT = Type.Integer({ minimum: 0 });
const LINE = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
  description: "Null on surfaces of data",
});
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const NAMES = Type.Array(Type.String());

const SAYING = Type.Object({
  name: Type.String(),
  status: oneOf(["confirmed", "contradicted", "missing"]),
  line: LINE,
  found: TEXT_OR_NULL,
});

const PROMISE = Type.Object({
  id: Type.String(),
  statement: TEXT_OR_NULL,
  value: Type.Union([Type.Number(), Type.String()]),
  unit: TEXT_OR_NULL,
  surfaces: Type.Array(SAYING, { description: "Those that were asked" }),
});

const VERSION = Type.Object({ surface: Type.String(), version: Type.String() });

const TOPIC = Type.Object({
  topic: oneOf(TOPIC_NAMES),
  found: Type.Boolean(),
  surface: TEXT_OR_NULL,
  line: LINE,
});

const WORDING = Type.Object({
  surface: Type.String(),
  line: LINE,
  code: oneOf(["VAGUE_PROMISE", "ABSOLUTE_PROMISE", "UNTESTABLE_LIMIT"]),
  text: Type.String({ description: "The sentence" }),
});

const VALUE = kitValue(
  {
    promises: Type.Array(PROMISE),
    coverage: Type.Number({
      description: "Percent of the facts' surfaces that confirm them; 100 without any",
    }),
    endpoints: Type.Object({
      declared: COUNT,
      documented: COUNT,
      undocumented: NAMES,
      unknown: NAMES,
    }),
    codes: Type.Object({ declared: NAMES, undocumented: NAMES, unknown: NAMES }),
    versions: Type.Array(VERSION),
    examples: Type.Object({ checked: COUNT, valid: COUNT }),
    topics: Type.Array(TOPIC, { description: "Those required" }),
    wording: Type.Array(WORDING),
  },
  {
    surfaces: COUNT,
    facts: COUNT,
    confirmed: COUNT,
    contradicted: COUNT,
    missing: COUNT,
    endpoints: COUNT,
    examples: COUNT,
  },
);

export type Input = Static<typeof INPUT>;
export type Given = Static<typeof SURFACE>;
export type Fact = Static<typeof FACT>;
export type Value = Static<typeof VALUE>;
export type Checked = Static<typeof PROMISE>;
export type Saying = Static<typeof SAYING>;
export type Version = Static<typeof VERSION>;
export type Topic = Static<typeof TOPIC>;
export type Wording = Static<typeof WORDING>;

type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;

const ID = "product-contract-review-kit";
const NAME = "Product Contract Review Kit";

const STAGES = {
  read: null,
  secrets: redactLog,
  facts: null,
  statements: checkClaims,
  endpoints: null,
  examples: convertCurl,
  tools: convertTools,
  delta: compareOpenApi,
  wording: null,
  topics: null,
} as const;

const USES = [redactLog, checkClaims, convertCurl, validate, convertTools, compareOpenApi] as const;

type StageId = keyof typeof STAGES;

/** What all stages have at hand. */
export interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: KitReport<typeof STAGES>;
  readonly surfaces: readonly Surface[];
  /** A finding, which is only a note where the caller accepts it. */
  readonly find: (severity: Severity, stage: StageId, finding: Finding) => void;
  /** The stage is over; its verdict is that of its findings. */
  readonly finish: (stage: StageId, summary: string) => void;
}

const DOCS =
  "# Items API, version 1.2.0\n\n## Authentication\nSend an API key as a bearer token.\n\n## Endpoints\n`GET /items` lists items.\n\n## Limits\nThe rate limit is 60 requests per minute for one key. The request timeout is 5 s.\n\n## Errors\nEvery error has a code and a message.\n";

const LIST_ITEMS = {
  openapi: "3.1.0",
  info: { title: "Items API", version: "1.2.0" },
  paths: { "/items": { get: { responses: { "200": { description: "The items" } } } } },
} as const;

const RATE = {
  id: "rate",
  value: 1,
  unit: "requests/s",
  aliases: ["rate limit"],
} as const;

export default defineKit({
  id: ID,
  name: NAME,
  category: "Developer",
  description:
    "Checks that OpenAPI, tool list, docs, price page, change log and terms of a product make the same promises.",
  keywords: [
    "api docs",
    "api documentation",
    "changelog",
    "consistency",
    "consistency check",
    "contract",
    "docs",
    "launch review",
    "limits",
    "openapi",
    "pricing page",
    "product",
    "promises",
    "sign-off",
    "sla",
    "terms",
    "terms of service",
  ],
  aliases: ["contract-review-kit", "promise-review-kit"],
  version: "2026-11-27",
  uses: [...USES],

  input: INPUT,
  primary: "surfaces",
  value: VALUE,
  verb: "review",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "do the docs, the price page and the openapi file promise the same",
    "review everything we say about our api before we publish it",
    "the pricing page says 100 requests per minute and the docs say 60",
    "check documentation against openapi for missing and unknown endpoints",
    "find contradictions between terms of service and documentation",
    "which endpoints are documented but do not exist",
    "undocumented endpoints and error codes",
    "do the curl examples in the docs match the schema",
    "validate examples and defaults in an openapi document",
    "version in readme, changelog and openapi differ",
    "are breaking changes mentioned in the changelog",
    "launch checklist for an api product",
    "sign-off of a product contract before release",
    "vague wording and promises nobody can test in our terms",
    "find todo, tbd and placeholders before publishing docs",
    "is there a secret in our public documentation",
    "single source of truth for limits, prices and quotas",
    "what must a customer know that we do not say anywhere",
    "audit an mcp server's tool list together with its docs",
    "customer complains that the website promises something else than the contract",
    "compare stated rate limits, timeouts and sizes in different units",
    "docs drift from the api, where",
    "verspricht unsere dokumentation dasselbe wie die preisseite",
    "widersprüche zwischen api-dokumentation und openapi finden",
    "la documentación y la página de precios se contradicen",
    "vérifier que la documentation et l'openapi disent la même chose",
    "检查 文档 和 接口 定义 是否 一致",
    "ドキュメントと openapi の矛盾を見つける",
    "website says free trial of 30 days, terms say 14, which other lines clash",
    "marketing, handbook and code describe three different products",
    "lawyer asks whether what we advertise is what we deliver",
    "before launch day: does every page say the same limits and numbers",
    "readme.io, redocly, stoplight, vale linter, sla page, llms.txt, docs drift, source of truth",
    "cross-examine published statements on limits, prices, versions and errors for disagreement",
    "verificar se documentação, preços e termos do produto dizem o mesmo",
  ],
  effort: 3,
  isolated: true,

  laws: [
    filesLaw,
    {
      name: "one fact more changes no other promise",
      holds(run, input) {
        const before = run({ ...input, failOn: "none" });
        const facts = listOf(input.facts);
        if (!before.ok || facts === undefined || facts.length > 299) return true;
        const more = {
          id: `${facts.map(({ id }) => id).join()}+`.slice(-200),
          value: 7,
          aliases: ["seven lives"],
        };
        const after = run({ ...input, facts: [...facts, more] as never, failOn: "none" });
        const promises = after.value?.promises.slice(0, facts.length);
        return !after.ok || JSON.stringify(promises) === JSON.stringify(before.value?.promises);
      },
    },
    {
      name: "a fact copied into a surface is confirmed there",
      holds(run, input) {
        const facts = listOf(input.facts) as readonly Fact[] | undefined;
        const surfaces = listOf(input.surfaces);
        if (facts === undefined || surfaces === undefined || surfaces.length > 19) return true;
        if (!run({ ...input, failOn: "none" }).ok) return true;
        const name = "copy of the record";
        const content = facts
          .map(({ aliases = [], value, unit = "" }) => `- ${aliases[0]}: ${value} ${unit}`)
          .join("\n");
        const copied = facts.map(({ pointers: _pointers, ...fact }) => ({ ...fact, on: [name] }));
        const { ok, value } = run({
          ...input,
          surfaces: [...surfaces, { name, kind: "docs", content }] as never,
          facts: copied as never,
          failOn: "none",
        });
        const isPlain = facts.every(({ aliases, value: given }) =>
          /^[\w ]+$/.test(`${aliases?.[0]}${given}`),
        );
        return !ok || !isPlain || value?.counts.confirmed === facts.length;
      },
    },
    {
      name: "to accept a finding adds none, and takes no other away",
      holds(run, input) {
        const before = run({ ...input, ignore: [], failOn: "none" });
        const [first] = before.value?.findings ?? [];
        if (!before.ok || first === undefined) return true;
        const after = run({ ...input, ignore: [first.code], failOn: "none" });
        const total = ({ value }: typeof before) =>
          JSON.stringify(sortedCounts(value?.counts.byCode));
        return (
          total(after) === total(before) &&
          (after.value?.counts.error ?? 0) <= (before.value?.counts.error ?? 0)
        );
      },
    },
    {
      name: "the record that is handed over confirms what was confirmed",
      holds(run, input) {
        const before = run({ ...input, failOn: "none" });
        const record = before.value?.deliverables.find((file) => file.name === "contract.json");
        if (!before.ok || record === undefined) return true;
        const { facts } = JSON.parse(record.content) as { facts: Input["facts"] };
        const after = run({ ...input, facts, failOn: "none" });
        return JSON.stringify(after.value?.promises) === JSON.stringify(before.value?.promises);
      },
    },
  ],
  examples: [
    {
      title: "The price page promises another rate than the docs",
      input: {
        surfaces: [
          { name: "docs", kind: "docs", content: DOCS },
          {
            name: "pricing",
            kind: "pricing",
            content: "# Pricing\n\nThe free plan has a rate limit of 100 requests per minute.\n",
          },
        ],
        facts: [{ ...RATE, aliases: ["rate limit"], on: ["docs", "pricing"] }],
      },
      expect: {
        ok: false,
        errors: [{ code: "FACT_CONTRADICTED", path: "/surfaces/1", subject: "rate", line: 3 }],
        value: {
          verdict: "fail",
          coverage: 50,
          promises: [
            {
              surfaces: [
                { name: "docs", status: "confirmed", line: 10, found: "60 requests per minute" },
                { name: "pricing", status: "contradicted", found: "100 requests per minute" },
              ],
            },
          ],
        },
      },
    },
    {
      title: "Docs and OpenAPI agree",
      input: {
        surfaces: [
          { name: "api", kind: "openapi", content: LIST_ITEMS },
          { name: "docs", kind: "docs", content: DOCS },
        ],
        facts: [{ ...RATE, aliases: ["rate limit"] }],
      },
      expect: {
        ok: true,
        valid: true,
        value: {
          verdict: "pass",
          coverage: 100,
          endpoints: { declared: 1, documented: 1, undocumented: [], unknown: [] },
          versions: [
            { surface: "api", version: "1.2.0" },
            { surface: "docs", version: "1.2.0" },
          ],
          deliverables: [
            { name: "review.md" },
            { name: "promises.csv" },
            { name: "endpoints.csv" },
            { name: "contract.json" },
            { name: "checklist.md" },
          ],
        },
      },
    },
    {
      title: "An accepted topic, and a limit that nobody can test",
      input: {
        surfaces: [
          {
            name: "terms",
            kind: "terms",
            content: "Fair use limits usually apply to all plans.\n",
          },
        ],
        require: ["limits", "security"],
        ignore: ["TOPIC_MISSING:security"],
      },
      expect: {
        ok: true,
        valid: true,
        warnings: [{ code: "UNTESTABLE_LIMIT" }, { code: "VAGUE_PROMISE" }],
        value: {
          verdict: "review",
          topics: [
            { topic: "limits", found: true, surface: "terms", line: 1 },
            { topic: "security", found: false },
          ],
        },
      },
    },
    {
      title: "A surface that is no OpenAPI document",
      input: { surfaces: [{ name: "api", kind: "openapi", content: '{"openapi": ' }] },
      expect: {
        ok: false,
        error: { code: "SURFACE_SYNTAX" },
        errors: [{ code: "SURFACE_SYNTAX", path: "/surfaces/0/content" }],
      },
    },
  ],

  // 100,000 characters take 100 to 300 ms: every sentence is read for facts, topics and wording, and OpenAPI documents are
  // validated with all their examples.
  run(input, ctx) {
    const report = new KitReport(ID, NAME, STAGES);
    const { raws, previous, problems } = readAll(input);
    if (problems.length > 0) {
      report.stop("read", problems);
      return concludeStopped(input, report);
    }
    const tools = { input, ctx, report, find: finderOf(input, report), finish: finisherOf(report) };
    const work: Work = { ...tools, surfaces: screen(raws, tools) };
    reportLosses(raws, work);
    checkTexts(work);
    work.finish("read", `${counted(raws.length, "surface")} read`);
    const promises = checkFacts(work);
    checkStatements(work);
    const requests = readRequests(work);
    const declared = new Declared(work.surfaces);
    const mentions = [...mentionsIn(work.surfaces), ...requests.requests];
    const endpoints = checkEndpoints(declared, mentions, work);
    const codes = checkCodes(work);
    const placed = checkVersions(work);
    work.finish("endpoints", `${summaryOf(endpoints)}; ${counted(codes.declared.length, "code")}`);
    const examples = checkExamples(requests, declared, work);
    checkTools(work);
    checkDelta(previous, work);
    const wording = checkWording(work);
    const topics = checkTopics(work);
    const counts = countsOf(promises);
    const coverage = coverageOf(counts);
    const versions = placed.map(({ surface, version }) => ({ surface, version }));
    const version = leadingVersion(placed)?.version ?? null;
    const found = { promises, coverage, codes, versions, examples, topics, wording };
    writeFiles({ ...found, endpoints, version }, work);
    const { undocumented, unknown } = endpoints;
    return report.conclude({
      value: {
        ...found,
        endpoints: {
          declared: endpoints.declared.length,
          documented: endpoints.documented.length,
          undocumented,
          unknown,
        },
      },
      counts: {
        surfaces: raws.length,
        facts: input.facts.length,
        ...counts,
        endpoints: endpoints.declared.length,
        examples: examples.checked,
      },
      output: {
        figures: `${counted(raws.length, "surface")}, ${counted(promises.length, "fact")}, ${coverage} % confirmed, ${counted(endpoints.declared.length, "endpoint")}, ${examples.valid} of ${counted(examples.checked, "example")} valid`,
        next: nextSteps(report),
      },
      failOn: input.failOn,
    });
  },
});

interface AllRead {
  readonly raws: readonly Raw[];
  readonly previous: readonly Raw[];
  readonly problems: readonly Entry[];
}

function readAll(input: Input): AllRead {
  const problems: Entry[] = [];
  const read = (given: readonly Given[], field: string) => {
    const names = new Set<string>();
    return given.flatMap((surface, index): Raw[] => {
      const { name } = surface;
      if (names.has(name)) {
        const message = `Cannot tell two surfaces apart: found ${quoted(name)} again, expected a name of its own`;
        problems.push({ code: "SURFACE_NAME_DUPLICATE", message, path: `${field}/${index}/name` });
      }
      names.add(name);
      const one = readSurface(surface, index, field);
      if (one.error !== undefined) problems.push(one.error);
      return one.error === undefined ? [one.raw] : [];
    });
  };
  const raws = read(input.surfaces, "/surfaces");
  const previous = read(input.previous, "/previous");
  return { raws, previous, problems: [...problems, ...factProblems(input)] };
}

/** What the caller accepts is only noted. */
function finderOf({ ignore }: Input, report: KitReport<typeof STAGES>): Work["find"] {
  const accepted = new Set(ignore.map((entry) => entry.trim()));
  return (severity, stage, finding) => {
    const { code, subject } = finding;
    const isAccepted =
      accepted.has(code) || (subject !== undefined && accepted.has(`${code}:${subject}`));
    report.find(isAccepted ? "info" : severity, stage, finding);
  };
}

function finisherOf(report: KitReport<typeof STAGES>): Work["finish"] {
  return (stage, summary) => {
    const severities = new Set(
      report.findings.filter((finding) => finding.stage === stage).map(({ severity }) => severity),
    );
    const verdict = severities.has("error")
      ? "fail"
      : severities.has("warning")
        ? "review"
        : "pass";
    report.done(stage, summary, verdict);
  };
}

function countsOf(promises: readonly Checked[]) {
  const counts = { confirmed: 0, contradicted: 0, missing: 0 };
  for (const { surfaces } of promises) for (const { status } of surfaces) counts[status]++;
  return counts;
}

function coverageOf({ confirmed, contradicted, missing }: ReturnType<typeof countsOf>): number {
  const all = confirmed + contradicted + missing;
  return all === 0 ? 100 : percentOf(confirmed, all, 2);
}

/** The outcome where a surface or a fact cannot be read. */
function concludeStopped(input: Input, report: KitReport<typeof STAGES>): Result {
  return report.conclude({
    value: {
      promises: [],
      coverage: 100,
      endpoints: { declared: 0, documented: 0, undocumented: [], unknown: [] },
      codes: { declared: [], undocumented: [], unknown: [] },
      versions: [],
      examples: { checked: 0, valid: 0 },
      topics: [],
      wording: [],
    },
    counts: {
      surfaces: input.surfaces.length,
      facts: input.facts.length,
      ...countsOf([]),
      endpoints: 0,
      examples: 0,
    },
    failOn: input.failOn,
  });
}

/** A field of a list as it may be given; undefined where it is its JSON text. */
function listOf<T>(field: readonly T[] | string | undefined): readonly T[] | undefined {
  return typeof field === "string" ? undefined : (field ?? []);
}

function sortedCounts(counts: Readonly<Record<string, number>> = {}) {
  return Object.entries(counts).toSorted(([left], [right]) => (left < right ? -1 : 1));
}
