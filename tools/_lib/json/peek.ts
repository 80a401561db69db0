/** What stands at the top of a JSON text that is perhaps cut off. */
export interface Peek {
  readonly kind: "object" | "array";
  /** Of the members of the object, or of the objects in the array. */
  readonly names: ReadonlySet<string>;
}

/**
 * Looks at a text without a parser: undefined where it is no object or array, or holds what no JSON holds. A
 * text as long as what the page looks at may be cut off; a shorter one that does not end is broken.
 */
export function peekJson(sample: string): Peek | undefined {
  const text = sample.trim();
  if (!OPENING.test(text.slice(0, 1))) return undefined;
  const kind = text.startsWith("{") ? "object" : "array";
  const depth = kind === "object" ? 1 : 2;
  const names = new Set<string>();
  const opened: string[] = [];
  let before = "";
  for (const token of tokensOf(text)) {
    if (token === undefined || !follows(token, before, opened)) return undefined;
    if (OPENING.test(token)) opened.push(token);
    else if (CLOSING.test(token)) opened.pop();
    else if (token === ":" && opened.length === depth) names.add(before.slice(1, -1));
    before = token;
  }
  return opened.length > 0 && sample.length < LOOKED_AT ? undefined : { kind, names };
}

const LOOKED_AT = 2000;
const OPENING = /^[{[]$/;
const CLOSING = /^[}\]]$/;
const TOKEN = /\s+|[{}[\],:]|"(?:[^"\\\n]|\\.)*"|[-+.\w]+/y;
const SCALAR = /^(?:true|false|null|-?\d[-+.\deE]*)$/;
const CUT_STRING = /^"(?:[^"\\\n]|\\.)*\\?$/;

/** Undefined for what is none; the last may be cut off, which is no token then. */
function* tokensOf(text: string): Generator<string | undefined> {
  for (let at = 0; at < text.length;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) {
      if (!CUT_STRING.test(text.slice(at))) yield undefined;
      return;
    }
    at += token.length;
    if (/^\s/.test(token)) continue;
    if (!/^\w|^[-+.]/.test(token) || SCALAR.test(token)) yield token;
    else if (at < text.length) yield undefined;
  }
}

/** A value follows no value, a comma or an end follows one, a colon a name; nothing follows what is over. */
function follows(token: string, before: string, opened: readonly string[]): boolean {
  if (before !== "" && opened.length === 0) return false;
  if (CLOSING.test(token)) return before !== "," && before !== ":";
  if (token === ":") return opened.at(-1) === "{" && before.startsWith('"');
  const isStart = before === "" || /^[{[,:]$/.test(before);
  return token === "," ? !isStart : isStart;
}

/** How surely a text, perhaps cut off, is JSON: high for containers, low for a bare scalar. */
export function detectJson(sample: string): number {
  if (peekJson(sample)) return 0.95;
  return /^\s*(?:"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)\s*$/.test(sample) ? 0.2 : 0;
}
