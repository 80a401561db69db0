/** Who was found to take long: their calls go where nobody waits for them. The subject "" is everybody. */

const REMEMBERED_MS = 60_000;
/** Whoever takes long with so many tools does so with others, too. */
const MOST_TOOLS = 3;
const MOST_SUBJECTS = 10_000;

interface Record {
  readonly tools: Set<string>;
  until: number;
}

export class Overruns {
  readonly #now: () => number;
  readonly #records = new Map<string, Record>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  has(subject: string, toolId: string): boolean {
    const record = this.#records.get(subject);
    if (record === undefined) return false;
    if (record.until < this.#now()) {
      this.#records.delete(subject);
      return false;
    }
    return record.tools.has(toolId) || (subject !== "" && record.tools.size >= MOST_TOOLS);
  }

  note(subject: string, toolId: string): void {
    const record = this.#records.get(subject) ?? { tools: new Set(), until: 0 };
    record.tools.add(toolId);
    record.until = this.#now() + REMEMBERED_MS;
    // The oldest is the first to be forgotten.
    this.#records.delete(subject);
    this.#records.set(subject, record);
    if (this.#records.size <= MOST_SUBJECTS) return;
    for (const oldest of this.#records.keys()) {
      this.#records.delete(oldest);
      return;
    }
  }
}
