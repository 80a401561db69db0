import { describe, expect, test } from "bun:test";
import tool from "../../tools/hash-generator.ts";
import { runUnit } from "../support/run-unit.ts";

type Digests = Record<string, { hex: string; base64: string; bits: number }>;

const run = (input: object) => runUnit(tool, input);
const digests = (input: object) => (run(input).value as { digests: Digests }).digests;
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);

describe("algorithms", () => {
  test("groups hold their members, in the order of the table", () => {
    const names = (algorithms: unknown) => Object.keys(digests({ text: "", algorithms }));
    expect(names(undefined)).toEqual([
      "md5",
      "sha1",
      "sha256",
      "sha512",
      "sha3-256",
      "blake3",
      "crc32",
    ]);
    expect(names("")).toEqual(names("common"));
    expect(names("checksum sha2,MD5")).toEqual([
      "md5",
      ..."sha224 sha256 sha384 sha512 sha512-224 sha512-256 crc32 crc32c adler32 xxh32 xxh64".split(
        " ",
      ),
    ]);
    expect(names(["sha-3", "BLAKE"])).toEqual(
      "sha3-224 sha3-256 sha3-384 sha3-512 shake128 shake256 blake2s-256 blake2b-256 blake2b-512 blake3".split(
        " ",
      ),
    );
    expect(names("all")).toHaveLength(25);
  });

  test("every unknown name is reported once", () => {
    const { errors } = run({ text: "", algorithms: "sha265 md6, md6 sha256" });
    expect(errors).toMatchObject([
      { code: "HASH_ALGORITHM_UNKNOWN", path: "/algorithms", received: "sha265" },
      { code: "HASH_ALGORITHM_UNKNOWN", received: "md6", hint: "Did you mean md5?" },
    ]);
  });
});

describe("output", () => {
  test("one digest stands alone, several have names", () => {
    expect(run({ text: "", algorithms: "crc32" }).output).toBe("00000000");
    expect(run({ text: "", algorithms: "md5,crc32", uppercase: true }).output).toBe(
      "md5: D41D8CD98F00B204E9800998ECF8427E\ncrc32: 00000000",
    );
    const sha256 = { text: "hello", algorithms: "sha256" };
    expect(run({ ...sha256, encoding: "base64", uppercase: true }).output).toBe(
      "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=",
    );
    expect(run({ ...sha256, encoding: "base64url" }).output).toBe(
      "LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ",
    );
    expect(digests({ ...sha256, uppercase: true })["sha256"]?.hex).toMatch(/^[\da-f]{64}$/);
  });
});

describe("encodings of the text", () => {
  const crc = (text: string, textEncoding?: string) =>
    run({ text, textEncoding, algorithms: "crc32" }).output;

  test("the same bytes give the same digest", () => {
    const expected = crc("é");
    expect(crc("c3:A9 ", "hex")).toBe(expected);
    expect(crc("w6k=", "base64")).toBe(expected);
    expect(crc("w6k", "base64")).toBe(expected);
    expect(crc("Ã©", "latin1")).toBe(expected);
    expect(crc("é", "utf16le")).toBe(crc("e9 00", "hex"));
    expect(crc("-_+/", "base64")).toBe(crc("fbffbf", "hex"));
  });

  test("what gives no bytes is refused at its place, text and key together", () => {
    const given = {
      text: "abx",
      textEncoding: "hex",
      key: "a€",
      keyEncoding: "latin1",
      algorithms: "no",
    };
    expect(run(given).errors).toMatchObject([
      { code: "HASH_ALGORITHM_UNKNOWN" },
      { code: "TEXT_ENCODING_INVALID", path: "/text", offset: 2 },
      { code: "KEY_ENCODING_INVALID", path: "/key", offset: 1 },
    ]);
    expect(run({ text: "abc", textEncoding: "hex" }).errors).toMatchObject([{ offset: 3 }]);
    expect(run({ text: "QQ=", textEncoding: "base64" }).errors).toMatchObject([{ offset: 3 }]);
  });
});

describe("HMAC", () => {
  test("an empty key is a key", () => {
    expect(run({ text: "", key: "", algorithms: "sha256" })).toMatchObject({
      output: "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad",
      value: { mode: "hmac" },
    });
  });

  test("what has no HMAC is left out and named", () => {
    const { output, warnings } = run({
      text: "a",
      key: "k",
      algorithms: "sha256 shake128 blake3 crc32",
    });
    expect(output).toMatch(/^[\da-f]{64}$/);
    expect(warnings).toMatchObject([
      { code: "HMAC_NOT_APPLICABLE", received: ["shake128", "blake3", "crc32"] },
    ]);
    expect(run({ text: "a", key: "k", algorithms: "checksum" })).toMatchObject({
      ok: true,
      output: "",
      value: { digests: {} },
    });
  });
});

describe("an expected digest", () => {
  const sha256 = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
  const check = (expected: string, more: object = {}) => run({ text: "hello", expected, ...more });

  test("is found in any dress", () => {
    const dressed = [
      sha256,
      sha256.toUpperCase(),
      sha256.replace(/..(?=.)/g, "$&:"),
      ` ${sha256.slice(0, 32)}\n${sha256.slice(32)} `,
      `sha256:${sha256}`,
      `SHA-256: ${sha256}`,
      "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=",
      "LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ",
      "sha256-LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=",
    ];
    for (const expected of dressed) {
      expect(check(expected)).toMatchObject({ valid: true, value: { matched: "sha256" } });
    }
  });

  test("is looked for among all algorithms, those asked for, or the one of the prefix", () => {
    const xxh64 = "26c7827d889f6da3";
    expect(check(xxh64)).toMatchObject({ valid: true, value: { matched: "xxh64" } });
    expect(check(xxh64, { algorithms: "sha2" })).toMatchObject({
      valid: false,
      value: { matched: null },
    });
    expect(check(`xxh64:${xxh64}`, { algorithms: "sha2" })).toMatchObject({ valid: true });
    expect(check(`sha3-256:${sha256}`)).toMatchObject({ valid: false });
    expect(check(sha256, { key: "k" })).toMatchObject({ valid: false });
  });

  test("of no known length is remarked on", () => {
    expect(check("abc")).toMatchObject({
      valid: false,
      warnings: [{ code: "EXPECTED_UNRECOGNIZED" }],
    });
    expect(check("")).toMatchObject({
      valid: false,
      warnings: [{ code: "EXPECTED_UNRECOGNIZED" }],
    });
    expect(run({ text: "hello" }).valid).toBeUndefined();
  });
});

test("warnings come in their order and only where they apply", () => {
  expect(
    codes({ text: "\ud800\r", key: "\udfff", algorithms: "md5,crc32", expected: "x" }),
  ).toEqual([
    "LONE_SURROGATE",
    "LONE_SURROGATE",
    "TRAILING_NEWLINE",
    "HMAC_NOT_APPLICABLE",
    "EXPECTED_UNRECOGNIZED",
  ]);
  expect(codes({ text: "61\n", textEncoding: "hex" })).toEqual([]);
  expect(codes({ text: "a", algorithms: "md5 sha1 sha256" })).toEqual(["WEAK_HASH"]);
});
