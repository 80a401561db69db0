import type { Entry } from "../../_core/tool.ts";
import type { EntryDetail, EntryList } from "../entry-list.ts";
import { formatPointer } from "../json/pointer.ts";
import type { TextPosition } from "../text-position.ts";
import { ambiguityOf } from "./ambiguity.ts";
import { Identities } from "./identity.ts";
import { isKnownTag, resolveScalar, type YamlVersion } from "./resolve.ts";
import type { YamlMapping, YamlNode, YamlScalar, YamlTag } from "./tree.ts";

export type InspectionWarning =
  "AMBIGUOUS_SCALAR" | "LONE_SURROGATE" | "NUMBER_KEPT_AS_TEXT" | "TAG_IGNORED";

/** Hears of a key that its mapping has already: equal as YAML, or only by its text in JSON. */
export type HearRepeated = (equal: boolean, detail: () => EntryDetail) => void;

export interface Inspection<C extends string> {
  readonly source: string;
  readonly version: YamlVersion;
  readonly find: (offset: number) => TextPosition;
  readonly list: EntryList<C | InspectionWarning, "WARNINGS_TRUNCATED">;
  readonly hearRepeated: HearRepeated;
}

/** Looks at every node of a document for what a reader of its data has to know; `path` is its pointer. */
export function inspect<C extends string>(
  root: YamlNode,
  inspection: Inspection<C>,
  path: readonly (string | number)[],
): void {
  new Inspector(inspection, [...path]).visit(root, false);
}

class Inspector<C extends string> {
  readonly #inspection: Inspection<C>;
  readonly #path: (string | number)[];
  readonly #identities: Identities;

  constructor(inspection: Inspection<C>, path: (string | number)[]) {
    this.#inspection = inspection;
    this.#path = path;
    this.#identities = new Identities(inspection.version);
  }

  visit(node: YamlNode, isKey: boolean): void {
    if (node.type === "scalar") {
      this.#scalar(node, isKey);
      return;
    }
    if (node.type === "alias") return;
    const { tag } = node.properties;
    if (tag !== undefined && !isKnownTag(tag.name, node.type)) this.#ignoreTag(tag);
    if (node.type === "sequence") {
      for (const [index, item] of node.items.entries()) {
        this.#path.push(index);
        this.visit(item.node, false);
        this.#path.pop();
      }
    } else this.#mapping(node);
  }

  #mapping({ entries }: YamlMapping): void {
    const equal = new Set<number>();
    const texts = new Set<string>();
    for (const { key, value } of entries) {
      const text = keyText(key);
      this.#path.push(text ?? "?");
      this.visit(key, true);
      if (entries.length > 1) this.#compare(key, text, equal, texts);
      this.visit(value, false);
      this.#path.pop();
    }
  }

  #compare(key: YamlNode, text: string | undefined, equal: Set<number>, texts: Set<string>): void {
    const identity = this.#identities.of(key);
    const isEqual = equal.has(identity);
    if (isEqual || (text !== undefined && texts.has(text))) {
      this.#inspection.hearRepeated(isEqual, () => ({
        message: isEqual
          ? `The key ${shorten(text ?? "")} stands in its mapping more than once`
          : `Two keys of a mapping have the text ${shorten(text ?? "")} in JSON`,
        path: formatPointer(this.#path),
        ...this.#inspection.find(key.start),
        received: text ?? "",
      }));
    }
    equal.add(identity);
    if (text !== undefined) texts.add(text);
  }

  #scalar(node: YamlScalar, isKey: boolean): void {
    const { source, version } = this.#inspection;
    const { tag } = node.properties;
    if (tag !== undefined || !isKey) {
      const { resolved, ignored } = resolveScalar(node, version);
      if (ignored && tag !== undefined) this.#ignoreTag(tag);
      if (resolved.type === "non-finite" && !isKey) {
        this.#note("NUMBER_KEPT_AS_TEXT", node.start, () => ({
          message: "A number that JSON has no form for is kept as text",
          received: resolved.text,
        }));
      }
    }
    if (node.style === "double" && !node.value.isWellFormed()) {
      this.#note("LONE_SURROGATE", node.start, () => ({
        message: "A string holds a surrogate without its other half",
      }));
    }
    if (node.style !== "plain" || tag !== undefined) return;
    const ambiguity = ambiguityOf(node.value);
    if (ambiguity === undefined) return;
    this.#note("AMBIGUOUS_SCALAR", node.start, () => ({
      message: ambiguity,
      received: node.lines === undefined ? source.slice(node.start, node.end) : node.value,
    }));
  }

  #ignoreTag(tag: YamlTag): void {
    this.#note("TAG_IGNORED", tag.start, () => ({
      message: "A tag was ignored: the data has no form for it",
      received: this.#inspection.source.slice(tag.start, tag.end),
    }));
  }

  #note(code: InspectionWarning, offset: number, detail: () => Omit<Entry, "code">): void {
    const { list, find } = this.#inspection;
    list.add(code, () => {
      const { message, ...rest } = detail() as Entry;
      return { message, path: formatPointer(this.#path), ...find(offset), ...rest };
    });
  }
}

/** The text of a key in JSON; undefined for a collection. */
export function keyText(key: YamlNode): string | undefined {
  const node = key.type === "alias" ? key.anchor?.node : key;
  return node?.type === "scalar" ? node.value : undefined;
}

const LONGEST_SHOWN = 40;

function shorten(text: string): string {
  return JSON.stringify(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);
}
