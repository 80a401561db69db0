/** Which environment variables a piece of code reads, in any of the usual languages. */

export interface Usage {
  /** Where each name is read first, as an offset. */
  readonly names: ReadonlyMap<string, number>;
  /** Reads by a name that is computed. */
  readonly dynamic: number;
}

/** Objects whose members are variables: `process.env.X`, `process.env["X"]`, `const { X } = process.env`. */
const OBJECT = /(?<![\w$.])(?:process|import\.meta|Bun)\.env(?![\w$])/g;
/** Tables that are read by a name in brackets: Python, Ruby, PHP. */
const TABLE = /(?<![\w$.])(?:(?:os\.)?environ|ENV|\$_ENV)\s*(?=\[)/g;
/** Functions that are called with a name. */
const FUNCTION = new RegExp(
  [
    String.raw`(?<![\w$.])Deno\.env\.get\s*\(`,
    String.raw`(?<![\w$.])(?:os\.)?environ\.get\s*\(`,
    String.raw`(?<![\w$])ENV\.fetch\s*\(`,
    String.raw`(?<![\w$])(?:os\.(?:Getenv|LookupEnv)|(?:os\.|System\.)?getenv)\s*\(`,
    String.raw`(?<![\w$])env::var(?:_os)?\s*\(`,
    String.raw`(?<![\w$])(?:option_)?env!\s*\(`,
  ].join("|"),
  "g",
);

const MEMBER = /\s*(?:\?\.|\.)\s*([A-Za-z_$][\w$]*)/y;
const NAME_IN_BRACKETS = /\s*(?:\?\.\s*)?\[\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)'|`([^`\\\n$]*)`)\s*\]/y;
const BRACKET = /\s*(?:\?\.\s*)?\[/y;
const NAME_ARGUMENT = /\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)'|`([^`\\\n$]*)`)\s*[,)]/y;

/** Patterns within patterns are read again and again. */
const LONGEST_PATTERN = 10_000;

/** Known to every process, so that nothing declares them. */
const KNOWN: ReadonlySet<string> = new Set([
  "NODE_ENV",
  "PATH",
  "HOME",
  "PWD",
  "USER",
  "SHELL",
  "LANG",
  "TZ",
  "CI",
]);
/** Known to `import.meta.env` of Vite. */
const KNOWN_TO_META: ReadonlySet<string> = new Set(["MODE", "DEV", "PROD", "SSR", "BASE_URL"]);

export function isKnown(name: string): boolean {
  return KNOWN.has(name);
}

export function readUsage(source: string): Usage {
  const reader = new UsageReader(source);
  reader.read();
  return reader;
}

class UsageReader implements Usage {
  readonly names = new Map<string, number>();
  dynamic = 0;
  readonly #source: string;
  /** The opening brace of each closing one; made when it is asked for. */
  #braces: ReadonlyMap<number, number> | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  read(): void {
    for (const { 0: text, index } of this.#source.matchAll(OBJECT)) {
      this.#readObject(index, index + text.length, text.startsWith("import"));
    }
    for (const { 0: text, index } of this.#source.matchAll(TABLE)) {
      const name = this.#match(NAME_IN_BRACKETS, index + text.length);
      this.#note(name, index);
    }
    for (const { 0: text, index } of this.#source.matchAll(FUNCTION)) {
      this.#note(this.#match(NAME_ARGUMENT, index + text.length), index);
    }
  }

  #readObject(start: number, end: number, isMeta: boolean): void {
    const isOwn = (name: string | undefined) => isMeta && KNOWN_TO_META.has(name ?? "");
    const name = this.#match(MEMBER, end) ?? this.#match(NAME_IN_BRACKETS, end);
    if (name !== undefined) {
      if (!isOwn(name)) this.#note(name, start);
    } else if (this.#match(BRACKET, end) !== undefined) this.dynamic++;
    else this.#readPattern(start, isOwn);
  }

  /** `{ A, B: b = 1, ...rest } =` before the object. */
  #readPattern(start: number, isOwn: (name: string) => boolean): void {
    const close = this.#closeBefore(start);
    const open = close === undefined ? undefined : this.#matching().get(close);
    if (open === undefined || close === undefined || close - open > LONGEST_PATTERN) return;
    for (const [part, at] of partsOf(this.#source, open + 1, close)) {
      const [, name, quotedName] =
        /^\s*(?:([A-Za-z_$][\w$]*)|["']([^"'\\\n]*)["'])\s*(?:[:=]|$)/.exec(part) ?? [];
      const found = name ?? quotedName;
      if (found !== undefined && !isOwn(found)) this.#note(found, at);
      else if (found === undefined && /\S/.test(part)) this.dynamic++;
    }
  }

  /** The brace of a pattern to which the object at the offset is assigned. */
  #closeBefore(start: number): number | undefined {
    let at = start;
    while (at > 0 && /\s/.test(this.#source.charAt(at - 1))) at--;
    if (this.#source.charAt(at - 1) !== "=") return undefined;
    at--;
    while (at > 0 && /\s/.test(this.#source.charAt(at - 1))) at--;
    return this.#source.charAt(at - 1) === "}" ? at - 1 : undefined;
  }

  #matching(): ReadonlyMap<number, number> {
    if (this.#braces) return this.#braces;
    const braces = new Map<number, number>();
    const open: number[] = [];
    for (let at = 0; at < this.#source.length; at++) {
      const character = this.#source.charAt(at);
      if (character === "{") open.push(at);
      else if (character === "}") {
        const start = open.pop();
        if (start !== undefined) braces.set(at, start);
      }
    }
    this.#braces = braces;
    return braces;
  }

  #note(name: string | undefined, at: number): void {
    if (name === undefined) this.dynamic++;
    else if (!this.names.has(name)) this.names.set(name, at);
  }

  #match(pattern: RegExp, at: number): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(this.#source);
    return found ? (found[1] ?? found[2] ?? found[3] ?? "") : undefined;
  }
}

/** What stands between the commas of a pattern, with its offset; commas within brackets do not count. */
function* partsOf(text: string, from: number, to: number): Generator<[part: string, at: number]> {
  let [start, depth] = [from, 0];
  for (let at = from; at < to; at++) {
    const character = text.charAt(at);
    if (/[([{]/.test(character)) depth++;
    else if (/[)\]}]/.test(character)) depth--;
    else if (character === "," && depth === 0) {
      yield [text.slice(start, at), start];
      start = at + 1;
    }
  }
  yield [text.slice(start, to), start];
}
