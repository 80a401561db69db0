/** Up to five independent runs in one request. */
import { beginning } from "../../tools/_lib/text/shown.ts";
import { elapsed, invalidRequest, RequestError } from "./errors.ts";
import { type RunHost, run } from "./run.ts";
import { allowAll, DEADLINES_MS, type Terms, turn, within } from "./terms.ts";
import { partOf, type RunPart } from "./text-answer.ts";
import type { Answer } from "./types.ts";
import { MAX_BATCH } from "./sizes.ts";

interface BatchItem {
  readonly id: string;
  readonly tool_id: string;
  readonly input?: unknown;
  readonly options?: unknown;
}

export interface BatchAnswer {
  success: true;
  results: (RunPart & { readonly id: string; readonly tool_id: string })[];
  summary: { total: number; succeeded: number; failed: number };
  tokens_saved_estimate: number;
  processing_time_ms: number;
}

/** Runs the items side by side; one item's failure is its own. Throws `RequestError` for a bad request. */
export async function runBatch(
  body: Readonly<Record<string, unknown>>,
  host: RunHost,
  terms: Terms = within(DEADLINES_MS.batch),
): Promise<Answer<BatchAnswer>> {
  const started = performance.now();
  const items = readItems(body["requests"]);
  await allowAll(items, terms);
  const { deadline, subject, door, permit } = terms;
  const response_mode = body["response_mode"];
  const running: Promise<Answer>[] = [];
  for (const item of items) {
    // Others have their turn between two items.
    if (running.length > 0) await turn();
    running.push(run({ ...item, response_mode }, host, { deadline, subject, door, permit }));
  }
  const answers = await Promise.all(running);
  const parts = answers.map(partOf);
  const results = parts.map(({ part }, index) => {
    const { id = "", tool_id = "" } = items[index] ?? {};
    return { id, ...part, tool_id: part.tool_id ?? tool_id };
  });
  const succeeded = results.filter(({ success }) => success).length;
  return {
    status: 200,
    body: {
      success: true,
      results,
      summary: { total: results.length, succeeded, failed: results.length - succeeded },
      tokens_saved_estimate: parts.reduce((sum, { saved }) => sum + saved, 0),
      processing_time_ms: elapsed(started),
    },
  };
}

const SHAPE = 'Send {"requests": [{"id": "a", "tool_id": "json-formatter", "input": {…}}]}';

function readItems(requests: unknown): BatchItem[] {
  if (!Array.isArray(requests)) throw invalidRequest("requests is not an array", SHAPE);
  if (requests.length === 0 || requests.length > MAX_BATCH) {
    throw new RequestError(422, {
      code: "BATCH_LIMIT_EXCEEDED",
      message: `A batch has 1 to ${MAX_BATCH} requests, this one has ${requests.length}`,
      hint: "Split it into several batches",
    });
  }
  const seen = new Set<string>();
  return requests.map((item: unknown, index) => {
    if (typeof item !== "object" || item === null || Array.isArray(item)) {
      throw invalidRequest(`requests[${index}] is not an object`, SHAPE);
    }
    const { id, tool_id, input, options } = item as Record<string, unknown>;
    if (typeof id !== "string" || id === "") {
      throw invalidRequest(
        `requests[${index}].id is missing`,
        "Each request needs an id of its own",
      );
    }
    if (seen.has(id)) {
      throw invalidRequest(
        `requests[${index}].id ${JSON.stringify(beginning(id, 80))} occurs twice`,
        "Each request needs an id of its own",
      );
    }
    seen.add(id);
    if (typeof tool_id !== "string" || tool_id === "") {
      throw invalidRequest(`requests[${index}].tool_id is missing`, SHAPE);
    }
    return { id, tool_id, input, options };
  });
}
