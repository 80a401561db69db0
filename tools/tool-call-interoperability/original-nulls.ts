/** Takes the nulls out of arguments that strict mode made of what was optional. */
import type { Budget } from "../_core/tool.ts";
import type { Change } from "../_lib/agents/provider-tools/change.ts";
import { AppliedSchemas } from "../_lib/agents/tool-call/applied.ts";
import type { ToolDefinition } from "../_lib/agents/tool-call/definitions.ts";
import type { CallItem } from "../_lib/agents/tool-call/items.ts";
import { arrayNode, type JsonNode, objectNode } from "../_lib/json/tree/tree.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { SchemaParts } from "../_lib/schemas/json-schema/parts.ts";
import { compileSchema } from "../_lib/schemas/json-schema/validator.ts";
import { requiredNames } from "../_lib/schemas/repair/objects.ts";

export interface Restored {
  readonly call: CallItem;
  readonly changes: readonly Change[];
}

/** The call as its tool was defined before it became strict: optional members that cannot be null are left out. */
export function withoutMadeNulls(
  call: CallItem,
  original: ToolDefinition | undefined,
  budget: Budget,
): Restored {
  const given = call.arguments;
  if (given === undefined || original === undefined) return { call, changes: [] };
  const compiled = compileSchema(original.inputSchema, { budget, assertFormat: false });
  if (!compiled.ok) return { call, changes: [] };
  const work = compiled.validator.withParts(budget, (parts) => {
    const walk = new Walk(parts, budget);
    const node = walk.value(given, [original.inputSchema], call.argumentsPath);
    return { node, changes: walk.changes };
  });
  if (!work.ok || work.result.changes.length === 0) return { call, changes: [] };
  const { node, changes } = work.result;
  return { call: { ...call, arguments: node }, changes };
}

class Walk {
  readonly changes: Change[] = [];
  readonly #parts: SchemaParts;
  readonly #applied: AppliedSchemas;
  readonly #budget: Budget;

  constructor(parts: SchemaParts, budget: Budget) {
    this.#parts = parts;
    this.#applied = new AppliedSchemas(parts);
    this.#budget = budget;
  }

  value(node: JsonNode, schemas: readonly JsonNode[], path: string): JsonNode {
    if (node.type !== "object" && node.type !== "array") return node;
    this.#budget.spend(1);
    const applied = this.#applied.of(schemas, node);
    if (node.type === "array") {
      return arrayNode(
        node.items.map((item, index) =>
          this.value(item, this.#applied.ofItem(applied, index), `${path}/${index}`),
        ),
      );
    }
    const required = new Set(applied.flatMap((schema) => requiredNames(schema)));
    const members = node.members.flatMap((member) => {
      const inside = this.#applied.ofMember(applied, member.key);
      const place = appendPointer(path, member.key);
      const isMade =
        member.value.type === "null" &&
        !required.has(member.key) &&
        inside.some((schema) => !this.#parts.accepts(schema, member.value));
      if (!isMade) return [{ ...member, value: this.value(member.value, inside, place) }];
      this.changes.push({ code: "NULL_REMOVED", path: place, before: member.value });
      return [];
    });
    return objectNode(members);
  }
}
