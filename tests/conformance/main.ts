/** `bun run conformance [--suites DIR] [--only NAME] [--json FILE]`: a table of suites, and the same as JSON. */
import { parseArgs } from "node:util";
import { DEFAULT_SUITES, judge, loadSuites, type SuiteReport } from "./judge.ts";

const { values } = parseArgs({
  options: {
    suites: { type: "string", default: DEFAULT_SUITES },
    only: { type: "string" },
    json: { type: "string", default: "dist/conformance.json" },
    verbose: { type: "boolean", default: false },
  },
});

const suites = (await loadSuites()).filter(({ name }) => !values.only || name === values.only);
const reports: SuiteReport[] = [];
for (const suite of suites) {
  const report = await judge(suite, values.suites);
  reports.push(report);
  print(report);
}
await Bun.write(values.json, JSON.stringify(reports, null, 2));
const below = reports.filter(
  ({ absent, passed, failed, floor }) =>
    !absent && (passed < floor.passed || failed > floor.failed),
);
for (const { suite, floor } of below) {
  console.error(
    `${suite} is below its floor of ${floor.passed} passed, at most ${floor.failed} failed`,
  );
}
process.exitCode = below.length > 0 ? 1 : 0;

function print({ suite, passed, failed, skipped, reasons, failures, absent }: SuiteReport): void {
  if (absent) {
    console.log(`${suite.padEnd(20)} not run: ${absent}`);
    return;
  }
  const columns = [`${passed} passed`, `${failed} failed`, `${skipped} skipped`];
  console.log(suite.padEnd(20) + columns.map((text) => text.padStart(14)).join(""));
  for (const [reason, rows] of Object.entries(reasons))
    console.log(`${" ".repeat(20)}${rows} skipped: ${reason}`);
  const shown = values.verbose ? failures : failures.slice(0, 5);
  for (const { name, detail } of shown) console.log(`${" ".repeat(20)}failed ${name}: ${detail}`);
}
