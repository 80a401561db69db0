/** The host of runs on the command line: no server, no log, the same runner. */
import { nearestIds, SERVICE_VERSION } from "../registry.ts";
import type { RunHost } from "../run/run.ts";
import { toolFacts } from "../run/tool-facts.ts";

export const DEFAULT_URL = "http://127.0.0.1:8787";

export function createHost(publicUrl = DEFAULT_URL): RunHost {
  return {
    service: { publicUrl, version: SERVICE_VERSION, tool: toolFacts, nearest: nearestIds },
    onCrash(toolId, error) {
      // The stack names our own files only; the input is never part of it.
      console.error(`bug in ${toolId}: ${error instanceof Error ? error.stack : String(error)}`);
    },
  };
}
