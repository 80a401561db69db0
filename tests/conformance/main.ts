/** `bun run conformance [--suites DIR] [--only NAME] [--json FILE]`: a table of suites, and the same as JSON. */
import { parseArgs } from "node:util";
import { DEFAULT_SUITES, judge, loadSuites, shortfalls, type SuiteReport } from "./judge.ts";

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
const below = reports.flatMap((report) =>
  shortfalls(report).map((shortfall) => `${report.suite} ${shortfall}`),
);
for (const line of below) console.error(line);
process.exitCode = below.length > 0 ? 1 : 0;

function print(report: SuiteReport): void {
  const { suite, passed, failed, differs, skipped, failures, figures, absent } = report;
  if (absent) {
    console.log(`${suite.padEnd(20)} not run: ${absent}`);
    return;
  }
  const counts = { passed, failed, differ: differs, skipped };
  const columns = Object.entries(counts).map(([name, rows]) => `${rows} ${name}`);
  console.log(suite.padEnd(20) + columns.map((text) => text.padStart(14)).join(""));
  for (const [name, reasons] of [
    ["differ", report.differences],
    ["skipped", report.reasons],
  ] as const) {
    for (const [reason, rows] of Object.entries(reasons))
      console.log(`${" ".repeat(20)}${rows} ${name}: ${reason}`);
  }
  for (const { figure, value } of figures)
    console.log(`${" ".repeat(20)}${value.toFixed(3)} ${figure}`);
  const shown = values.verbose ? failures : failures.slice(0, 5);
  for (const { name, detail } of shown) console.log(`${" ".repeat(20)}failed ${name}: ${detail}`);
}
