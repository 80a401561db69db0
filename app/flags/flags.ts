/** Reads `--name value`, `--name=value` and bare words. */
import { UsageError } from "./usage-error.ts";

export interface Flags {
  readonly named: ReadonlyMap<string, string>;
  readonly words: readonly string[];
}

/**
 * `takesValue` says of a flag whether the next word is its value; undefined for an unknown flag.
 * A flag without a value reads `true`; everything after `--` is a word.
 */
export function readFlags(
  args: readonly string[],
  takesValue: (name: string) => boolean | undefined,
): Flags {
  const named = new Map<string, string>();
  const words: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "--") {
      words.push(...args.slice(at + 1));
      break;
    }
    if (!arg.startsWith("--")) {
      words.push(arg);
      continue;
    }
    const equals = arg.indexOf("=");
    const name = arg.slice(2, equals < 0 ? undefined : equals);
    const wantsValue = takesValue(name);
    if (wantsValue === undefined) throw new UsageError(`Unknown flag --${name}`);
    if (equals >= 0) named.set(name, arg.slice(equals + 1));
    else if (!wantsValue) named.set(name, "true");
    else {
      const value = args[++at];
      if (value === undefined) throw new UsageError(`--${name} needs a value`);
      named.set(name, value);
    }
  }
  return { named, words };
}

/** For commands with a fixed set of flags: name → whether it takes a value. */
export function readKnownFlags(
  args: readonly string[],
  known: Readonly<Record<string, boolean>>,
): Flags {
  return readFlags(args, (name) => (Object.hasOwn(known, name) ? known[name] : undefined));
}
