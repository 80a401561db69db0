import { characterAt, describe } from "../../text/character.ts";

/** Thrown where a line cannot be read; `offset` counts from the start of the line. */
export class FieldProblem extends Error {
  readonly code: "FIELD_SYNTAX" | "TYPE_UNKNOWN";
  readonly offset: number;
  readonly expected: string;
  readonly hint: string | undefined;
  constructor(
    code: FieldProblem["code"],
    found: string,
    offset: number,
    expected: string,
    hint?: string,
  ) {
    super(`Cannot read the field: found ${found}, expected ${expected}`);
    this.code = code;
    this.offset = offset;
    this.expected = expected;
    this.hint = hint;
  }
}

/** A place in a line, moved forward by what is read there. */
export class LineCursor {
  protected readonly line: string;
  protected at: number;

  constructor(line: string, at: number) {
    this.line = line;
    this.at = at;
  }

  protected eat(text: string): boolean {
    if (!this.line.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  protected take(pattern: RegExp): string | undefined {
    return this.match(pattern)?.[0];
  }

  protected match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.line);
    if (match === null) return undefined;
    this.at += match[0].length;
    return match;
  }

  protected fail(expected: string): never {
    throw this.problem(expected, this.at);
  }

  protected problem(expected: string, offset: number): FieldProblem {
    const found =
      offset < this.line.length ? describe(characterAt(this.line, offset)) : "the end of the line";
    return new FieldProblem("FIELD_SYNTAX", found, offset, expected);
  }
}
