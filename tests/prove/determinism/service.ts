/** The executable as a service: what its routes answer. */
import { findEntry } from "../../../app/registry.ts";
import { HANDSHAKE_REVISIONS, STATELESS_REVISIONS } from "../../../app/mcp/protocol.ts";
import { MAX_BATCH } from "../../../app/run/sizes.ts";
import type { Call } from "./calls.ts";
import type { Party } from "./compare.ts";
import { type Answered, type Form, type Outcome, outcomeOf } from "./outcome.ts";
import { type MessageAnswer, messageOf, outcomeOfMessage } from "./rpc.ts";

/** As many calls are on their way at once. */
const AT_ONCE = 4;

async function post(url: string, body: unknown, headers: object = {}): Promise<unknown> {
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return answer.json();
}

/** Some calls at a time, each group answered by one request. */
function grouped(
  name: string,
  size: number,
  work: (group: readonly Call[], form: Form) => Promise<readonly Outcome[]>,
): Party {
  return {
    name,
    async ask(calls, form) {
      const outcomes: (readonly Outcome[])[] = [];
      const starts = Array.from({ length: Math.ceil(calls.length / size) }, (_, at) => at * size);
      const rest = starts.values();
      const goOn = async (): Promise<void> => {
        for (const start of rest) {
          outcomes[start / size] = await work(calls.slice(start, start + size), form);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, goOn));
      return outcomes.flat();
    },
  };
}

function single(name: string, work: (call: Call, form: Form) => Promise<Outcome>): Party {
  return grouped(name, 1, async (group, form) =>
    Promise.all(group.map((call) => work(call, form))),
  );
}

const requestOf = ({ tool_id, input, options }: Call) => ({ tool_id, input, options });

export function runRoute(name: string, base: string): Party {
  return single(name, async (call, form) =>
    outcomeOf((await post(`${base}/api/run`, requestOf(call))) as Answered, form),
  );
}

function legacyRoute(base: string): Party {
  return single("POST /api", async ({ tool_id: tool, input, options }, form) =>
    outcomeOf((await post(`${base}/api`, { tool, input, options })) as Answered, form),
  );
}

function batchRoute(base: string): Party {
  return grouped("POST /api/batch", MAX_BATCH, async (group, form) => {
    const requests = group.map((call, at) => ({ id: String(at), ...requestOf(call) }));
    const { results } = (await post(`${base}/api/batch`, { requests })) as {
      readonly results: readonly Answered[];
    };
    return results.map((result) => outcomeOf(result, form));
  });
}

/** What works on files of the browser is no step; the service says so itself. */
const NO_STEP = "PIPELINE_STEP_NOT_ALLOWED";

function pipelineRoute(base: string): Party {
  return single("POST /api/pipeline, one step", async (call, form) => {
    const body = { steps: [requestOf(call)] };
    const answer = (await post(`${base}/api/pipeline`, body)) as Answered & {
      readonly steps?: readonly Answered[];
    };
    const isBrowsers = findEntry(call.tool_id)?.browser === true;
    if (isBrowsers && answer.error?.code === NO_STEP) {
      return { omitted: "works on files of the browser, so it is no step of a pipeline" };
    }
    return outcomeOf(answer.steps?.[0] ?? answer, form);
  });
}

function mcpRoute(base: string, revision: string): Party {
  const isStateless = STATELESS_REVISIONS.includes(revision);
  const method = { "mcp-method": "tools/call", "mcp-name": "run_tool" };
  const headers = { "mcp-protocol-version": revision, ...(isStateless ? method : {}) };
  return single(`MCP ${revision} over HTTP`, async (call, form) => {
    const message = messageOf(call, 1, isStateless ? revision : undefined);
    return outcomeOfMessage((await post(`${base}/mcp`, message, headers)) as MessageAnswer, form);
  });
}

export function httpDoors(base: string): readonly Party[] {
  return [
    runRoute("POST /api/run", base),
    legacyRoute(base),
    batchRoute(base),
    pipelineRoute(base),
    ...[...STATELESS_REVISIONS, ...HANDSHAKE_REVISIONS].map((revision) => mcpRoute(base, revision)),
  ];
}
