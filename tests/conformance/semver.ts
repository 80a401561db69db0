/** Versions and ranges of npm, through the status of one locked package and the order of several. */
import type { Result } from "../../app/run/types.ts";
import type { Value } from "../../tools/dependency-manifest-reconciliation.ts";
import { failed, passed, type RunTool, skipped, type Suite, type Verdict } from "./suite.ts";

interface Case {
  readonly id: string;
  readonly set: string;
  readonly row: readonly unknown[];
}

const TOOL = "dependency-manifest-reconciliation";

/** What a set asks that the tool does not speak of. */
const OTHER_QUESTIONS: Readonly<Record<string, string>> = {
  "comparator-intersection": "whether two ranges meet",
  "range-intersection": "whether two ranges meet",
  increments: "the next version",
  truncations: "a version cut short",
};

async function judgeLock(run: RunTool, range: string, versions: readonly string[]): Promise<Value> {
  const packages = versions.map((version, at) => [
    at === 0 ? "node_modules/a" : `node_modules/b${at}/node_modules/a`,
    { version, integrity: "sha512-x" },
  ]);
  const dependencies = { a: range };
  const input = {
    manifest: { name: "app", dependencies },
    lockfile: {
      lockfileVersion: 3,
      packages: { "": { dependencies }, ...Object.fromEntries(packages) },
    },
  };
  const result: Result = await run({ tool_id: TOOL, input });
  return result.value as Value;
}

async function fits(run: RunTool, range: string, version: string): Promise<boolean> {
  const { entries } = await judgeLock(run, range, [version]);
  return entries[0]?.status === "ok";
}

async function isRange(run: RunTool, range: string): Promise<boolean> {
  const { findings } = await judgeLock(run, range, ["1.2.3"]);
  return !findings.some(({ code }) => code === "RANGE_INVALID");
}

/** The versions in the order of the tool; one where both are the same. */
async function ordered(run: RunTool, versions: readonly string[]): Promise<string[]> {
  const { duplicates } = await judgeLock(run, "*", versions);
  return duplicates[0]?.versions ?? [...versions].slice(0, 1);
}

/** Versions that lie in different places of a range; two ranges that are the same hold the same of them. */
const PROBES = [
  "0.0.0-0",
  "0.0.0",
  "0.0.1",
  "0.1.0",
  "0.9.9",
  "1.0.0-0",
  "1.0.0",
  "1.2.0",
  "1.2.3-beta",
  "1.2.3",
  "1.2.4",
  "1.3.0-0",
  "1.9.9",
  "2.0.0-0",
  "2.0.0",
  "2.4.3",
  "2.4.9",
  "2.9.9",
  "3.0.0",
  "3.4.5",
  "4.17.0",
];

async function sameRange(run: RunTool, left: string, right: string): Promise<string | undefined> {
  for (const version of PROBES) {
    const [here, there] = [await fits(run, left, version), await fits(run, right, version)];
    if (here !== there) return version;
  }
  return undefined;
}

/** Whether the row asks for something that no lock file says. */
function optionOf({ set, row }: Case): string | undefined {
  const options = set.endsWith("-versions") ? undefined : row[2];
  if (typeof options === "object" && options !== null) {
    if ("includePrerelease" in options) return "prereleases in every range";
    if ("loose" in options && options.loose) return "versions that are not strict";
  }
  return options === true ? "versions that are not strict" : undefined;
}

async function judgeCase(run: RunTool, one: Case): Promise<string | undefined> {
  const [first, second] = one.row as [string, string];
  const expect = (found: unknown, wanted: unknown) =>
    found === wanted ? undefined : `${JSON.stringify(one.row)}: ${String(found)}`;
  switch (one.set) {
    case "range-include":
      return expect(await fits(run, first, second), true);
    case "range-exclude":
      return expect(await fits(run, first, second), false);
    // What lies above or below a range is not in it.
    case "version-gt-range":
    case "version-lt-range":
      return expect(await fits(run, first, second), false);
    case "comparisons":
      return expect((await ordered(run, [first, second])).join(" "), `${second} ${first}`);
    case "equality":
      return expect((await ordered(run, [first, second])).length, 1);
    case "valid-versions":
      return expect(await fits(run, `=${first}`, first), true);
    case "invalid-versions":
      return expect(await fits(run, "*", first), false);
    default: {
      const isValid = await isRange(run, first);
      if (second === null || !isValid) return expect(isValid, second !== null);
      return expect(await sameRange(run, first, second), undefined);
    }
  }
}

function unaskable({ set, row }: Case): string | undefined {
  if (set in OTHER_QUESTIONS) return `asks ${OTHER_QUESTIONS[set]}`;
  if (set.startsWith("version-not-"))
    return "a version outside of a range may lie between its parts";
  return row
    .slice(0, 2)
    .some((part) => part !== null && typeof part !== "string" && typeof part !== "number")
    ? "no text, which a lock file has"
    : undefined;
}

const suite: Suite = {
  name: "semver",
  tools: [TOOL],
  floor: { passed: 216, failed: 0 },
  async *judge(folder, run): AsyncIterable<Verdict> {
    const lines = (await Bun.file(`${folder}/cases.jsonl`).text()).trim().split("\n");
    for (const line of lines) {
      const one = JSON.parse(line) as Case;
      const option = optionOf(one);
      const reason = unaskable(one) ?? (option && `asks for ${option}`);
      if (reason !== undefined) {
        yield skipped(one.id, reason);
        continue;
      }
      const detail = await judgeCase(run, one);
      yield detail === undefined ? passed(one.id) : failed(one.id, detail);
    }
  },
};
export default suite;
