/** Merges three versions of a document value by value. A version that lacks a value has none, which is not null. */
import { type EntrySink, WarningList } from "../_lib/results/entry-list.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import {
  arrayNode,
  type JsonArray,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
} from "../_lib/json/tree/tree.ts";
import { ValueIds } from "../_lib/json/tree/value-ids.ts";
import { keyVersions, type KeyedItems } from "../_lib/json/keyed-items.ts";
import type { ArrayMerge, ConflictKind, Resolution } from "../three-way-structured-merge.ts";
import { mergeOrder } from "./order.ts";
import { mergeSequences } from "./sequence.ts";

export interface Versions {
  readonly base: JsonNode | undefined;
  readonly ours: JsonNode | undefined;
  readonly theirs: JsonNode | undefined;
}

export interface Conflict extends Versions {
  readonly path: string;
  readonly kind: ConflictKind;
}

export interface MergeOptions {
  readonly arrays: ArrayMerge;
  readonly arrayKeys: readonly string[];
  readonly onConflict: Resolution;
}

export class Merger {
  readonly conflicts: Conflict[] = [];
  /** The containers that were merged, and those of ours that they were made of. */
  readonly origins = new Map<JsonNode, JsonNode>();
  readonly warnings: WarningList<"ORDER_CONFLICT"> & EntrySink<"ORDER_CONFLICT"> =
    new WarningList();
  readonly #options: MergeOptions;
  readonly #ids: ValueIds;
  readonly #spend: (steps: number) => void;

  constructor(options: MergeOptions, ids: ValueIds, spend: (steps: number) => void) {
    this.#options = options;
    this.#ids = ids;
    this.#spend = spend;
  }

  /** What stands at the path; undefined for nothing. */
  merge(versions: Versions, path: string): JsonNode | undefined {
    const { base, ours, theirs } = versions;
    if (this.#areEqual(ours, theirs)) return ours;
    if (this.#areEqual(ours, base)) return theirs;
    if (this.#areEqual(theirs, base)) return ours;
    return this.#mergeChanged(versions, path);
  }

  /** Where both sides changed it, and not to the same. */
  #mergeChanged(versions: Versions, path: string): JsonNode | undefined {
    const { base, ours, theirs } = versions;
    const isBaseAlike = base === undefined || base.type === ours?.type;
    if (!isBaseAlike) return this.#conflict(versions, path);
    if (ours?.type === "object" && theirs?.type === "object") {
      const merged = this.#mergeObjects(base as JsonObject | undefined, ours, theirs, path);
      this.origins.set(merged, ours);
      return merged;
    }
    if (ours?.type === "array" && theirs?.type === "array") {
      const merged = this.#mergeArrays({ base: base as JsonArray | undefined, ours, theirs }, path);
      if (merged?.type === "array" && merged !== ours) this.origins.set(merged, ours);
      return merged;
    }
    return this.#conflict(versions, path);
  }

  #areEqual(left: JsonNode | undefined, right: JsonNode | undefined): boolean {
    if (left === right) return true;
    if (left === undefined || right === undefined || left.type !== right.type) return false;
    return this.#ids.idOf(left) === this.#ids.idOf(right);
  }

  #mergeObjects(
    base: JsonObject | undefined,
    ours: JsonObject,
    theirs: JsonObject,
    path: string,
  ): JsonNode {
    const [before, own, other] = [base, ours, theirs].map(membersOf) as [Table, Table, Table];
    const members: JsonMember[] = [];
    for (const [key, member] of [...own, ...[...other].filter(([name]) => !own.has(name))]) {
      const versions = {
        base: before.get(key)?.value,
        ours: own.get(key)?.value,
        theirs: other.get(key)?.value,
      };
      const value = this.merge(versions, appendPointer(path, key));
      if (value !== undefined) members.push({ ...member, value });
    }
    return objectNode(members);
  }

  #mergeArrays(versions: ArrayVersions, path: string): JsonNode | undefined {
    const { arrays, arrayKeys } = this.#options;
    const { base, ours, theirs } = versions;
    const items = [base?.items ?? [], ours.items, theirs.items] as const;
    if (arrays === "auto" || arrays === "identity") {
      const keyed = keyVersions(items, arrayKeys);
      if (keyed !== undefined) return this.#mergeKeyed(keyed.versions, path);
    }
    if (arrays === "atomic" || arrays === "identity") return this.#conflict(versions, path);
    const merged = mergeSequences(
      { base: items[0], ours: items[1], theirs: items[2] },
      { idOf: (node) => this.#ids.idOf(node), spend: this.#spend },
    );
    return merged === undefined ? this.#conflict(versions, path, "sequence") : arrayNode(merged);
  }

  #mergeKeyed(versions: readonly KeyedItems[], path: string): JsonNode {
    const [base, ours, theirs] = versions as [KeyedItems, KeyedItems, KeyedItems];
    const left = new Map<string, JsonNode>();
    for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
      const [before, own, other] = [base.get(id), ours.get(id), theirs.get(id)];
      const label = (before ?? own ?? other)?.label ?? "";
      const node = this.merge(
        { base: before?.node, ours: own?.node, theirs: other?.node },
        appendPointer(path, label),
      );
      if (node !== undefined) left.set(id, node);
    }
    const orders = { base: [...base.keys()], ours: [...ours.keys()], theirs: [...theirs.keys()] };
    const { elements, isContested } = mergeOrder(orders, (id) => left.has(id));
    if (isContested) this.noteOrder(path);
    return arrayNode(elements.map((id) => left.get(id) as JsonNode));
  }

  /** Both sides changed the order of what stands at the path. */
  noteOrder(path: string): void {
    this.warnings.add("ORDER_CONFLICT", () => ({
      message: "Both sides put the elements in another order; that of ours was taken",
      path,
    }));
  }

  #conflict(versions: Versions, path: string, kind = kindOf(versions)): JsonNode | undefined {
    this.conflicts.push({ ...versions, path, kind });
    const { onConflict } = this.#options;
    if (onConflict !== "object") return versions[onConflict];
    const sides = (["base", "ours", "theirs"] as const).flatMap((side) => {
      const node = versions[side];
      return node === undefined ? [] : [memberNode(side, node)];
    });
    return objectNode([memberNode("$conflict", objectNode(sides))]);
  }
}

interface ArrayVersions extends Versions {
  readonly base: JsonArray | undefined;
  readonly ours: JsonArray;
  readonly theirs: JsonArray;
}

type Table = ReadonlyMap<string, JsonMember>;

function membersOf(node: JsonObject | undefined): Table {
  return new Map(node?.members.map((member) => [member.key, member]));
}

function kindOf({ base, ours, theirs }: Versions): ConflictKind {
  if (base === undefined) return "add/add";
  if (ours === undefined) return "delete/modify";
  return theirs === undefined ? "modify/delete" : "modify/modify";
}
