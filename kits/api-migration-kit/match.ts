/** Pairs the operations of two versions: by place, by what the caller says, by id, and by likeness. */
import type { Entry } from "../../tools/_core/tool.ts";
import { readDecimal, doubleText } from "../../tools/_lib/numbers/decimal-text.ts";
import {
  add,
  compare,
  type Fraction,
  fraction,
  multiply,
  roundedQuotient,
  ZERO,
} from "../../tools/_lib/numbers/fraction.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import type { Input, Work } from "../api-migration-kit.ts";
import { type Api, type Operation, operationKey } from "./operations.ts";

export interface Pair {
  readonly from: Operation;
  readonly to: Operation;
  /** Where both are one endpoint. */
  readonly isSame: boolean;
  readonly score: Fraction;
  readonly by: "place" | "mapping" | "operationId" | "likeness";
}

export interface Given {
  readonly from: Operation;
  readonly to: Operation;
  readonly index: number;
}

const WHOLE = fraction(1n);

/** What the caller says of pairs, read; or what is wrong with it. */
export function readMapping(
  { mapping }: Input,
  before: Api,
  after: Api,
): { readonly given: readonly Given[]; readonly problems: readonly Entry[] } {
  const problems: Entry[] = [];
  const given: Given[] = [];
  const used = { from: new Set<Operation>(), to: new Set<Operation>() };
  mapping.forEach((pair, index) => {
    const find = (side: "from" | "to", api: Api, field: string) => {
      const path = `/mapping/${index}/${side}`;
      const [, method = "", template = ""] = /^(\S+)\s+(\S.*)$/s.exec(pair[side].trim()) ?? [];
      const operation = api.byKey.get(operationKey(method, template));
      if (operation === undefined) {
        const message = `Cannot find the operation: found ${quoted(pair[side])}, expected one of \`${field}\` such as ${quoted(api.operations[0]?.name ?? "GET /")}`;
        problems.push({ code: "MAPPING_UNKNOWN", message, path });
      } else if (used[side].has(operation)) {
        const message = `Cannot pair ${quoted(operation.name)} twice: found it again, expected one entry of \`mapping\` with it`;
        problems.push({ code: "MAPPING_CONFLICT", message, path });
      } else used[side].add(operation);
      return operation;
    };
    const [from, to] = [find("from", before, "before"), find("to", after, "after")];
    if (from && to) given.push({ from, to, index });
  });
  return { given, problems };
}

/** All pairs, by the place of the old operation. */
export function matchOperations(
  before: Api,
  after: Api,
  given: readonly Given[],
  work: Work,
): ReadonlyMap<Operation, Pair> {
  const matching = new Matching();
  for (const from of before.operations) {
    const to = after.byKey.get(from.key);
    if (to) matching.pair({ from, to, isSame: true, score: WHOLE, by: "place" });
  }
  for (const { from, to, index } of given) {
    const known = matching.pairs.get(from);
    if (known?.to === to) continue;
    if (matching.isOpen(from, to)) {
      matching.pair({ from, to, isSame: false, score: WHOLE, by: "mapping" });
      continue;
    }
    const message = `${from.name} is not paired with ${to.name}: ${known ? `it is in both versions` : `that is in both versions`} under one method and path`;
    const path = `/mapping/${index}`;
    work.report.find("info", "match", {
      code: "MAPPING_UNUSED",
      message,
      path,
      subject: from.name,
    });
  }
  pairById(before, after, matching);
  pairByLikeness(before, after, matching, work);
  return matching.pairs;
}

class Matching {
  readonly pairs = new Map<Operation, Pair>();
  readonly #used = new Set<Operation>();

  pair(pair: Pair): void {
    this.pairs.set(pair.from, pair);
    this.#used.add(pair.to);
  }

  isOpen(from: Operation, to: Operation): boolean {
    return !this.pairs.has(from) && !this.#used.has(to);
  }

  open({ operations }: Api): Operation[] {
    return operations.filter((one) => !this.pairs.has(one) && !this.#used.has(one));
  }
}

function pairById(before: Api, after: Api, matching: Matching): void {
  const byId = new Map<string, Operation>();
  for (const to of matching.open(after)) {
    if (to.id !== undefined && to.id !== "" && !byId.has(to.id)) byId.set(to.id, to);
  }
  for (const from of matching.open(before)) {
    const to = byId.get(from.id ?? "");
    if (!to || !matching.isOpen(from, to)) continue;
    matching.pair({ from, to, isSame: false, score: WHOLE, by: "operationId" });
  }
}

/** Without a token of their paths in common two operations are no more alike than this. */
const MOST_WITHOUT_PATH = 0.5;

function pairByLikeness(before: Api, after: Api, matching: Matching, work: Work): void {
  const { threshold } = work.input;
  const least = readDecimal(doubleText(threshold)) ?? ZERO;
  const [olds, news] = [matching.open(before), matching.open(after)];
  const index = tokenIndex(news);
  const pairs: Pair[] = [];
  for (const from of olds) {
    const candidates = threshold > MOST_WITHOUT_PATH ? likePath(from, index) : news;
    work.ctx.budget.spend(candidates.length);
    for (const to of candidates) {
      const score = likeness(from, to);
      if (compare(score, least) >= 0)
        pairs.push({ from, to, isSame: false, score, by: "likeness" });
    }
  }
  const best = pairs.toSorted(
    (left, right) =>
      compare(right.score, left.score) ||
      left.from.index - right.from.index ||
      left.to.index - right.to.index,
  );
  for (const pair of best) if (matching.isOpen(pair.from, pair.to)) matching.pair(pair);
}

/** For paths without any token. */
const NO_TOKEN = "";

function tokenIndex(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const index = new Map<string, Operation[]>();
  for (const operation of operations) {
    for (const token of tokensOf(operation)) {
      const list = index.get(token);
      if (list) list.push(operation);
      else index.set(token, [operation]);
    }
  }
  return index;
}

function tokensOf({ tokens }: Operation): Iterable<string> {
  return tokens.size === 0 ? [NO_TOKEN] : tokens;
}

function likePath(from: Operation, index: ReadonlyMap<string, readonly Operation[]>): Operation[] {
  const found = new Set<Operation>();
  for (const token of tokensOf(from)) for (const to of index.get(token) ?? []) found.add(to);
  return [...found];
}

const HALF = fraction(1n, 2n);
const FIFTH = fraction(1n, 5n);
const TENTH = fraction(1n, 10n);

export function likeness(from: Operation, to: Operation): Fraction {
  const parts = [
    multiply(HALF, jaccard(from.tokens, to.tokens)),
    from.method === to.method ? FIFTH : ZERO,
    multiply(FIFTH, jaccard(from.inputs, to.inputs)),
    multiply(TENTH, jaccard(from.outputs, to.outputs)),
  ];
  return parts.reduce(add);
}

/** What two sets have in common, as a part of what they have together. */
function jaccard(left: ReadonlySet<string>, right: ReadonlySet<string>): Fraction {
  if (left.size === 0 && right.size === 0) return WHOLE;
  const [few, many] = left.size < right.size ? [left, right] : [right, left];
  let common = 0;
  for (const one of few) if (many.has(one)) common++;
  return fraction(BigInt(common), BigInt(left.size + right.size - common));
}

/** With two decimals, ties to even. */
export function shownScore({ numerator, denominator }: Fraction): number {
  return Number(roundedQuotient(numerator * 100n, denominator)) / 100;
}

const SURE = fraction(3n, 4n);

/** Whether a pair was found by likeness alone, and is not sure. */
export function isUnsure({ by, score }: Pair): boolean {
  return by === "likeness" && compare(score, SURE) < 0;
}
