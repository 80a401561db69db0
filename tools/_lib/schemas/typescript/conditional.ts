import type { TSConditionalType } from "@babel/types";
import { isAssignable, spreadParts } from "./assignable.ts";
import { bind, type Context, type Env, startOf } from "./context.ts";
import { isKeyword, keyOf, keyword, literal, type Type, union } from "./types.ts";

/** `T extends U ? A : B`, for each part of a union that a type parameter stands for. */
export function conditionalType(context: Context, node: TSConditionalType, env: Env): Type {
  const { checkType, extendsType } = node;
  const written = context.source.slice(startOf(extendsType), extendsType.end ?? 0);
  if (/\binfer\b/.test(written)) return context.unsupported(node, "a conditional type that infers");
  const name =
    checkType.type === "TSTypeReference" && checkType.typeName.type === "Identifier"
      ? checkType.typeName.name
      : "";
  const bound = env.bindings.get(name);
  if (bound === undefined) return branch(context, node, context.evaluate(checkType, env), env);
  if (context.resolve(bound, node).kind === "parameter")
    return context.unsupported(node, "a conditional type of a free parameter");
  if (!env.constraints.has(name)) return branch(context, node, bound, env);
  const parts = spreadParts(context, bound, node).flatMap((part) =>
    isKeyword(context.resolve(part, node), "boolean") ? [literal(true), literal(false)] : [part],
  );
  return withBoolean(
    parts.map((part) => branch(context, node, part, bind(env, name, part, keyOf(part)))),
  );
}

function branch(context: Context, node: TSConditionalType, check: Type, env: Env): Type {
  const wanted = context.evaluate(node.extendsType, env);
  if (isKeyword(context.resolve(check, node), "any") && !isKeyword(wanted, "any", "unknown"))
    return union([context.evaluate(node.trueType, env), context.evaluate(node.falseType, env)]);
  const verdict = isAssignable(context, check, wanted, node);
  if (verdict === undefined)
    return context.unsupported(node, "a conditional type that cannot be decided");
  return context.evaluate(verdict ? node.trueType : node.falseType, env);
}

/** The union, with `boolean` whole again where both of its values are in it. */
function withBoolean(types: readonly Type[]): Type {
  const merged = union(types);
  if (merged.kind !== "union") return merged;
  const isValue = (part: Type) => part.kind === "literal" && typeof part.value === "boolean";
  if (merged.types.filter(isValue).length < 2) return merged;
  return union([...merged.types.filter((part) => !isValue(part)), keyword("boolean")]);
}
