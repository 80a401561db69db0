/** What has come of a stream so far. */
import type { JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import { writeJson } from "../_lib/json/tree/write.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import { type Place, StreamCall } from "./call.ts";
import type { Chunk, Found } from "./chunks.ts";
import type { Warning } from "../streaming-tool-call-assembler.ts";

export class Assembly {
  calls: StreamCall[] = [];
  text = "";
  usage: JsonNode | undefined;
  duplicates = 0;
  /** The finish reason of each choice. */
  readonly finish = new Map<number, string>();
  hasFailed = false;
  readonly warnings: Found<Warning>[] = [];

  open(place: Place): StreamCall {
    const call = new StreamCall(place);
    this.calls.push(call);
    return call;
  }

  /** The reason of the first choice that has one. */
  get finishReason(): string | undefined {
    if (this.hasFailed) return "error";
    const [first] = [...this.finish.keys()].toSorted((a, b) => a - b);
    return first === undefined ? undefined : this.finish.get(first);
  }

  warn(code: Warning, { index }: Chunk, message: string, more: object = {}): void {
    const detail = () => ({ message, path: `/stream/${index}`, ...more });
    this.warnings.push({ at: index, code, detail });
  }

  drop(chunk: Chunk, what: string): void {
    this.duplicates++;
    this.warn("DUPLICATE_CHUNK", chunk, `${what} came again and was dropped`);
  }

  /** The calls by message, choice and index; those of one place as they came. */
  sorted(): StreamCall[] {
    return this.calls.toSorted(
      ({ place: a }, { place: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2],
    );
  }
}

/** Reads the chunks of one provider. */
export type Assembler = (chunks: readonly Chunk[], assembly: Assembly) => void;

/** Whether two chunks are the same JSON. */
export function areSame(one: JsonObject, other: JsonObject): boolean {
  const [a, b] = [one, other].map((node) => writeJson(node, CANONICAL));
  return a !== undefined && a === b;
}

const CANONICAL = { indent: "", sortKeys: true, escapes: "minimal" } as const;

/** The member's text, where it has any. */
export function wordOf(node: JsonNode | undefined, key: string): string | undefined {
  return (node && textOf(memberOf(node, key))) || undefined;
}

/** The member, where it is an object. */
export function objectOf(node: JsonNode | undefined, key: string): JsonObject | undefined {
  const member = node && memberOf(node, key);
  return member?.type === "object" ? member : undefined;
}

/** Whether the chunk tells of an error: as its type, or beside everything else. */
export function isError(node: JsonObject): boolean {
  const error = memberOf(node, "error");
  return textOf(memberOf(node, "type")) === "error" || (error && error.type !== "null") === true;
}
