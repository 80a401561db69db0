/** In a page of the service: makes calls as the page does, in the page's own worker. */
import type { Asked } from "../../../app/web/answer.ts";
import type { Failure, Success } from "../../../app/run/types.ts";
import { type Form, type Outcome, outcomeOf, type Request } from "./outcome.ts";

/** What the worker is sent, */
export interface Order extends Asked {
  readonly id: number;
}

/** and what it sends: without a body when the run begins. */
export interface Delivery {
  readonly id: number;
  readonly body?: Success | Failure;
}

export interface Batch {
  /** The address of the page's script for workers. */
  readonly script: string;
  readonly requests: readonly Request[];
  readonly form: Form;
  readonly publicUrl: string;
}

/** The name under which pages know it. */
export const ASK = "purebox.ask";

let worker: Worker | undefined;
let orders = 0;

async function ask({ script, requests, form, publicUrl }: Batch): Promise<readonly Outcome[]> {
  worker ??= new Worker(script, { type: "module" });
  const outcomes: Outcome[] = [];
  for (const request of requests) {
    outcomes.push(outcomeOf(await answerOf(worker, { id: orders++, request, publicUrl }), form));
  }
  return outcomes;
}

function answerOf(to: Worker, order: Order): Promise<Success | Failure> {
  const { promise, resolve, reject } = Promise.withResolvers<Success | Failure>();
  const listening = new AbortController();
  const { signal } = listening;
  to.addEventListener(
    "message",
    ({ data }: MessageEvent<Delivery>) => {
      if (data.id !== order.id || !data.body) return;
      listening.abort();
      resolve(data.body);
    },
    { signal },
  );
  to.addEventListener("error", ({ message }) => reject(new Error(message)), { signal });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  to.postMessage(order);
  return promise;
}

(globalThis as unknown as Record<string, typeof ask>)[ASK] = ask;
