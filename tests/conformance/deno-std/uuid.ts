import { failed, passed, type Suite } from "../suite.ts";

interface Row {
  readonly id: string;
  readonly file: string;
  readonly fn: string;
  readonly args: readonly [uuid: string];
  readonly expect: number;
}

/** Judges the versions that uuid/common_test.ts tells. */
const suite: Suite = {
  name: "deno-std",
  tools: ["uuid-generator"],
  floor: { passed: 5, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const { id, file, fn, args, expect } = JSON.parse(line) as Row;
      if (file !== "uuid/common_test.ts" || fn !== "version") continue;
      const { value } = await run({
        tool_id: "uuid-generator",
        input: { action: "inspect", uuid: args[0] },
      });
      const [item] = (value as { inspected: { version?: number }[] }).inspected;
      yield item?.version === expect
        ? passed(id)
        : failed(id, `${item?.version}, expected ${expect}`);
    }
  },
};
export default suite;
