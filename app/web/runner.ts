/** Runs a unit here, in a worker that can be ended, or on the server. */
import type { Failure, RunRequest, Success } from "../run/types.ts";
import { SETUP } from "./setup.ts";
import type { Delivery, Order } from "./worker.ts";

export type Body = Success | Failure;

export interface Running {
  /** Over once the unit's code was fetched: what comes then is the run itself. */
  readonly begun: Promise<void>;
  readonly body: Promise<Body>;
  /** Ends it; `body` rejects with `Stopped`. */
  stop(): void;
}

/** The run was ended before it was over. */
export class Stopped extends Error {}

/** One works, and one is ready for when that has to be ended. */
const spare: Worker[] = [];

function takeWorker(): Worker {
  return spare.pop() ?? new Worker(SETUP.worker, { type: "module" });
}

/** Starts a worker before it is needed. */
export function warmUp(): void {
  if (spare.length === 0) spare.push(new Worker(SETUP.worker, { type: "module" }));
}

let orders = 0;

export function runHere(request: RunRequest): Running {
  const worker = takeWorker();
  const id = orders++;
  const { promise, resolve, reject } = Promise.withResolvers<Body>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const listening = new AbortController();
  const { signal } = listening;
  worker.addEventListener(
    "message",
    ({ data }: MessageEvent<Delivery>) => {
      if (data.id !== id) return;
      begin();
      if (!data.body) return;
      listening.abort();
      spare.push(worker);
      resolve(data.body);
    },
    { signal },
  );
  worker.addEventListener(
    "error",
    ({ message }) => {
      listening.abort();
      worker.terminate();
      reject(new Error(message || "The worker failed"));
    },
    { signal },
  );
  worker.postMessage({ id, request, publicUrl: location.origin } satisfies Order);
  return {
    begun,
    body: promise,
    stop() {
      // Over: the worker may be at the next run already.
      if (signal.aborted) return;
      listening.abort();
      worker.terminate();
      reject(new Stopped());
      warmUp();
    },
  };
}

export function runOnServer(request: RunRequest): Running {
  const controller = new AbortController();
  const body = post("/api/run", request, controller.signal) as Promise<Body>;
  return {
    begun: Promise.resolve(),
    body: body.catch((error: unknown) => {
      throw controller.signal.aborted ? new Stopped() : error;
    }),
    stop: () => controller.abort(),
  };
}

/** The service takes no call for so many seconds. */
export class Busy extends Error {
  readonly seconds: number;
  readonly said: Failure["error"];
  constructor(seconds: number, said: Failure["error"]) {
    super(said.message);
    this.seconds = seconds;
    this.said = said;
  }
}

/** The answer of a route as JSON, whatever its status, but for those that ask to wait. */
export async function post(path: string, body: object, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
  const answer: unknown = await response.json();
  const seconds = Number(response.headers.get("retry-after"));
  if (seconds > 0) throw new Busy(seconds, (answer as Failure).error);
  return answer;
}
