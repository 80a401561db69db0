/** What the table decides on facts. */
import { BitRows } from "../_lib/algorithms/graph/bit-rows.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import { type JsonNode, type JsonObject, nullNode, numberNode } from "../_lib/json/tree/tree.ts";
import { dataOf, setMember } from "../_lib/json/tree/value.ts";
import { readDecimal } from "../_lib/numbers/decimal-text.ts";
import { exactText, fraction } from "../_lib/numbers/fraction.ts";
import type { EntrySink } from "../_lib/results/entry-list.ts";
import { winnersFirst } from "./analysis.ts";
import type { Column } from "./column.ts";
import type { Rule, Table } from "./compile.ts";
import type { Aggregation } from "./hit-policy.ts";
import { NULL, scalarOf } from "./scalar.ts";
import { masksOf } from "./sweep.ts";
import { ANY } from "./unary.ts";

type DecisionError = "UNIQUE_VIOLATED" | "ANY_CONFLICT" | "NO_RULE_MATCHED";

/** Output name → value, a list of those, or null. */
type Outputs = object | null;

export interface Decided {
  /** In their own order. */
  readonly matched: readonly Rule[];
  readonly outputs: Outputs;
  readonly error: DecisionError | null;
  /** Columns whose fact is of another type. */
  readonly mismatches: readonly Column[];
}

export class Evaluator {
  readonly #table: Table;
  readonly #columns: readonly Column[];
  readonly #inexact: EntrySink<"NUMBER_KEPT_AS_TEXT">;
  /** The rules by the bits of the masks. */
  readonly #winners: readonly Rule[];
  /** For each column the rules that hold at each cell. */
  readonly #masks: readonly BitRows[];
  readonly #hits: BitRows;
  readonly #aggregator: Aggregator | undefined;
  readonly #outputs = new Map<Rule, object>();

  /** `inexact` hears of numbers that no double holds. */
  constructor(table: Table, columns: readonly Column[], inexact: EntrySink<"NUMBER_KEPT_AS_TEXT">) {
    this.#table = table;
    this.#columns = columns;
    this.#inexact = inexact;
    this.#winners = winnersFirst(table);
    this.#masks = columns.map((column, at) => {
      const sets = this.#winners.map(({ tests }) => column.runsOf(tests[at] ?? ANY));
      return masksOf(sets, column.size);
    });
    this.#hits = new BitRows(1, table.rules.length);
    const { aggregation, rules } = table;
    this.#aggregator = aggregation === null ? undefined : new Aggregator(aggregation, rules);
  }

  decide(fact: JsonObject): Decided {
    const mismatches: Column[] = [];
    this.#hits.fill(0, this.#winners.length);
    for (const [at, column] of this.#columns.entries()) {
      const given = memberOf(fact, column.name);
      const value = given ? scalarOf(given) : NULL;
      if (!column.fits(value)) mismatches.push(column);
      const masks = this.#masks[at] as BitRows;
      this.#hits.intersect(0, this.#hits, 0, masks, column.cellOf(value));
    }
    const winners = this.#hits.columnsOf(0).map((bit) => this.#winners[bit] as Rule);
    const matched = winners.toSorted((left, right) => left.index - right.index);
    return { matched, ...this.#outcome(winners, matched), mismatches };
  }

  #outcome(winners: readonly Rule[], matched: readonly Rule[]): Pick<Decided, "outputs" | "error"> {
    switch (this.#table.hitPolicy) {
      case "output-order":
        return { outputs: this.#list(winners), error: null };
      case "rule-order":
        return { outputs: this.#list(matched), error: null };
      case "collect":
        return { outputs: this.#collected(matched), error: null };
      default:
        return this.#single(winners);
    }
  }

  #single(winners: readonly Rule[]): Pick<Decided, "outputs" | "error"> {
    const { hitPolicy } = this.#table;
    const [winner, second] = winners;
    if (!winner) {
      const outputs = this.#default();
      return { outputs, error: outputs ? null : "NO_RULE_MATCHED" };
    }
    if (hitPolicy === "unique" && second) return { outputs: null, error: "UNIQUE_VIOLATED" };
    const isCommon = winners.every(({ outputsId }) => outputsId === winner.outputsId);
    if (hitPolicy === "any" && !isCommon) return { outputs: null, error: "ANY_CONFLICT" };
    return { outputs: this.#outputsOf(winner), error: null };
  }

  #default(): Outputs {
    const { defaultOutput, outputs } = this.#table;
    if (!defaultOutput) return null;
    return this.#named(
      outputs.map(({ name }) => defaultOutput.get(name)),
      (column) => `/table/defaultOutput/${column}`,
    );
  }

  #list(rules: readonly Rule[]): Outputs {
    return rules.map((rule) => this.#outputsOf(rule));
  }

  #collected(matched: readonly Rule[]): Outputs {
    if (!this.#aggregator) return this.#list(matched);
    const outputs = {};
    const number = this.#aggregator.of(matched);
    const name = this.#table.outputs[0]?.name ?? "";
    setMember(outputs, name, dataOf(number, "/table/rules", this.#inexact));
    return outputs;
  }

  /** Of each rule once, so that a number is told of once. */
  #outputsOf(rule: Rule): object {
    const known = this.#outputs.get(rule);
    if (known) return known;
    const outputs = this.#named(
      rule.values,
      (column) => `/table/rules/${rule.index}/then/${column}`,
    );
    this.#outputs.set(rule, outputs);
    return outputs;
  }

  #named(values: readonly (JsonNode | undefined)[], pathOf: (column: number) => string): object {
    const named = {};
    for (const [column, { name }] of this.#table.outputs.entries()) {
      const value = values[column];
      setMember(named, name, value ? dataOf(value, pathOf(column), this.#inexact) : null);
    }
    return named;
  }
}

/** Sums, extremes and counts of the first output of rules. */
class Aggregator {
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
