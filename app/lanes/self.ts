/** This very program: how it is started again, and how it runs once it has started. */

/** The command that runs a hidden command word of this executable, or of its source. */
export function selfCommand(...words: readonly string[]): string[] {
  const self = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, Bun.main];
  return [...self, ...words];
}

/**
 * The executable is sparing with compiling while it starts (build/compile.ts), as most of what a start runs is run
 * once. From here on the same code comes again and again.
 */
export function compileAsUsual(): void {
  Bun.unsafe.setJITPolicy(1);
}
