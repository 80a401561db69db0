/** What docs/operating.md tells operators to write is loaded by the programs that read it. */
import { describe, expect, test } from "bun:test";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { blockOf, page } from "../support/operating.ts";

const folder = await mkdtemp(`${tmpdir()}/operating-`);

function ran(...command: string[]) {
  const env = { ...Bun.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const { exitCode, stderr, stdout } = Bun.spawnSync(command, { env });
  return { exitCode, said: `${stdout}${stderr}` };
}

describe("files for operators", () => {
  test.skipIf(Bun.which("nginx") === null)("nginx loads its server", async () => {
    const path = `${folder}/nginx.conf`;
    const http = `http {\naccess_log off;\n${blockOf("nginx")}}\n`;
    await Bun.write(path, `pid ${folder}/nginx.pid;\nevents {}\n${http}`);
    const words = ["-t", "-c", path, "-g", `error_log ${folder}/error.log;`];
    expect(ran("nginx", ...words)).toMatchObject({ exitCode: 0 });
  });

  test.skipIf(Bun.which("caddy") === null)("Caddy loads its site", async () => {
    const path = `${folder}/Caddyfile`;
    await Bun.write(path, blockOf("caddyfile"));
    const words = ["adapt", "--adapter", "caddyfile", "--validate", "--config", path];
    expect(ran("caddy", ...words)).toMatchObject({ exitCode: 0 });
  });

  test("the unit starts the service as it is started, and can write to its state alone", () => {
    const unit = blockOf("ini");
    const [, words = ""] = /^ExecStart=\S+ (.*)$/m.exec(unit) ?? [];
    const [command, ...flags] = words.split(" ");
    expect(command).toBe("serve");
    const { said } = ran(process.execPath, "app/main.ts", "serve", "--help");
    for (const flag of flags.filter((word) => word.startsWith("--"))) expect(said).toContain(flag);
    for (const line of ["DynamicUser=yes", "ProtectSystem=strict", "StateDirectory=purebox"]) {
      expect(unit.split("\n")).toContain(line);
    }
  });

  test.skipIf(Bun.which("ldd") === null)("the image has what the executable needs", () => {
    expect(blockOf("dockerfile")).toContain('ENTRYPOINT ["/usr/local/bin/purebox"]');
    const { said } = ran("ldd", "dist/purebox");
    const libraries = [...said.matchAll(/^\s*(lib\w+)\.so/gm)].map(([, name]) => `\`${name}\``);
    expect(page).toContain(`(${libraries.toSorted().join(", ")})`);
  });

  test("the commands of an upgrade are a shell's", () => {
    expect(ran("sh", "-n", "-c", blockOf("sh"))).toEqual({ exitCode: 0, said: "" });
  });

  describe.skipIf(Bun.which("systemd-analyze") === null)("systemd", () => {
    const unit = blockOf("ini");
    // Replicas keep nothing, and begin with other lines.
    const template = unit
      .replace("StateDirectory=purebox\n", "")
      .replace(/^ExecStart=.*\nEnvironment=.*\n/m, blockOf("ini", 1));
    const units = { "purebox.service": unit, "purebox@.service": template };

    test.each(Object.entries(units))(
      "reads %s, and finds little that it could harm",
      async (name, text) => {
        const path = `${folder}/${name}`;
        // The program need not be installed where this is asked.
        await Bun.write(path, text.replace("/usr/local/bin/purebox", "/bin/true"));
        expect(ran("systemd-analyze", "verify", path)).toMatchObject({ exitCode: 0, said: "" });
        // In tenths of a point; what it has is in the page.
        const security = ["systemd-analyze", "security", "--offline=true", "--threshold=15", path];
        expect(ran(...security).exitCode).toBe(0);
      },
    );
  });
});
