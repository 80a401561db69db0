import type { Entry } from "../_core/tool.ts";
import { problemEntry } from "../_lib/results/syntax-problem.ts";
import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";

/** What a signature says of a tool. */
export interface Signature {
  readonly ok: true;
  /** Undefined where it has none. */
  readonly name: string | undefined;
  readonly description: string;
  readonly schema: JsonObject;
}

export interface NoSignature {
  readonly ok: false;
  readonly error: Entry<"SIGNATURE_SYNTAX">;
}

export interface Parameter {
  readonly name: string;
  readonly type: readonly JsonMember[];
  readonly isRequired: boolean;
  readonly default: JsonNode | undefined;
  readonly description: string;
}

/** The schema of a closed object; its keywords first, then default and description. */
export function schemaOfParameters(parameters: readonly Parameter[]): JsonObject {
  const properties = parameters.map((parameter) =>
    memberNode(parameter.name, propertyOf(parameter)),
  );
  const required = parameters.filter(({ isRequired }) => isRequired);
  return objectNode([
    memberNode("type", stringNode("object")),
    memberNode("properties", objectNode(properties)),
    ...(required.length === 0
      ? []
      : [memberNode("required", arrayNode(required.map(({ name }) => stringNode(name))))]),
    memberNode("additionalProperties", booleanNode(false)),
  ]);
}

export function propertyOf({
  type,
  default: value,
  description,
}: Omit<Parameter, "name" | "isRequired">): JsonObject {
  return objectNode([
    ...type,
    ...(value === undefined ? [] : [memberNode("default", value)]),
    ...(description === "" ? [] : [memberNode("description", stringNode(description))]),
  ]);
}

export function noSignature(
  text: string,
  language: string,
  { offset, found, expected }: { offset: number; found: string; expected: string },
): NoSignature {
  const problem = { code: "SIGNATURE_SYNTAX", offset, found, expected } as const;
  return { ok: false, error: problemEntry(problem, text, language, "/input") };
}
