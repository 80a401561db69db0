/** Where the parts of a document stand in its text: JSON in any dialect, JSON Lines, TOML or YAML. */
import { ARRAY_KEYS } from "../json/keyed-items.ts";
import { readJson } from "../json/tree/read.ts";
import type { JsonMember, JsonNode } from "../json/tree/tree.ts";
import { isIndexToken } from "../results/pointer.ts";
import { endOfLine, lineStarts } from "../text/position.ts";
import { parseToml } from "./toml/parse.ts";
import type { Spot } from "./spot.ts";
import { tomlSpot } from "./toml/spots.ts";
import { parseYaml } from "./yaml/stream.ts";
import type { YamlEntry, YamlNode } from "./yaml/tree.ts";

/** The root of a document; undefined for a text that is none. */
export function readSpots(text: string): Spot | undefined {
  const json = readJson(text, "json5");
  if ("root" in json) return spotOfJson(json.root, json.root.start);
  const toml = parseToml(text, "1.1");
  if (toml.document && toml.problems.length === 0) return tomlSpot(toml.document);
  if (/^\s*[[{]/.test(text)) return spotOfLines(text);
  const { stream, problems } = parseYaml(text);
  if (!stream || problems.length > 0) return undefined;
  const roots = stream.documents.map(({ root }) => root);
  const [root] = roots;
  return root && roots.length === 1
    ? spotOfYaml(root, root.start)
    : spotOfList(roots, 0, (one) => spotOfYaml(one, one.start));
}

export interface Followed {
  readonly spot: Spot;
  /** How many of the tokens lead somewhere. */
  readonly steps: number;
  /** What they lead through, items by what tells them apart: equal in two versions of a document, it is the same thing. */
  readonly way: readonly string[];
}

/** As far as the tokens of a pointer lead; `[id=3]` stands for the item of a list with that member. */
export function follow(root: Spot, tokens: readonly string[]): Followed {
  let spot = root;
  let steps = 0;
  const way: string[] = [];
  for (const token of tokens) {
    const child = spot.child(token) ?? keyedChild(spot, token);
    if (!child) break;
    way.push(spot.length === undefined ? token : labelOf(child, token));
    spot = child;
    steps++;
  }
  return { spot, steps, way };
}

/** An item by the first member that may tell it from others, else by its index. */
function labelOf(item: Spot, index: string): string {
  for (const key of ARRAY_KEYS) {
    const value = item.child(key)?.scalar;
    if (value !== undefined) return `[${key}=${value}]`;
  }
  return index;
}

const keyed = new WeakMap<Spot, Map<string, ReadonlyMap<string, Spot>>>();

/** The items of a list by a member are looked through once. */
function keyedChild(list: Spot, token: string): Spot | undefined {
  const [, key, value] = /^\[([^=]+)=(.*)\]$/s.exec(token) ?? [];
  if (key === undefined || value === undefined || list.length === undefined) return undefined;
  const tables = keyed.get(list) ?? new Map<string, ReadonlyMap<string, Spot>>();
  keyed.set(list, tables);
  let table = tables.get(key);
  if (table === undefined) {
    const items = Array.from({ length: list.length }, (_, index) => list.child(String(index)));
    table = new Map(items.flatMap((item) => (item ? [[item.child(key)?.scalar ?? "", item]] : [])));
    tables.set(key, table);
  }
  return table.get(value);
}

function spotOfJson(node: JsonNode, start: number, shift = 0): Spot {
  const at = start + shift;
  switch (node.type) {
    case "array":
      return spotOfList(node.items, at, (item) => spotOfJson(item, item.start, shift));
    case "object": {
      let table: ReadonlyMap<string, JsonMember> | undefined;
      return {
        start: at,
        child(token) {
          // Of repeated keys the last one counts, as for those who read the data.
          table ??= new Map(node.members.map((member) => [member.key, member]));
          const member = table.get(token);
          return member && spotOfJson(member.value, member.keyStart, shift);
        },
      };
    }
    case "string":
      return leaf(at, node.value);
    case "number":
      return leaf(at, node.text);
    default:
      return leaf(at, undefined);
  }
}

function spotOfYaml(node: YamlNode, start: number): Spot {
  if (node.type === "alias") {
    const target = node.anchor?.node;
    return target ? { ...spotOfYaml(target, target.start), start } : leaf(start, undefined);
  }
  if (node.type === "scalar") return leaf(start, node.value);
  if (node.type === "sequence") {
    return spotOfList(node.items, start, (item) => spotOfYaml(item.node, item.node.start));
  }
  let table: ReadonlyMap<string, YamlEntry> | undefined;
  return {
    start,
    child(token) {
      table ??= new Map(
        node.entries.flatMap((entry) =>
          entry.key.type === "scalar" ? [[entry.key.value, entry]] : [],
        ),
      );
      const entry = table.get(token);
      return entry && spotOfYaml(entry.value, entry.key.start);
    },
  };
}

/** JSON Lines: each line is read once it is asked for. */
function spotOfLines(text: string): Spot {
  const starts = lineStarts(text).filter(
    (start) => text.slice(start, endOfLine(text, start)).trim() !== "",
  );
  return spotOfList(starts, 0, (start) => {
    const read = readJson(text.slice(start, endOfLine(text, start)), "json5");
    return "root" in read ? spotOfJson(read.root, 0, start) : leaf(start, undefined);
  });
}

export function spotOfList<T>(items: readonly T[], start: number, spotOf: (item: T) => Spot): Spot {
  const spots: (Spot | undefined)[] = [];
  return {
    start,
    length: items.length,
    child(token) {
      const index = isIndexToken(token) ? Number(token) : items.length;
      if (index >= items.length) return undefined;
      return (spots[index] ??= spotOf(items[index] as T));
    },
  };
}

function leaf(start: number, scalar: string | undefined): Spot {
  return { start, scalar, child: none };
}

const none = (): undefined => undefined;
