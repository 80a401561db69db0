/** Our URLs and percent-encoding against whatwg-url, whose parser they stand on, and the engine's URI functions, on generated texts. */
import { test } from "bun:test";
import fc from "fast-check";
import * as whatwgUrl from "whatwg-url";
import tool from "../../tools/url-encoder.ts";
import { runUnit } from "../support/run-unit.ts";
import { expectAgreement, type Judgement, testDifferences } from "./judgement.ts";

/** More than the tools take of the package. */
const whatwg = whatwgUrl as unknown as {
  readonly URL: typeof URL;
  readonly URLSearchParams: typeof URLSearchParams;
  percentDecodeString(text: string): Uint8Array;
};

const REFUSED = "refused";
const MEMBERS = [
  "href",
  "origin",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
] as const;

interface Reference {
  readonly input: string;
  readonly base: string;
}

function members(
  url: Readonly<Record<(typeof MEMBERS)[number], string>>,
  params: Iterable<[string, string]>,
) {
  return [MEMBERS.map((name) => url[name]), [...params]];
}

const parsing: Judgement<Reference> = {
  ours(given) {
    const { ok, value } = runUnit(tool, { ...given, action: "parse" });
    if (!ok) return REFUSED;
    const parts = value as Record<(typeof MEMBERS)[number], string> & {
      params: { name: string; value: string }[];
    };
    return members(
      parts,
      parts.params.map((one) => [one.name, one.value]),
    );
  },
  theirs({ input, base }) {
    try {
      const url = new whatwg.URL(input, base === "" ? undefined : base);
      return members(url, url.searchParams);
    } catch {
      return REFUSED;
    }
  },
  differences: [],
};

interface Text {
  readonly input: string;
  readonly mode: "component" | "uri" | "form";
}

const encoding: Judgement<Text> = {
  ours: (given) => runUnit(tool, { ...given, action: "encode" }).output,
  theirs({ input, mode }) {
    if (mode === "component") return encodeURIComponent(input);
    // What is escaped already stays, as the tool promises.
    if (mode === "uri") return encodeURI(input).replace(/%25(?=[\da-f]{2})/gi, "%");
    return new whatwg.URLSearchParams([["", input]]).toString().slice(1);
  },
  differences: [],
};

const decoding: Judgement<Text> = {
  ours({ input, mode }) {
    const { ok, output } = runUnit(tool, { input, mode, action: "decode" });
    return ok ? output : REFUSED;
  },
  theirs({ input, mode }) {
    try {
      if (mode === "component") return decodeURIComponent(input);
      if (mode === "uri") return decodeURI(input);
      return decodeURIComponent(input.replaceAll("+", " "));
    } catch {
      return REFUSED;
    }
  },
  differences: [
    {
      name: "%25 among the reserved characters",
      right: "both",
      why: "ECMA-262, decodeURI: it becomes %; here mode uri keeps it, so that encoding what was decoded gives the same URL",
      example: { input: "%25", mode: "uri" },
      covers: ({ input, mode }) => mode === "uri" && input.includes("%25"),
    },
  ],
};

/** Malformed escapes are kept, as the URL Standard does it. */
const keeping: Judgement<string> = {
  ours(input) {
    const { ok, output } = runUnit(tool, { input, action: "decode", malformed: "keep" });
    return ok && !output?.includes("\ufffd") ? output : "not UTF-8";
  },
  theirs(input) {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
        whatwg.percentDecodeString(input),
      );
    } catch {
      return "not UTF-8";
    }
  },
  differences: [
    {
      name: "bytes that are no UTF-8",
      right: "both",
      why: "URL Standard, 1.3: percent-decoding gives bytes, and says nothing of text; here their escapes stay, as the option promises",
      example: "%c3",
      covers: (input) => keeping.theirs(input) === "not UTF-8",
    },
  ],
};

const piece = fc.constantFrom(
  ..."http: https: ftp: file: ws: mailto: data: blob: javascript: // / \\ ? # @ : :80 :443 :8080 :65536 user pw a.b example.com EXAMPLE.Com 1.2.3.4 0x7f.1 256.1.1.1 [::1] [1:2::3.4.5.6] [::g] xn--nxasmq6b xn--a é.com ß.de 日本 %41 %zz %2F %2e .. . a b c=d &e=f + %20 ; = ~ ' \" < > | ^ ` { } é 😀 127.1 localhost ä%CC%88 a_b -a a- \u00ad \t \n  \ufdd0 \ud800 c:/x C| 0 00000001".split(
    " ",
  ),
  " ",
);
const urlText = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((all) => all.join("")),
  fc
    .tuple(
      fc.constantFrom("http://", "https://", "ftp://", "file://", "ws://", "x://", "mailto:"),
      fc.array(piece, { maxLength: 6 }),
    )
    .map(([scheme, all]) => scheme + all.join("")),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
);
const base = fc.constantFrom(
  "",
  "",
  "http://h/a/b?c#d",
  "file:///C:/a/b",
  "mailto:x",
  "https://u:p@h:8/",
  "x://h/a/..",
);
const wellFormed = fc
  .oneof(
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.string({ maxLength: 20 }),
    fc.array(piece, { maxLength: 6 }).map((all) => all.join("")),
  )
  .map((text) => text.toWellFormed());
const escaped = fc
  .array(
    fc.constantFrom(
      "%41",
      "%C3%A9",
      "%c3",
      "%A9",
      "%F0%9F%98%80",
      "%",
      "%2",
      "%zz",
      "+",
      " ",
      "a",
      "%2F",
      "%3B",
      "%23",
      "é",
      "%00",
      "%EF%BB%BF",
      "%ED%A0%80",
      "%C0%80",
      "%25",
      "%7E",
    ),
    { maxLength: 6 },
  )
  .map((all) => all.join(""));

test("references, resolved", () => {
  expectAgreement(fc.sample(fc.record({ input: urlText, base }), 4000), parsing);
}, 60_000);

test("texts, encoded", () => {
  const texts = fc.record({ input: wellFormed, mode: fc.constantFrom("component", "uri", "form") });
  expectAgreement(fc.sample(texts, 3000), encoding);
}, 60_000);

test("texts, decoded", () => {
  const texts = fc.record({
    input: fc.oneof(escaped, wellFormed),
    mode: fc.constantFrom("component", "uri", "form"),
  });
  expectAgreement(fc.sample(texts, 3000), decoding);
  expectAgreement(fc.sample(escaped, 3000), keeping);
}, 60_000);

testDifferences(decoding);
testDifferences(keeping);
