/** The templates of expected values: `{{ name }}` and nothing else of Nunjucks. */
import { isObject } from "../../tools/_lib/json/tree/members.ts";
import { jsonLine } from "../_core/deliverable.ts";

const NAME = /^\s*([\p{L}_$][\p{L}\p{N}_$-]*(?:\.[\p{L}\p{N}_$-]+|\[\d+\])*)\s*$/u;
const OPENINGS = /\{[{%#]/g;
const CLOSINGS: Readonly<Record<string, string>> = { "{{": "}}", "{%": "%}", "{#": "#}" };

export type Vars = Readonly<Record<string, unknown>>;

/** What is no name of a variable; it would have to be run. */
export class TemplateUnsupported extends Error {}

/** Strings of a value, also inside arrays, with the variables in their places; what objects hold stays as it is. */
export function rendered(value: unknown, vars: Vars): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => rendered(item, vars));
  return typeof value === "string" ? renderText(value, vars) : value;
}

function renderText(text: string, vars: Vars): string {
  let written = "";
  let done = 0;
  for (const { 0: opening, index } of text.matchAll(OPENINGS)) {
    if (index < done) continue;
    const end = text.indexOf(CLOSINGS[opening] as string, index + 2);
    if (end === -1) continue;
    const name = opening === "{{" ? NAME.exec(text.slice(index + 2, end))?.[1] : undefined;
    if (name === undefined) throw new TemplateUnsupported(text.slice(index, end + 2));
    written += text.slice(done, index) + textOf(name, vars);
    done = end + 2;
  }
  return written + text.slice(done);
}

function textOf(name: string, vars: Vars): string {
  let value: unknown = vars;
  for (const key of name.split(/[.[\]]+/).filter(Boolean)) {
    const holds = (isObject(value) || Array.isArray(value)) && Object.hasOwn(value, key);
    value = holds ? (value as Vars)[key] : undefined;
  }
  if (value === undefined || typeof value === "string") return value ?? "";
  return jsonLine(value) ?? "";
}
