import { type Mode, SyntaxFault } from "./syntax.ts";

/** What a pattern holds as a whole, known before its parts are read. */
export interface Outline {
  readonly groupCount: number;
  /**
   * Where the first name of a group begins, -1 if none has one. Where one has, `\k` is a reference
   * without the flags u and v, too.
   */
  readonly firstName: number;
}

/** A place in a pattern. */
export class Cursor {
  readonly text: string;
  readonly mode: Mode;
  readonly outline: Outline;
  at = 0;

  constructor(text: string, mode: Mode) {
    this.text = text;
    this.mode = mode;
    this.outline = outlineOf(text, mode);
  }

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** The code unit so many places on, NaN behind the end. */
  unit(ahead = 0): number {
    return this.text.charCodeAt(this.at + ahead);
  }

  /** The character so many places on, empty behind the end. */
  peek(ahead = 0): string {
    return this.text.charAt(this.at + ahead);
  }

  startsWith(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  skip(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.at += text.length;
    return true;
  }

  /** Reads one character of the pattern: a code point in the strict grammar, else a code unit. */
  character(): number {
    const code = this.mode.unicode ? this.text.codePointAt(this.at) : this.unit();
    if (code === undefined || Number.isNaN(code)) this.fail("Unexpected end of pattern");
    this.at += code > 0xffff ? 2 : 1;
    return code;
  }

  /** As `fail`, for a `\k` that only the name of a group makes wrong: that may come behind it. */
  failAtName(reason: string): never {
    const { firstName } = this.outline;
    this.fail(reason, this.mode.unicode ? this.at : Math.max(this.at, firstName));
  }

  fail(reason: string, offset = this.at): never {
    throw new SyntaxFault(Math.min(offset, this.text.length), reason);
  }
}

/** Counts groups, leaving out what is escaped or stands in a class. */
function outlineOf(text: string, { sets }: Mode): Outline {
  let groupCount = 0;
  let firstName = -1;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === "\\") at++;
    else if (letter === "[" && (depth === 0 || sets)) depth++;
    else if (letter === "]" && depth > 0) depth--;
    else if (letter === "(" && depth === 0) {
      const plain = text.charAt(at + 1) !== "?";
      const name = text.startsWith("?<", at + 1) && !/[=!]/.test(text.charAt(at + 3));
      if (plain || name) groupCount++;
      if (name && firstName === -1) firstName = at + 3;
    }
  }
  return { groupCount, firstName };
}

export function isDecimal(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

export function isLetter(unit: number): boolean {
  return (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
}

/** The value of a hexadecimal digit, -1 for another unit. */
export function hexValue(unit: number): number {
  if (isDecimal(unit)) return unit - 48;
  if (unit >= 65 && unit <= 70) return unit - 55;
  return unit >= 97 && unit <= 102 ? unit - 87 : -1;
}
