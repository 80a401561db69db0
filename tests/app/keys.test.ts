/** `purebox keys`, as an operator and a script use it. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { createGate } from "../../app/limits/gate.ts";
import { SqliteStore } from "../../app/limits/sqlite-store.ts";
import { BUILDS, type Build, commandOf } from "../support/program.ts";

const folder = await mkdtemp(`${tmpdir()}/keys-`);
afterAll(() => rm(folder, { recursive: true }));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function purebox(
  build: Build,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended> {
  const child = Bun.spawn([...commandOf(build), "keys", ...args], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: { ...process.env, PUREBOX_DATA: `${folder}/data`, PUREBOX_STORE: "", ...env },
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

for (const build of BUILDS) {
  describe(`purebox keys, ${build}`, () => {
    const keys = (args: readonly string[], env?: Record<string, string>) =>
      purebox(build, args, env);
    const json = async (args: readonly string[]): Promise<Record<string, unknown>> =>
      JSON.parse((await keys([...args, "--json"])).out);

    test("the token is all that create prints on standard output, and it is a key", async () => {
      const { code, out, err } = await keys(["create", "--subject", "Acme Ltd"]);
      expect(code).toBe(0);
      expect(out).toMatch(/^pbx_[0-9A-Za-z]{12}_[0-9A-Za-z]{43}\n$/);
      expect(err).toContain("Acme Ltd\tactive\trun batch pipeline mcp tool:*\tnever expires");
      expect(err).not.toContain(out.trim());
      const store = new SqliteStore(`${folder}/data`);
      const gate = createGate({ limits: "off", store });
      const ticket = await gate.admit("pipeline", { authorization: `Bearer ${out.trim()}` });
      ticket.permit(["json-formatter"]);
      await store.close();
    });

    test("scopes, expiry and quota are as given; aliases become ids", async () => {
      const args = ["create", "--subject", "b", "--scope", "run", "--scope=tool:json-formatter"];
      const key = await json([
        ...args,
        "--expires",
        "2099-01-31T12:00:00+01:00",
        "--daily-calls",
        "50",
      ]);
      expect(key).toMatchObject({
        subject: "b",
        status: "active",
        scopes: ["run", "tool:json-formatter"],
        daily_calls: 50,
        expires_at: "2099-01-31T11:00:00.000Z",
      });
      const days = await json(["create", "--subject", "b", "--expires", "90d"]);
      const left = Date.parse(String(days["expires_at"])) - Date.parse(String(days["created_at"]));
      expect(left).toBe(90 * 86_400_000);
    });

    test("list and show have neither token nor hash; the status goes there and back", async () => {
      const created = await json(["create", "--subject", "c"]);
      const id = String(created["id"]);
      const listed = (await keys(["list", "--json"])).out;
      expect(listed).toContain(id);
      expect(listed).not.toMatch(/pbx_|secret|[0-9a-f]{64}/);
      expect(await json(["show", id])).toMatchObject({ id, subject: "c", calls_today: 0 });
      expect((await keys(["deactivate", id])).out).toContain("\tinactive\t");
      expect((await keys(["activate", id])).out).toContain("\tactive\t");
      expect((await keys(["revoke", id])).code).toBe(0);
      const again = await keys(["activate", id]);
      expect([again.code, again.err]).toEqual([
        1,
        "What is revoked stays revoked; create a new key\n",
      ]);
      expect(await json(["show", id])).toMatchObject({ status: "revoked" });
    });

    test.each([
      [[], "keys takes create"],
      [["frobnicate"], "keys takes create"],
      [["create"], "--subject"],
      [["create", "--subject", "a\tb"], "--subject"],
      [["create", "--subject", "a", "--scope", "admin"], "--scope takes"],
      [["create", "--subject", "a", "--scope"], "--scope needs a value"],
      [["create", "--subject", "a", "--scope", "tool:json-formater"], "json-formatter"],
      [["create", "--subject", "a", "--expires", "soon"], "--expires takes"],
      [["create", "--subject", "a", "--expires", "2020-01-01T00:00:00Z"], "--expires takes"],
      [["create", "--subject", "a", "--daily-calls", "0"], "--daily-calls"],
      [["create", "--subject", "a", "--nope"], "Unknown flag"],
      [["show"], "takes the id"],
      [["show", "a".repeat(12)], "There is no key aaaaaaaaaaaa"],
      [["revoke", `pbx_${"a".repeat(12)}_${"b".repeat(43)}`], "There is no such key"],
      [["list", "--store", "mysql://root:hush@db"], "--store takes"],
    ])("%p is not understood", async (args, message) => {
      const { code, out, err } = await keys(args);
      expect(err).toContain(message);
      expect(err).not.toMatch(/hush|pbx_a/);
      expect([code, out]).toEqual([2, ""]);
    });

    test("a store out of reach is said, without its password", async () => {
      const { code, err } = await keys(["list", "--store", "redis://:hush@127.0.0.1:1"]);
      expect(code).toBe(1);
      expect(err).toStartWith("The store cannot be reached");
      expect(err).not.toContain("hush");
    });

    test("without --data the directory is that of XDG", async () => {
      const env = { PUREBOX_DATA: "", XDG_DATA_HOME: `${folder}/xdg` };
      expect((await keys(["list"], env)).code).toBe(0);
      expect((await stat(`${folder}/xdg/purebox`)).mode & 0o777).toBe(0o700);
    });
  });
}
