/** Reads `--name value`, `--name=value` and bare words. */
import { nearest } from "../../tools/_lib/text/nearest.ts";
import { asked } from "./meant.ts";
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
  const all = new Map<string, readonly string[]>();
  const words: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "--") {
      words.push(...args.slice(at + 1));
      break;
    }
    if (arg === "-" || !arg.startsWith("-")) {
      words.push(arg);
      continue;
    }
    const { name, kind, assigned } = flagIn(arg, known);
    const value = assigned ?? (kind === "switch" ? "true" : args[++at]);
    if (value === undefined) throw new UsageError(`--${name} needs a value`);
    all.set(name, withValue(name, kind, all.get(name) ?? [], value));
  }
  const named = new Map([...all].map(([name, values]) => [name, values.at(-1) ?? ""]));
  return { all, named, words };
}

interface GivenFlag {
  readonly name: string;
  readonly kind: FlagKind;
  /** What stands behind an equals sign. */
  readonly assigned: string | undefined;
}

function flagIn(arg: string, known: KnownFlags): GivenFlag {
  if (arg === "-h") throw new HelpWanted();
  if (!arg.startsWith("--")) throw unknownFlag(arg, known);
  const equals = arg.indexOf("=");
  const name = arg.slice(2, equals < 0 ? undefined : equals);
  const kind = known.kindOf(name);
  if (kind === undefined && name === "help") throw new HelpWanted();
  if (kind === undefined) throw unknownFlag(`--${name}`, known);
  return { name, kind, assigned: equals < 0 ? undefined : arg.slice(equals + 1) };
}

function withValue(name: string, kind: FlagKind, before: readonly string[], value: string) {
  if (kind === "list") return [...before, value];
  if (before.every((other) => other === value)) return [value];
  throw new UsageError(`--${name} was given twice, and takes one value`);
}

function unknownFlag(arg: string, known: KnownFlags): UsageError {
  const near = nearest(arg.replace(/^-+/, ""), new Set(known.names()));
  return new UsageError(`Unknown flag ${arg}${asked(near.map((name) => `--${name}`))}`);
}

/** Of a switch of a command: on where it was given, unless it was given as false. */
export function isOn(named: Flags["named"], name: string): boolean {
  const text = named.get(name)?.toLowerCase() ?? "false";
  if (text === "true" || text === "false") return text === "true";
  throw new UsageError(`--${name} is true or false, not ${text}`);
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

/** The same arguments with another value of a flag. */
export function withFlag(args: readonly string[], name: string, value: string | number): string[] {
  const others = args.filter(
    (arg, at) =>
      arg !== `--${name}` && !arg.startsWith(`--${name}=`) && args[at - 1] !== `--${name}`,
  );
  return [...others, `--${name}=${value}`];
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
