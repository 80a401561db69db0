/** One word of a command line, quotes and escapes resolved. */
export interface ShellWord {
  readonly text: string;
  /** Where it begins in the source. */
  readonly start: number;
}

/** What stands on a command's standard input. */
export type ShellInput =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly file: string };

export interface ShellCommand {
  readonly words: readonly ShellWord[];
  readonly input: ShellInput | undefined;
}

export interface ShellScript {
  readonly commands: readonly ShellCommand[];
  /** Expansions that were kept as text: `$VAR`, `${VAR}`, `$(…)`, back quotes. */
  readonly expansions: readonly ShellWord[];
  /** Offsets of pipes and redirections that were left out. */
  readonly ignored: readonly number[];
}

/** A quote or here-document that never ends. */
export interface ShellProblem {
  readonly code: "SHELL_SYNTAX";
  readonly offset: number;
  readonly found: string;
  readonly expected: string;
}
