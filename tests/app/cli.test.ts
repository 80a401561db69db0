/** The command line, from source and as the binary. */
import { describe, expect, test } from "bun:test";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { BUILDS, type Build, commandOf } from "../support/server.ts";

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function purebox(build: Build, args: readonly string[], input?: string): Promise<Ended> {
  const child = Bun.spawn([...commandOf(build), ...args], {
    stdin: input === undefined ? "ignore" : new TextEncoder().encode(input),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

const folder = await mkdtemp(`${tmpdir()}/cli-`);

async function file(name: string, text: string): Promise<string> {
  const path = `${folder}/${name}`;
  await Bun.write(path, text);
  return path;
}

for (const build of BUILDS) {
  describe(build, () => {
    const cli = (args: readonly string[], input?: string) => purebox(build, args, input);

    test("standard input, a file or a flag fills the primary field", async () => {
      const piped = await cli(["run", "json-formatter", "--action", "minify"], '{ "a": 1.50 }');
      expect(piped).toEqual({ code: 0, out: '{"a":1.50}\n', err: "" });
      const dash = await cli(["run", "json-formatter", "--action=minify", "-"], "[ 1 ]");
      expect(dash.out).toBe("[1]\n");
      const path = await file("a.json", '{"b":2,"a":1}');
      const named = await cli(["run", "json-formatter", "--sort-keys", "--indent", "0", path]);
      expect(named.out).toBe('{"a":1,"b":2}\n');
      const flag = await cli(["run", "json-formatter", "--input", "[1]", "--action", "minify"]);
      expect(flag.out).toBe("[1]\n");
      const twice = await cli(["run", "json-formatter", "--input", "[1]", path]);
      expect(twice.code).toBe(2);
    });

    test("a kit's files are saved, and nothing is written over unasked", async () => {
      const out = `${folder}/out-${build}`;
      const args = ["run", "structured-output-recovery-kit", "--out", out, '--text={"a": 1,}'];
      const saved = await cli(args);
      expect(saved).toMatchObject({ code: 0, out: '{\n  "a": 1\n}\n' });
      expect(await Bun.file(`${out}/data.json`).json()).toEqual({ a: 1 });
      await Bun.write(`${out}/data.json`, "mine");
      const again = await cli(args);
      expect([again.code, again.err]).toEqual([2, expect.stringContaining("--force")]);
      expect(await Bun.file(`${out}/data.json`).text()).toBe("mine");
      expect((await cli([...args, "--force"])).code).toBe(0);
      expect(await Bun.file(`${out}/data.json`).json()).toEqual({ a: 1 });
      expect((await cli(["run", "base64", "--out", out, "--input=a"])).code).toBe(2);
    });

    test("a field is filled from a file", async () => {
      const path = await file("before.json", '{"a":12345678901234567890}');
      const args = ["run", "json-schema-validator", "--schema-file"];
      const schema = await file("schema.json", '{"properties":{"a":{"type":"string"}}}');
      const checked = await cli([...args, schema, path]);
      expect([checked.code, checked.out]).toEqual([1, expect.stringContaining("/a")]);
      const merged = ["run", "three-way-structured-merge", "--base-file", path, "--theirs", "{}"];
      expect((await cli([...merged, "--ours-file=-"], '{"a":12345678901234567890}')).out).toBe(
        "{}\n",
      );
      const twice = await cli([...merged, "--base", "{}", path]);
      expect([twice.code, twice.err]).toEqual([
        2,
        expect.stringContaining("--base was given twice"),
      ]);
      const lost = await cli([...args, `${path}.not`, path]);
      expect(lost.code).toBe(2);
    });

    test("where a gate says no, what was found is still shown", async () => {
      const [good, bad] = ["0".repeat(64), "1".repeat(64)];
      const args = ["run", "file-hash-checksum-verifier", "--actual", `${bad}  a.txt`];
      const gated = await cli([...args, "--fail-on", "error"], `${good}  a.txt\n`);
      expect([gated.code, gated.out]).toEqual([1, "a.txt: FAILED\n"]);
      expect(gated.err).toContain("error FILE_HASH_CHECKSUM_VERIFIER_FAILED");
    });

    test("exit codes: 0 done, 1 the tool said no, 2 not understood", async () => {
      const failed = await cli(["run", "json-formatter"], "[1,]");
      expect([failed.code, failed.out]).toEqual([1, ""]);
      expect(failed.err).toContain("error JSON_SYNTAX at /input, line 1, column 4");
      expect(failed.err).toContain("^");
      const invalid = await cli(["run", "json-formatter", "--action", "validate"], "[1,]");
      expect(invalid.code).toBe(1);
      expect(invalid.out).toContain("invalid:");
      for (const args of [
        ["run", "nope"],
        ["run"],
        ["frobnicate"],
        ["run", "json-formatter", "--nope", "1"],
        ["schema"],
      ]) {
        const ended = await cli(args);
        expect(`${args.join(" ")} ${ended.code}`).toBe(`${args.join(" ")} 2`);
        expect(ended.err).not.toBe("");
      }
    });

    test("--json prints the envelope, --mode a shorter one", async () => {
      const whole = await cli(["run", "json-formatter", "--json"], "[1]");
      expect(JSON.parse(whole.out)).toMatchObject({
        success: true,
        result: { valid: true, value: [1] },
      });
      const short = await cli(["run", "json-formatter", "--mode", "output"], "[1]");
      expect(JSON.parse(short.out).result).toEqual({ ok: true, output: "[\n  1\n]" });
      const field = await cli(["run", "json-formatter", "--mode", "minify"], "[ 1 ]");
      expect(field.out).toBe("[1]\n");
      const types = ["--before", '{"type":"integer"}', "--after", '{"type":"number"}'];
      const listed = await cli([
        "run",
        "json-schema-compatibility-diff",
        ...types,
        "--mode",
        "full",
      ]);
      expect(listed.out).toContain("| TYPE_EXTENDED | (root) | yes | no |");
      expect(listed.out).not.toContain("success");
    });

    test("search, list, schema, help, version and completions", async () => {
      const found = await cli(["search", "format", "json", "--limit", "1"]);
      expect(found.out).toMatch(/^json-formatter\t/);
      expect((await cli(["search", "zzzzqqqq"])).code).toBe(1);
      expect((await cli(["list", "--category", "Code"])).out).toContain("json-formatter\tCode");
      expect(JSON.parse((await cli(["schema", "json-format"])).out).tool.id).toBe("json-formatter");
      expect((await cli(["--help"])).out).toContain("purebox run TOOL");
      expect((await cli(["help", "json-formatter"])).out).toContain("--sortKeys");
      expect((await cli(["run", "json-formatter", "--help"])).out).toContain("--sortKeys");
      expect((await cli(["--version"])).out).toMatch(/^purebox \d{4}-\d\d-\d\d\n$/);
      for (const shell of ["bash", "zsh", "fish"]) {
        expect((await cli(["completions", shell])).out).toContain("json-formatter");
      }
      expect((await cli(["completions", "tcsh"])).code).toBe(2);
    });

    test("completions for bash are a program that bash understands", async () => {
      const { out } = await cli(["completions", "bash"]);
      const path = await file(
        "completions.bash",
        `${out}\nCOMP_WORDS=(purebox run json-f) COMP_CWORD=2; _purebox; echo "\${COMPREPLY[@]}"`,
      );
      const shell = Bun.spawn(["bash", path], { stdout: "pipe" });
      expect((await new Response(shell.stdout).text()).trim()).toBe("json-formatter");
    });

    test("a pipe that is closed ends the command quietly, a full disk with one line", async () => {
      const large = await file(
        "large.json",
        JSON.stringify(Array.from({ length: 200_000 }, () => 1)),
      );
      const commands = [
        `run json-formatter ${large}`,
        `run json-formatter --json ${large}`,
        "list",
        "help",
      ];
      for (const words of commands) {
        const command = `${commandOf(build).join(" ")} ${words}`;
        const said = async (text: string) => {
          const shell = Bun.spawn(["bash", "-c", text], { stdout: "ignore", stderr: "pipe" });
          return [await new Response(shell.stderr).text(), await shell.exited];
        };
        expect(await said(`${command} | head -c 1; exit \${PIPESTATUS[0]}`)).toEqual(["", 0]);
        if (process.platform !== "linux") continue;
        const [line, code] = await said(`${command} > /dev/full`);
        expect(line).toMatch(/^Cannot write the output: .*no space left.*\n$/);
        expect(code).toBe(1);
      }
    });

    test("batch and pipeline read JSON and YAML", async () => {
      const batch = await file(
        "batch.yaml",
        "requests:\n  - id: a\n    tool_id: json-formatter\n    input: '[1]'\n",
      );
      const done = await cli(["batch", batch]);
      expect(done.code).toBe(0);
      expect(JSON.parse(done.out).summary).toEqual({ total: 1, succeeded: 1, failed: 0 });
      const pipeline = await file(
        "pipeline.json",
        JSON.stringify({
          steps: [{ tool_id: "json-formatter", input: { input: "$INPUT", action: "minify" } }],
        }),
      );
      const piped = await cli(["pipeline", pipeline, "--input", "-"], "[ 1, 2 ]");
      expect(piped).toEqual({ code: 0, out: "[1,2]\n", err: "" });
      const failed = await cli(["pipeline", pipeline, "--input", "-"], "[ 1, 2");
      expect([failed.code, failed.out]).toEqual([1, ""]);
      expect((await cli(["pipeline", await file("bad.json", '{"steps":[]}')])).code).toBe(2);
    });

    test("a receipt made on the command line can be verified there", async () => {
      const made = await cli(["run", "json-formatter", "--receipt", "--json"], "[1]");
      const receipt = await file("receipt.json", made.out);
      const input = await file("input.json", '{"input":"[1]"}');
      const same = await cli(["verify", receipt, input]);
      expect(same.code).toBe(0);
      expect(same.out).toContain("verified");
      const other = await cli(["verify", receipt, await file("other.json", '{"input":"[2]"}')]);
      expect(other.code).toBe(1);
    });
  });
}
