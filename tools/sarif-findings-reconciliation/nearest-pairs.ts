/** Pairs of things on a line, the nearest first, without comparing all of them. */

export interface Placed {
  /** Null for none: near to others without one, far from all with one. */
  readonly line: number | null;
  /** Decides between pairs that are as near. */
  readonly order: number;
}

export interface Pair<T> {
  readonly left: T;
  readonly right: T;
}

/** Things of both sides in the order of their own that stand at one line. */
interface Stop<T> {
  readonly line: number;
  readonly isLeft: boolean;
  readonly things: T[];
  before: Stop<T> | undefined;
  after: Stop<T> | undefined;
}

interface Candidate<T> {
  readonly distance: number;
  readonly left: Stop<T>;
  readonly right: Stop<T>;
  readonly leftOrder: number;
  readonly rightOrder: number;
}

/**
 * Pairs each thing once: always the nearest that are left, of several as near those whose `left` comes first,
 * then whose `right` does. Of what is left the nearest always stand side by side, so that only neighbours are
 * looked at.
 */
export function nearestPairs<T extends Placed>(left: readonly T[], right: readonly T[]): Pair<T>[] {
  const pairs: Pair<T>[] = [];
  const rest = pairEqual(left, right, pairs);
  const stops = stopsOf(rest.left, rest.right);
  const queue = new Queue<T>();
  for (const stop of stops) queue.offer(stop, stop.after);
  for (let next = queue.take(); next; next = queue.take()) {
    const [a, b] = [next.left.things.shift() as T, next.right.things.shift() as T];
    pairs.push({ left: a, right: b });
    for (const stop of [next.left, next.right]) {
      if (stop.things.length === 0) queue.offer(...unlink(stop));
      else {
        queue.offer(stop.before, stop);
        queue.offer(stop, stop.after);
      }
    }
  }
  const inOrder = (things: readonly T[], paired: ReadonlySet<T>) =>
    things.filter((thing) => !paired.has(thing));
  const done = new Set(pairs.flatMap((pair) => [pair.left, pair.right]));
  const [others, more] = [inOrder(left, done), inOrder(right, done)];
  for (let at = 0; at < Math.min(others.length, more.length); at++) {
    pairs.push({ left: others[at] as T, right: more[at] as T });
  }
  return pairs;
}

/** Pairs what stands at the same line, or nowhere. */
function pairEqual<T extends Placed>(
  left: readonly T[],
  right: readonly T[],
  pairs: Pair<T>[],
): { readonly left: T[]; readonly right: T[] } {
  const byLine = new Map<number | null, T[]>();
  for (const thing of right.toReversed()) {
    const list = byLine.get(thing.line);
    if (list) list.push(thing);
    else byLine.set(thing.line, [thing]);
  }
  const alone = left.filter((thing) => {
    const other = byLine.get(thing.line)?.pop();
    if (other) pairs.push({ left: thing, right: other });
    return !other;
  });
  return { left: alone, right: [...byLine.values()].flatMap((list) => list.toReversed()) };
}

function stopsOf<T extends Placed>(left: readonly T[], right: readonly T[]): Stop<T>[] {
  const stops = new Map<string, Stop<T>>();
  const put = (things: readonly T[], isLeft: boolean) => {
    for (const thing of things) {
      if (thing.line === null) continue;
      const key = `${isLeft} ${thing.line}`;
      const stop = stops.get(key);
      if (stop) stop.things.push(thing);
      else {
        const { line } = thing;
        stops.set(key, { line, isLeft, things: [thing], before: undefined, after: undefined });
      }
    }
  };
  put(left, true);
  put(right, false);
  const sorted = [...stops.values()].toSorted((a, b) => a.line - b.line);
  sorted.forEach((stop, at) => {
    stop.before = sorted[at - 1];
    stop.after = sorted[at + 1];
  });
  return sorted;
}

/** Takes a stop out; its neighbours are neighbours now. */
function unlink<T>(stop: Stop<T>): [Stop<T> | undefined, Stop<T> | undefined] {
  const { before, after } = stop;
  if (before) before.after = after;
  if (after) after.before = before;
  return [before, after];
}

/** Candidates by distance; those whose things are gone by then are passed over. */
class Queue<T extends Placed> {
  readonly #heap: Candidate<T>[] = [];

  offer(one: Stop<T> | undefined, other: Stop<T> | undefined): void {
    if (!one || !other || one.isLeft === other.isLeft) return;
    const [left, right] = one.isLeft ? [one, other] : [other, one];
    const [a, b] = [left.things[0], right.things[0]];
    if (!a || !b) return;
    const distance = Math.abs(left.line - right.line);
    this.#push({ distance, left, right, leftOrder: a.order, rightOrder: b.order });
  }

  take(): Candidate<T> | undefined {
    for (let top = this.#pop(); top; top = this.#pop()) {
      const isFresh =
        top.left.things[0]?.order === top.leftOrder &&
        top.right.things[0]?.order === top.rightOrder;
      if (isFresh) return top;
    }
    return undefined;
  }

  #push(candidate: Candidate<T>): void {
    const heap = this.#heap;
    let at = heap.push(candidate) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as Candidate<T>;
      if (compare(above, candidate) <= 0) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = candidate;
  }

  #pop(): Candidate<T> | undefined {
    const heap = this.#heap;
    const [top] = heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return top;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      const right = heap[child + 1];
      if (right && compare(right, heap[child] as Candidate<T>) < 0) child++;
      const below = heap[child] as Candidate<T>;
      if (compare(last, below) <= 0) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
    return top;
  }
}

function compare<T>(a: Candidate<T>, b: Candidate<T>): number {
  return a.distance - b.distance || a.leftOrder - b.leftOrder || a.rightOrder - b.rightOrder;
}
