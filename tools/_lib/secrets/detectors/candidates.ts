/** Where in a text a detector's pattern matches: only around its anchors, where it has any. */
import type { Candidate, Detector, Lead } from "./detector.ts";
import { LiteralSet } from "./literals.ts";
import { DETECTORS } from "./table.ts";

export interface Match extends Candidate {
  readonly start: number;
  readonly end: number;
  /** Where the value begins. */
  readonly valueStart: number;
}

/** Anchor → detectors that have it. */
const DETECTORS_BY_ANCHOR = new Map<string, Detector[]>();
for (const detector of DETECTORS) {
  for (const anchor of detector.anchors) {
    const known = DETECTORS_BY_ANCHOR.get(anchor);
    if (known) known.push(detector);
    else DETECTORS_BY_ANCHOR.set(anchor, [detector]);
  }
}

const ANCHORS = new LiteralSet([...DETECTORS_BY_ANCHOR.keys()]);
const ANCHORED = [...DETECTORS_BY_ANCHOR.values()];

/** Detector → where its anchors stand, ascending. */
export type AnchorPlaces = ReadonlyMap<Detector, readonly number[]>;

/** One pass for the anchors of all detectors. */
export function findAnchors(text: string): AnchorPlaces {
  const places = new Map<Detector, number[]>();
  const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  ANCHORS.search(lower, (start, anchor) => {
    for (const detector of ANCHORED[anchor] ?? []) {
      const known = places.get(detector);
      if (known) known.push(start);
      else places.set(detector, [start]);
    }
  });
  for (const starts of places.values()) starts.sort((a, b) => a - b);
  return places;
}

/** The matches of one detector in one text, from left to right. */
export class Search {
  readonly #text: string;
  readonly #detector: Detector;
  readonly #places: readonly number[];
  #place = 0;
  readonly #lead: LeadTest | undefined;

  constructor(text: string, detector: Detector, anchors: AnchorPlaces) {
    this.#text = text;
    this.#detector = detector;
    this.#places = anchors.get(detector) ?? [];
    this.#lead = detector.lead && new LeadTest(text, detector.lead);
  }

  /** The first match that begins at `from` or behind it; `from` never goes back. */
  next(from: number): Match | undefined {
    if (this.#detector.anchors.length === 0) return this.#matchAt(from);
    for (; this.#place < this.#places.length; this.#place++) {
      const anchor = this.#places[this.#place] ?? 0;
      for (let at = Math.max(from, anchor - this.#detector.reach); at <= anchor; at++) {
        const match = this.#lead?.fails(at) ? undefined : this.#matchAt(at);
        if (match) return match;
      }
    }
    return undefined;
  }

  #matchAt(at: number): Match | undefined {
    const { pattern } = this.#detector;
    pattern.lastIndex = at;
    const found = pattern.exec(this.#text);
    if (!found) return undefined;
    const [whole] = found;
    const group = GROUPS.find((name) => found.groups?.[name] !== undefined);
    const [valueStart, valueEnd] = (group && found.indices?.groups?.[group]) ?? [
      found.index,
      found.index + whole.length,
    ];
    return {
      start: found.index,
      end: found.index + whole.length,
      valueStart,
      value: this.#text.slice(valueStart, valueEnd),
      before: this.#text.slice(found.index, valueStart),
      after: this.#text.slice(valueEnd, valueEnd + AFTER),
      group,
    };
  }
}

/** As much of the text behind a value as checks look at. */
const AFTER = 4;

const GROUPS = ["s", "s2", "s3"] as const;

/** Remembers of a run of characters whether a match can begin in it, so that it is read once. */
class LeadTest {
  readonly #text: string;
  readonly #lead: Lead;
  #end = -1;
  #isHopeless = false;

  constructor(text: string, lead: Lead) {
    this.#text = text;
    this.#lead = lead;
  }

  fails(at: number): boolean {
    if (at >= this.#end) {
      const { run, next } = this.#lead;
      run.lastIndex = at;
      run.test(this.#text);
      this.#end = run.lastIndex;
      next.lastIndex = run.lastIndex;
      this.#isHopeless = !next.test(this.#text);
    }
    return this.#isHopeless;
  }
}
