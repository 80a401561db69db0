/** The elements of three versions of an array, in their order. */
export interface Orders {
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

export interface MergedOrder {
  readonly elements: readonly string[];
  /** Both sides changed the order of what was there, and not to the same. */
  readonly isContested: boolean;
}

/**
 * One order for the elements that are left. Ours leads, unless only theirs changed the order of what was
 * there; what the leader lacks goes behind what it follows on the other side.
 */
export function mergeOrder(orders: Orders, isLeft: (element: string) => boolean): MergedOrder {
  const { base, ours, theirs } = orders;
  const oursKept = keepsOrder(base, ours);
  const theirsKept = keepsOrder(base, theirs);
  const oursLead = !oursKept || theirsKept;
  const [leader, other] = oursLead ? [ours, theirs] : [theirs, ours];
  const chain = new Chain(leader.filter(isLeft));
  const onlyOurs = oursLead ? without(ours, [...base, ...theirs]) : new Set<string>();
  let last: string | undefined;
  for (const element of other) {
    if (!isLeft(element)) continue;
    if (!chain.has(element)) chain.insert(element, last, onlyOurs);
    last = element;
  }
  const known = new Set(base);
  const isContested =
    !oursKept &&
    !theirsKept &&
    !keepsOrder(
      ours.filter((element) => known.has(element)),
      theirs,
    );
  return { elements: chain.list(), isContested };
}

/** Whether what two orders share stands in the same order. */
function keepsOrder(before: readonly string[], after: readonly string[]): boolean {
  const places = new Map(before.map((element, index) => [element, index]));
  let last = -1;
  for (const element of after) {
    const place = places.get(element);
    if (place === undefined) continue;
    if (place < last) return false;
    last = place;
  }
  return true;
}

function without(elements: readonly string[], others: readonly string[]): Set<string> {
  const set = new Set(elements);
  for (const element of others) set.delete(element);
  return set;
}

/** A linked list, so that an insertion costs the same anywhere. */
class Chain {
  readonly #next = new Map<string | undefined, string | undefined>();
  readonly #leading: ReadonlySet<string>;

  constructor(elements: readonly string[]) {
    this.#leading = new Set(elements);
    let last: string | undefined;
    for (const element of elements) {
      this.#next.set(last, element);
      last = element;
    }
    this.#next.set(last, undefined);
  }

  has(element: string): boolean {
    return this.#next.has(element);
  }

  /** Puts it behind another one, or first; behind one of the leader's also behind what only it has there. */
  insert(element: string, after: string | undefined, passed: ReadonlySet<string>): void {
    let at = after;
    if (at !== undefined && this.#leading.has(at)) {
      for (let next = this.#next.get(at); next !== undefined && passed.has(next);) {
        at = next;
        next = this.#next.get(at);
      }
    }
    this.#next.set(element, this.#next.get(at));
    this.#next.set(at, element);
  }

  list(): string[] {
    const elements: string[] = [];
    for (let at = this.#next.get(undefined); at !== undefined; at = this.#next.get(at)) {
      elements.push(at);
    }
    return elements;
  }
}
