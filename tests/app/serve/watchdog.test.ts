import { expect, test } from "bun:test";
import { BUILDS } from "../../support/program.ts";
import { startServer } from "../../support/server.ts";

test("a process that is stuck becomes itself again, with the same id, and still hears signals", async () => {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/stuck.ts`], {
    stdout: "pipe",
    stderr: "pipe",
  });
  let said = "";
  for await (const chunk of child.stdout) {
    said += new TextDecoder().decode(chunk);
    if (said.includes("again")) break;
  }
  expect(said).toBe(`first ${child.pid}\nagain ${child.pid}\n`);
  child.kill("SIGTERM");
  expect(await child.exited).toBe(7);
  const event = JSON.parse(await new Response(child.stderr).text()) as Record<string, unknown>;
  expect(event).toMatchObject({ event: "process silent", pid: child.pid });
}, 30_000);

test.each(BUILDS)(
  "a machine that slept is not taken for a stuck one, %s",
  async (build) => {
    const { base, process: child, stop } = await startServer(build);
    const body = JSON.stringify({ tool_id: "uuid-generator", input: {} });
    const headers = { "content-type": "application/json" };
    const call = async () =>
      (await fetch(`${base}/api/run`, { method: "POST", body, headers })).status;
    expect(await call()).toBe(200);
    expect(await threadsOf(child.pid)).toContain("Worker");
    child.kill("SIGSTOP");
    await Bun.sleep(4500);
    child.kill("SIGCONT");
    expect(await call()).toBe(200);
    await stop();
  },
  30_000,
);

/** The names of its threads, where the system tells them. */
async function threadsOf(pid: number): Promise<string> {
  if (process.platform !== "linux") return "Worker";
  const names = new Bun.Glob("*/comm").scan({ cwd: `/proc/${pid}/task`, absolute: true });
  const texts: string[] = [];
  for await (const file of names) texts.push(await Bun.file(file).text());
  return texts.join("");
}
