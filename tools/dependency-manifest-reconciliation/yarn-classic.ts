/** The text of yarn.lock before yarn 2: keys and values by indentation, a map behind a key that ends with a colon. */
import { counted } from "../_lib/text/plural.ts";
import { beginning, quoted } from "../_lib/text/shown.ts";
import { type Data, linesOf, type Table, Unreadable } from "./data.ts";

const TOKEN = /"(?:[^"\\]|\\.)*"|[^\s",:][^\s",]*/y;

/** Reads the text into the shape that later versions have: keys as they stand, joined with `, `. */
export function readYarnClassic(text: string): Table {
  const root = new Map<string, Data>();
  /** The maps that are open, each with the indentation of its members. */
  const open: { readonly indent: number; readonly map: Map<string, Data> }[] = [
    { indent: 0, map: root },
  ];
  for (const [at, line] of linesOf(text).entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const indent = line.search(/\S/);
    while (open.length > 1 && indent < (open.at(-1)?.indent ?? 0)) open.pop();
    const top = open.at(-1) as (typeof open)[number];
    if (indent !== top.indent) {
      throw problem(at, line, `an indent of ${indent}`, `one of ${counted(top.indent, "space")}`);
    }
    const { words, isMap } = readLine(line.trim(), at);
    if (isMap) {
      const map = new Map<string, Data>();
      top.map.set(words.join(", "), map);
      open.push({ indent: indent + 2, map });
    } else {
      const [key = "", value] = words;
      if (value === undefined || words.length > 2)
        throw problem(at, line, quoted(line.trim()), "a key and its value");
      top.map.set(key, value);
    }
  }
  return root;
}

/** `a "b"`, or `a, "b":` that opens a map. */
function readLine(line: string, at: number): { words: string[]; isMap: boolean } {
  const words: string[] = [];
  const isMap = line.endsWith(":");
  const end = isMap ? line.length - 1 : line.length;
  let offset = 0;
  while (offset < end) {
    TOKEN.lastIndex = offset;
    const [token = ""] = TOKEN.exec(line) ?? [];
    if (token === "") throw problem(at, line, quoted(line.slice(offset)), "a word");
    const isQuoted = token.startsWith('"');
    words.push(isQuoted ? unquoted(token) : token.slice(0, end - offset));
    offset += token.length;
    offset += /^\s*,?\s*/.exec(line.slice(offset, offset + LONGEST_GAP))?.[0].length ?? 0;
  }
  return { words, isMap };
}

const LONGEST_GAP = 20;

function unquoted(token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    return token.slice(1, -1);
  }
}

function problem(at: number, line: string, found: string, expected: string): Unreadable {
  const message = `Cannot read yarn.lock: found ${found}, expected ${expected}`;
  return new Unreadable({ message, path: "/lockfile", line: at + 1, excerpt: beginning(line, 60) });
}
