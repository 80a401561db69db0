/** What a conversation consists of, whichever provider's it is. */
import type { JsonProblem } from "../../json/tree/problem.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import type { Shape } from "./definitions.ts";

export interface CallItem {
  readonly kind: "call";
  /** Pointer of the call. */
  readonly path: string;
  readonly shape: Shape;
  /** Position among the calls. */
  readonly index: number;
  /** As given, numbers as text; `call_<index>` where there is none. */
  readonly id: string;
  /** The id as it stands in the material; undefined where there is none. */
  readonly idNode: JsonNode | undefined;
  readonly name: string;
  /** The object that the call is. */
  readonly node: JsonNode;
  /** The data of the arguments, `{}` for none, null and empty text; undefined where the text is not JSON. */
  readonly arguments: JsonNode | undefined;
  /** The text of the arguments, where they were given as text. */
  readonly argumentsText: string | undefined;
  /** Why the text is not JSON. */
  readonly problem: JsonProblem | undefined;
  /** Pointer of the arguments; that of the call where it has none. */
  readonly argumentsPath: string;
}

export interface ResultItem {
  readonly kind: "result";
  readonly path: string;
  readonly shape: Shape;
  /** The answered call's id: as given, or that of the call it was paired with. */
  readonly id: string | undefined;
  readonly idNode: JsonNode | undefined;
  /** The tool's name: as given, or that of the call it was paired with. */
  readonly name: string | undefined;
  /** `index` of the answered call; undefined where no earlier call is answered. */
  readonly call: number | undefined;
  /** The object or message that the result is. */
  readonly node: JsonNode;
  /** The content as given: text, parts, a JSON value. */
  readonly result: JsonNode;
  readonly isError: boolean;
}

export interface MessageItem {
  readonly kind: "message";
  readonly path: string;
  /** user, assistant, system, developer; `model` is assistant. */
  readonly role: string;
  /** The visible text, parts joined by line feeds. */
  readonly text: string;
  /** The parts that are neither calls nor results; a string for a content that is one. */
  readonly parts: readonly JsonNode[];
}

/** Anything else, such as reasoning items and calls that a provider answers itself. */
export interface OtherItem {
  readonly kind: "other";
  readonly path: string;
  readonly node: JsonNode;
}

export type Item = CallItem | ResultItem | MessageItem | OtherItem;
