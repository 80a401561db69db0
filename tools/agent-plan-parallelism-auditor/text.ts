/** The schedule as text. */
import { oneLine } from "../_lib/text/shown.ts";
import type { Value } from "../agent-plan-parallelism-auditor.ts";

/** A line for each wave: its steps with when they run. */
export function writeWaves({ waves, schedule }: Value): string {
  const times = new Map(schedule.map(({ id, start, end }) => [id, `${start} to ${end}`]));
  return waves
    .map((wave, at) => {
      const steps = wave.map((id) => `${oneLine(id)} (${times.get(id)})`);
      return `Wave ${at}: ${steps.join(", ")}`;
    })
    .join("\n");
}
