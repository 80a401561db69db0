/** The tokens of a text, one by one. */
import { type Encoding, encodeText, tokenBytes } from "../_lib/agents/tokens/encodings.ts";

/** How many pieces are listed at most. */
export const MAX_PIECES = 2000;

export interface Piece {
  readonly id: number;
  /** Empty for a token that is not whole UTF-8. */
  readonly text: string;
  /** UTF-16 offsets into the text: of the characters that the token completes. */
  readonly start: number;
  readonly end: number;
  /** The bytes of a token that is not whole UTF-8. */
  readonly bytesHex?: string;
}

/** The tokens of a text one by one. */
export function listPieces(text: string, encoding: Encoding): Piece[] {
  const offsets = new ByteOffsets(text.toWellFormed());
  let bytes = 0;
  return encodeText(text, encoding).map((id) => {
    const binary = tokenBytes(id, encoding);
    const start = offsets.at(bytes);
    const whole = offsets.isBoundary();
    bytes += binary.length;
    const end = offsets.at(bytes);
    if (whole && offsets.isBoundary()) return { id, text: text.slice(start, end), start, end };
    return { id, text: "", start, end, bytesHex: toHex(binary) };
  });
}

/** Walks through a text and its UTF-8 bytes together; positions must not fall. */
class ByteOffsets {
  readonly #text: string;
  #offset = 0;
  #bytes = 0;
  #asked = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The UTF-16 offset behind the last character that ends at or before the byte. */
  at(bytes: number): number {
    this.#asked = bytes;
    for (;;) {
      const code = this.#text.codePointAt(this.#offset);
      if (code === undefined) break;
      const length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      if (this.#bytes + length > bytes) break;
      this.#bytes += length;
      this.#offset += code < 0x10000 ? 1 : 2;
    }
    return this.#offset;
  }

  /** Whether a character begins at the byte that was asked for last. */
  isBoundary(): boolean {
    return this.#bytes === this.#asked;
  }
}

function toHex(binary: string): string {
  let hex = "";
  for (let at = 0; at < binary.length; at++)
    hex += binary.charCodeAt(at).toString(16).padStart(2, "0");
  return hex;
}
