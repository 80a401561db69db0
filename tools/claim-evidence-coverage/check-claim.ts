/** How one claim stands to the evidence. */
import type { Budget } from "../_core/tool.ts";
import { bestWindows, compareWindows } from "./best-windows.ts";
import type { Claim } from "./claims.ts";
import type { CheckedClaim, Input } from "../claim-evidence-coverage.ts";
import type { Evidence } from "./evidence.ts";
import { statementOf } from "./statement.ts";
import { missingIn, scoreOf, statusOf } from "./verdict.ts";

const MOST_LISTED = 3;
const QUESTION = /[?？]["'”’»」)\]]*$/;
const LEAST_TERMS = 2;

export class ClaimChecker {
  readonly #input: Input;
  readonly #evidence: Evidence;
  readonly #budget: Budget;

  constructor(input: Input, evidence: Evidence, budget: Budget) {
    this.#input = input;
    this.#evidence = evidence;
    this.#budget = budget;
  }

  check({ id, text, listed }: Claim): CheckedClaim {
    const claim = statementOf(text);
    const isVague = claim.terms.length < LEAST_TERMS && claim.numbers.length === 0;
    if (isVague || QUESTION.test(text.trim())) {
      const unchecked = { score: 0, evidence: [], missingTerms: [], missingNumbers: [] };
      return { id, text, status: "not-checkable", ...unchecked };
    }
    const { window, partial } = this.#input;
    const { units, sources } = this.#evidence;
    const isListed = this.#listing(listed);
    const windows = bestWindows(claim, this.#evidence, { window, isListed }, this.#budget);
    const ranked = [...windows.values()].toSorted(compareWindows);
    const [best] = ranked;
    const score = scoreOf(claim, best);
    const missing = missingIn(claim, best, this.#evidence);
    const near = ranked
      .map((found) => ({ ...found, score: scoreOf(claim, found) }))
      .filter((found) => found.score >= partial)
      .toSorted((a, b) => b.score - a.score || a.source - b.source);
    return {
      id,
      text,
      status: best ? statusOf(score, missing, best.agrees, this.#input) : "unsupported",
      score,
      evidence: near.slice(0, MOST_LISTED).map((found) => ({
        sourceId: sources[found.source]?.id ?? "",
        start: units[found.first]?.start ?? 0,
        end: units[found.last]?.end ?? 0,
        score: found.score,
      })),
      missingTerms: [...missing.terms],
      missingNumbers: missing.numbers.map((number) => number.text),
    };
  }

  /** Which sources a claim may rest on. */
  #listing(listed: readonly string[]): (source: number) => boolean {
    if (listed.length === 0) return () => true;
    const ids = new Set(listed);
    return (source) => ids.has(this.#evidence.sources[source]?.id ?? "");
  }
}
