import { Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { defineTool, done } from "./_core/tool.ts";
import { detectCron } from "./_lib/time/cron/expression.ts";
import {
  COMMAND_VALUE,
  describeFields,
  describeRuns,
  FIELDS_VALUE,
  JOB_FAILURES,
  JOB_FIELDS,
  readJob,
  RUNS_VALUE,
  TZDATA_VERSION,
} from "./_lib/time/cron/job.ts";
import { CRON_WARNINGS } from "./_lib/time/cron/warnings.ts";

export default defineTool({
  id: "cron-parser",
  name: "Cron Parser",
  category: "DateTime",
  description: "Lists when a crontab line really runs, in its time zone and across clock changes.",
  keywords: [
    "cron",
    "cronjob",
    "crontab",
    "daylight saving time",
    "eventbridge",
    "fire times",
    "job",
    "next dates",
    "next run",
    "occurrences",
    "previous run",
    "schedule",
    "time zone",
    "timer",
    "upcoming",
  ],
  aliases: [],
  version: "2026-11-23",

  input: Type.Object({
    expression: JOB_FIELDS.expression,
    count: JOB_FIELDS.count,
    from: JOB_FIELDS.from,
    timeZone: JOB_FIELDS.timeZone,
    direction: oneOf(["next", "previous"], {
      description: "Runs after the start, or before it, nearest first",
      default: "next",
    }),
    dst: JOB_FIELDS.dst,
    extensions: JOB_FIELDS.extensions,
  }),
  primary: "expression",
  value: Type.Object({
    expression: Type.String({ description: "Five fields, macros expanded" }),
    ...COMMAND_VALUE,
    timeZone: Type.String(),
    tzdataVersion: Type.String(),
    dayRule: oneOf(["or", "and"], {
      description: "Whether one day field is enough or both must match",
    }),
    fields: FIELDS_VALUE,
    runs: RUNS_VALUE,
  }),
  verb: "parse",
  failures: JOB_FAILURES,
  warnings: CRON_WARNINGS,
  intents: [
    "when does this cron job run next",
    "next five runs of a crontab line",
    "last time a cron job should have run",
    "validate a cron expression",
    "cron schedule in another time zone",
    "does my cron job run twice when the clocks change",
    "cron job skipped during daylight saving",
    "day of month and day of week together in cron",
    "quartz L W # in cron",
    "every last friday of the month cron",
    "list run times of */15 9-17 * * 1-5",
    "crontab syntax error, which field",
    "croniter, cron-parser, crontab guru next dates",
    "when will the backup start next",
    "upcoming dates of a recurring task",
    "did the nightly job fire last sunday",
    "enumerate future occurrences of a schedule string",
    "next trigger times of a scheduler entry in utc and local time",
    "job should start every fifteen minutes in office hours, list the times",
    "next ten dates of a job, monthly, weekly or hourly",
    "próximas ejecuciones de cron",
    "nächste cron ausführungen",
    "prochaines exécutions cron",
    "cron 下次执行时间",
    "cron 次回実行日時",
    "cuándo se ejecuta la próxima vez una tarea programada",
    "wann läuft der geplante job das nächste mal",
    "quand la tâche planifiée s'exécute la prochaine fois",
    "定时 任务 下次 什么 时候 运行",
    "定期実行ジョブの次の実行時刻",
    "newsletter goes out by cron, give me the next dates for the calendar",
    "clocks go forward on sunday, does the 2:30 job run at all",
    "kubernetes CronJob with timeZone Europe/Berlin, upcoming starts in UTC",
    "how often did it fire between monday and now, and when last",
    "croniter, Quartz, node-cron, APScheduler, EventBridge cron(), GitHub Actions schedule, dst",
    "compute the following or preceding fire instants of a five or six field schedule in an iana zone",
    "próximas execuções do cron, quando roda o agendamento",
    "próximas fechas de ejecución de un crontab, horario de verano",
    "nächste termine eines crontab eintrags, sommerzeit",
    "prochaines dates d'une ligne crontab, heure d'été",
    "crontab 接下来 几次 执行 时间 夏令时",
    "次に cron が動く日時 一覧 夏時間",
  ],
  effort: 3,
  detect: (sample) => detectCron(sample) * 0.9,

  laws: [
    {
      name: "runs rise strictly, or fall",
      holds(run, input) {
        const times = run(input).value?.runs.map(({ utc }) => utc) ?? [];
        const order = input.direction === "previous" ? times.toReversed() : times;
        return new Set(times).size === times.length && order.join() === order.toSorted().join();
      },
    },
    {
      name: "fewer runs are the first of more, and starting again from a run gives the rest",
      holds(run, input) {
        const { runs = [] } = run({ ...input, count: 4 }).value ?? {};
        const three = run({ ...input, count: 3 }).value?.runs ?? [];
        const [first] = runs;
        if (!first) return three.length === 0;
        const rest = run({ ...input, from: first.utc, count: 3 }).value?.runs ?? [];
        const times = (list: typeof runs): string =>
          list.map(({ local, dst }) => local + dst).join();
        return times(three) === times(runs.slice(0, 3)) && times(rest) === times(runs.slice(1));
      },
    },
    {
      name: "what comes after the run before is the run",
      holds(run, input) {
        const [first, second] = run({ ...input, count: 2 }).value?.runs ?? [];
        if (!first || !second) return true;
        const direction = input.direction === "previous" ? "next" : "previous";
        const back = run({ ...input, from: second.utc, direction, count: 1 }).value?.runs ?? [];
        return back[0]?.utc === first.utc;
      },
    },
    {
      name: "the local time of a run is one of its fields', unless the clock skipped that",
      holds(run, input) {
        const { fields, runs = [] } = run(input).value ?? {};
        return runs.every(({ local, dst }) => {
          const [month, hour, minute] = [
            local.slice(5, 7),
            local.slice(11, 13),
            local.slice(14, 16),
          ].map(Number);
          const named =
            fields?.month.values.includes(month ?? -1) &&
            fields.hour.values.includes(hour ?? -1) &&
            fields.minute.values.includes(minute ?? -1);
          return dst === "gap" || named === true;
        });
      },
    },
  ],
  examples: [
    {
      title: "Weekdays at half past nine",
      input: { expression: "30 9 * * 1-5", from: "2026-01-02T09:30:00Z", count: 3 },
      expect: {
        output: "2026-01-05T09:30:00Z\n2026-01-06T09:30:00Z\n2026-01-07T09:30:00Z",
        valid: true,
      },
    },
    {
      title: "The 13th or a Friday, not Friday the 13th",
      input: { expression: "0 0 13 * 5", from: "2026-01-01T00:00:00Z", count: 3 },
      expect: {
        output: "2026-01-02T00:00:00Z\n2026-01-09T00:00:00Z\n2026-01-13T00:00:00Z",
        value: { dayRule: "or" },
        warnings: [{ code: "CRON_DAY_OR" }],
      },
    },
    {
      title: "A run in the hour that Berlin skips",
      input: {
        expression: "30 2 * * *",
        from: "2026-03-28T12:00",
        count: 2,
        timeZone: "Europe/Berlin",
      },
      expect: {
        output: "2026-03-29T03:00:00+02:00\n2026-03-30T02:30:00+02:00",
        value: { runs: [{ dst: "gap", weekday: "Sunday" }, {}] },
        warnings: [{ code: "CRON_DST_GAP" }],
      },
    },
    {
      title: "The last weekday of the month",
      input: { expression: "0 18 LW * ?", extensions: true, from: "2026-01-01", count: 2 },
      expect: { output: "2026-01-30T18:00:00Z\n2026-02-27T18:00:00Z" },
    },
    {
      title: "A line of /etc/crontab",
      input: {
        expression: "17 * * * * root cd / && run-parts --report /etc/cron.hourly",
        from: "2026-01-01",
        count: 1,
      },
      expect: {
        output: "2026-01-01T00:17:00Z",
        value: { user: "root", command: "cd / && run-parts --report /etc/cron.hourly" },
      },
    },
    {
      title: "All problems at once",
      input: { expression: "61 22-2 * * *" },
      expect: {
        ok: false,
        error: { code: "CRON_FIELD_RANGE" },
        errors: [
          { code: "CRON_FIELD_RANGE", path: "/minute" },
          { code: "CRON_RANGE_ORDER", path: "/hour", hint: "Write 22-23,0-2" },
        ],
      },
    },
  ],

  run(input, ctx) {
    const { job, failure } = readJob(input, ctx);
    if (failure) return failure;
    const runs = describeRuns(job);
    return done({
      output: runs.map(({ local }) => local).join("\n"),
      value: {
        expression: job.expression.text,
        ...job.expression.command,
        timeZone: job.zone.name,
        tzdataVersion: TZDATA_VERSION,
        dayRule: job.expression.dayRule,
        fields: describeFields(job),
        runs,
      },
      valid: true,
      warnings: job.warnings,
    });
  },
});
