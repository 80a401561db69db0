import { WarningList } from "../../results/entry-list.ts";
import { positionFinder, type TextPosition } from "../../text/position.ts";
import { beginning } from "../../text/shown.ts";
import type { DocTag } from "./doc-comment.ts";
import type { Member, Place } from "./types.ts";

/** What is noted on the way. */
export type Noted = "MEMBER_DROPPED" | "TAG_INVALID" | "TYPE_UNRESOLVED" | "LONE_SURROGATE";

/** A part of the source that has no schema. */
export interface Unsupported {
  readonly offset: number;
  readonly found: string;
  readonly text: string;
}

const LONGEST_EXCERPT = 200;

/** Collects what is to be said about a source, about each part of it once. */
export class Notes {
  readonly warnings = new WarningList<Noted>();
  readonly position: (offset: number) => TextPosition;
  readonly #source: string;
  readonly #unsupported = new Map<number, Unsupported>();
  readonly #noted = new Set<string>();

  constructor(source: string) {
    this.#source = source;
    this.position = positionFinder(source);
  }

  /** In the order of the text. */
  get unsupported(): readonly Unsupported[] {
    return [...this.#unsupported.values()].toSorted((a, b) => a.offset - b.offset);
  }

  /** The beginning of a part of the source. */
  textOf({ start, end }: Place): string {
    const from = start ?? 0;
    return beginning(this.#source.slice(from, end ?? from), LONGEST_EXCERPT);
  }

  addUnsupported(place: Place, found: string): void {
    const offset = place.start ?? 0;
    if (!this.#unsupported.has(offset))
      this.#unsupported.set(offset, { offset, found, text: this.textOf(place) });
  }

  addUnresolved(place: Place, name: string): void {
    if (!this.#isNew(`name ${name}`)) return;
    const received = beginning(name, LONGEST_EXCERPT);
    this.warnings.add("TYPE_UNRESOLVED", () => ({
      message: `${received} is not declared here, so that its schema allows anything`,
      ...this.position(place.start ?? 0),
      received,
    }));
  }

  addDropped({ name, place }: Member): void {
    const offset = place.start ?? 0;
    if (!this.#isNew(`member ${offset} ${name}`)) return;
    const received = beginning(name, LONGEST_EXCERPT);
    this.warnings.add("MEMBER_DROPPED", () => ({
      message: `The member ${received} is left out: its values are no data`,
      ...this.position(offset),
      received,
    }));
  }

  addInvalidTag({ name, text, offset }: DocTag, expected: string): void {
    if (!this.#isNew(`tag ${offset} ${name}`)) return;
    this.warnings.add("TAG_INVALID", () => ({
      message: `The tag @${name} is left out: it does not say ${expected}`,
      ...this.position(offset),
      expected,
      received: beginning(text, LONGEST_EXCERPT),
    }));
  }

  addLoneSurrogate(): void {
    this.warnings.add("LONE_SURROGATE", () => ({
      message: "A string holds a surrogate without its other half",
    }));
  }

  #isNew(key: string): boolean {
    const size = this.#noted.size;
    return this.#noted.add(key).size > size;
  }
}
