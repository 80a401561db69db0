/** The parts of a context: what each counts, how far it may be cut, and who gets how much of the window. */
import type { Entry, Outcome, Tool } from "../../tools/_core/tool.ts";
import { Decimal } from "../../tools/_lib/numbers/decimal.ts";
import { percentOf } from "../../tools/_lib/numbers/percent.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import shrink from "../../tools/json-shrink.ts";
import distill from "../../tools/context-distill.ts";
import window from "../../tools/context-window-calculator.ts";
import trim from "../../tools/log-context-trimmer.ts";
import cost from "../../tools/prompt-cost-calculator.ts";
import auditTools from "../../tools/tool-catalog-context-budget-auditor.ts";
import countTokens from "../../tools/token-counter.ts";
import type { KitCtx } from "../_core/kit.ts";
import type { KitReport } from "../_core/report.ts";
import type { Failure, Input } from "../context-budget-planning-kit.ts";

export type Composed =
  | typeof countTokens
  | typeof auditTools
  | typeof window
  | typeof distill
  | typeof shrink
  | typeof trim
  | typeof cost;

type StageId = "count" | "limits" | "allocate" | "apply" | "turns" | "cost" | "compare";

export interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<Composed>;
  readonly report: KitReport<Readonly<Record<StageId, Tool | null>>>;
}

export const REDUCTIONS = ["none", "drop", "trim", "distill", "shrink"] as const;

export type Reduction = (typeof REDUCTIONS)[number];

interface Usual {
  readonly priority: number;
  readonly reduce: Reduction;
  readonly stable: boolean;
}

/** In the order in which they stand in the context. */
export const PART_KINDS = [
  "system",
  "tools",
  "instructions",
  "examples",
  "memory",
  "retrieved",
  "other",
  "history",
  "input",
] as const;

export type PartKind = (typeof PART_KINDS)[number];

const USUAL: Readonly<Record<PartKind, Usual>> = {
  system: { priority: 100, reduce: "none", stable: true },
  tools: { priority: 90, reduce: "none", stable: true },
  instructions: { priority: 95, reduce: "none", stable: true },
  examples: { priority: 50, reduce: "drop", stable: true },
  memory: { priority: 60, reduce: "distill", stable: false },
  retrieved: { priority: 40, reduce: "distill", stable: false },
  other: { priority: 20, reduce: "drop", stable: false },
  history: { priority: 30, reduce: "trim", stable: false },
  input: { priority: 85, reduce: "none", stable: false },
};

export interface Part {
  readonly name: string;
  readonly kind: PartKind;
  readonly text: string | undefined;
  readonly tokens: number;
  readonly priority: number;
  readonly reduce: Reduction;
  readonly stable: boolean;
  /** Below this it is not cut. */
  readonly floor: number;
}

export interface Allotted extends Part {
  readonly allocated: number;
  readonly action: "keep" | Exclude<Reduction, "none">;
  /** What the text became, where it was really reduced. */
  readonly reduced?: string;
}

/** Each part's name and content, of which there is exactly one. */
export function partProblems({ components }: Input): Entry<Failure>[] {
  const names = new Set<string>();
  return components.flatMap(({ name, text, tokens, tools }, index) => {
    const problems: Entry<Failure>[] = [];
    const path = `/components/${index}`;
    if (names.has(name)) {
      const message = `Cannot tell two components apart: found ${quoted(name)} again, expected a name of its own`;
      problems.push({ code: "COMPONENT_NAME_DUPLICATE", message, path: `${path}/name` });
    }
    names.add(name);
    const given = Object.entries({ text, tokens, tools }).filter(
      ([, content]) => content !== undefined,
    );
    if (given.length !== 1) {
      const found = given.length === 0 ? "none" : given.map(([field]) => field).join(" and ");
      const expected = "exactly one of text, tokens and tools";
      const message = `Cannot count the component ${quoted(name)}: found ${found}, expected ${expected}`;
      problems.push({ code: "COMPONENT_CONTENT", message, path, expected });
    }
    return problems;
  });
}

/** The parts with their tokens; the auditor's errors where it cannot read tool definitions. */
export function countParts(work: Work): Part[] | readonly Entry[] {
  const { input, report } = work;
  const parts: Part[] = [];
  const errors: Entry[] = [];
  for (const [index, component] of input.components.entries()) {
    const { name, kind, text, tools } = component;
    const usual = USUAL[kind];
    const path = `/components/${index}`;
    let tokens = component.tokens ?? 0;
    if (text !== undefined) tokens = countText(text, work, { name, path: `${path}/text` });
    else if (tools !== undefined) {
      const audit = auditDefinitions(tools, work, { name, path });
      if (typeof audit === "number") tokens = audit;
      else errors.push(...audit);
    }
    const reduce = component.reduce ?? usual.reduce;
    parts.push({
      name,
      kind,
      text,
      tokens,
      priority: component.priority ?? usual.priority,
      reduce,
      stable: component.stable ?? usual.stable,
      floor: floorOf(tokens, reduce, component.min),
    });
  }
  if (errors.length > 0) return errors;
  const total = totalOf(parts.map(({ tokens }) => tokens));
  report.done("count", `${counted(parts.length, "component")}, ${counted(total, "token")}`);
  return parts;
}

export function isPart(part: Part | Entry): part is Part {
  return "floor" in part;
}

/** An unread part of a fifth is still some help. */
const FLOOR_SHARE = 5;

function floorOf(tokens: number, reduce: Reduction, min: number | undefined): number {
  if (reduce === "none") return tokens;
  if (reduce === "drop") return 0;
  return Math.min(tokens, min ?? Math.ceil(tokens / FLOOR_SHARE));
}

interface Place {
  readonly name: string;
  readonly path: string;
}

/** Tokens of a text for the model; where that is an estimate, its upper end. */
export function tokensOf(text: string, { input, ctx }: Work): number {
  return ctx.step(countTokens, { text, model: input.model }).value?.high ?? 0;
}

function countText(text: string, { input, ctx, report }: Work, { name, path }: Place): number {
  const { value, warnings = [] } = ctx.step(countTokens, { text, model: input.model });
  for (const warning of warnings) {
    const isKept = warning.code === "ESTIMATE" || warning.code === "UNPAIRED_SURROGATE";
    if (isKept) report.find("warning", "count", { ...warning, path, subject: name });
  }
  return value?.high ?? 0;
}

function auditDefinitions(
  tools: unknown,
  { input, ctx, report }: Work,
  { name, path }: Place,
): number | readonly Entry[] {
  const audit: Outcome<{ readonly totalTokens: number }> = ctx.step(auditTools, {
    tools,
    model: input.model,
  });
  const { ok, value, errors = [], warnings = [] } = audit;
  const placed = (entry: Entry) => ({ ...entry, path: path + (entry.path ?? "/tools") });
  if (!ok || !value) return errors.map(placed);
  const duplicates = errors.filter(({ code }) => code === "DUPLICATE_TOOL");
  for (const entry of [...duplicates, ...warnings]) {
    if (entry.code === "MODEL_UNKNOWN") continue;
    report.find("warning", "count", { ...placed(entry), subject: name });
  }
  return value.totalTokens;
}

/** The most tokens of input that fit the limit with their margin. */
export function allowedInput(limit: number, marginPercent: number): number {
  const share = new Decimal(marginPercent).div(100);
  const taken = (tokens: number) => share.times(tokens).ceil().plus(tokens).toNumber();
  let allowed = Math.max(0, new Decimal(limit).div(share.plus(1)).floor().toNumber());
  while (allowed > 0 && taken(allowed) > limit) allowed--;
  while (taken(allowed + 1) <= limit) allowed++;
  return allowed;
}

/** The least important parts give way first, down to their floors; what may only be dropped is dropped whole. */
export function allot(parts: readonly Part[], allowed: number): Allotted[] {
  let rest = totalOf(parts.map(({ tokens }) => tokens)) - allowed;
  const cuts = new Map<Part, number>();
  const order = parts.toSorted(
    (left, right) => left.priority - right.priority || right.tokens - left.tokens,
  );
  for (const part of order) {
    if (rest <= 0) break;
    const most = part.tokens - part.floor;
    const cut = part.reduce === "drop" ? most : Math.min(rest, most);
    cuts.set(part, cut);
    rest -= cut;
  }
  return parts.map((part) => {
    const cut = cuts.get(part) ?? 0;
    const action = cut === 0 || part.reduce === "none" ? "keep" : part.reduce;
    return { ...part, allocated: part.tokens - cut, action };
  });
}

/** What never changes comes first, so that it can be cached. */
export function layOut(parts: readonly Allotted[]): Allotted[] {
  return parts.toSorted(
    (left, right) =>
      Number(right.stable) - Number(left.stable) ||
      PART_KINDS.indexOf(left.kind) - PART_KINDS.indexOf(right.kind),
  );
}

export function totalOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

const TIGHT_SHARE = 10;
const HEAVY_SHARE = 4;

export function reportAllocation(
  parts: readonly Allotted[],
  allowed: number,
  { report }: Work,
): void {
  const total = totalOf(parts.map(({ allocated }) => allocated));
  const missing = total - allowed;
  if (missing > 0) {
    const message = `The context has ${total} tokens when everything is cut that may be, expected at most ${allowed}: ${missing} are missing`;
    report.find("error", "allocate", {
      code: "CONTEXT_EXCEEDED",
      message,
      expected: allowed,
      received: missing,
    });
  } else if ((allowed - total) * TIGHT_SHARE < allowed) {
    const message = `Only ${allowed - total} of ${allowed} tokens are left`;
    report.find("warning", "allocate", { code: "CONTEXT_TIGHT", message });
  }
  const tools = totalOf(
    parts.filter(({ kind }) => kind === "tools").map(({ allocated }) => allocated),
  );
  if (tools * HEAVY_SHARE > allowed) {
    const message = `Tool definitions take ${percentOf(tools, allowed, 2)} % of what the input may have; load fewer of them at first`;
    report.find("warning", "allocate", { code: "TOOLS_HEAVY", message, received: tools });
  }
  for (const [index, part] of parts.entries()) reportPart(part, index, parts, report);
  const cut = parts.filter(({ tokens, allocated }) => allocated < tokens).length;
  const summary = `${total} of ${allowed} tokens, ${counted(cut, "component")} cut`;
  report.done("allocate", summary, missing > 0 ? "fail" : "pass");
}

function reportPart(
  { name, kind, tokens, allocated, action, stable }: Allotted,
  index: number,
  parts: readonly Allotted[],
  report: Work["report"],
): void {
  const about = { path: `/components/${index}`, subject: name, received: tokens - allocated };
  if (allocated < tokens && action === "drop") {
    const message = `${quoted(name)} is left out: ${counted(tokens, "token")}`;
    report.find("warning", "allocate", { code: "COMPONENT_DROPPED", message, ...about });
  } else if (allocated < tokens) {
    const message = `${quoted(name)} has ${allocated} of ${tokens} tokens (${action})`;
    report.find("warning", "allocate", { code: "COMPONENT_CUT", message, ...about });
  }
  const place = PART_KINDS.indexOf(kind);
  const later = parts.find((other) => other.stable && PART_KINDS.indexOf(other.kind) > place);
  if (stable || later === undefined) return;
  const message = `${quoted(name)} changes, and would stand before ${quoted(later.name)}, which does not: it is moved behind it, so that the cache holds`;
  const { path, subject } = about;
  report.find("warning", "allocate", { code: "UNSTABLE_PREFIX", message, path, subject });
}
