/** The rows of an output that is a table: every digit of a number stays. */
import { readTable } from "../../../tools/_lib/formats/csv/table.ts";
import { readJson } from "../../../tools/_lib/json/tree/read.ts";
import type { JsonNode } from "../../../tools/_lib/json/tree/tree.ts";
import { Digits, isRecord, type Row } from "./shape.ts";

export function rowsOfCsv(text: string, delimiter: string): readonly Row[] {
  const problems = { add: () => {} } as never;
  const { columns, records } = readTable(text, { delimiter, header: "first" }, problems);
  return records.map(({ cells }) =>
    Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""])),
  );
}

export function rowsOfJson(text: string): readonly Row[] {
  const read = readJson(text, "json5");
  if (!("root" in read) || read.root.type !== "array") return [];
  return read.root.items.map(valueOf).filter(isRecord);
}

function valueOf(node: JsonNode): unknown {
  switch (node.type) {
    case "object":
      return Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(value)]));
    case "array":
      return node.items.map(valueOf);
    case "string":
    case "boolean":
      return node.value;
    case "number": {
      const number = Number(node.text);
      return String(number) === node.text ? number : new Digits(node.text);
    }
    case "null":
      return null;
  }
}
