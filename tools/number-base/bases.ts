/** Fields that take a base, or several. */
import type { Entry } from "../_core/tool.ts";
import { outOfBounds } from "../_lib/results/input-invalid.ts";
import { beginning } from "../_lib/text/shown.ts";

const LEAST_BASE = 2;
const MOST_BASE = 36;
const MOST_TARGETS = 35;

type BasesField = string | number | readonly number[];

/** Undefined if it is none. */
export function readBase(given: string | number | undefined): number | "auto" | undefined {
  if (given === undefined) return "auto";
  const text = String(given).trim().toLowerCase();
  if (text === "auto") return "auto";
  const base = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return base >= LEAST_BASE && base <= MOST_BASE ? base : undefined;
}

const DEFAULT_TARGETS: readonly number[] = [2, 8, 10, 16];

/** The bases to write in, or the first that is none. */
export function readTargets(given: BasesField | undefined): number[] | Entry<"RANGE"> {
  if (given === undefined) return [...DEFAULT_TARGETS];
  const list = targetList(given);
  if (list.length === 0 || list.length > MOST_TARGETS) {
    return outOfBounds("/to", `${list.length} bases`, `1 to ${MOST_TARGETS}`);
  }
  const bases: number[] = [];
  for (const [index, item] of list.entries()) {
    const base = item === undefined || item === "auto" ? undefined : readBase(item);
    const path = isList(given) ? `/to/${index}` : "/to";
    if (typeof base !== "number") return noBase(path, item);
    bases.push(base);
  }
  return bases;
}

/** An array may also be written as text. */
function targetList(given: BasesField): readonly (string | number)[] {
  if (isList(given)) return given;
  if (typeof given === "number") return [given];
  return given.replaceAll(/^\s*\[|\]\s*$/g, "").split(",");
}

export function noBase(path: string, given: unknown): Entry<"RANGE"> {
  const auto = path === "/from" ? ", or auto" : "";
  const found = beginning(JSON.stringify(given), 40);
  return outOfBounds(path, found, `a base from ${LEAST_BASE} to ${MOST_BASE}${auto}`);
}

function isList(given: BasesField): given is readonly number[] {
  return Array.isArray(given);
}
