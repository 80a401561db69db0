/** Texts of any length, each of the kind that some parser has to read. */

export interface Shape {
  readonly name: string;
  /** About `length` characters, and never more. */
  readonly text: (length: number) => string;
}

/** As many whole pieces as fit. */
export function pieces(
  length: number,
  piece: (index: number) => string,
  open = "",
  close = "",
): string {
  const parts: string[] = [open];
  let left = length - open.length - close.length;
  for (let index = 0; ; index++) {
    const part = piece(index);
    left -= part.length;
    if (left < 0) return parts.join("") + close;
    parts.push(part);
  }
}

const shape = (name: string, piece: (index: number) => string, open?: string, close?: string) => ({
  name,
  text: (length: number) => pieces(length, piece, open, close),
});

const WORDS = "the quick brown fox jumps over a lazy dog while seven wizards box".split(" ");
const word = (index: number): string => WORDS[(index * 7 + (index >> 3)) % WORDS.length] ?? "";

export const SHAPES: readonly Shape[] = [
  shape("one letter", () => "a"),
  shape("digits", (index) => String(index % 10)),
  shape("words", (index) => `${word(index)} `),
  shape("lines", (index) => `${word(index)} ${word(index + 3)} ${index}\n`),
  shape("equal lines", () => "2026-11-20T12:00:00Z INFO ready\n"),
  shape("list items", (index) => `${index},`, "0,", "1"),
  shape("open brackets", () => "["),
  shape("quotes", () => '"'),
  shape("combining marks", () => "e\u0301"),
  shape("emoji", () => "👩‍👩‍👧 "),
  shape("JSON records", (index) => `{"id":${index},"name":"${word(index)}","on":true},`, "[", "0]"),
  shape("JSON members", (index) => `"k${index}":${index},`, "{", '"z":0}'),
  shape("CSV rows", (index) => `${index},"${word(index)}",${index / 4}\r\n`, "id,name,size\r\n"),
  shape("YAML items", (index) => `- id: ${index}\n  name: ${word(index)}\n`),
  shape("TOML keys", (index) => `k${index} = "${word(index)}"\n`),
  shape("XML elements", (index) => `<i n="${index}">${word(index)}</i>`, "<r>", "</r>"),
  shape("Markdown", (index) => `## ${word(index)}\n\n- *${word(index)}* [a](b)\n\n`),
  shape("types", (index) => `type T${index} = { ${word(index)}${index}: string };\n`),
  shape("dates", (index) => `2026-01-${String((index % 28) + 1).padStart(2, "0")}\n`),
  shape("parameters", (index) => `k${index}=${word(index)}%20&`, "?"),
  shape(
    "log lines",
    (index) => `2026-11-20T12:00:00Z user${index}@example.com token=ab${index}cd\n`,
  ),
];
