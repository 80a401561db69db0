/** What a command of the command line is: help and completions are written from it. */
import type { Flag } from "../flags/flags.ts";

export interface Command {
  /** Behind the word itself: `WORDS… [--limit N]`. */
  readonly usage: string;
  /** What it does, in a line without a full stop. */
  readonly about: string;
  /** More than fits there. */
  readonly more?: string;
  readonly flags: Readonly<Record<string, Flag>>;
  /** Command lines without the program's name, each with what it does. */
  readonly examples: readonly (readonly [line: string, about: string])[];
  /** What its first word is: one of these, the id of a tool, a file, or what there is help for. */
  readonly first?: "tool" | "file" | "topic" | readonly string[];
  /** Gives the exit code. */
  run(args: readonly string[], commands: Commands): Promise<number>;
}

/** All that there are. */
export interface Commands {
  readonly names: readonly string[];
  /** Undefined for an unknown name. */
  load(name: string): Promise<Command | undefined>;
}

export const JSON_FLAG = { json: { about: "print the whole answer as JSON" } } as const;
