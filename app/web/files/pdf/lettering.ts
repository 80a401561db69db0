/** Text on pages, in every script that the two fonts have. */
import {
  concatTransformationMatrix,
  type PDFDocument,
  type PDFFont,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
} from "@cantoo/pdf-lib";
import type { Matrix } from "./sheet.ts";

/** What stands for a letter that neither font has. */
const BOX = "\u25a1";
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const LEFT_TO_RIGHT = /\p{L}/u;
const ELLIPSIS = "…";

interface Face {
  readonly font: PDFFont;
  readonly letters: ReadonlySet<number>;
}

interface Stretch {
  readonly face: Face;
  readonly text: string;
}

export interface Style {
  readonly size: number;
  readonly opacity?: number;
}

export class Lettering {
  readonly #faces: readonly Face[];
  readonly missing = new Set<string>();

  private constructor(faces: readonly Face[]) {
    this.#faces = faces;
  }

  /** The fonts are embedded with those letters alone that are used. */
  static async of(document: PDFDocument, fonts: readonly Uint8Array[]): Promise<Lettering> {
    const { create } = await import("fontkit"); // reads fonts, shapes their letters, takes out those that are used
    document.registerFontkit({ create } as never);
    const faces: Face[] = [];
    for (const bytes of fonts) {
      const font = await document.embedFont(bytes, { subset: true });
      faces.push({ font, letters: new Set(font.getCharacterSet()) });
    }
    return new Lettering(faces);
  }

  widthOf(text: string, size: number): number {
    return this.#stretches(text).reduce(
      (sum, one) => sum + one.face.font.widthOfTextAtSize(one.text, size),
      0,
    );
  }

  /** The text, or as much of its beginning as fits. */
  fitted(text: string, size: number, width: number): string {
    if (this.widthOf(text, size) <= width) return text;
    const letters = [...text];
    let [least, most] = [0, letters.length];
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      const part = `${letters.slice(0, middle).join("")}${ELLIPSIS}`;
      if (this.widthOf(part, size) <= width) least = middle;
      else most = middle - 1;
    }
    return `${letters.slice(0, least).join("")}${ELLIPSIS}`;
  }

  /** From the origin of the matrix to the right. */
  draw(page: PDFPage, text: string, matrix: Matrix, { size, opacity }: Style): void {
    page.pushOperators(pushGraphicsState(), concatTransformationMatrix(...matrix));
    let x = 0;
    for (const { face, text: part } of this.#stretches(text)) {
      const { font } = face;
      page.drawText(part, { x, y: 0, size, font, ...(opacity === undefined ? {} : { opacity }) });
      x += font.widthOfTextAtSize(part, size);
    }
    page.pushOperators(popGraphicsState());
  }

  /** Neighbours of one font, from left to right as they are seen. */
  #stretches(text: string): readonly Stretch[] {
    const stretches: { face: Face; text: string }[] = [];
    for (const letter of text.normalize("NFC").replaceAll(/\s/g, " ")) {
      const last = stretches.at(-1);
      const { face, shown } = this.#faceFor(letter, last?.face);
      if (last?.face === face) last.text += shown;
      else stretches.push({ face, text: shown });
    }
    const strong = [...text].find((letter) => LEFT_TO_RIGHT.test(letter)) ?? "";
    return RIGHT_TO_LEFT.test(strong) ? stretches.toReversed() : stretches;
  }

  /** The first that has it; blanks and marks stay with the letter before them. */
  #faceFor(letter: string, before: Face | undefined): { face: Face; shown: string } {
    const code = letter.codePointAt(0) ?? 0;
    const [first] = this.#faces;
    const has = (face: Face | undefined): face is Face => face?.letters.has(code) === true;
    if (/^[\p{M}\s]$/u.test(letter) && has(before)) return { face: before, shown: letter };
    const face = this.#faces.find(has);
    if (face) return { face, shown: letter };
    this.missing.add(letter);
    const boxed = this.#faces.find(({ letters }) => letters.has(BOX.codePointAt(0) ?? 0)) ?? first;
    if (!boxed) throw new Error("There are no fonts");
    return { face: boxed, shown: BOX };
  }
}
