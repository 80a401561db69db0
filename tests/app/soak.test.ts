/** A minute of every example of every tool, from many clients: what a week would show is shown early. */
import { expect, test } from "bun:test";

test("a minute of mixed load: every answer foreseen, memory flat", async () => {
  const command = [process.execPath, "tests/bench/soak.ts", "--part", "mixed", "--seconds", "60"];
  const soak = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
  const told = await new Response(soak.stdout).text();
  expect(await soak.exited, told).toBe(0);
}, 120_000);
