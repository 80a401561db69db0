/** The five tools of the MCP endpoint: a compact router, not a dump of every schema. */
import { DEFAULT_SEARCH_LIMIT, MAX_SEARCH_LIMIT, searchTools } from "../catalogue.ts";
import { runBatch } from "../run/batch.ts";
import { elapsed, invalidRequest, isRefusal, RequestError } from "../run/errors.ts";
import { runPipeline } from "../run/pipeline.ts";
import { RawJson } from "../run/raw-json.ts";
import { type RunHost, run } from "../run/run.ts";
import { MAX_BATCH, MAX_STEPS } from "../run/sizes.ts";
import { tell, type Told, tellResult } from "../run/tell.ts";
import type { Terms } from "../run/terms.ts";
import { TextAnswer } from "../run/text-answer.ts";
import {
  type Answer,
  type Failure,
  type Media,
  RESPONSE_MODES,
  type Success,
} from "../run/types.ts";
import type { CallResult, McpTool } from "./dispatch.ts";
import { leanSchema } from "./lean-schema.ts";

type Args = Readonly<Record<string, unknown>>;
type Body = Readonly<Record<string, unknown>>;

const PURE = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;
const TOOL_ID = { type: "string", minLength: 1 } as const;
const OBJECT = { type: "object" } as const;
const MODE = { type: "string", enum: RESPONSE_MODES } as const;
/** What is the same for a call in a batch or pipeline is told once. */
const CALL = {
  tool_id: TOOL_ID,
  input: { ...OBJECT, description: "Fields of the tool's schema" },
  response_mode: { ...MODE, description: "compact or output save tokens" },
  options: { ...OBJECT, description: "seed, now (RFC 3339), receipt: repeatable runs" },
} as const;

export function createTools(host: RunHost): McpTool[] {
  return [
    searchTool(),
    schemaTool(),
    runTool((args, terms) => run(args as never, host, terms)),
    batchTool((args, terms) => runBatch(args, host, terms)),
    pipelineTool((args, terms) => runLinked(args, host, terms)),
  ];
}

/** What results become in the next step is not for this process to find out. */
async function runLinked(args: Args, host: RunHost, terms: Terms): Promise<Answer<object>> {
  const { isolated, service } = host;
  if (!isolated) return runPipeline(args, host, terms);
  const { publicUrl } = service;
  return isolated.answerBody(JSON.stringify(args), "pipeline", { ...terms, publicUrl });
}

type Work = (args: Args, terms: Terms) => Promise<Answer<object>>;

function searchTool(): McpTool {
  const limit = {
    type: "integer",
    minimum: 1,
    maximum: MAX_SEARCH_LIMIT,
    default: DEFAULT_SEARCH_LIMIT,
  };
  return {
    name: "search_tools",
    description:
      "Find deterministic tools (format, convert, validate, hash, date, finance, schema, agent checks …) by what you need. Returns ids and field signatures.",
    inputSchema: object({ query: { type: "string" }, limit }, ["query"]),
    annotations: PURE,
    call: (args) => answer(async () => search(args)),
  };
}

function schemaTool(): McpTool {
  return {
    name: "get_tool_schema",
    description: "Input schema, limits, value, failures and an example of one tool.",
    inputSchema: object({ tool_id: TOOL_ID }, ["tool_id"]),
    annotations: PURE,
    call: (args) => answer(async () => leanSchema(readText(args, "tool_id"))),
  };
}

function runTool(work: Work): McpTool {
  return {
    name: "run_tool",
    description:
      "Run one tool. Same input, same bytes. result: ok, output (text), value (data), valid (verdict), errors, warnings. Errors name the field and what was expected: correct and call again.",
    inputSchema: object(CALL, ["tool_id"]),
    annotations: PURE,
    async call(args, terms) {
      let media: Media | undefined;
      const result = await answer(async () => {
        const ran = await work(args, terms);
        ({ media } = ran);
        return bodyOrRefusal(ran);
      });
      return media ? withPicture(result, media) : result;
    },
  };
}

/** A picture is shown as one, not as a text of its bytes. */
function withPicture(result: CallResult, { type }: Media): CallResult {
  const { structuredContent: content } = result;
  const body = content instanceof RawJson ? JSON.parse(content.text) : content;
  const { output = "", warnings = [] } = (body as Success).result;
  if (!type.startsWith("image/")) return result;
  const texts = tellResult({ output: type, warnings });
  const picture = { type: "image", data: output, mimeType: type };
  const { output: _once, ...others } = (body as Success).result;
  return {
    ...result,
    content: [picture, ...texts.map((text) => ({ type: "text", text }))],
    structuredContent: { ...body, result: others },
  };
}

function batchTool(work: Work): McpTool {
  const call = { id: TOOL_ID, tool_id: TOOL_ID, input: OBJECT, options: OBJECT };
  const items = object(call, ["id", "tool_id"]);
  const requests = { type: "array", minItems: 1, maxItems: MAX_BATCH, items };
  return {
    name: "run_batch",
    description: `Run 1 to ${MAX_BATCH} independent calls side by side.`,
    inputSchema: object({ requests, response_mode: MODE }, ["requests"]),
    annotations: PURE,
    call: (args, terms) => answer(async () => bodyOrRefusal(await work(args, terms))),
  };
}

function pipelineTool(work: Work): McpTool {
  const items = object({ tool_id: TOOL_ID, input: OBJECT, options: OBJECT }, ["tool_id"]);
  const steps = { type: "array", minItems: 1, maxItems: MAX_STEPS, items };
  return {
    name: "run_pipeline",
    description: `Run 1 to ${MAX_STEPS} linked steps. In a step's input $INPUT is the pipeline input, $PREV the previous output, $STEP[n] an earlier one.`,
    inputSchema: object({ input: { type: "string" }, steps, response_mode: MODE }, ["steps"]),
    annotations: PURE,
    call: (args, terms) => answer(async () => bodyOrRefusal(await work(args, terms))),
  };
}

function object(properties: object, required: readonly string[]): object {
  return { type: "object", properties, required };
}

async function search(args: Args): Promise<Body> {
  const limit = args["limit"] ?? DEFAULT_SEARCH_LIMIT;
  if (!Number.isInteger(limit) || (limit as number) < 1 || (limit as number) > MAX_SEARCH_LIMIT) {
    throw invalidRequest(
      "limit is out of bounds",
      `limit is a whole number from 1 to ${MAX_SEARCH_LIMIT}`,
    );
  }
  const sample = args["sample"];
  const {
    tools,
    next_step: _http,
    ...found
  } = await searchTools({
    query: args["query"] === undefined ? "" : readText(args, "query"),
    limit: limit as number,
    sample: typeof sample === "string" ? sample : undefined,
  });
  // What a choice needs: a client may show a model all that is here.
  const hits = tools.map(({ id, summary, signature }) => ({ id, summary, signature }));
  const next_step = found.nothing_fits
    ? "search_tools with other words"
    : "get_tool_schema, then run_tool";
  return { ...found, tools: hits, next_step };
}

function readText(args: Args, name: string): string {
  const text = args[name];
  if (typeof text === "string") return text;
  throw invalidRequest(`${name} is missing`, `Send ${name} as a string`);
}

/** The envelope; throws where the caller may not, or not now, which is no answer of a tool. */
function bodyOrRefusal(answered: Answer<object>): object {
  const { status, retryAfter } = answered;
  const isText = answered instanceof TextAnswer;
  const error = isText ? answered.error : (answered.body as Partial<Failure>).error;
  if (error && isRefusal({ status, error })) throw new RequestError(status, error, retryAfter);
  return isText ? answered.raw : answered.body;
}

/** The envelope as structured content, and the gist of it as text. */
async function answer(work: () => Promise<object>): Promise<CallResult> {
  const started = performance.now();
  const body = await bodyOf(work, started);
  if (body instanceof RawJson) return told(body, body.told ?? [], body.text.startsWith(FAILED));
  return told(body, tell(body), body["success"] !== true);
}

/** How every envelope of a failure begins. */
const FAILED = '{"success":false';

function told(structuredContent: object, texts: Told, isError: boolean): CallResult {
  return {
    content: texts.map((text) => ({ type: "text", text })),
    structuredContent,
    ...(isError ? { isError } : {}),
  };
}

async function bodyOf(work: () => Promise<object>, started: number): Promise<Body | RawJson> {
  try {
    const body = (await work()) as Body | RawJson;
    if (body instanceof RawJson) return body;
    return "processing_time_ms" in body && body["processing_time_ms"] === 0
      ? { ...body, processing_time_ms: elapsed(started) }
      : body;
  } catch (error) {
    if (!(error instanceof RequestError) || isRefusal(error)) throw error;
    return { ...error.answer(started).body };
  }
}
