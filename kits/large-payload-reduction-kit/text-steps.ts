/** How tables, pages, logs and running text are made smaller. */
import type { Given } from "../../tools/_core/tool.ts";
import { CsvReader } from "../../tools/_lib/formats/csv/read.ts";
import { chooseDelimiter } from "../../tools/_lib/formats/csv/delimiter.ts";
import { lineStarts } from "../../tools/_lib/text/position.ts";
import convertLines from "../../tools/csv-jsonl-converter.ts";
import dropDuplicates from "../../tools/duplicate-line-remover.ts";
import toMarkdown from "../../tools/html-to-agent-markdown.ts";
import trimLog from "../../tools/log-context-trimmer.ts";
import cleanMarkdown from "../../tools/markdown-cleaner.ts";
import normalizeSpace from "../../tools/whitespace-normalizer.ts";
import type { Input } from "../large-payload-reduction-kit.ts";
import { linesStep, Picker } from "./distilling.ts";
import { textOfPayload } from "./kind.ts";
import type { Dial, Gauge } from "./gauge.ts";
import {
  type Attempt,
  type Ctx,
  type Form,
  type FormName,
  refusedBy,
  type Step,
} from "./ladder.ts";
import { type LogOptions, lost, MOST_LINES, trimmedLog } from "./lines.ts";

export function textSteps(input: Input, ctx: Ctx, name: FormName = "txt"): Step[] {
  return [
    {
      id: "whitespace",
      tool: normalizeSpace,
      lossless: true,
      make(text) {
        const { ok, output, errors } = ctx.step(normalizeSpace, { input: text });
        if (!ok || output === undefined) return refusedBy(errors);
        return { text: output, name, losses: [], warnings: [], lossless: true };
      },
    },
    {
      id: "duplicates",
      tool: dropDuplicates,
      lossless: false,
      make(text, gauge) {
        gauge.reason = "Lines that repeat an earlier one go all at once";
        return withoutDuplicates(text, name, ctx);
      },
    },
    ...pickSteps(input, ctx, name),
  ];
}

export function markdownSteps(input: Input, ctx: Ctx): Step[] {
  const bare = { stripLinks: true, stripImages: true, stripHtml: true };
  return [
    cleanStep("clean", true, {}, ctx),
    cleanStep("strip", false, bare, ctx),
    ...pickSteps(input, ctx, "md"),
  ];
}

export function htmlSteps(input: Input, ctx: Ctx): Step[] {
  return [
    {
      id: "main",
      tool: toMarkdown,
      lossless: false,
      always: true,
      make(text, gauge) {
        const read = (content: "main" | "full") =>
          ctx.step(toMarkdown, { input: text, content, links: "text", images: "none" });
        const main = read("main");
        const full = gauge.target === undefined ? undefined : read("full");
        const misses =
          full?.output !== undefined &&
          gauge.tokens(full.output) <= (gauge.target ?? 0) &&
          2 * (main.value?.words ?? 0) < (full.value?.words ?? 0);
        const { ok, output, value, errors, warnings = [] } = misses ? full : main;
        gauge.reason =
          "The rest of the page is markup, scripts, and what stands around its content";
        if (!ok || output === undefined || !value) return refusedBy(errors);
        const { removed, links, images } = value;
        const { scripts, hidden, boilerplate, forms } = removed;
        const count = scripts + hidden + boilerplate + forms + links.length + images.length;
        const losses = lost("MARKUP_DROPPED", Math.max(1, count));
        return { text: output, name: "md", losses, warnings, lossless: false };
      },
    },
    cleanStep("clean", false, { stripHtml: true }, ctx),
    ...pickSteps(input, ctx, "md"),
  ];
}

function cleanStep(
  id: string,
  lossless: boolean,
  options: Omit<Given<typeof cleanMarkdown.input>, "input">,
  ctx: Ctx,
): Step {
  return {
    id,
    tool: cleanMarkdown,
    lossless,
    make(text) {
      const made = ctx.step(cleanMarkdown, { input: text, ...options });
      const { ok, output, value, errors, warnings = [] } = made;
      if (!ok || output === undefined || !value) return refusedBy(errors);
      const removed = Object.values(value.removed).filter((count) => typeof count === "number");
      const count = removed.reduce((sum, some) => sum + some, 0);
      const losses = lossless ? [] : lost("MARKUP_DROPPED", count);
      return { text: output, name: "md", losses, warnings, lossless };
    },
  };
}

/** Whole sentences and blocks; where nothing is asked for, lines of both ends if they make better use of the target. */
function pickSteps(input: Input, ctx: Ctx, name: FormName): Step[] {
  const picker = new Picker(input, ctx, name);
  const distill = picker.step();
  if (input.query.trim() !== "") return [distill];
  return [linesStep(picker, ctx, name, textOfPayload(input.payload) ?? ""), distill];
}

function withoutDuplicates(text: string, name: FormName, ctx: Ctx): Attempt {
  const { ok, output, value, errors } = ctx.step(dropDuplicates, { input: text });
  if (!ok || output === undefined || !value) return refusedBy(errors);
  const { removedLines, inputLines } = value;
  const losses = lost("LINES_DROPPED", removedLines);
  const part = { code: "LINES_DROPPED", path: null, unit: name === "csv" ? "rows" : "lines" };
  const parts = [{ ...part, total: inputLines, shown: inputLines - removedLines }];
  return { text: output, name, losses, warnings: [], lossless: losses.length === 0, parts };
}

const WINDOW = { keepHead: 20, keepTail: 60 } as const;
const NARROW = { keepHead: 5, keepTail: 15 } as const;
const SHORTEST_LOG = 200;
const LONGEST_LOG = 100_000;
const CHARS_PER_TOKEN = 3;
const LINES = "A log is cut by whole lines";
const BARE = { contextLines: 0, stackLines: 0 } as const;
/** The least that dropping lines leaves while every important one stays; and the least at all. */
const STRONGEST: readonly LogOptions[] = [WINDOW, NARROW, { ...NARROW, ...BARE }];
const SHORTEST: LogOptions = { ...NARROW, maxChars: SHORTEST_LOG };
const LAST_LINE: LogOptions = { ...BARE, keepHead: 0, keepTail: 1, keepImportant: false };
const DROPPED_ANYWAY =
  "Lines have to be dropped anyway, and without them the target is met with times and ids in place";

export function logSteps(text: string, ctx: Ctx): Step[] {
  const given = text.split("\n").length;
  const lines = Math.min(MOST_LINES, given);
  const step = (id: string, lossless: boolean, make: Step["make"]): Step => ({
    id,
    tool: trimLog,
    lossless,
    make,
  });
  const trimmed = (from: string, options: LogOptions) =>
    trimmedLog(from, options, ctx, from === text || from.split("\n").length === given);
  const whole = { keepHead: MOST_LINES, keepTail: MOST_LINES } as const;
  const tail = (from: string, base: LogOptions, first: number, last: number): Dial => ({
    count: Math.max(1, first - last + 1),
    piece: LINES,
    at: (index) => trimmed(from, { ...base, keepTail: Math.max(last, first - index) }),
  });
  return [
    step("repeats", true, (from) => trimmed(from, { ...whole, collapseRepeats: true })),
    step("volatile", false, (from, gauge) => {
      gauge.reason = "Times, ids and numbers become placeholders all at once";
      const masked = trimmed(from, { ...whole, stripVolatile: true });
      if ("refused" in masked || gauge.fitting(masked) !== undefined) return masked;
      const reaches = (some: string, settings: readonly LogOptions[]) =>
        settings.some((options) => gauge.fitting(trimmed(some, options)) !== undefined);
      const isNeedless =
        reaches(from, STRONGEST) ||
        (!reaches(masked.text, STRONGEST) && reaches(from, [SHORTEST, LAST_LINE]));
      return isNeedless ? { refused: DROPPED_ANYWAY } : masked;
    }),
    step("window", false, (from, gauge) =>
      gauge.turn([tail(from, WINDOW, lines, WINDOW.keepTail)]),
    ),
    step("narrow", false, (from, gauge) =>
      gauge.turn([
        tail(from, NARROW, WINDOW.keepTail, NARROW.keepTail),
        tail(from, { ...NARROW, ...BARE }, WINDOW.keepTail, NARROW.keepTail),
      ]),
    ),
    step("cut", false, (from, gauge) =>
      gauge.turn([
        chars(from, gauge, trimmed),
        tail(from, LAST_LINE, WINDOW.keepTail, LAST_LINE.keepTail ?? 1),
      ]),
    ),
  ];
}

/** Characters from the most that so many tokens may have. */
function chars(
  from: string,
  { target = 1 }: Gauge,
  trimmed: (from: string, options: LogOptions) => Attempt,
): Dial {
  const most = Math.min(LONGEST_LOG, Math.max(SHORTEST_LOG, 3 * CHARS_PER_TOKEN * target));
  const least = Math.min(most, SHORTEST_LOG);
  return {
    count: most - least + 1,
    piece: LINES,
    at: (index) => trimmed(from, { ...NARROW, maxChars: most - index }),
  };
}

const CSV_HEAD = 11;
const CSV_TAIL = 5;

export function csvSteps(text: string, ctx: Ctx): Step[] {
  const problem = csvProblem(text);
  const records = lineStarts(text).length;
  const step = (id: string, tool: Step["tool"], lossless: boolean, make: Step["make"]): Step => ({
    id,
    tool,
    lossless,
    make: (from, gauge) => (problem === undefined ? make(from, gauge) : { refused: problem }),
  });
  return [
    step("trim", convertLines, true, (from) => trimmedCsv(from, ctx)),
    step("duplicates", dropDuplicates, false, (from) => {
      const [, second = from.length] = lineStarts(from);
      const rest = withoutDuplicates(from.slice(second), "csv", ctx);
      return "refused" in rest ? rest : { ...rest, text: from.slice(0, second) + rest.text };
    }),
    step("cut", trimLog, false, (from, gauge) => {
      const lines = lineStarts(from).length;
      const rows = (first: number, last: number, keepTail: number): Dial => ({
        count: Math.max(0, first - last + 1),
        piece: "A table is cut by whole rows",
        at: (index) => cutCsv(from, { keepHead: first - index, keepTail }, ctx, lines === records),
      });
      return gauge.turn([
        rows(Math.min(MOST_LINES, Math.max(CSV_HEAD, lines)), CSV_HEAD, CSV_TAIL),
        rows(CSV_HEAD - 1, 1, CSV_TAIL),
        rows(CSV_HEAD - 1, 1, 0),
      ]);
    }),
  ];
}

/** Why the lines of the text are not its records; undefined where they are. */
function csvProblem(text: string): string | undefined {
  const reader = new CsvReader(text, chooseDelimiter(text, 0, "auto"));
  let [records, width] = [0, 0];
  for (let record = reader.next(); record !== undefined; record = reader.next()) {
    if (records++ === 0) width = record.cells.length;
    else if (record.cells.length !== width) return "Rows differ in their number of cells";
  }
  if (reader.unterminated !== undefined) return "A quote is never closed";
  const lines = text.replace(/(?<![\r\n])[\r\n]+$/, "").split(/\r\n|\r|\n/).length;
  return lines === records ? undefined : "Cells hold line breaks, or there are blank lines";
}

function trimmedCsv(text: string, ctx: Ctx): Attempt {
  const lines = ctx.step(convertLines, { input: text, direction: "csv-to-jsonl" });
  if (!lines.ok || lines.output === undefined) return refusedBy(lines.errors);
  const [problem] = lines.warnings ?? [];
  if (problem !== undefined) return { refused: `${problem.code}: ${problem.message}` };
  const table = ctx.step(convertLines, { input: lines.output, direction: "jsonl-to-csv" });
  if (!table.ok || table.output === undefined) return refusedBy(table.errors);
  return { text: table.output, name: "csv", losses: [], warnings: [], lossless: true };
}

/** `isWhole` says that the rows of the text are those of the payload, one for one. */
function cutCsv(
  text: string,
  { keepHead, keepTail }: { readonly keepHead: number; readonly keepTail: number },
  ctx: Ctx,
  isWhole: boolean,
): Attempt {
  const { ok, output, value, errors } = ctx.step(trimLog, {
    input: text,
    keepHead,
    keepTail,
    collapseRepeats: false,
    keepImportant: false,
  });
  if (!ok || output === undefined || !value) return refusedBy(errors);
  const [gap] = value.omissions;
  const total = value.inputLines - 1;
  if (gap === undefined) return csvOf(output, 0, total);
  const rows = output.split("\n");
  const those = isWhole ? "" : " of those that repeat no other";
  // The line that says what went is no row.
  rows.splice(gap.from - 1, 1);
  return csvOf(
    rows.join("\n"),
    gap.count,
    total,
    `Rows ${gap.from - 1} to ${gap.to - 1}${those} were left out.`,
  );
}

function csvOf(text: string, dropped: number, total: number, remark?: string): Form {
  const losses = lost("LINES_DROPPED", dropped);
  const shown = total - dropped;
  const parts = [{ code: "LINES_DROPPED", path: null, unit: "rows", total, shown }];
  return { text, name: "csv", losses, warnings: [], lossless: dropped === 0, remark, parts };
}
