/** Texts really reduced to what they are allotted, and the context that is made of them. */
import type { Entry } from "../../tools/_core/tool.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine, quoted } from "../../tools/_lib/text/shown.ts";
import distill from "../../tools/context-distill.ts";
import shrink from "../../tools/json-shrink.ts";
import trimLog from "../../tools/log-context-trimmer.ts";
import { type Allotted, tokensOf, type Work } from "./parts.ts";

interface Reduced {
  readonly text: string;
  readonly action: Allotted["action"];
}

/** Tools that count in another way than the model are asked for less, until it fits or these are over. */
const MOST_TRIES = 5;
const MOST_DISTILLED = 100_000;
const MOST_TAIL = 10_000;
const TRIM_HEAD = 5;

export function reduceTexts(parts: readonly Allotted[], work: Work): Allotted[] {
  const { input, report } = work;
  if (!input.apply) {
    report.skipped("apply", "Nothing is reduced; the field `apply` would");
    return [...parts];
  }
  let count = 0;
  const reduced = parts.map((part, index) => {
    const { text, action, name } = part;
    if (text === undefined || action === "keep") return part;
    count++;
    if (action === "drop" || part.allocated === 0) return { ...part, allocated: 0, reduced: "" };
    const made = reduceText(text, part, work, index);
    const allocated = tokensOf(made.text, work);
    if (allocated > part.allocated) {
      const message = `${quoted(name)} still has ${allocated} tokens, expected at most ${part.allocated}`;
      report.find("warning", "apply", {
        code: "BUDGET_NOT_MET",
        message,
        path: `/components/${index}`,
        subject: name,
        expected: part.allocated,
        received: allocated,
      });
    }
    return { ...part, allocated, action: made.action, reduced: made.text };
  });
  report.done("apply", `${counted(count, "text")} reduced`);
  return reduced;
}

function reduceText(text: string, part: Allotted, work: Work, index: number): Reduced {
  const shrunk = isJsonText(text) ? shrinkJson(text, part, work) : undefined;
  if (shrunk !== undefined) return { text: shrunk, action: "shrink" };
  const trimmed = part.action === "trim" ? trimText(text, part, work) : undefined;
  if (trimmed !== undefined) return { text: trimmed, action: "trim" };
  return { text: distillText(text, part, work, index), action: "distill" };
}

function isJsonText(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The smallest form that was found; undefined where the tool cannot read the text. */
function shrinkJson(text: string, { allocated }: Allotted, work: Work): string | undefined {
  let best: string | undefined;
  let maxTokens = allocated;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { ok, output } = work.ctx.step(shrink, { input: text, maxTokens });
    if (!ok || output === undefined) return best;
    best = output;
    const tokens = tokensOf(output, work);
    if (tokens <= allocated || maxTokens === 1) break;
    maxTokens = Math.max(1, Math.floor((maxTokens * allocated) / tokens) - 1);
  }
  return best;
}

/** The first lines and as many of the last ones as fit; undefined where not even the first ones do. */
function trimText(text: string, { allocated }: Allotted, work: Work): string | undefined {
  const attempt = (keepTail: number) => {
    const { output = "" } = work.ctx.step(trimLog, { input: text, keepHead: TRIM_HEAD, keepTail });
    return tokensOf(output, work) <= allocated ? output : undefined;
  };
  let best = attempt(0);
  if (best === undefined) return undefined;
  let [low, high] = [0, Math.min(MOST_TAIL, text.split("\n").length) + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const output = attempt(middle);
    if (output === undefined) high = middle;
    else [low, best] = [middle, output];
  }
  return best;
}

const KEPT_WARNINGS: ReadonlySet<string> = new Set(["NOTHING_KEPT", "QUERY_NOT_FOUND"]);

function distillText(text: string, part: Allotted, work: Work, index: number): string {
  const { input, ctx, report } = work;
  const { allocated, tokens, name } = part;
  let wanted = allocated;
  let output = "";
  let warnings: readonly Entry[] = [];
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const size =
      wanted <= MOST_DISTILLED
        ? { maxTokens: Math.max(1, wanted) }
        : { ratio: Math.max(0.01, Math.min(1, wanted / tokens)) };
    const made = ctx.step(distill, { text, query: input.query, model: input.model, ...size });
    if (!made.ok) return "";
    output = made.output ?? "";
    warnings = made.warnings ?? [];
    const found = tokensOf(output, work);
    if (found <= allocated) break;
    wanted = Math.max(1, Math.floor((wanted * allocated) / found) - 1);
  }
  for (const warning of warnings.filter(({ code }) => KEPT_WARNINGS.has(code))) {
    const path = warning.code === "QUERY_NOT_FOUND" ? "/query" : `/components/${index}/text`;
    report.find("warning", "apply", { ...warning, path, subject: name });
  }
  return output;
}

/** The texts in the order of the layout, each in its tag; of what nothing is left there is no tag. */
export function contextText(layout: readonly Allotted[]): string {
  return layout
    .flatMap(({ name, text, reduced, action }) => {
      if (text === undefined || action === "drop" || reduced === "") return [];
      const tag = oneLine(name);
      const content = (reduced ?? text).replace(/\r\n?/g, "\n");
      return [`<${tag}>\n${content}\n</${tag}>`];
    })
    .join("\n\n");
}
