/** `bun run test`: all tests; those that ask how long something takes run alone, after the others ran side by side. */
import { Glob } from "bun";

/** These start services and measure what waits for what: other work beside them would be measured, too. */
const ALONE = /^tests\/app\//;
const STARTS_A_SERVICE = /from "[./]+\/support\/server\.ts"/;
/** Machines that test are slow at times, which is no failure. */
const USUAL = ["--timeout", "120000"];

const alone: string[] = [];
const beside: string[] = [];
for (const path of [...new Glob("tests/**/*.test.ts").scanSync(".")].toSorted()) {
  const isAlone = ALONE.test(path) || STARTS_A_SERVICE.test(await Bun.file(path).text());
  (isAlone ? alone : beside).push(`./${path}`);
}

const codes: number[] = [];
for (const words of [["--parallel", "--no-isolate", ...beside], alone]) {
  const command = [process.execPath, "test", ...USUAL, ...words];
  const child = Bun.spawn(command, { stdin: "ignore", stdout: "inherit", stderr: "inherit" });
  codes.push(await child.exited);
}
process.exitCode = Math.max(...codes);
