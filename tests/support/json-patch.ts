/** RFC 6902, as a judge of patches: applies them or says why it cannot. Members are looked up as own ones only. */
import { isIndexToken, parsePointer } from "../../tools/_lib/results/pointer.ts";
import { setMember } from "../../tools/_lib/json/tree/value.ts";

export interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

export class PatchError extends Error {}

/** The document after all operations; throws `PatchError` at the first that cannot be done. */
export function applyPatch(document: unknown, patch: readonly Operation[]): unknown {
  const holder = { root: structuredClone(document) };
  for (const operation of patch) applyOperation(holder, operation);
  return holder.root;
}

function applyOperation(holder: object, operation: Operation): void {
  const { op, path } = operation;
  if (op === "add") add(holder, path, valueIn(operation));
  else if (op === "remove") remove(holder, path);
  else if (op === "replace") {
    remove(holder, path);
    add(holder, path, valueIn(operation));
  } else if (op === "move") {
    const from = operation.from ?? refuse("no from");
    if (path.startsWith(`${from}/`)) refuse("a move into itself");
    add(holder, path, remove(holder, from));
  } else if (op === "copy") {
    const { parent, token } = placeOf(holder, operation.from ?? refuse("no from"));
    add(holder, path, structuredClone(memberOf(parent, token)));
  } else if (op === "test") {
    const { parent, token } = placeOf(holder, path);
    if (!Bun.deepEquals(memberOf(parent, token), valueIn(operation), true)) refuse("another value");
  } else refuse(`the operation ${op}`);
}

function valueIn(operation: Operation): unknown {
  return Object.hasOwn(operation, "value") ? operation.value : refuse("no value");
}

function placeOf(holder: object, path: unknown): { parent: object; token: string } {
  const tokens = typeof path === "string" ? parsePointer(path) : undefined;
  if (tokens === undefined) return refuse("no pointer");
  let parent = holder;
  let token = "root";
  for (const next of tokens) {
    const inner = memberOf(parent, token);
    if (typeof inner !== "object" || inner === null) return refuse("a scalar on the way");
    [parent, token] = [inner, next];
  }
  return { parent, token };
}

function memberOf(parent: object, token: string): unknown {
  if (Array.isArray(parent) ? !isIndexToken(token) : false) return refuse("no index");
  return Object.hasOwn(parent, token)
    ? Object.getOwnPropertyDescriptor(parent, token)?.value
    : refuse("nothing there");
}

function add(holder: object, path: string, value: unknown): void {
  const { parent, token } = placeOf(holder, path);
  if (!Array.isArray(parent)) {
    setMember(parent, token, value);
    return;
  }
  const index = token === "-" ? parent.length : isIndexToken(token) ? Number(token) : Infinity;
  if (index > parent.length) refuse("an index behind the end");
  parent.splice(index, 0, value);
}

function remove(holder: object, path: string): unknown {
  const { parent, token } = placeOf(holder, path);
  const value = memberOf(parent, token);
  if (Array.isArray(parent)) parent.splice(Number(token), 1);
  else if (path !== "") Reflect.deleteProperty(parent, token);
  return value;
}

function refuse(found: string): never {
  throw new PatchError(found);
}
