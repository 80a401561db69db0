import { failed, passed, skipped, type RunTool, type Suite, type Verdict } from "../suite.ts";
import { jsonTexts } from "../../support/json-texts.ts";

interface Row {
  readonly id: string;
  readonly yaml: string;
  readonly fail: boolean;
  /** The documents as JSON texts, one after the other. */
  readonly json: string | null;
}

/** YAML as the converter reads it: its data, and the same data through YAML. */
const suite: Suite = {
  name: "yaml-suite",
  tools: ["config-format-converter"],
  floor: { passed: 200, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const row = JSON.parse(line) as Row;
      if (row.fail) {
        const { ok } = await convert(run, row.yaml, "yaml", "json");
        yield ok ? failed(row.id, "accepted") : passed(row.id);
      } else if (row.json === null) yield skipped(row.id, "the suite gives no data");
      else yield await judgeValid(row.id, row.yaml, jsonTexts(row.json), run);
    }
  },
};
export default suite;

function convert(run: RunTool, input: string, from: string, to: string) {
  return run({ tool_id: "config-format-converter", input: { input, from, to } });
}

async function judgeValid(
  id: string,
  yaml: string,
  documents: readonly unknown[],
  run: RunTool,
): Promise<Verdict> {
  const json = await convert(run, yaml, "yaml", "json");
  if (!json.ok) return failed(id, `refused: ${json.errors[0]?.message}`);
  const expected = documents.length === 1 ? documents[0] : documents;
  const found: unknown = JSON.parse(json.output ?? "null");
  const isEmpty = documents.length === 0 && found === null;
  if (!isEmpty && !Bun.deepEquals(found, expected)) return failed(id, json.output ?? "");
  const again = await convert(run, yaml, "yaml", "yaml");
  const back = await convert(run, again.output ?? "", "yaml", "json");
  return back.output === json.output ? passed(id) : failed(id, `as YAML: ${again.output}`);
}
