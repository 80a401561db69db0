/** Which rules fire, how surely, and which of them explain others. */
import { byCodeUnit } from "../../tools/_lib/results/pointer.ts";
import { adviceFor, type ClientId } from "./clients.ts";
import type { Facts, Place, Situation } from "./facts.ts";
import { KINDS, LAYERS, type Rule } from "./rule.ts";
import { EXPLAINED_BY, RULES } from "./rules.ts";
import type { Sign } from "./signs.ts";

export interface Diagnosis {
  readonly rule: Rule;
  readonly score: number;
  readonly confidence: "high" | "medium" | "low";
  readonly explainedBy: string | null;
  readonly places: readonly Place[];
  readonly fix: string;
  readonly client: ClientId | null;
}

/** Ranked: what is not explained first, causes first, the surest first. */
export function diagnose(situation: Situation, facts: Facts): Diagnosis[] {
  const fired = RULES.flatMap((rule) => fire(rule, situation, facts) ?? []);
  const codes = new Set(fired.map(({ rule }) => rule.code));
  const paired = fired.map((diagnosis) => {
    const causes = EXPLAINED_BY[diagnosis.rule.code] ?? [];
    return { ...diagnosis, explainedBy: causes.find((code) => codes.has(code)) ?? null };
  });
  const [best] = paired.toSorted(byRank);
  const isCause = best !== undefined && best.explainedBy === null && best.rule.kind === "cause";
  const explained = paired.map((diagnosis) =>
    diagnosis.rule.kind === "cause" || diagnosis.explainedBy !== null || !isCause
      ? diagnosis
      : { ...diagnosis, explainedBy: best.rule.code },
  );
  return explained.toSorted(byRank);
}

function byRank(a: Diagnosis, b: Diagnosis): number {
  return (
    Number(a.explainedBy !== null) - Number(b.explainedBy !== null) ||
    KINDS.indexOf(a.rule.kind) - KINDS.indexOf(b.rule.kind) ||
    b.score - a.score ||
    LAYERS.indexOf(a.rule.layer) - LAYERS.indexOf(b.rule.layer) ||
    byCodeUnit(a.rule.code, b.rule.code)
  );
}

/** Scores begin there, grow with each further sign, and end there. */
const SCORES = { cause: [80, 100], symptom: [40, 60], note: [20, 20] } as const;
const OF_A_SIGN = 5;
/** What a fact shows is surer than what words say. */
const OF_A_FACT = 90;
const [HIGH, MEDIUM] = [85, 80];

function fire(rule: Rule, situation: Situation, facts: Facts): Diagnosis | undefined {
  const seen = (signs: readonly Sign[]) =>
    signs.flatMap((sign) => {
      const places = placesOf(sign, situation, facts);
      return places.length === 0 ? [] : [{ sign, places }];
    });
  const strong = seen(rule.strong);
  const [first] = strong;
  if (first === undefined) return undefined;
  const all = [...strong, ...seen(rule.further)];
  const [least, most] = SCORES[rule.kind];
  const byCount = Math.min(most, least + OF_A_SIGN * (all.length - 1));
  const score =
    rule.kind === "cause" && isFact(first.sign) ? Math.max(OF_A_FACT, byCount) : byCount;
  const places = all.flatMap((one) => one.places);
  const client = places.find((place) => place.client !== undefined)?.client ?? situation.client;
  const own = adviceFor(rule.code, client, situation.endpoint);
  return {
    rule,
    score,
    confidence: score >= HIGH ? "high" : score >= MEDIUM ? "medium" : "low",
    explainedBy: null,
    places,
    fix: own === undefined ? rule.fix : `${rule.fix} ${own}`,
    client,
  };
}

function isFact(sign: Sign): boolean {
  return typeof sign === "string" && sign.startsWith("@");
}

function placesOf(sign: Sign, { evidence }: Situation, facts: Facts): readonly Place[] {
  if (typeof sign === "string" && sign.startsWith("@")) return facts.get(sign) ?? [];
  const line = evidence.lineOf(sign);
  return line === undefined ? [] : [{ line }];
}
