/** What the screen of proofs says; it comes with that screen. */
import type { Machine } from "./proof.ts";

export const PROOFS = {
  title: "Proofs",
  text: "What the last runs of these commands printed. Each runs from a clone of the source and says for itself what it compares with what; other machines give other times, and should give the same verdicts.",
  made: (date: string, version: string, { processor, cores, memoryGB, system, bun }: Machine) =>
    `${date}, purebox ${version}, ${cores} × ${processor}, ${memoryGB} GB, ${system}, Bun ${bun}`,
  none: "No command has been run for this build.",
  missing: "The figures could not be loaded.",
};
