/** A short run of `bun run fuzz`: of every unit and every kind of request some. */
import { expect, test } from "bun:test";

test("what nobody wrote by hand gets declared answers", async () => {
  const words = ["--inputs", "20", "--requests", "60"];
  const command = [process.execPath, "tests/prove/fuzz.ts", ...words];
  const fuzz = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
  const told = await Promise.all([fuzz.stdout, fuzz.stderr].map((it) => new Response(it).text()));
  expect(await fuzz.exited, told.join("")).toBe(0);
}, 240_000);
