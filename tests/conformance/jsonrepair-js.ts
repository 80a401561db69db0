import { differs, failed, passed, type Suite, type Verdict } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly input: string;
  readonly kind: "repair" | "unchanged" | "must_fail";
  readonly expect?: string;
}

const WORDS = "several plain words are no JSON to this tool";
const PROSE = "this tool removes the text before a bracket";
const CONTROL = "this tool escapes every control character";

/** Rows on which the tool's own text decides otherwise. */
const OTHERWISE: ReadonlyMap<string, string> = new Map([
  ["hello   world", WORDS],
  ["She said: no way", WORDS],
  ["callback {}", PROSE],
  ["foo [", PROSE],
  ['"abc\u0000"', CONTROL],
  ['"abc\u001f"', CONTROL],
]);

const suite: Suite = {
  name: "jsonrepair-js",
  tools: ["json-repair"],
  floor: { passed: 204, failed: 0 },
  async *judge(folder, run) {
    const lines = (await Bun.file(`${folder}/cases.jsonl`).text()).trim().split("\n");
    for (const row of lines.map((line): Row => JSON.parse(line))) {
      const reason = OTHERWISE.get(row.input);
      if (reason !== undefined) yield differs(row.id, reason);
      else {
        const { ok, output, valid } = await run({
          tool_id: "json-repair",
          input: { input: row.input },
        });
        yield verdict(row, ok, valid === true, output ?? "");
      }
    }
  },
};
export default suite;

function verdict(
  { id, kind, expect = "" }: Row,
  ok: boolean,
  valid: boolean,
  output: string,
): Verdict {
  if (kind === "must_fail") return ok ? failed(id, `repaired as ${output}`) : passed(id);
  if (!ok) return failed(id, "refused");
  if (kind === "unchanged" && !valid) return failed(id, "repaired");
  const same = JSON.stringify(JSON.parse(output)) === JSON.stringify(JSON.parse(expect));
  return same ? passed(id) : failed(id, `${output}, expected ${expect}`);
}
