import { Type } from "@sinclair/typebox";
import { whole } from "./_core/fields.ts";
import { defineTool, done, type Entry } from "./_core/tool.ts";
import { sum } from "./_lib/algorithms/sum.ts";
import { countCodePoints, estimateTokens } from "./_lib/text/code-points.ts";
import { logLines, maskVolatile, stripAnsi } from "./_lib/text/log-lines.ts";
import { percentOf } from "./_lib/numbers/percent.ts";
import { cutToFit, importantUnits, keptUnits, printUnits } from "./log-context-trimmer/keep.ts";
import { foldRepeats, unitsOf } from "./log-context-trimmer/units.ts";

const NOTHING_TRIMMED: Entry<"NOTHING_TRIMMED"> = {
  code: "NOTHING_TRIMMED",
  message: "The log fits as it is and repeats nothing",
};

export default defineTool({
  id: "log-context-trimmer",
  name: "Log Context Trimmer",
  category: "AI",
  description:
    "Shortens a long log for a limited context and keeps both ends, errors with their stacks, and no repeats.",
  keywords: [
    "ansi",
    "build log",
    "ci log",
    "context",
    "docker logs",
    "error",
    "exceptions",
    "jenkins",
    "journalctl",
    "log",
    "noise",
    "pod logs",
    "shorten",
    "stack trace",
    "stacktrace",
    "tail",
    "tokens",
    "trim",
    "truncate",
  ],
  aliases: [],
  version: "2026-11-20",

  input: Type.Object({
    input: Type.String({ description: "The log" }),
    keepHead: whole({
      description: "Lines and markers kept at the beginning",
      minimum: 0,
      maximum: 10_000,
      default: 20,
    }),
    keepTail: whole({
      description: "Lines and markers kept at the end",
      minimum: 0,
      maximum: 10_000,
      default: 60,
    }),
    collapseRepeats: Type.Boolean({
      description: "Fold repeated lines and blocks of lines",
      default: true,
    }),
    stripVolatile: Type.Boolean({
      description: "Replace times, ids and numbers by placeholders, so that lines become equal",
      default: false,
    }),
    keepImportant: Type.Boolean({
      description: "Keep error and warning lines from the middle",
      default: true,
    }),
    contextLines: whole({
      description: "Lines kept around an important one",
      minimum: 0,
      maximum: 50,
      default: 2,
    }),
    stackLines: whole({
      description: "Continuation lines kept after an important one",
      minimum: 0,
      maximum: 100,
      default: 8,
    }),
    maxChars: Type.Unsafe<number>(
      Type.Union([Type.Literal(0), whole({ minimum: 200, maximum: 100_000 })], {
        type: "number",
        description: "Hard limit of the output in characters, 200 to 100000; 0 for none",
        default: 0,
      }),
    ),
  }),
  primary: "input",
  value: Type.Object({
    inputLines: Type.Integer(),
    keptLines: Type.Integer({ description: "Lines printed as themselves, before maxChars cuts" }),
    collapsedLines: Type.Integer(),
    omittedLines: Type.Integer(),
    maskedValues: Type.Integer(),
    importantLines: Type.Array(Type.Integer(), { description: "Input line numbers, from 1" }),
    omissions: Type.Array(
      Type.Object({ from: Type.Integer(), to: Type.Integer(), count: Type.Integer() }),
    ),
    savedChars: Type.Integer({ description: "Negative where markers made a short log longer" }),
    savedPercent: Type.Number(),
    tokensBefore: Type.Integer({ description: "One token for each four bytes of UTF-8" }),
    tokensAfter: Type.Integer(),
  }),
  verb: "trim",
  failures: {},
  warnings: {
    NOTHING_TRIMMED: "The log is short and repeats nothing; the output is the log itself",
  },
  intents: [
    "shorten a log so that it fits into the context",
    "trim build log for an llm",
    "keep only errors and stack traces from a long log",
    "collapse repeated log lines",
    "remove ansi color codes from ci output",
    "log is too long to paste into chat",
    "head and tail of a log with the errors in between",
    "reduce github actions log",
    "mask timestamps and ids in logs",
    "deduplicate log output",
    "compress kubernetes pod logs before asking a model",
    "console output is thousands of lines, show only what went wrong",
    "build failed, the output is too big to send to a colleague or chatbot",
    "boring lines that come again and again should go",
    "condense verbose diagnostics while preserving failures and traces",
    "server output from last night with one crash somewhere",
    "middle of the output does not matter, beginning, end and exceptions do",
    "acortar un log largo",
    "log kürzen für chatgpt",
    "raccourcir un journal de logs",
    "精简日志",
    "ログを短くする",
    "registro demasiado largo, dejar solo los errores",
    "logdatei zu lang, nur fehler behalten",
    "journal trop long, garder seulement les erreurs",
    "日志 太长 只 保留 错误",
    "長いログからエラーだけ残す",
    "gitlab job printed nine megabytes, the ticket takes 60 kilobytes",
    "the interesting exception is somewhere between a million ok messages",
    "progress bars and download percentages bloat what i paste into claude",
    "same warning four thousand times, once with a count is enough",
    "journalctl, docker logs, kubectl logs, gradle, maven, Jenkins console, logcat",
    "shrink verbose output to a token limit keeping first, last and failing parts, repeats folded",
    "encurtar um log longo, manter só os erros",
    "recortar la salida de compilación, trazas y errores",
    "build ausgabe zusammenfassen, stacktrace behalten, wiederholungen weg",
    "réduire la sortie de build, garder les traces d'erreur",
    "构建 输出 折叠 重复 行 保留 堆栈",
    "ビルド出力 繰り返しをまとめる スタックトレース",
  ],
  effort: 2,
  detect: detectLog,

  laws: [
    {
      name: "the output is never longer than maxChars",
      holds(run, input) {
        const { output = "" } = run({ ...input, maxChars: 200 });
        return countCodePoints(output) <= 200;
      },
    },
    {
      name: "every important line is in the output",
      holds(run, input) {
        const { output = "", value } = run({ ...input, maxChars: 0, keepImportant: true });
        const printed = new Set(output.split("\n"));
        const options = { ...input, maxChars: 0, keepHead: 10_000, collapseRepeats: false };
        const lines = (run(options).output ?? "").split("\n");
        return (value?.importantLines ?? []).every((line) => printed.has(lines[line - 1] ?? ""));
      },
    },
    {
      name: "kept, omitted and folded lines are all there are",
      holds(run, input) {
        const { value } = run({ ...input, collapseRepeats: false });
        return !value || value.keptLines + value.omittedLines === value.inputLines;
      },
    },
  ],
  examples: [
    {
      title: "Repeats are folded, the error and its stack stay",
      input: {
        input:
          "start\ntick\ntick\ntick\ntick\na\nb\na\nb\nERROR boom\n  at x (y.js:1)\n  at z\ndone",
        keepHead: 2,
        keepTail: 1,
      },
      expect: {
        output:
          "start\ntick\n... [previous line repeated 3 more times]\na\nb\n... [previous 2 lines repeated 1 more time]\nERROR boom\n  at x (y.js:1)\n  at z\ndone",
        value: { importantLines: [10, 11, 12], collapsedLines: 5 },
      },
    },
    {
      title: "The middle goes",
      input: { input: "a1\nb2\nc3\nd4\ne5\nf6", keepHead: 1, keepTail: 1 },
      expect: { output: "a1\n... [4 lines omitted: 2-5]\nf6" },
    },
    {
      title: "Lines that differ only in time and number become one",
      input: {
        input:
          "12:00:01 job 10001 done in 5ms\n12:00:02 job 10002 done in 7ms\n12:00:03 job 10003 done in 4ms",
        stripVolatile: true,
      },
      expect: {
        output: "<time> job <n> done in <duration>\n... [previous line repeated 2 more times]",
        value: { maskedValues: 9 },
      },
    },
  ],

  run(input) {
    const masked = logLines(stripAnsi(input.input)).map((line) =>
      input.stripVolatile ? maskVolatile(line) : { line, count: 0 },
    );
    const lines = masked.map(({ line }) => line);
    const units = input.collapseRepeats ? foldRepeats(lines) : unitsOf(lines);
    const important = importantUnits(units, input.stackLines);
    const kept = keptUnits(units, input.keepImportant ? important : [], {
      head: input.keepHead,
      tail: input.keepTail,
      context: input.contextLines,
    });
    const printed = printUnits(units, kept);
    const joined = printed.lines.join("\n");
    const tooLong = input.maxChars > 0 && countCodePoints(joined) > input.maxChars;
    const output = tooLong ? cutToFit(printed.lines, input.maxChars).join("\n") : joined;

    const omissions = printed.omissions.map(({ from, to }) => ({ from, to, count: to - from + 1 }));
    const [before, after] = [countCodePoints(input.input), countCodePoints(output)];
    const unchanged = output === input.input.replace(/\r?\n$/, "").replaceAll("\r\n", "\n");
    return done({
      output,
      value: {
        inputLines: lines.length,
        keptLines: units.filter(({ marker }, index) => !marker && kept[index]).length,
        collapsedLines: sum(
          units.filter(({ marker }) => marker).map(({ from, to }) => to - from + 1),
        ),
        omittedLines: sum(omissions.map(({ count }) => count)),
        maskedValues: sum(masked.map(({ count }) => count)),
        importantLines: units
          .filter(({ marker }, index) => !marker && important[index])
          .map(({ from }) => from),
        omissions,
        savedChars: before - after,
        savedPercent: percentOf(before - after, before, 1),
        tokensBefore: estimateTokens(input.input),
        tokensAfter: estimateTokens(output),
      },
      warnings: unchanged ? [NOTHING_TRIMMED] : [],
    });
  },
});

const LOOKED_AT = 2000;
const LOG_LINE =
  /^(?:\S{0,3}\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|[A-Z][a-z]{2} [ 0-3]\d \d\d:\d\d:\d\d|\S+ \S+ \S+ \[\d\d\/[A-Z][a-z]{2}\/\d{4}:|\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b)/;

/** A frame of JavaScript, Java, .NET, Python, Ruby, Go or Rust. */
const STACK =
  /^[ \t]+at [^\n]{1,300}(?::\d+\)?|\((?:Native Method|Unknown Source)\)|:line \d+)\r?$|^Traceback \(most recent call last\)|^ +File "[^"\n]{1,300}", line \d+|^[ \t]+from [^\n]{1,300}:\d+:in |^goroutine \d+ \[|^thread '[^'\n]{1,100}' (?:\(\d+\) )?panicked at /m;

/** The share of lines that begin with a time or a level; a stack trace is as good. */
function detectLog(sample: string): number {
  const lines = sample
    .slice(0, LOOKED_AT)
    .split("\n")
    .filter((line) => line.trim() !== "");
  if (lines.length < 2) return 0;
  if (STACK.test(sample)) return 0.9;
  const share = lines.filter((line) => LOG_LINE.test(line)).length / lines.length;
  return share >= 0.5 ? share : 0;
}
