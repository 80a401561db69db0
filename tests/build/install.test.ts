/** The script that installs a release: from a folder that is served, by the shells that there are. */
import { afterAll, describe, expect, test } from "bun:test";
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, resolve } from "node:path";
import { $ } from "bun";
import { sha256Of } from "../../build/compile.ts";
import { TARGETS, targetHere } from "../../build/release/targets.ts";
import { nameFor } from "../../build/release/write.ts";

const SCRIPT = resolve("build/install.sh");
const EXECUTABLE = resolve("dist/purebox");
const isBuilt = await Bun.file(EXECUTABLE).exists();
/** Each reads a little less than the one before; a shell that is not here is left out. */
const SHELLS = ["bash", "dash", "busybox"].filter((shell) => Bun.which(shell) !== null);

const folder = await mkdtemp(`${tmpdir()}/install-`);
const release = `${folder}/release`;
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const file = Bun.file(`${release}/${basename(new URL(request.url).pathname)}`);
    return (await file.exists()) ? new Response(file) : new Response("", { status: 404 });
  },
});
afterAll(async () => {
  await server.stop(true);
  await rm(folder, { recursive: true });
});

await mkdir(release);
/** A release has every target; all but that of this machine are scripts that say their name. */
for (const { name } of TARGETS.filter((target) => !target.name.startsWith("windows"))) {
  const path = `${release}/${nameFor(name)}`;
  if (name === targetHere().name && isBuilt) await cp(EXECUTABLE, path);
  else await Bun.write(path, `#!/bin/sh\necho "purebox for ${name}"\n`);
}
const sums: string[] = [];
for (const name of await readdir(release))
  sums.push(`${await sha256Of(`${release}/${name}`)}  ${name}\n`);
await Bun.write(`${release}/SHA256SUMS`, sums.join(""));

interface Installed {
  readonly exitCode: number;
  readonly said: string;
  readonly home: string;
}

let count = 0;

async function install(
  args: readonly string[] = [server.url.href],
  {
    env = {},
    shell = "sh",
  }: { readonly env?: Record<string, string>; readonly shell?: string } = {},
): Promise<Installed> {
  const home = `${folder}/home ${count++}`;
  await mkdir(home);
  const words = shell === "busybox" ? ["busybox", "sh"] : [shell];
  const child = Bun.spawn([...words, SCRIPT, ...args], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: { PATH: Bun.env["PATH"] ?? "", HOME: home, ...env },
  });
  const said = await Promise.all(
    [child.stdout, child.stderr].map((part) => new Response(part).text()),
  );
  return { exitCode: await child.exited, said: said.join(""), home };
}

/** A folder in which `uname` says what another machine's would. */
async function machine(system: string, processor: string): Promise<Record<string, string>> {
  const bin = `${folder}/${system}-${processor}`;
  await mkdir(bin, { recursive: true });
  const script = `#!/bin/sh\ncase $1 in -s) echo ${system} ;; -m) echo ${processor} ;; esac\n`;
  await Bun.write(`${bin}/uname`, script);
  await chmod(`${bin}/uname`, 0o755);
  return { PATH: `${bin}:${Bun.env["PATH"]}` };
}

describe("installs", () => {
  test.skipIf(!isBuilt)("what then runs, for the user, without more", async () => {
    const { exitCode, said, home } = await install();
    expect([exitCode, said]).toEqual([
      0,
      `${nameFor(targetHere().name)} is installed as ${home}/.local/bin/purebox\n` +
        `${home}/.local/bin is not in PATH yet\n`,
    ]);
    const run =
      await $`echo '{"a":1.50}' | ${home}/.local/bin/purebox run json-formatter --action minify`.text();
    expect(run).toBe('{"a":1.50}\n');
    expect(await readdir(`${home}/.local/bin`)).toEqual(["purebox"]);
  });

  test.each([...SHELLS])("with %s", async (shell) => {
    const env = await machine("Darwin", "arm64");
    const { exitCode, home } = await install(undefined, { env, shell });
    expect(exitCode).toBe(0);
    expect(await $`${home}/.local/bin/purebox`.text()).toBe("purebox for darwin-arm64\n");
  });

  test.each([
    ["Linux", "x86_64", "linux-x64"],
    ["Linux", "aarch64", "linux-arm64"],
    ["Darwin", "x86_64", "darwin-x64"],
    ["Darwin", "arm64", "darwin-arm64"],
  ])("on %s and %s the release for it", async (system, processor, name) => {
    const { said } = await install(undefined, { env: await machine(system, processor) });
    expect(said).toStartWith(`${nameFor(name)} is installed as `);
  });

  test("on macOS with a signature of this machine, where that which it has is wrong", async () => {
    const env = await machine("Darwin", "x86_64");
    const bin = env["PATH"]?.split(":")[0] ?? "";
    const path = `${bin}/codesign`;
    const signs = (isRight: boolean) =>
      `#!/bin/sh\n[ "$1" = --verify ] && exit ${isRight ? 0 : 1}\necho "codesign $1 $2 $3"\n`;
    await Bun.write(path, signs(false));
    await chmod(path, 0o755);
    expect((await install(undefined, { env })).said).toStartWith("codesign --force --sign -\n");
    await Bun.write(path, signs(true));
    expect((await install(undefined, { env })).said).not.toContain("codesign");
    await rm(path);
  });

  test("beneath a prefix, from the folder that a variable names, over what is there", async () => {
    const prefix = `${folder}/a prefix`;
    await mkdir(`${prefix}/bin`, { recursive: true });
    await Bun.write(`${prefix}/bin/purebox`, "old");
    const env = {
      PREFIX: prefix,
      PUREBOX_BASE_URL: server.url.href,
      ...(await machine("Darwin", "arm64")),
    };
    const { exitCode } = await install([], { env });
    expect(exitCode).toBe(0);
    expect(await $`${prefix}/bin/purebox`.text()).toBe("purebox for darwin-arm64\n");
  });
});

describe("installs nothing, and leaves what is there,", () => {
  async function refused(said: string, args: readonly string[], env: Record<string, string> = {}) {
    const prefix = `${folder}/kept ${count}`;
    await mkdir(`${prefix}/bin`, { recursive: true });
    await Bun.write(`${prefix}/bin/purebox`, "old");
    const installed = await install(args, { env: { ...env, PREFIX: prefix } });
    expect(installed.exitCode).toBe(1);
    expect(installed.said).toContain(said);
    expect(await Bun.file(`${prefix}/bin/purebox`).text()).toBe("old");
    expect(await readdir(`${prefix}/bin`)).toEqual(["purebox"]);
  }

  test("where the sum is another", async () => {
    const path = `${release}/${nameFor("darwin-x64")}`;
    const text = await Bun.file(path).text();
    await Bun.write(path, `${text}# changed on the way\n`);
    const env = await machine("Darwin", "x86_64");
    await refused("is not what SHA256SUMS says; nothing was installed", [server.url.href], env);
    await Bun.write(path, text);
  });

  test("where there is no release for the machine", async () => {
    await refused("no release for riscv64", [server.url.href], await machine("Linux", "riscv64"));
    await refused("no release for FreeBSD", [server.url.href], await machine("FreeBSD", "amd64"));
  });

  test("where the release is not there, or not told", async () => {
    await refused("SHA256SUMS cannot be downloaded", ["http://127.0.0.1:1/none"]);
    await refused("say which folder to install from", []);
  });

  test("where neither a program to download with nor one for sums is there", async () => {
    const bin = `${folder}/few`;
    await mkdir(bin);
    const few = ["cut", "grep", "head", "ls", "mkdir", "mktemp", "mv", "rm", "sh", "uname"];
    for (const name of few) await symlink(Bun.which(name) ?? "", `${bin}/${name}`);
    await refused("neither curl nor wget is here", [server.url.href], { PATH: bin });
    await symlink(
      Bun.which("curl") ?? Bun.which("wget") ?? "",
      `${bin}/${Bun.which("curl") ? "curl" : "wget"}`,
    );
    await refused("neither sha256sum nor shasum is here", [server.url.href], { PATH: bin });
  });
});

test.skipIf(Bun.which("shellcheck") === null)("shellcheck has nothing to say", async () => {
  expect(await $`shellcheck ${SCRIPT}`.nothrow().text()).toBe("");
});

describe("docs/releases.md", async () => {
  const page = await Bun.file("docs/releases.md").text();
  const blocks = Array.from(page.matchAll(/^```sh\n(.*?)^```$/gms), ([, block = ""]) => block);
  const named = (word: string) => {
    const found = blocks.find((block) => block.includes(word));
    if (found === undefined) throw new Error(`There is no block with ${word}`);
    return found;
  };
  const served = (block: string) =>
    block.replaceAll(
      /https:\/\/downloads\.example\.com\/\S*?(?=\/install|\s|$)/gm,
      server.url.href.slice(0, -1),
    );

  async function ran(block: string, cwd: string) {
    const env = {
      ...Bun.env,
      HOME: `${folder}/docs`,
      PATH: `${folder}/docs/.local/bin:${Bun.env["PATH"]}`,
    };
    const { exitCode, stdout, stderr } = await $`sh -euc ${block}`
      .cwd(cwd)
      .env(env as Record<string, string>)
      .quiet()
      .nothrow();
    return { exitCode, said: `${stdout}${stderr}` };
  }

  test.skipIf(!isBuilt)("its first commands install", async () => {
    await cp(SCRIPT, `${release}/install.sh`);
    await mkdir(`${folder}/docs`);
    const { exitCode, said } = await ran(served(named("install.sh")), folder);
    expect(`${exitCode} ${said}`).toStartWith(`0 ${nameFor(targetHere().name)} is installed`);
  });

  test("its sums are checked, and what was changed is told", async () => {
    const block = named("sha256sum");
    const good = await ran(block, release);
    expect(`${good.exitCode} ${good.said}`).toStartWith("0 purebox-");
    await Bun.write(`${folder}/changed/SHA256SUMS`, Bun.file(`${release}/SHA256SUMS`));
    await Bun.write(`${folder}/changed/${nameFor("darwin-x64")}`, "other");
    expect((await ran(block, `${folder}/changed`)).exitCode).toBe(1);
  });

  test("every other command is one that another test runs", async () => {
    const scripts = (await Bun.file("package.json").json()) as {
      readonly scripts: Record<string, string>;
    };
    const rest = blocks.filter((block) => !/install\.sh|sha256sum|json-query/.test(block)).join("");
    for (const [, script = ""] of rest.matchAll(/bun run (\w+)/g))
      expect(scripts.scripts).toHaveProperty(script);
  });
});
