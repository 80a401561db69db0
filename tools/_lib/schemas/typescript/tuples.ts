import type { TSTupleType } from "@babel/types";
import type { Context, Env } from "./context.ts";
import { ANY, isKeyword, type Place, type TupleElement, type Type } from "./types.ts";

/** The type of `[A, B?, ...C[]]`; lists that are spread become part of it. */
export function tupleType(context: Context, node: TSTupleType, env: Env): Type {
  const elements = node.elementTypes.flatMap((element): readonly TupleElement[] => {
    const plain = { optional: false, rest: false };
    switch (element.type) {
      case "TSRestType": {
        const { typeAnnotation: inner } = element;
        const written = inner.type === "TSNamedTupleMember" ? inner.elementType : inner;
        return spread(context, context.evaluate(written, env), element);
      }
      case "TSOptionalType":
        return [{ ...plain, type: context.evaluate(element.typeAnnotation, env), optional: true }];
      case "TSNamedTupleMember": {
        const { optional, elementType } = element;
        return [{ ...plain, type: context.evaluate(elementType, env), optional }];
      }
      default:
        return [{ ...plain, type: context.evaluate(element, env) }];
    }
  });
  context.spend(elements.length);
  return { kind: "tuple", elements };
}

function spread(context: Context, type: Type, node: Place): readonly TupleElement[] {
  const resolved = context.resolve(type, node);
  if (resolved.kind === "tuple") return resolved.elements;
  let element: Type = ANY;
  if (resolved.kind === "array") element = resolved.element();
  else if (!isKeyword(resolved, "any")) context.unsupported(node, "a rest that is no array");
  return [{ type: element, optional: false, rest: true }];
}
