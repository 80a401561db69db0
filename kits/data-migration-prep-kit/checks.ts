/** What tools say of the rows: personal data in the old ones, and whether the new ones fit, and are the old ones. */
import type { Entry as Found } from "../../tools/_core/tool.ts";
import { readDocumentField } from "../../tools/_lib/fields/document-field.ts";
import {
  arrayNode,
  type JsonNode,
  memberNode,
  nullNode,
  objectNode,
  stringNode,
} from "../../tools/_lib/json/tree/tree.ts";
import { minifyJson, prettyJson } from "../../tools/_lib/json/tree/write.ts";
import { parsePointer } from "../../tools/_lib/results/pointer.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import validate from "../../tools/json-schema-validator.ts";
import inferSchema from "../../tools/schema-converter.ts";
import redactLog from "../../tools/sensitive-log-redaction-evidence.ts";
import reconcile from "../../tools/structured-data-reconciliation.ts";
import type { Work } from "../data-migration-prep-kit.ts";
import { cellText, type Source } from "./read.ts";
import {
  type Mapped,
  type NewRow,
  type Problem,
  type Reject,
  rowNode,
  type Target,
} from "./rows.ts";

export function findPersonalData({ text }: Source, { input, ctx, report }: Work): void {
  const { ok, value, errors } = ctx.step(redactLog, {
    input: text,
    action: "scan",
    entropy: "off",
  });
  if (!ok || !value) {
    report.stageFailed("privacy", errors?.[0] ?? UNKNOWN);
    return;
  }
  const counts = new Map<string, { count: number; line: number }>();
  for (const { detector, count, line } of value.evidence) {
    const known = counts.get(detector) ?? { count: 0, line };
    counts.set(detector, { count: known.count + count, line: known.line });
  }
  for (const [detector, { count, line }] of counts) {
    const place = typeof input.source === "string" ? { line } : {};
    const message = `The source holds ${counted(count, "value")} of ${detector}, and so do the files: keep them where such data may be`;
    const finding = { code: "PERSONAL_DATA", message, path: "/source", subject: detector };
    report.find("warning", "privacy", { ...finding, ...place, received: count });
  }
  report.finish("privacy", `${counted(counts.size, "kind")} of personal data or secrets`);
}

const UNKNOWN = { code: "STAGE_FAILED", message: "The tool gave no result" };

const ROW_URI = "urn:target:row";
const MOST_VIOLATIONS = 1000;
const ROWS_AT_ONCE = 250;

/** The schema that the caller gave; an error where it is no document. */
function givenSchema({ input }: Work): JsonNode | Found | undefined {
  if (input.schema === undefined) return undefined;
  const read = readDocumentField(input.schema, "/schema", ["object", "boolean"]);
  return read.ok ? read.root : read.error;
}

interface Fitted extends Mapped {
  /** The schema that the caller gave. */
  readonly schema?: string;
}

/** Rows that fit the caller's schema, and those that do not; or why it cannot be used. */
export function fitRows(
  rows: readonly NewRow[],
  targets: readonly Target[],
  work: Work,
): Fitted | { readonly errors: readonly Found[] } {
  const { report } = work;
  const schema = givenSchema(work);
  if (schema === undefined) {
    report.skipped("validate", "The field `schema` takes what new rows have to be");
    return { rows, rejects: [] };
  }
  if ("code" in schema) return { errors: [schema] };
  const checked = validateRows(rows, targets, schema, work);
  if ("errors" in checked) return checked;
  const summary = `${checked.rows.length} of ${counted(rows.length, "row")} fit`;
  report.done("validate", summary, checked.rejects.length === 0 ? "pass" : "review");
  return { ...checked, schema: prettyJson(schema, Infinity) ?? "true" };
}

/** Rows that fit the schema, and those that do not; or why the schema cannot be used. */
function validateRows(
  rows: readonly NewRow[],
  targets: readonly Target[],
  schema: JsonNode,
  work: Work,
): Mapped | { readonly errors: readonly Found[] } {
  const checker = new RowChecker(targets, schema, work);
  // A schema is looked at even where there is no row.
  for (let at = 0; at === 0 || at < rows.length; at += ROWS_AT_ONCE) {
    const errors = checker.check(rows.slice(at, at + ROWS_AT_ONCE));
    if (errors.length > 0) return { errors };
  }
  const { problems } = checker;
  const rejects: Reject[] = [];
  for (const { row } of rows) {
    const found = problems.get(row);
    if (found) rejects.push({ row, problems: [...found.values()] });
  }
  return { rows: rows.filter(({ row }) => !problems.has(row)), rejects };
}

class RowChecker {
  readonly problems = new Map<number, Map<string, Problem>>();
  readonly #targets: readonly Target[];
  readonly #schemas: Readonly<Record<string, string>>;
  readonly #schema: string;
  readonly #work: Work;

  constructor(targets: readonly Target[], schema: JsonNode, work: Work) {
    this.#targets = targets;
    this.#work = work;
    this.#schemas = { [ROW_URI]: minifyJson(schema, Infinity) ?? "true" };
    this.#schema = JSON.stringify({ items: { $ref: ROW_URI } });
  }

  /** Many rows at once; of a list of violations that was cut each half by itself. */
  check(rows: readonly NewRow[]): readonly Found[] {
    const data = arrayNode(rows.map((row) => rowNode(row, this.#targets)));
    const { ok, value, errors } = this.#work.ctx.step(validate, {
      schema: this.#schema,
      schemas: this.#schemas,
      data: minifyJson(data, Infinity) ?? "[]",
      maxErrors: MOST_VIOLATIONS,
    });
    if (!ok || !value) return (errors ?? [UNKNOWN]).map(inSchema);
    if (value.errorCount > value.errors.length && rows.length > 1) {
      const middle = rows.length >> 1;
      return [...this.check(rows.slice(0, middle)), ...this.check(rows.slice(middle))];
    }
    for (const { path, code } of value.errors) {
      const [index = "", column = ""] = parsePointer(path) ?? [];
      const row = rows[Number(index)]?.row;
      if (row === undefined) continue;
      const found = this.problems.get(row) ?? new Map<string, Problem>();
      found.set(`${code} ${column}`, { column, code });
      this.problems.set(row, found);
    }
    return [];
  }
}

/** Into the caller's own field. */
function inSchema(entry: Found): Found {
  const { path = "" } = entry;
  const inside = path.startsWith(`/schemas/${ROW_URI}`) ? path.slice(9 + ROW_URI.length) : "";
  return { ...entry, path: `/schema${inside}` };
}

/** What the new rows are, where nobody said what they should be. */
export function inferRowSchema(
  rows: readonly NewRow[],
  targets: readonly Target[],
  { ctx, report }: Work,
): string | undefined {
  if (rows.length === 0) {
    report.skipped("schema", "No row was migrated: schema.json is what the mapping says");
    return undefined;
  }
  const samples = arrayNode(rows.map((row) => rowNode(row, targets)));
  const { ok, output, errors } = ctx.step(inferSchema, {
    input: minifyJson(samples, Infinity) ?? "[]",
    mode: "infer",
    samples: "each",
    closed: true,
    name: "Row",
  });
  if (!ok) {
    report.stageFailed("schema", errors?.[0] ?? UNKNOWN);
    return undefined;
  }
  report.done("schema", `Inferred from ${counted(rows.length, "row")}`);
  return output;
}

/** The rows that were taken, as they were, against what they became. */
export function reconcileRows(
  rows: readonly NewRow[],
  targets: readonly Target[],
  { rows: sources }: Source,
  { ctx, report }: Work,
): void {
  const copies = targets.flatMap((target, index) =>
    target.isCopy && !target.isKey && COMPARED.has(target.type) ? [{ target, index }] : [],
  );
  const keys = targets.flatMap((target, index) => (target.isKey ? [{ target, index }] : []));
  const keyCells = ({ cells }: NewRow) =>
    keys.map(({ target, index }) => memberNode(target.name, cells[index] ?? nullNode()));
  const before = rows.map((one) => {
    const source = sources[one.row];
    const copied = copies.map(({ target, index }) => {
      const cell = source?.get(target.sources[0] ?? "") ?? nullNode();
      const isNull = one.cells[index]?.type === "null";
      return memberNode(target.name, isNull ? nullNode() : stringNode(cellText(cell)));
    });
    return objectNode([...keyCells(one), ...copied]);
  });
  const after = rows.map((one) => {
    const copied = copies.map(({ target, index }) =>
      memberNode(target.name, one.cells[index] ?? nullNode()),
    );
    return objectNode([...keyCells(one), ...copied]);
  });
  const { ok, value, errors } = ctx.step(reconcile, {
    left: minifyJson(arrayNode(before), Infinity) ?? "[]",
    right: minifyJson(arrayNode(after), Infinity) ?? "[]",
    key: keys.map(({ target }) => target.name),
    columns: copies.map(({ target }) => target.name),
    trim: false,
  });
  if (!ok || !value) {
    report.stageFailed("reconcile", errors?.[0] ?? UNKNOWN);
    return;
  }
  const { counts, differences } = value;
  const lost = counts.leftOnly + counts.rightOnly + counts.duplicateKeys;
  const columns = new Map<string, number>();
  for (const { column } of differences) columns.set(column, (columns.get(column) ?? 0) + 1);
  for (const [column, count] of columns) {
    const message = `${counted(count, "cell")} of ${quoted(column)} ${count === 1 ? "is" : "are"} not what the source has`;
    const finding = { code: "RECONCILE_DIFFERENCE", message, subject: column, received: count };
    report.find("error", "reconcile", finding);
  }
  if (lost > 0) {
    const message = `${counted(lost, "key")} ${lost === 1 ? "is" : "are"} not on both sides once`;
    report.find("error", "reconcile", { code: "RECONCILE_DIFFERENCE", message, received: lost });
  }
  report.finish(
    "reconcile",
    `${counted(counts.matched, "row")} found by key, ${counted(copies.length, "copied column")} compared`,
  );
}

/** Types that leave what is written as it is, or the same number. */
const COMPARED: ReadonlySet<string> = new Set(["text", "integer", "number", "date", "timestamp"]);
