/** Runs a unit the way the runner does, but at once and with nothing around it. */
import { callsOf } from "../../app/run/chosen.ts";
import { execute } from "../../app/run/inline.ts";
import { ENTRIES, loadDetails, loadUnit, nearestIds, SERVICE_VERSION } from "../../app/registry.ts";
import type { Unit } from "../../app/registry-entry.ts";
import { normalise } from "../../app/run/normalise.ts";
import { inputInvalid } from "../../app/run/outcomes.ts";
import { preflight } from "../../app/run/preflight.ts";
import type { RunHost } from "../../app/run/run.ts";
import { toolFacts } from "../../app/run/tool-facts.ts";
import type { Outcome } from "../../tools/_core/tool.ts";

await loadDetails();
export const units: readonly Unit[] = await Promise.all(ENTRIES.map(loadUnit));

export const service = {
  publicUrl: "http://127.0.0.1:8787",
  version: SERVICE_VERSION,
  tool: toolFacts,
  nearest: nearestIds,
};

export const host: RunHost = {
  service,
  onCrash(toolId, error) {
    throw new Error(`${toolId} crashed`, { cause: error });
  },
};

export const FIXED_CLOCK = { now: 1_795_175_970_000, seed: "law", seeded: true } as const;

/** The outcome for `given` with a fixed clock and seed; throws where the unit throws. */
export function runUnit(unit: Unit, given: object, clock = FIXED_CLOCK): Outcome {
  const { input, texts, errors } = normalise(unit, given as Record<string, unknown>, {}, {});
  const refusal = errors.length > 0 ? inputInvalid(errors) : undefined;
  const { characters } = preflight(given);
  return execute({ unit, input, texts, refusal, characters, clock, service, calls: callsOf });
}

/** The input as the runner would hand it to the unit; undefined where it would not. */
export function handedTo(unit: Unit, given: object): object | undefined {
  const { input, errors } = normalise(unit, given as Record<string, unknown>, {}, {});
  return errors.length > 0 ? undefined : input;
}
