/** Runs units in this browser, one after the other. */
import type { Failure, Success } from "../run/types.ts";
import { answer, type Asked } from "./answer.ts";
import { standInForSharedMemory } from "./no-shared-memory.ts";

export interface Order extends Asked {
  readonly id: number;
}

/** First that the code is there and the run begins, then what came of it. */
export interface Delivery {
  readonly id: number;
  readonly body?: Success | Failure;
}

standInForSharedMemory();

self.addEventListener("message", ({ data }: MessageEvent<Order>) => {
  const { id } = data;
  const say = (said: Omit<Delivery, "id">): void => self.postMessage({ id, ...said });
  void answer(data, () => say({})).then((body) => say({ body }));
});
