/** `$'…'` of bash: backslash escapes as in C, bytes read as UTF-8. */
const SIMPLE: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  e: 27,
  E: 27,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  "\\": 92,
  "'": 39,
  '"': 34,
  "?": 63,
};

const ESCAPE =
  /\\(?:([abeEfnrtv\\'"?])|([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|c([\s\S]))/g;

export interface AnsiC {
  readonly text: string;
  /** Behind the closing quote. */
  readonly end: number;
}

/** Reads from behind `$'`; undefined where the quote never closes. */
export function readAnsiC(source: string, start: number): AnsiC | undefined {
  let at = start;
  while (at < source.length && source[at] !== "'") at += source[at] === "\\" ? 2 : 1;
  if (at >= source.length) return undefined;
  return { text: decode(source.slice(start, at)), end: at + 1 };
}

function decode(body: string): string {
  const bytes: number[] = [];
  const put = (text: string) => {
    for (const byte of new TextEncoder().encode(text)) bytes.push(byte);
  };
  let done = 0;
  for (const match of body.matchAll(ESCAPE)) {
    put(body.slice(done, match.index));
    done = match.index + match[0].length;
    const [, simple, octal, hex, short, long, control] = match;
    if (simple !== undefined) bytes.push(SIMPLE[simple] ?? 0);
    else if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 0xff);
    else if (hex !== undefined) bytes.push(Number.parseInt(hex, 16));
    else if (control !== undefined) bytes.push(control.charCodeAt(0) & 0x1f);
    else put(codePoint(short ?? long ?? "0"));
  }
  put(body.slice(done));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes));
}

function codePoint(hex: string): string {
  const code = Number.parseInt(hex, 16);
  return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
}
