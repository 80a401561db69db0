/** The pool of processes, made with the warm-up or the first job, so that the service starts sooner. */
import type { BodyTerms, IsolatedLane, RequestTerms } from "../run/lane.ts";
import type { Answer, BodyShape, RunRequest } from "../run/types.ts";
import type { ChildPool, PoolFigures, PoolOptions } from "./child-pool.ts";

const NO_FIGURES: PoolFigures = { running: 0, waiting: 0, ready: 0, killed: 0, died: 0 };

export class LatePool implements IsolatedLane {
  readonly #options: PoolOptions;
  #pool: ChildPool | undefined;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async warm(): Promise<void> {
    (await this.#made()).warm();
  }

  get figures(): PoolFigures {
    return this.#pool?.figures ?? NO_FIGURES;
  }

  async answer(request: RunRequest, terms: RequestTerms): Promise<Answer> {
    return (this.#pool ?? (await this.#made())).answer(request, terms);
  }

  async answerBody(
    body: ArrayBuffer | string,
    shape: BodyShape,
    terms: BodyTerms,
  ): Promise<Answer> {
    return (this.#pool ?? (await this.#made())).answerBody(body, shape, terms);
  }

  close(): void {
    this.#closed = true;
    this.#pool?.close();
  }

  /** Jobs that come meanwhile get the same pool. */
  async #made(): Promise<ChildPool> {
    const module = await import("./child-pool.ts");
    this.#pool ??= new module.ChildPool(this.#options);
    if (this.#closed) this.#pool.close();
    return this.#pool;
  }
}
