import { readClass } from "./class-syntax.ts";
import { Cursor, isDecimal } from "./cursor.ts";
import { readEscape } from "./escapes.ts";
import { NameScopes, readGroupName } from "./group-name.ts";
import { readQuantifier } from "./quantifier.ts";
import {
  type AssertionNode,
  type BackreferenceNode,
  type Mode,
  type Node,
  type Pattern,
  SyntaxFault,
} from "./syntax.ts";

/** The flags that parts of a pattern can change. */
interface Modifiers {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
}

/** Groups may be nested this deep; ECMA-262 leaves the limit to the engine. */
const DEEPEST = 1000;

interface Frame {
  readonly kind: "root" | "group" | "capture" | "ahead" | "not ahead" | "behind" | "not behind";
  readonly number: number;
  readonly firstGroup: number;
  readonly outerModifiers: Modifiers;
  readonly options: Node[];
  items: Node[];
}

/** Reads an ECMA-262 2025 pattern, Annex B included. */
export function parsePattern(
  text: string,
  mode: Mode,
  modifiers: Modifiers,
): Pattern | SyntaxFault {
  try {
    return new Parser(text, mode, modifiers).parse();
  } catch (fault) {
    if (fault instanceof SyntaxFault) return fault;
    throw fault;
  }
}

class Parser {
  readonly #cursor: Cursor;
  readonly #scopes = new NameScopes();
  readonly #names: (string | null)[] = [null];
  /** What can be resolved only once all names are known. */
  readonly #namedReferences: { readonly name: string; readonly groups: number[] }[] = [];
  readonly #frames: Frame[] = [];
  #largestReference = 0;
  #modifiers: Modifiers;

  constructor(text: string, mode: Mode, modifiers: Modifiers) {
    this.#cursor = new Cursor(text, mode);
    this.#modifiers = modifiers;
  }

  parse(): Pattern {
    const cursor = this.#cursor;
    let frame = this.#push("root", 0);
    while (!cursor.atEnd) {
      const letter = cursor.peek();
      if (letter === "(") frame = this.#open();
      else if (letter === ")") frame = this.#close(frame);
      else if (letter === "|") {
        cursor.at++;
        frame.options.push(sequence(frame.items));
        frame.items = [];
        this.#scopes.nextAlternative();
      } else this.#term(frame);
    }
    if (frame.kind !== "root") cursor.fail("Unterminated group");
    this.#resolveNames();
    const groupCount = this.#names.length - 1;
    if (this.#largestReference > groupCount) cursor.fail("Invalid decimal escape");
    return { body: choice(frame), groupCount, groupNames: this.#names };
  }

  #push(kind: Frame["kind"], number: number): Frame {
    if (this.#frames.length > DEEPEST) this.#cursor.fail("Regular expression too large");
    const firstGroup = number === 0 ? this.#names.length : number;
    const frame: Frame = {
      kind,
      number,
      firstGroup,
      outerModifiers: this.#modifiers,
      options: [],
      items: [],
    };
    this.#frames.push(frame);
    if (kind !== "root") this.#scopes.open();
    return frame;
  }

  #open(): Frame {
    const cursor = this.#cursor;
    cursor.at++;
    if (!cursor.skip("?")) return this.#push("capture", this.#names.push(null) - 1);
    if (cursor.skip(":")) return this.#push("group", 0);
    if (cursor.skip("=")) return this.#push("ahead", 0);
    if (cursor.skip("!")) return this.#push("not ahead", 0);
    if (cursor.skip("<=")) return this.#push("behind", 0);
    if (cursor.skip("<!")) return this.#push("not behind", 0);
    if (cursor.skip("<")) {
      const name = readGroupName(cursor);
      if (!this.#scopes.take(name)) cursor.fail("Duplicate capture group name", cursor.at - 1);
      return this.#push("capture", this.#names.push(name) - 1);
    }
    const frame = this.#push("group", 0);
    this.#modifiers = readModifiers(cursor, this.#modifiers);
    return frame;
  }

  #close(frame: Frame): Frame {
    const cursor = this.#cursor;
    if (frame.kind === "root") cursor.fail("Unmatched ')'");
    cursor.at++;
    this.#frames.pop();
    this.#scopes.close();
    this.#modifiers = frame.outerModifiers;
    const outer = this.#frames.at(-1) ?? frame;
    const node = closeNode(frame);
    const isLook = frame.kind !== "group" && frame.kind !== "capture";
    const quantifiable = !isLook || (frame.kind.endsWith("ahead") && !cursor.mode.unicode);
    outer.items.push(this.#quantified(node, frame.firstGroup, quantifiable));
    return outer;
  }

  #term(frame: Frame): void {
    const firstGroup = this.#names.length;
    const node = this.#assertion() ?? this.#atom();
    frame.items.push(this.#quantified(node, firstGroup, node.type !== "assertion"));
  }

  #quantified(body: Node, firstGroup: number, quantifiable: boolean): Node {
    const quantifier = readQuantifier(this.#cursor, quantifiable);
    if (quantifier === undefined) return body;
    return { type: "repeat", body, groups: [firstGroup, this.#names.length], ...quantifier };
  }

  #assertion(): AssertionNode | undefined {
    const cursor = this.#cursor;
    const { ignoreCase, multiline } = this.#modifiers;
    const node = (kind: AssertionNode["kind"]): AssertionNode => ({
      type: "assertion",
      kind,
      ignoreCase,
      multiline,
    });
    if (cursor.skip("^")) return node("start");
    if (cursor.skip("$")) return node("end");
    if (cursor.skip("\\b")) return node("boundary");
    return cursor.skip("\\B") ? node("no boundary") : undefined;
  }

  #atom(): Node {
    const cursor = this.#cursor;
    const { ignoreCase, dotAll } = this.#modifiers;
    const letter = cursor.peek();
    if (letter === ".") {
      cursor.at++;
      return { type: "any", dotAll };
    }
    if (letter === "[") return { type: "set", ...readClass(cursor), ignoreCase };
    if (letter === "\\") return this.#escape();
    if (letter === "*" || letter === "+" || letter === "?") cursor.fail("Nothing to repeat");
    if (letter === "{") readQuantifier(cursor, false);
    if (cursor.mode.unicode && (letter === "]" || letter === "}")) {
      cursor.fail("Lone quantifier brackets");
    }
    return { type: "char", code: cursor.character(), ignoreCase };
  }

  #escape(): Node {
    const cursor = this.#cursor;
    const { ignoreCase } = this.#modifiers;
    const reference = this.#reference();
    if (reference !== undefined) return { type: "backreference", groups: reference, ignoreCase };
    const escape = readEscape(cursor, false);
    if (escape.type === "char") return { type: "char", code: escape.code, ignoreCase };
    return { ...escape, ignoreCase };
  }

  #reference(): BackreferenceNode["groups"] | undefined {
    const cursor = this.#cursor;
    const { unicode } = cursor.mode;
    if (cursor.peek(1) === "k" && (unicode || cursor.outline.firstName >= 0)) {
      cursor.at += 2;
      if (!cursor.skip("<")) cursor.failAtName("Invalid named reference");
      const groups: number[] = [];
      this.#namedReferences.push({ name: readGroupName(cursor), groups });
      return groups;
    }
    if (!isDecimal(cursor.unit(1)) || cursor.peek(1) === "0") return undefined;
    let end = cursor.at + 1;
    while (isDecimal(cursor.text.charCodeAt(end))) end++;
    const number = Number(cursor.text.slice(cursor.at + 1, end));
    if (!unicode && number > cursor.outline.groupCount) return undefined;
    cursor.at = end;
    this.#largestReference = Math.max(this.#largestReference, number);
    return [number];
  }

  #resolveNames(): void {
    for (const { name, groups } of this.#namedReferences) {
      for (const [number, known] of this.#names.entries()) if (known === name) groups.push(number);
      if (groups.length === 0) this.#cursor.fail("Invalid named capture referenced");
    }
  }
}

function closeNode(frame: Frame): Node {
  const body = choice(frame);
  if (frame.kind === "capture") return { type: "group", number: frame.number, body };
  if (frame.kind === "group") return body;
  const ahead = frame.kind.endsWith("ahead");
  return { type: "look", ahead, negative: frame.kind.startsWith("not"), body };
}

function choice(frame: Frame): Node {
  const last = sequence(frame.items);
  if (frame.options.length === 0) return last;
  return { type: "choice", options: [...frame.options, last] };
}

function sequence(items: readonly Node[]): Node {
  const [only, second] = items;
  return only !== undefined && second === undefined ? only : { type: "sequence", items };
}

const MODIFIER_NAMES: ReadonlyMap<string, keyof Modifiers> = new Map([
  ["i", "ignoreCase"],
  ["m", "multiline"],
  ["s", "dotAll"],
]);

/** Reads what stands between `(?` and `:`, the colon included: flags to add, a dash, flags to remove. */
function readModifiers(cursor: Cursor, outer: Modifiers): Modifiers {
  const changed: { -readonly [Name in keyof Modifiers]?: boolean } = {};
  let value = true;
  let empty = true;
  while (!cursor.skip(":")) {
    const name = MODIFIER_NAMES.get(cursor.peek());
    if (cursor.peek() === "-" && value) value = false;
    else if (name === undefined) cursor.fail("Invalid group");
    else if (changed[name] !== undefined) cursor.fail("Repeated flag in flag group");
    else {
      changed[name] = value;
      empty = false;
    }
    cursor.at++;
  }
  if (empty) cursor.fail("Invalid flag group", cursor.at - 1);
  return { ...outer, ...changed };
}
