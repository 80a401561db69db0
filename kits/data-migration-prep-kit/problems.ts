/** What is wrong with a mapping: columns that are not there, names that are, formats that are none. */
import type { Entry as Found } from "../../tools/_core/tool.ts";
import { wrongForm } from "../../tools/_lib/results/input-invalid.ts";
import { appendPointer } from "../../tools/_lib/results/pointer.ts";
import { nearest } from "../../tools/_lib/text/nearest.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import type { Entry, Input } from "../data-migration-prep-kit.ts";
import { formatsOf, isDateFormat } from "./cells.ts";
import { DIALECTS } from "./dialects.ts";
import type { Source } from "./read.ts";
import { sourcesOf } from "./rows.ts";

/** What is wrong with the mapping and the key, all at once. */
export function problemsOf(
  entries: readonly Entry[],
  source: Source,
  format: string,
  input: Input,
): Found[] {
  // Rows of JSON name the columns; where there is none, nobody knows them.
  const isKnown = format === "csv" ? source.columns.length > 0 : source.rows.length > 0;
  const columns = isKnown ? new Set(source.columns) : undefined;
  const names = new Set<string>();
  const { ignoresCase } = DIALECTS[input.target?.dialect ?? "postgresql"];
  const problems = entries.flatMap((entry, index) => {
    const path = input.mapping === undefined ? "/source" : `/mapping/${index}`;
    const name = ignoresCase ? entry.to.toLowerCase() : entry.to;
    const isTwice = names.has(name);
    names.add(name);
    return [
      ...(columns === undefined ? [] : unknownColumns(entry, columns, path)),
      ...(isTwice ? [duplicateColumn(entry.to, input.mapping ? `${path}/to` : path)] : []),
      ...stepProblems(entry, path),
    ];
  });
  return [...problems, ...keyProblems(entries, input)];
}

function unknownColumns(entry: Entry, columns: ReadonlySet<string>, path: string): Found[] {
  return sourcesOf(entry).flatMap((column, index) => {
    if (columns.has(column)) return [];
    const place = entry.concat === undefined ? `${path}/from` : `${path}/concat/${index}`;
    return [notThere("COLUMN_UNKNOWN", "a column of the source", column, columns, place)];
  });
}

function notThere(
  code: "COLUMN_UNKNOWN" | "KEY_COLUMN_UNKNOWN",
  what: string,
  name: string,
  names: Iterable<string>,
  path: string,
): Found {
  const message = `Cannot use ${path}: found ${quoted(name)}, expected ${what}`;
  const [near] = nearest(name, names, { limit: 1 });
  const hint = near === undefined ? {} : { hint: `Did you mean ${quoted(near)}?` };
  return { code, message, path, ...hint, received: name };
}

function duplicateColumn(name: string, path: string): Found {
  const message = `Cannot name a column ${quoted(name)}: found another of that name, expected one`;
  return { code: "DUPLICATE_COLUMN", message, path, received: name };
}

function stepProblems({ transform = [] }: Entry, path: string): Found[] {
  return transform.flatMap((step, index): Found[] => {
    if (typeof step === "string") return [];
    const place = `${path}/transform/${index}`;
    if (step.op === "number" && (step.decimal ?? ".") === step.thousands) {
      const expected = "another character than that of decimals";
      return [wrongForm(`${place}/thousands`, quoted(step.thousands), expected)];
    }
    if (step.op !== "date") return [];
    const formats = formatsOf(step);
    if (formats.length === 0) {
      const message = `Cannot read dates: found no format in ${place}, expected one`;
      return [{ code: "FORMAT_INVALID", message, path: `${place}/format` }];
    }
    return formats.flatMap((format, at): Found[] => {
      if (isDateFormat(format)) return [];
      const isFirst = step.format !== undefined && at === 0;
      const number = step.format === undefined ? at : at - 1;
      const where = isFirst ? `${place}/format` : `${place}/formats/${number}`;
      const message = `Cannot read dates by ${quoted(format)}: found no year, month or day, expected YYYY, MM and DD, or their short forms`;
      return [{ code: "FORMAT_INVALID", message, path: where, received: format }];
    });
  });
}

function keyProblems(entries: readonly Entry[], { key }: Input): Found[] {
  const names = new Set(entries.map(({ to }) => to));
  const list = typeof key === "string" ? [key] : key;
  return list.flatMap((name, index) => {
    if (names.has(name)) return [];
    const path = typeof key === "string" ? "/key" : appendPointer("/key", String(index));
    return [notThere("KEY_COLUMN_UNKNOWN", "a column of the new table", name, names, path)];
  });
}
