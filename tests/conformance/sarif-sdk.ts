/** Logs of the SARIF SDK: each is read, and compared with itself unchanged. */
import type { Value } from "../../tools/_lib/sarif/contract.ts";
import { failed, passed, skipped, type Suite } from "./suite.ts";

const FOLDER = "src/Test.FunctionalTests.Sarif/TestData/Multitool";
const LONGEST = 50_000;

interface SarifLog {
  readonly version?: unknown;
  readonly runs?: readonly { readonly results?: readonly { baselineState?: string }[] | null }[];
}

/**
 * The baselines of the SDK itself cannot be judged: it matches results of tools of other names, and one
 * expected log has results as new that its baseline holds word for word.
 */
const suite: Suite = {
  name: "sarif-sdk",
  tools: ["sarif-findings-reconciliation"],
  floor: { passed: 111, failed: 0 },
  async *judge(folder, run) {
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
