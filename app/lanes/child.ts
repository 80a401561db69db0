/** A process of the pool: takes one job after the other and ends with its parent. */
import { ENTRIES, findEntry, loadDetails, loadUnit } from "../registry.ts";
import { createHost } from "../cli/host.ts";
import { inlineLane } from "./inline.ts";
import type { JobMessage, ReplyMessage } from "./messages.ts";

export default async function serveJobs(): Promise<number> {
  const closed = new Promise<void>((resolve) => process.once("disconnect", () => resolve()));
  // A signal to the whole group is for the parent, which ends its children when their work is done.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  process.on("message", (message: JobMessage) => void answer(message));
  await warmUp();
  send({ ready: true });
  await closed;
  return 0;
}

async function answer({ id, toolId, input, clock, publicUrl }: JobMessage): Promise<void> {
  try {
    const entry = findEntry(toolId);
    if (!entry) throw new Error(`There is no unit ${toolId}`);
    const unit = await loadUnit(entry);
    if (entry.kind === "kit") await loadDetails();
    const { service } = createHost(publicUrl);
    const job = { unit, input: JSON.parse(input), clock, service, deadline: Infinity };
    const outcome = await inlineLane.execute(job);
    send({ id, outcome: JSON.stringify(outcome) });
  } catch (error) {
    send({ id, crash: (error instanceof Error ? error.stack : undefined) ?? String(error) });
  }
}

function send(message: ReplyMessage): void {
  process.send?.(message);
}

/** Loads what most jobs are for before the first one comes. */
async function warmUp(): Promise<void> {
  await Promise.all(ENTRIES.filter(({ isolated }) => isolated).map(loadUnit));
}
