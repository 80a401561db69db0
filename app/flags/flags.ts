/** Reads `--name value`, `--name=value` and bare words. */
import { nearest } from "../../tools/_lib/text/nearest.ts";
import { HelpWanted, UsageError } from "./usage-error.ts";

/** A switch is on or off; a value is given once; of a list every time that it is given counts. */
export type FlagKind = "switch" | "value" | "list";

/** What a command knows of its flags. */
export interface KnownFlags {
  /** Undefined for an unknown flag. */
  kindOf(name: string): FlagKind | undefined;
  /** To find the one that was meant. */
  names(): Iterable<string>;
}

export interface Flags {
  /** The values of each flag, in their order; of a switch and of a value one. */
  readonly all: ReadonlyMap<string, readonly string[]>;
  readonly named: ReadonlyMap<string, string>;
  readonly words: readonly string[];
}

/**
 * Everything after `--` is a word. Throws `HelpWanted` at `--help`, and `UsageError` for an unknown flag, one
 * without its value, and one that was given two values where it takes one.
 */
export function readFlags(args: readonly string[], known: KnownFlags): Flags {
  const all = new Map<string, string[]>();
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
    const kind = known.kindOf(name);
    if (kind === undefined && name === "help") throw new HelpWanted();
    if (kind === undefined) throw unknownFlag(name, known);
    const value = equals >= 0 ? arg.slice(equals + 1) : kind === "switch" ? "true" : args[++at];
    if (value === undefined) throw new UsageError(`--${name} needs a value`);
    const before = all.get(name) ?? [];
    if (kind !== "list" && before.some((other) => other !== value)) {
      throw new UsageError(`--${name} was given twice, and takes one value`);
    }
    all.set(name, kind === "list" ? [...before, value] : [value]);
  }
  const named = new Map([...all].map(([name, values]) => [name, values.at(-1) ?? ""]));
  return { all, named, words };
}

function unknownFlag(name: string, known: KnownFlags): UsageError {
  const near = nearest(name, new Set(known.names())).map((other) => `--${other}`);
  const meant = near.length === 0 ? "" : `; did you mean ${near.join(", ")}?`;
  return new UsageError(`Unknown flag --${name}${meant}`);
}

/** A flag as help and completions show it. */
export interface Flag {
  readonly about: string;
  /** What its value is, in a word: `N`, `PATH`; a switch has none. */
  readonly value?: string;
  /** The words that the value may be. */
  readonly words?: readonly string[];
  readonly isList?: boolean;
}

/** For commands with a fixed set of flags. */
export function readKnownFlags(
  args: readonly string[],
  known: Readonly<Record<string, Flag>>,
): Flags {
  return readFlags(args, {
    kindOf: (name) => (Object.hasOwn(known, name) ? kindOf(known[name]) : undefined),
    names: () => Object.keys(known),
  });
}

export function kindOf(flag: Flag | undefined): FlagKind | undefined {
  if (!flag) return undefined;
  if (flag.value === undefined) return "switch";
  return flag.isList ? "list" : "value";
}
