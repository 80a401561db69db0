import { IDENTITY, type Matrix } from "./matrix.ts";

/** Exactly these members: code that gets a box asks whether it has others. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const EMPTY_BOX: Box = { x: 0, y: 0, width: 0, height: 0 };

/** The smallest box around all that was added. */
export class Bounds {
  #left = Infinity;
  #top = Infinity;
  #right = -Infinity;
  #bottom = -Infinity;

  add(x: number, y: number): void {
    this.#left = Math.min(this.#left, x);
    this.#top = Math.min(this.#top, y);
    this.#right = Math.max(this.#right, x);
    this.#bottom = Math.max(this.#bottom, y);
  }

  addBox(box: Box | undefined, [a, b, c, d, e, f]: Matrix = IDENTITY): void {
    if (!box) return;
    for (const x of [box.x, box.x + box.width]) {
      for (const y of [box.y, box.y + box.height]) this.add(a * x + c * y + e, b * x + d * y + f);
    }
  }

  get box(): Box | undefined {
    if (this.#left === Infinity) return undefined;
    const { x, y } = { x: this.#left, y: this.#top };
    return { x, y, width: this.#right - x, height: this.#bottom - y };
  }
}
