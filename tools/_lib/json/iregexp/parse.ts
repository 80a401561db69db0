import {
  type Category,
  type CharSet,
  DOT,
  isCategoryName,
  mergeRanges,
  single,
} from "./char-set.ts";

/** The tree of a pattern; `max` is Infinity where there is no limit. */
export type Pattern =
  | { readonly type: "set"; readonly set: CharSet }
  | { readonly type: "start" | "end" }
  | { readonly type: "sequence" | "choice"; readonly parts: readonly Pattern[] }
  | { readonly type: "repeat"; readonly part: Pattern; readonly min: number; readonly max: number };

const DEEPEST = 500;

/** Reads an I-Regexp (RFC 9485); undefined where the text is none. */
export function parsePattern(text: string): Pattern | undefined {
  const parser = new Parser(text);
  const pattern = parser.choice(0);
  return parser.isAtEnd ? pattern : undefined;
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  choice(depth: number): Pattern | undefined {
    const branches: Pattern[] = [];
    do {
      const branch = this.#branch(depth);
      if (branch === undefined) return undefined;
      branches.push(branch);
    } while (this.#take("|"));
    return branches.length === 1 ? branches[0] : { type: "choice", parts: branches };
  }

  #branch(depth: number): Pattern | undefined {
    const parts: Pattern[] = [];
    while (!this.isAtEnd && !this.#is("|") && !this.#is(")")) {
      const atom = this.#atom(depth);
      const piece = atom && this.#quantified(atom);
      if (piece === undefined) return undefined;
      parts.push(piece);
    }
    return { type: "sequence", parts };
  }

  #atom(depth: number): Pattern | undefined {
    if (this.#take("(")) {
      const inner = depth < DEEPEST ? this.choice(depth + 1) : undefined;
      return inner !== undefined && this.#take(")") ? inner : undefined;
    }
    if (this.#take(".")) return { type: "set", set: DOT };
    // The grammar has ^ and $ as ordinary characters, but every engine that RFC 9485 maps to, and the
    // compliance suite of RFC 9535, take them for anchors.
    if (this.#take("^")) return { type: "start" };
    if (this.#take("$")) return { type: "end" };
    const set = this.#is("[") ? this.#classExpression() : this.#characterSet();
    return set && { type: "set", set };
  }

  #characterSet(): CharSet | undefined {
    if (/^\\[pP]/.test(this.#text.slice(this.#at, this.#at + 2))) {
      const category = this.#category();
      return category && { negated: false, ranges: [], categories: [category] };
    }
    const point = this.#is("\\") ? this.#escape() : this.#plain(/[^()*+.?[\\\]{|}]/u);
    return point === undefined ? undefined : single(point);
  }

  #classExpression(): CharSet | undefined {
    this.#at++;
    const negated = this.#take("^");
    const ranges: [number, number][] = [];
    const categories = new Map<string, Category>();
    if (this.#take("-")) ranges.push([45, 45]);
    while (!this.#is("]")) {
      // A hyphen stands first or last.
      if (this.#is("-") && this.#text.charAt(this.#at + 1) === "]") {
        this.#at++;
        ranges.push([45, 45]);
        break;
      }
      if (/^\\[pP]/.test(this.#text.slice(this.#at, this.#at + 2))) {
        const category = this.#category();
        if (category === undefined) return undefined;
        categories.set(category.name + category.negated, category);
        continue;
      }
      const range = this.#range();
      if (range === undefined) return undefined;
      ranges.push(range);
    }
    if (!this.#take("]") || ranges.length + categories.size === 0) return undefined;
    return { negated, ranges: mergeRanges(ranges), categories: [...categories.values()] };
  }

  #range(): [number, number] | undefined {
    const first = this.#classCharacter();
    if (first === undefined) return undefined;
    if (!this.#is("-") || this.#text.charAt(this.#at + 1) === "]") return [first, first];
    this.#at++;
    const last = this.#classCharacter();
    return last === undefined || last < first ? undefined : [first, last];
  }

  #classCharacter(): number | undefined {
    return this.#is("\\") ? this.#escape() : this.#plain(/[^\-[\\\]]/u);
  }

  #plain(allowed: RegExp): number | undefined {
    const point = this.#text.codePointAt(this.#at);
    if (point === undefined || (point >= 0xd800 && point <= 0xdfff)) return undefined;
    const character = String.fromCodePoint(point);
    if (!allowed.test(character)) return undefined;
    this.#at += character.length;
    return point;
  }

  #escape(): number | undefined {
    const letter = this.#text.charAt(this.#at + 1);
    if (letter === "" || !"()*+-.?[\\]^nrt{|}".includes(letter)) return undefined;
    this.#at += 2;
    return { n: 10, r: 13, t: 9 }[letter] ?? letter.charCodeAt(0);
  }

  #category(): Category | undefined {
    const match = /^\\([pP])\{([A-Z][a-z]?)\}/.exec(this.#text.slice(this.#at, this.#at + 6));
    const name = match?.[2];
    if (match === null || name === undefined || !isCategoryName(name)) return undefined;
    this.#at += match[0].length;
    return { name, negated: match[1] === "P" };
  }

  #quantified(part: Pattern): Pattern | undefined {
    if (this.#take("*")) return { type: "repeat", part, min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#take("+")) return { type: "repeat", part, min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#take("?")) return { type: "repeat", part, min: 0, max: 1 };
    if (!this.#take("{")) return part;
    const min = this.#count();
    if (min === undefined) return undefined;
    let max: number | undefined = min;
    if (this.#take(",")) max = this.#is("}") ? Number.POSITIVE_INFINITY : this.#count();
    if (max === undefined || max < min || !this.#take("}")) return undefined;
    return { type: "repeat", part, min, max };
  }

  #count(): number | undefined {
    const start = this.#at;
    while (/[0-9]/.test(this.#text.charAt(this.#at))) this.#at++;
    return this.#at === start ? undefined : Number(this.#text.slice(start, this.#at));
  }

  #is(character: string): boolean {
    return this.#text.charAt(this.#at) === character;
  }

  #take(character: string): boolean {
    if (!this.#is(character)) return false;
    this.#at++;
    return true;
  }
}
