/** What a comparison of two schemas finds. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import type { Shape } from "./shape.ts";

/** Whether what was valid stays valid, in each direction. */
export interface Directions {
  /** Every value that fits before fits after. */
  readonly backward: boolean;
  /** Every value that fits after fits before. */
  readonly forward: boolean;
}

export interface Verdict extends Directions {
  /** There is no difference but in annotations. */
  readonly same: boolean;
}

export const WIDER: Directions = { backward: true, forward: false };
export const NARROWER: Directions = { backward: false, forward: true };
export const OTHER: Directions = { backward: false, forward: false };
const HARMLESS: Directions = { backward: true, forward: true };

export interface Found extends Directions {
  readonly code: string;
  /** From the schema that was compared. */
  readonly path: string;
  readonly before?: JsonNode | undefined;
  readonly after?: JsonNode | undefined;
}

export interface Warned {
  readonly code: "ONE_OF_OVERLAP" | "KEYWORD_NOT_COMPARED";
  readonly path: string;
}

/** Two schemas, the place from which they are reached, and what part of the value they speak of. */
export interface Step {
  readonly before: Shape;
  readonly after: Shape;
  readonly path: string;
  /** A member's name or an item's index; undefined for the value itself, null for parts that have no one name. */
  readonly slot: string | number | null | undefined;
  /** Whether the schemas are those of the place itself, without references and wrappers. */
  readonly isCore?: boolean;
}

/** How strict the comparison is. */
export interface Rules {
  readonly lenient: boolean;
  readonly defaultsFill: boolean;
}

/** Gives the verdict on two schemas; of trials there may be only so many. */
type Ask = (before: Shape, after: Shape, isTrial: boolean) => Verdict;

/** Takes down what two schemas differ in, and what has to be compared further. */
export class Outcome {
  readonly rules: Rules;
  readonly changes: Found[] = [];
  /** Changes of what is said about values, not of which values fit. */
  readonly annotations: Found[] = [];
  readonly warnings: Warned[] = [];
  /** Pairs that have to be compatible, too. */
  readonly steps: Step[] = [];
  /** Pairs whose differences are only told; the verdict on them is in the changes. */
  readonly shown: Step[] = [];
  /** Pairs whose verdict was asked for. */
  readonly asked: Pick<Step, "before" | "after">[] = [];
  /** Whether no difference was found, apart from annotations. */
  isSame = true;
  readonly #ask: Ask;

  constructor(rules: Rules, ask: Ask) {
    this.rules = rules;
    this.#ask = ask;
  }

  /** Asks how two schemas compare that may have nothing to do with one another. */
  verdictOf(before: Shape, after: Shape): Verdict {
    return this.#verdictOf(before, after, true);
  }

  /** Asks how two schemas compare of which the one is what the other one was. */
  verdictOfSuccessor(before: Shape, after: Shape): Verdict {
    return this.#verdictOf(before, after, false);
  }

  #verdictOf(before: Shape, after: Shape, isTrial: boolean): Verdict {
    this.asked.push({ before, after });
    return this.#ask(before, after, isTrial);
  }

  change(
    code: string,
    path: string,
    directions: Directions,
    values: { readonly before?: JsonNode | undefined; readonly after?: JsonNode | undefined } = {},
  ): void {
    const { backward, forward } = directions;
    this.changes.push({ code, path, backward, forward, ...values });
    this.isSame = false;
  }

  /** A change that the lenient policy lets pass. */
  contentChange(
    code: string,
    path: string,
    { backward, forward }: Directions,
    values: { readonly before?: JsonNode | undefined; readonly after?: JsonNode | undefined } = {},
  ): void {
    const { lenient } = this.rules;
    const directions = { backward: backward || lenient, forward: forward || lenient };
    this.change(code, path, directions, values);
  }

  annotation(
    code: string,
    path: string,
    values: { readonly before?: JsonNode | undefined; readonly after?: JsonNode | undefined },
  ): void {
    this.annotations.push({ code, path, ...HARMLESS, ...values });
  }

  /** A keyword that was changed and that nothing can be said about. */
  notCompared(
    path: string,
    values: { readonly before?: JsonNode | undefined; readonly after?: JsonNode | undefined } = {},
  ): void {
    this.change("KEYWORD_NOT_COMPARED", path, OTHER, values);
    this.warnings.push({ code: "KEYWORD_NOT_COMPARED", path });
  }

  step(before: Shape, after: Shape, path: string, slot?: string | number | null): void {
    this.steps.push({ before, after, path, slot });
  }

  /** The schemas behind references and wrappers, which have no annotations of their own here. */
  stepToCore(before: Shape, after: Shape): void {
    this.steps.push({ before, after, path: "", slot: undefined, isCore: true });
  }

  show(before: Shape, after: Shape, path: string): void {
    this.shown.push({ before, after, path, slot: undefined });
  }
}

/** A keyword with one schema that either stays as it is or cannot be compared. */
export function compareOpaque(
  keyword: string,
  before: Shape,
  after: Shape,
  outcome: Outcome,
): void {
  const [was, is] = [before.part(keyword), after.part(keyword)];
  if (was === undefined && is === undefined) return;
  if (was !== undefined && is !== undefined && outcome.verdictOfSuccessor(was, is).same) return;
  outcome.notCompared(`/${keyword}`, { before: was?.chain[0], after: is?.chain[0] });
}
