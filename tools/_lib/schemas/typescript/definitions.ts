import { escapePointer } from "../../results/pointer.ts";
import type { Draft } from "./schema.ts";
import { display, type Instance, type ObjectType } from "./types.ts";

/** The names that come up in a schema, in the order of their first use. */
export class Definitions {
  /** Grows while it is walked through. */
  readonly pending: (Instance | ObjectType)[] = [];
  readonly #draft: Draft;
  readonly #root: Instance | undefined;
  readonly #names = new Map<string, string>();
  readonly #taken: Set<string>;

  constructor(draft: Draft, root: Instance | undefined, declared: Iterable<string>) {
    this.#draft = draft;
    this.#root = root;
    this.#taken = new Set(declared);
  }

  /** The keyword that holds the definitions. */
  get keyword(): string {
    return this.#draft === "draft-07" ? "definitions" : "$defs";
  }

  /** The `$ref` of a type, whose definition is to be written from now on. */
  refer(type: Instance | ObjectType): string {
    if (type === this.#root) return "#";
    if (!this.#names.has(type.key)) {
      this.#names.set(type.key, this.#newName(type));
      this.pending.push(type);
    }
    return `#/${this.keyword}/${encodeURI(escapePointer(this.nameOf(type)))}`;
  }

  nameOf({ key }: Instance | ObjectType): string {
    return this.#names.get(key) ?? key;
  }

  /** `Page<User>` as `Page_User`; types without a name have one only where they are in themselves. */
  #newName(type: Instance | ObjectType): string {
    if ("kind" in type) return this.#freeName("Recursive");
    const { declaration, arguments: given } = type;
    if (given.length === 0) return declaration.name;
    const text = `${declaration.name}<${given.map((part) => display(part)).join()}`;
    return this.#freeName(text.replaceAll(/[^\p{ID_Continue}$.]+/gu, "_").replace(/_$/, ""));
  }

  /** The name, with a number where another type has it. */
  #freeName(name: string): string {
    let free = name;
    for (let count = 2; this.#taken.has(free); count++) free = `${name}_${count}`;
    this.#taken.add(free);
    return free;
  }
}
