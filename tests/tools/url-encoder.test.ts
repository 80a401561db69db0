import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/url-encoder.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const parse = (input: string, base = "") => run({ input, base, action: "parse" });
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);

const text = fc.string({ unit: "binary" }).map((drawn) => drawn.toWellFormed());

function tryDecode(decode: (text: string) => string, given: string): string | undefined {
  try {
    return decode(given);
  } catch {
    return undefined;
  }
}

describe("encode", () => {
  test("component and form are the platform's", () => {
    fc.assert(
      fc.property(text, (input) => {
        expect(run({ input }).output).toBe(encodeURIComponent(input));
        expect(`=${run({ input, mode: "form" }).output}`).toBe(
          String(new URLSearchParams([["", input]])),
        );
      }),
    );
  });

  test("uri is the platform's, but escapes stay", () => {
    fc.assert(
      fc.property(text, (input) => {
        const expected = encodeURI(input).replace(/%25(?=[\da-f]{2})/gi, "%");
        expect(run({ input, mode: "uri" }).output).toBe(expected);
      }),
      { examples: [["a%2fb%"], ["%%41%4"]] },
    );
  });

  test("each mode keeps its characters and no others", () => {
    const all = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join("");
    const kept = (mode: string) =>
      run({ input: all, mode }).output?.replace(/%[\dA-F]{2}|[A-Za-z\d]/g, "");
    expect(kept("rfc3986")).toBe("-._~");
    expect(kept("path")).toBe("!$&'()*+,-./:;=@_~");
    expect(kept("form")).toBe("+*-._");
  });

  test("line ends stay where lines are encoded on their own", () => {
    expect(run({ input: "a b\r\nc\n\rd", lines: true })).toMatchObject({
      output: "a%20b\r\nc\n\rd",
      value: { changed: 1 },
    });
    expect(run({ input: "a\nb" }).output).toBe("a%0Ab");
  });

  test("what is encoded already is remarked on", () => {
    expect(codes({ input: "a%20b" })).toEqual(["ALREADY_ENCODED"]);
    expect(codes({ input: "a%20b", mode: "uri" })).toEqual([]);
    expect(codes({ input: "100%" })).toEqual([]);
    expect(codes({ input: "%C3%28" })).toEqual([]);
    expect(codes({ input: "a b" })).toEqual([]);
  });

  test("half of a surrogate pair is refused", () => {
    expect(run({ input: "ab\ud83d" })).toMatchObject({
      ok: false,
      valid: false,
      errors: [{ code: "LONE_SURROGATE", offset: 2 }],
    });
  });
});

describe("decode", () => {
  const escapes = fc.string({
    unit: fc.constantFrom("%", "C3", "A9", "e2", "82", "ac", "2f", "25", "41", "+", "é", "z"),
  });

  test("accepts what the platform accepts, and reads it alike", () => {
    fc.assert(
      fc.property(escapes, (input) => {
        expect(run({ input, action: "decode" }).output).toBe(tryDecode(decodeURIComponent, input));
        const uri = tryDecode(decodeURI, input);
        const read = run({ input, action: "decode", mode: "uri" }).output;
        if (!input.includes("%25")) expect(read).toBe(uri);
      }),
      { numRuns: 1000 },
    );
  });

  test("the reserved characters and % stay escaped in mode uri", () => {
    expect(run({ input: "%2f%25%41%3F", action: "decode", mode: "uri" })).toMatchObject({
      output: "%2f%25A%3F",
      value: { changed: 1 },
    });
  });

  test("a malformed escape is refused at its place, or left", () => {
    const cases = [
      ["a%", "URL_MALFORMED_PERCENT", 1],
      ["%2", "URL_MALFORMED_PERCENT", 0],
      ["%41%zz", "URL_MALFORMED_PERCENT", 3],
      ["%41%C3%28", "URL_NOT_UTF8", 3],
      ["%C0%80", "URL_NOT_UTF8", 0],
      ["%ED%A0%80", "URL_NOT_UTF8", 0],
      ["%E2%82", "URL_NOT_UTF8", 0],
    ] as const;
    for (const [input, code, offset] of cases) {
      expect(run({ input, action: "decode" })).toMatchObject({
        ok: false,
        errors: [{ code, offset }],
      });
    }
    expect(run({ input: "%41%C3%28%", action: "decode", malformed: "keep" })).toMatchObject({
      ok: true,
      valid: false,
      output: "A%C3(%",
      value: { changed: 2 },
      errors: [{ code: "URL_NOT_UTF8", offset: 3, count: 2 }],
    });
  });

  test("only form reads + as a space", () => {
    expect(codes({ input: "a+b", action: "decode" })).toEqual(["PLUS_NOT_DECODED"]);
    expect(run({ input: "a+b%2B", action: "decode", mode: "form" })).toMatchObject({
      output: "a b+",
      warnings: [],
    });
    expect(run({ input: "%00", action: "decode" }).output).toBe("\0");
  });
});

describe("parse", () => {
  const url = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.string({ unit: fc.constantFrom(..."htps:/?#@[]\\.%ü 1é-a") }).map((rest) => `http:${rest}`),
  );

  test("agrees with the platform wherever that parses ASCII hosts", () => {
    fc.assert(
      fc.property(url, (input) => {
        const found = parse(input).value as Record<string, unknown> | undefined;
        const platform = URL.canParse(input) ? new URL(input) : undefined;
        if (!platform || !found) expect(found === undefined).toBe(platform === undefined);
        else {
          const names = [
            "href",
            "origin",
            "username",
            "password",
            "host",
            "hostname",
            "port",
            "pathname",
            "search",
            "hash",
          ] as const;
          for (const name of names) expect([name, found[name]]).toEqual([name, platform[name]]);
          const params = Array.from(platform.searchParams, ([name, value]) => ({ name, value }));
          expect(found["params"]).toEqual(params);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("the parts that no URL object has", () => {
    expect(parse("HTTPS://a.example/b%20c//d%FF/?x#%C3%A9").value).toMatchObject({
      effectivePort: 443,
      pathSegments: ["b c", "", "d\ufffd", ""],
      fragment: "é",
      special: true,
      isRelativeInput: false,
    });
    expect(parse("mailto:a%40b@c.d").value).toMatchObject({
      pathSegments: ["a@b@c.d"],
      effectivePort: null,
      special: false,
      origin: "null",
    });
    expect(parse("../c?d", "http://a.example/b/").value).toMatchObject({
      href: "http://a.example/c?d",
      isRelativeInput: true,
    });
    expect(parse("//x/y", "https://a.example").output).toBe("https://x/y");
    expect(parse("http://xn--exmple-cua.com/").value).toMatchObject({
      hostnameUnicode: "exämple.com",
    });
    expect(parse("http://a/?a&b=&=c&a=2").value).toMatchObject({
      params: [
        { name: "a", value: "" },
        { name: "b", value: "" },
        { name: "", value: "c" },
        { name: "a", value: "2" },
      ],
    });
    expect(parse("http://a/\ud800").output).toBe("http://a/%EF%BF%BD");
  });

  test("warnings come in their order", () => {
    const given = { input: " http://u:p@pаypal.com:80/", action: "parse" };
    expect(codes(given)).toEqual([
      "CREDENTIALS_IN_URL",
      "URL_NORMALIZED",
      "MIXED_SCRIPT_HOST",
      "DEFAULT_PORT_DROPPED",
    ]);
    expect(codes({ input: "http://a.example:81/", action: "parse" })).toEqual([]);
    expect(
      codes({ input: "//a.example:443/", base: "https://b.example", action: "parse" }),
    ).toEqual(["URL_NORMALIZED", "DEFAULT_PORT_DROPPED"]);
  });

  test.each([
    ["a/b", "", "/input", "scheme"],
    ["http://", "", "/input", "host is empty"],
    ["http://a:99999", "", "/input", "above 65535"],
    ["http://a:b", "", "/input", "other than a digit"],
    ["http://[::1%25eth0]", "", "/input", "IPv6"],
    ["http://1.2.3.4.5", "", "/input", "IPv4"],
    ["http://a<b/", "", "/input", 'forbidden character "<"'],
    ["x://a b/", "", "/input", "forbidden character"],
    ["a", "b", "/base", "scheme"],
  ])("%s against %p is refused", (input, base, path, words) => {
    const { errors, valid } = parse(input, base);
    expect(errors).toMatchObject([{ code: "URL_INVALID", path }]);
    expect(errors?.[0]?.message).toContain(words);
    expect(valid).toBe(false);
  });
});
