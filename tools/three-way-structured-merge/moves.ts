/** Finds what one side moved to another place, and makes the other versions follow. */
import { formatPointer } from "../_lib/results/pointer.ts";
import type { JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import type { ValueIds } from "../_lib/json/tree/value-ids.ts";

/** A place that is reached through objects only, as the end of a chain from the root. */
interface Place {
  readonly parent: Place | undefined;
  readonly key: string;
  readonly node: JsonNode;
}

export interface Move {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Places by value: the only one, or null where there are several. */
type Places = Map<number, Place | null>;

/** What was moved from `before` to `after`: removed at one place and added, deeply equal, at one new place. */
export function movesBetween(before: JsonObject, after: JsonObject, ids: ValueIds): Move[] {
  const removed = placesOnlyIn(before, after, ids);
  const added = placesOnlyIn(after, before, ids);
  const pairs = [...removed].flatMap(([id, from]) => {
    const to = added.get(id);
    return from && to ? [{ from, to }] : [];
  });
  const [sources, targets] = [new Set<Place>(), new Set<Place>()];
  for (const { from, to } of pairs) {
    sources.add(from);
    targets.add(to);
  }
  return pairs
    .filter(({ from, to }) => !isInside(from, sources) && !isInside(to, targets))
    .map(({ from, to }) => ({ from: tokensOf(from), to: tokensOf(to) }));
}

/** Containers with something in them at places that the other document does not have. */
function placesOnlyIn(root: JsonObject, other: JsonObject, ids: ValueIds): Places {
  const places: Places = new Map();
  const visit = (node: JsonObject, twin: JsonNode | undefined, parent: Place | undefined) => {
    if (twin !== undefined && ids.idOf(node) === ids.idOf(twin)) return;
    for (const { key, value } of node.members) {
      if (!hasContent(value)) continue;
      const place = { parent, key, node: value };
      const counterpart = twin && memberOf(twin, key);
      if (counterpart === undefined) {
        const id = ids.idOf(value);
        places.set(id, places.has(id) ? null : place);
      }
      if (value.type === "object") visit(value, counterpart, place);
    }
  };
  visit(root, other, undefined);
  return places;
}

function hasContent(node: JsonNode): boolean {
  if (node.type === "object") return node.members.length > 0;
  return node.type === "array" && node.items.length > 0;
}

function isInside({ parent }: Place, places: ReadonlySet<Place>): boolean {
  for (let at = parent; at !== undefined; at = at.parent) if (places.has(at)) return true;
  return false;
}

function tokensOf(place: Place): string[] {
  const tokens: string[] = [];
  for (let at: Place | undefined = place; at !== undefined; at = at.parent) tokens.push(at.key);
  return tokens.toReversed();
}

/** The moves of each side that touch no move of the other. */
export function apart(ours: readonly Move[], theirs: readonly Move[]): [Move[], Move[]] {
  const [ourPlaces, theirPlaces] = [placeTree(ours), placeTree(theirs)];
  return [
    ours.filter((move) => !touches(theirPlaces, move)),
    theirs.filter((move) => !touches(ourPlaces, move)),
  ];
}

/** The places that moves begin and end at, token by token. */
interface PlaceTree {
  readonly inner: Map<string, PlaceTree>;
  isEnd: boolean;
}

function placeTree(moves: readonly Move[]): PlaceTree {
  const root: PlaceTree = { inner: new Map(), isEnd: false };
  for (const tokens of moves.flatMap(({ from, to }) => [from, to])) {
    let tree = root;
    for (const token of tokens) {
      const inner = tree.inner.get(token) ?? { inner: new Map(), isEnd: false };
      tree.inner.set(token, inner);
      tree = inner;
    }
    tree.isEnd = true;
  }
  return root;
}

/** Whether one of the places is an end of the move, around it or in it. */
function touches(places: PlaceTree, { from, to }: Move): boolean {
  return [from, to].some((tokens) => {
    let tree = places;
    for (const token of tokens) {
      const inner = tree.inner.get(token);
      if (inner === undefined || inner.isEnd) return inner !== undefined;
      tree = inner;
    }
    return true;
  });
}

export function movePointers({ from, to }: Move) {
  return { from: formatPointer(from), to: formatPointer(to) };
}
