/** Whether a character, a code point as text, may be taken. */
export type Takes = (character: string) => boolean;

interface State {
  readonly takes: Takes | undefined;
  readonly next: number;
}

/** A nondeterministic automaton over characters: a step costs as much as there are states, whatever the pattern. */
export class Machine {
  /** State 0 accepts. */
  readonly #states: State[] = [{ takes: undefined, next: 0 }];
  /** Ways that take no character. */
  readonly #free: number[][] = [[]];

  /** A state that goes to `next` with a character that is taken; its number. */
  step(takes: Takes, next: number): number {
    return this.#add({ takes, next }, []);
  }

  /** A state with free ways; more may be added by `link`. */
  fork(...ways: readonly number[]): number {
    return this.#add({ takes: undefined, next: 0 }, [...ways]);
  }

  link(state: number, way: number): void {
    this.#free[state]?.push(way);
  }

  #add(state: State, ways: number[]): number {
    this.#free.push(ways);
    return this.#states.push(state) - 1;
  }

  /** Whether the whole text leads from `start` to the end. */
  accepts(text: string, start: number): boolean {
    let current = this.#reach([start]);
    for (const character of text) {
      const reached: number[] = [];
      for (const number of current) {
        const { takes, next } = this.#states[number] as State;
        if (takes?.(character)) reached.push(next);
      }
      if (reached.length === 0) return false;
      current = this.#reach(reached);
    }
    return current.has(0);
  }

  #reach(starts: readonly number[]): Set<number> {
    const reached = new Set(starts);
    // A set hands out what is added while it is walked.
    for (const number of reached) for (const way of this.#free[number] ?? []) reached.add(way);
    return reached;
  }
}
