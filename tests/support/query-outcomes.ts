/**
 * What becomes of jq programs: the code of the error, or the output. As a program of its own it reads the
 * programs from its standard input, a JSON array, and prints what becomes of each.
 */
import tool from "../../tools/json-query.ts";
import { runUnit } from "./run-unit.ts";

export function outcomesOf(programs: readonly string[]): string[] {
  return programs.map((query) => {
    const { ok, output = "", errors } = runUnit(tool, { query, nullInput: true, compact: true });
    return ok ? output : `${errors?.[0]?.code}: ${errors?.[0]?.message}`;
  });
}

if (import.meta.main) {
  const programs = (await Bun.stdin.json()) as readonly string[];
  console.log(JSON.stringify(outcomesOf(programs)));
}
