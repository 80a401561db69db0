/** Format, types and lint are part of the tests: what fails there fails here. */
import { expect, test } from "bun:test";

const CHECKS: Readonly<Record<string, readonly string[]>> = {
  format: [process.execPath, "fmt", "--check", "."],
  types: [process.execPath, "check"],
  "types of tools and kits, where the host is out of reach": [
    process.execPath,
    "check",
    "-p",
    "tools",
  ],
  lint: ["node_modules/.bin/oxlint", "--deny-warnings"],
};

for (const [name, command] of Object.entries(CHECKS)) {
  test(
    name,
    async () => {
      const child = Bun.spawn([...command], { stdout: "pipe", stderr: "pipe" });
      const output = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      expect(`${await child.exited} ${(await child.exited) === 0 ? "" : output.join("\n")}`).toBe(
        "0 ",
      );
    },
    60_000,
  );
}
