/** What a caller asks of addresses: the items read, the action done, and what to mind. */
import { done, type Entry, fail } from "../_core/tool.ts";
import { readItems } from "../_lib/fields/list-field.ts";
import { ErrorList, WarningList } from "../_lib/results/entry-list.ts";
import { inputInvalid, missingField, outOfBounds } from "../_lib/results/input-invalid.ts";
import { counted } from "../_lib/text/plural.ts";
import { quoted } from "../_lib/text/shown.ts";
import { WIDTHS } from "../_lib/web/ip/address.ts";
import { asNetwork, excludeRanges, mergeRanges, type Network } from "../_lib/web/ip/network.ts";
import type { Failure, Input, Value, Warnings } from "../subnet-calculator.ts";
import {
  allocate,
  type Answer,
  checkContained,
  checkOverlaps,
  describeNetwork,
  listNetworks,
  splitNetwork,
} from "./actions.ts";
import { hasHostBits, type Item, itemEntry, readItem, splitItems } from "./item.ts";

export const MOST_ITEMS = 5000;

export const MOST_HOSTS = 256;

/** No network of IPv4 has room for more. */
export const LARGEST_HOSTS = 2 ** 32;

/** Reads the items, acts on them, and says what to mind; `texts` are the messages of the warnings. */
export function runSubnet(input: Input, texts: Warnings) {
  const given = readAll(input.input, "/input");
  const needsOther = ["contains", "overlap", "exclude"].includes(input.action);
  if (needsOther && readItems(input.other ?? "").length === 0) {
    return inputInvalid([missingField("/other", "addresses, prefixes or ranges")]);
  }
  const others = needsOther ? readAll(input.other ?? "", "/other") : NONE;
  const [first, ...more] = [...given.errors, ...others.errors];
  if (first) return fail([first, ...more]);
  const single = SINGLE.has(input.action) ? onlyItem(given.items) : given.items[0];
  if (!single || "code" in single) return fail(single ?? noItem(0));
  const mixed = needsOther ? versionMismatch(given.items, others.items) : undefined;
  if (mixed) return fail(mixed);
  const answer = act(input, single, given.items, others.items);
  return "ok" in answer ? answer : finish(input, answer, [given, others], texts);
}

const SINGLE: ReadonlySet<Input["action"]> = new Set([
  "info",
  "split",
  "contains",
  "overlap",
  "vlsm",
]);

interface Items {
  readonly path: string;
  readonly items: readonly Item[];
  readonly errors: readonly Entry<Failure>[];
}

const NONE: Items = { path: "/other", items: [], errors: [] };

function readAll(field: string | readonly string[], path: string): Items {
  const given = readItems(field).flatMap(({ text, line }) =>
    splitItems(text).map((item) => ({ text: item, line })),
  );
  if (given.length > MOST_ITEMS) {
    const found = `${given.length} items`;
    return { path, items: [], errors: [outOfBounds(path, found, `at most ${MOST_ITEMS}`)] };
  }
  const items: Item[] = [];
  const errors = new ErrorList<Failure>();
  for (const { text, line } of given) {
    const item = readItem(text, line);
    if ("code" in item) errors.addAll([itemEntry(item, path, line)]);
    else items.push(item);
  }
  return { path, items, errors: errors.list() };
}

function noItem(count: number): Entry<"IP_INVALID"> {
  const expected = "one address, network or range";
  const message = `Cannot read the input: found ${count} items, expected ${expected}`;
  return { code: "IP_INVALID", message, path: "/input", expected };
}

function onlyItem(items: readonly Item[]): Item | Entry<Failure> {
  const [item] = items;
  return item && items.length === 1 ? item : noItem(items.length);
}

function versionMismatch(
  items: readonly Item[],
  others: readonly Item[],
): Entry<"VERSION_MISMATCH"> | undefined {
  const versions = new Set(items.map(({ version }) => version));
  const other = others.find(({ version }) => !versions.has(version));
  if (!other) return undefined;
  const expected = `IPv${[...versions].join(" or IPv")}`;
  return {
    code: "VERSION_MISMATCH",
    message: `Cannot compare the addresses: found IPv${other.version}, expected ${expected}`,
    path: "/other",
    line: other.line,
    expected,
  };
}

function act(input: Input, item: Item, items: readonly Item[], others: readonly Item[]) {
  switch (input.action) {
    case "contains":
      return checkContained(item, others, input.limit);
    case "overlap":
      return checkOverlaps(item, others, input.limit);
    case "rangeToCidr":
    case "summarize":
      return listNetworks(mergeRanges(items), input.limit);
    case "exclude":
      return listNetworks(excludeRanges(items, others), input.limit);
    default: {
      const network = asNetwork(item);
      if (!network) return fail(noNetwork());
      if (input.action === "info") return describeNetwork(item.address, network);
      return input.action === "split" ? split(input, network) : plan(input, network);
    }
  }
}

function noNetwork(): Entry<"IP_INVALID"> {
  const expected = "a network";
  const message = `Cannot use the input: found a range that is no single network, expected ${expected}`;
  const hint = "rangeToCidr gives the networks of a range";
  return { code: "IP_INVALID", message, path: "/input", expected, hint };
}

function split({ prefix, count, limit }: Input, network: Network) {
  if (prefix === undefined && count === undefined) {
    return inputInvalid([missingField("/prefix", "the new prefix, or a count of subnets")]);
  }
  const byCount = network.prefix + (((count ?? 1) - 1).toString(2).length - Number(count === 1));
  const wanted = prefix ?? byCount;
  const most = WIDTHS[network.version];
  const agree = prefix === undefined || count === undefined || prefix === byCount;
  if (agree && wanted > network.prefix && wanted <= most)
    return splitNetwork(network, wanted, limit);
  const expected = agree ? `a prefix of ${network.prefix + 1} to ${most}` : "prefix or count";
  const found = agree ? `/${wanted}` : "both, which differ";
  return fail({
    code: "SPLIT_PREFIX",
    message: `Cannot split /${network.prefix}: found ${found}, expected ${expected}`,
    path: prefix === undefined ? "/count" : "/prefix",
    expected,
  });
}

function plan({ hosts, limit }: Input, network: Network) {
  const given =
    typeof hosts === "object"
      ? hosts
      : String(hosts ?? "")
          .split(/[\s,]+/)
          .filter(Boolean);
  const counts = given.map(Number);
  const expected = `1 to ${MOST_HOSTS} whole numbers from 1`;
  if (counts.length === 0) return inputInvalid([missingField("/hosts", expected)]);
  const wrong = counts.findIndex(
    (count) => !Number.isInteger(count) || count < 1 || count > LARGEST_HOSTS,
  );
  if (wrong >= 0) {
    const [found, path] =
      typeof hosts === "object"
        ? [String(counts[wrong]), `/hosts/${wrong}`]
        : [quoted(given[wrong] as string), "/hosts"];
    return inputInvalid([outOfBounds(path, found, expected)]);
  }
  if (counts.length > MOST_HOSTS) {
    return inputInvalid([outOfBounds("/hosts", `${counts.length} numbers`, expected)]);
  }
  if (network.version === 6) {
    const message = "Cannot plan the network: found IPv6, expected IPv4";
    return fail({ code: "VERSION_MISMATCH", message, path: "/input", expected: "IPv4" });
  }
  const planned = allocate(network, counts, limit);
  if (!("tooLarge" in planned)) return planned;
  const message = `Cannot plan the network: found no room for ${counted(planned.tooLarge, "host")}, expected a larger network`;
  return fail({ code: "VLSM_NO_SPACE", message, path: "/hosts", received: planned.tooLarge });
}

function finish(input: Input, answer: Answer<Value>, fields: readonly Items[], texts: Warnings) {
  const warnings = new WarningList<keyof Warnings>();
  for (const { path, items } of input.action === "info" ? [] : fields) {
    for (const { line } of items.filter(hasHostBits)) {
      warnings.add("HOST_BITS_SET", () => ({ message: texts.HOST_BITS_SET, path, line }));
    }
  }
  if (answer.truncated) warnings.add("LIST_TRUNCATED", () => ({ message: texts.LIST_TRUNCATED }));
  const { output, value, valid } = answer;
  const verdict = valid === undefined ? {} : { valid };
  return done({ output, value, ...verdict, warnings: warnings.list() });
}
