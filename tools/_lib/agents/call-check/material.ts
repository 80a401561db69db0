/** The calls and the tools that they are checked against. */
import type { Budget, Entry, Outcome } from "../../../_core/tool.ts";
import { fail } from "../../../_core/tool.ts";
import { compareCodePoints } from "../../text/code-points.ts";
import { inputInvalid, outOfBounds } from "../../results/input-invalid.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { writeJson } from "../../json/tree/write.ts";
import { compileSchema, type Validator } from "../../schemas/json-schema/validator.ts";
import { readDefinitions, type ToolDefinition } from "../tool-call/definitions.ts";
import { isEmpty, isEmptyTree, isMalformed, readTree, unknownShape } from "../tool-call/fields.ts";
import type { CallItem } from "../tool-call/items.ts";
import { callsOf, readItems } from "../tool-call/read.ts";
import type { CallFailure, CallWarning } from "./codes.ts";

/** Calls and tools as they are given, in the shape of any provider. */
export interface MaterialInput {
  readonly calls?: unknown;
  readonly tools?: unknown;
}

/** A tool that calls can be checked against. */
export interface Contract {
  readonly name: string;
  readonly schema: JsonNode;
  readonly validator: Validator;
}

export interface Material {
  readonly calls: readonly CallItem[];
  readonly contracts: ReadonlyMap<string, Contract>;
  readonly warnings: readonly Entry<CallWarning>[];
}

type Failed = { readonly failure: Outcome<never, CallFailure, never> };

const MOST_CALLS = 1000;

export function readMaterial({ calls, tools }: MaterialInput, budget: Budget): Material | Failed {
  if (isEmpty(calls)) return missing("CALLS_MISSING");
  if (isEmpty(tools)) return missing("TOOLS_MISSING");
  const callTree = readTree(calls, "/calls");
  if ("error" in callTree) return { failure: fail(callTree.error) };
  const toolTree = readTree(tools, "/tools");
  if ("error" in toolTree) return { failure: fail(toolTree.error) };
  const found = callsIn(callTree.root);
  if ("failure" in found) return found;
  const contracts = contractsIn(toolTree.root, budget);
  if ("failure" in contracts) return contracts;
  return {
    calls: found.calls,
    contracts: contracts.contracts,
    warnings: [...callTree.warnings, ...toolTree.warnings],
  };
}

function missing(code: "CALLS_MISSING" | "TOOLS_MISSING"): Failed {
  const path = code === "CALLS_MISSING" ? "/calls" : "/tools";
  const expected = code === "CALLS_MISSING" ? "at least one call" : "at least one definition";
  const message = `Cannot check calls: found no ${path.slice(1)}, expected ${expected}`;
  return { failure: fail({ code, message, path }) };
}

/** The calls of a tree that is not empty. */
export function callsIn(
  root: JsonNode,
  most = MOST_CALLS,
): { readonly calls: readonly CallItem[] } | Failed {
  if (isEmptyTree(root)) return missing("CALLS_MISSING");
  const items = readItems(root, "/calls");
  const malformed = items.find(isMalformed);
  if (malformed !== undefined) {
    return {
      failure: inputInvalid([
        unknownShape("CALL_SHAPE_UNKNOWN", malformed.path, "a call with a name"),
      ]),
    };
  }
  const calls = callsOf(items);
  if (calls.length === 0) return missing("CALLS_MISSING");
  if (calls.length <= most) return { calls };
  const problem = outOfBounds("/calls", `${calls.length} calls`, `at most ${most}`);
  return { failure: inputInvalid([problem]) };
}

function contractsIn(
  root: JsonNode,
  budget: Budget,
): { readonly contracts: ReadonlyMap<string, Contract> } | Failed {
  const { tools, unknown } = readDefinitions(root, "/tools");
  const [stranger] = unknown;
  if (stranger !== undefined) {
    return {
      failure: inputInvalid([unknownShape("TOOL_SHAPE_UNKNOWN", stranger, "a tool definition")]),
    };
  }
  if (tools.length === 0) return missing("TOOLS_MISSING");
  return contractsOf(tools, budget);
}

/** What calls of the tools are checked against; every schema has to be one. */
export function contractsOf(
  tools: readonly ToolDefinition[],
  budget: Budget,
): { readonly contracts: ReadonlyMap<string, Contract> } | Failed {
  const contracts = new Map<string, Contract>();
  for (const { name, path, schemaPath, inputSchema } of inFixedOrder(tools)) {
    const compiled = compileSchema(inputSchema, { path: schemaPath ?? path, budget });
    if (!compiled.ok) {
      const [first, ...others] = compiled.errors;
      return {
        failure: fail([{ ...first, path }, ...others.map((error) => ({ ...error, path }))]),
      };
    }
    if (!contracts.has(name))
      contracts.set(name, { name, schema: inputSchema, validator: compiled.validator });
  }
  return { contracts };
}

/** Of two tools with one name the same is taken in whatever order they come. */
function inFixedOrder(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  if (new Set(tools.map(({ name }) => name)).size === tools.length) return tools;
  const keyed = tools.map((tool) => ({
    tool,
    key: writeJson(tool.inputSchema, { indent: "", sortKeys: true }) ?? "",
  }));
  return keyed.toSorted((a, b) => compareCodePoints(a.key, b.key)).map(({ tool }) => tool);
}
