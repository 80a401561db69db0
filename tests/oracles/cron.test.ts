/** When our cron expressions run, against cron-parser and croner, on generated expressions of five fields in UTC. */
import { test } from "bun:test";
import { CronExpressionParser } from "cron-parser";
import { Cron } from "croner";
import fc from "fast-check";
import tool from "../../tools/cron-parser.ts";
import { runUnit } from "../support/run-unit.ts";
import { expectAgreement, type Judgement, testDifferences } from "./judgement.ts";

interface Sample {
  readonly expression: string;
  readonly from: string;
}

const RUNS = 5;
/** What cron-parser says of expressions that it refuses. */
const TWICE = "duplicate values found";
const NO_SUCH_DAY = "Invalid explicit day of month";

function field(least: number, most: number, names: readonly string[] = []) {
  const number = fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: least, max: most }).map(String) },
    ...(names.length > 0 ? [fc.constantFrom(...names)] : []),
  );
  const range = fc
    .tuple(fc.integer({ min: least, max: most }), fc.integer({ min: least, max: most }))
    .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const stepped = fc
    .tuple(fc.oneof(fc.constant("*"), range), fc.integer({ min: 1, max: most }))
    .map(([base, step]) => `${base}/${step}`);
  const item = fc.oneof(number, range, stepped);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant("*") },
    { weight: 3, arbitrary: item },
    fc.array(item, { minLength: 2, maxLength: 3 }).map((all) => all.join(",")),
  );
}

const sample = fc.record({
  expression: fc
    .tuple(
      field(0, 59),
      field(0, 23),
      field(1, 31),
      field(1, 12, ["jan", "FEB", "Dec"]),
      field(0, 7, ["sun", "MON", "Sat"]),
    )
    .map((fields) => fields.join(" ")),
  from: fc
    .date({
      min: new Date("1990-01-01T00:00:00Z"),
      max: new Date("2060-01-01T00:00:00Z"),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString()),
});

function theirError(expression: string): string | undefined {
  try {
    CronExpressionParser.parse(expression, { tz: "UTC" });
    return undefined;
  } catch (error) {
    return String(error);
  }
}

const judgement: Judgement<Sample> = {
  ours({ expression, from }) {
    const { ok, value } = runUnit(tool, { expression, from, count: RUNS });
    return ok
      ? (value as { runs: { utc: string }[] }).runs.map(({ utc }) => Date.parse(utc))
      : "refused";
  },
  theirs({ expression, from }) {
    try {
      const runs = CronExpressionParser.parse(expression, { currentDate: from, tz: "UTC" });
      return runs.take(RUNS).map((date) => date.getTime());
    } catch {
      return "refused";
    }
  },
  differences: [
    {
      name: "a list that names a value twice",
      right: "ours",
      why: "crontab(5): a list is a set of numbers or ranges; nothing keeps its items apart",
      example: { expression: "1,0-3 * * * *", from: "2026-01-01T00:00:00.000Z" },
      covers: ({ expression }) =>
        /,/.test(expression) && theirError(expression)?.includes(TWICE) === true,
    },
    {
      name: "a day that none of the months has",
      right: "ours",
      why: "crontab(5): each field is in its range, so the expression is one that never runs; it is warned of",
      example: { expression: "0 0 31 4,6 *", from: "2026-01-01T00:00:00.000Z" },
      covers: ({ expression }) => theirError(expression)?.includes(NO_SUCH_DAY) === true,
    },
    {
      name: "a day field that begins with a star is no restriction",
      right: "ours",
      why: "crontab(5): either day field may match where both are restricted, that is, do not start with *",
      example: { expression: "0 0 1-10 * */2", from: "2026-01-01T00:00:00.000Z" },
      covers({ expression }) {
        const [, , day = "", , weekday = ""] = expression.split(" ");
        return [day, weekday].some((days) => /^\*./.test(days));
      },
    },
  ],
};

const second: Judgement<Sample> = {
  ours: judgement.ours,
  theirs({ expression, from }) {
    try {
      const job = new Cron(expression, { timezone: "UTC", mode: "5-part" });
      return job.nextRuns(RUNS, from).map((date) => date.getTime());
    } catch {
      return "refused";
    }
  },
  differences: [
    {
      name: "a day field that begins with a star and is not a star alone",
      right: "ours",
      why: "crontab(5): either day field may match where both are restricted, that is, do not start with *; croner asks for a star alone",
      example: { expression: "0 0 1-10 * */2", from: "2026-01-01T00:00:00.000Z" },
      covers({ expression }) {
        const [, , day = "", , weekday = ""] = expression.split(" ");
        return [day, weekday].some((days) => /^\*./.test(days));
      },
    },
  ],
};

test("generated expressions", () => {
  expectAgreement(fc.sample(sample, 2500), judgement);
}, 120_000);

test("generated expressions, as croner runs them", () => {
  expectAgreement(fc.sample(sample, 2500), second);
}, 120_000);

testDifferences(judgement);
testDifferences(second);
