import { Glob } from "bun";
import { failed, passed, skipped, type Suite, type Verdict } from "./suite.ts";

const LONGEST_INPUT = 100_000;
/** UTF-16 bytes that happen to be UTF-8 hold U+0000 between tokens. */
const REFUSED = new Set(["i_string_utf16BE_no_BOM.json", "i_string_utf16LE_no_BOM.json"]);

const suite: Suite = {
  name: "json-testsuite",
  tools: ["json-formatter"],
  floor: { passed: 311, failed: 0 },
  async *judge(folder, run) {
    for (const file of [...new Glob("test_*/*.json").scanSync(folder)].toSorted()) {
      const text = decode(await Bun.file(`${folder}/${file}`).bytes());
      if (text === undefined) yield skipped(file, "not UTF-8, so it cannot reach a text field");
      else if (text.length > LONGEST_INPUT) yield skipped(file, "above 100,000 characters");
      else {
        const input = { input: text, action: "validate" };
        const { ok, valid } = await run({ tool_id: "json-formatter", input });
        const formatted = await run({ tool_id: "json-formatter", input: { input: text } });
        yield verdict(file, text, ok && valid === true, formatted.output);
      }
    }
  },
};
export default suite;

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Every file has one right answer: what the suite leaves open, the rules of the tool do not. */
function verdict(file: string, text: string, accepted: boolean, output = ""): Verdict {
  const name = file.split("/").at(-1) ?? file;
  const expected = !name.startsWith("n_") && !REFUSED.has(name);
  if (accepted !== expected) return failed(file, accepted ? "accepted" : "refused");
  if (expected && tokens(output) !== tokens(text)) return failed(file, `formatted as ${output}`);
  return passed(file);
}

function tokens(text: string): string {
  return (text.match(/"(?:[^"\\]|\\.)*"|[^\s\ufeff]/gs) ?? []).join("");
}
