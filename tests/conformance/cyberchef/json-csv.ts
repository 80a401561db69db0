import { differs, failed, passed, type Suite } from "../suite.ts";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly input: string;
  readonly recipe: readonly { readonly op: string; readonly args: readonly unknown[] }[];
  readonly expect: string;
}

/** Judges the operations JSON Beautify, JSON Minify and CSV to JSON. */
const suite: Suite = {
  name: "cyberchef",
  tools: ["json-formatter", "csv-to-json"],
  floor: { passed: 11, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const row = JSON.parse(line) as Row;
      const request = requestOf(row);
      if (request === undefined) continue;
      if (row.input === "") {
        yield differs(row.name, "empty text is no JSON");
        continue;
      }
      const { output = "" } = await run(request);
      // The layout of CSV to JSON is the operation's own; its data is what counts.
      const right =
        request.tool_id === "csv-to-json"
          ? Bun.deepEquals(JSON.parse(output), JSON.parse(row.expect))
          : output === row.expect;
      yield right ? passed(row.name) : failed(row.name, output);
    }
  },
};
export default suite;

function requestOf({ input, recipe: [step] }: Row) {
  const [first, second, third] = step?.args ?? [];
  switch (step?.op) {
    case "JSON Minify":
      return { tool_id: "json-formatter", input: { input, action: "minify" } };
    case "JSON Beautify": {
      const layout = first === "\t" ? { useTabs: true } : { indent: String(first).length };
      return { tool_id: "json-formatter", input: { input, ...layout, sortKeys: second === true } };
    }
    case "CSV to JSON": {
      const headers = third === "Array of dictionaries";
      return {
        tool_id: "csv-to-json",
        input: { input, delimiter: String(first).charAt(0), headers },
      };
    }
    default:
      return undefined;
  }
}
