import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/base64.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);

describe("encode", () => {
  test("agrees with the platform for every form of input", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const buffer = Buffer.from(bytes);
        const latin1 = buffer.toString("latin1");
        const hex = buffer.toString("hex");
        expect(run({ input: hex, inputAs: "hex" }).output).toBe(buffer.toString("base64"));
        expect(run({ input: latin1, inputAs: "latin1" }).output).toBe(buffer.toString("base64"));
        expect(run({ input: hex, inputAs: "hex", urlSafe: true }).output).toBe(
          buffer.toString("base64url"),
        );
      }),
    );
  });

  test("lines have the length asked for, the last one the rest", () => {
    const { output } = run({ input: "a".repeat(20), lineLength: 10, crlf: true });
    expect(output).toBe("YWFhYWFhYW\r\nFhYWFhYWFh\r\nYWFhYWE=");
    expect(run({ input: "a", lineLength: 3 })).toMatchObject({
      ok: false,
      error: { code: "TOOL_INPUT_INVALID" },
      errors: [{ code: "RANGE", path: "/lineLength" }],
    });
  });

  test("the other forms of output", () => {
    expect(run({ input: "?>", outputAs: "hex" }).output).toBe("3f3e");
    expect(run({ input: "???>", outputAs: "base64url" }).output).toBe("Pz8_Pg");
    expect(run({ input: "???>", outputAs: "base64url", padding: true }).output).toBe("Pz8_Pg==");
    expect(run({ input: "a,b", outputAs: "dataUrl", urlSafe: true, lineLength: 4 })).toMatchObject({
      output: "data:text/plain;charset=utf-8;base64,YSxi",
      value: { mediaType: "text/plain;charset=utf-8" },
    });
    expect(run({ input: "ff", inputAs: "hex", outputAs: "text" })).toMatchObject({
      ok: false,
      valid: false,
      errors: [{ code: "NOT_UTF8", offset: 0 }],
    });
  });

  test("what gives no bytes is refused at its place", () => {
    expect(run({ input: "ab\ud800" }).errors).toMatchObject([
      { code: "LONE_SURROGATE", offset: 2 },
    ]);
    expect(run({ input: "a\n€", inputAs: "latin1" }).errors).toMatchObject([
      { code: "LATIN1_RANGE", offset: 2, line: 2, column: 1 },
    ]);
    expect(run({ input: "0xab 0xc", inputAs: "hex" }).errors).toMatchObject([
      { code: "HEX_INVALID", offset: 8 },
    ]);
  });

  test("nothing encodes to nothing", () => {
    expect(run({ input: "" })).toMatchObject({
      output: "",
      value: { bytes: 0, canonical: true, padded: true, alphabet: "either" },
    });
  });
});

describe("decode", () => {
  const decode = (input: string, options: object = {}) =>
    run({ input, action: "decode", ...options });

  test("white space, missing padding and surplus bits are remarked on", () => {
    expect(codes({ input: "Q\nQ", action: "decode" })).toEqual([
      "WHITESPACE_IGNORED",
      "PADDING_MISSING",
    ]);
    expect(codes({ input: "QR==", action: "decode" })).toEqual(["NON_ZERO_TRAILING_BITS"]);
    expect(codes({ input: "QUI=", action: "decode" })).toEqual([]);
    expect(codes({ input: "\ufeffQUI=", action: "decode" })).toEqual(["BOM_REMOVED"]);
    expect(codes({ input: "_-8=", action: "decode", urlSafe: true })).toEqual([]);
  });

  test("strict refuses each of them", () => {
    for (const [text, offset] of [
      ["QQ", 2],
      ["QR==", 1],
      ["QQ= =", 3],
      ["Q Q", 1],
    ] as const) {
      expect(decode(text, { strict: true }).errors).toMatchObject([
        { code: "BASE64_NOT_CANONICAL", offset },
      ]);
    }
    expect(decode("_-8=", { strict: true }).ok).toBe(true);
  });

  test("an alphabet given is the only one taken", () => {
    expect(decode("+/8=", { urlSafe: true }).errors).toMatchObject([
      { code: "BASE64_CHARACTER", offset: 0 },
    ]);
    expect(decode("ab-_", { urlSafe: false }).errors).toMatchObject([{ offset: 2 }]);
  });

  test("bytes that are not printable text come out as hex, a byte order mark stays", () => {
    expect(decode("AGE=").output).toBe("0061");
    expect(decode("CQ0K").output).toBe("\t\r\n");
    expect(decode("77u/YQ==")).toMatchObject({ output: "\ufeffa", value: { hex: "efbbbf61" } });
    expect(decode("AGE=", { outputAs: "text" }).output).toBe("\0a");
    expect(decode("wig=", { outputAs: "text" }).errors).toMatchObject([
      { code: "NOT_UTF8", offset: 0 },
    ]);
  });

  test("armour lines are refused with a hint", () => {
    const pem = "\n-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
    expect(decode(pem).errors).toMatchObject([
      {
        code: "BASE64_CHARACTER",
        offset: 1,
        line: 2,
        hint: expect.stringContaining("BEGIN") as string,
      },
    ]);
  });

  test("data: URLs of both kinds", () => {
    expect(decode("data:,a%20b%E2%82%AC")).toMatchObject({
      output: "a b€",
      value: { mediaType: "text/plain;charset=US-ASCII", base64: "YSBi4oKs", canonical: false },
      warnings: [{ code: "DATA_URL_FOUND" }],
    });
    expect(decode("data:image/png;base64,iVBORw0KGgo=")).toMatchObject({
      value: { mediaType: "image/png", fileType: "png" },
    });
    expect(decode("data:;base64,QQ%3D%3D", { outputAs: "dataUrl" }).output).toBe(
      "data:text/plain;charset=US-ASCII;base64,QQ==",
    );
    expect(decode("data:;base64,QQ%3D").errors).toMatchObject([
      { code: "BASE64_PADDING", offset: 18 },
    ]);
    expect(decode("data:;base64,QU%21").errors).toMatchObject([
      { code: "BASE64_CHARACTER", offset: 15 },
    ]);
    expect(decode("data:text/plain").errors).toMatchObject([
      { code: "BASE64_CHARACTER", offset: 15 },
    ]);
  });

  test("kinds of file", () => {
    const kinds = {
      ffd8ffe0: "jpeg",
      "474946383961": "gif",
      "524946460000000057454250": "webp",
      "255044462d312e37": "pdf",
      "504b0304": "zip",
      "1f8b08": "gzip",
      "7f454c46": "elf",
      "0061736d01000000": "wasm",
      efbbbf3c3f786d6c20: "xml-utf8-bom",
      "474946": null,
    };
    for (const [hex, fileType] of Object.entries(kinds)) {
      expect(run({ input: hex, inputAs: "hex" }).value).toMatchObject({ fileType });
    }
  });
});

test("validate gives a verdict in one line", () => {
  expect(run({ input: "QUI=", action: "validate" })).toMatchObject({
    ok: true,
    valid: true,
    output: "valid: 2 bytes",
  });
  expect(run({ input: "QU\nI?", action: "validate" })).toMatchObject({
    ok: true,
    valid: false,
    output: expect.stringMatching(/^invalid: Cannot decode .* at line 2, column 2$/) as string,
    errors: [{ code: "BASE64_CHARACTER", received: "?" }],
  });
});
