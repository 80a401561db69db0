/** The command line, from source and as the binary. */
import { describe, expect, test } from "bun:test";
import { closeSync, constants, openSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { COMMANDS } from "../../app/cli/commands.ts";
import { BUILDS, type Build, commandOf, programIn } from "../support/program.ts";

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
      expect((await cli([...args, "--force=false"])).code).toBe(2);
      expect((await cli([...args, "--force=no"])).err).toContain("--force is true or false");
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
      expect((await cli(["--version"])).out).toMatch(/^purebox \d{4}-\d\d-\d\d\n$/);
      expect((await cli(["completions", "tcsh"])).code).toBe(2);
    });

    test("help for all, for every command, and for a tool with its examples as command lines", async () => {
      expect((await cli(["--help"])).out).toContain("purebox run TOOL");
      for (const name of COMMANDS.names) {
        const asked = await cli([name, "--help"]);
        expect([name, asked.code, asked.err]).toEqual([name, 0, ""]);
        expect(asked.out).toStartWith(`purebox ${name}`);
        expect(asked.out).toContain("Examples:");
        const flags = Object.keys((await COMMANDS.load(name))?.flags ?? {});
        for (const flag of flags) expect(asked.out).toContain(`  --${flag}`);
        if (build === "binary") continue;
        expect((await cli(["help", name])).out).toBe(asked.out);
      }
      const help = await cli(["help", "json-formatter"]);
      expect(help.out).toContain("--sort-keys");
      expect(help.out).toContain("format|minify|validate|sort|canonical");
      expect((await cli(["run", "json-formatter", "--help"])).out).toBe(help.out);
      expect((await cli(["keys", "create", "--help"])).code).toBe(0);
      const example = /purebox (run json-formatter .*--dialect json5 .*)/.exec(help.out)?.[1] ?? "";
      const path = await file("example.sh", `${commandOf(build).join(" ")} ${example}`);
      const shell = Bun.spawn(["sh", path], { stdout: "pipe", stderr: "ignore" });
      expect(await new Response(shell.stdout).text()).toBe('{"a":"it","b":[0.5,31]}\n');
    });

    test("what is misspelt is answered with what was meant", async () => {
      const meant: readonly (readonly [readonly string[], string])[] = [
        [["serach", "x"], "did you mean search?"],
        [["run", "json-formater"], "did you mean json-formatter"],
        [["run", "json-formatter", "--actoin", "minify"], "did you mean --action?"],
        [["run", "json-formatter", "--sort-kyes"], "did you mean --sort-keys?"],
        [["list", "--categry", "Code"], "did you mean --category?"],
        [["list", "--category", "Cdoe"], "Code"],
        [["serve", "--prot", "1"], "did you mean --port?"],
        [["help", "pipline"], "did you mean pipeline"],
        [["run", "jsn"], "did you mean json-formatter"],
        [["json-formatter", "a.json"], "did you mean run json-formatter?"],
        [["run", "json-formatter", "-sort-keys"], "did you mean --sort-keys?"],
        [["version", "x"], "takes no words"],
      ];
      for (const [args, words] of meant) {
        const { code, err } = await cli(args);
        expect([args, code, err]).toEqual([args, 2, expect.stringContaining(words)]);
      }
    });

    test("bytes are faithful both ways", async () => {
      const bytes = Uint8Array.from({ length: 512 }, (_, index) => (index * 7) % 256);
      const path = `${folder}/bytes-${build}`;
      await Bun.write(path, bytes);
      const base64 = bytes.toBase64();
      expect((await cli(["run", "base64", path])).out).toBe(`${base64}\n`);
      const decoder = Bun.spawn([...commandOf(build), "run", "base64", "--action", "decode"], {
        stdin: new TextEncoder().encode(base64),
        stdout: "pipe",
      });
      expect(await new Response(decoder.stdout).bytes()).toEqual(bytes);
      const text = await cli(["run", "base64", "--action", "decode", "--input", "aGk="]);
      expect(text.out).toBe("hi");
      const hex = ["--action", "decode", "--output-as", "hex", "--input", "aGk="];
      expect((await cli(["run", "base64", ...hex])).out).toBe("6869\n");
      const url = ["run", "url-encoder", "--action", "decode", "--input", "a%0Ab"];
      expect((await cli(url)).out).toBe("a\nb");
      const digest = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
      const hashed = await cli(["run", "hash-generator", "--algorithms", "sha256", path]);
      expect(hashed.out).toBe(`${digest}\n`);
      expect((await cli(["run", "url-encoder", path])).out).toContain("%15%1C%23");
      const list = await file("SHA256SUMS", `${digest}  bytes-${build}\n`);
      const check = ["run", "file-hash-checksum-verifier", "--files", path, list];
      expect(await cli(check)).toMatchObject({ code: 0, out: `bytes-${build}: OK\n` });
      const manifest = await cli(["run", "artifact-delivery-manifest", path, list]);
      expect(manifest.out).toContain(digest);
      // What is said of the input does not fit bytes.
      for (const fields of [
        ["url-encoder", "--action", "decode"],
        ["hash-generator", "--text-encoding", "hex"],
      ]) {
        const said = await cli(["run", ...fields, path]);
        expect([said.code, said.err]).toEqual([2, expect.stringContaining("is not UTF-8 text")]);
      }
      expect((await cli(["run", "base64", "--input", `@${path}`])).out).toBe(`${base64}\n`);
      const piped = await file(
        "decode.yaml",
        "steps: [{tool_id: base64, input: {input: $INPUT, action: decode}}]",
      );
      expect((await cli(["pipeline", piped, "--input", "-"], "aGk=")).out).toBe("hi");
      const refused = await cli(["run", "csv-to-json", path]);
      expect(refused.code).toBe(2);
      expect(refused.err).toContain("is not UTF-8 text: byte 20 (85) belongs to no character");
    });

    test("a flag of a list adds up, one of a single value cannot be given two", async () => {
      const year = ["run", "business-days-calculator", "--start", "2026-12-01", "--end=2026-12-31"];
      const days = ["--holidays", "2026-12-24,2026-12-25", "--holidays", "2026-12-31"];
      expect((await cli([...year, ...days])).out).toBe("20\n");
      const same = await cli(["run", "json-formatter", "--indent", "0", "--indent=0"], "[ 1 ]");
      expect(same.out).toBe("[1]\n");
      const twice = await cli(["run", "json-formatter", "--indent", "0", "--indent=2"], "[1]");
      expect([twice.code, twice.err]).toEqual([
        2,
        expect.stringContaining("--indent was given twice"),
      ]);
    });

    test("@ reads a field from a file, @@ is an @", async () => {
      const schema = await file("at.json", '{"type":"array"}');
      const args = ["run", "json-schema-validator", "--data", "[]", "--schema", `@${schema}`];
      expect((await cli(args)).code).toBe(0);
      expect((await cli(["run", "base64", "--input", "@@a"])).out).toBe("QGE=\n");
      const lost = await cli(["run", "json-formatter", "--input", "@nowhere.json"]);
      expect([lost.code, lost.err]).toEqual([2, expect.stringContaining("written @@")]);
    });

    test("standard input is read to the limit and no further", async () => {
      const script = `yes '["aaaaaaaaaaaaaaaaaaaaaa"]' | ${commandOf(build).join(" ")} run json-formatter --max-input-chars 100000`;
      const shell = Bun.spawn(["sh", "-c", script], { stdout: "pipe", stderr: "pipe" });
      const said = await new Response(shell.stderr).text();
      expect([await shell.exited, said]).toEqual([
        1,
        expect.stringContaining("100,000 characters"),
      ]);
    });

    test("completions know commands, flags, tools, fields and their words", async () => {
      const after = async (...words: string[]) =>
        (await cli(["__complete", ...words])).out
          .split("\n")
          .flatMap((line) => line.split("\t")[0] ?? []);
      expect(await after("pip")).toContain("pipeline");
      expect(await after("run", "json-f")).toContain("json-formatter");
      expect(await after("run", "json-formatter", "--so")).toContain("--sort-keys");
      expect(await after("run", "json-formatter", "--action", "")).toContain("minify");
      expect(await after("run", "json-formatter", "--action", "=", "mi")).toContain("minify");
      expect(await after("list", "--category", "F")).toEqual(["Finance", ""]);
      expect(await after("serve", "--tr")).toContain("--trust-proxy");
      expect(await after("help", "js")).toContain("json-query");
      expect(await after("completions", "z")).toContain("zsh");
    });

    test("completions for bash, zsh and fish are programs that these understand", async () => {
      const env = await programIn(folder, build);
      const ask: Readonly<Record<string, string>> = {
        bash: 'COMP_WORDS=(purebox run json-f) COMP_CWORD=2; _purebox; echo "${COMPREPLY[@]}"',
        fish: "complete -C 'purebox run json-f'",
        zsh: 'compadd() { shift; print -l -- "$@" }; words=(purebox run json-f) CURRENT=3; _purebox',
      };
      for (const [shell, question] of Object.entries(ask)) {
        const { out } = await cli(["completions", shell]);
        if (Bun.which(shell) === null) continue;
        const start = shell === "zsh" ? "autoload -U compinit; compinit -u -D\n" : "";
        const path = await file(`completions.${shell}`, `${start}${out}\n${question}`);
        const asked = Bun.spawn([shell, path], { env, stdout: "pipe" });
        expect(await new Response(asked.stdout).text()).toMatch(/^json-formatter\b/);
      }
    });

    test("a pipe that is closed ends the command quietly, a full disk with one line", async () => {
      const large = await file(
        "large.json",
        JSON.stringify(Array.from({ length: 200_000 }, () => 1)),
      );
      const steps = await file(
        "large.yaml",
        "steps: [{tool_id: json-formatter, input: {input: $INPUT}}]",
      );
      const calls = await file(
        "calls.json",
        '{"requests":[{"id":"a","tool_id":"base64","input":"a"}]}',
      );
      const commands = [
        `run json-formatter ${large}`,
        `run json-formatter --json ${large}`,
        `pipeline ${steps} --input ${large}`,
        `batch ${calls}`,
        "list",
        "search json",
        "schema json-formatter",
        "help",
        "help json-formatter",
        "completions bash",
        "version",
      ];
      for (const words of commands) {
        const command = `${commandOf(build).join(" ")} ${words}`;
        const said = async (text: string) => {
          const shell = Bun.spawn(["bash", "-c", text], { stdout: "ignore", stderr: "pipe" });
          return [words, await new Response(shell.stderr).text(), await shell.exited];
        };
        // So late that nobody is there to read.
        const late = `(sleep 0.1; exec ${command}) | true; exit \${PIPESTATUS[0]}`;
        expect(await said(late)).toEqual([words, "", 0]);
        if (process.platform !== "linux") continue;
        const full = expect.stringMatching(/^Cannot write the output: .*no space left.*\n$/);
        expect(await said(`${command} > /dev/full`)).toEqual([words, full, 1]);
      }
      const cut = `${commandOf(build).join(" ")} run json-formatter ${large} | head -c 1`;
      const shell = Bun.spawn(["bash", "-c", `${cut}; exit \${PIPESTATUS[0]}`], { stdout: "pipe" });
      expect([await new Response(shell.stdout).text(), await shell.exited]).toEqual(["[", 0]);
    });

    test("a reader that is slow gets every byte, whether the pipe waits or not", async () => {
      const length = 100_000;
      const value = Array.from({ length }, (_, index) => index);
      const large = await file("slow.json", JSON.stringify(value));
      const expected = `${JSON.stringify(value, null, 2)}\n`;
      const command = [...commandOf(build), "run", "json-formatter", large];
      const waits = Bun.spawn(["sh", "-c", `${command.join(" ")} | (sleep 0.3; cat)`], {
        stdout: "pipe",
      });
      expect((await new Response(waits.stdout).text()) === expected).toBe(true);
      const fifo = `${folder}/fifo-${build}`;
      Bun.spawnSync(["mkfifo", fifo]);
      // Open for both, so that neither the opening waits nor the writing.
      const pipe = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
      const reader = Bun.spawn(["sh", "-c", `sleep 0.3; head -c ${expected.length} ${fifo}`], {
        stdout: "pipe",
      });
      const writer = Bun.spawn(command, { stdout: pipe, stderr: "pipe" });
      expect((await new Response(reader.stdout).text()) === expected).toBe(true);
      expect([await writer.exited, await new Response(writer.stderr).text()]).toEqual([0, ""]);
      closeSync(pipe);
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
      const large = `[${"1,".repeat(200_000)}1]`;
      expect((await cli(["pipeline", pipeline, "--input", "-"], large)).out).toBe(`${large}\n`);
      const checks = await file(
        "check.yaml",
        "input: '[1,]'\nsteps: [{ tool_id: json-formatter, input: { input: $INPUT, action: validate } }]",
      );
      const no = await cli(["pipeline", checks]);
      expect([no.code, no.out]).toEqual([1, expect.stringContaining("invalid")]);
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
