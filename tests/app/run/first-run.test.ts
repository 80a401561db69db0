/** What has to be done before the first run is done once, however many come first together. */
import { expect, test } from "bun:test";

// In a process of its own: in this one something ran before.
const PROGRAM = `
  import { run } from "./app/run/run.ts";
  let begun = 0;
  const host = {
    service: {},
    async onFirstRun() { begun++; await Bun.sleep(10); },
    onCrash(_, error) { throw error; },
  };
  const call = { tool_id: "base64", input: { input: "a" } };
  const answers = await Promise.all(Array.from({ length: 50 }, () => run(call, host)));
  console.log(JSON.stringify([begun, ...new Set(answers.map(({ status }) => status))]));
`;

test("50 runs that are the first", async () => {
  const child = Bun.spawn([process.execPath, "-e", PROGRAM], { stdout: "pipe", stderr: "inherit" });
  expect(JSON.parse(await new Response(child.stdout).text())).toEqual([1, 200]);
});
