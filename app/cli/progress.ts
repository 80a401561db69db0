/** Says on a terminal how long the work takes. Runs hold their thread, so that another one has to say it. */
import { fstatSync } from "node:fs";

const STDERR = 2;
const FIRST_MS = 1000;
const WIDTH = 72;

/** The program of the other thread. */
const teller = (what: string): string => `import { writeSync } from "node:fs";
let seconds = 0;
setInterval(() => {
  const line = ${JSON.stringify(what)} + ": " + ++seconds + " s";
  writeSync(2, "\\r" + line.slice(0, ${WIDTH}));
}, ${FIRST_MS});`;

export async function withProgress<T>(what: string, work: () => Promise<T>): Promise<T> {
  if (!isOnTerminal()) return work();
  const url = URL.createObjectURL(new Blob([teller(what)], { type: "application/javascript" }));
  const thread = new Worker(url);
  thread.unref();
  const started = performance.now();
  try {
    return await work();
  } finally {
    const { promise, resolve } = Promise.withResolvers<void>();
    thread.addEventListener("close", () => resolve());
    thread.terminate();
    await promise;
    URL.revokeObjectURL(url);
    if (performance.now() - started > FIRST_MS) process.stderr.write(`\r${" ".repeat(WIDTH)}\r`);
  }
}

/** A pipe or a file is none, and is asked first: the engine loads its streams to know a terminal. */
function isOnTerminal(): boolean {
  try {
    return fstatSync(STDERR).isCharacterDevice() && process.stderr.isTTY;
  } catch {
    return false;
  }
}
