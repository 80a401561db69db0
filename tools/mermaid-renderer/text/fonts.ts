/** The embedded fonts: which of them has a character, and how wide a text is. */

/** What fontkit gives of a font. */
export interface FontFile {
  readonly unitsPerEm: number;
  readonly xHeight: number;
  readonly hhea: { readonly ascent: number; readonly descent: number };
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(text: string): { readonly advanceWidth: number };
}

/** All lengths in em. */
export interface Font {
  readonly family: string;
  readonly bytes: Uint8Array;
  readonly ascent: number;
  readonly descent: number;
  readonly xHeight: number;
  has(codePoint: number): boolean;
  width(text: string): number;
}

/** Widths of texts are asked for again and again while lines are broken. */
const MOST_KNOWN_WIDTHS = 20_000;

export function createFont(
  family: string,
  bytes: Uint8Array,
  read: (bytes: Uint8Array) => FontFile,
): Font {
  const file = read(bytes);
  const { unitsPerEm, hhea } = file;
  const widths = new Map<string, number>();
  return {
    family,
    bytes,
    ascent: hhea.ascent / unitsPerEm,
    descent: -hhea.descent / unitsPerEm,
    xHeight: file.xHeight / unitsPerEm,
    has: (codePoint) => file.hasGlyphForCodePoint(codePoint),
    width(text) {
      const known = widths.get(text);
      if (known !== undefined) return known;
      if (widths.size >= MOST_KNOWN_WIDTHS) widths.clear();
      const width = file.layout(text).advanceWidth / unitsPerEm;
      widths.set(text, width);
      return width;
    },
  };
}

export interface FontStyle {
  readonly bold: boolean;
  readonly italic: boolean;
}

/** A part of a text that one font can show; without a font nothing can. */
export interface FontRun {
  readonly text: string;
  readonly font: Font | undefined;
}

/** Wider from the first Hangul jamo on: what follows are mostly scripts of full-width characters. */
const FIRST_WIDE = 0x1100;
const MISSING_WIDTHS = { wide: 1, narrow: 0.6 };

/** Marks, joiners and selectors stay with what they follow; no font needs to have them. */
const JOINED = /^(?:\p{Mn}|\p{Me}|\p{Cf})$/u;

/** The text face in four styles, and one face for what it lacks. */
export class FontSet {
  readonly #faces: readonly Font[];
  readonly #fallback: Font;

  /** Regular, bold, italic, bold italic. */
  constructor(faces: readonly [Font, Font, Font, Font], fallback: Font) {
    this.#faces = faces;
    this.#fallback = fallback;
  }

  get all(): readonly Font[] {
    return [...this.#faces, this.#fallback];
  }

  face({ bold, italic }: FontStyle): Font {
    return this.#faces[(bold ? 1 : 0) + (italic ? 2 : 0)] as Font;
  }

  runs(text: string, style: FontStyle): FontRun[] {
    const face = this.face(style);
    const runs: { text: string; font: Font | undefined }[] = [];
    for (const character of text) {
      const last = runs.at(-1);
      const codePoint = character.codePointAt(0) ?? 0;
      const isJoined = last !== undefined && JOINED.test(character);
      const font = isJoined ? last.font : [face, this.#fallback].find((one) => one.has(codePoint));
      if (last && last.font === font) last.text += character;
      else runs.push({ text: character, font });
    }
    return runs;
  }

  /** In em. */
  width(text: string, style: FontStyle): number {
    let width = 0;
    for (const run of this.runs(text, style)) {
      if (run.font) width += run.font.width(run.text);
      else for (const character of run.text) width += missingWidth(character);
    }
    return width;
  }
}

function missingWidth(character: string): number {
  const isWide = (character.codePointAt(0) ?? 0) >= FIRST_WIDE;
  return isWide ? MISSING_WIDTHS.wide : MISSING_WIDTHS.narrow;
}
