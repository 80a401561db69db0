/** Several texts redacted with one table of tokens, each by itself: what one leaves open ends with it. */
import type { Category } from "../../tools/_lib/secrets/detectors/detector.ts";
import { LiteralSet } from "../../tools/_lib/secrets/detectors/literals.ts";
import { replaceSensitive } from "../../tools/_lib/secrets/detectors/redact.ts";
import { tokensIn } from "../../tools/_lib/secrets/detectors/tokens.ts";

export interface RedactedTexts {
  readonly texts: readonly string[];
  /** One for each value, in order of first occurrence. */
  readonly found: readonly { readonly token: string; readonly detector: string }[];
}

/** Shorter values occur by chance. */
const SHORTEST_REPEATED = 8;
/** Tokens are equal in all texts under one salt; no token of the result shows it. */
const SALT = "texts";

export function redactTexts(
  texts: readonly string[],
  categories: readonly Category[],
): RedactedTexts {
  const detectors = new Map<string, string>();
  /** What a credential is called by, for other texts that have it without what gave it away. */
  const credentials = new Map<string, string>();
  const keyed = texts.map((text) => {
    const { redacted } = replaceSensitive(text, { categories, entropy: "off", salt: SALT });
    for (const { token, first, occurrences } of redacted.values) {
      if (!detectors.has(token)) detectors.set(token, first.detector);
      if (first.category !== "credential") continue;
      for (const { start, end } of occurrences) credentials.set(text.slice(start, end), token);
    }
    return redacted.text;
  });
  const names = new Numbered(texts);
  const repeated = repeatedIn(credentials);
  const numbered = keyed.map((text) =>
    repeated(text).replaceAll(KEYED, (token, label: string) =>
      detectors.has(token) ? names.of(token, label) : token,
    ),
  );
  const found = names.all.map(([token, name]) => ({
    token: name,
    detector: detectors.get(token) ?? "",
  }));
  return { texts: numbered, found };
}

const KEYED = /\[([A-Z][A-Z0-9_]*):[0-9a-f]{8}\]/g;

/** Puts tokens in place of values that other texts gave away; never inside a token. */
function repeatedIn(credentials: ReadonlyMap<string, string>): (text: string) => string {
  const values = [...credentials.keys()].filter((value) => value.length >= SHORTEST_REPEATED);
  if (values.length === 0) return (text) => text;
  const literals = new LiteralSet(values);
  return (text) => {
    const found: Place[] = [];
    literals.search(text, (start, index) => {
      const value = values[index] ?? "";
      found.push([start, start + value.length, credentials.get(value) ?? ""]);
    });
    if (found.length === 0) return text;
    const tokens = tokensIn(text, []).map(({ start, end }): Place => [
      start,
      end,
      text.slice(start, end),
    ]);
    // A token is left as it is.
    const places = [...tokens, ...united(found)].toSorted(byPlace);
    const parts: string[] = [];
    let at = 0;
    for (const [start, end, token] of places) {
      if (start < at) continue;
      parts.push(text.slice(at, start), token);
      at = end;
    }
    return parts.join("") + text.slice(at);
  };
}

type Place = readonly [start: number, end: number, token: string];

const byPlace = ([a, aEnd]: Place, [b, bEnd]: Place) => a - b || bEnd - aEnd;

/** Values that overlap are one, with the token of the longest: else a part of one of them would be left. */
function united(found: readonly Place[]): Place[] {
  const places: Place[] = [];
  let longest = 0;
  for (const [start, end, token] of found.toSorted(byPlace)) {
    const [from, to, known] = places.at(-1) ?? [0, -1, ""];
    const isApart = start >= to;
    const isLonger = isApart || end - start > longest;
    if (isLonger) longest = end - start;
    const place: Place = isApart
      ? [start, end, token]
      : [from, Math.max(to, end), isLonger ? token : known];
    places.splice(isApart ? places.length : -1, 1, place);
  }
  return places;
}

/** Numbers per label in order of first occurrence, past those of an earlier redaction. */
class Numbered {
  readonly #names = new Map<string, string>();
  readonly #last = new Map<string, number>();
  readonly #taken: ReadonlySet<string>;

  constructor(texts: readonly string[]) {
    const tokens = texts.flatMap((text) => tokensIn(text, []));
    this.#taken = new Set(tokens.map(({ label, number }) => `${label}_${number}`));
  }

  get all(): readonly (readonly [token: string, name: string])[] {
    return [...this.#names];
  }

  of(token: string, label: string): string {
    const known = this.#names.get(token);
    if (known !== undefined) return known;
    let number = (this.#last.get(label) ?? 0) + 1;
    while (this.#taken.has(`${label}_${number}`)) number++;
    this.#last.set(label, number);
    const name = `[${label}_${number}]`;
    this.#names.set(token, name);
    return name;
  }
}
