/** One tool definition for another provider. */
import type { Budget } from "../../../_core/tool.ts";
import { booleanNode, type JsonNode, stringNode } from "../../json/tree/tree.ts";
import { compileSchema } from "../../schemas/json-schema/validator.ts";
import type { NotInlined } from "../provider-schema/openapi.ts";
import type { ToolDefinition } from "../tool-call/definitions.ts";
import type { NameTarget } from "../tool-call/names.ts";
import type { NotStrict } from "../tool-definition/changes.ts";
import { strictObstacle } from "../tool-definition/obstacle.ts";
import type { AdaptedTool } from "../tool-call/tools.ts";
import { adaptSchema } from "./adapt.ts";
import type { Change } from "./change.ts";
import { Inspection, MATRIX_PROVIDERS, type MatrixProvider, type Problem } from "./problems.ts";

export const GEMINI_SCHEMAS = ["json-schema", "openapi"] as const;

/** The form in which definitions are to be written. */
interface Target {
  readonly to: NameTarget;
  readonly strict: boolean;
  readonly geminiSchema: (typeof GEMINI_SCHEMAS)[number];
}

/** What one provider would refuse in a definition. */
interface Compliance {
  readonly tool: string;
  readonly provider: MatrixProvider;
  readonly ok: boolean;
  readonly problems: Problem[];
}

export interface ConvertedTool {
  readonly written: AdaptedTool;
  readonly isWrapped: boolean;
  readonly changes: readonly Change[];
  readonly matrix: readonly Compliance[];
  /** Whether the target takes the definition as it is written. */
  readonly isFine: boolean;
  /** Why it is not strict where that was asked for. */
  readonly obstacle: NotStrict | undefined;
}

/** The definition under another name, its schema as the target takes it; why not, where it has no form for it. */
export function convertTool(
  tool: ToolDefinition,
  name: string,
  target: Target,
  budget: Budget,
): ConvertedTool | { readonly reason: NotInlined } {
  const compiled = compileSchema(tool.inputSchema, { budget, assertFormat: false });
  const { to, geminiSchema } = target;
  const openApi = to === "gemini" && geminiSchema === "openapi";
  const takesJsonSchema = geminiSchema === "json-schema";
  const looked = { ...tool, schema: tool.inputSchema, isSchema: compiled.ok };
  const matrix = matrixOf(tool.name, new Inspection(looked, takesJsonSchema));
  const changes: Change[] = [];
  const isAsked = target.strict && STRICT_OF[to] !== undefined;
  const refusesRecursion = to === "anthropic";
  const obstacle =
    isAsked && compiled.ok ? strictObstacle(tool.inputSchema, { refusesRecursion }) : undefined;
  const strict = isAsked && obstacle === undefined;
  const adapted = compiled.ok
    ? adaptSchema(tool.inputSchema, compiled.validator.draft, { to, strict, openApi }, (change) =>
        changes.push(change),
      )
    : { schema: tool.inputSchema, isWrapped: false };
  if ("reason" in adapted) return adapted;
  const { schema, isWrapped } = adapted;
  const result = { ...looked, name, schema: openApi ? tool.inputSchema : schema };
  const inspection = new Inspection(result, true);
  const flag = strict || (obstacle === undefined && carriedStrict(tool, inspection, to));
  const written = { ...tool, name, schema, isOpenApi: openApi, strict: flag };
  const problems = inspection.problemsFor(providerOf(to, flag === true));
  return {
    written,
    isWrapped,
    changes: [...changes, ...droppedFields(tool, to, flag)],
    matrix,
    // Written in the OpenAPI subset, a schema has nothing left that is not in it.
    isFine: problems.every((problem) => openApi && OF_SCHEMA.has(problem)),
    obstacle,
  };
}

const OF_SCHEMA: ReadonlySet<Problem> = new Set(["ROOT_NOT_OBJECT", "ROOT_UNION"]);

const STRICT_OF: Readonly<Partial<Record<NameTarget, MatrixProvider>>> = {
  "openai-chat": "openai-strict",
  "openai-responses": "openai-strict",
  anthropic: "anthropic-strict",
};

function providerOf(to: NameTarget, isStrict: boolean): MatrixProvider {
  if (isStrict) return STRICT_OF[to] ?? "mcp";
  return to === "openai-responses" ? "openai-chat" : to;
}

/** A definition that is strict stays so for the same provider, and for another one that takes it as it is. */
function carriedStrict(
  { strict, shape }: ToolDefinition,
  inspection: Inspection,
  to: NameTarget,
): boolean | undefined {
  const provider = STRICT_OF[to];
  if (strict !== true) return shape === to ? strict : undefined;
  if (provider === undefined) return undefined;
  const isSame = provider.startsWith(shape.replace(/-.*/, ""));
  return isSame || inspection.problemsFor(provider).length === 0 ? true : undefined;
}

function matrixOf(tool: string, inspection: Inspection): Compliance[] {
  return MATRIX_PROVIDERS.map((provider) => {
    const problems = inspection.problemsFor(provider);
    return { tool, provider, ok: problems.length === 0, problems };
  });
}

/** What only MCP has a member for, and a strictness that is lost. */
function droppedFields(tool: ToolDefinition, to: NameTarget, flag: boolean | undefined): Change[] {
  const holder = tool.shape === "openai-chat" ? `${tool.path}/function` : tool.path;
  const drop = (key: string, before: JsonNode | undefined): Change[] =>
    before === undefined ? [] : [{ code: "FIELD_DROPPED", path: `${holder}/${key}`, before }];
  const lost = tool.strict === true && flag !== true ? booleanNode(true) : undefined;
  if (to === "mcp" || to === "portable") return drop("strict", lost);
  return [
    ...drop("title", tool.title === undefined ? undefined : stringNode(tool.title)),
    ...drop("outputSchema", tool.outputSchema),
    ...drop("annotations", tool.annotations),
    ...drop("strict", lost),
  ];
}
