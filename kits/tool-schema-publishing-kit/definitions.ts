/** The definitions of each target: names, strictness, and what a target does not take. */
import type { Entry } from "../../tools/_core/tool.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import { memberOf, textOf } from "../../tools/_lib/json/tree/members.ts";
import {
  type JsonNode,
  memberNode,
  objectNode,
  stringNode,
  withMember,
} from "../../tools/_lib/json/tree/tree.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import define from "../../tools/json-schema-to-tool-definition.ts";
import convert from "../../tools/tool-call-interoperability.ts";
import type { Target, Work } from "../tool-schema-publishing-kit.ts";
import type { PublishedTool, ToolSet } from "./read.ts";

export interface TargetSet {
  readonly definitions: readonly JsonNode[];
  /** By tool. */
  readonly names: ReadonlyMap<string, string>;
  readonly strict: ReadonlyMap<string, boolean>;
}

export type Definitions = ReadonlyMap<Target, TargetSet>;

const PROVIDERS = {
  "openai-chat": "openai",
  "openai-responses": "openai-responses",
  anthropic: "anthropic",
  gemini: "gemini",
  mcp: "mcp",
} as const;

const REFUSALS: ReadonlySet<string> = new Set([
  "ROOT_COMBINATOR",
  "ROOT_NOT_OBJECT",
  "REF_CYCLE",
  "OUTPUT_TOO_LARGE",
]);

/** The matrix of problems; undefined where nothing can go on. */
export function matrixStage(set: ToolSet, { ctx, report }: Work) {
  const { ok, value, errors = [] } = ctx.step(convert, { tools: set.text, to: "portable" });
  if (!ok || !value) {
    report.stop("matrix", errors);
    return undefined;
  }
  const bad = value.matrix.filter((row) => !row.ok).length;
  report.done(
    "matrix",
    `${counted(value.matrix.length, "pair")} of tool and provider, ${bad} with problems`,
  );
  return value.matrix;
}

/** The definitions of all targets; undefined where a schema is none. */
export function definitionsStage(set: ToolSet, targets: readonly Target[], work: Work) {
  const { report } = work;
  const all = new Map<Target, TargetSet>();
  const refused = new Map<string, number>();
  for (const target of targets) {
    const made = defineAll(set, target, work, refused);
    if (made === undefined) return undefined;
    all.set(target, made);
  }
  for (const { name, definition } of set.tools) {
    if (refused.get(name) !== targets.length) continue;
    const message = `Cannot publish ${quoted(name)}: found no target that takes it, expected one at least`;
    const finding = { code: "TARGET_REFUSED", message, path: definition.path, subject: name };
    report.find("error", "definitions", finding);
  }
  const made = [...all.values()].reduce((sum, { definitions }) => sum + definitions.length, 0);
  report.done(
    "definitions",
    `${counted(made, "definition")} for ${counted(targets.length, "target")}`,
  );
  return all;
}

function defineAll(
  set: ToolSet,
  target: Target,
  work: Work,
  refused: Map<string, number>,
): TargetSet | undefined {
  const { report } = work;
  const wanted = namesFor(set, target, work);
  const made: TargetSet & {
    definitions: JsonNode[];
    names: Map<string, string>;
    strict: Map<string, boolean>;
  } = { definitions: [], names: new Map(), strict: new Map() };
  const taken = new Set<string>();
  let changes = 0;
  for (const tool of set.tools) {
    const result = defineOne(tool, wanted.get(tool.name) ?? tool.name, target, work);
    if (result === undefined) return undefined;
    if ("refused" in result) {
      refused.set(tool.name, (refused.get(tool.name) ?? 0) + 1);
      continue;
    }
    const { node, name, strict } = result;
    changes += result.changes;
    if (taken.has(name)) {
      const message = `Cannot name ${quoted(tool.name)} for ${target}: found ${quoted(name)} taken, expected a free name`;
      const place = { path: tool.definition.path, subject: target };
      report.find("error", "definitions", { code: "NAME_INVALID", message, ...place });
      continue;
    }
    taken.add(name);
    noteName(tool, name, target, work);
    made.definitions.push(node);
    made.names.set(tool.name, name);
    made.strict.set(tool.name, strict);
  }
  if (changes > 0) {
    const message = `${counted(changes, "place")} of schemas are written otherwise for ${target}`;
    const finding = { code: "CHANGES", message, subject: target, received: changes };
    report.find("info", "definitions", finding);
  }
  return made;
}

function noteName(
  { name, definition }: PublishedTool,
  now: string,
  target: Target,
  { report }: Work,
) {
  if (now === name) return;
  const message = `${quoted(name)} is called ${quoted(now)} for ${target}`;
  const names = { expected: now, received: name };
  const place = { path: definition.path, subject: target };
  report.find("warning", "definitions", { code: "NAME_CHANGED", message, ...place, ...names });
}

function namesFor(set: ToolSet, target: Target, { ctx }: Work): ReadonlyMap<string, string> {
  const { value } = ctx.step(convert, { tools: set.text, to: target });
  return new Map((value?.nameMap ?? []).map(({ from, to }) => [from, to]));
}

type Made =
  | {
      readonly node: JsonNode;
      readonly name: string;
      readonly strict: boolean;
      readonly changes: number;
    }
  | { readonly refused: true };

const MOST_DESCRIPTION = 10_000;

function defineOne(
  tool: PublishedTool,
  name: string,
  target: Target,
  work: Work,
): Made | undefined {
  const { input, ctx } = work;
  const provider = PROVIDERS[target];
  const { outputSchema, annotations, path, schemaPath } = tool.definition;
  const isMcp = target === "mcp";
  const made = ctx.step(define, {
    schema: tool.schema,
    name: name || "tool",
    description: tool.description.slice(0, MOST_DESCRIPTION),
    provider,
    strict: input.strict,
    ...(isMcp && outputSchema !== undefined
      ? { outputSchema: minifyJson(outputSchema) ?? "" }
      : {}),
  });
  const { ok, value, output, errors = [] } = made;
  const at = schemaPath ?? path;
  if (!ok || !value || output === undefined) return notDefined(errors, tool, target, work);
  noteObstacles(made.warnings ?? [], at, target, work);
  const node = written(output, tool);
  const inside = memberOf(node, "function") ?? node;
  return {
    node: isMcp ? withExtras(node, tool.definition.title, annotations) : node,
    name: textOf(memberOf(inside, "name")) ?? name,
    strict: value.strict[provider] ?? false,
    changes: value.changes.filter(({ code }) => code !== "NAME_CHANGED").length,
  };
}

/** A target that does not take the tool does without it; a schema that is none ends the run. */
function notDefined(
  errors: readonly Entry[],
  { name, definition }: PublishedTool,
  target: Target,
  { report }: Work,
): Made | undefined {
  const { path, schemaPath = path } = definition;
  const [error] = errors;
  if (error !== undefined && REFUSALS.has(error.code)) {
    const message = `${quoted(name)} is left out for ${target}: ${error.message}`;
    const place = { path, subject: target };
    const { code: received } = error;
    report.find("warning", "definitions", { code: "TARGET_REFUSED", message, ...place, received });
    return { refused: true };
  }
  const all = errors.map((entry) => moved(entry, schemaPath));
  report.stop("definitions", all);
  return undefined;
}

function noteObstacles(
  warnings: readonly Entry[],
  path: string,
  target: Target,
  { report }: Work,
): void {
  for (const warning of warnings.filter(({ code }) => code === "STRICT_NOT_POSSIBLE")) {
    const place = { path: `${path}${warning.path ?? ""}`, subject: target };
    report.find("warning", "definitions", { ...warning, ...place });
  }
}

/** An error of the tool's schema at its place in the input. */
function moved(entry: Entry, path: string): Entry {
  const { line: _line, column: _column, offset: _offset, excerpt: _excerpt, ...rest } = entry;
  const inside = (entry.path ?? "").replace(/^\/(?:outputS|s)chema/, "");
  return { ...rest, path: `${path}${inside}` };
}

/** The definition as it was written, with the whole description. */
function written(output: string, { description }: PublishedTool): JsonNode {
  const read = readJson(output);
  const node = "root" in read ? read.root : objectNode([]);
  if (node.type !== "object" || description.length <= MOST_DESCRIPTION) return node;
  const whole = stringNode(description);
  const inside = memberOf(node, "function");
  return inside?.type === "object"
    ? withMember(node, "function", withMember(inside, "description", whole))
    : withMember(node, "description", whole);
}

/** Title behind the name, and annotations at the end. */
function withExtras(node: JsonNode, title: string | undefined, annotations: JsonNode | undefined) {
  if (node.type !== "object") return node;
  const [first, ...rest] = node.members;
  return objectNode([
    ...(first === undefined ? [] : [first]),
    ...(title === undefined ? [] : [memberNode("title", stringNode(title))]),
    ...rest,
    ...(annotations === undefined ? [] : [memberNode("annotations", annotations)]),
  ]);
}
