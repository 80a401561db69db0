/** The command line: one word says what to do; each command is loaded when it is asked for. */
import { UsageError } from "./flags/usage-error.ts";

type Command = (args: readonly string[]) => Promise<number>;

const COMMANDS: Readonly<Record<string, () => Promise<{ readonly default: Command }>>> = {
  serve: () => import("./cli/serve.ts"),
  run: () => import("./cli/run.ts"),
  search: () => import("./cli/search.ts"),
  schema: () => import("./cli/schema.ts"),
  list: () => import("./cli/list.ts"),
  batch: () => import("./cli/batch.ts"),
  pipeline: () => import("./cli/pipeline.ts"),
  mcp: () => import("./cli/mcp.ts"),
  keys: () => import("./cli/keys.ts"),
  verify: () => import("./cli/verify.ts"),
  completions: () => import("./cli/completions.ts"),
  help: () => import("./cli/help.ts"),
  version: () => import("./cli/version.ts"),
  // Not for people: what the service starts itself as.
  __worker: () => import("./serve/one-of-many.ts"),
  __lane: () => import("./lanes/child.ts"),
};

async function main([first = "serve", ...rest]: readonly string[]): Promise<number> {
  if (first === "--help" || first === "-h") return main(["help"]);
  if (first === "--version" || first === "-V") return main(["version"]);
  // Without a command word the flags are those of `serve`.
  const [name, args] = first.startsWith("-") ? ["serve", [first, ...rest]] : [first, rest];
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    if (!load) throw new UsageError(`Unknown command ${JSON.stringify(name)}`);
    return await (await load()).default(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\nRun \`purebox --help\` for what there is.`);
    return UsageError.EXIT_CODE;
  }
}

process.exitCode = await main(Bun.argv.slice(2));
