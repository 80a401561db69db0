import { failed, passed, type Suite } from "./suite.ts";

interface Case {
  readonly name: string;
  readonly selector: string;
  readonly document?: unknown;
  readonly result?: unknown[];
  readonly results?: unknown[][];
  readonly result_paths?: string[];
  readonly results_paths?: string[][];
  readonly invalid_selector?: boolean;
}

const suite: Suite = {
  name: "jsonpath-cts",
  tools: ["json-path-tester"],
  floor: { passed: 350, failed: 0 },
  async *judge(folder, run) {
    const { tests } = (await Bun.file(`${folder}/cts.json`).json()) as { tests: Case[] };
    for (const test of tests) {
      const { name, selector, document = null, invalid_selector: invalid } = test;
      const input = { json: JSON.stringify(document), path: selector };
      const { ok, valid, value, errors } = await run({ tool_id: "json-path-tester", input });
      if (invalid) {
        const refused = !ok && valid === false && (errors[0]?.code ?? "").startsWith("JSONPATH_");
        yield refused ? passed(name) : failed(name, `${selector} is accepted`);
        continue;
      }
      const matches =
        (value as { matches: { path: string; value: unknown }[] } | null)?.matches ?? [];
      const right =
        ok &&
        oneOf(
          matches.map((match) => match.value),
          test.result,
          test.results,
        ) &&
        oneOf(
          matches.map(({ path }) => path),
          test.result_paths,
          test.results_paths,
        );
      yield right ? passed(name) : failed(name, `${selector} gives ${JSON.stringify(matches)}`);
    }
  },
};
export default suite;

/** Whether a list is the one expected, or one of several; where none is expected, any will do. */
function oneOf(
  got: unknown[],
  one: unknown[] | undefined,
  several: unknown[][] | undefined,
): boolean {
  const expected = several ?? (one === undefined ? [] : [one]);
  return expected.length === 0 || expected.some((list) => Bun.deepEquals(got, list));
}
