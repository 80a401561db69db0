/** Characters, bytes, words and lines of a text. */
import { countCodePoints, utf8Length } from "../_lib/text/code-points.ts";
import { wordsOf } from "../_lib/text/words.ts";

export interface TextFigures {
  /** Unicode code points. */
  readonly characters: number;
  /** UTF-8. */
  readonly bytes: number;
  readonly words: number;
  /** 0 for the empty text, else 1 and the line ends: CRLF, LF or CR each once. */
  readonly lines: number;
}

const LINE_END = /\r\n|\r|\n/g;

export function measureText(text: string): TextFigures {
  return {
    characters: countCodePoints(text),
    bytes: utf8Length(text),
    words: wordsOf(text).length,
    lines: text === "" ? 0 : 1 + (text.match(LINE_END)?.length ?? 0),
  };
}
