/** What has come of a stream so far. */
import type { JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import { writeJson } from "../_lib/json/tree/write.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import { type Place, StreamCall } from "./call.ts";
import type { Chunk, Found } from "./chunks.ts";
import { oneLine, quoted } from "../_lib/text/shown.ts";
import type { Failure, Warning } from "../streaming-tool-call-assembler.ts";

export class Assembly {
  calls: StreamCall[] = [];
  text = "";
  usage: JsonNode | undefined;
  duplicates = 0;
  /** The finish reason of each choice. */
  readonly finish = new Map<number, string>();
  #hasFailed = false;
  readonly errors: Found<Failure>[] = [];
  readonly warnings: Found<Warning>[] = [];

  open(place: Place): StreamCall {
    const call = new StreamCall(place);
    this.calls.push(call);
    return call;
  }

  /** The reason of the first choice that has one. */
  get finishReason(): string | undefined {
    if (this.#hasFailed) return "error";
    const [first] = [...this.finish.keys()].toSorted((a, b) => a - b);
    return first === undefined ? undefined : this.finish.get(first);
  }

  /** An error that the provider sent in the stream: nothing that came before makes it whole. */
  fail(chunk: Chunk, error: StreamError): void {
    this.#hasFailed = true;
    this.failAtEnd(chunk, error);
  }

  /** An error that is the stream's finish reason. */
  failAtEnd({ index }: Chunk, { type, message }: StreamError): void {
    const said = message === "" ? "" : `, which says ${quoted(oneLine(message), LONGEST_SAID)}`;
    const detail = () => ({
      message: `Cannot take the stream for whole: found the error ${quoted(type)}${said}`,
      path: `/stream/${index}`,
      received: { type, message },
    });
    this.errors.push({ at: index, code: "STREAM_ERROR", detail });
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

const LONGEST_SAID = 200;

/** What a provider says went wrong while it streamed. */
export interface StreamError {
  readonly type: string;
  readonly message: string;
}

/** The error that a chunk tells of: as its type, or beside everything else. */
export function errorIn(node: JsonObject): StreamError | undefined {
  const given = memberOf(node, "error");
  if (given === undefined || given.type === "null")
    return textOf(memberOf(node, "type")) === "error" ? errorOf(node) : undefined;
  if (given.type === "object") return errorOf(given);
  return { type: "error", message: textOf(given) ?? writeJson(given, CANONICAL) ?? "" };
}

/** The error that an object is. */
export function errorOf(node: JsonObject): StreamError {
  const types = ["type", "status", "code"].map((key) => wordOf(node, key));
  const number = memberOf(node, "code");
  const type =
    types.find((word) => word !== undefined && word !== "error") ??
    (number?.type === "number" ? number.text : "error");
  return { type, message: wordOf(node, "message") ?? "" };
}
