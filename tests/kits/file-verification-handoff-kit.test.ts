import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import Papa from "papaparse";
import kit from "../../kits/file-verification-handoff-kit.ts";
import { runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const ID = "file-verification-handoff-kit";

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run(input).value as Value;
const fileOf = (value: Value, name: string) =>
  value.deliverables.find((file) => file.name === name)?.content ?? "";
const hash = (algorithm: string, content: string) =>
  createHash(algorithm).update(content).digest("hex");

interface Fact {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256?: string;
  readonly path?: string;
}

/** Files as the page would tell of them. */
function factsOf(contents: Readonly<Record<string, string>>): Fact[] {
  return Object.entries(contents).map(([path, content], index) => ({
    id: `f${index}`,
    name: path.split("/").at(-1) ?? "",
    bytes: Buffer.byteLength(content),
    mediaType: "application/octet-stream",
    sha256: hash("sha256", content),
    path,
    digests: {
      sha512: hash("sha512", content),
      sha384: hash("sha384", content),
      sha1: hash("sha1", content),
      md5: hash("md5", content),
    },
  }));
}

const jobOf = (files: readonly object[], options: object = {}) => ({
  kit: ID,
  version: 1,
  files,
  options,
});

const CONTENTS = {
  "readme.txt": "read me\n",
  "docs/Über uns.txt": "wir\n",
  "docs/a b.txt": "blank\n",
  "docs/*star.bin": "star",
  "deep/er/😀.txt": "smile",
  "empty-not.txt": "0",
};

const codesOf = (files: readonly object[], options: object = {}) =>
  valueOf({ job: jobOf(files, options) }).counts.byCode;

function inFolder<T>(contents: Readonly<Record<string, string>>, work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "handoff-"));
  try {
    for (const [path, content] of Object.entries(contents)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const sh = (shell: string, folder: string, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(shell, args, { cwd: folder, encoding: "utf8" });
  return { status, text: stdout + stderr };
};

describe("lists of real tools are read", () => {
  test.each([
    ["sha256sum", "sha256sum -b -- *"],
    ["sha512sum --tag", "sha512sum --tag -- *"],
    ["md5sum", "md5sum -- *"],
    ["shasum", "shasum -a 384 -- *"],
    ["openssl dgst", "openssl dgst -sha256 *"],
    ["two of them, one after the other", "sha256sum -- * && md5sum --tag -- *"],
  ])("%s", (_, command) => {
    const contents = { "a.txt": "a", "b c.txt": "b", "ü.bin": "c" };
    inFolder(contents, (folder) => {
      const { status, text } = sh("bash", folder, "-c", command);
      if (status === 127) return;
      const value = valueOf({ job: jobOf(factsOf(contents), { expected: text }) });
      expect(value.plan.entries.filter(({ verdict }) => verdict !== "ok")).toEqual([]);
      expect(value.counts.ok).toBeGreaterThanOrEqual(3);
      expect(Object.keys(value.counts.byCode).filter((code) => code !== "WEAK_ALGORITHM")).toEqual(
        [],
      );
    });
  });

  test("signed in the clear, and by Get-FileHash", () => {
    const files = factsOf({ "a.txt": "a" });
    const sum = hash("sha256", "a");
    const signed = `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n${sum}  a.txt\n-----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----\n`;
    expect(codesOf(files, { expected: signed })).toEqual({ SIGNATURE_NOT_CHECKED: 1 });
    const windows = `Algorithm : SHA256\r\nHash      : ${sum.toUpperCase()}\r\nPath      : C:\\in\\a.txt\r\n`;
    expect(codesOf(files, { expected: windows, matchBy: "basename" })).toEqual({});
  });

  test.each([
    ["below the folder", (sum: string) => `${sum}  .\\in a\\b.txt\r\n`],
    ["escaped by GNU", (sum: string) => `\\${sum} *in a\\\\b.txt\n`],
    ["with a label", (sum: string) => `SHA256 (in a\\b.txt) = ${sum}\n`],
  ])("paths of Windows, %s", (_, write) => {
    const files = factsOf({ "in a/b.txt": "a" });
    const { plan, counts } = valueOf({
      job: jobOf(files, { expected: write(hash("sha256", "a")) }),
    });
    expect(plan.entries).toMatchObject([{ path: "in a/b.txt", verdict: "ok" }]);
    expect(counts.byCode).toEqual({});
  });

  test("a list that names itself says what to do", () => {
    const line = `${hash("sha256", "")}  SHA256SUMS\n`;
    const expected = `${hash("sha256", "a")}  a.txt\n${line}`;
    for (const others of [{}, { SHA256SUMS: line }]) {
      const files = factsOf({ "a.txt": "a", ...others });
      const [finding] = valueOf({ job: jobOf(files, { expected }) }).findings;
      expect(finding?.message).toEndWith("take its line out: no list can hold its own digest");
    }
  });

  const BASE64 = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3aBcDeFg=";

  test.each([
    [
      "OpenBSD",
      `untrusted comment: verify with openbsd-78-base.pub\n${BASE64}\nSHA256 (a.txt) = SUM\n`,
      "signify -C -p KEY.pub -x SHA256.sig",
    ],
    [
      "minisign",
      `SUM  a.txt\nuntrusted comment: signature\n${BASE64}\ntrusted comment: timestamp:1\n${BASE64}=\n`,
      "minisign -V -p minisign.pub -m SHA256SUMS",
    ],
    [
      "PGP, below the list",
      "SUM  a.txt\n-----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----\n",
      "gpg --verify SHA256SUMS.asc SHA256SUMS",
    ],
  ])("signed by %s: the command that checks it is named", (_, list, command) => {
    const expected = list.replace("SUM", hash("sha256", "a"));
    const { ok, output, value } = run({ job: jobOf(factsOf({ "a.txt": "a" }), { expected }) });
    expect(ok).toBe(true);
    expect((value as Value).counts.byCode).toEqual({ SIGNATURE_NOT_CHECKED: 1 });
    expect(output).toContain(`1 ok, signature not checked (\`${command}\`)`);
  });

  test("signatures that arrived as files of their own are named, and what is no signature of a list or a file is not", () => {
    const contents = {
      "SHA256SUMS.asc": "1",
      "a b.bin": "2",
      "a b.bin.minisig": "3",
      "c.sig": "4",
    };
    const expected = `${hash("sha256", "2")}  a b.bin\n`;
    const { output, value } = run({ job: jobOf(factsOf(contents), { expected }) });
    const told = (value as Value).findings.filter(({ code }) => code === "SIGNATURE_NOT_CHECKED");
    expect(told.map(({ subject, message }) => [subject, message.split(": ")[1]])).toEqual([
      ["SHA256SUMS.asc", "gpg --verify SHA256SUMS.asc"],
      ["a b.bin.minisig", "minisign -V -p minisign.pub -x 'a b.bin.minisig' -m 'a b.bin'"],
    ]);
    expect(output).toContain("(`gpg --verify SHA256SUMS.asc` and 1 more)");
    // Whoever sends has nothing to check.
    const { findings } = valueOf({ job: jobOf(factsOf(contents)) });
    expect(findings.map(({ code }) => code)).toEqual(["NOTHING_EXPECTED"]);
  });

  test("lines within a signature have the numbers that they have in all", () => {
    const signed = `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n${hash("sha256", "a")}  a.txt\nnonsense\n-----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----\nmore\n`;
    const { findings } = valueOf({ job: jobOf(factsOf({ "a.txt": "a" }), { expected: signed }) });
    const lines = findings.filter(({ code }) => code === "MALFORMED_LINE").map(({ line }) => line);
    expect(lines).toEqual([5, 10]);
  });

  test.each([
    ["a digest alone", hash("sha256", "a").toUpperCase()],
    ["of Subresource Integrity", `sha256-${createHash("sha256").update("a").digest("base64")}`],
    ["two, with a word of why", `# of a\r\n\r\n${hash("sha512", "a")}\r\n${hash("sha256", "a")}`],
  ])("%s is that of the only file", (_, expected) => {
    const files = factsOf({ "in/a b.txt": "a" });
    const value = valueOf({ job: jobOf(files, { expected }) });
    expect(value.plan.entries.map(({ verdict }) => verdict)).not.toContain("missing");
    expect(value.counts).toMatchObject({ byCode: {}, extra: 0 });
    expect(value.counts.ok).toBe(value.plan.entries.length);
    expect(value.counts.ok).toBeGreaterThan(0);
    const two = { job: jobOf(factsOf({ "a.txt": "a", "b.txt": "b" }), { expected }) };
    expect(run(two).errors?.[0]?.code).toBe("NO_CHECKSUMS");
  });
});

describe("the scripts", () => {
  const files = factsOf(CONTENTS);
  const value = valueOf({ job: jobOf(files) });
  const withPackage = (contents: Readonly<Record<string, string>>) => ({
    ...contents,
    ...Object.fromEntries(value.deliverables.map(({ name, content }) => [name, content])),
  });

  test.each(["dash", "bash"])("%s: all are as listed", (shell) => {
    inFolder(withPackage(CONTENTS), (folder) => {
      const { status, text } = sh(shell, folder, "verify.sh");
      expect(text.trim()).toBe("6 of 6 files are as listed");
      expect(status).toBe(0);
    });
  });

  test.each(["dash", "bash"])("%s: one differs, one is missing, one is not listed", (shell) => {
    const { "readme.txt": _gone, ...others } = CONTENTS;
    const contents = { ...others, "docs/a b.txt": "other", "new/file.txt": "x" };
    inFolder(withPackage(contents), (folder) => {
      const { status, text } = sh(shell, "/", join(folder, "verify.sh"));
      expect(text).toContain("docs/a b.txt: FAILED\n");
      expect(text).toContain("readme.txt: FAILED open or read\n");
      expect(text).toContain("new/file.txt: not listed\n");
      expect(text).not.toContain("HANDOFF.md");
      expect(text).toContain("4 of 6 files are as listed");
      expect(status).toBe(1);
    });
  });

  test("without a list nothing is checked", () => {
    inFolder({ "verify.sh": fileOf(value, "verify.sh") }, (folder) => {
      expect(sh("dash", folder, "verify.sh").status).toBe(2);
    });
  });

  test.each(["dash", "bash"])("%s: with a list of nothing, too", (shell) => {
    inFolder({ ...withPackage(CONTENTS), SHA256SUMS: "" }, (folder) => {
      const { status, text } = sh(shell, folder, "verify.sh");
      expect({ status, text }).toEqual({ status: 2, text: "SHA256SUMS lists no file\n" });
    });
    expect(fileOf(value, "verify.ps1")).toContain("if ($listed -eq 0) {\n");
  });

  test.each(["sha384", "sha512", "sha1", "md5"])(
    "check by %s where that is what is listed",
    (algorithm) => {
      const other = valueOf({ job: jobOf(files, { algorithms: [algorithm] }) });
      const own = Object.fromEntries(
        other.deliverables.map(({ name, content }) => [name, content]),
      );
      inFolder({ ...CONTENTS, ...own }, (folder) => {
        const { status, text } = sh("dash", folder, "verify.sh");
        expect({ status, text: text.trim() }).toEqual({
          status: 0,
          text: "6 of 6 files are as listed",
        });
      });
    },
  );

  test("that of PowerShell is ASCII, and its brackets and quotes are paired", () => {
    const script = fileOf(value, "verify.ps1");
    expect(script).toMatch(/^[\n\x20-\x7e]*$/);
    const code = script.replaceAll(/'[^'\n]*'|"[^"\n]*"|#.*/g, "");
    expect(code).not.toMatch(/['"]/);
    for (const [open, close] of ["()", "{}", "[]"] as const) {
      expect(code.split(open ?? "").length).toBe(code.split(close ?? "").length);
    }
  });
});

describe("files", () => {
  test("lists are what sha256sum -c takes, in plain order of their paths", () => {
    const files = factsOf(CONTENTS);
    const algorithms = ["sha256", "md5"];
    const value = valueOf({ job: jobOf(files.toReversed(), { algorithms }) });
    const list = fileOf(value, "SHA256SUMS");
    const paths = list
      .trimEnd()
      .split("\n")
      .map((line) => line.slice(66));
    expect(paths).toEqual(Object.keys(CONTENTS).toSorted());
    expect(fileOf(value, "MD5SUMS").split("\n").length).toBe(paths.length + 1);
    expect(hash("sha256", list)).toBe(value.plan.treeSha256 ?? "");
  });

  test("a list of nothing is an empty file", () => {
    const files = factsOf(CONTENTS).map(({ sha256: _sha256, ...file }) => file);
    const list = valueOf({ job: jobOf(files) }).deliverables.find(
      ({ name }) => name === "SHA256SUMS",
    );
    expect(list).toMatchObject({ content: "", bytes: 0, sha256: hash("sha256", "") });
  });

  test("the page is Markdown that shows what was given as it is", () => {
    const note = "Line *one*\n# two | three\n<b>";
    const options = { sender: "A & B", note, date: "2026-11-20T10:00:00+01:00" };
    const value = valueOf({ job: { ...jobOf(factsOf(CONTENTS), options), name: "Release 1_2" } });
    const html = new MarkdownIt({ html: true }).enable("table").render(fileOf(value, "HANDOFF.md"));
    expect(html).toContain("<h1>Release 1_2</h1>");
    expect(html).toContain("Sender: A &amp; B");
    expect(html).toContain("# two | three");
    expect(html).not.toContain("<b>");
    expect(html.match(/<tr>/g)?.length).toBe(Object.keys(CONTENTS).length + 1);
    expect(html).toContain("<td>docs/*star.bin</td>");
    expect(html).toContain("sha256sum -c SHA256SUMS");
  });

  test("the table has every file, also those that did not arrive", () => {
    const files = factsOf({ "=a.txt": "a", "b.txt": "b" });
    const expected = `${hash("sha256", "a")}  =a.txt\n${hash("sha256", "x")}  gone.txt\n`;
    const value = valueOf({ job: jobOf(files, { expected }) });
    const { data } = Papa.parse<Record<string, string>>(fileOf(value, "files.csv").trimEnd(), {
      header: true,
    });
    expect(data.map(({ path, verdict }) => [path, verdict])).toEqual([
      ["'=a.txt", "ok"],
      ["b.txt", "extra"],
      ["gone.txt", "missing"],
    ]);
  });

  test("by names, the table has a file once, under the path that it has here", () => {
    const files = factsOf({ "in/a.txt": "a", "in/b.txt": "b" });
    const expected = `${hash("sha256", "a")}  dist/a.txt\n${hash("sha256", "x")}  dist\\b.txt\n${hash("sha256", "x")}  dist/gone.txt\n`;
    const value = valueOf({ job: jobOf(files, { expected, matchBy: "basename" }) });
    const { data } = Papa.parse<Record<string, string>>(fileOf(value, "files.csv").trimEnd(), {
      header: true,
    });
    expect(data.map(({ path, verdict }) => [path, verdict])).toEqual([
      ["in/a.txt", "ok"],
      ["in/b.txt", "mismatch"],
      ["dist/gone.txt", "missing"],
    ]);
  });

  test("the statement names every file and its digest", () => {
    const value = valueOf({ job: jobOf(factsOf(CONTENTS)) });
    const { predicateType, subject } = JSON.parse(fileOf(value, "delivery.intoto.json")) as {
      predicateType: string;
      subject: { name: string; digest: { sha256: string } }[];
    };
    expect(predicateType).toBe("urn:handoff:checksums:v1");
    expect(subject.map(({ name, digest }) => [name, digest.sha256])).toEqual(
      Object.entries(CONTENTS)
        .toSorted(([left], [right]) => (left < right ? -1 : 1))
        .map(([path, content]) => [path, hash("sha256", content)]),
    );
  });
});

describe("findings", () => {
  const [file] = factsOf({ "a.txt": "a" });
  const { sha256: _sha256, ...unhashed } = file as Fact;
  const unlisted = { ...unhashed, digests: {} };
  const sum = hash("sha256", "a");
  const other = hash("sha256", "x");

  test.each([
    ["DIGEST_MISSING", [unlisted], {}],
    ["FILE_MISMATCH", [file], { expected: `${other}  a.txt` }],
    ["FILE_MISSING", [file], { expected: `${sum}  a.txt\n${sum}  b.txt` }],
    ["UNVERIFIABLE", [file], { expected: `BLAKE3 (a.txt) = ${other}` }],
    ["UNVERIFIABLE", [file], { expected: `BLAKE2b (a.txt) = ${hash("sha512", "a")}` }],
    ["UNVERIFIABLE", [{ ...file, digests: {} }], { expected: `MD5 (a.txt) = ${hash("md5", "a")}` }],
    ["UNVERIFIABLE", [unlisted], { expected: `${sum}  a.txt` }],
    ["UNVERIFIABLE", [unlisted], { expected: `${sum}  in/a.txt`, matchBy: "basename" }],
    ["FILE_EXTRA", [file], { expected: `${sum}  b.txt`, allowExtra: false }],
    ["WEAK_ALGORITHM", [file], { expected: `${hash("sha1", "a")}  a.txt` }],
    ["MALFORMED_LINE", [file], { expected: `${sum}  a.txt\nnonsense` }],
    ["CONFLICTING_ENTRY", [file], { expected: `${sum}  a.txt\n${other}  a.txt` }],
    [
      "CONFLICTING_ENTRY",
      factsOf({ "x/a.txt": "a", "y/a.txt": "b" }),
      { expected: `${sum}  a.txt`, matchBy: "basename" },
    ],
    [
      "CONFLICTING_ENTRY",
      [file],
      { expected: `${sum}  x/a.txt\n${other}  y/a.txt`, matchBy: "basename" },
    ],
    ["EMPTY_FILE", factsOf({ "a.txt": "" }), {}],
    ["CASE_COLLISION", factsOf({ "a.txt": "a", "A.txt": "b" }), {}],
    ["DUPLICATE_CONTENT", factsOf({ "a.txt": "a", "b.txt": "a" }), {}],
    ["NOTHING_EXPECTED", [file], {}],
  ])("%s", (code, files, options) => {
    expect(codesOf(files as object[], options)[code]).toBe(1);
  });

  test.each([
    ["of one content", { "x/a.txt": "a", "y/a.txt": "a" }, `${sum}  a.txt`, "basename"],
    [
      "that nobody listed",
      { "x/b.txt": "b", "y/b.txt": "c", "a.txt": "a" },
      `${sum}  a.txt`,
      "basename",
    ],
    ["where paths count", { "x/a.txt": "a", "y/a.txt": "b" }, `${sum}  x/a.txt`, "path"],
  ])("no conflict of files of one name %s", (_, contents, expected, matchBy) => {
    expect(codesOf(factsOf(contents), { expected, matchBy })["CONFLICTING_ENTRY"]).toBeUndefined();
  });

  test("an extra file is told of once, and is no error unless that is asked for", () => {
    const files = factsOf({ "a.txt": "a", "b.txt": "b" });
    const value = valueOf({ job: jobOf(files, { expected: `${sum}  a.txt` }) });
    expect(value.counts).toMatchObject({ ok: 1, extra: 1, error: 0 });
    expect(value.verdict).toBe("pass");
    const [, extra] = value.plan.entries;
    expect(extra).toMatchObject({ path: "b.txt", algorithm: "sha256", expected: null });
  });

  test("an extra file without SHA-256 is told of by its first digest", () => {
    const [first, second] = factsOf({ "a.txt": "a", "b.txt": "b" }) as [Fact, Fact];
    const { sha256: _none, ...extra } = second;
    const value = valueOf({ job: jobOf([first, extra], { expected: `${sum}  a.txt` }) });
    expect(value.plan.entries[1]).toMatchObject({ path: "b.txt", algorithm: "sha512" });
  });

  test("weak lists are taken when that is asked for", () => {
    const expected = `${hash("md5", "a")}  a.txt`;
    expect(valueOf({ job: jobOf([file as Fact], { expected }) }).verdict).toBe("review");
    const options = { expected, allowWeak: true };
    expect(valueOf({ job: jobOf([file as Fact], options) }).verdict).toBe("pass");
  });
});

describe("a job that cannot be used", () => {
  const [file] = factsOf({ "a.txt": "a" }) as [Fact];
  test.each([
    ["JOB_KIT_MISMATCH", { ...jobOf([file]), kit: "other" }, "/job/kit"],
    ["JOB_VERSION_UNSUPPORTED", { ...jobOf([file]), version: 2 }, "/job/version"],
    ["DUPLICATE_FILE_ID", jobOf([file, { ...file, path: "b" }]), "/job/files/1/id"],
    ["PATH_UNSAFE", jobOf([{ ...file, path: "/etc/passwd" }]), "/job/files/0/path"],
    ["PATH_UNSAFE", jobOf([{ ...file, path: "a\nb" }]), "/job/files/0/path"],
    ["PATH_UNSAFE", jobOf([{ ...file, path: "C:\\a" }]), "/job/files/0/path"],
    ["DUPLICATE_PATH", jobOf([file, { ...file, id: "g", path: "./a.txt" }]), "/job/files/1/path"],
    ["FORM", jobOf([file], { date: "yesterday" }), "/job/options/date"],
    ["NO_CHECKSUMS", jobOf([file], { expected: "nothing\n" }), "/job/options/expected"],
    ["FORM", jobOf([{ ...file, name: "a/b" }]), "/job/files/0/name"],
    ["FORM", jobOf([{ ...file, name: ".." }]), "/job/files/0/name"],
    ["FORM", jobOf([{ ...file, name: "." }]), "/job/files/0/name"],
    ["RANGE", jobOf([{ ...file, name: "" }]), "/job/files/0/name"],
    ["FORM", jobOf([{ ...file, name: "a\u0085b" }]), "/job/files/0/name"],
    ["FORM", jobOf([{ ...file, name: "a".repeat(256) }]), "/job/files/0/name"],
    ["UNKNOWN_FIELD", jobOf([{ ...file, password: "x" }]), "/job/files/0/password"],
    ["RANGE", jobOf([]), "/job/files"],
    [
      "LIMIT_EXCEEDED",
      jobOf(Array.from({ length: 2001 }, (_, at) => ({ ...file, id: `f${at}`, path: `p${at}` }))),
      "/job/files",
    ],
  ])("%s", (code, job, path) => {
    const { ok, errors } = run({ job });
    expect(ok).toBe(false);
    expect(errors?.[0]).toMatchObject({ code, path });
  });

  test.each(["😀".repeat(255), "...", ".a", "..a", "a.", "a b"])("%s is a name", (name) => {
    expect(run({ job: jobOf([{ ...file, name }]) }).ok).toBe(true);
  });

  test("verify needs a manifest", () => {
    expect(run({ job: jobOf([file]), action: "verify" }).errors?.[0]?.code).toBe(
      "MANIFEST_MISSING",
    );
  });
});

describe("a manifest", () => {
  const files = factsOf({ "a.txt": "a", "b.txt": "b" });
  const job = jobOf(files);
  const { jobSha256 } = valueOf({ job });
  const manifest = {
    kit: ID,
    version: 1,
    jobSha256,
    status: "complete",
    engine: [{ name: "hash-wasm", version: "4.13.0" }],
    inputs: files.map(({ id, bytes, sha256 }) => ({ id, bytes, sha256 })),
    outputs: [] as object[],
    problems: [] as object[],
  };
  const [first, second] = manifest.inputs;

  test("of the job passes, and gives the list of what was read", () => {
    const value = valueOf({ job, manifest });
    expect(value.verdict).toBe("pass");
    expect(value.deliverables.map(({ name }) => name)).toEqual([
      "job.json",
      "manifest.json",
      "SHA256SUMS",
    ]);
    expect(fileOf(value, "SHA256SUMS")).toBe(fileOf(valueOf({ job }), "SHA256SUMS"));
    expect(JSON.parse(fileOf(value, "manifest.json"))).toEqual(manifest);
    expect(value.verification?.counts).toEqual({
      match: 0,
      missing: 0,
      unexpected: 0,
      mismatch: 0,
    });
  });

  test.each([
    ["KIT_MISMATCH", { kit: "other" }],
    ["JOB_MISMATCH", { jobSha256: hash("sha256", "x") }],
    ["INPUT_MISSING", { inputs: [first] }],
    ["INPUT_CHANGED", { inputs: [first, { ...second, bytes: 9 }] }],
    ["INPUT_CHANGED", { inputs: [first, { ...second, sha256: hash("sha256", "x") }] }],
    ["INPUT_CHANGED", { inputs: [first, { ...second, bytes: 9, sha256: hash("sha256", "x") }] }],
    ["INPUT_UNKNOWN", { inputs: [first, second, { ...second, id: "z" }] }],
    ["NOT_COMPLETE", { status: "cancelled" }],
    ["PROBLEM_REPORTED", { problems: [{ code: "READ", message: "a.txt changed" }] }],
    [
      "OUTPUT_UNEXPECTED",
      {
        outputs: [
          { name: "x", mediaType: "text/plain", bytes: 1, sha256: hash("sha256", "x"), from: [] },
        ],
      },
    ],
  ])("%s", (code, changed) => {
    const { counts } = valueOf({ job, manifest: { ...manifest, ...changed } });
    expect(counts.byCode[code]).toBe(1);
  });

  test("an output that is named twice is a declared failure", () => {
    const output = { name: "x", mediaType: "text/plain", bytes: 1, sha256: hash("sha256", "x") };
    const twice = [output, output].map((one) => ({ ...one, from: [] }));
    const { counts } = valueOf({ job, manifest: { ...manifest, outputs: twice } });
    expect(counts.byCode["OUTPUT_DUPLICATE"]).toBe(1);
    expect(Object.keys(kit.failures)).toContain("OUTPUT_DUPLICATE");
  });

  test("a problem without a message is told in words", () => {
    const problems = [{ code: "READ", message: " " }];
    const { warnings } = run({ job, manifest: { ...manifest, problems } });
    const told = warnings?.find(({ code }) => code === "PROBLEM_REPORTED");
    expect(told?.message).toBe("The page reported a problem without a message");
  });

  test("of another version is refused", () => {
    const { ok, errors } = run({ job, manifest: { ...manifest, version: 2 } });
    expect(ok).toBe(false);
    expect(errors?.[0]?.path).toBe("/manifest/version");
  });

  test("of files without digests says that any content would do", () => {
    const open = jobOf(files.map(({ sha256: _sha256, ...file }) => file));
    const { jobSha256: own } = valueOf({ job: open });
    const value = valueOf({ job: open, manifest: { ...manifest, jobSha256: own } });
    expect(value.counts.byCode["INPUT_NOT_PINNED"]).toBe(2);
  });
});

test("one changed byte turns exactly one entry, and one more file the tree", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.string(), { minKeys: 2, maxKeys: 8 }),
      fc.nat(),
      (contents, pick) => {
        const names = Object.keys(contents);
        const changed = names[pick % names.length] ?? "";
        const expected = fileOf(valueOf({ job: jobOf(factsOf(contents)) }), "SHA256SUMS");
        const arrived = factsOf({ ...contents, [changed]: `${contents[changed]}!` });
        const value = valueOf({ job: jobOf(arrived, { expected }) });
        expect(value.counts).toMatchObject({ ok: names.length - 1, mismatch: 1, extra: 0 });
        const more = valueOf({ job: jobOf(factsOf({ ...contents, "0": "more" })) });
        expect(more.plan.treeSha256).not.toBe(hash("sha256", expected));
      },
    ),
  );
});
