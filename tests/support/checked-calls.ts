/** Calls of tools as their validator checks them. */
import tool, { type Value } from "../../tools/tool-calling-validator.ts";
import { runUnit } from "./run-unit.ts";

export const run = (input: object) => runUnit(tool, input);
export const first = (input: object) =>
  (run(input).value as Value).calls[0] as Value["calls"][number];
export const codes = (input: object) =>
  run(input).errors?.map(({ code, path }) => `${code} ${path}`) ?? [];
export const warned = (input: object) =>
  run(input).warnings?.map(({ code, path }) => `${code} ${path}`) ?? [];
export const failure = (input: object) => {
  const { ok, error, errors = [] } = run(input);
  return ok ? "" : `${error?.code ?? errors[0]?.code} ${errors[0]?.path}`;
};

/** A tool `f` with these parameters, called with these arguments. */
export const call = (schema: object, args: unknown, more: object = {}) => ({
  calls: [{ name: "f", arguments: args }],
  tools: [{ name: "f", inputSchema: schema }],
  ...more,
});
export const object = (properties: object, more: object = {}) => ({
  type: "object",
  properties,
  ...more,
});
