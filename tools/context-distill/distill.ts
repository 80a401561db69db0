/** Shortens a text to a budget of tokens by keeping whole units of it, word for word. */
import { done, type Entry, fail } from "../_core/tool.ts";
import { countWarnings } from "../_lib/agents/models/count-warnings.ts";
import { countForFamily } from "../_lib/agents/models/families.ts";
import { findModel } from "../_lib/agents/models/models.ts";
import { termsOf } from "../_lib/text/prose/terms.ts";
import { unitsOf } from "../_lib/text/prose/units.ts";
import { Assembly } from "./assembly.ts";
import type { Input, Reason, Value, Warnings } from "../context-distill.ts";
import { Picker } from "./pick.ts";
import {
  adjustScores,
  type RankedUnit,
  scoreByQuery,
  scoreByRank,
} from "../_lib/agents/relevance.ts";
import { roundedShare } from "../_lib/numbers/percent.ts";

/** `texts` are the messages of the warnings. */
export function distill(input: Input, texts: Warnings) {
  const { text = "" } = input;
  return text.trim() === "" ? fail(textMissing()) : new Distiller({ ...input, text }, texts).run();
}

function textMissing(): Entry<"TEXT_MISSING"> {
  const expected = "a text with something in it";
  const message = `Cannot shorten the text: found nothing, expected ${expected}`;
  return { code: "TEXT_MISSING", message, path: "/text", expected };
}

/** Units whose tokens tell the smallest budget that would do. */
const TRIED_UNITS = 5;

class Distiller {
  readonly #input: Input & { text: string };
  readonly #must: readonly string[];
  readonly #texts: Warnings;
  readonly #units: readonly RankedUnit[];
  readonly #tokens: readonly number[];
  readonly #match;
  readonly #warnings: Entry<keyof Warnings>[] = [];
  readonly #reasons: Reason[];
  /** The nearest heading of every unit. */
  readonly #headings: readonly (number | undefined)[];
  #scores: readonly number[] = [];

  constructor(input: Input & { text: string }, texts: Warnings) {
    this.#input = input;
    this.#texts = texts;
    this.#must = input.mustInclude.map((text) => text.toLowerCase());
    this.#match = findModel(input.model);
    this.#units = unitsOf(input.text).map((unit) => {
      const terms = termsOf(unit.text);
      return { ...unit, terms, distinct: new Set(terms) };
    });
    this.#tokens = this.#units.map(({ text }) => this.count(text));
    this.#reasons = this.#units.map(() => "cut");
    let heading: number | undefined;
    this.#headings = this.#units.map(({ kind }, index) => {
      if (kind === "heading") heading = index;
      return heading;
    });
  }

  count(text: string): number {
    return countForFamily(text, this.#match.family).tokens;
  }

  run() {
    const { text, maxTokens, ratio } = this.#input;
    const whole = countForFamily(text, this.#match.family);
    this.#warnings.push(...countWarnings(this.#input.model, this.#match, whole));
    const budget = ratio === undefined ? maxTokens : Math.ceil(ratio * whole.tokens);
    this.#scores = this.#score();
    if (whole.tokens <= budget) {
      for (const [index, { kind }] of this.#units.entries()) this.#reasons[index] = reasonOf(kind);
      return this.#publish(text, whole.tokens, [...this.#units.keys()]);
    }
    const assembly = this.#assemble(budget);
    const output = assembly.write();
    if (output === "") this.#noteNothing();
    return this.#publish(output, whole.tokens, assembly.kept);
  }

  #score(): number[] {
    const query = new Set(termsOf(this.#input.query));
    const isAsked = this.#input.query.trim() !== "";
    const isFound = this.#units.some(({ distinct }) =>
      [...query].some((term) => distinct.has(term)),
    );
    if (isAsked && !isFound) this.#warn("QUERY_NOT_FOUND", "/query");
    const scores = isAsked && isFound ? scoreByQuery(this.#units, query) : scoreByRank(this.#units);
    return adjustScores(this.#units, scores);
  }

  #warn(code: "QUERY_NOT_FOUND" | "MUST_INCLUDE_NOT_FOUND", path: string): void {
    this.#warnings.push({ code, message: this.#texts[code], path });
  }

  #assemble(budget: number): Assembly {
    const assembly = this.#newAssembly();
    const taken: number[] = [];
    const take = (index: number, reason: Reason): boolean => {
      if (assembly.has(index)) return true;
      const heading = this.#headingOf(index);
      const added = heading === undefined ? [index] : [heading, index];
      if (!assembly.add(added, budget)) return false;
      this.#reasons[index] = reason;
      if (heading !== undefined && this.#reasons[heading] === "cut")
        this.#reasons[heading] = "heading";
      taken.push(index);
      return true;
    };
    for (const index of this.#mustIndices()) take(index, "must");
    if (this.#input.keepCode === "always") {
      for (const [index, { kind }] of this.#units.entries())
        if (kind === "code") take(index, "code");
    }
    for (const candidates of this.#phases(assembly)) {
      const { diversity } = this.#input;
      const picker = new Picker(this.#units, this.#scores, { candidates, diversity });
      for (const index of assembly.kept) picker.take(index);
      for (let index = picker.next(); index !== undefined; index = picker.next()) {
        if (take(index, "score")) picker.take(index);
      }
    }
    // Tokens are counted piece by piece; where the whole comes to more, what came last goes.
    while (this.count(assembly.write()) > budget) {
      const last = taken.pop();
      if (last === undefined) break;
      assembly.remove(last);
      this.#reasons[last] = "cut";
      const heading = this.#headingOf(last);
      const isAlone = !taken.some((index) => this.#headingOf(index) === heading);
      if (heading === undefined || !isAlone || taken.includes(heading)) continue;
      assembly.remove(heading);
      this.#reasons[heading] = "cut";
    }
    return assembly;
  }

  #newAssembly(): Assembly {
    const { text, markGaps: marksGaps } = this.#input;
    const unitTokens = this.#tokens;
    return new Assembly(text, this.#units, { unitTokens, marksGaps, counter: this });
  }

  /** Units that a query says nothing of come after all others. */
  #phases(assembly: Assembly): number[][] {
    const { keepCode } = this.#input;
    const candidates = [...this.#units.keys()].filter((index) => {
      const kind = this.#units[index]?.kind;
      const isCode = kind === "code" && keepCode !== "score";
      return kind !== "heading" && !isCode && !assembly.has(index);
    });
    const matters = (index: number) => (this.#scores[index] ?? 0) > 0;
    return [candidates.filter(matters), candidates.filter((index) => !matters(index))];
  }

  #mustIndices(): number[] {
    const found = new Set<number>();
    for (const [place, wanted] of this.#must.entries()) {
      // Every unit contains nothing.
      if (wanted === "") continue;
      let isFound = false;
      for (const [index, { text }] of this.#units.entries()) {
        if (!text.toLowerCase().includes(wanted)) continue;
        isFound = true;
        found.add(index);
      }
      if (!isFound) this.#warn("MUST_INCLUDE_NOT_FOUND", `/mustInclude/${place}`);
    }
    return [...found].toSorted((a, b) => a - b);
  }

  #headingOf(index: number): number | undefined {
    if (!this.#input.keepHeadings || this.#units[index]?.kind === "heading") return undefined;
    return this.#headings[index];
  }

  #noteNothing(): void {
    const small = [...this.#units.keys()]
      .filter((index) => this.#units[index]?.kind !== "heading")
      .toSorted((a, b) => (this.#tokens[a] ?? 0) - (this.#tokens[b] ?? 0))
      .slice(0, TRIED_UNITS);
    const budgets = small.map((index) => {
      const heading = this.#headingOf(index);
      const alone = this.#newAssembly();
      alone.add(heading === undefined ? [index] : [heading, index], Number.POSITIVE_INFINITY);
      return this.count(alone.write());
    });
    const hint = `The smallest budget that keeps anything is ${Math.min(...budgets)} tokens`;
    this.#warnings.push({ code: "NOTHING_KEPT", message: this.#texts.NOTHING_KEPT, hint });
  }

  #publish(output: string, inputTokens: number, kept: readonly number[]) {
    const keeps = new Set(kept);
    const units: Value["units"] = this.#units.map(({ kind, start, end }, index) => ({
      index,
      kind,
      start,
      end,
      tokens: this.#tokens[index] ?? 0,
      score: roundedShare(this.#scores[index] ?? 0),
      kept: keeps.has(index),
      reason: this.#reasons[index] ?? "cut",
    }));
    const outputTokens = output === "" ? 0 : this.count(output);
    const all = new Set(this.#units.flatMap(({ terms }) => terms));
    const left = new Set(kept.flatMap((index) => this.#units[index]?.terms ?? []));
    const value: Value = {
      units,
      keptUnits: kept.length,
      inputTokens,
      outputTokens,
      compression: roundedShare(outputTokens / inputTokens),
      coverage: all.size === 0 ? 1 : roundedShare(left.size / all.size),
    };
    const stats = { inputTokens, outputTokens, units: units.length, keptUnits: kept.length };
    return done({ output, value, stats, warnings: this.#warnings });
  }
}

function reasonOf(kind: RankedUnit["kind"]): Reason {
  return kind === "heading" ? "heading" : "score";
}
