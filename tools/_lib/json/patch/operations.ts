import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../../../_core/fields.ts";
import { valueOf } from "../tree/value.ts";
import type { PatchOperation } from "./difference.ts";

/** A patch of RFC 6902 that only adds, removes and replaces. */
export const PATCH = Type.Array(
  Type.Object({
    op: oneOf(["add", "remove", "replace"]),
    path: Type.String(),
    value: Type.Optional(Type.Any()),
  }),
);

/** The operations as data. */
export function patchData(operations: readonly PatchOperation[]): Static<typeof PATCH> {
  return operations.map((operation) =>
    operation.op === "remove"
      ? operation
      : { op: operation.op, path: operation.path, value: valueOf(operation.value).value },
  );
}
