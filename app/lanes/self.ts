/** Starts this very program again. */

/** The command that runs a hidden command word of this executable, or of its source. */
export function selfCommand(...words: readonly string[]): string[] {
  const self = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, Bun.main];
  return [...self, ...words];
}
