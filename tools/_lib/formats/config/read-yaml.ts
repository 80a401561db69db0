import type { Entry } from "../../../_core/tool.ts";
import { type EntryDetail, WarningList } from "../../results/entry-list.ts";
import { problemEntry } from "../../results/syntax-problem.ts";
import { arrayNode, type JsonNode, nullNode, withoutRepeats } from "../../json/tree/tree.ts";
import { outputTooLarge } from "../../results/output-limit.ts";
import { positionFinder } from "../../text/position.ts";
import { isNoData, yamlTree } from "../yaml/data.ts";
import { inspect, type InspectionWarning } from "../yaml/inspect.ts";
import { isKnownTag, isMergeKey, resolveScalar } from "../yaml/resolve.ts";
import { parseYaml } from "../yaml/stream.ts";
import type { YamlAlias, YamlNode, YamlScalar, YamlStream } from "../yaml/tree.ts";
import { addComments, type Place, SourceLosses } from "./losses.ts";
import {
  type ConfigSource,
  FIELD,
  type SourceFailure,
  type SourceWarning,
  type Unreadable,
} from "./source.ts";

const CORE = { version: "1.2", merge: true, nonFinite: true } as const;

/** Reads YAML by the 1.2 core schema, merges and aliases expanded; several documents are an array. */
export function readYamlConfig(text: string): ConfigSource | Unreadable {
  const { stream, problems } = parseYaml(text);
  const [first, ...others] = problems.map((problem) => problemEntry(problem, text, "YAML", FIELD));
  if (first) return { ok: false, errors: [first, ...others], warnings: [] };
  if (!stream) return { ok: false, errors: [outputTooLarge()], warnings: [] };
  const made = new Map<YamlNode, JsonNode>();
  const expansion = { nodes: 0, characters: 0 };
  const trees: JsonNode[] = [];
  for (const { root } of stream.documents) {
    const see = (source: YamlNode, node: JsonNode) => made.set(source, node);
    const tree = yamlTree(root, { ...CORE, see }, expansion);
    if (!isNoData(tree)) trees.push(tree);
    else return { ok: false, errors: [noDataEntry(tree, text)], warnings: [] };
  }
  return { ok: true, format: "yaml", ...collect(stream, trees, made) };
}

function noDataEntry(
  { code, offset, found, expected }: Extract<ReturnType<typeof yamlTree>, { code: string }>,
  text: string,
): Entry<SourceFailure> {
  if (code === "OUTPUT_TOO_LARGE") return outputTooLarge();
  return problemEntry({ code, offset, found, expected }, text, "YAML", FIELD);
}

function collect(stream: YamlStream, trees: readonly JsonNode[], made: Map<YamlNode, JsonNode>) {
  const losses = new SourceLosses();
  const [only = nullNode()] = trees;
  const merged = trees.length > 1 ? arrayNode(trees) : only;
  if (trees.length > 1) losses.add("DOCUMENTS_MERGED", merged, `${trees.length} documents`);
  // Copies without repeated keys take the places of the nodes that have them.
  const replaced = new Map<JsonNode, JsonNode>();
  const root = withoutRepeats(merged, "last", (kept, dropped) => {
    for (let copy = 0; copy < dropped; copy++) {
      losses.add("DUPLICATE_KEY", kept, "An earlier value of the key");
    }
  });
  pairUp(merged, root, replaced);
  const final = (node: YamlNode) => {
    const data = made.get(node);
    return data === undefined ? undefined : (replaced.get(data) ?? data);
  };
  losses.move(merged, root);
  const walk = new Walk(stream, final, losses);
  for (const document of stream.documents) walk.visit(document.root);
  const comments = stream.comments.map(({ start, end }) => ({
    start,
    text: stream.text.slice(start, end),
  }));
  addComments(losses, comments, walk.places);
  const moments = new Set<JsonNode>();
  return { root, losses, moments, spellings: walk.spellings, warnings: warningsOf(stream) };
}

/** Notes which node of a tree without repeated keys stands for which one before. */
function pairUp(before: JsonNode, after: JsonNode, replaced: Map<JsonNode, JsonNode>): void {
  if (before === after || replaced.has(before)) return;
  replaced.set(before, after);
  if (before.type === "array" && after.type === "array") {
    for (const [index, item] of before.items.entries())
      pairUp(item, after.items[index] ?? item, replaced);
  } else if (before.type === "object" && after.type === "object") {
    const last = new Map(before.members.map(({ key, value }) => [key, value]));
    for (const { key, value } of after.members) pairUp(last.get(key) ?? value, value, replaced);
  }
}

/** Goes through the nodes as they are written. */
class Walk {
  readonly places: Place[] = [];
  readonly spellings = new Map<JsonNode, string>();
  readonly #stream: YamlStream;
  readonly #dataOf: (node: YamlNode) => JsonNode | undefined;
  readonly #losses: SourceLosses;

  constructor(
    stream: YamlStream,
    dataOf: (node: YamlNode) => JsonNode | undefined,
    losses: SourceLosses,
  ) {
    this.#stream = stream;
    this.#dataOf = dataOf;
    this.#losses = losses;
    for (const { root } of stream.documents) this.#place(root.start, root);
  }

  visit(node: YamlNode): void {
    const data = this.#dataOf(node);
    this.#noteTag(node, data);
    if (node.type === "alias") this.#noteAlias(node, data);
    else if (node.type === "scalar") this.#noteSpelling(node, data);
    else if (node.type === "sequence") {
      for (const item of node.items) {
        this.#place(item.start, item.node);
        this.visit(item.node);
      }
    } else {
      for (const { start, key, value } of node.entries) {
        const owner = key.type === "scalar" && isMergeKey(key) ? data : this.#dataOf(value);
        if (key.type === "alias") this.#noteAlias(key, owner);
        else this.#noteTag(key, owner);
        if (owner === data && value.type === "alias") this.#noteAlias(value, data);
        else {
          this.#place(start, value);
          this.visit(value);
        }
      }
    }
  }

  #place(start: number, node: YamlNode): void {
    const data = this.#dataOf(node);
    if (data !== undefined) this.places.push({ start, node: data });
  }

  #noteAlias({ name }: YamlAlias, data: JsonNode | undefined): void {
    this.#losses.add("ANCHOR_EXPANDED", data, `*${name}`);
  }

  #noteTag(node: YamlNode, data: JsonNode | undefined): void {
    const { tag } = node.properties;
    if (tag === undefined || node.type === "alias") return;
    const isKept =
      node.type === "scalar"
        ? KEPT_TAGS.has(tag.name) && !resolveScalar(node, "1.2").ignored
        : isKnownTag(tag.name, node.type) && !SPECIAL_COLLECTIONS.test(tag.name);
    if (!isKept) this.#losses.add("TAG_LOST", data, this.#stream.text.slice(tag.start, tag.end));
  }

  #noteSpelling(scalar: YamlScalar, data: JsonNode | undefined): void {
    if (data?.type === "number" && scalar.value !== data.text) {
      this.spellings.set(data, scalar.value);
    }
  }
}

const KEPT_TAGS: ReadonlySet<string> = new Set([
  "!",
  ...["str", "int", "float", "bool", "null", "merge"].map((name) => `tag:yaml.org,2002:${name}`),
]);
const SPECIAL_COLLECTIONS = /:(?:set|omap|pairs)$/;

/** Repeated keys, lone surrogates and byte order marks. */
function warningsOf(stream: YamlStream): Entry<SourceWarning>[] {
  const find = positionFinder(stream.text);
  const list = new WarningList<SourceWarning>();
  for (const mark of stream.marks) {
    const message = "A byte order mark (U+FEFF) before a document was removed";
    list.add("BOM_REMOVED", () => ({ message, ...find(mark) }));
  }
  const seen = new WarningList<InspectionWarning>();
  for (const [index, { root }] of stream.documents.entries()) {
    const inspection = {
      source: stream.text,
      version: CORE.version,
      find,
      list: seen,
      hearRepeated: (_: boolean, detail: () => EntryDetail) => list.add("DUPLICATE_KEY", detail),
    };
    inspect(root, inspection, stream.documents.length === 1 ? [] : [index]);
  }
  for (const entry of seen.list()) {
    if (entry.code === "LONE_SURROGATE") list.add(entry.code, () => entry);
  }
  return list.list();
}
