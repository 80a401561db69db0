import { areEqual } from "../../../tools/json-query/jq/order.ts";
import { readJson } from "../../../tools/_lib/json/tree/read.ts";
import { failed, passed, skipped, type Suite } from "../suite.ts";

const FILES = ["jq", "man", "onig", "manonig", "base64", "uri", "optional"];

/** What differs by the tool's text, and why. */
const DIFFERENCES: readonly (readonly [RegExp, string])[] = [
  [/^(?:import|include) "[^"]*"(?! \[\])|\bmodulemeta\b/, "modules are refused"],
  [/\$ENV\./, "the environment is empty"],
];

/** Judges every block of jq's own test files. */
const suite: Suite = {
  name: "jq",
  tools: ["json-query"],
  floor: { passed: 421, failed: 0 },
  async *judge(folder, run) {
    for (const file of FILES) {
      const text = await Bun.file(`${folder}/tests/${file}.test`).text();
      for (const { program, input, expected, mustFail } of blocksOf(text)) {
        const name = `${file}: ${program}`;
        const difference = DIFFERENCES.find(([pattern]) => !mustFail && pattern.test(program));
        if (difference) {
          yield skipped(name, difference[1]);
          continue;
        }
        const request = { input, query: program, compact: true };
        const { ok, output } = await run({ tool_id: "json-query", input: request });
        const lines = output === "" || output === undefined ? [] : output.split("\n");
        const right = mustFail ? !ok : isSame(lines, expected);
        yield right ? passed(name) : failed(name, `${lines.join(" ")}, not ${expected.join(" ")}`);
      }
    }
  },
};
export default suite;

interface Block {
  readonly program: string;
  readonly input: string;
  readonly expected: readonly string[];
  readonly mustFail: boolean;
}

function* blocksOf(text: string): Generator<Block, undefined> {
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line === "" || line.startsWith("#")) continue;
    const mustFail = line.startsWith("%%FAIL");
    const program = mustFail ? (lines[++at] ?? "") : line;
    const input = mustFail ? "null" : (lines[++at] ?? "");
    const expected: string[] = [];
    for (
      let next = lines[at + 1] ?? "";
      next !== "" && !next.startsWith("#");
      next = lines[at + 1] ?? ""
    ) {
      expected.push(next);
      at++;
    }
    yield { program, input, expected, mustFail };
  }
}

/** As jq compares: by value, numbers exactly. */
function isSame(lines: readonly string[], expected: readonly string[]): boolean {
  if (lines.length !== expected.length) return false;
  return lines.every((line, index) => {
    const got = readJson(line);
    const wanted = readJson(expected[index] ?? "");
    if ("type" in got || "type" in wanted) return false;
    return areEqual(got.root, wanted.root, () => {});
  });
}
