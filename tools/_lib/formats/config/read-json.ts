import { readJsonField } from "../../json/tree/json-field.ts";
import type { Dialect } from "../../json/tree/read.ts";
import {
  type Comments,
  type JsonComment,
  type JsonDocument,
  type JsonNode,
  withoutRepeats,
} from "../../json/tree/tree.ts";
import { addComments, type Place, SourceLosses } from "./losses.ts";
import { type ConfigSource, FIELD, type Unreadable } from "./source.ts";

export function readJsonConfig(text: string, format: Dialect): ConfigSource | Unreadable {
  const field = readJsonField(text, FIELD, format);
  if (!field.ok) return { ok: false, errors: [field.error], warnings: field.warnings };
  const losses = new SourceLosses();
  const root = withoutRepeats(field.document.root, "last", (kept, dropped) => {
    for (let copy = 0; copy < dropped; copy++) {
      losses.add("DUPLICATE_KEY", kept, "An earlier value of the key");
    }
  });
  if (field.document.commentCount > 0) {
    addComments(losses, commentsOf(field.document), placesOf(root));
  }
  const none = { moments: new Set<JsonNode>(), spellings: new Map<JsonNode, string>() };
  return { ok: true, format, root, losses, ...none, warnings: field.warnings };
}

function commentsOf({ root, lastComments }: JsonDocument): JsonComment[] {
  const comments: JsonComment[] = [];
  const take = (found: Comments | undefined) => {
    if (found === undefined) return;
    for (const list of [found.before, found.opening, found.closing, found.after])
      for (const comment of list) comments.push(comment);
  };
  const visit = (node: JsonNode) => {
    take(node.comments);
    if (node.type === "array") for (const item of node.items) visit(item);
    else if (node.type === "object") {
      for (const member of node.members) {
        take(member.comments);
        visit(member.value);
      }
    }
  };
  visit(root);
  return [...comments, ...lastComments];
}

function placesOf(root: JsonNode): Place[] {
  const places: Place[] = [{ start: root.start, node: root }];
  const visit = (node: JsonNode) => {
    if (node.type === "array") {
      for (const item of node.items) {
        places.push({ start: item.start, node: item });
        visit(item);
      }
    } else if (node.type === "object") {
      for (const { keyStart, value } of node.members) {
        places.push({ start: keyStart, node: value });
        visit(value);
      }
    }
  };
  visit(root);
  return places;
}
