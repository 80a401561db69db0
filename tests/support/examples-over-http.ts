/**
 * Starts the executable, sends it every example of every unit over HTTP, and prints what it answered. A program of its
 * own, as it is started where tests cannot be: in a namespace without a network.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { detailOf, ENTRIES, loadDetails } from "../../app/registry.ts";
import { PATIENT, startServer } from "./server.ts";

export interface Answered {
  /** Those of the process, as the system has them. */
  readonly interfaces: readonly string[];
  /** The `result` of each answer, by the unit's id and in the order of its examples. */
  readonly results: Readonly<Record<string, readonly unknown[]>>;
}

if (import.meta.main) console.log(JSON.stringify(await answers()));

async function answers(): Promise<Answered> {
  await loadDetails();
  const folder = await mkdtemp(`${tmpdir()}/examples-`);
  const server = await startServer("binary", [...PATIENT, "--data", folder]);
  const ask = async (body: object): Promise<unknown> => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${server.base}/api/run`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { result?: unknown }).result;
  };
  const results: Record<string, unknown[]> = {};
  for (const entry of ENTRIES) {
    const calls = detailOf(entry).examples.map(({ input, options }) =>
      ask({ tool_id: entry.id, input, options }),
    );
    results[entry.id] = await Promise.all(calls);
  }
  await server.stop();
  await rm(folder, { recursive: true });
  return { interfaces: await interfaces(), results };
}

async function interfaces(): Promise<string[]> {
  const table = await Bun.file("/proc/self/net/dev").text();
  return [...table.matchAll(/^ *(\S+):/gm)].map(([, name = ""]) => name);
}
