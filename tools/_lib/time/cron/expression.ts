/** Cron expressions of five fields, and macros; also at the beginning of a crontab line. */
import type { Entry } from "../../../_core/tool.ts";
import { nearest } from "../../text/nearest.ts";
import { beginning } from "../../text/shown.ts";
import { type CrontabCommand, readCommand } from "./command.ts";
import {
  type Field,
  FIELD_FAILURES,
  FIELD_NAMES,
  FIELD_SIZES,
  type FieldName,
  type FieldProblem,
  readField,
} from "./fields.ts";

export const EXPRESSION_FAILURES = {
  CRON_FIELD_COUNT: "The expression does not have five fields",
  ...FIELD_FAILURES,
  CRON_MACRO_UNKNOWN: "A word after @ is no macro",
  CRON_REBOOT: "@reboot runs when the machine starts, at no time that could be listed",
} as const;

export type ExpressionProblem = Entry<keyof typeof EXPRESSION_FAILURES>;

export interface CronExpression {
  /** Five fields between single spaces. */
  readonly text: string;
  readonly fields: Readonly<Record<FieldName, Field>>;
  /** Whether a day needs one of the two day fields or both (the rule of Vixie cron). */
  readonly dayRule: "or" | "and";
  /** What stands behind the fields in a line of a crontab. */
  readonly command?: CrontabCommand;
}

const MACROS: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};

/** The expression, or every problem that its fields have. */
export function readExpression(
  given: string,
  extensions: boolean,
): CronExpression | readonly [ExpressionProblem, ...ExpressionProblem[]] {
  const { words, rest } = splitLine(given);
  const macro = words[0]?.startsWith("@") ? words[0].toLowerCase() : undefined;
  if (macro !== undefined && !Object.hasOwn(MACROS, macro)) return [macroProblem(macro)];
  const texts = macro === undefined ? words : (MACROS[macro] ?? "").split(" ");
  const isOtherCron = macro === undefined && isCountOfFields(rest);
  const count = texts.length + (isOtherCron ? rest.split(/\s+/).length : 0);
  if (count !== FIELD_NAMES.length) return [countProblem(count)];

  const problems: FieldProblem[] = [];
  const [minute, hour, dayOfMonth, month, dayOfWeek] = FIELD_NAMES.map((name, index) =>
    readField(name, texts[index] ?? "", extensions, problems),
  ) as [Field, Field, Field, Field, Field];
  const [first, ...others] = problems;
  if (first) return [first, ...others];
  return {
    text: texts.join(" "),
    fields: { minute, hour, dayOfMonth, month, dayOfWeek },
    dayRule: dayOfMonth.restricted && dayOfWeek.restricted ? "or" : "and",
    ...(rest === "" ? {} : { command: readCommand(rest) }),
  };
}

/** The words of the fields, or a macro, and the text behind them. */
function splitLine(given: string): { readonly words: readonly string[]; readonly rest: string } {
  const words: string[] = [];
  let end = 0;
  for (const match of given.matchAll(/\S+/g)) {
    words.push(match[0]);
    end = match.index + match[0].length;
    if (words.length === FIELD_NAMES.length || words[0]?.startsWith("@")) break;
  }
  return { words, rest: given.slice(end).trim() };
}

const FIELD_LIKE =
  /^(?:[\d*?,/#LW-]|(?:sun|mon|tue|wed|thu|fri|sat|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?![a-z]))+$/i;

/** Whether the line has more fields, such as the six or seven of Quartz and Spring, not a command. */
function isCountOfFields(rest: string): boolean {
  // No command is all files of a folder.
  if (rest.startsWith("*")) return true;
  const words = rest.split(/\s+/, 3);
  return words.length <= 2 && words.every((word) => FIELD_LIKE.test(word));
}

/** Whether `readExpression` found an expression. */
export function isExpression(
  read: CronExpression | readonly ExpressionProblem[],
): read is CronExpression {
  return "fields" in read;
}

/** Whether the field has all of its values. */
export function isFull({ name, values }: Field): boolean {
  return values.length === FIELD_SIZES[name];
}

function macroProblem(macro: string): ExpressionProblem {
  if (macro === "@reboot") {
    return {
      code: "CRON_REBOOT",
      message: "Cannot list the runs of @reboot: it runs when the machine starts, expected a time",
      path: "/expression",
    };
  }
  const [near = "@daily"] = nearest(macro, Object.keys(MACROS), { limit: 1, within: Infinity });
  return {
    code: "CRON_MACRO_UNKNOWN",
    message: `Cannot find the macro ${JSON.stringify(beginning(macro, SHOWN_CHARACTERS))}: expected one of ${Object.keys(MACROS).join(", ")}`,
    path: "/expression",
    hint: `Did you mean ${near}?`,
  };
}

const SHOWN_CHARACTERS = 40;

const COUNT_HINTS: Readonly<Record<number, string>> = {
  0: "An expression has minute, hour, day of month, month and day of week: 30 9 * * 1-5",
  1: "Was a macro meant? They begin with @: @daily",
  6: "In Quartz and Spring the first of six fields is seconds: leave it out",
  7: "In Quartz the first of seven fields is seconds and the last the year: leave both out",
};

function countProblem(count: number): ExpressionProblem {
  const expected = "minute, hour, day of month, month, day of week";
  const hint = COUNT_HINTS[count];
  return {
    code: "CRON_FIELD_COUNT",
    message: `Cannot read the expression: found ${count} ${count === 1 ? "field" : "fields"}, expected five: ${expected}`,
    path: "/expression",
    expected: FIELD_NAMES.length,
    received: count,
    ...(hint === undefined ? {} : { hint }),
  };
}

const LONGEST_SAMPLE = 200;

/** How surely a text is a cron expression or a line of a crontab, 0 to 1. */
export function detectCron(sample: string): number {
  const text = sample.trim();
  if (text.length > LONGEST_SAMPLE || text.includes("\n")) return 0;
  const read = readExpression(text, true);
  if (!isExpression(read)) return 0;
  // Five words that could be fields may begin any sentence.
  if (read.command) return /^[^a-z@]*\*/i.test(text) ? 0.8 : 0;
  return /[*@]/.test(text) ? 0.95 : 0.6;
}
