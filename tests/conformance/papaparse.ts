import { differs, failed, passed, skipped, type Suite } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly set: string;
  readonly description: string;
  readonly input: string;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly expected: { readonly data: readonly unknown[] };
}

/** Options that the tool has, or that change nothing here. */
const KNOWN = new Set([
  "delimiter",
  "header",
  "comments",
  "skipEmptyLines",
  "newline",
  "worker",
  "skipFirstNLines",
]);

const DIFFERENT: Readonly<Record<string, string>> = {
  "pp-020": "text behind a closing quote is kept, not read as part of the quoted field",
  "pp-022": "text behind a closing quote is kept, not read as part of the quoted field",
  "pp-048": "a comment mark is one character",
  "pp-061": "a repeated name gets the suffix _2, not _1",
  "pp-067": "white space behind a closing quote is data",
  "pp-069": "white space behind a closing quote is data",
  "pp-074": "a missing field is null, not left out",
  "pp-084": "a line end is refused as a delimiter",
  "pp-086": "a delimiter is one character",
  "pp-143": "records of delimiters alone are records",
  "pp-145": "white space behind a closing quote is data",
};

const suite: Suite = {
  name: "papaparse",
  tools: ["csv-to-json"],
  floor: { passed: 53, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const row = JSON.parse(line) as Row;
      const name = `${row.id} ${row.description}`;
      const reason = reasonToSkip(row);
      if (reason !== undefined) {
        yield skipped(name, reason);
        continue;
      }
      const otherwise = DIFFERENT[row.id];
      if (otherwise !== undefined) {
        yield differs(name, otherwise);
        continue;
      }
      const { input, config = {} } = row;
      const given = {
        input,
        headers: config["header"] === true,
        ...(config["delimiter"] === undefined ? {} : { delimiter: config["delimiter"] }),
        ...(config["comments"] === undefined
          ? {}
          : { comment: config["comments"] === true ? "#" : config["comments"] }),
        ...(config["skipFirstNLines"] === undefined
          ? {}
          : { skipLines: config["skipFirstNLines"] }),
      };
      const { value } = await run({ tool_id: "csv-to-json", input: given });
      const rows = (value as { rows: unknown[] } | null)?.rows;
      const expected = recordsOf(row.expected.data);
      yield Bun.deepEquals(rows, expected) ? passed(name) : failed(name, JSON.stringify(rows));
    }
  },
};
export default suite;

/** An empty line is a record in a table of one column alone, and there is none behind the last line end. */
function recordsOf(data: readonly unknown[]): readonly unknown[] {
  const isBlank = (record: unknown) => JSON.stringify(record) === '[""]';
  const isWide = data.some((record) => !Array.isArray(record) || record.length !== 1);
  if (isWide) return data.filter((record) => !isBlank(record));
  return isBlank(data.at(-1)) ? data.slice(0, -1) : data;
}

function reasonToSkip({ set, config = {} }: Row): string | undefined {
  if (set === "UNPARSE_TESTS") return "writes CSV, which is another tool's";
  const unknown = Object.keys(config).find((option) => !KNOWN.has(option));
  return unknown === undefined ? undefined : `the tool has no option ${unknown}`;
}
