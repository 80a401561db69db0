/** The command was not understood; nothing ran. */
export class UsageError extends Error {
  static readonly EXIT_CODE = 2;
}

/** `--help` stands where a flag may. */
export class HelpWanted extends Error {}
