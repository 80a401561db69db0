/** Finds credentials and personal data in a text, each with the place of its value. */
import { countCodePoints } from "../../text/code-points.ts";
import { type AnchorPlaces, findAnchors, type Match, Search } from "./candidates.ts";
import { Claims } from "./claims.ts";
import type { CustomPattern } from "./custom.ts";
import type { Category, Detector, Severity } from "./detector.ts";
import { LiteralSet } from "./literals.ts";
import { DETECTORS } from "./table.ts";
import { tokensIn } from "./tokens.ts";

export interface SensitiveSpan {
  /** Id of the detector, or the name of a custom pattern. */
  readonly detector: string;
  /** The word in its token. */
  readonly label: string;
  readonly category: Category;
  readonly severity: Severity;
  /** UTF-16 offsets of the value. */
  readonly start: number;
  readonly end: number;
  /** The structure checks that it passed: "luhn", "mod97". */
  readonly checks: readonly string[];
  /** Place of the detector in the order of priority; custom patterns have the first ones, below zero. */
  readonly rank: number;
}

export interface Selection {
  /** All if not given. */
  readonly categories?: readonly Category[];
  /** Ids; all if not given. */
  readonly detectors?: readonly string[];
  readonly skipDetectors?: readonly string[];
  /** Exact values that are none. */
  readonly allowValues?: readonly string[];
  /** Run before all others. */
  readonly customPatterns?: readonly CustomPattern[];
}

/**
 * The sensitive values of a text in order of position, none touching another. Detectors run in order
 * of priority; then every other literal occurrence of a credential of 8 or more characters counts too.
 * Tokens of an earlier redaction are left alone.
 */
export function scanSensitive(text: string, selection: Selection = {}): readonly SensitiveSpan[] {
  return new Scan(text, selection).run();
}

/** Shorter values occur by chance. */
const SHORTEST_REPEATED = 8;

type Kind = Pick<SensitiveSpan, "detector" | "label" | "category" | "severity" | "rank">;

export class Scan {
  readonly claims: Claims;
  readonly #text: string;
  readonly #selection: Selection;
  readonly #allowed: ReadonlySet<string>;
  readonly #spans: SensitiveSpan[] = [];

  constructor(text: string, selection: Selection) {
    this.#text = text;
    this.#selection = selection;
    this.#allowed = new Set(selection.allowValues);
    this.claims = new Claims(text.length);
  }

  run(): readonly SensitiveSpan[] {
    const { customPatterns = [] } = this.#selection;
    for (const { start, end } of tokensIn(this.#text, customPatterns)) this.claims.add(start, end);
    for (const [index, pattern] of customPatterns.entries()) {
      this.#findCustom(pattern, index - customPatterns.length);
    }
    const anchors = findAnchors(this.#text);
    for (const [rank, detector] of DETECTORS.entries()) {
      if (this.#isSelected(detector)) this.#find(detector, rank, anchors);
    }
    this.#findRepeated();
    return this.#spans.toSorted((a, b) => a.start - b.start);
  }

  #isSelected({ id, category }: Detector): boolean {
    const { categories, detectors, skipDetectors } = this.#selection;
    return (
      (categories?.includes(category) ?? true) &&
      (detectors?.includes(id) ?? true) &&
      !skipDetectors?.includes(id)
    );
  }

  #findCustom(pattern: CustomPattern, rank: number): void {
    const { name } = pattern;
    const kind = {
      detector: name,
      label: name,
      category: "credential",
      severity: "high",
      rank,
    } as const;
    for (const { index, end } of pattern.find(this.#text)) this.#claim(kind, index, end, []);
  }

  #find(detector: Detector, rank: number, anchors: AnchorPlaces): void {
    const { id, label, category, severity } = detector;
    const kind = { detector: id, label, category, severity, rank };
    const search = new Search(this.#text, detector, anchors);
    let from = 0;
    for (;;) {
      const match = search.next(from);
      if (!match) return;
      const end = this.#take(detector, kind, match);
      // Credentials are not looked for inside a refused one: half a key is none.
      from = end ?? (category === "credential" ? match.end : match.start + 1);
    }
  }

  /** Where the search goes on behind a match whose value was claimed; undefined for a refused one. */
  #take(detector: Detector, kind: Kind, match: Match): number | undefined {
    const { valueStart, value } = match;
    const length = detector.cut ? detector.cut(value) : value.length;
    if (length === undefined) return undefined;
    const end = valueStart + length;
    if (detector.cut && /[A-Za-z0-9]/.test(this.#text.charAt(end))) return undefined;
    const proof = detector.check?.({ ...match, value: value.slice(0, length) }) ?? true;
    if (proof === false) return undefined;
    const checks = typeof proof === "string" ? [proof] : [];
    if (!this.#claim(kind, valueStart, end, checks)) return undefined;
    return detector.cut ? end : match.end;
  }

  /** False where the place is taken; an allowed value takes its place and is not reported. */
  #claim(kind: Kind, start: number, end: number, checks: readonly string[]): boolean {
    if (end === start || this.claims.touch(start, end)) return false;
    this.claims.add(start, end);
    const isAllowed = this.#allowed.size > 0 && this.#allowed.has(this.#text.slice(start, end));
    if (!isAllowed) this.#spans.push({ ...kind, start, end, checks });
    return true;
  }

  #findRepeated(): void {
    const found = new Map<string, SensitiveSpan>();
    for (const span of this.#spans) {
      if (span.category !== "credential") continue;
      const value = this.#text.slice(span.start, span.end);
      if (!found.has(value) && countCodePoints(value) >= SHORTEST_REPEATED) found.set(value, span);
    }
    if (found.size === 0) return;
    const values = [...found.keys()];
    for (const [start, value] of this.#longestFree(values)) {
      const span = found.get(value);
      if (span) this.#claim(span, start, start + value.length, span.checks);
    }
  }

  /** Of the values that begin at one place in free text the longest, from left to right. */
  #longestFree(values: readonly string[]): [start: number, value: string][] {
    const room = this.claims.room();
    const longest = new Map<number, string>();
    new LiteralSet(values).search(this.#text, (start, index) => {
      const value = values[index] ?? "";
      const fits = value.length <= (room[start] ?? 0);
      if (fits && value.length > (longest.get(start) ?? "").length) longest.set(start, value);
    });
    return [...longest].toSorted(([a], [b]) => a - b);
  }
}
