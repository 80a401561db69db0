/** The calls that run tools: single, legacy, batch, pipeline, and verify. */
import type { RouteScope } from "../limits/credentials.ts";
import type { Ticket } from "../limits/gate.ts";
import { runBatch } from "../run/batch.ts";
import { readBody, readObject } from "../run/body.ts";
import { RequestError, toolCrashed } from "../run/errors.ts";
import { runLegacy } from "../run/legacy.ts";
import { runPipeline } from "../run/pipeline.ts";
import { type RunHost, run } from "../run/run.ts";
import { stringify } from "../run/raw-json.ts";
import type { Terms } from "../run/terms.ts";
import { TextAnswer } from "../run/text-answer.ts";
import type { Answer, BodyShape, Failure, Success } from "../run/types.ts";
import { verify } from "../run/verify.ts";
import { callerOf, checkVisit, hungUp, send, termsOf, type Visit } from "./door.ts";
import type { Observation, ServeHost } from "./host.ts";
import { file } from "./reply.ts";

type Body = Readonly<Record<string, unknown>>;
type Work = (body: Body, host: RunHost, terms: Terms) => Promise<Answer<object>>;

interface Route {
  readonly path: RunPath;
  readonly scope: Exclude<RouteScope, "mcp">;
  readonly work: Work;
  /** Where the whole call can be another process's. */
  readonly shape?: BodyShape;
  /** What results become in the next step is known only there. */
  readonly isLinked?: boolean;
}

/** Reading a larger body keeps the others waiting for longer than handing it over unread. */
const MOST_READ_HERE_BYTES = 32_768;

const ROUTES = {
  "/api/run": {
    scope: "run",
    work: (body, ...rest) => run(body as never, ...rest),
    shape: "run",
  },
  "/api/batch": { scope: "batch", work: runBatch },
  "/api/pipeline": { scope: "pipeline", work: runPipeline, shape: "pipeline", isLinked: true },
  "/api/verify": { scope: "run", work: verify, shape: "verify", isLinked: true },
  "/api": { scope: "run", work: runLegacy, shape: "legacy" },
} as const satisfies Readonly<Record<string, Omit<Route, "path">>>;

export type RunPath = keyof typeof ROUTES;

/** What answers the calls of a path. */
export function repliesAt(path: RunPath, host: ServeHost): (visit: Visit) => Promise<Response> {
  const route = { ...ROUTES[path], path };
  return (visit) => reply(visit, route, host);
}

async function reply(visit: Visit, route: Route, host: ServeHost): Promise<Response> {
  const started = performance.now();
  const answered = await answer(visit, route, host, started);
  const text = answered instanceof TextAnswer ? answered.text : stringify(answered.body);
  host.observer?.note(observation(visit, route, { answered, text, started }));
  const { media } = answered;
  if (!media?.alone || route.path !== "/api/run") return send(text, answered, host);
  const { output = "" } = (answered.body as Success).result;
  return file(Buffer.from(output, "base64"), media.type, host.state.isDraining);
}

async function answer(
  visit: Visit,
  { scope, work, shape, isLinked = false }: Route,
  host: ServeHost,
  started: number,
): Promise<Answer<object>> {
  let ticket: Ticket | undefined;
  try {
    checkVisit(visit, host);
    const admitted = host.gate?.admit(scope, callerOf(visit, host));
    ticket = admitted instanceof Promise ? await admitted : admitted;
    const body = await readBody(visit.request);
    const milliseconds = scope === "run" ? host.deadlines.run : host.deadlines.batch;
    const terms = termsOf(started + milliseconds, ticket);
    if (shape && host.isolated && (isLinked || body.byteLength > MOST_READ_HERE_BYTES)) {
      const { publicUrl } = host.service;
      return await host.isolated.answerBody(body, shape, { ...terms, publicUrl });
    }
    return await work(readObject(body), host, terms);
  } catch (error) {
    if (error instanceof RequestError) return error.answer(started);
    if (visit.request.signal.aborted) return hungUp().answer(started);
    host.onCrash(scope, error);
    return toolCrashed(started);
  } finally {
    ticket?.leave();
  }
}

interface Answered {
  readonly answered: Answer<object>;
  readonly text: string;
  readonly started: number;
}

function observation({ request }: Visit, { path }: Route, done: Answered): Observation {
  const { answered, text, started } = done;
  const { toolId, code } =
    answered instanceof TextAnswer
      ? { toolId: answered.toolId, code: answered.error?.code }
      : factsOf(answered.body);
  return {
    method: request.method,
    route: path,
    status: answered.status,
    code,
    toolId,
    milliseconds: performance.now() - started,
    bytesIn: Number(request.headers.get("content-length") ?? 0),
    charactersOut: text.length,
  };
}

function factsOf(body: object) {
  const { tool_id: toolId, error } = body as Partial<Failure>;
  return { toolId, code: error?.code };
}
