/** Numbers of which the least is taken first. */
export class MinHeap {
  readonly #numbers: number[] = [];

  get size(): number {
    return this.#numbers.length;
  }

  add(number: number): void {
    const numbers = this.#numbers;
    let at = numbers.push(number) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = numbers[parent] as number;
      if (above <= number) break;
      numbers[at] = above;
      at = parent;
    }
    numbers[at] = number;
  }

  /** Undefined where there is none left. */
  take(): number | undefined {
    const [least] = this.#numbers;
    const last = this.#numbers.pop();
    if (last !== undefined && this.#numbers.length > 0) this.#sink(last);
    return least;
  }

  /** Puts a number where the first one was. */
  #sink(number: number): void {
    const numbers = this.#numbers;
    let at = 0;
    for (let child = 1; child < numbers.length; child = 2 * at + 1) {
      if ((numbers[child + 1] ?? Infinity) < (numbers[child] as number)) child++;
      const below = numbers[child] as number;
      if (number <= below) break;
      numbers[at] = below;
      at = child;
    }
    numbers[at] = number;
  }
}
