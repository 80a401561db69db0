/** Tokens: `pbx_<id>_<secret>`, letters and digits, so that one double click takes the whole. */

export interface Token {
  readonly id: string;
  readonly secret: string;
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 12;
/** 43 of 62 characters are 256 bits. */
const SECRET_LENGTH = 43;
const TOKEN = /^pbx_([0-9A-Za-z]{12})_([0-9A-Za-z]{43})$/;

export function drawToken(): Token {
  return { id: drawText(ID_LENGTH), secret: drawText(SECRET_LENGTH) };
}

export function writeToken({ id, secret }: Token): string {
  return `pbx_${id}_${secret}`;
}

export function readToken(text: string): Token | undefined {
  const [, id, secret] = TOKEN.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/**
 * Lower-case hex of the SHA-256. A slow password hash would add nothing: nobody guesses 256 bits.
 */
export function hashSecret(secret: string): string {
  return new Bun.CryptoHasher("sha256").update(secret).digest("hex");
}

/** In a time that depends on the length only. */
export function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}

/** Bytes above the last multiple of 62 are drawn again: taken modulo 62 they would favour some characters. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

function drawText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length - text.length))) {
      if (byte < FAIR_BYTES) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}
