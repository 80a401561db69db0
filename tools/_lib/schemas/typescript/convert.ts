import type { TSType } from "@babel/types";
import type { Entry } from "../../../_core/tool.ts";
import { Fault, type Problem, problemEntry } from "../../results/syntax-problem.ts";
import { memberNode, objectNode, stringNode } from "../../json/tree/tree.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { outputTooLarge } from "../../results/output-limit.ts";
import { beginning } from "../../text/shown.ts";
import type { ConvertFailure } from "./context.ts";
import { type EmitOptions, Emitter, TooLarge } from "./emit.ts";
import { Evaluator } from "./evaluator.ts";
import type { Noted, Unsupported } from "./notes.ts";
import { parseTypeScript, type ReadFailure } from "./parse.ts";
import { declarationNamed, nearestNames, rootOf, undeclaredName } from "./roots.ts";
import { METASCHEMAS, type Schema, schemaNode, withoutSiblings } from "./schema.ts";
import { type Declarations, parametersOf, readDeclarations } from "./scope.ts";
import type { Instance } from "./types.ts";

export interface ConvertOptions extends EmitOptions {
  /** The type to convert; the source's own choice if undefined. */
  readonly name: string | undefined;
  /** The pointer of the input field that the source is from. */
  readonly field: string;
  /** Takes steps of the run's budget. */
  readonly spend: (units: number) => void;
}

export type Failure = ReadFailure | ConvertFailure | "TYPE_NOT_FOUND" | "OUTPUT_TOO_LARGE";

export type Warning = Noted | "ROOT_AMBIGUOUS" | "WARNINGS_TRUNCATED";

export interface Conversion {
  readonly ok: true;
  /** Null where no single type is the root. */
  readonly name: string | null;
  readonly schema: JsonNode;
  /** All declared names, in the order of the text. */
  readonly types: readonly string[];
  readonly unsupported: readonly Unsupported[];
  readonly properties: number;
  readonly definitions: number;
  readonly warnings: readonly Entry<Warning>[];
}

export interface ConversionFailure {
  readonly ok: false;
  readonly error: Entry<Failure>;
}

/** The JSON Schema of the types in a TypeScript source. */
export function convertTypeScript(
  text: string,
  options: ConvertOptions,
): Conversion | ConversionFailure {
  const source = parseTypeScript(text);
  if (!("statements" in source)) return failure(source, text, options.field);
  const declarations = readDeclarations(source);
  if (declarations.all.length === 0) return notFound(declarations, options.name);
  try {
    return convert(text, declarations, options);
  } catch (error) {
    if (error instanceof TooLarge) return { ok: false, error: outputTooLarge() };
    if (error instanceof Fault)
      return failure((error as Fault<ConvertFailure>).problem, text, options.field);
    throw error;
  }
}

function failure(
  problem: Problem<ReadFailure | ConvertFailure>,
  text: string,
  field: string,
): ConversionFailure {
  return { ok: false, error: problemEntry(problem, text, "TypeScript", field) };
}

function notFound(declarations: Declarations, name: string | undefined): ConversionFailure {
  const expected = nearestNames(declarations, name ?? "");
  const found = name === undefined ? "no type" : `no type ${beginning(name, 100)}`;
  const hint =
    expected.length > 0
      ? `Declared are for example: ${beginning(expected.join(", "), 300)}`
      : "Declare an interface, type, enum or class";
  const wanted = "one that is declared in the text";
  return {
    ok: false,
    error: {
      code: "TYPE_NOT_FOUND",
      message: `Cannot choose a type: found ${found}, expected ${wanted}`,
      path: "/name",
      expected,
      received: name ?? null,
      hint,
    },
  };
}

function convert(
  text: string,
  declarations: Declarations,
  options: ConvertOptions,
): Conversion | ConversionFailure {
  const evaluator = new Evaluator(text, options.spend);
  const root = chosen(evaluator, declarations, options.name);
  if (typeof root === "string") return notFound(declarations, root);
  const types = declarations.all.map(({ name }) => name);
  const emitter = new Emitter(evaluator, options, root, types);
  const name = root === undefined ? null : (options.name ?? root.declaration.name);
  let schema: Schema = new Map([["$schema", stringNode(METASCHEMAS[options.draft])]]);
  if (root === undefined) referAll(evaluator, emitter, declarations);
  else {
    schema.set("title", stringNode(name ?? ""));
    for (const [key, value] of emitter.declared(root)) schema.set(key, value);
  }
  const definitions = emitter.definitions();
  if (options.draft === "draft-07") schema = withoutSiblings(schema);
  if (root === undefined || definitions.size > 0) {
    const members = Array.from(definitions, ([key, value]) => memberNode(key, value));
    schema.set(emitter.definitionsKeyword, objectNode(members));
  }
  return {
    ok: true,
    name,
    schema: schemaNode(schema),
    types,
    unsupported: evaluator.notes.unsupported,
    properties: emitter.properties,
    definitions: definitions.size,
    warnings: [
      ...(root === undefined ? [ambiguous(declarations)] : []),
      ...evaluator.notes.warnings.list(),
    ],
  };
}

function ambiguous({ all }: Declarations): Entry<"ROOT_AMBIGUOUS"> {
  return {
    code: "ROOT_AMBIGUOUS",
    message: "No single type is the root, so that all are definitions",
    path: "/name",
    expected: "the name of the type to convert",
    received: `${all.length} types`,
    hint: "Give the type in `name`, or export only one",
  };
}

/** All types as definitions; those that need types to be given, and functions, are none. */
function referAll(evaluator: Evaluator, emitter: Emitter, { all }: Declarations): void {
  for (const declaration of all) {
    if (parametersOf(declaration).some((parameter) => !parameter.default)) continue;
    const instance = evaluator.instantiate(declaration, [], declaration.nodes[0] ?? {});
    if (emitter.isData(instance)) emitter.refer(instance);
  }
}

/**
 * The root: what the name says, which may give types to a generic type, or the source's own choice;
 * a name that is not declared as it is.
 */
function chosen(
  evaluator: Evaluator,
  declarations: Declarations,
  name: string | undefined,
): Instance | string | undefined {
  if (name?.includes("<")) return chosenInstance(evaluator, declarations, name);
  const declaration =
    name === undefined ? rootOf(declarations) : declarationNamed(declarations, name);
  return declaration ? evaluator.instantiate(declaration, [], declaration.nodes[0] ?? {}) : name;
}

/** The types given to a generic type are read apart from the source: what they say has no place in it. */
function chosenInstance(
  evaluator: Evaluator,
  declarations: Declarations,
  name: string,
): Instance | string {
  const source = parseTypeScript(`type _ = ${name}`);
  const alias = "statements" in source ? source.statements[0] : undefined;
  if (alias?.type !== "TSTypeAliasDeclaration") return name;
  const node: TSType = alias.typeAnnotation;
  if (node.type !== "TSTypeReference") return name;
  const unknown = undeclaredName(declarations, node);
  if (unknown !== undefined) return unknown;
  const env = {
    scope: declarations.root,
    bindings: new Map(),
    constraints: new Map(),
    key: "name",
  };
  const type = evaluator.evaluate(node, env);
  return type.kind === "reference" ? type.instance : name;
}
