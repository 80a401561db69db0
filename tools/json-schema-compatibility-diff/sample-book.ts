import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { faultsOf } from "../_lib/schemas/samples/faults.ts";
import type { Sampler } from "../_lib/schemas/samples/sampler.ts";
import type { Shape } from "./shape.ts";
import type { Side } from "./version.ts";

/** The schemas of a place in the version that is to accept a value, and in the one that is to refuse it. */
export interface Site {
  readonly accepts: Shape;
  readonly refuses: Shape;
}

/** Values of the schemas of two versions. */
export class SampleBook {
  readonly #samplers: Readonly<Record<Side, Sampler>>;

  constructor(before: Sampler, after: Sampler) {
    this.#samplers = { before, after };
  }

  /** Some that fit. */
  valid(shape: Shape): readonly JsonNode[] {
    return this.#samplerOf(shape)?.of([shape.node]).nodes ?? [];
  }

  /** Some that may not fit. */
  faulty(shape: Shape): readonly JsonNode[] {
    const sampler = this.#samplerOf(shape);
    return sampler ? faultsOf([shape.node], sampler).flatMap(({ nodes }) => nodes) : [];
  }

  /** One of a type that fits both versions, so that it shows nothing by itself; else one that fits the first. */
  neutral<T extends JsonNode["type"]>(
    { accepts, refuses }: Site,
    type: T,
  ): Extract<JsonNode, { type: T }> | undefined {
    const isRight = (node: JsonNode): node is Extract<JsonNode, { type: T }> => node.type === type;
    const own = this.valid(accepts).filter(isRight);
    const others = this.valid(refuses).filter(isRight);
    return (
      own.find((node) => this.#fits(refuses, node)) ??
      others.find((node) => this.#fits(accepts, node)) ??
      own[0]
    );
  }

  #fits(shape: Shape, node: JsonNode): boolean {
    return this.#samplerOf(shape)?.accepts([shape.node], node) ?? true;
  }

  /** What is said where nothing is said stands in no document. */
  #samplerOf(shape: Shape): Sampler | undefined {
    const { anything, side } = shape.version;
    return shape === anything ? undefined : this.#samplers[side];
  }
}
