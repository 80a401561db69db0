import { outOfBounds } from "../_lib/results/input-invalid.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Problem } from "./read-document.ts";
import type { WrittenTable } from "./table.ts";

/** What goes in, what comes out, and what may be wrong. */

export const MOST_RULES = 500;

export const MOST_INPUTS = 20;

/** What of a written table is out of bounds. */

export function problemsOf({ inputs, outputs, rules, defaultOutput }: WrittenTable): Problem[] {
  const names = new Set(outputs.map(({ name }) => name));
  const unknown = [...(defaultOutput?.keys() ?? [])].find((name) => !names.has(name));
  return [
    ...tooMany("/table/inputs", inputs.length, MOST_INPUTS),
    ...tooMany("/table/outputs", outputs.length, Infinity),
    ...tooMany("/table/rules", rules.length, MOST_RULES),
    ...repeated(
      "/table/inputs",
      "name",
      inputs.map(({ name }) => name),
    ),
    ...repeated(
      "/table/outputs",
      "name",
      outputs.map(({ name }) => name),
    ),
    ...repeated(
      "/table/rules",
      "id",
      rules.map(({ id }) => id),
    ),
    ...(unknown === undefined
      ? []
      : [outOfBounds("/table/defaultOutput", quoted(unknown), "names of outputs")]),
  ];
}

function tooMany(path: string, count: number, most: number): Problem[] {
  if (count > 0 && count <= most) return [];
  const expected = most === Infinity ? "at least one" : `1 to ${most}`;
  return [outOfBounds(path, count === 0 ? "none" : String(count), expected)];
}

function repeated(path: string, field: string, names: readonly string[]): Problem[] {
  const met = new Set<string>();
  for (const [at, name] of names.entries()) {
    if (name === "") return [outOfBounds(`${path}/${at}/${field}`, "no text", "a name")];
    if (met.has(name))
      return [outOfBounds(`${path}/${at}/${field}`, `${quoted(name)} again`, "another name")];
    met.add(name);
  }
  return [];
}
