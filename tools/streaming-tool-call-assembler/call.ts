/** A call while its pieces come in. */
import { readJson } from "../_lib/json/tree/read.ts";
import {
  type JsonNode,
  memberNode,
  objectNode,
  stringNode,
  withoutRepeats,
} from "../_lib/json/tree/tree.ts";
import { minifyJson } from "../_lib/json/tree/write.ts";
import { arrivedOf } from "./arrived.ts";

/** Where a call stands among the others: by message, choice and the provider's index. */
export type Place = readonly [message: number, choice: number, index: number];

export class StreamCall {
  readonly place: Place;
  id: string | undefined;
  name = "";
  /** The fragments, joined. */
  text = "";
  /** What takes the place of fragments that are not text, or of none. */
  data: JsonNode | undefined;
  /** The text is no JSON, but the value of the only argument `input`. */
  isPlain = false;
  providerExecuted = false;
  /** The chunk with which the provider closed it. */
  closedAt: number | undefined;
  /** Why the arguments could not be put together. */
  fault: string | undefined;
  chunks = 0;

  constructor(place: Place) {
    this.place = place;
  }

  get isClosed(): boolean {
    return this.closedAt !== undefined && this.name !== "";
  }

  get argumentsText(): string {
    if (this.text !== "" || this.data === undefined) return this.text;
    return minifyJson(this.data) ?? "";
  }
}

/** The arguments of a call at the end of the stream. */
export interface Arguments {
  /** The object; undefined where the text is none, or is not complete. */
  readonly whole: JsonNode | undefined;
  /** What there is of an object that is not complete. */
  readonly partial: JsonNode | undefined;
}

export function argumentsOf(call: StreamCall): Arguments {
  const { text, data, isPlain, fault } = call;
  const isWhole = call.isClosed && fault === undefined;
  if (isPlain) return either(isWhole, objectNode([memberNode("input", stringNode(text))]));
  if (text === "" && data !== undefined) return either(isWhole, data);
  if (text.trim() === "") return either(isWhole, isWhole ? objectNode([]) : undefined);
  const whole = isWhole ? objectIn(text) : undefined;
  return { whole, partial: whole ? undefined : arrivedOf(text) };
}

function either(isWhole: boolean, node: JsonNode | undefined): Arguments {
  return isWhole ? { whole: node, partial: undefined } : { whole: undefined, partial: node };
}

/** The object that is all of a text. */
export function objectIn(text: string): JsonNode | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const read = readJson(text);
  if ("type" in read || read.root.type !== "object") return undefined;
  return withoutRepeats(read.root, "last");
}
