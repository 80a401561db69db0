import { expect, test } from "bun:test";
import fc from "fast-check";
import { readBase64, toBase64 } from "../../../tools/_lib/bytes/base64.ts";

test("what is written reads back, and agrees with the engine's own encoder", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.boolean(), fc.boolean(), (bytes, urlSafe, padding) => {
      const text = toBase64(bytes, { urlSafe, padding });
      const reference = Buffer.from(bytes).toString(urlSafe ? "base64url" : "base64");
      expect(text.replace(/=+$/, "")).toBe(reference.replace(/=+$/, ""));
      expect(text.length % 4 === 0 || !padding).toBe(true);
      expect(readBase64(text)).toMatchObject({ bytes, spaceAt: -1, surplusBitsAt: -1 });
    }),
  );
});

test("texts are accepted exactly where the platform's decoder accepts them", () => {
  const texts = fc.string({ unit: fc.constantFrom(..."ABz09+/=== \n"), maxLength: 12 });
  fc.assert(
    fc.property(texts, (text) => {
      let expected: string | undefined;
      try {
        expected = atob(text);
      } catch {}
      const read = readBase64(text);
      const found = "bytes" in read ? Buffer.from(read.bytes).toString("latin1") : undefined;
      expect(found).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

test("a problem stands where no Base64 text goes on", () => {
  const problems: Record<string, string> = {
    "QUJD!": "BASE64_CHARACTER 4",
    "+-": "BASE64_CHARACTER 1",
    "-+": "BASE64_CHARACTER 1",
    A: "BASE64_LENGTH 1",
    "QQ=": "BASE64_PADDING 3",
    "QUJD=": "BASE64_PADDING 4",
    "====": "BASE64_PADDING 0",
    "QQ==QQ==": "BASE64_PADDING 4",
    "QQ===": "BASE64_PADDING 4",
  };
  for (const [text, expected] of Object.entries(problems)) {
    const read = readBase64(text);
    expect("code" in read && `${read.code} ${read.offset}`).toBe(expected);
  }
  expect(readBase64("-_-_", "standard")).toEqual({ code: "BASE64_CHARACTER", offset: 0 });
});

test("it is told how a text is written", () => {
  expect(readBase64("QR")).toMatchObject({
    paddingMissing: true,
    surplusBitsAt: 1,
    alphabet: "either",
  });
  expect(readBase64(" _w ==\n")).toMatchObject({
    paddingMissing: false,
    spaceAt: 0,
    alphabet: "url",
  });
});
