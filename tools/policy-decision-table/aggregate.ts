/** Sums, extremes and counts of the first output of rules. */
import { readDecimal } from "../_lib/numbers/decimal-text.ts";
import { exactText, fraction } from "../_lib/numbers/fraction.ts";
import { type JsonNode, nullNode, numberNode } from "../_lib/json/tree/tree.ts";
import type { Rule } from "./compile.ts";
import type { Aggregation } from "./hit-policy.ts";

export class Aggregator {
  readonly #aggregation: Aggregation;
  /** Each rule's number as so many parts of one. */
  readonly #amounts = new Map<Rule, bigint>();
  readonly #parts: bigint;

  constructor(aggregation: Aggregation, rules: readonly Rule[]) {
    this.#aggregation = aggregation;
    const numbers = rules.map(({ values: [first] }) =>
      first?.type === "number" ? readDecimal(first.text) : undefined,
    );
    let parts = 1n;
    // Each is a power of ten, so that the largest is a multiple of all.
    for (const number of numbers)
      if (number && number.denominator > parts) parts = number.denominator;
    this.#parts = parts;
    for (const [at, rule] of rules.entries()) {
      const { numerator, denominator } = numbers[at] ?? { numerator: 0n, denominator: 1n };
      this.#amounts.set(rule, numerator * (parts / denominator));
    }
  }

  of(matched: readonly Rule[]): JsonNode {
    if (this.#aggregation === "count") return numberNode(String(matched.length));
    const [first, ...others] = matched;
    if (!first) return nullNode();
    if (this.#aggregation === "sum") return this.#sum(matched);
    const isMin = this.#aggregation === "min";
    let best = first;
    for (const rule of others) {
      const isSmaller = this.#amountOf(rule) < this.#amountOf(best);
      if (this.#amountOf(rule) !== this.#amountOf(best) && isSmaller === isMin) best = rule;
    }
    return best.values[0] ?? nullNode();
  }

  #sum(matched: readonly Rule[]): JsonNode {
    let sum = 0n;
    for (const rule of matched) sum += this.#amountOf(rule);
    return numberNode(exactText(fraction(sum, this.#parts)));
  }

  #amountOf(rule: Rule): bigint {
    return this.#amounts.get(rule) ?? 0n;
  }
}
