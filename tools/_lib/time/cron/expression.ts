/** Cron expressions of five fields, and macros. */
import type { Entry } from "../../../_core/tool.ts";
import { nearest } from "../../text/nearest.ts";
import { beginning } from "../../text/shown.ts";
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
  const words = given.split(/\s+/).filter((word) => word !== "");
  const macro =
    words.length === 1 && words[0]?.startsWith("@") ? words[0].toLowerCase() : undefined;
  if (macro !== undefined && !Object.hasOwn(MACROS, macro)) return [macroProblem(macro)];
  const texts = macro === undefined ? words : (MACROS[macro] ?? "").split(" ");
  if (texts.length !== FIELD_NAMES.length) return [countProblem(texts.length)];

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
  };
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

const LONGEST_SAMPLE = 120;

/** How surely a text is a cron expression, 0 to 1. */
export function detectCron(sample: string): number {
  const text = sample.trim();
  if (text.length > LONGEST_SAMPLE || text.includes("\n")) return 0;
  if (!isExpression(readExpression(text, true))) return 0;
  return /[*@]/.test(text) ? 0.95 : 0.6;
}
