/** Windows that several processes share, over messages that may be put off. */
import { expect, test } from "bun:test";
import { MemoryWindows } from "../../../app/limits/memory-windows.ts";
import { SharedWindows, WindowsKeeper } from "../../../app/limits/shared-windows.ts";
import type { Entry } from "../../../app/limits/store.ts";

const NOW = 1_700_000_000_000;
const limit = { perMinute: 5, concurrent: 3 };

/** As many processes around one keeper's windows. */
function connect(count: number) {
  const memory = new MemoryWindows();
  return Array.from({ length: count }, () => {
    const keeper = new WindowsKeeper(memory);
    const sent: number[] = [];
    const windows: SharedWindows = new SharedWindows((message) => {
      sent.push(message.enter.length);
      const reply = structuredClone(keeper.hear(structuredClone(message), NOW));
      setTimeout(() => windows.hear(reply));
    });
    return { keeper, windows, sent };
  });
}

const leave = (entry: Entry): void => {
  if (entry.ok) entry.leave();
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("what one process lets in counts for the others", async () => {
  const [one, other] = connect(2);
  const enter = async (process = one) => process?.windows.enter("run", "a", limit);
  const entries = await Promise.all([enter(), enter(other), enter(), enter(other)]);
  expect(entries.filter((entry) => entry?.ok).length).toBe(3);
  expect(entries.find((entry) => !entry?.ok)).toEqual({
    ok: false,
    limit: "concurrent",
    retryAfter: 1,
  });
  for (const entry of entries) leave(entry as Entry);
  await turn();
  const later = [await enter(), await enter(other), await enter()];
  expect(later.map((entry) => entry?.ok)).toEqual([true, true, false]);
  expect(later[2]).toMatchObject({ limit: "perMinute", retryAfter: 60 });
});

test("what is asked in one turn is one message", async () => {
  const [one] = connect(1);
  await Promise.all(["a", "b", "c"].map((subject) => one?.windows.enter("run", subject, limit)));
  expect(one?.sent).toEqual([3]);
});

test("what ran in a process that is gone runs no more", async () => {
  const [one, other] = connect(2);
  for (let call = 0; call < 3; call++) await one?.windows.enter("run", "a", limit);
  expect((await other?.windows.enter("run", "a", limit))?.ok).toBe(false);
  one?.keeper.empty();
  expect((await other?.windows.enter("run", "a", limit))?.ok).toBe(true);
});
