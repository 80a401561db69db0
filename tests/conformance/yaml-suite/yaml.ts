import { eventsOf, libraryEventsOf } from "../../support/yaml-events.ts";
import { failed, passed, type RunTool, type Suite, type Verdict } from "../suite.ts";
import { jsonTexts } from "../../support/json-texts.ts";

interface Row {
  readonly id: string;
  readonly yaml: string;
  readonly fail: boolean;
  /** The documents as JSON texts, one after the other. */
  readonly json: string | null;
}

const LAYOUTS = [{}, { indent: 4, indentSequences: false }] as const;

const suite: Suite = {
  name: "yaml-suite",
  tools: ["yaml-formatter"],
  floor: { passed: 217, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const row = JSON.parse(line) as Row;
      yield row.fail ? await judgeInvalid(row, run) : await judgeValid(row, run);
    }
  },
};
export default suite;

async function judgeInvalid({ id, yaml }: Row, run: RunTool): Promise<Verdict> {
  const tool_id = "yaml-formatter";
  const formatted = await run({ tool_id, input: { input: yaml } });
  const checked = await run({ tool_id, input: { input: yaml, action: "validate" } });
  return formatted.ok || checked.valid !== false ? failed(id, "accepted") : passed(id);
}

async function judgeValid({ id, yaml, json }: Row, run: RunTool): Promise<Verdict> {
  const tool_id = "yaml-formatter";
  for (const layout of LAYOUTS) {
    const { ok, output = "", errors } = await run({ tool_id, input: { ...layout, input: yaml } });
    if (!ok) return failed(id, `refused: ${errors[0]?.message}`);
    const again = await run({ tool_id, input: { ...layout, input: output } });
    if (again.output !== output) return failed(id, `not idempotent: ${output}`);
    const problem = eventProblem(yaml, output);
    if (problem !== undefined) return failed(id, problem);
  }
  if (json === null) return passed(id);
  const { value, errors } = await run({ tool_id, input: { input: yaml, action: "json" } });
  const documents = (value as { documents?: unknown[] } | null)?.documents;
  const expected = jsonTexts(json);
  if (Bun.deepEquals(documents, expected)) return passed(id);
  return failed(id, `${JSON.stringify(documents)} is not ${json} ${errors[0]?.message ?? ""}`);
}

/** Why two texts are not the same YAML, by our reader and by an independent one. */
function eventProblem(before: string, after: string): string | undefined {
  if (!Bun.deepEquals(eventsOf(before), eventsOf(after))) return `other events: ${after}`;
  const expected = libraryEventsOf(before);
  // The library refuses one form of directive that the suite has.
  if (expected === undefined || Bun.deepEquals(expected, libraryEventsOf(after))) return undefined;
  return `other events to the library: ${after}`;
}
