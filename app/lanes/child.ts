/** A process of the pool: takes one job after the other and ends with its parent. */
import { ENTRIES, loadUnit } from "../registry.ts";
import { readObject } from "../run/body.ts";
import { RequestError } from "../run/errors.ts";
import { runLegacy } from "../run/legacy.ts";
import { runPipeline } from "../run/pipeline.ts";
import { type RunHost, run, runWhole } from "../run/run.ts";
import { readInputChars, sizes } from "../run/sizes.ts";
import { tell } from "../run/tell.ts";
import { type Terms, within } from "../run/terms.ts";
import type { Answer, BodyShape, Failure, RunRequest } from "../run/types.ts";
import { verify } from "../run/verify.ts";
import { createHost } from "./host.ts";
import type { JobMessage, PermissionMessage, ReplyMessage } from "./messages.ts";
import { compileAsUsual } from "./self.ts";

/** `characters` is how large an input may be. */
export default async function serveJobs([characters = ""]: readonly string[]): Promise<number> {
  if (characters !== "") sizes.inputChars = readInputChars(characters);
  const closed = new Promise<void>((resolve) => process.once("disconnect", () => resolve()));
  // A signal to the whole group is for the parent, which ends its children when their work is done.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  process.on("message", hear);
  await warmUp();
  compileAsUsual();
  bytesAtRest = process.memoryUsage.rss();
  send({ ready: true });
  await closed;
  return 0;
}

/** What the last jobs left behind is given back once nobody waits for this process. */
const REST_MS = 500;
let resting: Timer | undefined;
/** Or before the next job, where it is so much that the job could lack it. */
const MUCH_BYTES = 200 << 20;
let bytesAtRest = Infinity;

function rest(): void {
  Bun.gc(true);
  bytesAtRest = process.memoryUsage.rss();
}

/** One job at a time, so one question. */
let permitted: PromiseWithResolvers<void> | undefined;

function hear(message: JobMessage | PermissionMessage): void {
  if ("publicUrl" in message) {
    void answer(message);
    return;
  }
  const { refusal } = message;
  if (!refusal) permitted?.resolve();
  else permitted?.reject(new RequestError(refusal.status, refusal.error, refusal.retryAfter));
}

async function answer(job: JobMessage): Promise<void> {
  clearTimeout(resting);
  if (process.memoryUsage.rss() - bytesAtRest > MUCH_BYTES) rest();
  send(await replyTo(job));
  resting = setTimeout(rest, REST_MS);
}

async function replyTo(job: JobMessage): Promise<ReplyMessage> {
  const { id } = job;
  let crash: string | undefined;
  const host: RunHost = {
    ...createHost(job.publicUrl),
    onCrash(_, error) {
      crash = stackOf(error);
    },
  };
  try {
    const { status, body, retryAfter, media } = await work(job, host);
    if (crash !== undefined) return { id, crash };
    const { tool_id: toolId, error, tokens_saved_estimate: saved = 0 } = body as Partial<Failure>;
    const text = JSON.stringify(body);
    const told = job.door === "mcp" ? tell(body) : undefined;
    return { id, status, retryAfter, media, text, told, toolId, error, saved };
  } catch (error) {
    // There may be memory for a value, and none for its text.
    return { id, crash: stackOf(error) };
  }
}

function stackOf(error: unknown): string {
  return (error instanceof Error ? error.stack : undefined) ?? String(error);
}

type Body = Readonly<Record<string, unknown>>;
type Answering = (body: Body, host: RunHost, terms: Terms) => Promise<Answer<object>>;

const ANSWERING: Readonly<Record<BodyShape, Answering>> = {
  run: (body, ...others) => run(body as never, ...others),
  legacy: runLegacy,
  pipeline: runPipeline,
  verify,
};

async function work(job: JobMessage, host: RunHost): Promise<Answer<object>> {
  // Who asked looks after the time.
  const untimed = within(Infinity, job.door);
  if ("request" in job) {
    return (job.whole ? runWhole : run)(JSON.parse(job.request) as RunRequest, host, untimed);
  }
  try {
    const body =
      typeof job.body === "string" ? (JSON.parse(job.body) as Body) : readObject(job.body);
    const allow = (toolIds: readonly string[], calls: number) => {
      permitted = Promise.withResolvers();
      send({ id: job.id, toolIds, calls });
      return permitted.promise;
    };
    const permit: Terms["permit"] = (toolIds) => allow(toolIds, 0);
    return await ANSWERING[job.shape](body, host, { ...untimed, allow, permit });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return error.answer(performance.now());
  }
}

function send(message: ReplyMessage): void {
  process.send?.(message);
}

/** Loads what most jobs are for before the first one comes. */
async function warmUp(): Promise<void> {
  await Promise.all(ENTRIES.filter(({ isolated }) => isolated).map(loadUnit));
}
