/** All commands by their words; each is loaded when it is asked for. */
import { nearest } from "../../tools/_lib/text/nearest.ts";
import { UsageError } from "../flags/usage-error.ts";
import type { Command } from "./command.ts";

export const COMMAND_NAMES = [
  "serve",
  "run",
  "search",
  "schema",
  "list",
  "batch",
  "pipeline",
  "verify",
  "keys",
  "mcp",
  "completions",
  "help",
  "version",
] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];

const LOADS: Readonly<Record<CommandName, () => Promise<{ readonly default: Command }>>> = {
  serve: () => import("./serve.ts"),
  run: () => import("./run.ts"),
  search: () => import("./search.ts"),
  schema: () => import("./schema.ts"),
  list: () => import("./list.ts"),
  batch: () => import("./batch.ts"),
  pipeline: () => import("./pipeline.ts"),
  verify: () => import("./verify.ts"),
  keys: () => import("./keys.ts"),
  mcp: () => import("./mcp.ts"),
  completions: () => import("./completions.ts"),
  help: () => import("./help.ts"),
  version: () => import("./version.ts"),
};

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(LOADS, name);
}

export async function loadCommand(name: CommandName): Promise<Command> {
  return (await LOADS[name]()).default;
}

export function unknownCommand(name: string): UsageError {
  const near = nearest(name, COMMAND_NAMES);
  const meant = near.length === 0 ? "" : `; did you mean ${near.join(", ")}?`;
  return new UsageError(`Unknown command ${JSON.stringify(name)}${meant}`);
}
