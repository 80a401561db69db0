/** Where the pieces of an SVG `text` element stand (SVG 2, chapter 11; one line, left to right). */
import { type StyleReader, Styles } from "../css/computed.ts";
import { childNodes, type DomElement, isElement, isText, tagOf } from "../dom/node.ts";
import { readLength } from "../geometry/length.ts";
import type { Font, FontSet, FontStyle } from "./fonts.ts";
import { decodeReferences } from "./references.ts";

/** A piece of text with one style. `y` is the baseline. */
export interface Fragment {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
}

export interface TextLayout {
  /** Those of the element that was asked about. */
  readonly fragments: readonly Fragment[];
  readonly length: number;
}

interface Run {
  text: string;
  readonly size: number;
  readonly font: Font;
  readonly style: FontStyle;
  x: number | undefined;
  y: number | undefined;
  dx: number;
  dy: number;
  /** From the baseline that is asked for to the alphabetic one. */
  readonly shift: number;
  readonly anchor: string;
  readonly spacing: number;
  /** It belongs to the element that was asked about. */
  readonly wanted: boolean;
}

/** A position that waits for the first text it moves. */
interface Position {
  x: number | undefined;
  y: number | undefined;
  dx: number;
  dy: number;
}

export class TextMeasure {
  readonly #fonts: FontSet;
  readonly styles = new Styles();

  constructor(fonts: FontSet) {
    this.#fonts = fonts;
  }

  layout(element: DomElement): TextLayout {
    const root = textRoot(element);
    const runs = new RunCollector(this.#fonts, this.styles.reader(root), root, element).collect();
    return place(runs, this.#fonts);
  }
}

function textRoot(element: DomElement): DomElement {
  let root = element;
  while (tagOf(root) !== "text" && isElement(root.parentNode)) root = root.parentNode;
  return root;
}

const INLINE = new Set(["a", "textpath", "tspan"]);

class RunCollector {
  readonly #fonts: FontSet;
  readonly #styles: StyleReader;
  readonly #root: DomElement;
  readonly #wanted: DomElement;
  readonly #keepsSpace: boolean;
  readonly #runs: Run[] = [];
  #afterSpace = true;

  constructor(fonts: FontSet, styles: StyleReader, root: DomElement, wanted: DomElement) {
    this.#fonts = fonts;
    this.#styles = styles;
    this.#root = root;
    this.#wanted = wanted;
    this.#keepsSpace =
      root.getAttribute("xml:space") === "preserve" ||
      (styles.computed(root, "white-space") ?? "").includes("pre");
  }

  collect(): readonly Run[] {
    this.#walk(this.#root, this.#root === this.#wanted);
    const last = this.#runs.at(-1);
    if (last && !this.#keepsSpace) last.text = last.text.replace(/ $/, "");
    return this.#runs;
  }

  #walk(element: DomElement, wanted: boolean): void {
    const make = this.#runMaker(element, wanted);
    const position = positionOf(element, make("").size);
    let isFirst = true;
    for (const child of childNodes(element)) {
      const before = this.#runs.length;
      if (isText(child)) {
        const text = this.#collapse(decodeReferences(child.textContent ?? ""));
        if (text !== "") this.#runs.push(make(text));
      } else if (isElement(child) && INLINE.has(tagOf(child))) {
        if (this.#styles.own(child, "display") === "none") continue;
        this.#walk(child, wanted || child === this.#wanted);
      }
      const first = this.#runs[before];
      if (!isFirst || !first) continue;
      first.x ??= position.x;
      first.y ??= position.y;
      first.dx += position.dx;
      first.dy += position.dy;
      isFirst = false;
    }
  }

  #runMaker(element: DomElement, wanted: boolean): (text: string) => Run {
    const computed = (name: string): string | undefined => this.#styles.computed(element, name);
    const style = {
      bold: isBold(computed("font-weight")),
      italic: /italic|oblique/.test(computed("font-style") ?? ""),
    };
    const font = this.#fonts.face(style);
    const size = this.#styles.fontSize(element, font.xHeight);
    const spacing = readLength(computed("letter-spacing"), size);
    const shift = baselineShift(this.#baseline(element), font) * size;
    const anchor = computed("text-anchor") ?? "start";
    const still = { x: undefined, y: undefined, dx: 0, dy: 0 };
    return (text) => ({ text, size, font, style, ...still, shift, anchor, spacing, wanted });
  }

  #baseline(element: DomElement): string {
    for (const one of new Set([element, this.#root])) {
      for (const name of ["dominant-baseline", "alignment-baseline"]) {
        const value = this.#styles.own(one, name);
        if (value) return value;
      }
    }
    return "";
  }

  #collapse(text: string): string {
    if (this.#keepsSpace) return text.replace(/[\t\n\r]/g, " ");
    let collapsed = text.replace(/[\t\n\r ]+/g, " ");
    if (this.#afterSpace && collapsed.startsWith(" ")) collapsed = collapsed.slice(1);
    if (collapsed !== "") this.#afterSpace = collapsed.endsWith(" ");
    return collapsed;
  }
}

function positionOf(element: DomElement, size: number): Position {
  const at = (name: string): number | undefined => {
    const text = element.getAttribute(name);
    return text ? readLength(text, size) : undefined;
  };
  return { x: at("x"), y: at("y"), dx: at("dx") ?? 0, dy: at("dy") ?? 0 };
}

const FIRST_BOLD = 600;

function isBold(weight: string | undefined): boolean {
  return (
    weight === "bold" || weight === "bolder" || Number.parseInt(weight ?? "", 10) >= FIRST_BOLD
  );
}

/** In em, downwards: what CSS calls the baselines, as browsers take them from the font. */
export function baselineShift(name: string, { ascent, descent, xHeight }: Font): number {
  switch (name) {
    case "middle":
      return xHeight / 2;
    case "central":
      return (ascent - descent) / 2;
    case "hanging":
      return ascent * 0.8;
    case "mathematical":
      return ascent * 0.5;
    case "text-before-edge":
    case "before-edge":
    case "text-top":
      return ascent;
    case "text-after-edge":
    case "after-edge":
    case "ideographic":
      return -descent;
    default:
      return 0;
  }
}

/** A run of runs with one anchor: what `text-anchor` moves as a whole. */
interface Chunk {
  readonly anchor: string;
  width: number;
}

function place(runs: readonly Run[], fonts: FontSet): TextLayout {
  let [x, y, length] = [0, 0, 0];
  let chunk: Chunk | undefined;
  const placed: { fragment: Fragment; chunk: Chunk; wanted: boolean }[] = [];
  for (const run of runs) {
    if (!chunk || run.x !== undefined || run.y !== undefined) {
      chunk = { anchor: run.anchor, width: 0 };
      x = run.x ?? x;
      y = run.y ?? y;
    }
    x += run.dx;
    y += run.dy;
    const width =
      fonts.width(run.text, run.style) * run.size + run.spacing * Array.from(run.text).length;
    // Browsers round both to whole pixels.
    const ascent = Math.round(run.font.ascent * run.size);
    const descent = Math.round(run.font.descent * run.size);
    const fragment = { x, y: y + run.shift, width, ascent, descent };
    placed.push({ fragment, chunk, wanted: run.wanted });
    chunk.width += width + (chunk.width === 0 ? 0 : run.dx);
    x += width;
    if (run.wanted) length += width;
  }
  const fragments = placed
    .filter(({ wanted }) => wanted)
    .map(({ fragment, chunk: { anchor, width } }) => ({
      ...fragment,
      x: fragment.x - width * (ANCHORS[anchor] ?? 0),
    }));
  return { fragments, length };
}

/** The share of the chunk that stands before its position. */
const ANCHORS: Readonly<Record<string, number>> = { middle: 0.5, end: 1 };
