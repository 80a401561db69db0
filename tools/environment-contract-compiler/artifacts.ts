/** The contract as code and documents. */
import { envText } from "../_lib/formats/config/env-value.ts";
import { MASK } from "../_lib/secrets/secret-keys.ts";
import { markdownTable } from "../_lib/text/markdown-table.ts";
import type { Variable } from "../environment-contract-compiler.ts";

/** A module for zod 4. */
export function zodModule(variables: readonly Variable[]): string {
  const lines = variables.map((variable) => `  ${key(variable)}: ${zodExpression(variable)},\n`);
  return [
    'import { z } from "zod";\n\n',
    `export const envSchema = z.object({\n${lines.join("")}});\n\n`,
    "export type Env = z.infer<typeof envSchema>;\n",
  ].join("");
}

function zodExpression(variable: Variable): string {
  const fallback = Object.hasOwn(variable, "default");
  const suffix = fallback
    ? `.default(${literal(variable.default)})`
    : variable.required
      ? ""
      : ".optional()";
  return zodType(variable) + suffix;
}

function zodType({ type, enum: choices, min, max, pattern }: Variable): string {
  const bounds = [min === undefined ? "" : `.min(${min})`, max === undefined ? "" : `.max(${max})`];
  switch (type) {
    case "boolean":
      // For z.coerce.boolean, "false" is true.
      return 'z.enum(["true", "false"]).transform((v) => v === "true")';
    case "integer":
    case "number": {
      const base = `z.coerce.number()${type === "integer" ? ".int()" : ""}${bounds.join("")}`;
      return choices ? `${base}.pipe(z.literal(${literals(choices)}))` : base;
    }
    default: {
      if (choices) return `z.enum(${literals(choices)})`;
      const base = { url: "z.url()", email: "z.email()", string: "", json: "" }[type];
      const matches = pattern === undefined ? "" : `.regex(new RegExp(${literal(pattern)}, "u"))`;
      return (base || "z.string().min(1)") + matches;
    }
  }
}

export function typescriptInterface(variables: readonly Variable[]): string {
  const lines = variables.map((variable) => {
    const mark = variable.required ? "" : "?";
    return `  ${key(variable)}${mark}: ${typescriptType(variable)};\n`;
  });
  return `export interface Env {\n${lines.join("")}}\n`;
}

function typescriptType({ type, enum: choices }: Variable): string {
  if (choices) return choices.map(literal).join(" | ") || "never";
  if (type === "integer") return "number";
  return type === "number" || type === "boolean" ? type : "string";
}

/** `masks` hides the defaults of secrets. */
export function variableTable(variables: readonly Variable[], masks: boolean): string {
  const rows = variables.map((variable) => {
    const { name, type, required, description, deprecated } = variable;
    const given = Object.hasOwn(variable, "default") ? String(variable.default) : "";
    const fallback = masks && variable.secret && given !== "" ? MASK : given;
    const note = deprecated ? "Deprecated. " : "";
    return [name, type, required ? "yes" : "no", fallback, note + description];
  });
  const head = ["Name", "Type", "Required", "Default", "Description"];
  return `${markdownTable(head, rows)}\n`;
}

/** Descriptions as comments, and examples of all but the secrets and of what dotenv would misread. */
export function exampleFile(variables: readonly Variable[]): string {
  return variables
    .map(({ name, description, example, secret }) => {
      const comment = description === "" ? "" : `# ${description}\n`;
      const { text, misread } = envText(example);
      return `${comment}${name}=${secret || misread.includes("dotenv 17") ? "" : text}\n`;
    })
    .join("");
}

function key({ name }: Variable): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : literal(name);
}

function literals(values: readonly unknown[]): string {
  return `[${values.map(literal).join(", ")}]`;
}

function literal(value: unknown): string {
  return JSON.stringify(value);
}
