import { expect, test } from "bun:test";
import type { Dispatch } from "../../../app/mcp/dispatch.ts";
import { serveStdio } from "../../../app/mcp/stdio.ts";

test("a bug in one call is that call's answer, and ends no other", async () => {
  const dispatch = (async (message: { id: number; method: string }) => {
    if (message.method === "broken") throw new TypeError("a bug");
    return { status: 200, body: { jsonrpc: "2.0", id: message.id, result: {} } };
  }) as unknown as Dispatch;
  const lines = ["broken", "ping"].map((method, id) =>
    JSON.stringify({ jsonrpc: "2.0", id, method }),
  );
  async function* input(): AsyncGenerator<Uint8Array> {
    for (const line of lines) {
      yield new TextEncoder().encode(`${line}\n`);
      await Bun.sleep(1);
    }
  }
  const answers: string[] = [];
  await serveStdio(dispatch, input(), (line) => answers.push(line));
  expect(answers.map((line) => JSON.parse(line) as object)).toEqual([
    { jsonrpc: "2.0", id: 0, error: { code: -32603, message: "Internal error" } },
    { jsonrpc: "2.0", id: 1, result: {} },
  ]);
});
