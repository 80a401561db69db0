/** Which diagrams a job has, what they are, and what is to be made of them. */
import type { Entry } from "../../tools/_core/tool.ts";
import { countCodePoints } from "../../tools/_lib/text/code-points.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine } from "../../tools/_lib/text/shown.ts";
import draw from "../../tools/mermaid-renderer.ts";
import makeSlugs from "../../tools/slug-generator.ts";
import type { Diagram, Job, PlanValue, Work } from "../mermaid-diagram-delivery-kit.ts";
import type { Fence } from "./fences.ts";

/** As many as a job has diagrams. */
export const MOST_DIAGRAMS = 50;
export const LONGEST_SOURCE = 50_000;

/** The diagram of a fence by its number from 1, where the job does not name its diagrams itself. */
export function idOf(number: number): string {
  return `diagram-${number}`;
}

/** Which diagram each fence shows: that of its number, else one of the same source; none where it has no text. */
export function diagramOfEach(
  fences: readonly Fence[],
  diagrams: readonly Diagram[],
): (Diagram | undefined)[] {
  const byId = new Map(diagrams.map((diagram) => [diagram.id, diagram]));
  const bySource = new Map(diagrams.toReversed().map((diagram) => [diagram.source, diagram]));
  return fences.map(({ source }, index) => {
    const own = byId.get(idOf(index + 1));
    return source === "" ? undefined : (own ?? bySource.get(source));
  });
}

/** What no schema says of the diagrams. */
export function diagramProblems({ files, options }: Job, fences: readonly Fence[]): Entry[] {
  const { diagrams, document } = options;
  const path = document === null ? "/job/options/diagrams" : "/job/options/document";
  if (diagrams.length === 0) {
    const where = document === null ? "neither diagrams nor a document" : "no mermaid fence in it";
    const message = `Cannot deliver diagrams: found ${where}, expected at least one diagram`;
    return [{ code: "NO_DIAGRAMS", message, path }];
  }
  const problems: Entry[] = [];
  const filled = fences.filter(({ source }) => source !== "");
  if (filled.length > MOST_DIAGRAMS) {
    const message = `Cannot take the document: found ${filled.length} diagrams, expected at most ${MOST_DIAGRAMS}`;
    const about = { path, expected: MOST_DIAGRAMS, received: filled.length };
    problems.push({ code: "LIMIT_EXCEEDED", message, ...about });
  }
  for (const { from, source } of filled) {
    if (source.length <= LONGEST_SOURCE) continue;
    const message = `Cannot take the diagram of line ${from + 1}: found ${source.length} characters, expected at most ${LONGEST_SOURCE}`;
    const about = { path, expected: LONGEST_SOURCE, received: source.length };
    problems.push({ code: "LIMIT_EXCEEDED", message, line: from + 1, ...about });
  }
  const known = new Set(files.map(({ id }) => id));
  const ids = new Set<string>();
  for (const [index, { id, file }] of diagrams.entries()) {
    const at = `/job/options/diagrams/${index}`;
    if (ids.has(id)) {
      const message = `Cannot tell two diagrams apart: found the id ${id} again, expected one of its own`;
      problems.push({ code: "DUPLICATE_DIAGRAM_ID", message, path: `${at}/id` });
    }
    ids.add(id);
    if (file !== undefined && !known.has(file)) {
      const message = `Cannot find the file: found the id ${file}, expected one of the job's files`;
      problems.push({ code: "FILE_UNKNOWN", message, path: `${at}/file`, received: file });
    }
  }
  return problems;
}

/** What the renderer is told beside the source: what is as the kit has it anyway leaves the source free to say it. */
export function styleOf({ theme, look, layout }: Diagram) {
  return {
    ...(theme === "default" ? {} : { theme }),
    ...(look === "classic" ? {} : { look }),
    ...(layout === "dagre" ? {} : { layout }),
  };
}

interface Read {
  readonly diagram: Diagram;
  readonly index: number;
  readonly type: string;
  /** Of the source. */
  readonly title: string | null;
  readonly description: string | null;
}

/** Undefined where nothing could be drawn at all, which ends the run. */
export function planOutputs(work: Work): PlanValue | undefined {
  const read = parse(work);
  if (read === undefined) return undefined;
  const titles = read.map(({ diagram, title }) => titleOf(diagram, title));
  const names = nameAll(
    read.map(({ diagram }) => diagram.id),
    titles,
    work,
  );
  const { report } = work;
  const diagrams = read.map((one, index) => {
    const title = titles[index] ?? null;
    const { id } = one.diagram;
    return { id, type: one.type, title, alt: altOf(one, title, work), name: names[index] ?? id };
  });
  const outputs = read.flatMap(({ diagram: { file } }, index) =>
    outputsOf(diagrams[index], file === undefined ? [] : [file], work.job),
  );
  report.finish("plan", `${counted(outputs.length, "output")}`);
  return { diagrams, outputs, totals: { diagrams: diagrams.length, outputs: outputs.length } };
}

function parse(work: Work): Read[] | undefined {
  const { job, ctx, report, lines } = work;
  const { diagrams, background } = job.options;
  const read: Read[] = [];
  for (const [index, diagram] of diagrams.entries()) {
    const { id: subject, source } = diagram;
    const style = { ...styleOf(diagram), background };
    const { ok, value, errors, warnings } = ctx.step(draw, {
      input: source,
      validateOnly: true,
      ...style,
    });
    if (!ok) {
      const path = "/job/options/background";
      report.stop(
        "parse",
        (errors ?? []).map((entry) => ({ ...entry, path })),
      );
      return undefined;
    }
    const about = (entry: Entry) => sourceFinding(entry, { index, subject, from: lines[index] });
    for (const entry of errors ?? []) report.find("error", "parse", about(entry));
    for (const entry of warnings ?? []) report.find("warning", "parse", about(entry));
    if (!value) continue;
    const { diagramType: type, title, description } = value;
    read.push({ diagram, index, type, title, description });
  }
  const all = counted(diagrams.length, "diagram");
  report.finish("parse", `${read.length} of ${all} can be read`);
  return read;
}

interface SourcePlace {
  readonly index: number;
  readonly subject: string;
  /** The line before its first one in the document. */
  readonly from: number | undefined;
}

/** What the renderer says of a source, as a finding of the job; a line is one of that source. */
export function sourceFinding(entry: Entry, { index, subject, from }: SourcePlace) {
  const { code, message, line, expected, received, hint } = entry;
  const isInDocument = line !== undefined && from !== undefined;
  return {
    code,
    message: isInDocument ? `${message} (line ${from + line} of the document)` : message,
    path: `/job/options/diagrams/${index}/source`,
    subject,
    line,
    expected,
    received,
    more: {
      ...(hint === undefined ? {} : { hint }),
      ...(isInDocument ? { documentLine: from + line } : {}),
    },
  };
}

function titleOf({ title, heading }: Diagram, own: string | null): string | null {
  const found = [title, own, heading].find((text) => text != null && text.trim() !== "");
  return found == null ? null : squeezed(found);
}

/** Runs of white space are one blank. */
function squeezed(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/** The names of all diagrams, each its own: of the title, or where that has no letters, of the id. */
function nameAll(
  ids: readonly string[],
  titles: readonly (string | null)[],
  { ctx, report }: Work,
): readonly string[] {
  if (ids.length === 0) {
    report.skipped("names", "No diagram can be read");
    return [];
  }
  const slugsOf = (lines: readonly string[]) => {
    const { value, errors } = ctx.step(makeSlugs, { input: lines.join("\n"), maxLength: 120 });
    const [error] = errors ?? [];
    if (error) report.stageFailed("names", error);
    return value?.slugs.map(({ slug }) => slug) ?? ids;
  };
  const lines = titles.map((title, index) => oneLine(title ?? "").trim() || (ids[index] ?? ""));
  const slugs = slugsOf(lines);
  const isWhole = slugs.every((slug) => slug !== "");
  const names = isWhole
    ? slugs
    : slugsOf(lines.map((line, index) => (slugs[index] === "" ? (ids[index] ?? "") : line)));
  report.done("names", counted(names.length, "name"));
  return names;
}

const KINDS: Readonly<Record<string, string>> = {
  flowchart: "Flowchart",
  sequence: "Sequence diagram",
  class: "Class diagram",
  state: "State diagram",
  er: "Entity relationship diagram",
  gantt: "Gantt chart",
  pie: "Pie chart",
  gitGraph: "Git graph",
  mindmap: "Mind map",
  timeline: "Timeline",
  xychart: "XY chart",
};

const LONGEST_ALT = 250;

function altOf({ diagram, index, type, description }: Read, title: string | null, work: Work) {
  const { report } = work;
  const { id: subject, alt } = diagram;
  const kind = KINDS[type] ?? `${type} diagram`;
  const written = [alt, description].map((text) => squeezed(text ?? "")).find(Boolean);
  const words = written ?? (title === null ? undefined : `${kind}: ${title}`);
  const path = `/job/options/diagrams/${index}`;
  if (words === undefined) {
    const message = `${subject} has no words for those who cannot see it: give it an alt, a title or accDescr`;
    report.find("warning", "plan", { code: "ALT_MISSING", message, path, subject });
    return kind;
  }
  const length = countCodePoints(words);
  if (length > LONGEST_ALT) {
    const message = `The alt of ${subject} has ${length} characters: say the rest in the text around the picture`;
    const about = { path, subject, expected: LONGEST_ALT, received: length };
    report.find("warning", "plan", { code: "ALT_LONG", message, ...about });
  }
  return words;
}

function outputsOf(
  diagram: PlanValue["diagrams"][number] | undefined,
  from: string[],
  { options: { formats, scales } }: Job,
): PlanValue["outputs"] {
  if (!diagram) return [];
  const { id, name } = diagram;
  return formats.flatMap((format): PlanValue["outputs"] => {
    if (format === "svg")
      return [
        { name: `${name}.svg`, mediaType: "image/svg+xml", from, diagram: id, format, scale: null },
      ];
    return scales.map((scale) => ({
      name: scale === 1 ? `${name}.png` : `${name}@${scale}x.png`,
      mediaType: "image/png",
      from,
      diagram: id,
      format,
      scale,
    }));
  });
}
