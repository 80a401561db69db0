/** Tells whether rows that are set in part can be completed without a forbidden combination. */
import type { Budget } from "../../_core/tool.ts";
import type { CoveringProblem, Literal } from "./problem.ts";

/** The values that each parameter may still have, as bits. */
export type Domains = Uint32Array;

const BITS = 32;
/** Steps of the budget for a branch of the search. */
const BRANCH_COST = 4;

/** The values of a literal as bits, and where those of its parameter begin in the domains. */
interface Mask {
  readonly parameter: number;
  readonly offset: number;
  readonly words: Uint32Array;
}

type Nogood = readonly Mask[];

/**
 * Search by the rule of a single literal left: where all others of a forbidden combination hold, the last one must
 * not. Only parameters of forbidden combinations take part, all others are free.
 */
export class Solver {
  readonly #sizes: readonly number[];
  /** Where the bits of each parameter begin, -1 for one that is free. */
  readonly #offsets: readonly number[];
  readonly #ends: readonly number[];
  readonly #nogoods: readonly Nogood[];
  /** The nogoods of each parameter. */
  readonly #nogoodsOf: readonly (readonly Nogood[])[];
  readonly #budget: Budget;
  readonly #width: number;
  /** Domains of rows that were found possible: within them nothing is forbidden. */
  #witness: Domains | undefined;

  constructor(problem: CoveringProblem, budget: Budget) {
    const { allSizes, sizes, forbidden } = problem;
    this.#sizes = sizes;
    this.#budget = budget;
    const constrained = new Set(forbidden.flat().map(({ parameter }) => parameter));
    let width = 0;
    this.#offsets = allSizes.map((size, parameter) => {
      if (!constrained.has(parameter)) return -1;
      const offset = width;
      width += Math.ceil(size / BITS);
      return offset;
    });
    this.#width = width;
    this.#ends = allSizes.map(
      (size, parameter) => (this.#offsets[parameter] ?? 0) + Math.ceil(size / BITS),
    );
    const mask = ({ parameter, values }: Literal): Mask => {
      const words = new Uint32Array(Math.ceil((allSizes[parameter] ?? 0) / BITS));
      for (const value of values) setBit(words, value);
      return { parameter, offset: this.#offsets[parameter] ?? 0, words };
    };
    this.#nogoods = forbidden.map((literals) => literals.map(mask));
    this.#nogoodsOf = allSizes.map((_, parameter) =>
      this.#nogoods.filter((nogood) => nogood.some((literal) => literal.parameter === parameter)),
    );
  }

  isFree(parameter: number): boolean {
    return this.#offsets[parameter] === -1;
  }

  /** The domains of an open row; undefined where a forbidden combination leaves no value. */
  start(): Domains | undefined {
    const domains = new Uint32Array(this.#width);
    for (const [parameter, offset] of this.#offsets.entries()) {
      if (offset < 0) continue;
      for (let value = 0; value < (this.#sizes[parameter] ?? 0); value++)
        setBit(domains, offset * BITS + value);
    }
    return this.#propagate(domains, this.#nogoods) ? domains : undefined;
  }

  /** The domains with a parameter set; undefined where that cannot be. Seeds may use values that no other row does. */
  assign(domains: Domains, parameter: number, value: number): Domains | undefined {
    const offset = this.#offsets[parameter] ?? -1;
    if (offset < 0) return domains;
    const bit = offset * BITS + value;
    const isForeign = value >= (this.#sizes[parameter] ?? 0);
    if (!isForeign && !hasBit(domains, bit)) return undefined;
    const next = domains.slice();
    const nogoods = this.#nogoodsOf[parameter] ?? [];
    next.fill(0, offset, this.#ends[parameter]);
    setBit(next, bit);
    return this.#propagate(next, nogoods) ? next : undefined;
  }

  /** Whether a complete row is within the domains. */
  isPossible(domains: Domains): boolean {
    if (this.#meetsWitness(domains)) return true;
    const found = this.#search(domains, 0);
    if (found !== undefined) this.#witness = found;
    return found !== undefined;
  }

  /** Whether the domains and those of the witness share a value of each parameter. */
  #meetsWitness(domains: Domains): boolean {
    const witness = this.#witness;
    if (witness === undefined) return false;
    for (const [parameter, offset] of this.#offsets.entries()) {
      if (offset < 0) continue;
      const end = this.#ends[parameter] ?? 0;
      let shared = 0;
      for (let word = offset; word < end; word++)
        shared |= (domains[word] as number) & (witness[word] as number);
      if (shared === 0) return false;
    }
    return true;
  }

  /** Domains in which no combination can be forbidden any more; nogoods before `from` are out of reach. */
  #search(domains: Domains, from: number): Domains | undefined {
    for (let index = from; index < this.#nogoods.length; index++) {
      const nogood = this.#nogoods[index] ?? [];
      const open = openLiterals(nogood, domains);
      if (open === undefined) continue;
      const [literal] = open;
      if (literal === undefined) return undefined;
      this.#budget.spend(BRANCH_COST);
      const without = domains.slice();
      restrict(without, literal, true);
      const found = this.#propagate(without, this.#nogoodsOf[literal.parameter] ?? [])
        ? this.#search(without, index + 1)
        : undefined;
      if (found !== undefined) return found;
      const within = domains.slice();
      restrict(within, literal, false);
      return this.#propagate(within, this.#nogoodsOf[literal.parameter] ?? [])
        ? this.#search(within, index)
        : undefined;
    }
    return domains;
  }

  /** Takes values away that would complete a forbidden combination; false where one is complete. */
  #propagate(domains: Domains, nogoods: readonly Nogood[]): boolean {
    const pending = [nogoods];
    for (let batch = pending.pop(); batch !== undefined; batch = pending.pop()) {
      for (const nogood of batch) {
        const open = openLiterals(nogood, domains);
        if (open === undefined || open.length > 1) continue;
        const [last] = open;
        if (last === undefined) return false;
        restrict(domains, last, true);
        pending.push(this.#nogoodsOf[last.parameter] ?? []);
      }
    }
    return true;
  }
}

/** The first two literals that may or may not hold; undefined where one cannot hold. */
function openLiterals(nogood: Nogood, domains: Domains): Mask[] | undefined {
  const open: Mask[] = [];
  for (const literal of nogood) {
    let [can, must] = [false, true];
    for (const [word, bits] of literal.words.entries()) {
      const domain = domains[literal.offset + word] ?? 0;
      if ((domain & bits) !== 0) can = true;
      if ((domain & ~bits) !== 0) must = false;
    }
    if (!can) return undefined;
    if (!must && open.length < 2) open.push(literal);
  }
  return open;
}

/** Leaves the values of a literal, or only the others. */
function restrict(domains: Domains, { offset, words }: Mask, toOthers: boolean): void {
  for (const [word, bits] of words.entries()) {
    const kept = toOthers ? ~bits : bits;
    domains[offset + word] = (domains[offset + word] ?? 0) & kept;
  }
}

function setBit(words: Uint32Array, bit: number): void {
  const word = Math.floor(bit / BITS);
  words[word] = (words[word] ?? 0) | (1 << (bit % BITS));
}

function hasBit(words: Uint32Array, bit: number): boolean {
  return ((words[Math.floor(bit / BITS)] ?? 0) & (1 << (bit % BITS))) !== 0;
}
