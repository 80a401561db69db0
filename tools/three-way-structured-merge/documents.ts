/** Reads the three versions: each one document, or all a stream of documents. */
import type { Entry } from "../_core/tool.ts";
import { type ConfigDocument, detectConfigDocument } from "../_lib/fields/config-field.ts";
import { readYamlStream } from "../_lib/fields/document-field.ts";
import { beginsLikeJson } from "../_lib/json/tree/relaxed.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import { arrayNode, type JsonNode } from "../_lib/json/tree/tree.ts";
import type { Input } from "../three-way-structured-merge.ts";

export const SIDES = ["base", "ours", "theirs"] as const;
export type Side = (typeof SIDES)[number];

/** A version that was read. */
export interface Version extends ConfigDocument {
  /** As it was given, if that was text. */
  readonly text: string | undefined;
  /** The documents of YAML text that has several. */
  readonly stream: readonly JsonNode[] | undefined;
}

export type Documents = Partial<Record<Side, Version>>;

type Failure = "INPUT_TOO_DEEP" | "FORMAT_SYNTAX";

/** The versions, or what is wrong with those that cannot be read. */
export function readDocuments(input: Input): {
  readonly documents: Documents;
  readonly errors: readonly Entry<Failure>[];
} {
  const documents: Documents = {};
  const errors: Entry<Failure>[] = [];
  for (const side of SIDES) {
    const given: unknown = input[side];
    if (given === undefined) continue;
    const read = readVersion(given, `/${side}`);
    if (!("code" in read)) documents[side] = read;
    else errors.push(read);
  }
  return { documents, errors };
}

function readVersion(given: unknown, path: string): Version | Entry<Failure> {
  const text = typeof given === "string" ? given.replace(/^\ufeff/, "") : undefined;
  const read = detectConfigDocument(given, path, { flat: false });
  if (read.ok) return { ...read, text, stream: undefined };
  const stream =
    text === undefined || beginsLikeJson(text) ? undefined : readYamlStream(text, path);
  if (text !== undefined && stream?.ok === true && stream.roots.length > 1) {
    return {
      ok: true,
      root: arrayNode(stream.roots),
      format: "yaml",
      hasComments: stream.stream.comments.length > 0,
      hasAliases: stream.stream.aliases.length > 0,
      moments: new Set(),
      spellings: new Map(),
      warnings: [],
      text,
      stream: stream.roots,
    };
  }
  const code = read.error.code === "INPUT_TOO_DEEP" ? "INPUT_TOO_DEEP" : "FORMAT_SYNTAX";
  return { ...read.error, code };
}

/** Its documents, where it is merged with a stream: a value that is an array is one, too. */
export function documentsOf({ root, stream, format }: Version): readonly JsonNode[] {
  if (stream !== undefined) return stream;
  return format === undefined && root.type === "array" ? root.items : [root];
}

/** The documents of a version by what tells them apart. */
export type DocumentTable = ReadonlyMap<
  string,
  { readonly node: JsonNode; readonly index: number }
>;

/** Objects of Kubernetes by apiVersion, kind, namespace and name, others by their index among themselves. */
export function tableOf(documents: readonly JsonNode[]): DocumentTable {
  const table = new Map<string, { readonly node: JsonNode; readonly index: number }>();
  let others = 0;
  for (const [index, node] of documents.entries()) {
    const name = objectName(node);
    const id = name === undefined || table.has(name) ? String(others++) : name;
    table.set(id, { node, index });
  }
  return table;
}

/** Such as `[apiVersion=v1,kind=Service,namespace=prod,name=web]`. */
function objectName(node: JsonNode): string | undefined {
  const metadata = memberOf(node, "metadata");
  const inner = (key: string) => metadata && textOf(memberOf(metadata, key));
  const [apiVersion, kind] = ["apiVersion", "kind"].map((key) => textOf(memberOf(node, key)));
  const name = inner("name");
  if (apiVersion === undefined || kind === undefined || name === undefined) return undefined;
  const namespace = inner("namespace");
  const within = namespace === undefined ? "" : `namespace=${namespace},`;
  return `[apiVersion=${apiVersion},kind=${kind},${within}name=${name}]`;
}
