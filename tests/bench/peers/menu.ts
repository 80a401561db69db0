/** What the servers made with the official SDK offer and answer: all of it is told to them in a file. */
import { readFileSync } from "node:fs";

export interface Menu {
  /** As purebox lists them. */
  readonly tools: readonly { readonly name: string }[];
  /** What purebox answers, but for what is formatted: its counts and its report need not be made. */
  readonly answer: { readonly result: object };
}

export const INFO = { name: "formatter", version: "1.0.0" } as const;
export const OPTIONS = { capabilities: { tools: {} } };

export const readMenu = (path: string): Menu => JSON.parse(readFileSync(path, "utf8")) as Menu;

/** A call of `run_tool` for a document of JSON. */
export function runTool({ answer }: Menu, name: string, given: unknown) {
  if (name !== "run_tool") throw new Error(`Not measured: ${name}`);
  const { input } = given as { readonly input: { readonly input: string } };
  const value: unknown = JSON.parse(input.input);
  const output = JSON.stringify(value, null, 2);
  const structuredContent = { ...answer, result: { ...answer.result, output, value } };
  return { content: [{ type: "text" as const, text: output }], structuredContent };
}
