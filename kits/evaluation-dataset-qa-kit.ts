import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, jsonField, mapOf, oneOf, whole } from "../tools/_core/fields.ts";
import { type Entry, fail, type Outcome } from "../tools/_core/tool.ts";
import { JSON_FAILURES, readJsonField } from "../tools/_lib/json/tree/json-field.ts";
import { valueOf } from "../tools/_lib/json/tree/value.ts";
import { INPUT_FAILURES, inputInvalid } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { appendPointer } from "../tools/_lib/results/pointer.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import { VIOLATIONS } from "../tools/_lib/schemas/json-schema/violations.ts";
import { normalText } from "../tools/_lib/text/prose/normal-form.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import convertCsv from "../tools/csv-jsonl-converter.ts";
import formatRows, { FORMATS } from "../tools/eval-dataset-jsonl-formatter.ts";
import validate from "../tools/json-schema-validator.ts";
import redactLog from "../tools/sensitive-log-redaction-evidence.ts";
import countTokens from "../tools/token-counter.ts";
import admit from "../tools/untrusted-input-admission.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { mapTexts, redactStage, textsIn } from "./_core/redaction.ts";
import { KitReport } from "./_core/report.ts";
import {
  type Analysis,
  analyse,
  check,
  NOTHING_CHECKED,
} from "./evaluation-dataset-qa-kit/analysis.ts";
import type { Row } from "./evaluation-dataset-qa-kit/checks.ts";
import { writeFiles } from "./evaluation-dataset-qa-kit/files.ts";
import { OverlapIndex } from "./evaluation-dataset-qa-kit/leakage.ts";
import { Ledger, type Report } from "./evaluation-dataset-qa-kit/ledger.ts";
import {
  readRows,
  replaceInRows,
  type SourceRow,
  textsOfRows,
} from "./evaluation-dataset-qa-kit/read.ts";
import { understand } from "./evaluation-dataset-qa-kit/rows.ts";
import {
  checkSchema,
  measure,
  readAsked,
  reportUnreadable,
  screen,
} from "./evaluation-dataset-qa-kit/stages.ts";
import { write } from "./evaluation-dataset-qa-kit/write.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...JSON_FAILURES,
  ...OUTPUT_FAILURES,
  ...VIOLATIONS,
  CSV_UNTERMINATED_QUOTE: "A quoted field of the CSV text has no end",
  DATASET_EMPTY: "The dataset has no row",
  FORMAT_UNRECOGNISED: "No row is of a known format, and none has an input",
  SPLIT_INVALID: "The split has a name or a share that cannot be used",
  ROW_INVALID: "A line is no JSON object",
  INPUT_MISSING: "A row has no input",
  TARGET_MISSING: "A row has no target, and most rows have one",
  ROLE_INVALID: "A message has a role that is not known",
  DUPLICATE_ID: "A row has the id of an earlier one",
  CONFLICTING_TARGETS: "Rows ask the same and want different answers",
  ROW_TOO_LONG: "A row has more tokens than maxRowTokens",
  LEAK: "A row stands in the data that it must not overlap",
  LEAK_BETWEEN_SPLITS: "Rows in different splits ask nearly the same",
  STAGE_FAILED: "A tool could not do its part",
  EVALUATION_DATASET_QA_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  SECRET_REDACTED: "Credentials or personal data were replaced by tokens",
  DUPLICATE_ROW: "A row says what an earlier one says, and is rejected",
  NEAR_DUPLICATE: "A row asks nearly what an earlier one asks",
  TARGET_IN_INPUT: "The input gives the answer away",
  PLACEHOLDER: "An input or target is a placeholder",
  MOJIBAKE: "A text was decoded by a wrong character set",
  CONTROL_CHARACTER: "A text holds a control character",
  EDGE_SPACE: "A text has white space at an end",
  LENGTH_OUTLIER: "A row is far longer than the others",
  INSTRUCTION_LIKE: "An input reads like an instruction to the model",
  ADMISSION: "An input holds what text from outside should not",
  LABEL_RARE: "A label has fewer rows than minPerLabel",
  LABEL_DOMINANT: "A label has more than maxLabelPercent of the rows",
  LABEL_VARIANT: "A label is another writing of a commoner one",
  LABEL_MISSING: "Rows do not have the member that labelField names",
  SMALL_DATASET: "Fewer rows are kept than minRows",
  AGAINST_UNREADABLE:
    "Rows of the data that must not be overlapped could not be read, or there are none",
} as const;

const ROWS =
  "JSON lines, a JSON array, CSV text with a header, or the rows themselves; 5,000 at most";
const SPLIT_NAME = /^[a-z0-9-]{1,20}$/;

const INPUT = Type.Object({
  dataset: jsonField({ description: `The rows: ${ROWS}` }),
  format: formatRows.input.properties.from,
  mapping: formatRows.input.properties.mapping,
  to: oneOf(["source", ...FORMATS], {
    description: "Format of the clean file; source keeps the rows as they were",
    default: "source",
  }),
  labelField: Type.Optional(
    Type.String({ description: "Member, or RFC 6901 pointer, that holds a row's class" }),
  ),
  schema: Type.Optional(jsonField({ description: "JSON Schema of a row as it was given" })),
  against: Type.Optional(
    jsonField({
      description: `Training data or few-shot examples that must not overlap: ${ROWS}`,
    }),
  ),
  leakageGram: whole({
    description: "Words of the runs by which overlap is found",
    minimum: 3,
    maximum: 20,
    default: 8,
  }),
  leakagePercent: Type.Number({
    description: "Share of a row's runs from which on it leaks",
    minimum: 1,
    maximum: 100,
    default: 50,
  }),
  model: Type.String({ description: "The model whose tokens are counted", default: "gpt-5" }),
  maxRowTokens: whole({
    description: "Tokens that input and target may have together",
    minimum: 1,
    maximum: 1_000_000,
    default: 4000,
  }),
  minRows: whole({
    description: "Rows that should be kept",
    minimum: 0,
    maximum: 5000,
    default: 30,
  }),
  minPerLabel: whole({
    description: "Rows that each label should have",
    minimum: 0,
    maximum: 5000,
    default: 5,
  }),
  maxLabelPercent: Type.Number({
    description: "Share of the rows that one label may have",
    minimum: 0,
    maximum: 100,
    default: 80,
  }),
  split: Type.Optional(
    dataOrJson(mapOf(Type.Number({ description: "From 0 to 1, together 1 at most" })), {
      description:
        'Shares by name, such as {"train":0.8,"test":0.2}; names of small letters, digits and hyphens',
    }),
  ),
  seed: Type.String({ description: "Another seed splits differently", default: "1" }),
  groupBy: Type.Optional(
    Type.String({ description: "Rows with the same value of this member stay in one split" }),
  ),
  redact: Type.Boolean({
    description: "Replace credentials by tokens before anything else",
    default: true,
  }),
  redactPii: Type.Boolean({ description: "Replace personal data, too", default: false }),
  failOn: failOnField("none"),
});

const COUNT = Type.Integer({ minimum: 0 });
const INDEX = Type.Integer({ minimum: 0, description: "From 0, over all rows" });
const INDICES = Type.Array(INDEX);
const PERCENT = Type.Number({ minimum: 0, maximum: 100 });

const VALUE = kitValue(
  {
    format: Type.String({ description: "How the rows are written; mixed where they differ" }),
    rows: COUNT,
    kept: COUNT,
    rejected: Type.Array(
      Type.Object({
        index: INDEX,
        line: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
        id: Type.Union([Type.String(), Type.Null()]),
        codes: Type.Array(Type.String(), { description: "Why, in plain order" }),
      }),
    ),
    tokens: Type.Object(
      { total: COUNT, min: COUNT, median: Type.Number({ minimum: 0 }), p95: COUNT, max: COUNT },
      { description: "Of input and target together" },
    ),
    labels: Type.Union([
      Type.Array(Type.Object({ label: Type.String(), count: COUNT, percent: PERCENT })),
      Type.Null(),
    ]),
    balance: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
      description: "Of the labels: 1 where all are equally common",
    }),
    duplicates: Type.Object({
      exact: Type.Array(INDICES, { description: "Rows that say the same" }),
      near: Type.Array(
        Type.Object({ a: INDEX, b: INDEX, similarity: Type.Number({ minimum: 0, maximum: 1 }) }),
      ),
    }),
    conflicts: Type.Array(INDICES, {
      description: "Rows that ask the same and want other answers",
    }),
    leaks: Type.Array(Type.Object({ index: INDEX, againstIndex: INDEX, percent: PERCENT })),
    splits: Type.Union([
      Type.Array(Type.Object({ name: Type.String(), rows: COUNT })),
      Type.Null(),
    ]),
  },
  {
    rows: COUNT,
    kept: COUNT,
    rejected: COUNT,
    duplicates: COUNT,
    near: COUNT,
    conflicts: COUNT,
    leaks: COUNT,
  },
);

export type Input = Static<typeof INPUT>;

export type Value = Static<typeof VALUE>;

type Used = (typeof USES)[number];

type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;

/** What all stages have at hand. */
export interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<Used>;
  readonly report: Report;
}

const ID = "evaluation-dataset-qa-kit";
const NAME = "Evaluation Dataset QA Kit";

const STAGES = {
  read: convertCsv,
  redact: redactLog,
  schema: validate,
  rows: formatRows,
  tokens: countTokens,
  injection: admit,
  checks: null,
  write: formatRows,
} as const;

const USES = [convertCsv, redactLog, validate, formatRows, countTokens, admit] as const;

const FRENCH = {
  input: "What is the capital of France?",
  target: "Paris",
} as const;

export default defineKit({
  id: ID,
  name: NAME,
  category: "AI",
  description:
    "Checks an evaluation or fine-tuning dataset row by row and gives the clean file, rejects, card and splits.",
  keywords: [
    "annotation",
    "argilla",
    "cleanlab",
    "contamination",
    "data quality",
    "dataset",
    "dataset card",
    "deduplicate",
    "evals",
    "evaluation",
    "fine-tuning",
    "golden set",
    "hugging face",
    "jsonl",
    "label balance",
    "labels",
    "leakage",
    "train test split",
    "training data",
  ],
  aliases: ["eval-dataset-qa", "dataset-lint-kit"],
  version: "2026-11-27",
  uses: [...USES],

  input: INPUT,
  primary: "dataset",
  value: VALUE,
  verb: "check",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "check my evaluation dataset before i spend money on a run",
    "what is wrong with my fine-tuning data, row by row",
    "lint a jsonl dataset for llm evaluation",
    "find contradicting answers, duplicates and leakage in a benchmark",
    "does my test set overlap with the training data",
    "benchmark contamination check with word n-grams",
    "clean a training file and tell me which rows were thrown out and why",
    "are the labels of my classification dataset balanced",
    "write a dataset card for question answer pairs",
    "split a dataset into train and test without near duplicates on both sides",
    "rows with broken json, missing answers or double ids",
    "quality report for a golden set of prompts and expected answers",
    "the same question has two different answers in my data",
    "few-shot examples must not appear in the eval set",
    "remove credentials and personal data from training examples",
    "find mojibake, placeholders and control characters in a dataset",
    "which rows are too long for the model's context",
    "prompt injection hidden in dataset rows",
    "data quality gate in ci for evaluation samples",
    "someone sent me a csv of questions and answers, can i trust it",
    "my fine-tuned model got worse, is the data to blame",
    "audit training samples and hand over a clean version with rejects",
    "trainingsdaten für ein sprachmodell auf fehler prüfen",
    "doppelte und widersprüchliche zeilen in testdaten finden",
    "revisar un conjunto de datos de evaluación y limpiarlo",
    "vérifier la qualité d'un jeu de données d'évaluation",
    "检查 评测 数据集 的 重复 和 泄漏",
    "評価用データセットの品質を確認する",
    "students typed question and answer pairs, which of them are useless",
    "i bought training examples, are there copies, empty answers or private data in it",
    "some test questions are also in the training part, find them",
    'too many "yes" and hardly any "no", tell me',
    "hugging face datasets, cleanlab, argilla, lilac, openai fine-tuning data check, minhash",
    "screen samples for defects, contradiction and contamination and deliver a filtered set with a card",
    "revisar dados de treino: duplicados, rótulos e vazamento",
  ],
  effort: 3,
  isolated: true,

  laws: [
    filesLaw,
    {
      name: "every row is kept or rejected, and the clean file has those that are kept",
      holds(run, input) {
        const { value } = run({ ...input, to: "source", failOn: "none" });
        if (!value) return true;
        const clean = value.deliverables.find(({ name }) => name === "dataset.clean.jsonl");
        const lines = clean?.content.split("\n").filter((line) => line !== "").length;
        return (
          value.kept + value.rejected.length === value.rows &&
          (lines === undefined || lines === value.kept)
        );
      },
    },
    {
      name: "a clean file has no error and no duplicate",
      holds(run, input) {
        const { split: _split, ...rest } = input;
        const options = { ...rest, to: "source", failOn: "none" } as const;
        const { ok, value } = run(options);
        const clean = value?.deliverables.find(({ name }) => name === "dataset.clean.jsonl");
        if (!ok || !clean || value?.kept === 0) return true;
        const again = run({ ...options, dataset: clean.content }).value?.counts;
        // Where few rows had a target, most of those that are left may have one; a schema stays what it is.
        const { TARGET_MISSING = 0, STAGE_FAILED = 0 } = again?.byCode ?? {};
        const errors = (again?.error ?? 0) - TARGET_MISSING - STAGE_FAILED;
        return errors === 0 && again?.byCode["DUPLICATE_ROW"] === undefined;
      },
    },
    {
      name: "what is found does not depend on the format of the clean file",
      holds(run, input) {
        const findingsFor = (to: "source" | "inspect") => {
          const { split: _split, ...rest } = input;
          return JSON.stringify(run({ ...rest, to, failOn: "none" }).value?.findings);
        };
        return findingsFor("source") === findingsFor("inspect");
      },
    },
  ],
  examples: [
    {
      title: "A duplicate, a contradiction and a broken line",
      input: {
        dataset:
          '{"id": "1", "input": "What is the capital of France?", "ideal": "Paris"}\n{"id": "2", "input": "what is the capital of  France?", "ideal": "Paris"}\n{"id": "3", "input": "Largest planet?", "ideal": "Jupiter"}\n{"id": "4", "input": "Largest planet?", "ideal": "Saturn"}\n{"input": broken\n',
        minRows: 0,
      },
      expect: {
        ok: true,
        valid: false,
        value: {
          verdict: "fail",
          rows: 5,
          kept: 1,
          rejected: [
            { index: 1, line: 2, id: "2", codes: ["DUPLICATE_ROW"] },
            { index: 2, line: 3, id: "3", codes: ["CONFLICTING_TARGETS"] },
            { index: 3, line: 4, id: "4", codes: ["CONFLICTING_TARGETS"] },
            { index: 4, line: 5, id: null, codes: ["ROW_INVALID"] },
          ],
          duplicates: { exact: [[0, 1]], near: [] },
          conflicts: [[2, 3]],
        },
      },
    },
    {
      title: "CSV for fine-tuning, divided",
      input: {
        dataset: "question,answer\n2+2?,4\n3+3?,6\n4+4?,8\n5+5?,10\n",
        to: "hf-prompt-completion",
        split: { train: 0.75, test: 0.25 },
        minRows: 0,
      },
      expect: {
        ok: true,
        valid: true,
        value: {
          format: "generic",
          kept: 4,
          splits: [
            { name: "train", rows: 3 },
            { name: "test", rows: 1 },
          ],
        },
      },
    },
    {
      title: "A question that stands in the training data",
      input: {
        dataset: [FRENCH],
        against: [FRENCH],
        minRows: 0,
        failOn: "error",
      },
      expect: {
        ok: false,
        error: { code: "EVALUATION_DATASET_QA_KIT_FAILED" },
        value: { leaks: [{ index: 0, againstIndex: 0, percent: 100 }] },
      },
    },
    {
      title: "No rows",
      input: { dataset: "" },
      expect: { ok: false, error: { code: "DATASET_EMPTY" } },
    },
  ],

  // Each row goes through several tools by itself: 1,000 rows of 100,000 characters together take 1 to 2 s.
  run(given, ctx): Result {
    const wrongName = Object.keys(given.split ?? {}).find((name) => !SPLIT_NAME.test(name));
    if (wrongName !== undefined) return failed(splitInvalid(wrongName));
    const report: Report = new KitReport(ID, NAME, STAGES);
    const dataset = readRows(given.dataset, "/dataset", ctx);
    const against =
      given.against === undefined ? undefined : readRows(given.against, "/against", ctx);
    const unread = [...(dataset.errors ?? []), ...(against?.errors ?? [])];
    if (unread.length > 0) return unreadable(unread, { input: given, ctx, report });
    if (dataset.rows?.length === 0) return unreadable([EMPTY], { input: given, ctx, report });
    const read = { dataset: dataset.rows ?? [], against: against?.rows ?? [] };
    const redacted = redactAll(read, { input: given, ctx, report });
    const work: Work = { input: redacted.input, ctx, report };
    const ledger = new Ledger(report);
    const { sources } = redacted;
    reportUnreadable(sources, ledger);
    report.done("read", `${counted(sources.length, "row")} read`);
    checkSchema(sources, work, ledger);
    const understood = readAsked(sources, work, ledger);
    if (understood === undefined) {
      const nothing = { sources, rows: [], format: work.input.format, written: undefined };
      return conclude(analyse({ ...nothing, checked: NOTHING_CHECKED }, work, ledger), work);
    }
    const rows = measure(understood.rows, work, ledger);
    screen(rows, work, ledger);
    const overlap =
      given.against === undefined ? undefined : indexOf(redacted.against, work, ledger);
    const checked = check(rows, overlap, work, ledger);
    const kept = rows.filter(({ index }) => !ledger.isRejected(index));
    reportSize(kept, work, ledger);
    const written = write(kept, checked.near, work);
    const { format } = understood;
    const found = analyse({ sources, rows, format, checked, written }, work, ledger);
    writeFiles(sources, found, work);
    return conclude(found, work);
  },
});

const EMPTY = {
  code: "DATASET_EMPTY",
  message: "Cannot check the dataset: found no row, expected at least one",
  path: "/dataset",
} as const;

function splitInvalid(name: string) {
  const expected = "a name of 1 to 20 small letters, digits and hyphens";
  const message = `Cannot split the rows: found a name that no file can have, expected ${expected}`;
  return { code: "SPLIT_INVALID", message, path: appendPointer("/split", name), expected } as const;
}

function failed(entry: Entry<keyof typeof FAILURES>): Result {
  return fail(entry);
}

/** A field that holds too much, or no rows at all, is a wrong input; a text that cannot be read ends the run. */
function unreadable(errors: readonly Entry[], { input, report }: Work): Result {
  const [first] = errors as readonly Entry<keyof typeof FAILURES>[];
  if (first && (first.code === "RANGE" || first.code === "TYPE")) return inputInvalid([first]);
  // An error quotes the place where reading ended, which may be a credential.
  const texts = [...textsIn(input), ...textsIn(errors)];
  const replace = redactStage(report, "redact", texts, input);
  report.stop("read", mapTexts(errors, replace) as readonly Entry[]);
  const work = { input: mapTexts(input, replace) as Input, report } as Work;
  const nothing = { sources: [], rows: [], format: input.format, written: undefined };
  const found = analyse({ ...nothing, checked: NOTHING_CHECKED }, work, new Ledger(report));
  return conclude(found, work);
}

interface Redacted {
  readonly sources: readonly SourceRow[];
  readonly against: readonly SourceRow[];
  readonly input: Input;
}

/** Everything after this sees tokens in the place of secrets. */
function redactAll(
  read: { readonly dataset: readonly SourceRow[]; readonly against: readonly SourceRow[] },
  { input, report }: Work,
): Redacted {
  const { dataset: _dataset, against: _against, schema, ...others } = input;
  const schemaField = typeof schema === "string" ? readJsonField(schema, "/schema") : undefined;
  const schemaData = schemaField?.ok ? valueOf(schemaField.root).value : schema;
  const texts = [
    ...textsOfRows(read.dataset),
    ...textsOfRows(read.against),
    ...textsIn(schemaData),
    ...textsIn(others),
  ];
  const replace = redactStage(report, "redact", texts, input);
  const isSchemaClean = [...textsIn(schemaData)].every((text) => replace(text) === text);
  const sources = replaceInRows(read.dataset, replace);
  const against = replaceInRows(read.against, replace);
  return {
    sources,
    against,
    input: {
      ...(mapTexts(others, replace) as typeof others),
      dataset: sources.map(textOfRow),
      ...(input.against === undefined ? {} : { against: against.map(textOfRow) }),
      ...(schema === undefined
        ? {}
        : { schema: isSchemaClean ? schema : mapTexts(schemaData, replace) }),
    },
  };
}

function textOfRow({ node, text }: SourceRow): unknown {
  return node === undefined ? text : valueOf(node).value;
}

function indexOf(against: readonly SourceRow[], work: Work, ledger: Ledger): OverlapIndex {
  const { asked } = understand(against, work);
  const unread = against.length - asked.size;
  if (unread > 0 || asked.size === 0) {
    const message =
      asked.size === 0
        ? "No row of the data that must not be overlapped could be read: leakage was not checked"
        : `${counted(unread, "row")} of the data that must not be overlapped could not be read`;
    ledger.warn("checks", "AGAINST_UNREADABLE", message, undefined, {
      path: "/against",
      received: unread,
    });
  }
  const normals = [...asked]
    .toSorted(([a], [b]) => a - b)
    .map(([index, { input }]) => [index, normalText(input).text] as const);
  return new OverlapIndex(normals, work.input.leakageGram);
}

function reportSize(kept: readonly Row[], { input }: Work, ledger: Ledger): void {
  if (kept.length >= input.minRows) return;
  const message = `${counted(kept.length, "row")} kept, fewer than ${input.minRows}`;
  const details = { received: kept.length, expected: input.minRows };
  ledger.warn("checks", "SMALL_DATASET", message, undefined, details);
}

function conclude({ value, counts }: Analysis, { input, report }: Work): Result {
  const next = [
    ...(counts.rejected > 0
      ? ["Repair the rows of `rejected.jsonl`, or leave them out for good."]
      : []),
    ...(counts.conflicts > 0 ? ["Decide which target of conflicting rows is right."] : []),
    ...(input.against === undefined
      ? ["Give `against` what the model was trained on, to find leakage."]
      : []),
    ...(input.split === undefined ? ["Give `split` to divide the rows without leakage."] : []),
    "Use `dataset.clean.jsonl`, and keep `dataset-card.md` with it.",
  ];
  return report.conclude({
    value,
    counts,
    failOn: input.failOn,
    ...(input.redact ? { redactedInput: input } : {}),
    output: {
      figures: `${counted(counts.rows, "row")}, ${counts.kept} kept, ${counts.rejected} rejected; ${counted(counts.duplicates, "group")} of duplicates, ${counted(counts.conflicts, "conflict")}, ${counted(counts.leaks, "leak")}; ${counted(value.tokens.total, "token")}`,
      next,
    },
  });
}
