import {
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
} from "../_lib/json/tree/tree.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import type { ValueIds } from "../_lib/json/tree/value-ids.ts";
import type { Move } from "./moves.ts";

/**
 * The moves of one side that the base and the other side have to follow, so that changes to what was moved
 * are not lost; only those for which there is room.
 */
export function follow(
  moves: readonly Move[],
  base: JsonObject,
  side: JsonObject,
  ids: ValueIds,
): Move[] {
  return moves.filter(({ from, to }) => {
    const [before, after] = [nodeAt(base, from), nodeAt(side, from)];
    const isChanged =
      before !== undefined && (after === undefined || ids.idOf(before) !== ids.idOf(after));
    return isChanged && hasRoom(base, to) && hasRoom(side, to);
  });
}

function nodeAt(root: JsonNode, tokens: readonly string[]): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  for (const token of tokens) node = node && memberOf(node, token);
  return node;
}

/** Whether something can be put there: nothing is there yet, and on the way there are objects at most. */
function hasRoom(root: JsonNode, tokens: readonly string[]): boolean {
  let node: JsonNode | undefined = root;
  for (const token of tokens) {
    if (node.type !== "object") return false;
    node = memberOf(node, token);
    if (node === undefined) return true;
  }
  return false;
}

/** The document with what was moved at its new place; the objects on the way there are made. */
export function rearranged(root: JsonObject, moves: readonly Move[]): JsonObject {
  if (moves.length === 0) return root;
  const edits = new Edit();
  for (const { from, to } of moves) {
    editAt(edits, from, false).removed = true;
    editAt(edits, to, true).put = nodeAt(root, from);
  }
  return edited(root, edits);
}

/** What happens at a place and below it. */
class Edit {
  readonly inner = new Map<string, Edit>();
  /** Whether an object has to be here. */
  isWay = false;
  removed = false;
  put: JsonNode | undefined;
}

function editAt(root: Edit, tokens: readonly string[], isWay: boolean): Edit {
  let edit = root;
  for (const token of tokens) {
    edit.isWay ||= isWay;
    const inner = edit.inner.get(token) ?? new Edit();
    edit.inner.set(token, inner);
    edit = inner;
  }
  return edit;
}

function edited(node: JsonObject, { inner }: Edit): JsonObject {
  const members: JsonMember[] = [];
  const rest = new Map(inner);
  for (const member of node.members) {
    const edit = inner.get(member.key);
    rest.delete(member.key);
    const { value } = member;
    if (edit === undefined || (!edit.removed && value.type !== "object")) members.push(member);
    else if (!edit.removed && value.type === "object") {
      members.push({ ...member, value: edited(value, edit) });
    }
  }
  for (const [key, edit] of rest) {
    if (edit.put !== undefined) members.push(memberNode(key, edit.put));
    else if (edit.isWay) members.push(memberNode(key, edited(objectNode([]), edit)));
  }
  return objectNode(members);
}
