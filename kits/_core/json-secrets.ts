/** Documents of JSON without their secrets. */
import { readJsonRoot } from "../../tools/_lib/json/tree/rows.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import {
  type JsonComment,
  type JsonMember,
  type JsonNode,
  type JsonString,
  stringNode,
  withoutRepeats,
} from "../../tools/_lib/json/tree/tree.ts";
import { valueOf } from "../../tools/_lib/json/tree/value.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { isSecretKey } from "../../tools/_lib/secrets/secret-keys.ts";

type Replace = (text: string) => string;

/** A field that is JSON, or text that should have been. */
export type Document = { readonly root: JsonNode } | { readonly text: string } | undefined;

export function documentIn(field: unknown): Document {
  if (field === undefined || field === null) return undefined;
  const read = readJsonRoot(field, "");
  if (read.ok) return { root: read.root };
  return { text: typeof field === "string" ? field : "" };
}

/** All texts of a document in which a secret may stand. */
export function textsOf(document: Document): readonly string[] {
  if (document === undefined) return [];
  if ("text" in document) return [document.text];
  const texts: string[] = [];
  change(document.root, "", (text) => (texts.push(text), text));
  return texts;
}

/** The document without secrets. */
export function withoutSecrets(document: Document, replace: Replace): Document {
  if (document === undefined) return undefined;
  if ("text" in document) return { text: replace(document.text) };
  return { root: change(document.root, "", replace) };
}

/** The field again: text for a tool that reads it, every digit kept. */
export function fieldText(document: Document): string | undefined {
  if (document === undefined) return undefined;
  return "text" in document ? document.text : minifyJson(document.root, Infinity);
}

/** The data, for what is hashed in the place of the input. */
export function fieldData(document: Document): unknown {
  if (document === undefined) return undefined;
  return "text" in document ? document.text : valueOf(document.root).value;
}

function change(given: JsonNode, key: string, replace: Replace): JsonNode {
  const node = withComments(given, replace);
  if (node.type === "string") {
    const changed = changeText(node.value, key, replace);
    return changed === undefined ? node : { ...node, ...changed };
  }
  if (node.type === "array") {
    return { ...node, items: node.items.map((item) => change(item, key, replace)) };
  }
  if (node.type !== "object") return node;
  const members = node.members.map((member) => ({
    ...withComments(member, replace),
    value: change(member.value, member.key, replace),
  }));
  return { ...node, members };
}

function withComments<T extends JsonNode | JsonMember>(anchor: T, replace: Replace): T {
  const { comments } = anchor;
  if (comments === undefined) return anchor;
  const all = (list: readonly JsonComment[]) => list.map((one) => withoutSecret(one, replace));
  const { before, opening, closing, after } = comments;
  return {
    ...anchor,
    comments: {
      before: all(before),
      opening: all(opening),
      closing: all(closing),
      after: all(after),
    },
  };
}

/** A comment without secrets, which is a comment still. */
export function withoutSecret(comment: JsonComment, replace: Replace): JsonComment {
  const text = replace(comment.text);
  const isLine = /^\/\/[^\n\r]*$/.test(text);
  const isBlock = text.startsWith("/*") && text.indexOf("*/", 2) === text.length - 2;
  return { ...comment, text: isLine || isBlock ? text : "/* ... */" };
}

/** Undefined where nothing changes. */
function changeText(text: string, key: string, replace: Replace): JsonString | undefined {
  const inside = jsonIn(text);
  if (inside !== undefined) {
    // Arguments that are JSON in a text stay JSON.
    const before = minifyJson(inside, Infinity);
    const after = minifyJson(change(inside, key, replace), Infinity) ?? "";
    return after === before ? undefined : stringNode(after);
  }
  const replaced = replaceNamed(text, key, replace);
  return replaced === text ? undefined : stringNode(replaced);
}

function jsonIn(text: string): JsonNode | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const read = readJson(text);
  return "type" in read ? undefined : withoutRepeats(read.root, "last");
}

/** What a member is called may say that its text is a secret. */
function replaceNamed(text: string, key: string, replace: Replace): string {
  const plain = replace(text);
  if (!isSecretKey(key) || !/^[^\s"'`]+$/.test(text)) return plain;
  const named = `${key}=`;
  const replaced = replace(named + text);
  return replaced.startsWith(named) ? replaced.slice(named.length) : plain;
}
