import type { Entry } from "../../../_core/tool.ts";
import type { EntryDetail, WarningList } from "../../results/entry-list.ts";
import { formatPointer } from "../../results/pointer.ts";
import type { TextPosition } from "../../text/position.ts";
import { quoted } from "../../text/shown.ts";
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
  readonly list: WarningList<C | InspectionWarning>;
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
    const seen = new SeenKeys(this.#identities);
    for (const { key, value } of entries) {
      const text = keyText(key);
      this.#path.push(text ?? "?");
      this.visit(key, true);
      const repeated = entries.length > 1 ? seen.add(key, text) : undefined;
      if (repeated !== undefined) this.#hear(repeated === "equal", key, text ?? "");
      this.visit(value, false);
      this.#path.pop();
    }
  }

  #hear(equal: boolean, key: YamlNode, text: string): void {
    const shown = quoted(text, LONGEST_KEY);
    this.#inspection.hearRepeated(equal, () => ({
      message: equal
        ? `The key ${shown} stands in its mapping more than once`
        : `Two keys of a mapping have the text ${shown} in JSON`,
      path: formatPointer(this.#path),
      ...this.#inspection.find(key.start),
      received: text,
    }));
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

/**
 * The keys of a mapping so far. Comparing keys by value is what makes 100,000 characters of nothing
 * but keys, such as 50,000 lines of `?`, take 60 ms and not 30.
 */
class SeenKeys {
  readonly #identities: Identities;
  /** Keys that are strings; only others need an identity. */
  readonly #strings = new Set<string>();
  readonly #others = new Set<number>();
  readonly #texts = new Set<string>();

  constructor(identities: Identities) {
    this.#identities = identities;
  }

  /** Adds a key, and says whether one before is equal, or has the same text in JSON. */
  add(key: YamlNode, text: string | undefined): "equal" | "same text" | undefined {
    const isString = text !== undefined && this.#identities.isString(key);
    const identity = isString ? undefined : this.#identities.of(key);
    const equal =
      identity === undefined ? this.#strings.has(text ?? "") : this.#others.has(identity);
    const sameText = text !== undefined && (this.#strings.has(text) || this.#texts.has(text));
    if (identity !== undefined) this.#others.add(identity);
    if (text !== undefined) (isString ? this.#strings : this.#texts).add(text);
    if (equal) return "equal";
    return sameText ? "same text" : undefined;
  }
}

/** The text of a key in JSON; undefined for a collection. */
function keyText(key: YamlNode): string | undefined {
  const node = key.type === "alias" ? key.anchor?.node : key;
  return node?.type === "scalar" ? node.value : undefined;
}

const LONGEST_KEY = 41;
