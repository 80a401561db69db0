import { describe, expect, test } from "bun:test";
import tool from "../../../tools/cron-parser.ts";
import { runUnit } from "../../support/run-unit.ts";
import { codes, run, runsOf, warningsOf } from "../../support/cron-runs.ts";

describe("syntax", () => {
  const valuesOf = (expression: string, more: object = {}) => {
    const { fields } = run({ expression, ...more }).value as {
      fields: Record<string, { values: number[]; specials: string[]; restricted: boolean }>;
    };
    return fields;
  };

  test("lists, ranges, steps and names in any letter case", () => {
    expect(valuesOf("05,1-3,10-20/5,50/4 */12 1-7/2 jan,Mar-MAY mon-fri/2")).toMatchObject({
      minute: { values: [1, 2, 3, 5, 10, 15, 20, 50, 54, 58], restricted: true },
      hour: { values: [0, 12], restricted: false },
      dayOfMonth: { values: [1, 3, 5, 7] },
      month: { values: [1, 3, 4, 5] },
      dayOfWeek: { values: [1, 3, 5] },
    });
  });

  test.each([
    ["7", [0]],
    ["0,7", [0]],
    ["5-7", [0, 5, 6]],
    ["sat-sun", [0, 6]],
    ["5-0", [0, 5, 6]],
    ["0-7", [0, 1, 2, 3, 4, 5, 6]],
    ["1/2", [0, 1, 3, 5]],
    ["*/2", [0, 2, 4, 6]],
    ["0-0", [0]],
  ])("day of week %s", (text, values) => {
    expect(valuesOf(`0 0 * * ${text}`)["dayOfWeek"]?.values).toEqual(values);
  });

  test.each([
    ["@YEARLY", "0 0 1 1 *"],
    ["@annually", "0 0 1 1 *"],
    ["@monthly", "0 0 1 * *"],
    ["@weekly", "0 0 * * 0"],
    ["@daily", "0 0 * * *"],
    [" @midnight\n", "0 0 * * *"],
    ["@hourly", "0 * * * *"],
  ])("%s is %s", (macro, expression) => {
    const from = "2026-01-01";
    expect(run({ expression: macro, from }).value).toEqual(
      run({ expression, from }).value as object,
    );
  });

  test("tabs and several spaces separate fields", () => {
    expect(run({ expression: "\t0  0\t1 * *\n" }).value).toMatchObject({ expression: "0 0 1 * *" });
  });

  test.each([
    ["60 24 0 13 8", "RANGE /minute,RANGE /hour,RANGE /dayOfMonth,RANGE /month,RANGE /dayOfWeek"],
    ["* * 32 * mon-tur", "RANGE /dayOfMonth,SYNTAX /dayOfWeek"],
    ["*/0 1-5/0 * * *", "STEP_ZERO /minute,STEP_ZERO /hour"],
    ["5-1 * * * *", "ORDER /minute"],
    [
      ", 1,,2 -5 */-5 1-",
      "SYNTAX /minute,SYNTAX /minute,SYNTAX /hour,SYNTAX /dayOfMonth,SYNTAX /month,SYNTAX /dayOfWeek",
    ],
    ["? * * * *", "SYNTAX /minute"],
    ["* * * janu *", "SYNTAX /month"],
    ["0 0 L W 5#3", "EXTENSION /dayOfMonth,SYNTAX /month,EXTENSION /dayOfWeek"],
    ["0 0 ? * FRIL", "EXTENSION /dayOfMonth,EXTENSION /dayOfWeek"],
    ["0 0 * * WED,JUL", "SYNTAX /dayOfWeek"],
    ["* * * *", "COUNT /expression"],
    ["", "COUNT /expression"],
    ["@reboot", "REBOOT /expression"],
    ["@dayly", "UNKNOWN /expression"],
    ["99999999999999999999 * * * *", "RANGE /minute"],
  ])("%p is refused", (expression, expected) => {
    const { errors, valid } = run({ expression });
    expect(errors?.map(({ code, path }) => `${code.split("_").at(-1)} ${path}`).join()).toBe(
      expected.replaceAll("STEP_ZERO", "ZERO"),
    );
    expect(valid).toBe(false);
  });

  test("hints say what was probably meant", () => {
    const hint = (expression: string) => run({ expression }).errors?.[0]?.hint;
    expect(hint("0 22-2 * * *")).toBe("Write 22-23,0-2");
    expect(hint("0 0 31-1 * *")).toBe("Write 31,1");
    expect(hint("0 0 0 * * *")).toContain("seconds");
    expect(hint("daily")).toContain("macro");
    expect(hint("@dayly")).toBe("Did you mean @daily?");
    expect(hint("0 0 L * *")).toContain("extensions");
  });

  test("start and zone are refused together with the fields", () => {
    const { errors } = run({ expression: "61 * * * *", from: "2026-02-30", timeZone: "CST" });
    expect(errors).toMatchObject([
      { code: "CRON_FIELD_RANGE" },
      { code: "FROM_INVALID", path: "/from" },
      { code: "TIME_ZONE_AMBIGUOUS", path: "/timeZone" },
    ]);
  });
});

describe("extensions", () => {
  const days = (dayOfMonth: string, dayOfWeek: string, from = "2026-01-01", count = 3) =>
    runsOf({ expression: `0 0 ${dayOfMonth} * ${dayOfWeek}`, extensions: true, from, count }).map(
      ({ utc }) => utc.slice(0, 10),
    );

  test.each([
    ["L", "*", ["2026-01-31", "2026-02-28", "2026-03-31"]],
    ["l-3", "?", ["2026-01-28", "2026-02-25", "2026-03-28"]],
    ["L-30", "?", ["2026-03-01", "2026-05-01", "2026-07-01"]],
    ["LW", "?", ["2026-01-30", "2026-02-27", "2026-03-31"]],
    ["15W", "?", ["2026-01-15", "2026-02-16", "2026-03-16"]],
    ["1W", "?", ["2026-02-02", "2026-03-02", "2026-04-01"]],
    ["31W", "?", ["2026-01-30", "2026-03-31", "2026-05-29"]],
    ["10,L", "?", ["2026-01-10", "2026-01-31", "2026-02-10"]],
    ["?", "5L", ["2026-01-30", "2026-02-27", "2026-03-27"]],
    ["?", "sunL", ["2026-01-25", "2026-02-22", "2026-03-29"]],
    ["?", "7#5", ["2026-03-29", "2026-05-31", "2026-08-30"]],
    ["?", "MON#1,3#3", ["2026-01-05", "2026-01-21", "2026-02-02"]],
  ])("%s %s", (dayOfMonth, dayOfWeek, expected) => {
    expect(days(dayOfMonth, dayOfWeek)).toEqual(expected);
  });

  test.each(["L-0", "L-31", "0W", "32W", "W", "W5", "L/2", "20-L", "#3", "LL"])(
    "day of month %s is refused",
    (text) => {
      expect(run({ expression: `0 0 ${text} * *`, extensions: true }).ok).toBe(false);
    },
  );

  test.each(["L", "8L", "FUNL", "5#0", "5#6", "5#", "#2", "1-5#2", "1#2/2"])(
    "day of week %s is refused",
    (text) => {
      expect(run({ expression: `0 0 * * ${text}`, extensions: true }).ok).toBe(false);
    },
  );
});

describe("the calendar", () => {
  test("29 February jumps over 2100", () => {
    const leap = runsOf({ expression: "0 0 29 2 *", from: "2095-01-01", count: 2 });
    expect(leap.map(({ local }) => local)).toEqual([
      "2096-02-29T00:00:00Z",
      "2104-02-29T00:00:00Z",
    ]);
  });

  test("a thousand leap days, and the rarest day of all", () => {
    expect(
      runsOf({ expression: "0 0 29 2 *", count: 1000, timeZone: "Europe/Berlin" }),
    ).toHaveLength(1000);
    const rare = runsOf({ expression: "0 0 29 2 */8", from: "2026-01-01", count: 2 });
    expect(rare.map(({ local, weekday }) => `${local.slice(0, 10)} ${weekday}`)).toEqual([
      "2032-02-29 Sunday",
      "2060-02-29 Sunday",
    ]);
  });

  test("years end with 9999 and begin with 0001", () => {
    const last = { expression: "* * * * *", from: "9999-12-31T23:58:30Z" };
    expect(run(last)).toMatchObject({ output: "9999-12-31T23:59:00Z", warnings: [] });
    expect(run({ ...last, from: "9999-12-31T23:59Z" })).toMatchObject({ output: "", warnings: [] });
    const first = { expression: "* * * * *", from: "0001-01-01T00:01Z", direction: "previous" };
    expect(run(first)).toMatchObject({ output: "0001-01-01T00:00:00Z" });
  });

  test("a day that no month has never comes", () => {
    expect(run({ expression: "0 0 30 2 *" })).toMatchObject({
      ok: true,
      valid: true,
      output: "",
      value: { runs: [] },
      warnings: [{ code: "CRON_NEVER" }],
    });
    expect(warningsOf("0 0 31 2,4,6 *", { direction: "previous" })).toEqual(["CRON_NEVER"]);
  });

  test("an hour that the clock always skips never comes, taken literally", () => {
    const input = {
      expression: "30 2 ? 3 0#2",
      extensions: true,
      timeZone: "America/New_York",
      from: "2026-06-01",
    };
    expect(codes({ ...input, dst: "literal" })).toContain("CRON_NEVER");
    expect(runsOf(input)[0]?.local).toBe("2027-03-14T03:00:00-04:00");
  });
});

describe("the start", () => {
  const minutely = { expression: "*/10 * * * *", count: 1 };

  test("is itself no run, whatever its fraction", () => {
    const next = (from: string, direction = "next") => runsOf({ ...minutely, from, direction })[0];
    expect(next("2026-01-01T00:10:00Z")?.utc).toBe("2026-01-01T00:20:00Z");
    expect(next("2026-01-01T00:09:59.999Z")).toMatchObject({
      utc: "2026-01-01T00:10:00Z",
      inSeconds: 0,
    });
    expect(next("2026-01-01T00:10:00Z", "previous")).toMatchObject({
      utc: "2026-01-01T00:00:00Z",
      inSeconds: -600,
    });
    expect(next("2026-01-01T00:10:00.001Z", "previous")?.utc).toBe("2026-01-01T00:10:00Z");
  });

  test("is local where it has no offset", () => {
    const input = { ...minutely, timeZone: "asia/kathmandu", from: "2026-01-01 00:00" };
    expect(runsOf(input)[0]).toMatchObject({
      local: "2026-01-01T00:10:00+05:45",
      utc: "2025-12-31T18:25:00Z",
      weekday: "Thursday",
    });
    expect(run(input).value).toMatchObject({ timeZone: "Asia/Kathmandu", tzdataVersion: "2026f" });
  });
});

describe("clock changes", () => {
  const list = (input: object) =>
    runsOf({ count: 3, ...input }).map(({ local, dst }) => `${local} ${dst ?? ""}`.trim());

  test("a half-hour gap in Lord Howe", () => {
    const input = {
      expression: "15 2 * * *",
      timeZone: "Australia/Lord_Howe",
      from: "2026-10-03T12:00",
    };
    expect(list(input)).toEqual([
      "2026-10-04T02:30:00+11:00 gap",
      "2026-10-05T02:15:00+11:00",
      "2026-10-06T02:15:00+11:00",
    ]);
    expect(list({ ...input, dst: "literal" })[0]).toBe("2026-10-05T02:15:00+11:00");
  });

  test("an overlap runs once, twice taken literally or as a wildcard job", () => {
    const input = { timeZone: "Europe/Berlin", from: "2026-10-25T01:59:00+02:00", count: 2 };
    expect(list({ ...input, expression: "30 2 * * *" })).toEqual([
      "2026-10-25T02:30:00+02:00 overlap",
      "2026-10-26T02:30:00+01:00",
    ]);
    const twice = ["2026-10-25T02:30:00+02:00 overlap", "2026-10-25T02:30:00+01:00 overlap"];
    expect(list({ ...input, expression: "30 2 * * *", dst: "literal" })).toEqual(twice);
    expect(list({ ...input, expression: "30 */1 * * *" })).toEqual(twice);
    expect(codes({ ...input, expression: "30 2 * * *" })).toEqual(["CRON_DST_OVERLAP"]);
  });

  test("a run that is moved onto a regular one merges with it", () => {
    const input = {
      expression: "30,45 2,3 * * *",
      timeZone: "Europe/Berlin",
      from: "2026-03-28T23:00",
      count: 3,
    };
    expect(list(input)).toEqual([
      "2026-03-29T03:00:00+02:00 gap",
      "2026-03-29T03:30:00+02:00",
      "2026-03-29T03:45:00+02:00",
    ]);
    expect(list({ ...input, expression: "0,30 2,3 * * *", count: 2 })).toEqual([
      "2026-03-29T03:00:00+02:00 gap",
      "2026-03-29T03:30:00+02:00",
    ]);
  });

  test("the day that Apia skipped is a clock that was set", () => {
    const input = {
      expression: "0 12 * * *",
      timeZone: "Pacific/Apia",
      from: "2011-12-29T00:00",
      count: 2,
    };
    expect(list(input)).toEqual(["2011-12-29T12:00:00-10:00", "2011-12-31T12:00:00+14:00"]);
  });
});

describe("warnings", () => {
  test.each([
    ["0 0 13 * 5", ["CRON_DAY_OR"]],
    ["0 0 */2 * 1", ["CRON_DAY_AND"]],
    ["0 0 */2 * */2", ["CRON_DAY_AND"]],
    ["0 0 */2 * *", []],
    ["0 0 */1 * 1", []],
    ["0 0 * 1 *", ["CRON_ALL_DAYS_IN_MONTH"]],
    ["0 0 1 1 *", []],
    ["* 9 * * *", ["CRON_EVERY_MINUTE_IN_HOUR"]],
    ["*/7 */5 * * *", ["CRON_UNEVEN_STEP", "CRON_UNEVEN_STEP"]],
    ["*/90 * * * *", ["CRON_STEP_WIDE"]],
    ["5/15 * * * *", ["CRON_NUMBER_STEP"]],
    ["55/15 * * * *", ["CRON_STEP_WIDE", "CRON_NUMBER_STEP"]],
    ["0 0 31 * *", ["CRON_SHORT_MONTHS"]],
    ["0 0 30 1,3 *", []],
    ["0 0 29 * *", []],
    ["0 0 29 2 *", ["CRON_LEAP_DAY"]],
    ["0 0 30 2 *", ["CRON_NEVER"]],
    ["0 0 15 * *", []],
  ])("%s", (expression, expected) => {
    expect(warningsOf(expression)).toEqual(expected);
  });

  test("name the field, and the number of runs", () => {
    const { warnings } = run({ expression: "*/7 0 * 1 *", from: "2026-01-01" });
    expect(warnings).toMatchObject([
      {
        code: "CRON_ALL_DAYS_IN_MONTH",
        message: expect.stringContaining("279 times in 2026") as string,
      },
      { code: "CRON_UNEVEN_STEP", path: "/minute" },
    ]);
  });
});

describe("lines of a crontab", () => {
  test.each([
    ["0 4 * * * /usr/local/bin/backup.sh  --all", undefined, "/usr/local/bin/backup.sh  --all"],
    ["@daily php /var/www/artisan schedule:run", undefined, "php /var/www/artisan schedule:run"],
    [
      "0 5 * * 1 tar -zcf /var/backups/home.tgz /home/",
      undefined,
      "tar -zcf /var/backups/home.tgz /home/",
    ],
    ["0 9 * * 1-5 sh /x.sh >/dev/null 2>&1", undefined, "sh /x.sh >/dev/null 2>&1"],
    ["17 *\t* * *\troot    cd / && run-parts", "root", "cd / && run-parts"],
    ["*/5 * * * * alice /usr/bin/x", "alice", "/usr/bin/x"],
    [
      "25 6 * * * root test -x /usr/sbin/anacron || run",
      "root",
      "test -x /usr/sbin/anacron || run",
    ],
    ["0 4 * * * root -x", undefined, "root -x"],
    ["@daily root", undefined, "root"],
    ["* * * * * env /usr/bin/x", undefined, "env /usr/bin/x"],
  ])("%p", (expression, user, command) => {
    const { value } = runUnit(tool, { expression, from: "2026-01-01" });
    expect(value).toMatchObject({ command });
    expect((value as { user?: string }).user).toBe(user);
  });

  test("fields of other crons are no command", () => {
    for (const expression of ["0 0 9 * * 1", "0 0 12 ? * MON-FRI 2026", "0 0 12 1 * sun"]) {
      expect(runUnit(tool, { expression }).errors?.[0]?.code).toBe("CRON_FIELD_COUNT");
    }
  });
});
