/** The calls that are made everywhere: examples, the catalogue's cases, and inputs that are drawn anew in each run. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { detailOf, findEntry } from "../../../app/registry.ts";
import type { Unit } from "../../../app/registry-entry.ts";
import { inputsOf } from "../../support/arbitrary.ts";
import { units } from "../../support/run-unit.ts";
import { allowedBy, type PublishedSchema } from "../../support/valid-inputs.ts";

export type Kind = "example" | "case" | "drawn";

export interface Call {
  readonly kind: Kind;
  readonly tool_id: string;
  readonly input: unknown;
  readonly options: Readonly<Record<string, unknown>>;
}

/** They lie beside the project where it is made, and are no part of it. */
const CASES = "../shared/catalogue/cases";
export const hasCases = existsSync(CASES);
/** Where a call does not say its own. */
const FIXED = { now: "2026-11-20T12:00:00Z", seed: "determinism" };

interface Written {
  readonly tool_id: string;
  readonly input: unknown;
  readonly options?: object;
}

/** Every example of every unit. */
export function exampleCalls(): readonly Call[] {
  return units.flatMap(({ id: tool_id, examples }) =>
    examples.map(({ input, options }) =>
      asCall("example", { tool_id, input, ...(options && { options }) }),
    ),
  );
}

export function caseCalls(): readonly Call[] {
  const files = hasCases ? readdirSync(CASES).toSorted() : [];
  return files
    .flatMap((file) => readFileSync(`${CASES}/${file}`, "utf8").split("\n"))
    .filter((line) => line.trim() !== "")
    .map((line) => asCall("case", JSON.parse(line) as Written));
}

/** So many of each unit: what its published schema allows, damaged examples, and anything. */
export function drawnCalls(ofEach: number, seed: number): readonly Call[] {
  return units.flatMap((unit) => {
    const written = fc.sample(callOf(unit), { numRuns: ofEach, seed });
    const calls = written.map((one) => asCall("drawn", { tool_id: unit.id, ...one }));
    return [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()];
  });
}

function callOf(unit: Unit): fc.Arbitrary<Omit<Written, "tool_id">> {
  const entry = findEntry(unit.id);
  if (!entry) throw new Error(`${unit.id} is not in the registry`);
  const allowed = allowedBy(detailOf(entry).input_schema as PublishedSchema);
  const now = fc
    .date({ min: new Date("1901-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString());
  const options = fc.record({ now, seed: fc.string({ maxLength: 8 }) });
  // Of texts a schema says little: examples with a small damage get further into a tool.
  const input = fc.oneof(
    { weight: 1, arbitrary: allowed },
    { weight: 3, arbitrary: inputsOf(unit) },
  );
  return fc.record({ input, options });
}

/** As it is sent: what JSON cannot say is said to nobody. */
function asCall(kind: Kind, { tool_id, input, options }: Written): Call {
  const call = { kind, tool_id, input, options: { ...FIXED, ...options } };
  return JSON.parse(JSON.stringify(call)) as Call;
}
