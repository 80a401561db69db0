import { Glob } from "bun";
import { failed, passed, skipped, type Suite } from "../suite.ts";

/** JSON5 as the converter reads it: what is valid becomes JSON, everything else is refused. */
const suite: Suite = {
  name: "json5",
  tools: ["config-format-converter", "json-formatter"],
  floor: { passed: 63, failed: 0 },
  async *judge(folder, run) {
    for (const file of [...new Glob("*/*.{json,json5,js,txt}").scanSync(folder)].toSorted()) {
      const text = await Bun.file(`${folder}/${file}`).text();
      if (file.startsWith("todo/")) {
        yield skipped(file, "the suite's own open question");
        continue;
      }
      const given = { input: text, from: "json5", to: "json" };
      const { ok, output } = await run({ tool_id: "config-format-converter", input: given });
      const isValid = /\.json5?$/.test(file);
      if (ok !== isValid) yield failed(file, isValid ? "refused" : "accepted");
      else if (!isValid) yield passed(file);
      else {
        const dialect = { input: text, dialect: "json5" };
        const formatted = await run({ tool_id: "json-formatter", input: dialect });
        const isSame =
          !formatted.ok ||
          JSON.stringify(JSON.parse(output ?? "")) === JSON.stringify(formatted.value);
        yield isSame ? passed(file) : failed(file, output ?? "");
      }
    }
  },
};
export default suite;
