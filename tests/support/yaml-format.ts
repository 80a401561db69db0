/** YAML as the formatter lays it out. */
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import type { Given, Outcome } from "../../tools/_core/tool.ts";
import { parseYaml } from "../../tools/_lib/formats/yaml/stream.ts";
import yaml from "../../tools/yaml-formatter.ts";
import { runUnit } from "./run-unit.ts";

export type Value = Static<typeof yaml.value>;
type Options = Omit<Given<typeof yaml.input>, "input">;

export function run(input: string, options: Options = {}): Outcome<Value> {
  return runUnit(yaml, { input, ...options }) as Outcome<Value>;
}

export function format(input: string, options: Options = {}): string {
  const { output, errors } = run(input, options);
  if (output === undefined) throw new Error(errors?.[0]?.message);
  return output;
}

export function comments(text: string): string[] {
  const { stream } = parseYaml(text);
  return stream?.comments.map(({ start, end }) => text.slice(start, end)) ?? [];
}

export const layout = fc.record({
  indent: fc.integer({ min: 2, max: 8 }),
  indentSequences: fc.boolean(),
});
