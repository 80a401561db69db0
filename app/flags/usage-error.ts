/** The command was not understood; nothing ran. */
export class UsageError extends Error {
  static readonly EXIT_CODE = 2;
}

/** The command was understood, and what it was given is more than it takes. */
export class InputTooLarge extends Error {
  static readonly EXIT_CODE = 1;
}

/** `--help` stands where a flag may. */
export class HelpWanted extends Error {}
