import { Glob } from "bun";
import { differs, failed, passed, type Suite } from "./suite.ts";

const suite: Suite = {
  name: "csv-spectrum",
  tools: ["csv-to-json", "csv-jsonl-converter"],
  floor: { passed: 22, failed: 0 },
  async *judge(folder, run) {
    for (const file of [...new Glob("*.csv").scanSync(`${folder}/csvs`)].toSorted()) {
      const name = file.slice(0, -".csv".length);
      if (name === "location_coordinates") {
        yield differs(name, "its CSV and its JSON differ in the upstream data");
        continue;
      }
      const input = await Bun.file(`${folder}/csvs/${file}`).text();
      const expected: unknown = await Bun.file(`${folder}/json/${name}.json`).json();
      const read = await run({ tool_id: "csv-to-json", input });
      const rows: unknown = JSON.parse(read.output ?? "null");
      yield Bun.deepEquals(rows, expected)
        ? passed(`csv-to-json ${name}`)
        : failed(`csv-to-json ${name}`, read.output ?? "");
      const direction = "csv-to-jsonl";
      const lines = await run({ tool_id: "csv-jsonl-converter", input: { input, direction } });
      const objects: unknown = JSON.parse(
        `[${(lines.output ?? "").trimEnd().replaceAll("\n", ",")}]`,
      );
      yield Bun.deepEquals(objects, expected)
        ? passed(`csv-jsonl-converter ${name}`)
        : failed(`csv-jsonl-converter ${name}`, lines.output ?? "");
    }
  },
};
export default suite;
