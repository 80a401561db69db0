import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { formatNames, formatOf } from "../../../../tools/_lib/schemas/json-schema/formats.ts";
import {
  decodePunycode,
  encodePunycode,
} from "../../../../tools/_lib/schemas/json-schema/formats/punycode.ts";

type Samples = Readonly<Record<string, { good: readonly string[]; bad: readonly string[] }>>;

const SAMPLES: Samples = {
  "date-time": {
    good: [
      "2026-11-20T10:00:00Z",
      "2024-02-29t10:00:00.123456789z",
      "1998-12-31T23:59:60Z",
      "1998-12-31T15:59:60.5-08:00",
      "0000-01-01T00:00:00+23:59",
    ],
    bad: [
      "2026-02-29T10:00:00Z",
      "2026-11-31T10:00:00Z",
      "2026-11-20 10:00:00Z",
      "2026-11-20T10:00:00",
      "2026-11-20T24:00:00Z",
      "1998-12-31T23:58:60Z",
      "1998-12-31T23:59:60+01:00",
      "2026-11-20T10:00:00+24:00",
      "2026-11-20T10:00Z",
      "٢026-11-20T10:00:00Z",
    ],
  },
  date: {
    good: ["2024-02-29", "2000-02-29"],
    bad: ["1900-02-29", "2026-13-01", "2026-1-1", "2026-00-10"],
  },
  time: {
    good: ["23:59:60Z", "01:29:60+01:30", "08:30:06.283185Z"],
    bad: ["08:30:06", "23:59:61Z", "22:59:60Z", "8:30:06Z"],
  },
  duration: {
    good: ["P1Y2M3DT4H5M6S", "P2W", "PT0S"],
    bad: ["P", "PT", "P1YT", "P1Y2D", "P1W2D", "P1WT1H", "PT1D", "p1d", "P1.5D"],
  },
  email: {
    good: ["a@b", "te~st@example.com", '"joe bloggs"@example.com', "a@[127.0.0.1]", "a@[IPv6:::1]"],
    bad: [
      "a",
      "@b",
      "a@",
      ".a@b",
      "a.@b",
      "a..b@c",
      "a@b_c",
      "a b@c",
      "a@[127.0.0.300]",
      `${"a".repeat(65)}@b`,
      "ü@b",
    ],
  },
  "idn-email": {
    good: ["실례@실례.테스트", '"δ"@example.com', "a@b"],
    bad: ["2962", "a@-b", "a@b..c", "a b@c"],
  },
  hostname: {
    good: [
      "a",
      "www.example.com",
      "1host",
      "ab--cd.example",
      "xn--4gbwdl.xn--wgbh1c",
      `${"a".repeat(63)}.b`,
    ],
    bad: [
      "",
      ".",
      "a.",
      ".a",
      "-a",
      "a-",
      "a_b",
      "a..b",
      `${"a".repeat(64)}.b`,
      "xn--X",
      "xn--hello-txk",
      "ü",
      "a\n",
      `${"a.".repeat(127)}a`,
    ],
  },
  "idn-hostname": {
    good: ["실례.테스트", "l·l", "α͵β", "א׳ב", "・ァ", "क्‍ष", "بي‌بي", "a。b", "example.com"],
    bad: [
      "a·l",
      "·",
      "〮실례",
      "̀hello",
      "ab--cd",
      "a.",
      "def・abc",
      "क‍ष",
      "aא",
      "0א.b",
      "בA",
      "Ⅷ.com",
      "ⓐ.com",
    ],
  },
  ipv4: {
    good: ["0.0.0.0", "255.255.255.255"],
    bad: ["256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4.5", "1.2.3.4 ", "0x7f.0.0.1"],
  },
  ipv6: {
    good: [
      "::",
      "::1",
      "1::",
      "1:2:3:4:5:6:7:8",
      "1::d6:192.168.0.1",
      "::ffff:1.2.3.4",
      "1:2:3:4:5:6:7::",
    ],
    bad: [
      "",
      ":",
      ":::",
      "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9",
      "1::2::3",
      "::12345",
      "::1.2.3",
      "fe80::a%eth1",
      "::1/64",
      ":1::2",
      "1:2:3:4:5:6:7:8::",
    ],
  },
  uri: {
    good: [
      "http://a/b?c#d",
      "urn:a:b",
      "mailto:a@b",
      "http://[::1]:8080/",
      "http://[v1.a:b]/",
      "a:",
      "http://u:p@h:/x",
    ],
    bad: [
      "",
      "a",
      "//a/b",
      "/a",
      "http://a b",
      "http://a/{b}",
      "http://[::1",
      "http://a:8a/",
      "1a:b",
      "http://a/%zz",
      "a#b#c",
      "http://ü/",
      "http://[a@b/c",
    ],
  },
  "uri-reference": {
    good: ["", "a", "/a", "//a/b", "#f", "?q", "a/b:c", "./a:b"],
    bad: ["a b", "\\a", "1a:b", "#a\\b", "ü"],
  },
  iri: {
    good: ["http://ƒøø.ßår/?∂éœ=πîx#πîüx"],
    bad: ["/abc", "http://2001:db8::7/", "ü", "http://a b"],
  },
  "iri-reference": { good: ["ü", "#ƒrägmênt", "/ü"], bad: ["\\ü", "#ƒräg\\mênt"] },
  "uri-template": {
    good: ["", "http://a/{b:1}/{c*}", "{+a,b}", "{?x,y.z}", "{#f}", "é", "a'b"],
    bad: ["{", "}", "{a", "{}", "{a b}", "{a:0}", "{a:10000}", "{a:1*}", "a b", "{a}}", "<"],
  },
  uuid: {
    good: ["2EB8AA08-AA98-11EA-B4AA-73B441D16380"],
    bad: ["2eb8aa08-aa98-11ea-b4aa-73b441d1638", "2eb8aa08aa9811eab4aa73b441d16380"],
  },
  "json-pointer": { good: ["", "/", "/a~0b/c~1d/0"], bad: ["a", "/~", "/~2", "#/a"] },
  "relative-json-pointer": {
    good: ["0", "1/a", "0#", "120/a~0"],
    bad: ["", "/a", "-1/a", "01/a", "0##", "1a"],
  },
  regex: { good: ["", "^a$", "(?<=a)b", "\\p{L}"], bad: ["(", "a**", "\\a", "^(abc]"] },
};

test("every format that is known has samples", () => {
  expect(Object.keys(SAMPLES).toSorted()).toEqual([...formatNames()].toSorted());
});

for (const [format, { good, bad }] of Object.entries(SAMPLES)) {
  describe(format, () => {
    const matches = formatOf(format);
    test.each(good.map((text) => [text]))("%j is one", (text) =>
      expect(matches?.(text)).toBe(true),
    );
    test.each(bad.map((text) => [text]))("%j is none", (text) =>
      expect(matches?.(text)).toBe(false),
    );
  });
}

// A format that looks back would not come to an end within the time that a test has.
test("every format judges very long texts", () => {
  const texts = [
    "a",
    "1",
    ".",
    ":",
    "-",
    "%",
    "{",
    "@",
    "/",
    "~",
    "ü",
    "\\",
    '"',
    "a.",
    "{a}",
    "1:",
    "[(",
    " ",
  ];
  for (const format of formatNames()) {
    for (const text of texts) {
      const verdict = formatOf(format)?.(text.repeat(Math.floor(100_000 / text.length)));
      expect(typeof verdict).toBe("boolean");
    }
  }
});

test("Punycode is read back as it was written", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 30 }), (text) => {
      expect(decodePunycode(encodePunycode(text))).toBe(text);
    }),
  );
});

test.each([
  ["bücher", "bcher-kva"],
  ["他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"],
  ["ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"],
])("%s is %s in Punycode", (text, encoded) => {
  expect(encodePunycode(text)).toBe(encoded);
});
