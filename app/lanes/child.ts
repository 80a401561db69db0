/** A process of the pool: takes one job after the other and ends with its parent. */
import { createHost } from "../cli/host.ts";
import { ENTRIES, loadUnit } from "../registry.ts";
import { run, runWhole } from "../run/run.ts";
import { within } from "../run/terms.ts";
import type { Failure, RunRequest } from "../run/types.ts";
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

async function answer({ id, request, whole, publicUrl }: JobMessage): Promise<void> {
  let crash: string | undefined;
  const host = {
    ...createHost(publicUrl),
    onCrash(_: string, error: unknown) {
      crash = (error instanceof Error ? error.stack : undefined) ?? String(error);
    },
  };
  const work = whole ? runWhole : run;
  // Who asked looks after the time.
  const { status, body } = await work(JSON.parse(request) as RunRequest, host, within(Infinity));
  if (crash !== undefined) send({ id, crash });
  else {
    const { tool_id: toolId, error } = body as Partial<Failure>;
    send({ id, status, text: JSON.stringify(body), toolId, code: error?.code });
  }
}

function send(message: ReplyMessage): void {
  process.send?.(message);
}

/** Loads what most jobs are for before the first one comes. */
async function warmUp(): Promise<void> {
  await Promise.all(ENTRIES.filter(({ isolated }) => isolated).map(loadUnit));
}
