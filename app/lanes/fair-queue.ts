/** A queue that is shared out: each subject's items in their order, the subjects in turn. */

export interface Queued {
  /** Whose it is. */
  readonly subject: string;
}

export class FairQueue<T extends Queued> {
  /** In the order of their turns; none is empty. */
  readonly #lines = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(subject: string): number {
    return this.#lines.get(subject)?.length ?? 0;
  }

  push(item: T): void {
    this.#lineOf(item).push(item);
    this.#size++;
  }

  /** Before all others of its subject. */
  unshift(item: T): void {
    this.#lineOf(item).unshift(item);
    this.#size++;
  }

  /** Takes the first item whose turn it is and which suits; its subject has its next turn after all others. */
  take(suits: (item: T) => boolean): T | undefined {
    for (const [subject, [item]] of this.#lines) {
      if (item === undefined || !suits(item)) continue;
      this.remove(item);
      const rest = this.#lines.get(subject);
      if (rest !== undefined) {
        this.#lines.delete(subject);
        this.#lines.set(subject, rest);
      }
      return item;
    }
    return undefined;
  }

  /** Whether it was there. */
  remove(item: T): boolean {
    const line = this.#lines.get(item.subject);
    const place = line?.indexOf(item) ?? -1;
    if (line === undefined || place < 0) return false;
    line.splice(place, 1);
    if (line.length === 0) this.#lines.delete(item.subject);
    this.#size--;
    return true;
  }

  /** Takes all of them. */
  drain(): T[] {
    const items = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#size = 0;
    return items;
  }

  #lineOf({ subject }: T): T[] {
    const line = this.#lines.get(subject) ?? [];
    this.#lines.set(subject, line);
    return line;
  }
}
