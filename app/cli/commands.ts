/** All commands by their words; each is loaded when it is asked for. */
import { asked, meant } from "../flags/meant.ts";
import { UsageError } from "../flags/usage-error.ts";
import { findByAnyName } from "../registry.ts";
import type { Command, Commands } from "./command.ts";

const LOADS: Readonly<Record<string, () => Promise<{ readonly default: Command }>>> = {
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

export const COMMANDS: Commands = {
  names: Object.keys(LOADS),
  async load(name) {
    const load = Object.hasOwn(LOADS, name) ? LOADS[name] : undefined;
    return (await load?.())?.default;
  },
};

export function unknownCommand(name: string): UsageError {
  const tool = findByAnyName(name);
  const near = tool ? asked([`run ${tool.id}`]) : meant(name, COMMANDS.names);
  return new UsageError(`Unknown command ${name}${near}`);
}
