import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../tools/_core/fields.ts";
import { type Entry, fail, type Outcome } from "../tools/_core/tool.ts";
import { Decimal } from "../tools/_lib/numbers/decimal.ts";
import { PROVIDERS } from "../tools/_lib/agents/tool-call/content-parts.ts";
import { canonicalJson } from "../tools/_lib/json/tree/canonical.ts";
import { plain } from "../tools/_lib/json/tree/exact.ts";
import { sha256Hex } from "../tools/_lib/bytes/sha256.ts";
import { JSON_FAILURES } from "../tools/_lib/json/tree/json-field.ts";
import { INPUT_FAILURES, inputInvalid } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import { beginning } from "../tools/_lib/text/shown.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import describeDelivery from "../tools/artifact-delivery-manifest.ts";
import fitWindow from "../tools/context-window-calculator.ts";
import convertCsv from "../tools/csv-jsonl-converter.ts";
import price from "../tools/prompt-cost-calculator.ts";
import buildSchema from "../tools/prompt-template-schema-builder.ts";
import envelope from "../tools/provider-request-envelope.ts";
import redactLog from "../tools/sensitive-log-redaction-evidence.ts";
import countTokens from "../tools/token-counter.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import { FACTS, limitOf, prepareBody } from "./offline-api-batch-production-kit/body.ts";
import { divide, figuresOf, writeFiles } from "./offline-api-batch-production-kit/files.ts";
import { type Planned, planRequests } from "./offline-api-batch-production-kit/requests.ts";
import { readRows, type Rows } from "./offline-api-batch-production-kit/rows.ts";
import { compileTemplate, type Template } from "./offline-api-batch-production-kit/template.ts";

const FAILURES = {
  ...envelope.failures,
  ...buildSchema.failures,
  ...convertCsv.failures,
  ...fitWindow.failures,
  ...INPUT_FAILURES,
  ...JSON_FAILURES,
  ...OUTPUT_FAILURES,
  ROWS_EMPTY: "There is no row",
  PROMPT_MISSING: "Neither prompt nor template was given",
  CONFLICTING_FIELDS: "Both prompt and template were given, or system beside template",
  ID_COLUMN_UNKNOWN: "No row has the column of idColumn",
  TEMPLATE_SYNTAX: "A placeholder has no end, or no name",
  SCHEMA_MISSING: "The field schema describes nothing",
  TEMPLATE_FIELD_MISSING: "A row lacks a column that a placeholder names",
  DUPLICATE_ID: "An earlier row has the same id",
  SECRET_IN_ROW: "A row holds a credential",
  FILE_OVER_LIMIT: "A line is larger than a file may be",
  NO_REQUESTS: "No row is left to be sent",
  STAGE_FAILED: "A tool could not do its part",
  OFFLINE_API_BATCH_PRODUCTION_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  ...envelope.warnings,
  ...convertCsv.warnings,
  ...fitWindow.failures,
  ID_REWRITTEN: "The text of the column cannot be an id, and was changed",
  EMPTY_CELL: "A cell that is asked for is empty",
  DUPLICATE_REQUEST: "A row asks the same as an earlier one",
  STREAM_REMOVED: "The template asks for a stream, which a batch does not have",
  SECRET_IN_TEMPLATE:
    "The prompt or the template holds a credential, which every request would have",
  FORMAT_REPLACED: "The template has a format of answers beside schema",
  COLUMN_UNUSED: "No placeholder names the column",
  PRICE_UNKNOWN: "The model has no price",
  NON_TEXT_IGNORED: "What is no text is not counted",
  FILE_OVER_LIMIT: "A line is larger than maxBytesPerFile, and is a file of its own",
} as const;

const INPUT = Type.Object({
  rows: jsonField({
    description: "One request a row: an array of objects, JSON lines, or CSV; up to 5,000",
    minItems: 1,
    maxItems: 5000,
  }),
  provider: oneOf(PROVIDERS, { description: "Whose batch API", default: "openai-chat" }),
  model: Type.String({ description: "The model of all requests", minLength: 1, maxLength: 200 }),
  prompt: Type.Optional(
    Type.String({ description: "What the user says, with {{column}}; or give template" }),
  ),
  system: Type.String({ description: "May hold {{column}}, too", default: "" }),
  template: Type.Optional(
    Type.Union([Type.Object({}), Type.String({ description: "Its JSON" })], {
      description: "A whole request body of any provider with {{column}}, instead of prompt",
    }),
  ),
  maxOutputTokens: whole({
    description: "Written where the template has no limit",
    minimum: 1,
    maximum: 1_000_000,
    default: 1024,
  }),
  schema: Type.Optional(
    jsonField({ description: "JSON Schema of the answers, for the provider's structured output" }),
  ),
  schemaName: Type.String({
    description: "Name of the schema",
    pattern: "^[a-zA-Z0-9_-]{1,64}$",
    default: "answer",
  }),
  idColumn: Type.Optional(Type.String({ description: "The column with the id of each request" })),
  idPrefix: Type.String({
    description: "Without idColumn: before the number of the row",
    pattern: "^[A-Za-z0-9_-]{0,40}$",
    default: "row-",
  }),
  skipDuplicates: Type.Boolean({
    description: "Rows with the same request are sent once",
    default: true,
  }),
  maxRequestsPerFile: Type.Optional(
    whole({ description: "Less than the provider's limit", minimum: 1, maximum: 1e9 }),
  ),
  maxBytesPerFile: Type.Optional(
    whole({ description: "Less than the provider's limit", minimum: 1000, maximum: 1e12 }),
  ),
  requireFit: Type.Boolean({
    description: "A request that the model's window does not hold is an error, and left out",
    default: true,
  }),
  asOf: Type.Optional(
    Type.String({ description: "The day whose prices count, YYYY-MM-DD; default: today in UTC" }),
  ),
  failOn: failOnField("error"),
});

const COUNT = Type.Integer({ minimum: 0 });
const NULLABLE = Type.Union([Type.String(), Type.Null()]);
const ROW = Type.Integer({ minimum: 1, description: "From 1" });

const SKIPPED = Type.Object({
  row: ROW,
  id: NULLABLE,
  duplicateOf: Type.String({ description: "Id of the row that asks the same" }),
});

const EXCLUDED = Type.Object({ row: ROW, id: NULLABLE, codes: Type.Array(Type.String()) });

const FILE = Type.Object({
  name: Type.String(),
  requests: COUNT,
  bytes: COUNT,
  sha256: Type.String(),
});

const TOKENS = Type.Object({
  input: Type.Integer({ description: "Of all requests; of an estimate the upper end" }),
  largest: COUNT,
  largestRow: Type.Union([ROW, Type.Null()]),
  outputCeiling: COUNT,
});

const MONEY = Type.Number({ minimum: 0 });

const COST = Type.Union([
  Type.Object({
    currency: Type.Literal("USD"),
    input: MONEY,
    outputCeiling: MONEY,
    ceiling: Type.Number({ minimum: 0, description: "Both, at batch prices" }),
    standardCeiling: Type.Number({ minimum: 0, description: "The same outside of a batch" }),
  }),
  Type.Null(),
]);

const FIGURES = {
  provider: oneOf(PROVIDERS),
  model: Type.String(),
  endpoint: Type.String(),
  rows: COUNT,
  requests: COUNT,
  skipped: Type.Array(SKIPPED),
  excluded: Type.Array(EXCLUDED),
  files: Type.Array(FILE),
  tokens: TOKENS,
  cost: COST,
  templateSha256: Type.String({
    description: "Over the RFC 8785 text of the body with its placeholders",
  }),
  rowsSha256: Type.String({ description: "Over the RFC 8785 text of the rows" }),
};

const VALUE = kitValue(
  {
    ...FIGURES,
    ids: Type.Array(Type.Object({ row: ROW, id: Type.String(), original: NULLABLE })),
  },
  { rows: COUNT, requests: COUNT, skipped: COUNT, excluded: COUNT, files: COUNT },
);

const FIGURES_OBJECT = Type.Object(FIGURES);

type Figures = Static<typeof FIGURES_OBJECT>;

export interface Manifest extends Figures {
  readonly kit: string;
  readonly completionWindow: "24h";
}

export type Input = Static<typeof INPUT>;

type Result = Outcome<Static<typeof VALUE>, keyof typeof FAILURES, keyof typeof WARNINGS>;

const ID = "offline-api-batch-production-kit";
const NAME = "Offline API Batch Production Kit";

const STAGES = {
  rows: convertCsv,
  secrets: redactLog,
  template: envelope,
  render: null,
  check: envelope,
  tokens: countTokens,
  fit: fitWindow,
  cost: price,
  files: describeDelivery,
} as const;

const USES = [
  convertCsv,
  redactLog,
  envelope,
  buildSchema,
  countTokens,
  fitWindow,
  price,
  describeDelivery,
] as const;

type Report = KitReport<typeof STAGES>;

/** What all stages have at hand. */
export interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: Report;
}

const REVIEWS = [
  { id: "a1", text: "Good value." },
  { id: "a2", text: 'It "broke" after a day.' },
] as const;

export default defineKit({
  id: ID,
  name: NAME,
  category: "AI",
  description:
    "Makes batch files for OpenAI, Anthropic or Gemini of rows and a prompt, with manifest, cost ceiling and a script that checks files and results.",
  keywords: [
    "batch api",
    "batch inference",
    "bulk requests",
    "cost ceiling",
    "csv",
    "custom_id",
    "gemini batch",
    "half price",
    "jsonl",
    "llm batch",
    "manifest",
    "mass processing",
    "message batches",
    "message batches api",
    "openai batch",
    "prompt template",
    "spreadsheet",
    "structured output",
  ],
  aliases: ["batch-jsonl-kit", "llm-batch-kit"],
  version: "2026-11-27",
  uses: [...USES],

  input: INPUT,
  primary: "rows",
  value: VALUE,
  verb: "produce",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "make an openai batch file from a csv and a prompt",
    "build jsonl for the batch api with custom ids",
    "anthropic message batches from a table of rows",
    "gemini batch mode input file from a spreadsheet",
    "run one prompt over thousands of rows at half the price",
    "what will a batch job cost at most",
    "check a batch results file for missing and duplicate ids",
    "split batch requests into files under the provider's limits",
    "my batch was rejected because of duplicate custom_id",
    "fill a prompt template with the columns of a csv",
    "classify all support tickets offline with a language model",
    "bulk llm requests with structured output schema",
    "merge batch results back into row order",
    "the batch failed validation on some line, make it right at the first try",
    "rows with api keys must not be sent to the model",
    "deduplicate identical prompts before a bulk run",
    "cost ceiling for ten thousand completions",
    "convert a chat completions template into a batch for claude",
    "upload commands for a batch job with manifest and checksums",
    "overnight extraction job over a product table",
    "mass translation of rows with a prompt, no live calls",
    "which rows are too long for the model's context in a bulk job",
    "batch-datei für die openai api aus einer csv erzeugen",
    "viele zeilen mit einem prompt günstig verarbeiten lassen",
    "crear un archivo por lotes para la api de anthropic",
    "fichier batch jsonl à partir d'un tableau et d'un prompt",
    "用 表格 和 提示词 生成 批量 请求 文件",
    "表の行からバッチ用 jsonl を作る",
    "20000 product names to translate by gpt, cheaper overnight than one by one",
    "one question for each line of my excel sheet, all sent in one file",
    "half of the replies came back without a number i can match, check the output file",
    "say beforehand what the most is that this run can cost me",
    "/v1/batches, custom_id, input_file_id, vertex ai batch prediction, bedrock batch",
    "render requests per record into provider upload files and later verify returned lines",
    "processar milhares de linhas com a api em lote",
  ],
  effort: 3,
  // Every request goes through two tools by itself: 250 short rows, 8,000 characters, keep others waiting too long.
  isolated: true,

  laws: [
    filesLaw,
    {
      name: "every row is sent, skipped or left out",
      holds(run, input) {
        const { ok, value } = run({ ...input, failOn: "none" });
        if (!ok || !value) return true;
        return value.requests + value.skipped.length + value.excluded.length === value.rows;
      },
    },
    {
      name: "splitting into more files changes no line and no order",
      holds(run, input) {
        const { maxRequestsPerFile: _requests, maxBytesPerFile: _bytes, ...rest } = input;
        const linesOf = (most: object) =>
          (run({ ...rest, ...most, failOn: "none" }).value?.deliverables ?? [])
            .filter(({ name }) => name.startsWith("batch-"))
            .map(({ content }) => content)
            .join("");
        return linesOf({}) === linesOf({ maxRequestsPerFile: 1 });
      },
    },
    {
      name: "files have the lines that their figures say",
      holds(run, input) {
        const { value } = run({ ...input, failOn: "none" });
        return (value?.files ?? []).every(({ name, requests, sha256 }) => {
          const file = value?.deliverables.find((one) => one.name === name);
          return file?.sha256 === sha256 && file.content.split("\n").length === requests + 1;
        });
      },
    },
    {
      name: "the order of columns changes no line",
      holds(run, input) {
        const { rows } = input;
        if (!Array.isArray(rows)) return true;
        const turned = (rows as unknown[]).map((row) =>
          typeof row === "object" && row !== null
            ? Object.fromEntries(Object.entries(row).toReversed())
            : row,
        );
        const filesOf = (given: unknown) =>
          JSON.stringify(run({ ...input, rows: given, failOn: "none" }).value?.files);
        return filesOf(rows) === filesOf(turned);
      },
    },
  ],
  examples: [
    {
      title: "Two reviews for OpenAI",
      input: {
        rows: [...REVIEWS],
        model: "gpt-5-mini",
        prompt: "Sentiment of: {{text}}",
        system: "Answer with one word.",
        idColumn: "id",
        maxOutputTokens: 50,
      },
      expect: {
        valid: true,
        value: {
          verdict: "pass",
          requests: 2,
          endpoint: "/v1/chat/completions",
          files: [{ name: "batch-0001.jsonl", requests: 2, bytes: 494 }],
          tokens: { input: 30, outputCeiling: 100 },
          cost: { currency: "USD", outputCeiling: 0.0001 },
        },
      },
    },
    {
      title: "CSV for Anthropic with a repeated row",
      input: {
        rows: 'name,city\nAnn,Rome\nAnn,Rome\nBob,"New York"\n',
        provider: "anthropic",
        model: "claude-sonnet-5",
        prompt: "Write to {{name}} in {{ city }}.",
      },
      expect: {
        value: {
          rows: 3,
          requests: 2,
          skipped: [{ row: 2, id: "row-000002", duplicateOf: "row-000001" }],
        },
      },
    },
    {
      title: "A row without the column",
      input: { rows: [{ a: "x" }, { b: "y" }], model: "gpt-5", prompt: "Say {{a}}" },
      expect: {
        ok: false,
        error: { code: "OFFLINE_API_BATCH_PRODUCTION_KIT_FAILED" },
        errors: [{ code: "TEMPLATE_FIELD_MISSING", path: "/rows/1" }],
        value: { requests: 1, excluded: [{ row: 2, codes: ["TEMPLATE_FIELD_MISSING"] }] },
      },
    },
    {
      title: "Neither prompt nor template",
      input: { rows: [{ a: "x" }], model: "gpt-5" },
      expect: { ok: false, error: { code: "PROMPT_MISSING" } },
    },
  ],

  // Each request goes through two tools by itself: 5,000 rows take 1 to 3 s.
  run(input, ctx): Result {
    const report: Report = new KitReport(ID, NAME, STAGES);
    const work: Work = { input, ctx, report };
    const misuse = misuseOf(input);
    if (misuse !== undefined) return fail(misuse);
    const read = readRows(work);
    if ("misuses" in read) return inputInvalid(read.misuses as [Entry<"TYPE">]);
    if ("errors" in read) return stopped("rows", read.errors, work);
    if (read.rows.length === 0) return stopped("rows", [ROWS_EMPTY], work);
    if (input.idColumn !== undefined && !read.columns.includes(input.idColumn))
      return stopped("rows", [idUnknown(input.idColumn)], work);
    const body = prepareBody(work);
    if (body === undefined) return conclude(undefined, read, work);
    const template = compileTemplate(body, "", input.template === undefined);
    const [fault, ...faults] = template.faults.map((one) => syntaxFault(one, input));
    if (fault !== undefined) return stopped("template", [fault, ...faults], work);
    reportUnused(read, template, work);
    const planned = planRequests(read.rows, template, work);
    const templateSha256 = sha256Hex(canonicalJson(plain(body)));
    return conclude({ planned, templateSha256 }, read, work);
  },
});

const ROWS_EMPTY = {
  code: "ROWS_EMPTY",
  message: "Cannot make a batch: found no row, expected at least one",
  path: "/rows",
} as const;

function misuseOf({
  prompt,
  template,
  system,
}: Input): Entry<"PROMPT_MISSING" | "CONFLICTING_FIELDS"> | undefined {
  if (prompt === undefined && template === undefined) {
    const message = "Cannot make requests: found neither prompt nor template, expected one";
    return { code: "PROMPT_MISSING", message, path: "/prompt" };
  }
  if (template === undefined || (prompt === undefined && system === "")) return undefined;
  const field = prompt === undefined ? "system" : "prompt";
  const message = `Cannot make requests: found both ${field} and template, expected one`;
  const hint = field === "system" ? "Put the system text into the template" : undefined;
  return {
    code: "CONFLICTING_FIELDS",
    message,
    path: `/${field}`,
    ...(hint === undefined ? {} : { hint }),
  };
}

function idUnknown(column: string): Entry<"ID_COLUMN_UNKNOWN"> {
  const message = `Cannot name the requests: found no column ${JSON.stringify(beginning(column, 60))}, expected one of the rows'`;
  return { code: "ID_COLUMN_UNKNOWN", message, path: "/idColumn" };
}

/** In the caller's fields: of a body that was built the text says which it is. */
function syntaxFault(
  { path, found }: { path: string; found: string },
  { template, prompt = "" }: Input,
): Entry {
  const inPrompt = compileTemplate(prompt, "", true).faults.length > 0;
  const field = template === undefined ? (inPrompt ? "/prompt" : "/system") : `/template${path}`;
  const message = `Cannot read the placeholders of ${field}: found ${found}, expected {{column}}`;
  return { code: "TEMPLATE_SYNTAX", message, path: field, expected: "{{column}}" };
}

function reportUnused({ columns }: Rows, template: Template, { input, report }: Work): void {
  for (const column of columns) {
    if (column === input.idColumn || template.columns.has(column)) continue;
    const name = JSON.stringify(beginning(column, 60));
    const message = `No placeholder names the column ${name}`;
    report.find("warning", "render", {
      code: "COLUMN_UNUSED",
      message,
      path: "/rows",
      subject: beginning(column, 60),
    });
  }
}

function stopped(stage: "rows" | "template", errors: readonly Entry[], work: Work): Result {
  work.report.stop(stage, errors);
  return conclude(undefined, { rows: [], columns: [] }, work);
}

interface Plan {
  readonly planned: readonly Planned[];
  readonly templateSha256: string;
}

function conclude(plan: Plan | undefined, rows: Rows, work: Work): Result {
  const { report } = work;
  const { planned = [] } = plan ?? {};
  const files = divide(planned, work);
  const figures = figure(plan, rows, figuresOf(files), work);
  const { requests, skipped, excluded, tokens, cost } = figures;
  if (plan !== undefined) {
    if (requests === 0) {
      const message = "Cannot make a batch: found no row that can be sent, expected at least one";
      report.find("error", "files", { code: "NO_REQUESTS", message, path: "/rows" });
    }
    writeFiles(files, planned, manifestOf(figures), work);
  }
  return report.conclude({
    value: {
      ...figures,
      ids: planned.flatMap(({ row, id, original }) => (id === null ? [] : [{ row, id, original }])),
    },
    counts: {
      rows: figures.rows,
      requests,
      skipped: skipped.length,
      excluded: excluded.length,
      files: files.length,
    },
    failOn: work.input.failOn,
    output: {
      figures: `${counted(figures.rows, "row")}: ${counted(requests, "request")} in ${counted(files.length, "file")}, ${skipped.length} skipped, ${excluded.length} left out; ${tokens.input} input tokens, at most ${tokens.outputCeiling} of output; ${cost === null ? "no price" : `at most ${cost.ceiling} ${cost.currency}`}`,
      next: nextSteps(figures),
    },
  });
}

function figure(
  plan: Plan | undefined,
  { rows }: Rows,
  files: Figures["files"],
  work: Work,
): Figures {
  const { planned = [], templateSha256 = "" } = plan ?? {};
  const { provider, model } = work.input;
  const sent = planned.filter(({ status }) => status === "sent");
  const limits = sent.map(({ body }) => limitOf(body, provider));
  const largest = sent.reduce<Planned | undefined>(
    (most, one) => (one.tokens > (most?.tokens ?? -1) ? one : most),
    undefined,
  );
  return {
    provider,
    model,
    endpoint: FACTS[provider].endpoint.replace("{model}", () => model.replace(/^models\//, "")),
    rows: rows.length,
    requests: sent.length,
    skipped: planned.flatMap(({ row, id, status, duplicateOf }) =>
      status === "skipped" ? [{ row, id, duplicateOf: duplicateOf ?? "" }] : [],
    ),
    excluded: planned.flatMap(({ row, id, status, codes }) =>
      status === "excluded" ? [{ row, id, codes: [...codes] }] : [],
    ),
    files,
    tokens: {
      input: sent.reduce((sum, { tokens }) => sum + tokens, 0),
      largest: largest?.tokens ?? 0,
      largestRow: largest?.row ?? null,
      outputCeiling: limits.reduce((sum, limit) => sum + limit, 0),
    },
    cost: plan === undefined ? null : costOf(sent, limits, work),
    templateSha256,
    rowsSha256: sha256Hex(canonicalJson(rows.map(({ cells }) => plain(cells)))),
  };
}

function nextSteps({ excluded, files, cost }: Figures): string[] {
  return [
    ...(excluded.length > 0
      ? ["Mend the rows that are left out: `excluded` and `id-map.csv` name them."]
      : []),
    ...(cost === null ? ["Look up the price of `model`: it is in no table."] : []),
    ...(files.length > 0
      ? [
          "Run `node check.mjs` where the files are.",
          "Send them with the commands of `README.md`.",
          "Run `node check.mjs results FILE` on what comes back.",
        ]
      : []),
  ];
}

/** The members in the order of the manifest. */
function manifestOf(figures: Figures): Manifest {
  const {
    provider,
    model,
    endpoint,
    files,
    rows,
    requests,
    skipped,
    excluded,
    tokens,
    cost,
    templateSha256,
    rowsSha256,
  } = figures;
  return {
    kit: ID,
    provider,
    model,
    endpoint,
    completionWindow: "24h",
    files,
    rows,
    requests,
    skipped,
    excluded,
    tokens,
    cost,
    templateSha256,
    rowsSha256,
  };
}

type Priced = Pick<NonNullable<Figures["cost"]>, "currency"> & {
  readonly input: Decimal;
  readonly output: Decimal;
};

function costOf(sent: readonly Planned[], limits: readonly number[], work: Work): Figures["cost"] {
  const { input, report } = work;
  if (sent.length === 0) {
    report.skipped("cost", "No request; `rows` has none that can be sent");
    return null;
  }
  const batch = priceAll(sent, limits, "batch", work);
  const standard = priceAll(sent, limits, "standard", work);
  if ("code" in batch || "code" in standard) {
    const { code, message, path } = "code" in batch ? batch : (standard as Entry);
    report.failed("cost", message);
    if (path === "/asOf") report.find("error", "cost", { code, message, path });
    else {
      const told = `The model ${JSON.stringify(beginning(input.model, 60))} has no price`;
      report.find("warning", "cost", { code: "PRICE_UNKNOWN", message: told, path: "/model" });
    }
    return null;
  }
  const ceiling = batch.input.plus(batch.output);
  report.done("cost", `At most ${ceiling.toString()} ${batch.currency} at batch prices`);
  return {
    currency: batch.currency,
    input: batch.input.toNumber(),
    outputCeiling: batch.output.toNumber(),
    ceiling: ceiling.toNumber(),
    standardCeiling: standard.input.plus(standard.output).toNumber(),
  };
}

/** At the rates of the largest request; where those are the rates of long prompts, request by request. */
function priceAll(
  sent: readonly Planned[],
  limits: readonly number[],
  serviceTier: "batch" | "standard",
  { input, ctx }: Work,
): Priced | Entry {
  const { model, asOf } = input;
  const day = asOf === undefined ? {} : { asOf };
  const largest = Math.max(1, ...sent.map(({ tokens }) => tokens));
  const one = ctx.step(price, {
    model,
    inputTokens: largest,
    outputTokens: 1,
    serviceTier,
    ...day,
  });
  const failed = one.errors?.[0];
  if (!one.ok || !one.value)
    return failed ?? { code: "PRICE_UNKNOWN", message: "The model has no price", path: "/model" };
  const { tier, lines } = one.value;
  const rateOf = (wanted: string) => lines.find(({ kind }) => kind === wanted)?.perMillion ?? 0;
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  const all = ctx.step(
    price,
    tier === "base"
      ? {
          model,
          inputTokens: total(sent.map(({ tokens }) => tokens)),
          outputTokens: total(limits),
          prices: { input: rateOf("uncached-input"), output: rateOf("output") },
          ...day,
        }
      : {
          model,
          usage: sent.map(({ tokens }, index) => ({
            model,
            prompt_tokens: tokens,
            completion_tokens: limits[index] ?? 0,
          })),
          serviceTier,
          ...day,
        },
  );
  if (!all.ok || !all.value)
    return all.errors?.[0] ?? { code: "PRICE_UNKNOWN", message: "The model has no price" };
  const costs = all.value.lines;
  const sumOf = (isOutput: boolean) =>
    costs
      .filter(({ kind }) => (kind === "output") === isOutput)
      .reduce((sum, { cost }) => sum.plus(cost), new Decimal(0));
  return { currency: all.value.currency, input: sumOf(false), output: sumOf(true) };
}
