import { formatPointer } from "../_lib/results/pointer.ts";
import type { Located } from "../_lib/json/path/evaluate.ts";

/** The normalized path of RFC 9535, 2.7, and the RFC 6901 pointer of a node. */
export function locate(located: Located): { path: string; pointer: string } {
  const keys: (string | number)[] = [];
  for (let at: Located | undefined = located; at?.parent !== undefined; at = at.parent) {
    keys.push(at.key);
  }
  keys.reverse();
  const path = keys.map((key) => (typeof key === "number" ? `[${key}]` : `['${escapeName(key)}']`));
  return { path: `$${path.join("")}`, pointer: formatPointer(keys) };
}

const ESCAPED: Readonly<Record<string, string>> = {
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "'": "\\'",
  "\\": "\\\\",
};

function escapeName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- the controls are what has to be escaped
  return name.replace(/[\0-\x1f'\\]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, "0");
    return ESCAPED[character] ?? `\\u${code}`;
  });
}
