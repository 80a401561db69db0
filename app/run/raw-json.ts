/** JSON that came as text and goes out as text: what is large is neither read nor written again. */

export class RawJson {
  readonly text: string;
  /** What it says to those who see only text, where somebody wrote that beside it. */
  readonly told: readonly string[] | undefined;

  constructor(text: string, told?: readonly string[]) {
    this.text = text;
    this.told = told;
  }

  toJSON(): string {
    waiting.push(this.text);
    return `${mark}${waiting.length - 1}`;
  }
}

/** No text of a caller can be this one. */
const mark = `raw:${crypto.randomUUID()}:`;
const MARKED = new RegExp(`"${mark}(\\d+)"`, "g");
let waiting: string[] = [];

/** As `JSON.stringify`, with every `RawJson` inside put where it stands. */
export function stringify(value: unknown): string {
  waiting = [];
  const text = JSON.stringify(value);
  const raw = waiting;
  return raw.length === 0
    ? text
    : text.replaceAll(MARKED, (_, at: string) => raw[Number(at)] ?? "");
}
