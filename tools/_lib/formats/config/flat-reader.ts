import type { Entry } from "../../../_core/tool.ts";
import { WarningList } from "../../results/entry-list.ts";
import { problemEntry } from "../../results/syntax-problem.ts";
import { bomRemoved } from "../../json/tree/json-field.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { loneSurrogateAt } from "../../text/code-points.ts";
import { positionFinder } from "../../text/position.ts";
import { beginning } from "../../text/shown.ts";
import { Branches, type Refusal, type Step, textNode } from "./branches.ts";
import { SourceLosses } from "./losses.ts";
import {
  type ConfigSource,
  FIELD,
  type ReadOptions,
  type SourceFailure,
  type SourceFormat,
  type SourceWarning,
  type Unreadable,
} from "./source.ts";

const NAMES = { ini: "INI", env: ".env", properties: "properties" } as const;

/** What the readers of INI, .env and properties share: comments, keys, values and what is wrong with them. */
export class FlatReader {
  readonly text: string;
  readonly #format: keyof typeof NAMES & SourceFormat;
  readonly #options: ReadOptions;
  readonly #losses = new SourceLosses();
  readonly #branches = new Branches(this.#losses);
  readonly #find: ReturnType<typeof positionFinder>;
  readonly #warnings = new WarningList<SourceWarning>();
  #error: Entry<SourceFailure> | undefined;
  /** Comments that wait for the next node. */
  #comments: string[] = [];

  constructor(text: string, format: keyof typeof NAMES, options: ReadOptions) {
    // A space in the place of the mark keeps the offsets.
    this.text = text.startsWith("\ufeff") ? ` ${text.slice(1)}` : text;
    this.#format = format;
    this.#options = options;
    this.#find = positionFinder(text);
    if (text.startsWith("\ufeff")) this.#warnings.addAll([bomRemoved()]);
    if (!text.isWellFormed()) this.warn("LONE_SURROGATE", loneSurrogateAt(text), SURROGATE);
  }

  get failed(): boolean {
    return this.#error !== undefined;
  }

  comment(start: number, end: number): void {
    this.#comments.push(this.text.slice(start, end).trimEnd());
  }

  /** A value at the key that begins at the offset. */
  value(steps: readonly Step[], text: string, offset: number): void {
    const node = textNode(text, this.#options.typed);
    this.#settle(node);
    const refusal = this.#branches.set(steps, node, () => {
      const key = JSON.stringify(beginning(String(steps.at(-1)), 40));
      this.warn("DUPLICATE_KEY", offset, `The key ${key} stands in the file more than once`);
    });
    if (refusal !== undefined) this.#refuse(refusal, offset);
  }

  append(steps: readonly Step[], text: string, offset: number): void {
    const node = textNode(text, this.#options.typed);
    this.#settle(node);
    const refusal = this.#branches.append(steps, node);
    if (refusal !== undefined) this.#refuse(refusal, offset);
  }

  section(steps: readonly Step[], offset: number): void {
    const comments = this.#comments;
    this.#comments = [];
    const refusal = this.#branches.open(steps, (node) => {
      for (const comment of comments) this.#losses.add("COMMENT_LOST", node, comment);
    });
    if (refusal !== undefined) this.#refuse(refusal, offset);
  }

  warn(code: SourceWarning, offset: number, message: string): void {
    this.#warnings.add(code, () => ({ message, path: FIELD, ...this.#find(offset) }));
  }

  fail(code: SourceFailure, offset: number, found: string, expected: string): void {
    const problem = { code, offset, found, expected };
    this.#error ??= problemEntry(problem, this.text, NAMES[this.#format], FIELD);
  }

  finish(): ConfigSource | Unreadable {
    const root = this.#branches.finish();
    if ("code" in root) this.#refuse(root, 0);
    const warnings = this.#warnings.list();
    if (this.#error !== undefined || "code" in root) {
      return { ok: false, errors: [this.#error as Entry<SourceFailure>], warnings };
    }
    for (const comment of this.#comments) this.#losses.add("COMMENT_LOST", undefined, comment);
    const none = { moments: new Set<JsonNode>(), spellings: new Map<JsonNode, string>() };
    return { ok: true, format: this.#format, root, losses: this.#losses, ...none, warnings };
  }

  #settle(node: JsonNode): void {
    for (const comment of this.#comments) this.#losses.add("COMMENT_LOST", node, comment);
    this.#comments = [];
  }

  #refuse({ code, found, expected }: Refusal, offset: number): void {
    this.fail(code, offset, found, expected);
  }
}

const SURROGATE = "The text holds a surrogate without its other half";

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** Resolves the escapes of a text; a backslash before any other character stays. */
export function unescapeText(text: string, escaped: RegExp): string {
  return text.replace(escaped, (_, character: string) => ESCAPES[character] ?? character);
}

/** The parts of a key between unescaped separators, if there is one; a backslash keeps the next character as it is. */
export function splitKey(key: string, separator: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (let at = 0; at < key.length; at++) {
    if (separator !== "" && key.startsWith(separator, at)) {
      parts.push(part);
      part = "";
      at += separator.length - 1;
    } else {
      if (key.charAt(at) === "\\" && at + 1 < key.length) part += key.charAt(at++);
      part += key.charAt(at);
    }
  }
  return [...parts, part];
}
