import { Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { defineTool, done } from "./_core/tool.ts";
import { detectCron } from "./_lib/time/cron/expression.ts";
import {
  COMMAND_VALUE,
  describeFields,
  describeRuns,
  FIELDS_VALUE,
  type Job,
  JOB_FAILURES,
  JOB_FIELDS,
  readJob,
  RUNS_VALUE,
  TZDATA_VERSION,
} from "./_lib/time/cron/job.ts";
import { writeSentence } from "./cron-expression-explainer/sentence.ts";
import { CRON_WARNINGS } from "./_lib/time/cron/warnings.ts";

export default defineTool({
  id: "cron-expression-explainer",
  name: "Cron Expression Explainer",
  category: "DateTime",
  description:
    "Says in one exact sentence when a crontab line runs, and where it is not what was meant.",
  keywords: [
    "cron",
    "cron meaning",
    "cron to english",
    "cronstrue",
    "crontab",
    "describe",
    "english",
    "explain",
    "human readable",
    "job",
    "plain language",
    "readable",
    "schedule",
  ],
  aliases: ["cron-explainer"],
  version: "2026-11-23",

  input: Type.Object({
    expression: JOB_FIELDS.expression,
    count: JOB_FIELDS.count,
    from: JOB_FIELDS.from,
    timeZone: JOB_FIELDS.timeZone,
    dst: JOB_FIELDS.dst,
    extensions: JOB_FIELDS.extensions,
    timeFormat: oneOf(["24h", "12h"], {
      description: "Times of the sentence as 17:00 or 5:00 PM",
      default: "24h",
    }),
  }),
  primary: "expression",
  value: Type.Object({
    expression: Type.String({ description: "Five fields, macros expanded" }),
    ...COMMAND_VALUE,
    sentence: Type.String(),
    runsInYear: Type.Object({
      year: Type.Integer({ description: "Of the start" }),
      count: Type.Integer({ description: "Clock changes left aside" }),
    }),
    timeZone: Type.String(),
    tzdataVersion: Type.String(),
    runs: RUNS_VALUE,
    fields: FIELDS_VALUE,
  }),
  verb: "explain",
  failures: JOB_FAILURES,
  warnings: CRON_WARNINGS,
  intents: [
    "explain this cron expression",
    "what does */15 9-17 * * 1-5 mean",
    "cron to plain english",
    "human readable crontab",
    "how often does this cron job run per year",
    "is */7 every seven minutes",
    "what does 0 0 13 * 5 do",
    "cron with both day fields set",
    "crontab guru",
    "cronstrue description",
    "translate a schedule into words",
    "why does my monthly job run every day",
    "meaning of @weekly",
    "what does this line of stars and numbers mean",
    "in plain words: on which days and at what hour does the task start",
    "colleague left a weird timer line on the server, translate it",
    "human description of a recurring schedule string",
    "verbalize a crontab entry for documentation",
    "does this entry run at midnight or at noon",
    "found a schedule with five fields on a server, say it in english",
    "explicar una expresión cron",
    "cron ausdruck erklären",
    "expliquer une expression cron",
    "cron 表达式 解释",
    "cron 式の意味",
    "qué significa esta línea de crontab con asteriscos",
    "was bedeutet diese crontab zeile mit sternchen",
    "que signifie cette ligne de crontab avec des étoiles",
    "crontab 这 行 是 什么 意思",
    "crontab の行の意味を説明する",
    "cron erklären, zeitplan in worten",
    "predecessor's server has 30 2 1,15 * * , tell me in a sentence",
    "github workflow has schedule 17 4 * * 0, what did the author want",
    "boss asks what that line in the backup settings says",
    "is it every two hours or at two o'clock",
    "crontab.guru, cRonstrue, cron-descriptor, @hourly @reboot, Spring @Scheduled cron, 0 0 * * 0",
    "render a schedule expression as one natural-language statement and flag likely mistakes",
    "explicar expressão cron, o que significa",
    "cron en español: qué quiere decir, legible",
    "cron auf deutsch übersetzen, bedeutung der sterne",
    "cron en français, signification",
    "cron 含义 中文 说明 星号",
    "cron 日本語で 読み方 意味",
  ],
  effort: 2,
  detect: detectCron,

  laws: [
    {
      name: "the sentence does not depend on start, count and time zone",
      holds(run, input) {
        const { expression = "", extensions = false, timeFormat = "24h" } = input;
        const plain = run({ expression, extensions, timeFormat, from: "2000-01-01", count: 1 });
        const given = run(input);
        return !given.ok || given.value?.sentence === plain.value?.sentence;
      },
    },
    {
      name: "a year without runs counts none",
      holds(run, input) {
        const { expression = "", extensions = false } = input;
        const { runsInYear, runs = [] } =
          run({ expression, extensions, from: "2026-01-01T00:00:00Z", count: 1 }).value ?? {};
        const atStart = run({
          expression,
          extensions,
          from: "2025-12-31T23:59:59Z",
          count: 1,
        }).value;
        const inYear = [...runs, ...(atStart?.runs ?? [])].some(({ utc }) =>
          utc.startsWith("2026"),
        );
        return runsInYear === undefined || runsInYear.count > 0 === inYear;
      },
    },
  ],
  examples: [
    {
      title: "Office hours",
      input: { expression: "*/15 9-17 * * MON-FRI", from: "2026-01-01T00:00:00Z" },
      expect: {
        output: "Every 15 minutes from 09:00 to 17:45 on Monday through Friday.",
        value: { runsInYear: { year: 2026, count: 9396 } },
      },
    },
    {
      title: "Not every seven minutes",
      input: { expression: "*/7 * * * *", from: "2026-01-01T00:00:00Z" },
      expect: {
        output: "At every 7th minute from 0 through 56 past every hour.",
        warnings: [{ code: "CRON_UNEVEN_STEP", path: "/minute" }],
      },
    },
    {
      title: "Both day fields, twelve-hour clock",
      input: { expression: "0 17 13 * 5", from: "2026-01-01T00:00:00Z", timeFormat: "12h" },
      expect: {
        output: "At 5:00 PM on day 13 of the month or on Friday.",
        warnings: [{ code: "CRON_DAY_OR" }],
      },
    },
    {
      title: "The third Friday",
      input: { expression: "0 9 ? * FRI#3", extensions: true, from: "2026-01-01" },
      expect: { output: "At 09:00 on the third Friday of the month." },
    },
    {
      title: "A line of a crontab",
      input: { expression: "0 4 * * * /usr/local/bin/backup.sh --all", from: "2026-01-01" },
      expect: {
        output: "At 04:00 every day.",
        value: { command: "/usr/local/bin/backup.sh --all" },
      },
    },
    {
      title: "Six fields",
      input: { expression: "0 0 9 * * 1" },
      expect: { ok: false, error: { code: "CRON_FIELD_COUNT" } },
    },
  ],

  run(input, ctx) {
    const { job, failure } = readJob({ ...input, direction: "next" }, ctx);
    if (failure) return failure;
    const sentence = writeSentence(job.expression, input.timeFormat);
    const runs = describeRuns(job);
    return done({
      output: sentence,
      value: {
        expression: job.expression.text,
        ...job.expression.command,
        sentence,
        runsInYear: { year: job.year, count: job.runsInYear },
        timeZone: job.zone.name,
        tzdataVersion: TZDATA_VERSION,
        runs,
        fields: describeFields(job),
      },
      valid: true,
      warnings: job.warnings,
      report: writeReport(sentence, job, runs),
    });
  },
});

function writeReport(sentence: string, job: Job, runs: ReturnType<typeof describeRuns>): string {
  const listed = runs.map(
    ({ local, weekday, dst }) => `- ${local} ${weekday}${dst ? ` (${dst})` : ""}`,
  );
  const remarks = job.warnings.map(
    ({ code, message, path }) => `- ${code}${path === undefined ? "" : ` at ${path}`}: ${message}`,
  );
  const { command, user } = job.expression.command ?? {};
  return [
    sentence,
    ...(command === undefined ? [] : [`Command: ${command}`]),
    ...(user === undefined ? [] : [`User: ${user}`]),
    listed.length === 0 ? "Next runs: none" : `Next runs (${job.zone.name}):`,
    ...listed,
    ...(remarks.length === 0 ? [] : ["Warnings:", ...remarks]),
  ].join("\n");
}
