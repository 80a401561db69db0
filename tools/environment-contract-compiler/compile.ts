/** One contract of an example file, the code that reads it and a schema that is there already. */
import { isPlaceholder } from "../_lib/secrets/detectors/placeholders.ts";
import type { Budget } from "../_core/tool.ts";
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import { type JsonNode, memberNode, objectNode, stringNode } from "../_lib/json/tree/tree.ts";
import { documentOf, setMember } from "../_lib/json/tree/value.ts";
import { compileSchema } from "../_lib/schemas/json-schema/validator.ts";
import { positionFinder } from "../_lib/text/position.ts";
import type { Finding, Variable, VariableType } from "../environment-contract-compiler.ts";
import { type Check, checker, type CheckValues } from "./check.ts";
import type { EnvironmentFile } from "./read.ts";
import { isKnown, readUsage } from "./usage.ts";
import { convert } from "./value.ts";
import { aType, declare, type Declared, declareFromSchema } from "./variable.ts";

export interface Contract {
  readonly variables: readonly Variable[];
  readonly schema: JsonSchema;
  readonly usage: {
    readonly undeclared: string[];
    readonly unused: string[];
    readonly dynamic: number;
  };
  readonly findings: readonly Finding[];
}

interface Sources {
  readonly file: EnvironmentFile;
  readonly source: string | undefined;
  readonly schema: JsonNode | undefined;
}

type Refused = Extract<Check, { errors: unknown }>;

export function compileContract(
  { file, source, schema }: Sources,
  budget: Budget,
): Contract | Refused {
  const declared = declareAll(file, schema, budget);
  const variables = declared.map(({ variable }) => variable);
  const jsonSchema = jsonSchemaOf(variables);
  const check = checker(nodeOf(jsonSchema), budget);
  if ("errors" in check) return check;
  const values = checkTexts(declared, check);
  const defaults = checkDefaults(variables, check);
  if ("errors" in values) return values;
  if ("errors" in defaults) return defaults;
  const { usage, findings: used } = compareUsage(variables, source);
  const findings = [
    ...fileFindings(file),
    ...declared.flatMap(variableFindings),
    ...values.findings,
    ...defaults.findings,
    ...used,
  ];
  return { variables, schema: jsonSchema, usage, findings };
}

function declareAll(
  { entries }: EnvironmentFile,
  schema: JsonNode | undefined,
  budget: Budget,
): Declared[] {
  const byName = groupBy(entries, ({ name }) => name);
  const declared = Array.from(byName.values(), (same) => declare(same, schema));
  const properties = schema && memberOf(schema, "properties");
  const names = properties?.type === "object" ? properties.members.map(({ key }) => key) : [];
  const others = names.filter((name) => !byName.has(name));
  const all = [...declared, ...others.map((name) => declareFromSchema(name, schema as JsonNode))];
  return all.map((one) => withUsablePattern(one, budget));
}

function withUsablePattern(declared: Declared, budget: Budget): Declared {
  const { pattern, ...variable } = declared.variable;
  if (pattern === undefined) return declared;
  const schema = objectNode([memberNode("pattern", stringNode(pattern))]);
  if (compileSchema(schema, { budget }).ok) return declared;
  const message = `Cannot use @pattern of ${variable.name}: it is no regular expression, expected one`;
  const problems = [...declared.problems, { code: "VARIABLE_INVALID", message } as const];
  return { ...declared, variable, problems };
}

/** What the lines of a file are, in whatever contract. */
export function fileFindings({ entries, unparsed }: EnvironmentFile): Finding[] {
  const seen = new Set<string>();
  const findings: Finding[] = unparsed.map((line) => ({
    code: "LINE_UNPARSED",
    severity: "warning",
    message: "A line is neither NAME=value nor a comment",
    line,
  }));
  for (const { name, line } of entries) {
    if (seen.has(name)) {
      const message = `${name} stands in the file again; the last one counts`;
      findings.push({
        code: "DUPLICATE_VARIABLE",
        severity: "warning",
        message,
        subject: name,
        line,
      });
    } else if (!/^[A-Za-z_]\w*$/.test(name)) {
      const message = `Cannot use ${name} as a name: expected letters, digits and _, not a digit first`;
      findings.push({ code: "NAME_INVALID", severity: "error", message, subject: name, line });
    }
    seen.add(name);
  }
  return findings;
}

/** Prefixes of variables that bundlers put into code for browsers. */
const PUBLIC = /^(?:NEXT_PUBLIC_|VITE_|REACT_APP_|EXPO_PUBLIC_|PUBLIC_)/;
/** What stands for a secret that is to be filled in. */
const PLACEHOLDER = /^(?:changeme|x+|\*{3}|<.*>|your-.*|.*example.*)?$/is;

function variableFindings({ variable, value, problems }: Declared): Finding[] {
  const { name, secret } = variable;
  const findings: Finding[] = problems.map(({ code, message }) =>
    finding(variable, code, "error", message),
  );
  if (secret && PUBLIC.test(name)) {
    const message = `${name} is secret, and its prefix sends it to browsers`;
    findings.push(finding(variable, "EXPOSED_SECRET", "error", message));
  }
  if (secret && value !== undefined && !PLACEHOLDER.test(value) && !isPlaceholder(value)) {
    const message = `${name} is secret, and the file holds a value of it`;
    findings.push(finding(variable, "SECRET_WITH_VALUE", "warning", message));
  }
  return findings;
}

function finding<C extends string, S extends "error" | "warning">(
  { name, line }: Pick<Variable, "name" | "line">,
  code: C,
  severity: S,
  message: string,
) {
  return { code, severity, message, subject: name, ...(line !== null && { line }) };
}

type Findings = { readonly findings: readonly Finding[] } | Refused;

/** Values of the file that do not fit; an empty one is only a place to fill in. */
function checkTexts(declared: readonly Declared[], check: CheckValues): Findings {
  const findings: Finding[] = [];
  const values = new Map<string, JsonNode>();
  const known = new Map<string, Variable>();
  for (const { variable, value } of declared) {
    if (value === undefined || value === "") continue;
    known.set(variable.name, variable);
    const node = convert(value, variable.type);
    if (node) values.set(variable.name, node);
    else {
      const message = `Cannot use the value of ${variable.name}: expected ${aType(variable.type)}`;
      findings.push(finding(variable, "VARIABLE_INVALID", "error", message));
    }
  }
  const checked = check(values);
  if ("errors" in checked) return checked;
  for (const [name, { keyword }] of checked.invalid) {
    const message = `Cannot use the value of ${name}: it does not fit ${keyword}`;
    const variable = known.get(name);
    if (variable) findings.push(finding(variable, "VARIABLE_INVALID", "error", message));
  }
  return { findings };
}

function checkDefaults(variables: readonly Variable[], check: CheckValues): Findings {
  const known = new Map(variables.map((variable) => [variable.name, variable]));
  const values = new Map<string, JsonNode>();
  for (const variable of variables) {
    if (Object.hasOwn(variable, "default")) values.set(variable.name, nodeOf(variable.default));
  }
  const checked = check(values);
  if ("errors" in checked) return checked;
  const findings = [...checked.invalid].flatMap(([name, { keyword }]) => {
    const variable = known.get(name);
    if (!variable) return [];
    const message = `Cannot use the default of ${name}: it does not fit ${keyword}`;
    return [finding(variable, "DEFAULT_INVALID", "error", message)];
  });
  return { findings };
}

function nodeOf(value: unknown): JsonNode {
  const document = documentOf(value);
  if (document === undefined) throw new RangeError("A contract is not nested");
  return document.root;
}

function compareUsage(variables: readonly Variable[], source: string | undefined) {
  if (source === undefined) {
    return { usage: { undeclared: [], unused: [], dynamic: 0 }, findings: [] };
  }
  const { names, dynamic } = readUsage(source);
  const declared = new Set(variables.map(({ name }) => name));
  const undeclared = [...names.keys()]
    .filter((name) => !declared.has(name) && !isKnown(name))
    .toSorted();
  const unread = variables.filter(({ name }) => !names.has(name) && !isKnown(name));
  const find = positionFinder(source);
  const findings: Finding[] = [
    ...undeclared.map((name): Finding => {
      const { line } = find(names.get(name) ?? 0);
      const message = `The code reads ${name}, which is not declared`;
      return { code: "USED_NOT_DECLARED", severity: "error", message, subject: name, line };
    }),
    ...unread.map((variable) =>
      finding(variable, "DECLARED_NOT_USED", "warning", `The code does not read ${variable.name}`),
    ),
  ];
  const unused = unread.map(({ name }) => name).toSorted();
  return { usage: { undeclared, unused, dynamic }, findings };
}

type JsonSchema = Readonly<Record<string, unknown>>;

function jsonSchemaOf(variables: readonly Variable[]): JsonSchema {
  const properties = {};
  for (const variable of variables) setMember(properties, variable.name, propertyOf(variable));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties,
    required: variables.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: true,
  };
}

const SCHEMA_TYPES: Readonly<Record<VariableType, JsonSchema>> = {
  string: { type: "string" },
  integer: { type: "integer" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  url: { type: "string", format: "uri" },
  email: { type: "string", format: "email" },
  json: { type: "string", contentMediaType: "application/json" },
};

function propertyOf(variable: Variable): JsonSchema {
  const { type, format, contentMediaType } = SCHEMA_TYPES[variable.type];
  const { enum: choices, min, max, pattern, description, secret } = variable;
  return {
    type,
    ...(choices && { enum: choices }),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(pattern !== undefined && { pattern }),
    ...(format !== undefined && { format }),
    ...(contentMediaType !== undefined && { contentMediaType }),
    ...(Object.hasOwn(variable, "default") && { default: variable.default }),
    ...(description !== "" && { description }),
    ...(secret && { writeOnly: true }),
  };
}
