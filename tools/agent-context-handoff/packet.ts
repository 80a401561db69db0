/** The packet as Markdown: what it consists of, and what is left of it within a budget. */
import { counted } from "../_lib/text/plural.ts";
import type { Meter } from "../_lib/agents/token-meter.ts";
import { oneLine } from "../_lib/text/shown.ts";
import type { Content } from "../agent-context-handoff.ts";

export interface Section {
  /** The field that it shows. */
  readonly field: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** Whether lines may be left out. */
  readonly isKept: boolean;
}

/** Those that are not empty, in order. */
export function sectionsOf(content: Content): Section[] {
  const list = (field: string, title: string, items: readonly string[], isKept = false) => ({
    field,
    title,
    lines: items.map((item) => `- ${oneLine(item)}`),
    isKept,
  });
  const paragraph = (field: string, title: string, text: string, isKept = false) => ({
    field,
    title,
    lines: text === "" ? [] : [oneLine(text)],
    isKept,
  });
  const { pendingCalls, failures, artifacts, toolUse } = content;
  return [
    paragraph("goal", "Goal", content.goal, true),
    paragraph("latestRequest", "Latest request", content.latestRequest ?? ""),
    list("constraints", "Constraints", content.constraints, true),
    list("nextActions", "Next actions", content.nextActions),
    list(
      "pendingCalls",
      "Pending calls",
      pendingCalls.map(({ tool, callId }) => `${tool} (${callId})`),
    ),
    list("openQuestions", "Open questions", content.openQuestions),
    list("decisions", "Decisions", content.decisions),
    list("failures", "Failures", failures.map(failureLine)),
    list("artifacts", "Artifacts", artifacts.map(artifactLine)),
    list("risks", "Risks", content.risks),
    list("done", "Done", content.done),
    list("toolUse", "Tool use", toolUse.map(useLine)),
  ].filter(({ lines }) => lines.length > 0);
}

function failureLine({ tool, callId, message, recovered }: Content["failures"][number]): string {
  const id = callId === null ? "" : ` (${callId})`;
  const what = message === "" ? "" : `: ${message}`;
  return `${tool ?? "unknown tool"}${id}${what}${recovered ? " – recovered" : ""}`;
}

function artifactLine({ path, tools }: Content["artifacts"][number]): string {
  return tools.length === 0 ? path : `${path} (${tools.join(", ")})`;
}

function useLine({ tool, calls, errors }: Content["toolUse"][number]): string {
  const failed = errors === 0 ? "" : `, ${counted(errors, "error")}`;
  return `${tool}: ${counted(calls, "call")}${failed}`;
}

export function headingOf({ from, to }: Pick<Content, "from" | "to">): string {
  if (from === "" && to === "") return "# Handoff";
  return `# Handoff: ${`${from} → ${to}`.trim()}`;
}

/** Section → how many of its first lines are left out. */
export type Cuts = ReadonlyMap<Section, number>;

export function writePacket(heading: string, sections: readonly Section[], cuts: Cuts): string {
  const blocks = sections.map((section) => {
    const cut = cuts.get(section) ?? 0;
    const lines = section.lines.slice(cut);
    if (cut > 0) lines.push(leftOut(cut));
    return `## ${section.title}\n\n${lines.join("\n")}`;
  });
  return [heading, ...blocks].join("\n\n");
}

function leftOut(count: number): string {
  return `- (${count} more left out)`;
}

export interface Fitted {
  readonly cuts: Cuts;
  /** Tokens of the packet with these cuts, as the meter counts them. */
  readonly left: number;
}

/**
 * Leaves out one line after the other, the first of the last section first, until the packet fits; whole it has so
 * many pieces.
 */
export function cutToFit(
  sections: readonly Section[],
  whole: number,
  meter: Meter,
  maxTokens: number,
): Fitted {
  const room = meter.room(maxTokens);
  const cuts = new Map<Section, number>();
  let left = whole;
  for (const section of sections.toReversed()) {
    if (section.isKept || left <= room) continue;
    const costs = new Costs(section, section === sections.at(-1), meter);
    let cost = costs.without(0);
    for (let cut = 1; cut <= section.lines.length && left > room; cut++) {
      const less = costs.without(cut);
      left += less - cost;
      cost = less;
      cuts.set(section, cut);
    }
  }
  return { cuts, left };
}

/** What stands behind a line; its last character begins a token of its own. */
const NEXT_LINE = "\n-";
const NEXT_SECTION = "\n\n#";

/**
 * The tokens of a text and of the line ends behind it. No encoding joins a line end with the mark that follows, so
 * that these add up to the tokens of the whole.
 */
function before(text: string, next: string, meter: Meter): number {
  return meter.pieces(text + next) - 1;
}

/** The tokens of a section without its first lines. */
class Costs {
  readonly #section: Section;
  readonly #isLast: boolean;
  readonly #meter: Meter;
  /** Of the lines from each on, if another follows the last one; those before the first that is asked for are not counted. */
  #rest: readonly number[] | undefined;

  constructor(section: Section, isLast: boolean, meter: Meter) {
    this.#section = section;
    this.#isLast = isLast;
    this.#meter = meter;
  }

  without(cut: number): number {
    const { title, lines } = this.#section;
    const head = `## ${title}\n\n`;
    if (cut > 0) return before(head, "-", this.#meter) + this.#from(cut) + this.#end(leftOut(cut));
    const [first = "", ...others] = lines;
    // A paragraph may begin with what a token joins with the line ends before it.
    if (others.length === 0) return this.#end(head + first);
    return before(head, "-", this.#meter) + this.#withEnd();
  }

  /** All lines, the last one at the end. */
  #withEnd(): number {
    const { lines } = this.#section;
    const last = lines.at(-1) ?? "";
    return this.#from(0) - before(last, NEXT_LINE, this.#meter) + this.#end(last);
  }

  /** Cuts are asked for in ascending order. */
  #from(cut: number): number {
    this.#rest ??= this.#restFrom(cut);
    return this.#rest[cut] ?? 0;
  }

  #restFrom(first: number): number[] {
    const { lines } = this.#section;
    const rest = lines.map(() => 0);
    let sum = 0;
    for (let at = lines.length - 1; at >= first; at--) {
      sum += before(lines[at] ?? "", NEXT_LINE, this.#meter);
      rest[at] = sum;
    }
    return rest;
  }

  #end(text: string): number {
    return this.#isLast ? this.#meter.pieces(text) : before(text, NEXT_SECTION, this.#meter);
  }
}
