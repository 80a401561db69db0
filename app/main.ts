/** The command line: one word says what to do. */
import { COMMANDS, unknownCommand } from "./cli/commands.ts";
import { HelpWanted, InputTooLarge, UsageError } from "./flags/usage-error.ts";

/** Not for people: what the service starts itself as, and what completions of a shell ask. */
const INTERNAL = new Map<
  string,
  () => Promise<{ readonly default: (args: readonly string[]) => Promise<number> }>
>([
  ["__worker", () => import("./serve/one-of-many.ts")],
  ["__lane", () => import("./lanes/child.ts")],
  ["__complete", () => import("./cli/complete.ts")],
]);

async function main([first = "serve", ...rest]: readonly string[]): Promise<number> {
  if (first === "--help" || first === "-h") return main(["help", ...rest]);
  if (first === "--version" || first === "-V") return main(["version"]);
  // Without a command word the flags are those of `serve`.
  const [name, args] = first.startsWith("-") ? ["serve", [first, ...rest]] : [first, rest];
  try {
    const internal = INTERNAL.get(name);
    if (internal) return await (await internal()).default(args);
    const command = await COMMANDS.load(name);
    if (!command) throw unknownCommand(name);
    return await command.run(args, COMMANDS);
  } catch (error) {
    if (error instanceof HelpWanted)
      return main(["help", name, ...args.slice(0, 1).filter(isWord)]);
    if (error instanceof InputTooLarge) {
      console.error(error.message);
      return InputTooLarge.EXIT_CODE;
    }
    if (!(error instanceof UsageError)) throw error;
    const help = COMMANDS.names.includes(name) ? `purebox ${name} --help` : "purebox --help";
    console.error(`${error.message}\nRun \`${help}\` for what there is.`);
    return UsageError.EXIT_CODE;
  }
}

function isWord(arg: string): boolean {
  return !arg.startsWith("-");
}

process.exitCode = await main(Bun.argv.slice(2));
