import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/cron-expression-explainer.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, { from: "2026-01-01", ...input });

describe("times", () => {
  test.each([
    ["* * * * *", "Every minute."],
    ["* 9-11,14 * * *", "Every minute from 09:00 to 11:59 and from 14:00 to 14:59 every day."],
    [
      "* 1,3,5 * * *",
      "Every minute from 01:00 to 01:59, from 03:00 to 03:59, and from 05:00 to 05:59 every day.",
    ],
    ["*/15 * * * *", "Every 15 minutes."],
    ["0,30 8 * * *", "Every 30 minutes from 08:00 to 08:30 every day."],
    ["0 * * * *", "Every hour, on the hour."],
    ["*/90 * * * *", "Every hour, on the hour."],
    ["1 * * * *", "At 1 minute past every hour."],
    ["5 * * * *", "At 5 minutes past every hour."],
    ["30 9-17 * * *", "Every hour from 09:30 to 17:30 every day."],
    ["0 */2 * * *", "Every 2 hours from 00:00 to 22:00 every day."],
    ["0 1,4,7,10 * * *", "Every 3 hours from 01:00 to 10:00 every day."],
    ["30 9 * * *", "At 09:30 every day."],
    ["0,45 8,12 * * *", "At 08:00, 08:45, 12:00, and 12:45 every day."],
    ["0 8,12,13 * * *", "At 08:00, 12:00, and 13:00 every day."],
    ["*/7 * * * *", "At every 7th minute from 0 through 56 past every hour."],
    [
      "*/7 9-12 * * *",
      "At every 7th minute from 0 through 56 past every hour from 9 through 12 every day.",
    ],
    ["0-10 */6 * * *", "At minutes 0 through 10 past every 6th hour from 0 through 18 every day."],
    ["1,2,4,5,6,7,8,9,20 3 * * *", "At minutes 1, 2, 4 through 9, and 20 past hour 3 every day."],
    ["1,2,50 1,2,3 * * *", "At minutes 1, 2, and 50 past hours 1 through 3 every day."],
  ])("%s", (expression, sentence) => {
    expect(run({ expression }).output).toBe(sentence);
  });
});

describe("days and months", () => {
  test.each([
    ["0 0 * * 1-5", "At 00:00 on Monday through Friday."],
    ["0 0 * * 6,0", "At 00:00 on Saturday and Sunday."],
    ["0 0 * * 5-7", "At 00:00 on Friday through Sunday."],
    ["@weekly", "At 00:00 on Sunday."],
    ["0 0 1 * *", "At 00:00 on day 1 of the month."],
    ["0 0 1-7,15 * *", "At 00:00 on days 1 through 7 and 15 of the month."],
    ["0 0 */2 * *", "At 00:00 on every 2nd day of the month from 1 through 31."],
    ["0 0 * 1 *", "At 00:00 every day in January."],
    ["* * * 3,6 *", "Every minute in March and June."],
    ["0 0 1 */3 *", "At 00:00 on day 1 of the month in January, April, July, and October."],
    ["0 0 1 1-3 *", "At 00:00 on day 1 of the month in January through March."],
    ["0 0 13 * 5", "At 00:00 on day 13 of the month or on Friday."],
    ["0 0 13 6-8 5", "At 00:00 in June through August on day 13 of the month or on Friday."],
    [
      "0 0 */2 2 1",
      "At 00:00 on every 2nd day of the month from 1 through 31 in February, only if it is Monday.",
    ],
    [
      "0 0 */2 * 1-3",
      "At 00:00 on every 2nd day of the month from 1 through 31, only if it is Monday, Tuesday, or Wednesday.",
    ],
    ["0 0 1-31 * 0-6", "At 00:00 every day."],
  ])("%s", (expression, sentence) => {
    expect(run({ expression }).output).toBe(sentence);
  });

  test.each([
    ["0 0 L * ?", "At 00:00 on the last day of the month."],
    ["0 0 L-3 * ?", "At 00:00 on the day 3 days before the last day of the month."],
    ["0 0 LW 6 ?", "At 00:00 on the last weekday of the month in June."],
    ["0 0 15W * ?", "At 00:00 on the weekday nearest day 15 of the month."],
    ["0 0 15,L * ?", "At 00:00 on day 15 of the month and on the last day of the month."],
    ["0 0 ? * 5L", "At 00:00 on the last Friday of the month."],
    ["0 0 ? * FRI#3,1", "At 00:00 on Monday and on the third Friday of the month."],
    ["0 0 L * 5", "At 00:00 on the last day of the month or on Friday."],
    [
      "0 0 */2 * 5L",
      "At 00:00 on every 2nd day of the month from 1 through 31, only if it is the last Friday of the month.",
    ],
  ])("%s", (expression, sentence) => {
    expect(run({ expression, extensions: true }).output).toBe(sentence);
  });

  test("the twelve-hour clock", () => {
    const at = (expression: string) => run({ expression, timeFormat: "12h" }).output;
    expect(at("0 17 * * *")).toBe("At 5:00 PM every day.");
    expect(at("5 0,12 * * *")).toBe("At 12:05 AM and 12:05 PM every day.");
    expect(at("* 9-17 * * *")).toBe("Every minute from 9:00 AM to 5:59 PM every day.");
  });
});

test("spelling makes no difference to the sentence", () => {
  const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { minLength: 1 });
  fc.assert(
    fc.property(minutes, (values) => {
      const sorted = values.toSorted((a, b) => a - b).map((value) => `${value}-${value}`);
      expect(run({ expression: `${values.join()} 3 * * *` }).output).toBe(
        run({ expression: `${sorted.join()} 3 * * *` }).output,
      );
    }),
  );
});

test("runs of a year, of the start in the zone", () => {
  const count = (input: object) => (run(input).value as { runsInYear: object }).runsInYear;
  expect(count({ expression: "*/15 9-17 * * MON-FRI" })).toEqual({ year: 2026, count: 9396 });
  expect(count({ expression: "0 0 29 2 *" })).toEqual({ year: 2026, count: 0 });
  expect(count({ expression: "0 0 29 2 *", from: "2028-01-01" })).toEqual({ year: 2028, count: 1 });
  expect(
    count({ expression: "@daily", from: "2025-12-31T20:00Z", timeZone: "Asia/Tokyo" }),
  ).toEqual({
    year: 2026,
    count: 365,
  });
});

test("the report holds the sentence, the runs and the warnings", () => {
  const { report } = run({ expression: "0 0 13 * 5", count: 2, timeZone: "Europe/Berlin" });
  expect(report).toBe(
    [
      "At 00:00 on day 13 of the month or on Friday.",
      "Next runs (Europe/Berlin):",
      "- 2026-01-02T00:00:00+01:00 Friday",
      "- 2026-01-09T00:00:00+01:00 Friday",
      "Warnings:",
      "- CRON_DAY_OR: Both day fields are restricted: a day that matches either of them counts",
    ].join("\n"),
  );
});
