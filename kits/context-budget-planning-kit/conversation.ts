/** The conversation turn by turn: how it grows, when it is compacted, what of it is cached, and what it costs. */
import type { Entry } from "../../tools/_core/tool.ts";
import { Decimal } from "../../tools/_lib/numbers/decimal.ts";
import { percentOf } from "../../tools/_lib/numbers/percent.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import priceRequest from "../../tools/prompt-cost-calculator.ts";
import type { Conversation, Cost, Input, Turn } from "../context-budget-planning-kit.ts";
import { type Allotted, totalOf, type Work } from "./parts.ts";

interface Frame {
  readonly allowed: number;
  /** Tokens at the front that no turn changes. */
  readonly prefix: number;
  /** Reserved for each answer. */
  readonly outputTokens: number;
}

/** Where none is given it is as usual, or where compaction begins if that is less. */
const USUAL_COMPACT_TO = 40;

export function compactTo({ compactToPercent, compactAtPercent }: Input): number {
  return compactToPercent ?? Math.min(USUAL_COMPACT_TO, compactAtPercent);
}

export function simulate(
  parts: readonly Allotted[],
  frame: Frame,
  { input, report }: Work,
): Conversation {
  const { turns, turnTokens, compactAtPercent } = input;
  const { allowed, prefix, outputTokens } = frame;
  const tokensOf = (isHistory: boolean) =>
    totalOf(
      parts
        .filter(({ kind }) => (kind === "history") === isHistory)
        .map(({ allocated }) => allocated),
    );
  const steady = tokensOf(false);
  const threshold = shareOf(allowed, compactAtPercent);
  const target = Math.max(0, shareOf(allowed, compactTo(input)) - steady);
  const perTurn: Turn[] = [];
  let history = tokensOf(true);
  let before = 0;
  for (let turn = 1; turn <= turns; turn++) {
    const compacted = turn > 1 && steady + history > threshold && history > 0;
    if (compacted) history = Math.min(history, target);
    const inputTokens = steady + history;
    const reused = compacted ? prefix : before;
    perTurn.push({
      turn,
      inputTokens,
      cachedTokens: turn === 1 ? 0 : reused,
      usedPercent: percentOf(inputTokens, allowed, 2),
      compacted,
      fits: inputTokens <= allowed,
    });
    before = inputTokens;
    history += turnTokens;
  }
  const conversation = {
    turns,
    firstOverflowTurn: perTurn.find(({ fits }) => !fits)?.turn ?? null,
    compactions: perTurn.filter(({ compacted }) => compacted).map(({ turn }) => turn),
    peakTokens: Math.max(...perTurn.map(({ inputTokens }) => inputTokens)),
    inputTokens: totalOf(perTurn.map(({ inputTokens }) => inputTokens)),
    cachedTokens: totalOf(perTurn.map(({ cachedTokens }) => cachedTokens)),
    outputTokens: turns * outputTokens,
    perTurn,
  };
  reportTurns(conversation, report);
  return conversation;
}

function shareOf(tokens: number, percent: number): number {
  return new Decimal(tokens).times(percent).div(100).floor().toNumber();
}

const SUCCESSIVE = 5;

function reportTurns(conversation: Conversation, report: Work["report"]): void {
  const { turns, firstOverflowTurn, compactions, peakTokens } = conversation;
  if (firstOverflowTurn !== null) {
    const message = `Turn ${firstOverflowTurn} does not fit any more`;
    report.find("error", "turns", {
      code: "OVERFLOW_AT_TURN",
      message,
      received: firstOverflowTurn,
    });
  }
  const hurried = compactions.find(
    (turn, index) => turn - (compactions[index - 1] ?? -SUCCESSIVE) < SUCCESSIVE,
  );
  if (hurried !== undefined) {
    const message = `The history is compacted again at turn ${hurried}, less than ${SUCCESSIVE} turns after the last time`;
    report.find("warning", "turns", { code: "COMPACTION_TOO_OFTEN", message, received: hurried });
  }
  const times = counted(compactions.length, "compaction");
  const summary = `${counted(turns, "turn")}, at most ${counted(peakTokens, "token")}, ${times}`;
  report.done("turns", summary, firstOverflowTurn === null ? "pass" : "fail");
}

const COST_DECIMALS = 8;
const MONEY_DECIMALS = 2;
const DAYS_PER_MONTH = 30;

/** What the conversation costs; null where the model has no price. */
export function priceConversation(
  { perTurn }: Conversation,
  { outputTokens }: Frame,
  work: Work,
): Cost | null {
  const { input, report } = work;
  const told = new Map<string, Entry>();
  const priceOf = (inputTokens: number, cachedTokens: number) => {
    const priced = work.ctx.step(priceRequest, {
      model: input.model,
      inputTokens,
      cachedTokens,
      outputTokens,
      ...(input.asOf === undefined ? {} : { asOf: input.asOf }),
    });
    for (const entry of priced.warnings ?? []) told.set(entry.code, entry);
    const [error] = priced.errors ?? [];
    if (priced.ok && priced.value) return new Decimal(priced.value.perRequest);
    return error ?? { code: "MODEL_UNKNOWN", message: "The model has no price" };
  };
  let [sum, uncached] = [new Decimal(0), new Decimal(0)];
  for (const { inputTokens, cachedTokens } of perTurn) {
    const price = priceOf(inputTokens, cachedTokens);
    const plain = priceOf(inputTokens, 0);
    if ("code" in price || "code" in plain) {
      const { code, message, path, received } = price as Entry;
      report.find("warning", "cost", { code, message, path, received, subject: input.model });
      report.failed("cost", message);
      return null;
    }
    sum = sum.plus(price);
    uncached = uncached.plus(plain);
  }
  for (const entry of told.values()) report.find("warning", "cost", { ...entry, subject: "cost" });
  const rounded = (amount: Decimal, decimals: number) =>
    amount.toDecimalPlaces(decimals).toNumber();
  const perConversation = sum.toDecimalPlaces(COST_DECIMALS);
  const perDay =
    input.requestsPerDay === undefined ? undefined : perConversation.times(input.requestsPerDay);
  const cost = {
    currency: "USD",
    perConversation: perConversation.toNumber(),
    perDay: perDay === undefined ? null : rounded(perDay, MONEY_DECIMALS),
    perMonth: perDay === undefined ? null : rounded(perDay.times(DAYS_PER_MONTH), MONEY_DECIMALS),
    withoutCache: rounded(uncached, COST_DECIMALS),
  } as const;
  if (cost.withoutCache > cost.perConversation) {
    const saving = rounded(uncached.minus(sum), COST_DECIMALS);
    const message = `Prompt caching saves USD ${saving} of ${cost.withoutCache} per conversation`;
    report.find("info", "cost", { code: "CACHE_SAVING", message, received: saving });
  }
  report.done("cost", `USD ${cost.perConversation} per conversation`);
  return cost;
}
