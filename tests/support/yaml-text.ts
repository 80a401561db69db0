/** Arbitrary YAML streams: any style and layout, aliases only behind their anchors. */
import fc from "fast-check";

type Model =
  | { readonly type: "scalar"; readonly text: string }
  | { readonly type: "lines"; readonly lines: readonly string[]; readonly style: string }
  | { readonly type: "sequence"; readonly flow: boolean; readonly items: readonly Model[] }
  | { readonly type: "mapping"; readonly flow: boolean; readonly entries: readonly Entry[] };

interface Entry {
  readonly key: Model;
  readonly value: Model;
}

const PLAIN =
  "a|b c|no|012|0x1F|+.5|1e3|~|2024-01-01|.inf|-.INF|1_000|12345678901234567890|a:b|x#y|-1";
const ODD = "?x|:x|é 😀|true|null|<<|=||'it''s'|\"q\\n\\u00e9\"|\"\"|''|' # '|\"\\ud800\"";
const TAGGED = "!!str 1|!t x|! 1|!!int 3";
const inline = fc.constantFrom(...`${PLAIN}|${ODD}|${TAGGED}`.split("|"));

const word = fc.constantFrom(
  "a",
  "b c",
  "d: ",
  "# e",
  "- f",
  "",
  " g",
  "---",
  "'",
  '"',
  "\\",
  "\th",
);

const scalar = inline.map((text): Model => ({ type: "scalar", text }));
const lines = fc
  .tuple(
    fc.array(word, { minLength: 1, maxLength: 5 }),
    fc.constantFrom("|", ">", "|-", ">+", "|+", "|2", ">2-", "plain", "'", '"'),
  )
  .map(([texts, style]): Model => ({ type: "lines", lines: texts, style }));

const { model } = fc.letrec<{ model: Model; entry: Entry }>((tie) => ({
  entry: fc.record({
    key: fc.oneof({ weight: 12, arbitrary: scalar }, tie("model")),
    value: tie("model"),
  }),
  model: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    lines,
    fc.record({
      type: fc.constant("sequence" as const),
      flow: fc.boolean(),
      items: fc.array(tie("model"), { maxLength: 4 }),
    }),
    fc.record({
      type: fc.constant("mapping" as const),
      flow: fc.boolean(),
      entries: fc.array(tie("entry"), { maxLength: 4 }),
    }),
  ),
}));

/** Writes models with a layout that a list of numbers decides. */
class Writer {
  readonly #noise: readonly number[];
  #next = 0;
  #anchors: string[] = [];

  constructor(noise: readonly number[]) {
    this.#noise = noise;
  }

  stream(documents: readonly Model[]): string {
    let text = this.#loose(0);
    for (const [index, document] of documents.entries()) {
      this.#anchors = [];
      const directive = this.#one(6) ? `${index > 0 ? "...\n" : ""}%TAG !e! tag:e,1:\n` : "";
      const marked = index > 0 || directive !== "" || this.#one(2);
      text += directive + (marked ? "---" : "");
      text += marked ? this.#block(document, { indent: 0, parent: -1, compact: false }) : "";
      if (!marked)
        text +=
          this.#loose(0) +
          this.#block(document, { indent: 0, parent: -1, compact: false }).replace(/^ +/, "");
      if (this.#one(8)) text += "...\n";
    }
    return text + this.#loose(0);
  }

  #draw(count: number): number {
    const number = this.#noise[this.#next++ % this.#noise.length] ?? 0;
    return number % count;
  }

  #one(of: number): boolean {
    return this.#draw(of) === 0;
  }

  /** Blank lines and comments between the lines of a block. */
  #loose(indent: number): string {
    if (!this.#one(5)) return "";
    const pad = " ".repeat(this.#draw(indent + 3));
    return ["\n", `${pad}# c${this.#draw(9)}\n`, `\n\n${pad}#\n`, " \n"][this.#draw(4)] ?? "";
  }

  #end(): string {
    const blanks = [" ", "  ", "\t"][this.#draw(3)] ?? " ";
    if (this.#one(6)) return `${blanks}# e${this.#draw(9)}\n`;
    return this.#one(8) ? `${blanks}\n` : "\n";
  }

  #properties(): string {
    if (!this.#one(6)) return "";
    const name = `n${this.#draw(3)}`;
    this.#anchors.push(name);
    return `&${name} `;
  }

  #alias(): string | undefined {
    if (this.#anchors.length === 0 || !this.#one(5)) return undefined;
    return `*${this.#anchors[this.#draw(this.#anchors.length)]}`;
  }

  /** A node behind an indicator, up to its last line end. */
  #block(
    node: Model,
    place: { readonly indent: number; readonly parent: number; readonly compact: boolean },
  ): string {
    const alias = this.#alias();
    if (alias !== undefined) return ` ${alias}${this.#end()}`;
    const { indent } = place;
    const block = (node.type === "sequence" || node.type === "mapping") && !node.flow;
    const children =
      node.type === "sequence" ? node.items : node.type === "mapping" ? node.entries : [];
    if (block && children.length > 0) return this.#collection(node, place);
    const before = this.#one(8)
      ? `${this.#end()}${this.#loose(indent)}${" ".repeat(indent + 1)}`
      : " ";
    const properties = this.#properties();
    if (node.type === "lines") return before + properties + this.#lines(node, place);
    if (node.type === "scalar") return before + properties + node.text + this.#end();
    return before + properties + this.#flowContent(node, indent) + this.#end();
  }

  #collection(
    node: Extract<Model, { type: "sequence" | "mapping" }>,
    { indent, parent, compact }: { indent: number; parent: number; compact: boolean },
  ): string {
    const properties = this.#properties();
    const inlineFirst = compact && properties === "" && this.#one(2);
    const zero = node.type === "sequence" && !compact && parent >= 0 && this.#one(2);
    const column = zero ? parent : indent + (inlineFirst ? 0 : this.#draw(3));
    const pad = " ".repeat(column);
    let text = properties === "" ? "" : ` ${properties.trimEnd()}`;
    text += inlineFirst ? " " : this.#end();
    const parts =
      node.type === "sequence"
        ? node.items.map((item) => () => this.#item(item, column))
        : node.entries.map((entry) => () => this.#entry(entry, column));
    for (const [index, part] of parts.entries()) {
      if (index > 0 || !inlineFirst) text += this.#loose(column) + pad;
      text += part();
    }
    return text;
  }

  #item(node: Model, column: number): string {
    return `-${this.#block(node, { indent: column + 2, parent: column, compact: true })}`;
  }

  #entry({ key, value }: Entry, column: number): string {
    const simple = key.type === "scalar" || this.#isEmpty(key);
    const place = { indent: column + 1, parent: column, compact: false };
    if (!simple || this.#one(6)) {
      const inner = { indent: column + 2, parent: column, compact: true };
      const first = `?${this.#block(key, inner)}`;
      if (this.#one(6)) return first;
      return `${first}${this.#loose(column)}${" ".repeat(column)}:${this.#block(value, inner)}`;
    }
    // The library gives the properties of an empty key to the mapping.
    const name = this.#key(key);
    const text = (name === "" ? "" : this.#properties()) + name;
    const gap = (text !== "" && this.#one(5)) || /[&!*]\S*$/.test(text) ? " " : "";
    return `${text}${gap}:${this.#block(value, place)}`;
  }

  #isEmpty(key: Model): boolean {
    if (key.type === "sequence") return key.items.length === 0;
    return key.type === "mapping" && key.entries.length === 0;
  }

  #key(key: Model): string {
    if (key.type === "scalar") return key.text;
    return key.type === "sequence" ? "[]" : "{}";
  }

  #lines(
    { lines: texts, style }: Extract<Model, { type: "lines" }>,
    { indent, parent }: { indent: number; parent: number },
  ): string {
    const column = Math.max(indent, parent + 1) + this.#draw(2);
    if (/^[|>]/.test(style)) {
      const digit = /2/.test(style);
      const base = digit ? Math.max(parent, 0) + 2 : Math.max(column, 1);
      const first = texts.findIndex((text) => text !== "");
      const body = texts.map((text, index) => {
        const safe = !digit && index === first ? text.trimStart() : text;
        return safe === "" ? "\n" : `${" ".repeat(base)}${safe}\n`;
      });
      return style + this.#end() + body.join("");
    }
    const quote = style === "plain" ? "" : style;
    const safe = texts.map((text) => text.replaceAll(/["'\\#:-]/g, "x").trim());
    // The closing quote needs an indentation, and plain text begins and ends with text.
    if (quote === "") safe[0] ||= "x";
    safe[safe.length - 1] ||= "x";
    const body = safe.map((text, index) =>
      index === 0 || text === "" ? text : `${" ".repeat(column + 1)}${text}`,
    );
    return `${quote}${body.join(this.#one(4) ? " \n" : "\n")}${quote}${this.#end()}`;
  }

  #flow(node: Model, indent: number): string {
    const alias = this.#alias();
    if (alias !== undefined) return `${alias} `;
    return this.#properties() + this.#flowContent(node, indent);
  }

  #flowContent(node: Model, indent: number): string {
    if (node.type === "scalar") return node.text;
    if (node.type === "lines") return JSON.stringify(node.lines.join(""));
    const gap = () => {
      if (!this.#one(5)) return this.#one(2) ? " " : "";
      const pad = " ".repeat(indent + 1 + this.#draw(3));
      return `${this.#one(4) ? " # f" : ""}\n${this.#one(6) ? "\n" : ""}${pad}`;
    };
    const parts =
      node.type === "sequence"
        ? node.items.map((item) => this.#flow(item, indent))
        : node.entries.map((entry) => this.#flowEntry(entry, indent, gap));
    const [open, close] = node.type === "sequence" ? ["[", "]"] : ["{", "}"];
    const filled = parts.map((part) => (part.trim() === "" ? "~" : part));
    const comma = filled.length > 0 && this.#one(4) ? "," : "";
    return `${open}${filled.map((part) => gap() + part + gap()).join(",")}${comma}${gap()}${close}`;
  }

  #flowEntry({ key, value }: Entry, indent: number, gap: () => string): string {
    const mark = this.#one(5) ? "? " : "";
    const text = this.#flow(key, indent);
    if (this.#one(8)) return mark + text;
    return `${mark}${text}${mark === "" && this.#one(2) ? "" : gap()} : ${this.#flow(value, indent)}`;
  }
}

export const yamlText: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(model, { minLength: 1, maxLength: 3 }),
    fc.array(fc.nat(999), { minLength: 20, maxLength: 200 }),
  )
  .map(([documents, noise]) => new Writer(noise).stream(documents));
