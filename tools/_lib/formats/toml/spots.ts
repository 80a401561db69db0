/** Where the tables, pairs and items of a document stand: a table at its first name, whichever header has it. */
import type { Spot } from "../spot.ts";
import type {
  TomlComment,
  TomlDocument,
  TomlKeyPart,
  TomlPair,
  TomlSlot,
  TomlValue,
} from "./tree.ts";

/** A place that further statements may add to. */
class TomlSpot implements Spot {
  readonly start: number;
  readonly scalar: string | undefined;
  /** Undefined for what is no list. */
  readonly items: TomlSpot[] | undefined;
  readonly members = new Map<string, TomlSpot>();

  constructor(
    start: number,
    { scalar, isList = false }: { scalar?: string; isList?: boolean } = {},
  ) {
    this.start = start;
    this.scalar = scalar;
    this.items = isList ? [] : undefined;
  }

  get length(): number | undefined {
    return this.items?.length;
  }

  child(token: string): TomlSpot | undefined {
    return this.items ? this.items[Number(token)] : this.members.get(token);
  }

  /** The table of a name; of a list of tables the last one. */
  enter({ name, start }: TomlKeyPart): TomlSpot {
    const known = this.members.get(name);
    if (known) return known.items?.at(-1) ?? known;
    const table = new TomlSpot(start);
    this.members.set(name, table);
    return table;
  }

  /** Adds a table to the list of a name. */
  append({ name, start }: TomlKeyPart): TomlSpot {
    const list = this.members.get(name) ?? new TomlSpot(start, { isList: true });
    this.members.set(name, list);
    const table = new TomlSpot(start);
    list.items?.push(table);
    return table;
  }
}

export function tomlSpot({ text, lines }: TomlDocument): Spot {
  const root = new TomlSpot(0);
  let table = root;
  for (const { content } of lines) {
    if (content.type === "pair") addPair(table, content, text);
    if (content.type !== "header") continue;
    const { list, key } = content;
    const last = key.parts.at(-1) as TomlKeyPart;
    const around = key.parts.slice(0, -1).reduce((outer, part) => outer.enter(part), root);
    table = list ? around.append(last) : around.enter(last);
  }
  return root;
}

function addPair(table: TomlSpot, { key, value }: TomlPair, text: string): void {
  const last = key.parts.at(-1) as TomlKeyPart;
  const around = key.parts.slice(0, -1).reduce((outer, part) => outer.enter(part), table);
  around.members.set(last.name, spotOfValue(value, last.start, text));
}

function spotOfValue(value: TomlValue, start: number, text: string): TomlSpot {
  if (value.type === "inline-table") {
    const table = new TomlSpot(start);
    for (const pair of contentsOf(value.slots)) addPair(table, pair, text);
    return table;
  }
  if (value.type === "array") {
    const list = new TomlSpot(start, { isList: true });
    for (const item of contentsOf(value.slots)) {
      list.items?.push(spotOfValue(item, item.start, text));
    }
    return list;
  }
  const scalar = value.type === "string" ? value.value : text.slice(value.start, value.end);
  return new TomlSpot(start, { scalar });
}

/** What stands in the slots of a container besides comments. */
function contentsOf<T extends object>(slots: readonly TomlSlot<T>[]): T[] {
  return slots.flatMap(({ content }) => (isComment(content) ? [] : [content]));
}

function isComment(content: object): content is TomlComment {
  return "type" in content && content.type === "comment";
}
