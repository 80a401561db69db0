/** The table and the facts of the input, whatever notation they are in. */
import { type Entry, fail } from "../_core/tool.ts";
import { readDocumentField } from "../_lib/fields/document-field.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";
import type { JsonObject } from "../_lib/json/tree/tree.ts";
import { inputInvalid, missingField, outOfBounds } from "../_lib/results/input-invalid.ts";
import type { Failure, Input, Result, Warning } from "../policy-decision-table.ts";
import { readDmn } from "./read-dmn.ts";
import { DocumentReader, type Problem } from "./read-document.ts";
import { readCsv, readMarkdown, tableOf } from "./read-sheet.ts";
import type { WrittenTable } from "./table.ts";

export const MOST_FACTS = 1000;

type Failed = { readonly failure: Result };

type Warned = { readonly warnings: readonly Entry<Warning>[] };

export type TableRead = ({ readonly table: WrittenTable } & Warned) | Failed;

export function readTable({ table, decision }: Input): TableRead {
  if (isNothing(table)) return { failure: inputInvalid([missingField("/table", "a table")]) };
  if (typeof table !== "string") return readDocument(table);
  const start = /[^\s\ufeff]/.exec(table)?.[0];
  if (start === "<") {
    const read = readDmn(table, isNothing(decision) ? undefined : decision);
    return "errors" in read ? { failure: failedWith(read.errors) } : { table: read, warnings: [] };
  }
  const text = table.replace(/^[\ufeff\s]+/, "");
  const sheet = start === "{" || start === "[" ? undefined : (readMarkdown(text) ?? readCsv(text));
  if (!sheet) return readDocument(table);
  const read = "failure" in sheet ? sheet : tableOf(sheet);
  return "failure" in read ? read : { table: read, warnings: [] };
}

function readDocument(given: unknown): TableRead {
  const read = readDocumentField(given, "/table", ["object"]);
  if (!read.ok) return { failure: fail<never, Failure>(noTable(given, read.error)) };
  const reader = new DocumentReader();
  const table = reader.read(read.root);
  const [first, ...others] = reader.problems;
  if (first) return { failure: inputInvalid([first, ...others]) };
  return { table, warnings: placed(read.warnings, "/table") };
}

/** A text that is no document was most likely meant as a table whose columns lack their marks. */
function noTable(given: unknown, error: Entry<Failure>): Entry<Failure> {
  if (typeof given !== "string" || error.code !== "DOCUMENT_TYPE") return error;
  const expected = "an object, CSV or Markdown with columns named in:… and out:…, or DMN as XML";
  return {
    ...error,
    message: `Cannot use /table: found ${error.received}, expected ${expected}`,
    expected,
  };
}

/** A field of the table that is no field of the schema is a fault of the input. */
function failedWith(errors: readonly [Entry<Failure>, ...Entry<Failure>[]]): Result {
  const [{ code }] = errors;
  const isField = code === "RANGE" || code === "TYPE" || code === "REQUIRED";
  return isField ? inputInvalid(errors as [Problem, ...Problem[]]) : fail<never, Failure>(errors);
}

export interface Facts extends Warned {
  readonly facts: readonly { readonly node: JsonObject; readonly path: string }[];
}

/** An object, or a list of them. */
export function readFacts(given: unknown): Facts | Failed {
  if (isNothing(given)) return { facts: [], warnings: [] };
  const read = readDocumentField(given, "/facts", ["object", "array"]);
  if (!read.ok) return { failure: fail<never, Failure>(read.error) };
  const { root } = read;
  const warnings = placed(read.warnings, "/facts");
  if (root.type === "object") return { facts: [{ node: root, path: "/facts" }], warnings };
  const items = root.type === "array" ? root.items : [];
  if (items.length > MOST_FACTS) {
    const entry = outOfBounds("/facts", `a list of ${items.length}`, `at most ${MOST_FACTS}`);
    return { failure: inputInvalid([entry]) };
  }
  const facts = items.map((node, at) => ({ node: node as JsonObject, path: `/facts/${at}` }));
  const wrong = facts.find(({ node }) => node.type !== "object");
  if (!wrong) return { facts, warnings };
  const message = `Cannot use ${wrong.path}: found no object, expected { input: value }`;
  return { failure: inputInvalid([{ code: "TYPE", message, path: wrong.path }]) };
}

function placed(warnings: readonly Entry<Warning>[], field: string): Entry<Warning>[] {
  return warnings.map((entry) => ({ ...entry, path: `${field}${entry.path ?? ""}` }));
}
