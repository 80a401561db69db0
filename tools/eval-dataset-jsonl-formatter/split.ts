/** Divides rows by their content, so that the same row is always on the same side. */
import { type Entry as Finding, fail } from "../_core/tool.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { nodeAt } from "../_lib/json/tree/rows.ts";
import { sha256Hex } from "../_lib/bytes/sha256.ts";
import type { Input } from "../eval-dataset-jsonl-formatter.ts";
import type { Entry } from "./duplicates.ts";
import { canonicalRow } from "./identity.ts";
import { memberOf, textOf } from "./row.ts";

export interface Share {
  readonly name: string;
  readonly share: Decimal;
}

const PATH = "/split";

/** The shares in their order; undefined where there is nothing to split. */
export function readShares(split: Input["split"]) {
  if (!split) return {};
  const shares = Object.entries(split).map(([name, share]): Share => {
    return { name, share: new Decimal(share) };
  });
  if (shares.length === 0) return { failure: fail(splitInvalid(PATH, "no shares")) };
  const wrong = shares.find(({ share }) => share.lt(0) || share.gt(1));
  if (wrong) {
    const { name, share } = wrong;
    return { failure: fail(splitInvalid(appendPointer(PATH, name), share.toString())) };
  }
  const sum = sumOfShares(shares);
  return sum.gt(1) ? { failure: fail(splitInvalid(PATH, `a sum of ${sum}`)) } : { shares };
}

function splitInvalid(path: string, found: string): Finding<"SPLIT_INVALID"> {
  const expected = "shares from 0 to 1 by name that add up to 1 or less";
  const message = `Cannot split the rows: found ${found}, expected ${expected}`;
  return { code: "SPLIT_INVALID", message, path, expected };
}

function sumOfShares(shares: readonly Share[]): Decimal {
  return shares.reduce((sum, { share }) => sum.plus(share), new Decimal(0));
}

/** The name of each row's split; those that no split takes have none. */
export function splitRows(
  entries: readonly Entry[],
  shares: readonly Share[],
  { seed, groupBy: field }: Pick<Input, "seed" | "groupBy">,
): ReadonlyMap<Entry, string> {
  const groups = field === undefined ? groupsOfTheSame(entries) : groupsBy(entries, field);
  const ordered = [...groups]
    .map(([key, members]) => ({ members, digest: sha256Hex(`${seed}\n${key}`) }))
    .toSorted((a, b) => Number(a.digest > b.digest) - Number(a.digest < b.digest));
  const isWhole = sumOfShares(shares).eq(1);
  const splits = new Map<Entry, string>();
  let from = 0;
  for (const [at, { name, share }] of shares.entries()) {
    const isRest = isWhole && at === shares.length - 1;
    const count = share.times(ordered.length).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber();
    const to = isRest ? ordered.length : Math.min(ordered.length, from + count);
    for (const { members } of ordered.slice(from, to)) {
      for (const entry of members) splits.set(entry, name);
    }
    from = to;
  }
  return splits;
}

type Groups = Map<string, Entry[]>;

/** Rows that say the same go together, under the least of their keys, so that their order does not matter. */
function groupsOfTheSame(entries: readonly Entry[]): Groups {
  const byWhole = groupBy(entries, ({ identity }) => identity.whole);
  const groups: Groups = new Map();
  for (const members of byWhole.values()) {
    const keys = members.map(({ row }) => canonicalRow(row));
    groups.set(
      keys.reduce((least, key) => (key < least ? key : least)),
      members,
    );
  }
  return groups;
}

function groupsBy(entries: readonly Entry[], field: string): Groups {
  return groupBy(entries, ({ row }) => {
    const { source } = row;
    const node =
      memberOf(source, field) ?? (field.startsWith("/") ? nodeAt(source, field) : undefined);
    return textOf(node) ?? canonicalRow(row);
  });
}
