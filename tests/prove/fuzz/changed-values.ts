/** JSON values with something changed that a caller may have got wrong, or sends to do harm. */
import type { Chance } from "./chance.ts";

/** What is put in the place of any value. */
const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  1e-7,
  255,
  65_536,
  2 ** 31,
  2 ** 53,
  1e21,
  -1e308,
  5e-324,
  "",
  " ",
  "\n",
  "0",
  "-0",
  "1e999",
  "NaN",
  "Infinity",
  "undefined",
  "null",
  "true",
  "[object Object]",
  "__proto__",
  "constructor",
  "\ud800",
  "\udc00\ud800",
  "\ufeff",
  "\u0000",
  "\u2028",
  "é",
  "e\u0301",
  "😀",
  "👩‍👩‍👧",
  "İ",
  "ß",
  "١٢٣",
  "2026-02-30",
  "9999-12-31T23:59:60Z",
  "../../etc/passwd",
  "https://[::1]:99999/%zz?#",
  "{}",
  "[]",
  '{"a":',
  '"\\ud800"',
  [],
  [null],
  [[[[[[]]]]]],
  {},
  { a: { a: { a: {} } } },
  { "": "" },
  { length: -1 },
  { toString: "a", valueOf: null },
  JSON.parse('{"__proto__":{"polluted":true}}'),
];

const PIECES: readonly string[] = [
  ..."\n\r\t\"'`\\{}[]()<>#&%*|=+-_/.,:;!?$@^~0 9",
  ..."\u0000\u001b\u007f\u0085\u00a0\u200b\u2028\ufeff\ufffd",
  "\r\n",
  "\n\n",
  "--",
  "---\n",
  "...",
  "```",
  "<!--",
  "]]>",
  "${",
  "{{",
  "\\u0000",
  "\\",
  "\ud800",
  "\udfff",
  "😀",
  "é",
  "ﬁ",
  "null",
  "NaN",
  "-0",
  "1e400",
  "0x1",
  "99999999999999999999",
  "__proto__",
  "$ref",
  "&a *a",
];

const LONG_TEXT = 9000;
const DEEP = 250;
const MANY = 300;

/** Texts and values of all examples, of which some stand where others stood. */
export interface Pool {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
}

export function poolOf(examples: readonly unknown[]): Pool {
  const values: unknown[] = [];
  const rest: unknown[] = [...examples];
  for (const value of rest) {
    values.push(value);
    if (typeof value === "object" && value !== null) rest.push(...Object.values(value));
  }
  return { values, texts: values.filter((value) => typeof value === "string") };
}

/** A copy with one to three changes. */
export function changedValue(value: unknown, chance: Chance, pool: Pool): unknown {
  let result = value;
  for (let left = 1 + (chance.once(3) ? chance.below(3) : 0); left > 0; left--) {
    result = changedOnce(result, chance, pool);
  }
  return result;
}

/** Goes down to some place, the further the rarer, and changes what is there. */
function changedOnce(value: unknown, chance: Chance, pool: Pool): unknown {
  if (chance.once(25)) return oddValue(chance, pool);
  if (typeof value === "string") return changedText(value, chance, pool);
  if (typeof value === "number") return changedNumber(value, chance);
  if (Array.isArray(value)) return changedList(value, chance, pool);
  if (typeof value === "object" && value !== null) {
    return changedObject(value as Record<string, unknown>, chance, pool);
  }
  return oddValue(chance, pool);
}

export function oddValue(chance: Chance, pool: Pool): unknown {
  switch (chance.below(40)) {
    case 0:
      return nestedValue(chance.below(DEEP), chance);
    case 1:
      return chance.of(PIECES).repeat(1 + chance.below(LONG_TEXT / 4));
    case 2:
      return Array.from({ length: MANY }, () => chance.of(pool.values));
    case 3:
      return Object.fromEntries(
        Array.from({ length: MANY }, (_, at) => [`k${at}`, chance.of(ODD_VALUES)]),
      );
    default:
      return chance.once(4) ? chance.of(pool.values) : chance.of(ODD_VALUES);
  }
}

function nestedValue(depth: number, chance: Chance): unknown {
  const isList = chance.once(2);
  let value: unknown = 1;
  for (let at = 0; at < depth; at++) value = isList ? [value] : { a: value };
  return value;
}

function changedNumber(value: number, chance: Chance): number {
  const near = [value + 1, value - 1, -value, value / 3, value * 10, value * 1e9, value + 0.5];
  return chance.of([...near, 0, -0, -1, 1e-9, 2 ** 31, 2 ** 53 + 2, 1e21, 1e308, -1e308]);
}

function changedList(list: readonly unknown[], chance: Chance, pool: Pool): unknown {
  const at = chance.below(list.length);
  const item = list[at];
  switch (list.length === 0 ? 0 : chance.below(9)) {
    case 0:
      return [...list, chance.once(2) ? oddValue(chance, pool) : structuredClone(item ?? null)];
    case 1:
      return list.toSpliced(at, 1);
    case 2:
      return list.toSpliced(at, 0, item, item);
    case 3:
      return list.toReversed();
    default:
      return list.toSpliced(at, 1, changedOnce(item, chance, pool));
  }
}

const ODD_NAMES: readonly string[] = [
  "__proto__",
  "constructor",
  "toString",
  "",
  " ",
  "\ud800",
  "a/b~c",
  "0",
  "length",
  "😀",
];

function changedObject(
  value: Readonly<Record<string, unknown>>,
  chance: Chance,
  pool: Pool,
): unknown {
  const entries = Object.entries(value);
  const at = chance.below(entries.length);
  const [name = "", member] = entries[at] ?? [];
  switch (entries.length === 0 ? 0 : chance.below(14)) {
    case 0:
      return fromEntries([...entries, [chance.of(ODD_NAMES), oddValue(chance, pool)]]);
    case 1:
      return fromEntries(entries.toSpliced(at, 1));
    case 2:
      return fromEntries(entries.toSpliced(at, 1, [changedText(name, chance, pool), member]));
    case 3:
      return fromEntries(entries.toSpliced(at, 1, [name, oddValue(chance, pool)]));
    case 4:
      return fromEntries(entries.toReversed());
    default:
      return fromEntries(entries.toSpliced(at, 1, [name, changedOnce(member, chance, pool)]));
  }
}

/** `__proto__` is a member like any other, as it is in JSON. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): object {
  const members = {};
  for (const [name, value] of entries) {
    const property = { value, configurable: true, enumerable: true, writable: true };
    Object.defineProperty(members, name, property);
  }
  return members;
}

export function changedText(text: string, chance: Chance, pool: Pool): string {
  const data = chance.once(2) ? jsonIn(text) : undefined;
  if (data !== undefined) {
    const changed = JSON.stringify(changedOnce(data, chance, pool));
    // Half a character stands in the text as it is, and as its escape.
    return chance.once(2) ? changed : changed.replaceAll(/\\u(d[89a-f]..)/g, unescaped);
  }
  return chance.once(3) ? changedLines(text, chance) : changedCharacters(text, chance, pool);
}

function unescaped(_: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}

/** The list or object that a text holds. */
function jsonIn(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

function changedLines(text: string, chance: Chance): string {
  const lines = text.split("\n");
  const at = chance.below(lines.length);
  const line = lines[at] ?? "";
  const kind = chance.below(6);
  if (kind === 0) return lines.toSpliced(at, 1).join("\n");
  if (kind === 1) return lines.toSpliced(at, 0, line).join("\n");
  if (kind === 2) return lines.toSpliced(at, 1, `  ${line}`).join("\n");
  if (kind === 3) return lines.toReversed().join("\n");
  if (kind === 4) return text.replaceAll("\n", "\r\n");
  return lines.toSpliced(at, 1, line.trim()).join("\n");
}

function changedCharacters(text: string, chance: Chance, pool: Pool): string {
  const [from, to] = [chance.below(text.length + 1), chance.below(text.length + 1)].toSorted(
    (a, b) => a - b,
  ) as [number, number];
  switch (chance.below(16)) {
    case 0:
      return text.slice(0, to);
    case 1:
      return text.slice(from);
    case 2:
      return text.slice(0, from) + text.slice(to);
    case 3:
      return text + text;
    case 4:
      return text.slice(0, to) + text.slice(from);
    case 5:
      return text.slice(0, from) + flipped(text.charCodeAt(from), chance) + text.slice(from + 1);
    case 6:
      return text.slice(0, from) + chance.of(pool.texts) + text.slice(to);
    case 7:
      return text.slice(0, from) + text.slice(from, to).toUpperCase() + text.slice(to);
    default:
      return text.slice(0, from) + chance.of(PIECES) + text.slice(from + chance.below(3));
  }
}

function flipped(code: number, chance: Chance): string {
  return Number.isNaN(code) ? "" : String.fromCharCode(code ^ (1 << chance.below(8)));
}
