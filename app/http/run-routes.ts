/** The calls that run tools: single, legacy, batch, pipeline, and verify. */
import type { Elysia } from "elysia";
import { findByAnyName } from "../registry.ts";
import { runBatch } from "../run/batch.ts";
import { invalidRequest, RequestError } from "../run/errors.ts";
import { runPipeline } from "../run/pipeline.ts";
import { type RunHost, run } from "../run/run.ts";
import type { Answer } from "../run/types.ts";
import { verify } from "../run/verify.ts";
import { checkContentType, readObject } from "./body.ts";
import { json } from "./reply.ts";

type Body = Readonly<Record<string, unknown>>;

export function addRunRoutes(app: Elysia, host: RunHost): void {
  const route = (work: (body: Body) => Promise<Answer<object>>) => {
    return ({ request }: { request: Request }) => reply(request, work);
  };
  // The body is read by hand: one parse, and errors that say where.
  app
    .post(
      "/api/run",
      route((body) => run(body as never, host)),
      { parse: "none" },
    )
    .post(
      "/api/batch",
      route((body) => runBatch(body, host)),
      { parse: "none" },
    )
    .post(
      "/api/pipeline",
      route((body) => runPipeline(body, host)),
      { parse: "none" },
    )
    .post(
      "/api/verify",
      route((body) => verify(body, host)),
      { parse: "none" },
    )
    .post(
      "/api",
      route((body) => runLegacy(body, host)),
      { parse: "none" },
    );
}

async function reply(
  request: Request,
  work: (body: Body) => Promise<Answer<object>>,
): Promise<Response> {
  const started = performance.now();
  try {
    checkContentType(request);
    return send(await work(readObject(await request.arrayBuffer())));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return send(error.answer(started));
  }
}

function send({ status, body, retryAfter }: Answer<object>): Response {
  if (retryAfter === undefined) return json(body, status);
  return json(body, status, { "retry-after": String(retryAfter) });
}

/** The first shape of the call: `tool` beside `tool_id`, short names, and `tool` in the answer. */
async function runLegacy(body: Body, host: RunHost): Promise<Answer<object>> {
  const name = body["tool_id"] ?? body["tool"];
  if (typeof name !== "string" || name === "") {
    throw invalidRequest("tool is missing", 'Send {"tool": "json-formatter", "input": {…}}');
  }
  const answer = await run({ ...body, tool_id: legacyName(name) } as never, host);
  const { tool_id: tool } = answer.body;
  return {
    status: answer.status,
    body: tool === undefined ? answer.body : { ...answer.body, tool },
  };
}

/** An alias stays, since it may stand for some input; a short name becomes the id. */
function legacyName(name: string): string {
  const entry = findByAnyName(name);
  return entry && !entry.aliases.includes(name) ? entry.id : name;
}
