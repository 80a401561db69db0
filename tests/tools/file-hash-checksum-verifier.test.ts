import { describe, expect, test } from "bun:test";
import { CryptoHasher } from "bun";
import fc from "fast-check";
import {
  CHECKSUM_ALGORITHMS,
  type ChecksumAlgorithm,
  checksumOf,
} from "../../tools/_lib/bytes/checksums/algorithms.ts";
import { readChecksums, writeChecksumLine } from "../../tools/_lib/bytes/checksums/read.ts";
import type { Value } from "../../tools/file-hash-checksum-verifier.ts";
import tool from "../../tools/file-hash-checksum-verifier.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run(input).value as Value;
const bytes = (text: string) => new TextEncoder().encode(text);
const sum = (text: string, algorithm: ChecksumAlgorithm = "sha256") =>
  checksumOf(algorithm, bytes(text));
const HELLO = sum("hello\n");
const read = (text: string, algorithm?: ChecksumAlgorithm) =>
  readChecksums(text, algorithm).checksums.map((one) => [one.algorithm, one.digest, one.path]);
const warnings = (input: object) =>
  run(input).warnings?.map(({ code, path, line }) => `${code} ${path} ${line}`);

describe("algorithms", () => {
  test.each([
    ["md5", "md5"],
    ["sha1", "sha1"],
    ["sha224", "sha224"],
    ["sha256", "sha256"],
    ["sha384", "sha384"],
    ["sha512", "sha512"],
    ["sha512-256", "sha512-256"],
    ["sha3-256", "sha3-256"],
    ["sha3-512", "sha3-512"],
    ["blake2b512", "blake2b512"],
  ] as const)("%s agrees with the engine's own", (name, own) => {
    expect(sum("hello\n", name)).toBe(new CryptoHasher(own).update("hello\n").digest("hex"));
  });

  test("CRC-32 of the check value", () => {
    expect(sum("123456789", "crc32")).toBe("cbf43926");
  });
});

describe("dialects", () => {
  const base64 = Buffer.from(HELLO, "hex").toString("base64");

  test.each([
    [`${HELLO}  a b.txt`, "a b.txt"],
    [`${HELLO} *a.bin`, "a.bin"],
    [`${HELLO}  *star`, "*star"],
    [`${HELLO}\ta.txt`, "a.txt"],
    [`${HELLO} one-space`, "one-space"],
    [`${HELLO}  ./././a`, "a"],
    [`${HELLO.toUpperCase()}  a`, "a"],
    [`\\${HELLO}  a\\nb\\\\c\\rd`, "a\nb\\c\rd"],
    [`${HELLO}  a\\nb`, "a\\nb"],
    [`SHA256 (a (1) = b.txt) = ${HELLO}`, "a (1) = b.txt"],
    [`sha-256 (a) = ${HELLO}`, "a"],
    [`\\SHA256 (a\\nb) = ${HELLO}`, "a\nb"],
    [`SHA2-256(a.txt)= ${HELLO}`, "a.txt"],
    [`sha256-${base64}  a.js`, "a.js"],
    [`SHA256          ${HELLO.toUpperCase()}       C:\\x y\\a.txt   `, "C:\\x y\\a.txt"],
    [HELLO, undefined],
    [`sha256-${base64}`, undefined],
  ])("%s", (line, path) => {
    expect(read(line)).toEqual([["sha256", HELLO, path]]);
  });

  test.each([
    "not a checksum",
    `${HELLO.slice(1)}  a`,
    `SHA256 (a) = ${HELLO.slice(2)}`,
    `SHA9 (a) = ${HELLO}`,
    `SHA256 (a)= ${HELLO}`,
    `\\${HELLO}  a\\x`,
    "sha256-abcd  a",
    `${HELLO}`.slice(0, 10),
  ])("none: %s", (line) => {
    const { checksums, malformed } = readChecksums(line);
    expect(checksums).toEqual([]);
    expect(malformed).toEqual([{ line: 1, text: line }]);
  });

  test("PowerShell's list and table, with their heads", () => {
    const list = `\r\nAlgorithm : SHA256\r\nHash      : ${HELLO.toUpperCase()}\r\nPath      : C:\\a b.txt\r\n\r\n`;
    expect(read(list + list.replace("a b", "c"))).toEqual([
      ["sha256", HELLO, "C:\\a b.txt"],
      ["sha256", HELLO, "C:\\c.txt"],
    ]);
    const table = `Algorithm       Hash                 Path\n---------       ----      ----\nMD5             ${sum("a", "md5").toUpperCase()}       C:\\a.txt\n`;
    expect(read(table)).toEqual([["md5", sum("a", "md5"), "C:\\a.txt"]]);
  });

  test("comments, blank lines, a mark, and other line ends", () => {
    expect(read(`\ufeff# sums\r\n\r\n${HELLO}  a\r\n`)).toEqual([["sha256", HELLO, "a"]]);
    expect(read(`${HELLO}  a\r${HELLO}  b\r`)).toEqual([
      ["sha256", HELLO, "a"],
      ["sha256", HELLO, "b"],
    ]);
  });

  test("lists with NUL: names keep their line ends and their backslashes", () => {
    expect(read(`${HELLO}  a\nb\0${HELLO}  c\\nd\0`)).toEqual([
      ["sha256", HELLO, "a\nb"],
      ["sha256", HELLO, "c\\nd"],
    ]);
  });

  test("the algorithm by length, or as it is given", () => {
    for (const name of ["crc32", "md5", "sha1", "sha224", "sha256", "sha384", "sha512"] as const) {
      expect(read(`${sum("x", name)}  a`)[0]?.[0]).toBe(name);
    }
    for (const name of ["sha3-256", "blake2b512"] as const) {
      expect(read(`${sum("x", name)}  a`, name)[0]?.[0]).toBe(name);
    }
    expect(readChecksums(`${HELLO}  a`, "md5").malformed).toHaveLength(1);
  });

  test("what is written is read, whatever the path", () => {
    const path = fc
      .string({ unit: "binary", minLength: 1 })
      .filter((text) => !text.includes("\0") && !text.startsWith("./"));
    fc.assert(
      fc.property(path, (name) => {
        expect(read(writeChecksumLine(HELLO, name))).toEqual([["sha256", HELLO, name]]);
      }),
    );
  });
});

describe("verdicts", () => {
  const file = (path: string, content = "hello\n") => ({ path, content });
  const entries = (input: object) =>
    valueOf(input).entries.map(({ path, algorithm, verdict }) => `${path} ${algorithm} ${verdict}`);

  test("one file by two algorithms", () => {
    const input = `${HELLO}  a\n${sum("x", "md5")}  a\n`;
    expect(entries({ input, files: [file("a")] })).toEqual(["a md5 mismatch", "a sha256 ok"]);
    expect(entries({ input, actual: `${HELLO}  a` })).toEqual([
      "a md5 unverifiable",
      "a sha256 ok",
    ]);
  });

  test("contents win over what was computed", () => {
    const input = { input: `${HELLO}  a`, files: [file("a")], actual: `${sum("x")}  a` };
    expect(entries(input)).toEqual(["a sha256 ok"]);
  });

  test("by path, or by the last part of it", () => {
    const input = { input: `${HELLO}  dist/a`, actual: `${HELLO}  C:\\out\\a` };
    expect(entries(input)).toEqual(["C:\\out\\a sha256 extra", "dist/a sha256 missing"]);
    expect(entries({ ...input, matchBy: "basename" })).toEqual(["dist/a sha256 ok"]);
  });

  test("what is surplus spoils nothing, and is hashed as is wished", () => {
    const input = { input: `${HELLO}  a`, files: [file("a"), file("b", "")] };
    expect(run(input)).toMatchObject({ valid: true, output: "a: OK\nb: EXTRA" });
    expect(valueOf(input).entries[1]).toEqual({
      path: "b",
      algorithm: "sha256",
      expected: null,
      actual: sum(""),
      verdict: "extra",
    });
    const chosen = {
      input: `${sum("hello\n", "sha3-256")}  a`,
      files: input.files,
      algorithm: "sha3-256",
    };
    expect(valueOf(chosen).entries[1]?.actual).toBe(sum("", "sha3-256"));
  });

  test("one line for each entry, whatever its path", () => {
    const files = [file("a\nb"), file("c\\d")];
    const list = files.map(({ path }) => writeChecksumLine(HELLO, path)).join("");
    expect(run({ input: list, files }).output).toBe("\\a\\nb: OK\nc\\d: OK");
  });

  test("what spoils, and what may be let pass", () => {
    const missing = { input: `${HELLO}  a\n${HELLO}  b`, actual: `${HELLO}  a` };
    expect(run(missing).valid).toBe(false);
    expect(run({ ...missing, ignoreMissing: true }).valid).toBe(true);
    const none = { input: `${HELLO}  a`, actual: "", ignoreMissing: true };
    expect(run(none).valid).toBe(false);
    const odd = { input: `${HELLO}  a\n?`, actual: `${HELLO}  a` };
    expect(run(odd).valid).toBe(true);
    expect(run({ ...odd, strict: true }).valid).toBe(false);
  });

  test("digests that stand alone", () => {
    expect(entries({ input: HELLO, files: [file("a")] })).toEqual(["a sha256 ok"]);
    expect(entries({ input: HELLO, actual: `${HELLO}  a` })).toEqual(["a sha256 ok"]);
    expect(entries({ input: `${HELLO}  a`, actual: HELLO })).toEqual(["a sha256 ok"]);
    expect(entries({ input: HELLO, actual: HELLO })).toEqual(["- sha256 ok"]);
    const two = { input: HELLO, files: [file("a"), file("b")] };
    // A line that stands for no file is none that could be read.
    expect(run(two).errors?.map(({ code }) => code)).toEqual(["NO_CHECKSUMS"]);
    const more = { ...two, input: `${HELLO}\n${HELLO}  b` };
    expect(valueOf(more).counts).toMatchObject({ malformed: 1, ok: 1, extra: 1 });
  });

  test("of files with one base name that of the same folder", () => {
    const input = `${sum("1")}  x/index.html\n${sum("2")}  y/index.html`;
    const files = [
      { path: "y/index.html", content: "2" },
      { path: "x/index.html", content: "1" },
    ];
    const actual = `${sum("2")}  y/index.html\n${sum("1")}  x/index.html`;
    expect(run({ input, files, matchBy: "basename" }).valid).toBe(true);
    expect(run({ input, actual, matchBy: "basename" }).valid).toBe(true);
    expect(run({ input: `${sum("2")}  index.html`, files, matchBy: "basename" }).valid).toBe(true);
  });

  test("of files with one path the first, and a warning", () => {
    const files = [file("a"), { path: "./a", content: "x" }, file("a")];
    const { valid, warnings: found } = run({ input: `${HELLO}  a`, files });
    expect(valid).toBe(true);
    expect(found?.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "CONFLICTING_ENTRY /files/1/path",
      "DUPLICATE_ENTRY /files/2/path",
    ]);
    expect(valueOf({ input: `${HELLO}  b`, files }).counts).toMatchObject({ extra: 1, missing: 1 });
  });

  test("Base64, in lines too, and bytes that are no text", () => {
    const content = Buffer.from([0, 255, 128]).toString("base64");
    const input = `${checksumOf("sha256", Uint8Array.of(0, 255, 128))}  a`;
    const files = [
      { path: "a", content: ` ${content.slice(0, 2)}\r\n${content.slice(2)}`, encoding: "base64" },
    ];
    expect(run({ input, files }).valid).toBe(true);
  });
});

describe("warnings", () => {
  test("in the order of lines, the list before what was computed", () => {
    const [other, weak] = [sum("x"), sum("x", "sha1")];
    const input = `?\n${HELLO}  a\n${HELLO}  a\n${other}  a\n${weak}  b\n${weak}  c`;
    expect(warnings({ input, actual: `${HELLO}  a\n!` })).toEqual([
      "MALFORMED_LINE /input 1",
      "DUPLICATE_ENTRY /input 3",
      "CONFLICTING_ENTRY /input 4",
      "WEAK_ALGORITHM /input 5",
      "MALFORMED_LINE /actual 2",
    ]);
  });

  test("of two digests each is judged", () => {
    const input = { input: `${HELLO}  a\n${sum("x")}  a`, files: [{ path: "a", content: "x" }] };
    expect(valueOf(input).entries.map(({ verdict }) => verdict)).toEqual(["mismatch", "ok"]);
  });
});

describe("laws", () => {
  test("a list made of files fits them; one digit less, and that file alone does not", () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z /]{0,8}$/), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(
        names,
        fc.constantFrom(...CHECKSUM_ALGORITHMS.filter((name) => name !== "crc32")),
        fc.nat(),
        (paths, algorithm, pick) => {
          const files = paths.map((path, at) => ({ path, content: `content ${at}` }));
          const lines = files.map(({ path, content }) => `${sum(content, algorithm)}  ${path}`);
          const input = { input: lines.join("\n"), files, algorithm };
          expect(run(input)).toMatchObject({ valid: true });
          const at = pick % lines.length;
          const flipped = (lines[at] as string).replace(/^./, (digit) =>
            digit === "0" ? "1" : "0",
          );
          const entries = valueOf({ ...input, input: lines.with(at, flipped).join("\n") }).entries;
          for (const { path, verdict } of entries) {
            expect(verdict).toBe(path === paths[at] ? "mismatch" : "ok");
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("bad input", () => {
  const errors = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

  test("checked in a fixed order", () => {
    const files = [{ path: "a", content: "!", encoding: "base64" }];
    expect(errors({ input: "?", files })).toEqual(["NO_CHECKSUMS /input"]);
    expect(errors({ input: `${HELLO}  a`, files })).toEqual(["BASE64_INVALID /files/0/content"]);
    expect(errors({ input: `${HELLO}  a` })).toEqual(["NOTHING_TO_COMPARE /actual"]);
    expect(errors({ input: `${HELLO}  a`, files: [{ path: 1, content: "" }] })?.[0]).toStartWith(
      "TYPE",
    );
  });

  test("long lines cost what they are long", () => {
    for (const text of [
      ")".repeat(99_000),
      "SHA256 (" + ")= a".repeat(24_000),
      "a".repeat(99_000),
    ]) {
      expect(errors({ input: text, actual: "" })).toEqual(["NO_CHECKSUMS /input"]);
    }
  });
});
