/**
 * Arrays and objects that are changed one step after another, as `reduce` does, without a copy for each
 * step: the newest version holds the data, and an older one knows how to undo what came after it.
 */
import type { Spend } from "./budget.ts";
import { findMember } from "../../_lib/json/path/compare.ts";
import {
  type JsonArray,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
} from "../../_lib/json/tree/tree.ts";

/** Units of an object that can be changed step by step, which takes some memory even where it is small. */
const VERSION_UNITS = 8;

interface Undo<T> {
  /** What stood at `index` before; undefined where elements were added, from `index` on. */
  readonly index: number;
  readonly before: T | undefined;
}

/**
 * One version of a list of elements; only the newest one that shares the data may change it.
 * A version takes units where it copies: when an older one is read, or one that has to stay is changed.
 */
class Version<T> {
  #data: T[] | undefined;
  /** Whether the data was given away, so that it has to stay as it is. */
  #shared: boolean;
  #newer: Version<T> | undefined;
  #undo: Undo<T> | undefined;
  readonly #spend: Spend;
  /** How many elements it has. */
  readonly size: number;

  constructor(data: T[], shared: boolean, spend: Spend, size = data.length) {
    this.#data = data;
    this.#shared = shared;
    this.#spend = spend;
    this.size = size;
  }

  /** The elements, valid until a newer version is made. */
  read(): readonly T[] {
    return this.#own();
  }

  /** The elements for good: newer versions leave them alone. */
  share(): readonly T[] {
    const data = this.#own();
    this.#shared = true;
    return data;
  }

  with(index: number, element: T): Version<T> {
    const before = this.#own()[index] as T;
    const newer = this.#pass({ index, before }, this.size);
    (newer.#data as T[])[index] = element;
    return newer;
  }

  add(elements: readonly T[]): Version<T> {
    const newer = this.#pass({ index: this.size, before: undefined }, this.size + elements.length);
    for (const element of elements) (newer.#data as T[]).push(element);
    return newer;
  }

  /** Makes a newer version: with this one's data, or with a copy where that has to stay. */
  #pass(undo: Undo<T>, size: number): Version<T> {
    const data = this.#own();
    if (this.#shared) {
      this.#spend(data.length >> 2);
      return new Version([...data], false, this.#spend, size);
    }
    const newer = new Version(data, false, this.#spend, size);
    this.#data = undefined;
    this.#newer = newer;
    this.#undo = undo;
    return newer;
  }

  #own(): T[] {
    if (this.#data !== undefined) return this.#data;
    const undone: Undo<T>[] = this.#undo === undefined ? [] : [this.#undo];
    let newest = this.#newer;
    while (newest !== undefined && newest.#data === undefined) {
      this.#spend(1);
      if (newest.#undo !== undefined) undone.push(newest.#undo);
      newest = newest.#newer;
    }
    const newestData = newest === undefined ? [] : (newest.#data ?? []);
    this.#spend(newestData.length >> 2);
    const data = [...newestData];
    for (const { index, before } of undone.toReversed()) {
      if (before === undefined) data.length = index;
      else data[index] = before;
    }
    this.#data = data;
    this.#shared = false;
    this.#newer = undefined;
    return data;
  }
}

class VersionedArray implements JsonArray {
  readonly type = "array";
  readonly start = -1;
  readonly end = -1;
  readonly version: Version<JsonNode>;

  constructor(version: Version<JsonNode>) {
    this.version = version;
  }

  get items(): readonly JsonNode[] {
    return this.version.share();
  }
}

class VersionedObject implements JsonObject {
  readonly type = "object";
  readonly start = -1;
  readonly end = -1;
  readonly repeated = false;
  readonly version: Version<JsonMember>;
  /** Where each key stands, in this version and those it shares the places with. */
  readonly places: Map<string, number>;

  constructor(version: Version<JsonMember>, places: Map<string, number>) {
    this.version = version;
    this.places = places;
  }

  get members(): readonly JsonMember[] {
    return this.version.share();
  }

  /** The place of a key; those that a newer version added lie behind this one's end or hold another key. */
  placeOf(key: string): number {
    const place = this.places.get(key) ?? -1;
    return this.version.read()[place]?.key === key ? place : -1;
  }
}

export function sizeOfArray(array: JsonArray): number {
  return array instanceof VersionedArray ? array.version.size : array.items.length;
}

export function itemAt(array: JsonArray, index: number): JsonNode | undefined {
  return elementsOf(array)[index];
}

function elementsOf(array: JsonArray): readonly JsonNode[] {
  return array instanceof VersionedArray ? array.version.read() : array.items;
}

function versionOf(array: JsonArray, spend: Spend): Version<JsonNode> {
  if (array instanceof VersionedArray) return array.version;
  return new Version(array.items as JsonNode[], true, spend);
}

/** The array with an item replaced; `index` is one that it has. */
export function withItem(array: JsonArray, index: number, item: JsonNode, spend: Spend): JsonArray {
  return new VersionedArray(versionOf(array, spend).with(index, item));
}

export function withItems(array: JsonArray, items: readonly JsonNode[], spend: Spend): JsonArray {
  spend(items.length >> 2);
  return new VersionedArray(versionOf(array, spend).add(items));
}

export function sizeOfObject(object: JsonObject): number {
  if (object instanceof VersionedObject) return object.version.size;
  return object.members.length;
}

export function memberOf(object: JsonObject, key: string): JsonNode | undefined {
  if (!(object instanceof VersionedObject)) return findMember(object, key);
  return object.version.read()[object.placeOf(key)]?.value;
}

/** The object with a member set: at its place, or at the end. */
export function withMember(
  object: JsonObject,
  key: string,
  value: JsonNode,
  spend: Spend,
): JsonObject {
  const versioned = versionedObject(object, spend);
  const place = versioned.placeOf(key);
  if (place >= 0) {
    const { keyText, keyStart } = versioned.version.read()[place] as JsonMember;
    const version = versioned.version.with(place, { key, keyText, keyStart, value });
    return new VersionedObject(version, versioned.places);
  }
  const { size } = versioned.version;
  spend(key.length >> 4);
  const version = versioned.version.add([memberNode(key, value)]);
  // Where another branch of versions put its own key there, the places part.
  const known = versioned.places.get(key);
  const places =
    known === undefined && versioned.places.size === size
      ? versioned.places
      : placesOf(version.read(), spend);
  places.set(key, size);
  return new VersionedObject(version, places);
}

function versionedObject(object: JsonObject, spend: Spend): VersionedObject {
  if (object instanceof VersionedObject) return object;
  const members = object.members as JsonMember[];
  return new VersionedObject(new Version(members, true, spend), placesOf(members, spend));
}

function placesOf(members: readonly JsonMember[], spend: Spend): Map<string, number> {
  spend(VERSION_UNITS + 2 * members.length);
  const places = new Map<string, number>();
  for (const [place, { key }] of members.entries()) places.set(key, place);
  return places;
}
