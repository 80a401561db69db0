/** Waves that somebody proposes, checked against the plan. */
import type { Dependencies } from "./dependencies.ts";
import type { PlanFindings } from "./findings.ts";
import type { Step } from "./steps.ts";

type Waves = readonly (readonly string[])[];

/** Where a step is proposed first. */
interface Place {
  readonly wave: number;
  readonly path: string;
}

/** The steps of each wave in the order of the input, each in the first wave that names it; notes what is wrong. */
export function checkProposal(
  waves: Waves,
  byId: ReadonlyMap<string, Step>,
  { list }: Dependencies,
  limit: number,
  findings: PlanFindings,
): readonly (readonly Step[])[] {
  const places = placesOf(waves, byId, findings);
  for (const [at, { length }] of waves.entries()) {
    if (limit > 0 && length > limit) findings.tooWide(length, limit, `/proposed/${at}`);
  }
  for (const step of byId.values()) if (!places.has(step)) findings.stepMissing(step);
  for (const dependency of list) {
    const [place, before] = [places.get(dependency.step), places.get(dependency.on)];
    if (place && before && before.wave >= place.wave) {
      findings.dependencyBroken(dependency, place.path);
    }
  }
  const members: Step[][] = waves.map(() => []);
  for (const step of byId.values()) {
    const place = places.get(step);
    if (place) members[place.wave]?.push(step);
  }
  return members;
}

function placesOf(
  waves: Waves,
  byId: ReadonlyMap<string, Step>,
  findings: PlanFindings,
): ReadonlyMap<Step, Place> {
  const places = new Map<Step, Place>();
  for (const [wave, ids] of waves.entries()) {
    for (const [at, id] of ids.entries()) {
      const path = `/proposed/${wave}/${at}`;
      const step = byId.get(id);
      if (!step) findings.stepUnknown(id, path);
      else if (places.has(step)) findings.stepTwice(id, path);
      else places.set(step, { wave, path });
    }
  }
  return places;
}
