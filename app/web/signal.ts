/** A value that components follow. */
import { useLayoutEffect, useState } from "preact/hooks"; // components and their state: 6 KB

export interface Signal<T> {
  value: T;
  follow(hear: () => void): () => void;
}

export function signal<T>(first: T): Signal<T> {
  let current = first;
  const hearers = new Set<() => void>();
  return {
    get value() {
      return current;
    },
    set value(next) {
      if (Object.is(next, current)) return;
      current = next;
      for (const hear of hearers) hear();
    },
    follow(hear) {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
  };
}

export function useSignal<T>(source: Signal<T>): T {
  const [, draw] = useState(0);
  // At once: a change before the next frame would be missed.
  useLayoutEffect(() => source.follow(() => draw((count) => count + 1)), [source]);
  return source.value;
}
