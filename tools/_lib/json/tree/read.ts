import { CommentAnchors, scanComment } from "./comments.ts";
import { DEEPEST, depthProblem, type JsonProblem, type Place, syntaxProblem } from "./problem.ts";
import { openedAt } from "../../results/syntax-problem.ts";
import { isDigit, scanLiteral, scanNumber, scanString } from "./scan.ts";
import {
  isIdentifierStart,
  isNumberStartOfJson5,
  isSpaceOfJson5,
  scanIdentifier,
  scanJson5Number,
  scanJson5String,
} from "./scan-json5.ts";
import type {
  JsonArray,
  JsonDocument,
  JsonMember,
  JsonNode,
  JsonNull,
  JsonObject,
  JsonString,
} from "./tree.ts";

/** `json` is RFC 8259; `jsonc` adds comments and one trailing comma per container; `json5` is json5.org 1.0.0. */
export type Dialect = "json" | "jsonc" | "json5";

/**
 * Reads one JSON document, at most 1,000 levels deep if not said otherwise, without recursion. The offset
 * of a problem is the length of the longest prefix that some document begins with.
 */
export function readJson(
  text: string,
  dialect: Dialect = "json",
  deepest = DEEPEST,
): JsonDocument | JsonProblem {
  return new Reader(text, dialect, deepest).readDocument();
}

/** Reads documents that stand one after another, with or without white space between them. */
export function readJsonValues(
  text: string,
  dialect: Dialect = "json",
): readonly JsonDocument[] | JsonProblem {
  return new Reader(text, dialect).readSequence();
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

interface OpenObject {
  readonly node: Writable<JsonObject>;
  readonly members: JsonMember[];
  readonly items?: undefined;
  /** The keys so far, once there are more than a few. */
  keys: Set<string> | undefined;
  member: Writable<JsonMember> | undefined;
}

interface OpenArray {
  readonly node: Writable<JsonArray>;
  readonly items: JsonNode[];
}

const FEW_KEYS = 8;

/** What has to come next. */
type State = Exclude<Place, "colon" | "end" | "inside"> | "done";

const NULL_PLACEHOLDER: JsonNull = { type: "null", start: -1, end: -1 };
const [TAB, LF, CR, SPACE, QUOTE, SINGLE_QUOTE, COMMA, SLASH, COLON] = [
  9, 10, 13, 32, 34, 39, 44, 47, 58,
];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [91, 93, 123, 125];

class Reader {
  readonly #text: string;
  readonly #dialect: Dialect;
  readonly #deepest: number;
  readonly #illFormed: boolean;
  #at = 0;
  #state: State = "value";
  #problem: JsonProblem | undefined;
  #root: JsonNode | undefined;
  #stack: (OpenObject | OpenArray)[] = [];
  #comments: CommentAnchors | undefined;
  #repeatedKeys = 0;
  #loneSurrogates = 0;

  constructor(text: string, dialect: Dialect, deepest = DEEPEST) {
    this.#text = text;
    this.#dialect = dialect;
    this.#deepest = deepest;
    this.#illFormed = !text.isWellFormed();
  }

  readDocument(): JsonDocument | JsonProblem {
    const document = this.#readRoot();
    if (document.type === "problem") return document;
    if (this.#at < this.#text.length) {
      return syntaxProblem(this.#text, this.#at, "the end of the input", "end");
    }
    return document.value;
  }

  readSequence(): readonly JsonDocument[] | JsonProblem {
    const documents: JsonDocument[] = [];
    this.#space();
    while (this.#at < this.#text.length && this.#problem === undefined) {
      const document = this.#readRoot();
      if (document.type === "problem") return document;
      documents.push(document.value);
    }
    return this.#problem ?? documents;
  }

  #readRoot(): { type: "document"; value: JsonDocument } | JsonProblem {
    this.#state = "value";
    this.#stack = [];
    this.#comments = this.#dialect === "json" ? undefined : new CommentAnchors();
    this.#repeatedKeys = 0;
    this.#loneSurrogates = 0;
    while (this.#step()) {
      // Each step reads one token.
    }
    if (this.#problem === undefined) this.#space();
    if (this.#problem !== undefined || this.#root === undefined) {
      return this.#explained(
        this.#problem ?? syntaxProblem(this.#text, this.#at, "a value", "value"),
      );
    }
    const value: JsonDocument = {
      root: this.#root,
      repeatedKeys: this.#repeatedKeys,
      loneSurrogates: this.#loneSurrogates,
      commentCount: this.#comments?.count ?? 0,
      lastComments: this.#comments?.end() ?? [],
    };
    return { type: "document", value };
  }

  /** The problem with the place where the innermost bracket opens, if the end of that is missed. */
  #explained(problem: JsonProblem): JsonProblem {
    const start = this.#stack.at(-1)?.node.start;
    const isMissed = this.#state === "separator" || problem.offset >= this.#text.length;
    if (start === undefined || problem.related || problem.code !== "JSON_SYNTAX" || !isMissed) {
      return problem;
    }
    return { ...problem, related: openedAt(start, `The bracket ${this.#text.charAt(start)}`) };
  }

  /** Reads what has to come next; false when the root is complete or a problem was met. */
  #step(): boolean {
    const state = this.#state;
    if (state === "done" || this.#problem !== undefined) return false;
    this.#space();
    if (this.#problem !== undefined) return false;
    if (state === "separator") this.#readSeparator();
    else if (state === "first key" || state === "next key") this.#readKey(state);
    else this.#readValue(state);
    return true;
  }

  #readValue(state: "value" | "first value" | "next value"): void {
    const unit = this.#text.charCodeAt(this.#at);
    if (unit === OPEN_BRACE || unit === OPEN_BRACKET) this.#open(unit);
    else if (unit === CLOSE_BRACKET && this.#mayClose(state)) this.#close();
    else {
      const node = this.#readScalar(unit, state);
      if (node.type === "problem") this.#problem = node;
      else this.#complete(node);
    }
  }

  #readScalar(unit: number, state: State): JsonNode | JsonProblem {
    const text = this.#text;
    const start = this.#at;
    if (unit === QUOTE || (unit === SINGLE_QUOTE && this.#dialect === "json5"))
      return this.#readString();
    if (this.#dialect === "json5" && isNumberStartOfJson5(unit))
      return scanJson5Number(text, start);
    if (isDigit(unit) || unit === 45) return scanNumber(text, start);
    const literal = scanLiteral(text, start);
    if (literal === undefined) {
      const expected = state === "first value" ? 'a value or "]"' : "a value";
      return syntaxProblem(text, start, expected, state as Place);
    }
    return literal;
  }

  #readString(): JsonString | JsonProblem {
    const scan = this.#dialect === "json5" ? scanJson5String : scanString;
    const token = scan(this.#text, this.#at);
    if (token.type === "string") this.#noteSurrogates(token);
    return token;
  }

  #noteSurrogates(token: JsonString): void {
    const escaped = token.text.length !== token.value.length + 2;
    if ((escaped || this.#illFormed) && !token.value.isWellFormed()) this.#loneSurrogates++;
  }

  #readKey(state: "first key" | "next key"): void {
    const unit = this.#text.charCodeAt(this.#at);
    if (unit === CLOSE_BRACE && this.#mayClose(state)) {
      this.#close();
      return;
    }
    const key = this.#readKeyToken(unit, state);
    if (key.type === "problem") {
      this.#problem = key;
      return;
    }
    this.#at = key.end;
    this.#beginMember(key);
    this.#space();
    if (this.#problem !== undefined) return;
    if (this.#text.charCodeAt(this.#at) === COLON) {
      this.#at++;
      this.#state = "value";
    } else this.#problem = syntaxProblem(this.#text, this.#at, '":"', "colon");
  }

  #readKeyToken(unit: number, state: "first key" | "next key"): JsonString | JsonProblem {
    const json5 = this.#dialect === "json5";
    if (unit === QUOTE || (unit === SINGLE_QUOTE && json5)) return this.#readString();
    if (json5 && isIdentifierStart(this.#text, this.#at))
      return scanIdentifier(this.#text, this.#at);
    const expected =
      state === "first key" ? 'a key in double quotes or "}"' : "a key in double quotes";
    return syntaxProblem(this.#text, this.#at, expected, state);
  }

  #beginMember(key: JsonString): void {
    const frame = this.#stack.at(-1);
    if (frame === undefined || frame.items !== undefined) return;
    frame.member = {
      key: key.value,
      keyText: key.text,
      keyStart: key.start,
      value: NULL_PLACEHOLDER,
    };
    this.#comments?.begin(frame.member);
    this.#comments?.key();
    if (hasKey(frame, key.value)) {
      this.#repeatedKeys++;
      frame.node.repeated = true;
    }
  }

  #readSeparator(): void {
    const frame = this.#stack.at(-1);
    const unit = this.#text.charCodeAt(this.#at);
    const inObject = frame?.node.type === "object";
    if (unit === COMMA) {
      this.#at++;
      this.#state = inObject ? "next key" : "next value";
    } else if (unit === (inObject ? CLOSE_BRACE : CLOSE_BRACKET)) this.#close();
    else {
      const expected = inObject ? '"," or "}"' : '"," or "]"';
      this.#problem = syntaxProblem(this.#text, this.#at, expected, "separator");
    }
  }

  #mayClose(state: State): boolean {
    return state.startsWith("first") || (state.startsWith("next") && this.#dialect !== "json");
  }

  #open(unit: number): void {
    if (this.#stack.length === this.#deepest) {
      this.#problem = depthProblem(this.#at, this.#text.charAt(this.#at), this.#deepest);
      return;
    }
    const place = { start: this.#at, end: this.#at };
    if (unit === OPEN_BRACE) {
      const members: JsonMember[] = [];
      const node: Writable<JsonObject> = { type: "object", ...place, members, repeated: false };
      this.#beginContainer(node);
      this.#stack.push({ node, members, keys: undefined, member: undefined });
      this.#state = "first key";
    } else {
      const items: JsonNode[] = [];
      const node: Writable<JsonArray> = { type: "array", ...place, items };
      this.#beginContainer(node);
      this.#stack.push({ node, items });
      this.#state = "first value";
    }
    this.#at++;
  }

  #beginContainer(node: JsonNode): void {
    if (this.#stack.at(-1)?.node.type !== "object") this.#comments?.begin(node);
    this.#comments?.open(node);
  }

  #close(): void {
    const frame = this.#stack.pop();
    if (frame === undefined) return;
    this.#comments?.close(frame.node);
    frame.node.end = this.#at + 1;
    this.#complete(frame.node);
  }

  /** Puts a complete value where it belongs and goes behind it. */
  #complete(node: JsonNode): void {
    this.#at = node.end;
    const frame = this.#stack.at(-1);
    const container = node.type === "object" || node.type === "array";
    if (frame !== undefined && frame.items === undefined) {
      if (frame.member === undefined) return;
      frame.member.value = node;
      frame.members.push(frame.member);
      this.#comments?.complete(frame.member);
    } else {
      if (!container) this.#comments?.begin(node);
      frame?.items.push(node);
      this.#comments?.complete(node);
    }
    if (frame === undefined) this.#root = node;
    this.#state = frame === undefined ? "done" : "separator";
  }

  /** Skips white space and comments. */
  #space(): void {
    const text = this.#text;
    let newLine = false;
    for (;;) {
      const unit = text.charCodeAt(this.#at);
      if (unit === SPACE || unit === TAB) this.#at++;
      else if (unit === LF || unit === CR) {
        newLine = true;
        this.#at++;
      } else if (unit === SLASH && this.#dialect !== "json") {
        const comment = scanComment(text, this.#at, this.#dialect === "json5");
        if (comment.type === "problem") {
          this.#problem = comment;
          return;
        }
        this.#at = comment.end;
        this.#comments?.add(comment, !newLine);
        newLine ||= comment.text.includes("\n");
      } else if (this.#dialect === "json5" && isSpaceOfJson5(unit)) {
        newLine ||= unit === 0x2028 || unit === 0x2029;
        this.#at++;
      } else return;
    }
  }
}

/** Whether the object has the key already; if not, it has from now on. */
function hasKey(frame: OpenObject, key: string): boolean {
  const { members } = frame;
  if (members.length < FEW_KEYS) return members.some((member) => member.key === key);
  frame.keys ??= new Set(members.map((member) => member.key));
  const size = frame.keys.size;
  return frame.keys.add(key).size === size;
}
