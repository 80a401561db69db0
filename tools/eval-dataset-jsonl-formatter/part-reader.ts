/** Reads what rows are made of: questions, answers and conversations. */
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import {
  type Conversation,
  type HearProblem,
  isMessageList,
  plainTurn,
  readMessages,
  readShareGpt,
} from "./read-messages.ts";
import { isGiven, memberOf, type Row, textOf, type Turn } from "./row.ts";

/** The parts of a row that its format gives; what they were read from is in `taken`. */
export interface Parts extends Partial<Omit<Row, "index" | "format" | "source">> {
  readonly taken: readonly string[];
}

type Answers = Pick<Parts, "target" | "targets">;

export class PartReader {
  readonly source: JsonObject;
  readonly path: string;
  readonly #hear: HearProblem;

  constructor(source: JsonObject, path: string, hear: HearProblem) {
    this.source = source;
    this.path = path;
    this.#hear = hear;
  }

  /** A whole conversation, whose last message is the answer if it is the assistant's. */
  conversation(key: string): Parts {
    const node = memberOf(this.source, key);
    const path = appendPointer(this.path, key);
    const read = key === "messages" ? readMessages : readShareGpt;
    const items = node?.type === "array" ? node.items : [];
    const { system, turns } = read(items, path, this.#hear);
    const hasAnswer = turns.at(-1)?.role === "assistant";
    const asked = hasAnswer ? turns.slice(0, -1) : turns;
    // A row whose messages could not be read has its problem already.
    if (asked.length === 0 && turns.length === items.length - (system ? 1 : 0)) {
      this.#missing("a message of the user", node ? path : this.path);
    }
    return { taken: [key], system, turns: asked, target: hasAnswer ? turns.at(-1) : undefined };
  }

  /** A question and its answers. */
  pair(input: string, target: string): Parts {
    return {
      taken: [input, target],
      ...this.prompt(memberOf(this.source, input), appendPointer(this.path, input)),
      ...this.answers(this.source, target, this.path),
    };
  }

  /** Text, which the user says, or messages. */
  prompt(node: JsonNode | undefined, path: string): Conversation {
    if (node?.type === "array" && isMessageList(node)) {
      return readMessages(node.items, path, this.#hear);
    }
    const isNothing = node?.type === "array" && node.items.length === 0;
    const text = isNothing ? undefined : textOf(node);
    if (text !== undefined) return { turns: [this.#said("user", text, path)] };
    this.#missing("what is asked");
    return { turns: [] };
  }

  /** Alpaca's question, which may have two parts. */
  instruction(): Pick<Parts, "turns" | "instruction"> {
    const instruction = textOf(memberOf(this.source, "instruction"));
    const input = textOf(memberOf(this.source, "input")) ?? "";
    const text = [instruction ?? "", input].filter((part) => part !== "").join("\n\n");
    if (instruction === undefined) {
      this.#missing("an instruction");
      return {};
    }
    const turn = this.#said("user", text, `${this.path}/instruction`);
    return { turns: [turn], instruction: { instruction, input } };
  }

  /** A text, several texts, or a message. */
  answers(holder: JsonNode | undefined, key: string, base: string): Answers {
    const node = memberOf(holder, key);
    if (node?.type !== "array" || isMessageList(node)) {
      return { target: this.answer(holder, key, base) };
    }
    return this.answersOf(node, appendPointer(base, key));
  }

  answersOf(node: JsonNode, path: string): Answers {
    if (node.type !== "array") return { target: this.#answerOf(node, path) };
    if (node.items.length === 0) return {};
    const said = node.items.map((item, at) =>
      this.#said("assistant", textOf(item) ?? "", `${path}/${at}`),
    );
    return { targets: said.map(({ text }) => text) };
  }

  /** The answer of a member that holds text or messages, of which the last one counts. */
  answer(holder: JsonNode | undefined, key: string, base: string): Turn | undefined {
    const node = memberOf(holder, key);
    return isGiven(node) ? this.#answerOf(node, appendPointer(base, key)) : undefined;
  }

  #answerOf(node: JsonNode, path: string): Turn | undefined {
    if (node.type !== "array" || !isMessageList(node)) {
      return this.#said("assistant", textOf(node) ?? "", path);
    }
    const last = node.items.length - 1;
    const { system, turns } = readMessages(node.items.slice(last), path, this.#hear, last);
    return system ?? turns[0];
  }

  #said(role: string, text: string, path: string): Turn {
    if (text.trim() === "") this.#hear("CONTENT_EMPTY", path, "no text", "a text");
    return plainTurn(role, text);
  }

  #missing(expected: string, path = this.path): void {
    this.#hear("INPUT_MISSING", path, "nothing", expected);
  }
}
