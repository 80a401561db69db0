/** What rows are compared by. */
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { setMember, valueOf } from "../_lib/json/tree/value.ts";
import { normalText } from "../_lib/text/prose/normal-form.ts";
import { plainTurn } from "./read-messages.ts";
import { type Row, targetTexts, type Turn, userText } from "./row.ts";

/** The normal forms of a row's texts. */
export interface Identity {
  /** Equal where the rows say the same. */
  readonly whole: string;
  /** Equal where they ask the same. */
  readonly input: string;
  readonly target: string;
  /** Of what the user says. */
  readonly question: string;
}

export class Identities {
  readonly #normals = new Map<string, string>();

  of(row: Row): Identity {
    const target = JSON.stringify(targetTexts(row).map((text) => this.#normal(text)));
    const input = JSON.stringify([
      ...(row.system ? [this.#turn(row.system)] : []),
      row.turns.map((turn) => this.#turn(turn)),
      row.choices ? canonicalOf(row.choices) : null,
    ]);
    const answer = row.target ? this.#turn(row.target) : null;
    const rejected = row.rejected ? this.#turn(row.rejected) : null;
    const whole = JSON.stringify([input, target, answer, rejected]);
    return { whole, input, target, question: this.#normal(userText(row)) };
  }

  #turn({ text, content, extras }: Turn): readonly string[] {
    const parts = content?.type === "array" ? [canonicalOf(content)] : [];
    return [
      this.#normal(text),
      ...parts,
      ...extras.map(({ key, value }) => key + canonicalOf(value)),
    ];
  }

  #normal(text: string): string {
    let normal = this.#normals.get(text);
    if (normal === undefined) this.#normals.set(text, (normal = normalText(text).text));
    return normal;
  }
}

function canonicalOf(node: JsonNode): string {
  return canonicalJson(valueOf(node).value);
}

/** RFC 8785 text of the row without its id and metadata. */
export function canonicalRow(row: Row): string {
  return canonicalJson({
    system: row.system?.text,
    turns: row.turns.map(turnData),
    target: row.target && answerData(row.target),
    targets: row.targets,
    rejected: row.rejected && answerData(row.rejected),
    choices: row.choices && valueOf(row.choices).value,
  });
}

function answerData(answer: Turn): unknown {
  const isPlain = answer.extras.length === 0 && answer.content?.type === "string";
  return isPlain ? answer.text : turnData(answer);
}

function turnData({ role, content, extras }: Turn): object {
  const data = { role, content: content && valueOf(content).value };
  for (const { key, value } of extras) setMember(data, key, valueOf(value).value);
  return data;
}

/** The row with a system message, where it has none. */
export function withSystem(row: Row, system: string): Row {
  return system === "" || row.system ? row : { ...row, system: plainTurn("system", system) };
}
