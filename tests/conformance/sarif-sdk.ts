/** Logs of the SARIF SDK: each is read, and compared with itself unchanged; its baselines give the states it gives. */
import type { Value } from "../../tools/sarif-findings-reconciliation.ts";
import { failed, passed, type RunTool, skipped, type Suite, type Verdict } from "./suite.ts";

const FOLDER = "src/Test.FunctionalTests.Sarif/TestData/Multitool";
const LONGEST = 50_000;

/** The name under which the SDK's tests scan. They overwrite it in the log that they expect. */
const SCANNER = "testhost";

interface SarifResult {
  readonly ruleId?: string;
  readonly message: object;
  readonly locations: readonly { readonly physicalLocation: { readonly region: object } }[];
  readonly baselineState?: string;
}

interface SarifLog {
  readonly version?: unknown;
  readonly runs?: readonly {
    readonly tool: { readonly driver: object };
    readonly results?: readonly SarifResult[] | null;
  }[];
}

const suite: Suite = {
  name: "sarif-sdk",
  tools: ["sarif-findings-reconciliation"],
  floor: { passed: 113, failed: 0 },
  async *judge(folder, run) {
    yield* judgeBaselines(`${folder}/${FOLDER}/BaselineOption`, run);
    const names = [...new Bun.Glob("**/*.sarif").scanSync(`${folder}/${FOLDER}`)].toSorted();
    for (const name of names) {
      const text = await Bun.file(`${folder}/${FOLDER}/${name}`).text();
      const log = readLog(text);
      const reason = unfit(text, log);
      if (reason !== undefined) {
        yield skipped(name, reason);
        continue;
      }
      const { ok, value, errors } = await run({
        tool_id: "sarif-findings-reconciliation",
        input: { before: text, after: text },
      });
      const states = ((value as Value | null)?.results ?? []).map(({ state }) => state);
      const isSame = states.length === countOf(log) && states.every((one) => one === "unchanged");
      yield ok && isSame ? passed(name) : failed(name, `${errors[0]?.message ?? states.join()}`);
    }
  },
};
export default suite;

/** The scan is what is expected, without states and without what is absent. */
async function* judgeBaselines(folder: string, run: RunTool): AsyncGenerator<Verdict> {
  const names = [...new Bun.Glob("Inputs/*.Baseline.sarif").scanSync(folder)].toSorted();
  for (const name of names) {
    const id = /TEST\d+/.exec(name)?.[0] ?? "";
    const [wanted] = [...new Bun.Glob(`ExpectedOutputs/${id}.*.sarif`).scanSync(folder)];
    if (wanted === undefined) {
      yield skipped(`baseline ${id}`, "what is expected of it is not here");
      continue;
    }
    const expected = readLog(await Bun.file(`${folder}/${wanted}`).text());
    const { output, errors } = await run({
      tool_id: "sarif-findings-reconciliation",
      input: { before: await Bun.file(`${folder}/${name}`).text(), after: scanOf(expected) },
    });
    const found = statesOf(readLog(output ?? ""));
    const isSame = found.join("\n") === statesOf(expected).join("\n");
    yield isSame
      ? passed(`baseline ${id}`)
      : failed(`baseline ${id}`, errors[0]?.message ?? found.join());
  }
}

function readLog(text: string): SarifLog | undefined {
  try {
    return JSON.parse(text.replace(/^\ufeff/, "")) as SarifLog;
  } catch {
    return undefined;
  }
}

function unfit(text: string, log: SarifLog | undefined): string | undefined {
  if (text.length > LONGEST) return "two of it are over the limit of an input";
  if (!log) return "not JSON on purpose";
  if (log.version !== "2.1.0" || !Array.isArray(log.runs)) return "not SARIF 2.1.0 on purpose";
  return undefined;
}

function countOf(log: SarifLog | undefined): number {
  const results = (log?.runs ?? []).flatMap((one) => one.results ?? []);
  return results.filter(({ baselineState }) => baselineState !== "absent").length;
}

function scanOf(log: SarifLog | undefined): object {
  const runs = (log?.runs ?? []).map((one) => ({
    ...one,
    tool: { ...one.tool, driver: { ...one.tool.driver, name: SCANNER } },
    results: (one.results ?? []).flatMap(({ baselineState, ...result }) =>
      baselineState === "absent" ? [] : [result],
    ),
  }));
  return { ...log, runs };
}

/** The state of each result, in plain order: the SDK has what is absent first, this tool last. */
function statesOf(log: SarifLog | undefined): string[] {
  const results = (log?.runs ?? []).flatMap((one) => one.results ?? []);
  return results
    .map(({ baselineState, ruleId, message, locations }) =>
      JSON.stringify([
        ruleId,
        message,
        locations.map(({ physicalLocation }) => physicalLocation.region),
        baselineState,
      ]),
    )
    .toSorted();
}
