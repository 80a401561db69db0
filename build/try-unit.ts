/** `bun run try ID`: all that holds for one unit, in seconds; `bun run ok` asks the whole house. */
import { Glob } from "bun";

/** How a file begins its laws over every unit. */
const OVER_UNITS = /^for \(const \w+ of (?:units|ENTRIES)\) \{/m;
const LOCK_FILE = "tests/laws/contract-lock.json";

const [, , id = ""] = Bun.argv;
const [face] = /^[a-z0-9-]+$/.test(id) ? filesOf(`{tools,kits}/${id}.ts`) : [];
if (face === undefined) {
  console.error("usage: bun run try ID, where tools/ID.ts or kits/ID.ts is the unit");
  process.exit(2);
}
const tests = [
  ...filesOf(`tests/{tools,kits}/${id}.test.ts`),
  ...filesOf(`tests/{tools,kits}/${id}/**/*.ts`),
];
const files = [face, ...filesOf(`{tools,kits}/${id}/**/*.ts`), ...tests];
const testFiles = tests.filter((path) => path.endsWith(".test.ts"));
const lawFiles: string[] = [];
for (const path of filesOf("tests/laws/*.test.ts")) {
  if (OVER_UNITS.test(await Bun.file(path).text())) lawFiles.push(path);
}

function filesOf(pattern: string): string[] {
  return [...new Glob(pattern).scanSync(".")].toSorted();
}

/** Whether the command ends well; says so, and where it does not, what it wrote. */
async function check(name: string, ...command: string[]): Promise<boolean> {
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
  const written = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const holds = (await child.exited) === 0;
  console.log(holds ? `ok    ${name}` : `FAIL  ${name}\n${written.join("").trim()}\n`);
  return holds;
}

const bun = process.execPath;
// A machine that has other work is slow, not wrong.
const test = [bun, "test", "--only-failures", "--timeout", "120000"] as const;
const start = performance.now();

// The laws find the unit in the registry; one that cannot be loaded has nothing to be tried.
if (!(await check("registry", bun, "build/registry.ts"))) process.exit(1);
const checks = [
  check("format", bun, "fmt", "--check", ...files),
  check("lint", "node_modules/.bin/oxlint", "--deny-warnings", ...files),
  check("types", bun, "check", "-p", "tools"),
  check("its laws", ...test, "-t", `^(?:${id}|ids and aliases) `, ...lawFiles),
  check("laws of the house", ...test, "tests/laws/imports.test.ts"),
];
if (testFiles.length > 0) {
  checks.push(
    check("types of its tests", bun, "check", ...tests),
    check("its tests", ...test, ...testFiles),
  );
}
const allHold = (await Promise.all(checks)).every(Boolean);

const lock: object = await Bun.file(LOCK_FILE).json();
if (!(id in lock)) console.log("note  not locked yet: when all is right, `bun run lock`");
console.log(`${((performance.now() - start) / 1000).toFixed(1)} s`);
process.exitCode = allHold ? 0 : 1;
