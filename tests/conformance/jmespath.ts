import { Glob } from "bun";
import { failed, passed, type Suite } from "./suite.ts";

interface Group {
  readonly given: unknown;
  readonly cases: readonly {
    readonly expression: string;
    readonly result?: unknown;
    readonly error?: string;
    /** An expression that only has to run. */
    readonly bench?: string;
  }[];
}

const suite: Suite = {
  name: "jmespath",
  tools: ["json-query"],
  floor: { passed: 436, failed: 0 },
  async *judge(folder, run) {
    for (const file of [...new Glob("*.json").scanSync(`${folder}/tests`)].toSorted()) {
      const groups = (await Bun.file(`${folder}/tests/${file}`).json()) as Group[];
      for (const { given, cases } of groups) {
        for (const { expression, result, error, bench } of cases) {
          const input = { input: JSON.stringify(given), query: expression, language: "jmespath" };
          const answer = await run({ tool_id: "json-query", input });
          const [first] = answer.errors;
          const kind =
            first?.code === "QUERY_SYNTAX" ? "syntax" : (first?.message.split(":")[0] ?? "");
          const results = (answer.value as { results: unknown[] } | null)?.results ?? [];
          const right =
            error === undefined
              ? answer.ok && (bench !== undefined || Bun.deepEquals(results, [result]))
              : !answer.ok && kind === error;
          const name = `${file}: ${expression}`;
          yield right ? passed(name) : failed(name, `${JSON.stringify(results)} ${kind}`);
        }
      }
    }
  },
};
export default suite;
