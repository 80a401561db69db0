/** How tables, pages, logs and running text are made smaller. */
import type { Given } from "../../tools/_core/tool.ts";
import { CsvReader } from "../../tools/_lib/formats/csv/read.ts";
import { chooseDelimiter } from "../../tools/_lib/formats/csv/delimiter.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { lineStarts } from "../../tools/_lib/text/position.ts";
import distill from "../../tools/context-distill.ts";
import convertLines from "../../tools/csv-jsonl-converter.ts";
import dropDuplicates from "../../tools/duplicate-line-remover.ts";
import toMarkdown from "../../tools/html-to-agent-markdown.ts";
import trimLog from "../../tools/log-context-trimmer.ts";
import cleanMarkdown from "../../tools/markdown-cleaner.ts";
import normalizeSpace from "../../tools/whitespace-normalizer.ts";
import type { Input, Loss } from "../large-payload-reduction-kit.ts";
import {
  type Attempt,
  type Ctx,
  type Dial,
  type Form,
  type FormName,
  type Gauge,
  refusedBy,
  type Step,
} from "./ladder.ts";

const lost = (code: Loss["code"], count: number): Loss[] =>
  count > 0 ? [{ code, path: null, count }] : [];

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
    linesStep(input, ctx, name),
    distillStep(input, ctx, name),
  ];
}

export function markdownSteps(input: Input, ctx: Ctx): Step[] {
  const bare = { stripLinks: true, stripImages: true, stripHtml: true };
  return [
    cleanStep("clean", true, {}, ctx),
    cleanStep("strip", false, bare, ctx),
    linesStep(input, ctx, "md"),
    distillStep(input, ctx, "md"),
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
    linesStep(input, ctx, "md"),
    distillStep(input, ctx, "md"),
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

const MOST_DISTILLED = 100_000;

function distillStep(input: Input, ctx: Ctx, name: FormName): Step {
  return {
    id: "distill",
    tool: distill,
    lossless: false,
    make: (text, gauge) => distilled(text, gauge, input, name, ctx),
  };
}

function distilled(
  text: string,
  gauge: Gauge,
  { query, model }: Input,
  name: FormName,
  ctx: Ctx,
): Attempt {
  const maxTokens = Math.min(gauge.target ?? MOST_DISTILLED, MOST_DISTILLED);
  const made = ctx.step(distill, { text, query, model, maxTokens });
  const { ok, output, value, errors, warnings = [] } = made;
  if (!ok || output === undefined || !value) return refusedBy(errors);
  if (output === "") return { refused: `No sentence or block fits ${counted(maxTokens, "token")}` };
  const { units, keptUnits } = value;
  const smallest = units
    .filter(({ kept }) => !kept)
    .reduce((least, { tokens }) => Math.min(least, tokens), Infinity);
  gauge.reason = `Whole sentences and blocks are kept; the smallest that was left out has ${counted(smallest, "token")}`;
  return {
    text: output,
    name,
    losses: lost("UNITS_DROPPED", units.length - keptUnits),
    warnings,
    lossless: false,
    remark: "[…] stands where something was left out.",
  };
}

/** Where blocks are so large that picking among them leaves much of the target unused: lines of both ends. */
function linesStep(input: Input, ctx: Ctx, name: FormName): Step {
  return {
    id: "lines",
    tool: trimLog,
    lossless: false,
    make(text, gauge) {
      const picked = gauge.fitting(distilled(text, gauge, input, name, ctx));
      const size = picked === undefined ? 0 : gauge.tokens(picked.text);
      if (gauge.isNear(size)) return { refused: BETTER };
      const { length } = text.split("\n");
      const fits = gauge.fitting(gauge.turn([bothEnds(text, length - 1, name, ctx)]));
      return fits !== undefined && gauge.tokens(fits.text) > size ? fits : { refused: BETTER };
    },
  };
}

const BETTER = "Whole sentences make better use of the target";

function bothEnds(text: string, most: number, name: FormName, ctx: Ctx): Dial {
  const first = Math.min(MOST_LINES, most);
  return {
    count: Math.max(0, first),
    piece: "Whole lines of both ends are kept",
    at: (index) => {
      const keepTail = Math.floor((first - index) / 2);
      const keepHead = first - index - keepTail;
      const options = { collapseRepeats: false, keepImportant: false, keepHead, keepTail };
      const trimmed = trimmedLog(text, options, ctx);
      return "refused" in trimmed ? trimmed : { ...trimmed, name };
    },
  };
}

function withoutDuplicates(text: string, name: FormName, ctx: Ctx): Attempt {
  const { ok, output, value, errors } = ctx.step(dropDuplicates, { input: text });
  if (!ok || output === undefined || !value) return refusedBy(errors);
  const losses = lost("LINES_DROPPED", value.removedLines);
  return { text: output, name, losses, warnings: [], lossless: losses.length === 0 };
}

type LogOptions = Omit<Given<typeof trimLog.input>, "input">;

const MOST_LINES = 10_000;
const WINDOW = { keepHead: 20, keepTail: 60 } as const;
const NARROW = { keepHead: 5, keepTail: 15 } as const;
const SHORTEST_LOG = 200;
const LONGEST_LOG = 100_000;
const CHARS_PER_TOKEN = 3;
const LINES = "A log is cut by whole lines";

export function logSteps(text: string, ctx: Ctx): Step[] {
  const lines = Math.min(MOST_LINES, text.split("\n").length);
  const step = (id: string, lossless: boolean, make: Step["make"]): Step => ({
    id,
    tool: trimLog,
    lossless,
    make,
  });
  const trimmed = (from: string, options: LogOptions) => trimmedLog(from, options, ctx);
  const whole = { keepHead: MOST_LINES, keepTail: MOST_LINES } as const;
  const tail = (from: string, base: LogOptions, first: number, last: number): Dial => ({
    count: Math.max(1, first - last + 1),
    piece: LINES,
    at: (index) => trimmed(from, { ...base, keepTail: Math.max(last, first - index) }),
  });
  const bare = { contextLines: 0, stackLines: 0 } as const;
  return [
    step("repeats", true, (from) => trimmed(from, { ...whole, collapseRepeats: true })),
    step("volatile", false, (from, gauge) => {
      gauge.reason = "Times, ids and numbers become placeholders all at once";
      return trimmed(from, { ...whole, stripVolatile: true });
    }),
    step("window", false, (from, gauge) =>
      gauge.turn([tail(from, WINDOW, lines, WINDOW.keepTail)]),
    ),
    step("narrow", false, (from, gauge) =>
      gauge.turn([
        tail(from, NARROW, WINDOW.keepTail, NARROW.keepTail),
        tail(from, { ...NARROW, ...bare }, WINDOW.keepTail, NARROW.keepTail),
      ]),
    ),
    step("cut", false, (from, gauge) => gauge.turn([chars(from, gauge, trimmed)])),
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

function trimmedLog(text: string, options: LogOptions, ctx: Ctx): Attempt {
  const { ok, output, value, errors } = ctx.step(trimLog, { input: text, ...options });
  if (!ok || output === undefined || !value) return refusedBy(errors);
  const cut = /^\.\.\. \[(\d+) more output lines? cut to fit\]$/m.exec(output);
  const dropped = value.omittedLines + Number(options.maxChars ? (cut?.[1] ?? 0) : 0);
  const losses = [...lost("LINES_DROPPED", dropped), ...lost("VALUES_MASKED", value.maskedValues)];
  return {
    text: output,
    name: "log.txt",
    losses,
    warnings: [],
    lossless: losses.length === 0,
    remark:
      value.collapsedLines + dropped > 0
        ? "Lines in the form ... [...] say what was folded or left out."
        : undefined,
  };
}

const CSV_HEAD = 11;
const CSV_TAIL = 5;

export function csvSteps(text: string, ctx: Ctx): Step[] {
  const problem = csvProblem(text);
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
        at: (index) => cutCsv(from, first - index, keepTail, ctx),
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
  const lines = text.replace(/[\r\n]+$/, "").split(/\r\n|\r|\n/).length;
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

function cutCsv(text: string, keepHead: number, keepTail: number, ctx: Ctx): Attempt {
  const { ok, output, value, errors } = ctx.step(trimLog, {
    input: text,
    keepHead,
    keepTail,
    collapseRepeats: false,
    keepImportant: false,
  });
  if (!ok || output === undefined || !value) return refusedBy(errors);
  const [gap] = value.omissions;
  if (gap === undefined) return csvOf(output, 0);
  const rows = output.split("\n");
  // The line that says what went is no row.
  rows.splice(gap.from - 1, 1);
  return csvOf(rows.join("\n"), gap.count, `Rows ${gap.from - 1} to ${gap.to - 1} were left out.`);
}

function csvOf(text: string, dropped: number, remark?: string): Form {
  const losses = lost("LINES_DROPPED", dropped);
  return { text, name: "csv", losses, warnings: [], lossless: dropped === 0, remark };
}
