/** Compares what should be with what is, and gathers the patch that brings it back. */
import {
  type KeyedItems,
  keyItems,
  keyVersions,
  type SharedKey,
} from "../_lib/json/keyed-items.ts";
import { jsonDifference, type PatchOperation } from "../_lib/json/patch/difference.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import type { JsonArray, JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import { ValueIds } from "../_lib/json/tree/value-ids.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { isSecretKey } from "../_lib/secrets/secret-keys.ts";
import type { DriftKind } from "../configuration-drift-reconciliation.ts";
import { agree, type Leniency } from "./agreement.ts";
import type { PatternPlace } from "../_lib/results/pointer-patterns.ts";

interface Sides {
  readonly desired: JsonNode | undefined;
  readonly actual: JsonNode | undefined;
  readonly last: JsonNode | undefined;
}

export interface Drift {
  readonly place: Place;
  readonly kind: DriftKind;
  readonly desired?: JsonNode | undefined;
  readonly actual?: JsonNode | undefined;
}

export interface Operation {
  readonly operation: PatchOperation;
  readonly place: Place;
}

interface ReconcileOptions extends Leniency {
  readonly arrayKeys: readonly string[];
  /** Whether it is known what was applied before. */
  readonly knowsLast: boolean;
}

export class Reconciler {
  readonly drift: Drift[] = [];
  readonly patch: Operation[] = [];
  readonly #options: ReconcileOptions;
  readonly #ids = new ValueIds();

  constructor(options: ReconcileOptions) {
    this.#options = options;
  }

  compare({ desired, actual, last }: Sides, place: Place): void {
    if (place.ignored.covered) return;
    if (desired === undefined) {
      if (actual !== undefined && this.#findExtra(actual, last, place)) this.#remove(place);
    } else if (actual === undefined) {
      this.#findMissing(desired, place);
      this.#operate({ op: "add", path: place.pointer, value: desired }, place);
    } else if (desired.type === "object" && actual.type === "object") {
      this.#compareObjects(desired, actual, last, place);
    } else if (desired.type === "array" && actual.type === "array") {
      this.#compareArrays(desired, actual, last, place);
    } else if (!agree(desired, actual, this.#options)) {
      this.#change(desired, actual, place);
      this.#operate({ op: "replace", path: place.pointer, value: desired }, place);
    }
  }

  #compareObjects(
    desired: JsonObject,
    actual: JsonObject,
    last: JsonNode | undefined,
    place: Place,
  ): void {
    const keys = new Set([...desired.members, ...actual.members].map(({ key }) => key));
    for (const key of [...keys].toSorted()) {
      this.compare(
        {
          desired: memberOf(desired, key),
          actual: memberOf(actual, key),
          last: last && memberOf(last, key),
        },
        enter(place, key),
      );
    }
  }

  #compareArrays(
    desired: JsonArray,
    actual: JsonArray,
    last: JsonNode | undefined,
    place: Place,
  ): void {
    const keyed = keyVersions([desired.items, actual.items], this.#options.arrayKeys);
    if (keyed !== undefined) this.#compareKeyed(keyed, last, place);
    else if (place.unordered.matches) {
      if (this.#areSameBag(desired, actual)) return;
      this.#change(desired, actual, place);
      this.#operate({ op: "replace", path: place.pointer, value: desired }, place);
    } else if (desired.items.length === actual.items.length) {
      for (const [index, item] of desired.items.entries()) {
        const before = last?.type === "array" ? last.items[index] : undefined;
        const sides = { desired: item, actual: actual.items[index], last: before };
        this.compare(sides, enter(place, String(index)));
      }
    } else {
      this.#change(desired, actual, place);
      for (const operation of jsonDifference(actual, desired)) {
        this.#operate({ ...operation, path: place.pointer + operation.path }, place);
      }
    }
  }

  #compareKeyed({ key, versions }: SharedKey, last: JsonNode | undefined, place: Place): void {
    const [desired, actual] = versions as [KeyedItems, KeyedItems];
    const before = last?.type === "array" ? keyItems(last.items, key) : undefined;
    const extra: Place[] = [];
    for (const [id, { node, index, label }] of actual) {
      const wanted = desired.get(id);
      const inside = enter(place, wanted?.label ?? label, index);
      const known = before?.get(id)?.node;
      if (wanted !== undefined) {
        this.compare({ desired: wanted.node, actual: node, last: known }, inside);
      } else if (!inside.ignored.covered && this.#findExtra(node, known, inside)) {
        extra.push(inside);
      }
    }
    for (const inside of extra.toReversed()) this.#remove(inside);
    for (const [id, { node, label }] of desired) {
      const inside = enter(place, label, "-");
      if (actual.has(id) || inside.ignored.covered) continue;
      this.#findMissing(node, inside);
      this.#operate({ op: "add", path: inside.pointer, value: node }, inside);
    }
  }

  /** Whether both hold the same elements, each as often. */
  #areSameBag(left: JsonArray, right: JsonArray): boolean {
    if (left.items.length !== right.items.length) return false;
    const [a, b] = [left, right].map(({ items }) =>
      items.map((item) => this.#ids.idOf(item)).toSorted((one, other) => one - other),
    ) as [number[], number[]];
    return a.every((id, index) => id === b[index]);
  }

  #findMissing(desired: JsonNode, place: Place): void {
    this.drift.push({ place, kind: "missing", desired });
  }

  /** Whether what is extra is ours to remove. */
  #findExtra(actual: JsonNode, last: JsonNode | undefined, place: Place): boolean {
    const isManaged = !this.#options.knowsLast || last !== undefined;
    this.drift.push({ place, kind: isManaged ? "extra" : "unmanaged", actual });
    return isManaged;
  }

  #change(desired: JsonNode, actual: JsonNode, place: Place): void {
    const kind = desired.type === actual.type ? "changed" : "type-changed";
    this.drift.push({ place, kind, desired, actual });
  }

  #remove(place: Place): void {
    this.#operate({ op: "remove", path: place.pointer }, place);
  }

  #operate(operation: PatchOperation, place: Place): void {
    this.patch.push({ operation, place });
  }
}

/** Where in both documents the comparison is. */
interface Place {
  /** With a label for an element that has a key. */
  readonly path: string;
  /** In the actual document. */
  readonly pointer: string;
  readonly ignored: PatternPlace;
  readonly unordered: PatternPlace;
  /** The key on the way that looks secret, if there is one. */
  readonly secretKey: string;
}

function enter(place: Place, label: string, index: string | number = label): Place {
  return {
    path: appendPointer(place.path, label),
    pointer: appendPointer(place.pointer, index),
    ignored: place.ignored.enter(label),
    unordered: place.unordered.enter(label),
    secretKey: isSecretKey(label) ? label : place.secretKey,
  };
}
