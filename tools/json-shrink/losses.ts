/** What shrinking lost: one entry for each code and path, array indices shown as `*`. */

export const LOSS_CODES = [
  "NULL_DROPPED",
  "EMPTY_DROPPED",
  "VALUE_DROPPED",
  "PATH_DROPPED",
  "STRING_CUT",
  "ITEMS_CUT",
  "DEPTH_CUT",
  "NUMBER_ROUNDED",
  "ABSENT_AS_NULL",
] as const;
export type LossCode = (typeof LOSS_CODES)[number];

export interface Loss {
  readonly code: LossCode;
  /** A pointer whose array indices are `*`. */
  readonly path: string;
  /** Nodes that it happened to. */
  count: number;
  /** Characters or elements removed, where those are cut. */
  detail: number | null;
}

export class Losses {
  readonly #byPlace = new Map<string, Loss>();

  add(
    code: LossCode,
    path: string,
    { count = 1, removed }: { count?: number; removed?: number } = {},
  ) {
    const place = `${code} ${path}`;
    let loss = this.#byPlace.get(place);
    if (!loss) this.#byPlace.set(place, (loss = { code, path, count: 0, detail: null }));
    loss.count += count;
    if (removed !== undefined) loss.detail = (loss.detail ?? 0) + removed;
  }

  /** By path in UTF-16 order, then by code. */
  list(): Loss[] {
    const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
    return [...this.#byPlace.values()].toSorted(
      (a, b) => order(a.path, b.path) || order(a.code, b.code),
    );
  }
}
