/** The executable needs no network: in a namespace that has none but the machine itself, it serves and does everything. */
import { afterAll, describe, expect, test } from "bun:test";
import type { Answered } from "../support/examples-over-http.ts";
import { units } from "../support/run-unit.ts";

/** Without privileges a namespace of users comes with that of the network, where the system allows it. */
const ISOLATED = [
  ["unshare", "-n"],
  ["unshare", "-rn"],
].find((words) => Bun.which("unshare") && Bun.which("ip") && runs([...words, "ip", "link"]));
const WITHOUT = ISOLATED ? "" : " (skipped: namespaces of networks are not permitted here)";

function runs(command: string[]): boolean {
  return Bun.spawnSync(command, { stdout: "ignore", stderr: "ignore" }).success;
}

const inside = `ip link set lo up && exec "${process.execPath}" tests/support/examples-over-http.ts`;
const child = ISOLATED && Bun.spawn([...ISOLATED, "sh", "-c", inside], { stdout: "pipe" });
afterAll(() => child?.kill());
const answered = child && ((await new Response(child.stdout).json()) as Answered);

describe.skipIf(!answered)(`no interface but loopback${WITHOUT}`, () => {
  test("there is none, and every unit answers", () => {
    expect(answered?.interfaces).toEqual(["lo"]);
    expect(Object.keys(answered?.results ?? {})).toEqual(units.map(({ id }) => id));
  });

  for (const { id, examples } of units) {
    test.each([...examples.entries()])(`${id}, example %i`, (at, { expect: expected }) => {
      expect(answered?.results[id]?.[at]).toMatchObject(expected);
    });
  }
});
