import { Glob } from "bun";
import { failed, passed, type Suite } from "./suite.ts";

interface Delta {
  readonly changes: readonly unknown[];
}

/** Valid documents are read, and against themselves they have no changes. */
const suite: Suite = {
  name: "openapi-spec",
  tools: ["openapi-surface-delta"],
  floor: { passed: 41, failed: 0 },
  async *judge(folder, run) {
    for (const file of [...new Glob("**/pass/*.yaml").scanSync(folder)].toSorted()) {
      const text = await Bun.file(`${folder}/${file}`).text();
      const { ok, value, errors } = await run({
        tool_id: "openapi-surface-delta",
        input: { before: text, after: text },
      });
      const isSame = ok && (value as Delta).changes.length === 0;
      yield isSame ? passed(file) : failed(file, JSON.stringify(errors));
    }
  },
};
export default suite;
