/** Whether a face is whole: what callers of a unit see is declared in the unit's own file. */
import type { Expression, Node, Program } from "@babel/types";
import { type House, isFace, type Source } from "./house.ts";

/** The parts that callers see, and the form in which a face declares them. */
const SHOWN: Readonly<Record<string, RegExp>> = {
  input: /^Type\.Object\(\)$/,
  value: /^(?:Type\.\w+|kitValue)\(\)$/,
  // Codes that several units have may be given whole.
  failures: /^(?:\{\}|.*\/_lib\/.*)$/,
  warnings: /^(?:\{\}|.*\/_lib\/.*)$/,
  intents: /^\[\]$/,
  laws: /^\[\]$/,
  examples: /^\[\]$/,
};
/** Names of such parts. Words, limits and nested schemas, which readers need, may come from the folder. */
const PART_NAME = /(?:(?:^|_)(?:FAILURES|WARNINGS|INPUT)|VALUE)$/;

/** What is not whole in each face that is not. */
export function brokenFaces(house: House): Record<string, string[]> {
  const faces = [...house.values()].filter(({ path }) => isFace(path));
  const broken = faces.map((face) => [face.path, foreignParts(face)] as const);
  return Object.fromEntries(broken.filter(([, parts]) => parts.length > 0));
}

/** What callers see of a unit and its face does not declare. */
function foreignParts(face: Source): string[] {
  const names = readNames(face.program);
  const parts = readParts(face.program);
  const absent = Object.entries(SHOWN)
    .filter(([part, form]) => !form.test(formOf(parts.get(part), names)))
    .map(([part]) => part);
  const folder = `./${face.path.replace(/^.*\/|\.ts$/g, "")}/`;
  const lent = [...names.imported]
    .filter(([name, from]) => from.startsWith(folder) && PART_NAME.test(name))
    .map(([name]) => name);
  return [...absent, ...lent];
}

interface Names {
  readonly declared: ReadonlyMap<string, Expression>;
  /** With the module as it is written; types are left out. */
  readonly imported: ReadonlyMap<string, string>;
}

function readNames({ body }: Program): Names {
  const declared = new Map<string, Expression>();
  const imported = new Map<string, string>();
  for (const statement of body) {
    if (statement.type === "ImportDeclaration" && statement.importKind !== "type") {
      for (const { local } of statement.specifiers)
        imported.set(local.name, statement.source.value);
    }
    const inner = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (inner?.type !== "VariableDeclaration") continue;
    for (const { id, init } of inner.declarations) {
      if (id.type === "Identifier" && init) declared.set(id.name, init);
    }
  }
  return { declared, imported };
}

/** The members of the object that `defineTool` or `defineKit` is given. */
function readParts({ body }: Program): Map<string, Expression> {
  const definition = body.find((statement) => statement.type === "ExportDefaultDeclaration");
  const call = definition?.declaration;
  const given = call?.type === "CallExpression" ? call.arguments[0] : undefined;
  const parts = new Map<string, Expression>();
  for (const member of given?.type === "ObjectExpression" ? given.properties : []) {
    if (member.type === "ObjectProperty" && member.key.type === "Identifier") {
      parts.set(member.key.name, member.value as Expression);
    }
  }
  return parts;
}

/** How a part is declared: `{}`, `[]`, what is called for it, or the module from which it comes. */
function formOf(part: Expression | undefined, names: Names): string {
  switch (part?.type) {
    case "ObjectExpression":
      return "{}";
    case "ArrayExpression":
      return "[]";
    case "CallExpression":
      return `${calleeOf(part.callee)}()`;
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return formOf(part.expression, names);
    case "Identifier": {
      const meant = names.declared.get(part.name);
      return meant ? formOf(meant, names) : (names.imported.get(part.name) ?? "");
    }
    default:
      return "";
  }
}

function calleeOf(callee: Node): string {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return "";
  return `${calleeOf(callee.object)}.${callee.property.name}`;
}
