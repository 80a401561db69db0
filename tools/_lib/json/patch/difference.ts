import { appendPointer } from "../../results/pointer.ts";
import type { JsonArray, JsonNode, JsonObject } from "../tree/tree.ts";
import { ValueIds } from "../tree/value-ids.ts";

/** An operation of RFC 6902 that a difference consists of. */
export type PatchOperation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: JsonNode }
  | { readonly op: "remove"; readonly path: string };

/**
 * The operations of RFC 6902 that make `target` of `source`: members by name in plain order, arrays by
 * what is left between their common beginning and end. Numbers are compared by their exact values.
 */
export function jsonDifference(source: JsonNode, target: JsonNode): PatchOperation[] {
  const difference = new Difference();
  difference.compare(source, target, "");
  return difference.operations;
}

class Difference {
  readonly operations: PatchOperation[] = [];
  readonly #ids = new ValueIds();

  compare(source: JsonNode, target: JsonNode, path: string): void {
    if (this.#areEqual(source, target)) return;
    if (source.type === "object" && target.type === "object") {
      this.#compareObjects(source, target, path);
    } else if (source.type === "array" && target.type === "array") {
      this.#compareArrays(source, target, path);
    } else this.operations.push({ op: "replace", path, value: target });
  }

  #areEqual(left: JsonNode, right: JsonNode): boolean {
    return left === right || this.#ids.idOf(left) === this.#ids.idOf(right);
  }

  #compareObjects(source: JsonObject, target: JsonObject, path: string): void {
    const before = new Map(source.members.map(({ key, value }) => [key, value]));
    const after = new Map(target.members.map(({ key, value }) => [key, value]));
    for (const key of [...new Set([...before.keys(), ...after.keys()])].toSorted()) {
      const [from, to] = [before.get(key), after.get(key)];
      const place = appendPointer(path, key);
      if (to === undefined) this.operations.push({ op: "remove", path: place });
      else if (from === undefined) this.operations.push({ op: "add", path: place, value: to });
      else this.compare(from, to, place);
    }
  }

  #compareArrays({ items: from }: JsonArray, { items: to }: JsonArray, path: string): void {
    const start = this.#commonStart(from, to);
    const end = this.#commonEnd(from, to, start);
    const [fromEnd, toEnd] = [from.length - end, to.length - end];
    const paired = Math.min(fromEnd, toEnd);
    for (let index = start; index < paired; index++) {
      this.compare(from[index] as JsonNode, to[index] as JsonNode, `${path}/${index}`);
    }
    for (let index = fromEnd - 1; index >= paired; index--) {
      this.operations.push({ op: "remove", path: `${path}/${index}` });
    }
    for (let index = paired; index < toEnd; index++) {
      this.operations.push({ op: "add", path: `${path}/${index}`, value: to[index] as JsonNode });
    }
  }

  #commonStart(from: readonly JsonNode[], to: readonly JsonNode[]): number {
    const most = Math.min(from.length, to.length);
    let count = 0;
    while (count < most && this.#areEqual(from[count] as JsonNode, to[count] as JsonNode)) count++;
    return count;
  }

  #commonEnd(from: readonly JsonNode[], to: readonly JsonNode[], start: number): number {
    const most = Math.min(from.length, to.length) - start;
    let count = 0;
    while (
      count < most &&
      this.#areEqual(from.at(-1 - count) as JsonNode, to.at(-1 - count) as JsonNode)
    ) {
      count++;
    }
    return count;
  }
}
