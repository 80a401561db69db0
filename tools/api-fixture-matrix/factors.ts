/** Parameters whose values were given. */
import type { Entry } from "../_core/tool.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { ValueIds } from "../_lib/json/tree/value-ids.ts";
import {
  type Model,
  type Parameter,
  type ParameterValue,
  valueId,
  writtenValue,
} from "./parameter.ts";

/** The model of an object of lists; equal values of a parameter count once. */
export function factorModel(root: JsonNode): {
  readonly model: Model;
  readonly warnings: readonly Entry<"DUPLICATE_VALUE">[];
} {
  const members = root.type === "object" ? root.members : [];
  const warnings: Entry<"DUPLICATE_VALUE">[] = [];
  const ids = new ValueIds();
  const parameters = members.map(({ key, value }): Parameter => {
    const values = new Map<number, ParameterValue>();
    for (const [index, item] of (value.type === "array" ? value.items : []).entries()) {
      const written = writtenValue(item);
      const id = valueId(written, ids);
      if (!values.has(id)) values.set(id, written);
      else {
        warnings.push({
          code: "DUPLICATE_VALUE",
          message: "The parameter has this value already",
          path: `${appendPointer("/parameters", key)}/${index}`,
        });
      }
    }
    return { name: key, tokens: [key], values: [...values.values()], schemas: [] };
  });
  const plan = {
    tokens: [],
    members: parameters.map(({ name }, index) => [name, index] as const),
    required: [],
    isClosed: false,
  };
  return { model: { parameters, plan }, warnings };
}
