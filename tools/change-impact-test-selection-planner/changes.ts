/** Which files a change touches. */
import { decodeUtf8, encodeUtf8 } from "../_lib/bytes/encodings.ts";
import { normalPath } from "../_lib/text/path-glob/normal-path.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import type { Changes, Input } from "../change-impact-test-selection-planner.ts";
import { isJsonArray, linesOf } from "./paths.ts";

export interface Change {
  readonly path: string;
  readonly isDeleted: boolean;
  /** Where it stands. */
  readonly pointer: string;
  readonly line: number | undefined;
}

/** Each path once, in plain order; deleted where nothing says that it is there again. */
export function readChanges(given: Input["changes"], shape: Changes) {
  const touched: Change[] = [];
  if (typeof given === "string" && !isJsonArray(given)) {
    for (const { text, line } of linesOf(given)) touched.push(...readLine(text, "/changes", line));
  } else {
    const read = readStructured(given, shape, "/changes");
    if (read.failure) return { failure: read.failure };
    for (const [index, item] of read.value.entries()) {
      const pointer = `/changes/${index}`;
      if (typeof item === "string") touched.push(...readLine(item, pointer));
      else touched.push(...touches({ ...item, pointer }));
    }
  }
  const changes = new Map<string, Change>();
  for (const change of touched) {
    const known = changes.get(change.path);
    if (!known || (known.isDeleted && !change.isDeleted)) changes.set(change.path, change);
  }
  return { changes: [...changes.values()].toSorted((a, b) => byCodeUnit(a.path, b.path)) };
}

interface Touch {
  readonly path: string;
  readonly status?: "added" | "modified" | "deleted" | "renamed" | undefined;
  readonly oldPath?: string | undefined;
  readonly pointer: string;
  readonly line?: number;
}

/** A rename is a deletion and a change. */
function touches({ path, status, oldPath, pointer, line }: Touch): Change[] {
  const change = (name: string, isDeleted: boolean): Change => {
    return { path: normalPath(name), isDeleted, pointer, line };
  };
  const isRenamed = status === "renamed" || status === undefined;
  const moved = isRenamed && oldPath !== undefined ? [change(oldPath, true)] : [];
  return [...moved, change(path, status === "deleted")].filter((one) => one.path !== "");
}

const NAME_STATUS = /^([ABCDMRTUX])\d{0,3}\t([^\t]+)(?:\t(.+))?$/;

/** `M⇥path`, `R087⇥old⇥new`, or a path alone. */
function readLine(text: string, pointer: string, line?: number): Change[] {
  const place = line === undefined ? { pointer } : { pointer, line };
  const [, letter, first, second] = NAME_STATUS.exec(text) ?? [];
  if (letter === undefined || first === undefined)
    return touches({ path: unquoted(text), status: "modified", ...place });
  const path = unquoted(second ?? first);
  if (letter === "D") return touches({ path, status: "deleted", ...place });
  if (letter === "R" && second !== undefined)
    return touches({ path, status: "renamed", oldPath: unquoted(first), ...place });
  return touches({ path, status: "modified", ...place });
}

const ESCAPE = /\\([0-7]{3}|[abfnrtv"\\])|[^\\]+|\\/g;
const CONTROLS: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  "\\": 92,
};

/** Git puts names with unusual characters in quotes, their bytes as octal numbers. */
function unquoted(text: string): string {
  if (!/^".*"$/s.test(text)) return text;
  const bytes: number[] = [];
  for (const [whole, escaped] of text.slice(1, -1).matchAll(ESCAPE)) {
    if (escaped === undefined) for (const byte of encodeUtf8(whole)) bytes.push(byte);
    else bytes.push(CONTROLS[escaped] ?? Number.parseInt(escaped, 8) % 256);
  }
  return decodeUtf8(Uint8Array.from(bytes)) ?? text;
}
