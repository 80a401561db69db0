const EXIT_INTERRUPTED = 130;

/** Resolves at the first signal to end; at a second SIGINT the process ends at once, after `atOnce`. */
export function toldToEnd(atOnce: () => void = () => {}): Promise<void> {
  return new Promise((resolve) => {
    let interrupts = 0;
    process.on("SIGTERM", () => resolve());
    process.on("SIGINT", () => {
      if (++interrupts > 1) {
        atOnce();
        process.exit(EXIT_INTERRUPTED);
      }
      resolve();
    });
  });
}
