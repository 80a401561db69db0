/** The table and the facts of the input, whatever notation they are in. */
import { type Entry, fail } from "../_core/tool.ts";
import { type DocumentFailure, readDocumentField } from "../_lib/fields/document-field.ts";
import { readShaped } from "../_lib/fields/shaped-field.ts";
import { isNothing, readStructured } from "../_lib/fields/structured-field.ts";
import { itemsOf } from "../_lib/json/tree/members.ts";
import type { JsonObject } from "../_lib/json/tree/tree.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { inputInvalid, missingField } from "../_lib/results/input-invalid.ts";
import type { Failure, Input, Shapes } from "../policy-decision-table.ts";
import { readDmn } from "./read-dmn.ts";
import { readTableDocument } from "./read-document.ts";
import { readCsv, readMarkdown, tableOf } from "./read-sheet.ts";

/** Reads the table, whatever its notation. */
export function readTable({ table, decision }: Input, shape: Shapes["table"]) {
  if (isNothing(table)) return { failure: inputInvalid([missingField("/table", "a table")]) };
  if (typeof table !== "string") return readDocument(table, shape);
  const start = /[^\s\ufeff]/.exec(table)?.[0];
  if (start === "<") {
    const read = readDmn(table, isNothing(decision) ? undefined : decision);
    return "errors" in read ? { failure: failedWith(read.errors) } : { table: read, warnings: [] };
  }
  const text = table.replace(/^[\ufeff\s]+/, "");
  const isDocument = start === "{" || start === "[";
  const markdown = isDocument ? undefined : readMarkdown(text);
  const read = markdown ? { sheet: markdown } : isDocument ? undefined : readCsv(text);
  if (!read) return readDocument(table, shape);
  if ("failure" in read) return read;
  const sheet = tableOf(read.sheet);
  return "failure" in sheet ? sheet : { ...sheet, warnings: [] };
}

function readDocument(given: Input["table"], shape: Shapes["table"]) {
  const read = readDocumentField(given, "/table", ["object"]);
  if (!read.ok) return { failure: fail(noTable(given, read.error)) };
  const { failure } = readStructured(valueOf(read.root).value, shape, "/table");
  if (failure) return { failure };
  const { table, problems } = readTableDocument(read.root);
  const [first, ...others] = problems;
  if (first) return { failure: fail([first, ...others]) };
  const warnings = read.warnings.map((entry) => ({ ...entry, path: `/table${entry.path ?? ""}` }));
  return { table, warnings };
}

/** A text that is no document was most likely meant as a table whose columns lack their marks. */
function noTable(given: Input["table"], error: Entry<DocumentFailure>): Entry<DocumentFailure> {
  if (typeof given !== "string" || error.code !== "DOCUMENT_TYPE") return error;
  const expected = "an object, CSV or Markdown with columns named in:… and out:…, or DMN as XML";
  return {
    ...error,
    message: `Cannot use /table: found ${error.received}, expected ${expected}`,
    expected,
  };
}

/** A field that does not fit the file is a fault of the input. */
function failedWith(errors: readonly [Entry<Failure>, ...Entry<Failure>[]]) {
  const [{ code }] = errors;
  const isField = code === "RANGE" || code === "TYPE" || code === "REQUIRED";
  return isField ? inputInvalid(errors) : fail(errors);
}

export interface Fact {
  readonly node: JsonObject;
  readonly path: string;
}

/** An object, or a list of them. */
export function readFacts(given: Input["facts"], shape: Shapes["facts"]) {
  if (isNothing(given)) return { facts: [], warnings: [] };
  const read = readShaped(given, "/facts", shape, ["object", "array"]);
  if (read.failure) return read;
  const { root, warnings } = read;
  if (root.type === "object") return { facts: [{ node: root, path: "/facts" }], warnings };
  const facts = itemsOf(root).flatMap((node, at): Fact[] =>
    node.type === "object" ? [{ node, path: `/facts/${at}` }] : [],
  );
  return { facts, warnings };
}
