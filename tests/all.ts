/** `bun run test`: all tests; those that ask how long something takes run alone, after the others ran side by side. */
import { readdir } from "node:fs/promises";

/** These start services and measure what waits for what: other work beside them would be measured, too. */
const ALONE = new Set(["app", "browser"]);
/** Machines that test are slow at times, which is no failure. */
const USUAL = ["--timeout", "120000"];

const folders = (await readdir("tests", { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();
const paths = (areAlone: boolean) =>
  folders.filter((name) => ALONE.has(name) === areAlone).map((name) => `./tests/${name}/`);

const codes: number[] = [];
for (const words of [["--parallel", "--no-isolate", ...paths(false)], paths(true)]) {
  const command = [process.execPath, "test", ...USUAL, ...words, ...Bun.argv.slice(2)];
  const child = Bun.spawn(command, { stdin: "ignore", stdout: "inherit", stderr: "inherit" });
  codes.push(await child.exited);
}
process.exitCode = Math.max(...codes);
