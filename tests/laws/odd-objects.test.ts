/**
 * JSON may have objects whose `toString` is no function: whoever writes one into a text, without looking, fails. Such
 * an object in any place of any example, and of the JSON in its texts, is found to be wrong or goes through.
 */
import { expect, test } from "bun:test";
import { runUnit, units } from "../support/run-unit.ts";

const ODD = { toString: "", valueOf: null };
const MOST_PLACES = 80;
const DEEPEST = 6;

type Members = Readonly<Record<string, unknown>>;

/** Copies with the object in one place each, those further out first. */
function* replaced(value: unknown, depth = 0): Generator<unknown> {
  if (depth > 0) yield ODD;
  if (depth === DEEPEST) return;
  if (typeof value === "string") yield* replacedInText(value, depth);
  else if (Array.isArray(value)) {
    for (const [at, item] of value.entries())
      for (const other of replaced(item, depth + 1)) yield value.toSpliced(at, 1, other);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value))
      for (const other of replaced(member, depth + 1)) yield { ...value, [name]: other };
  }
}

function* replacedInText(text: string, depth: number): Generator<string> {
  let data: unknown;
  try {
    data = /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined;
  } catch {
    return;
  }
  for (const other of replaced(data, depth)) yield JSON.stringify(other);
}

test.each(units.map((unit) => [unit.id, unit] as const))(
  "%s",
  (_, unit) => {
    for (const { title, input } of unit.examples) {
      const fields = typeof input === "string" ? { [unit.primary]: input } : (input as Members);
      for (const given of replaced(fields).take(MOST_PLACES)) {
        const fails = () => runUnit(unit, given as Members);
        expect(fails, `${title}: ${JSON.stringify(given).slice(0, 400)}`).not.toThrow();
      }
    }
  },
  60_000,
);
