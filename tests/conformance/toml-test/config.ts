import { failed, passed, type RunTool, skipped, type Suite, type Verdict } from "../suite.ts";

/** TOML as the converter reads it, version 1.1: its data, and the same data through TOML and YAML. */
const suite: Suite = {
  name: "toml-test",
  tools: ["config-format-converter", "toml-formatter"],
  floor: { passed: 364, failed: 0 },
  async *judge(folder, run) {
    const list = await Bun.file(`${folder}/tests/files-toml-1.1.0`).text();
    for (const file of list.split("\n").filter((line) => line.endsWith(".toml"))) {
      const text = decode(await Bun.file(`${folder}/tests/${file}`).bytes());
      if (text === undefined) yield skipped(file, "not UTF-8, so it cannot reach a text field");
      else if (file.startsWith("valid/")) yield await judgeValid(file, text, run);
      else {
        const { ok } = await convert(run, text, "toml", "json");
        yield ok ? failed(file, "accepted") : passed(file);
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

function convert(run: RunTool, input: string, from: string, to: string) {
  return run({ tool_id: "config-format-converter", input: { input, from, to, sortKeys: true } });
}

/** The formatter, whose data the suite judges by its tagged values, is the measure. */
async function valueOf(run: RunTool, input: string) {
  const { value } = await run({ tool_id: "toml-formatter", input: { input } });
  const { data, special } = value as { data: object; special: { path: string }[] };
  return { data, special: special.toSorted((left, right) => (left.path < right.path ? -1 : 1)) };
}

async function judgeValid(file: string, text: string, run: RunTool): Promise<Verdict> {
  const json = await convert(run, text, "toml", "json");
  const toml = await convert(run, text, "toml", "toml");
  if (!json.ok || !toml.ok) return failed(file, `refused: ${json.errors[0]?.message}`);
  const [before, after] = [await valueOf(run, text), await valueOf(run, toml.output ?? "")];
  if (!Bun.deepEquals(before, after)) return failed(file, `as TOML: ${toml.output}`);
  const yaml = await convert(run, text, "toml", "yaml");
  const back = await convert(run, yaml.output ?? "", "yaml", "json");
  const isSame = back.output === json.output || /NON_FINITE/.test(JSON.stringify(json.value));
  return isSame ? passed(file) : failed(file, `as YAML: ${yaml.output}`);
}
