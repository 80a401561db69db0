import { differs, failed, passed, type RunTool, type Suite, type Verdict } from "../suite.ts";

interface Row {
  readonly id: string;
  readonly file?: string;
  readonly args: readonly [unknown, Readonly<Record<string, unknown>>?];
  readonly expect: unknown;
}

const DIFFERENT: Readonly<Record<string, string>> = {
  "dn-0017": "text behind a closing quote is kept behind the field, not inside it",
  "dn-0019": "a quote behind white space does not open a field",
  "dn-0035": "a lone CR ends a record",
  "dn-0036": "a lone CR ends a record",
  "dn-0038": "a lone CR ends a record",
  "dn-0047": "text behind a closing quote is kept behind the field, not inside it",
  "dn-0050": "a quoted field that never closes is an error",
  "dn-0056": "names are given or read, not both",
};

const suite: Suite = {
  name: "deno-std",
  tools: ["csv-to-json", "csv-jsonl-converter", "json-formatter"],
  floor: { passed: 67, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const row = JSON.parse(line) as Row;
      if (DIFFERENT[row.id] !== undefined) yield differs(row.id, DIFFERENT[row.id] ?? "");
      else if (row.file === "csv/parse_test.ts") yield await judgeCsv(row, run);
      else if (row.file === "json/canonicalize_test.ts") yield await judgeCanonical(row, run);
      else if (row.file === "jsonc/parse_test.ts") yield await judgeJsonc(row, run);
    }
  },
};
export default suite;

async function judgeCsv(
  { id, args: [input, options = {}], expect }: Row,
  run: RunTool,
): Promise<Verdict> {
  const columns = options["columns"] as string[] | undefined;
  const given = {
    input,
    delimiter: options["separator"] ?? ",",
    ...(columns === undefined
      ? {
          headers: options["skipFirstRow"] === true,
          trim: options["trimLeadingSpace"] === true,
          comment: options["comment"] ?? "",
        }
      : { direction: "csv-to-jsonl", headerMode: "custom", customHeaders: columns.join(",") }),
  };
  const tool_id = columns === undefined ? "csv-to-json" : "csv-jsonl-converter";
  const { output = "" } = await run({ tool_id, input: given });
  const text = columns === undefined ? output : `[${output.trimEnd().replaceAll("\n", ",")}]`;
  return Bun.deepEquals(JSON.parse(text || "null"), expect) ? passed(id) : failed(id, output);
}

async function judgeCanonical({ id, args: [value], expect }: Row, run: RunTool): Promise<Verdict> {
  const input = { input: JSON.stringify(value), action: "canonical" };
  const { output = "" } = await run({ tool_id: "json-formatter", input });
  return output === expect ? passed(id) : failed(id, output);
}

async function judgeJsonc({ id, args: [input], expect }: Row, run: RunTool): Promise<Verdict> {
  const { value } = await run({ tool_id: "json-formatter", input: { input, dialect: "jsonc" } });
  return Bun.deepEquals(value, expect) ? passed(id) : failed(id, JSON.stringify(value));
}
