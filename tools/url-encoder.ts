import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { encodeLatin1, encodeUtf8 } from "./_lib/bytes/encodings.ts";
import { characterAt } from "./_lib/text/character.ts";
import { loneSurrogateAt, utf8Length } from "./_lib/text/code-points.ts";
import { placeAt } from "./_lib/text/position.ts";
import { beginning } from "./_lib/text/shown.ts";
import {
  mixedLabels,
  namesDefaultPort,
  parseUrl,
  URL_PARTS,
  type UrlParts,
} from "./_lib/web/url/parse.ts";
import {
  type BadEscape,
  PERCENT_MODES,
  percentDecode,
  percentEncodeBytes,
} from "./_lib/web/url/percent.ts";

const FAILURES = {
  LONE_SURROGATE: "The text to encode holds half of a surrogate pair, which has no UTF-8 form",
  LATIN1_RANGE: "With inputAs latin1: a character is above U+00FF",
  URL_MALFORMED_PERCENT: "A % is not followed by two hex digits",
  URL_NOT_UTF8: "The bytes of escapes are not UTF-8",
  URL_INVALID: "The URL, or its base, does not parse; the message names the part",
} as const;

const WARNINGS = {
  ALREADY_ENCODED:
    "Every % of the text to encode is an escape already: the result is encoded twice",
  PLUS_NOT_DECODED: "The text has a +, which is a space only in mode form",
  CREDENTIALS_IN_URL: "The URL holds a user name or a password",
  URL_NORMALIZED: "The normal form of the URL differs from the input",
  MIXED_SCRIPT_HOST: "A label of the host mixes Latin with Cyrillic or Greek letters",
  DEFAULT_PORT_DROPPED: "The URL names the port that its scheme has anyway",
} as const;

const INPUT = Type.Object({
  input: Type.String({ description: "Text to encode or decode, or a URL to take apart" }),
  action: oneOf(["encode", "decode", "parse"], {
    description: "Percent-encode, percent-decode, or take a URL apart as browsers do",
    default: "encode",
  }),
  mode: oneOf(PERCENT_MODES, {
    description:
      "Which characters stay: component (encodeURIComponent), uri (encodeURI, keeps %XX), form (space is +), rfc3986 (only unreserved), path (slashes stay)",
    default: "component",
  }),
  inputAs: oneOf(["text", "latin1"], {
    description: "encode: how input becomes bytes: UTF-8, or one byte per character",
    default: "text",
  }),
  base: Type.String({
    description: "parse: URL against which a relative input is resolved",
    default: "",
  }),
  malformed: oneOf(["error", "keep"], {
    description: "decode: refuse a malformed escape, or leave it as it is",
    default: "error",
  }),
  lines: Type.Boolean({
    description: "Encode or decode each line on its own; line ends stay",
    default: false,
  }),
});

const VALUE = Type.Union([
  Type.Object({
    action: oneOf(["encode", "decode"]),
    mode: oneOf(PERCENT_MODES),
    changed: Type.Integer({ minimum: 0, description: "Escapes written or read" }),
    bytes: Type.Integer({ minimum: 0, description: "UTF-8 bytes of the output" }),
  }),
  URL_PARTS,
]);

type Input = Static<typeof INPUT>;
type Failure = keyof typeof FAILURES;
type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "url-encoder",
  name: "URL Encoder",
  category: "Developer",
  description:
    "Percent-encodes or decodes text for its place in a URL, or takes a URL apart as browsers do.",
  keywords: [
    "%20",
    "decodeuricomponent",
    "encodeuri",
    "encodeuricomponent",
    "escape",
    "percent encoding",
    "punycode",
    "query parameters",
    "query string",
    "rfc 3986",
    "unescape",
    "uri",
    "url",
    "urlencode",
    "whatwg",
  ],
  aliases: [],
  version: "2026-11-20",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "encode",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "url encode this text",
    "percent encode a query parameter",
    "decode %20 and %C3%BC in a url",
    "what does this encoded url say",
    "encodeURIComponent",
    "encodeURI without double encoding",
    "application/x-www-form-urlencoded plus for space",
    "split a url into host, path and query parameters",
    "parse query string into key value pairs",
    "resolve a relative url against a base",
    "punycode hostname to unicode",
    "uri malformed error, which escape is wrong",
    "is this url valid",
    "urllib.parse.quote",
    "link breaks because of spaces, umlauts or ampersands",
    "percent signs and numbers in a web address, make them readable",
    "take an address apart: host, path and what follows the question mark",
    "search term with special characters into a link",
    "escape reserved characters of a uri component",
    "tracking link is full of %3A and %2F",
    "query string parser",
    "address with a space, umlaut or plus sign does not open",
    "codificar una url",
    "url dekodieren umlaute",
    "décoder une url",
    "url 编码 解码",
    "url エンコード",
    "enlace con espacios y acentos que no funciona",
    "link mit leerzeichen und sonderzeichen lesbar machen",
    "lien avec espaces et caractères spéciaux",
    "网址 链接 特殊 字符 转义",
    "リンクの特殊文字をエスケープ 日本語url",
    "decodificar url",
    "mail program cut the link at the blank, make it one that works",
    "what stands after the question mark in this endless shop address",
    "the & in the company name breaks my search link",
    "why did %20 become %2520",
    "domain xn--mnchen-3ya, what is its name",
    "encodeURIComponent, URLSearchParams, new URL(), rawurlencode, urllib unquote, CyberChef URL Decode",
    "escape or unescape octets for path, query, fragment or form body, and break an uri into parts",
    "codificar e decodificar uma url com espaços e acentos",
    "リンクの%E3を日本語に戻す デコード",
  ],
  effort: 1,
  detect: detectUrl,
  takesBytes: { action: "encode", inputAs: "latin1" },
  content: ({ action, output }) => (action === "decode" ? output : undefined),

  laws: [
    {
      name: "decoding what was encoded gives it back, except in mode uri",
      holds(run, input) {
        const { mode = "component" } = input;
        const encoded = run({ ...input, action: "encode" });
        if (!encoded.ok || mode === "uri" || input.inputAs === "latin1") return true;
        return (
          run({ ...input, action: "decode", input: encoded.output ?? "" }).output === input.input
        );
      },
    },
    {
      name: "rfc3986 leaves only unreserved characters and escapes, uri is idempotent",
      holds(run, input) {
        const { input: text = "" } = input;
        const strict = run({ input: text, mode: "rfc3986" });
        const uri = run({ input: text, mode: "uri" });
        if (!strict.ok || !uri.ok) return strict.ok === uri.ok;
        const again = run({ input: uri.output ?? "", mode: "uri" });
        return /^[A-Za-z0-9\-._~%]*$/.test(strict.output ?? "") && again.output === uri.output;
      },
    },
    {
      name: "the normal form of a URL is its own normal form",
      holds(run, input) {
        const { output } = run({ ...input, action: "parse" });
        return output === undefined || run({ input: output, action: "parse" }).output === output;
      },
    },
    {
      name: "parameters written again in mode form parse to equal parameters",
      holds(run, input) {
        const parsed = run({ ...input, action: "parse" });
        if (!parsed.value || !("params" in parsed.value)) return true;
        const write = (text: string): string => run({ input: text, mode: "form" }).output ?? "";
        const { params } = parsed.value;
        const query = params.map(({ name, value }) => `${write(name)}=${write(value)}`).join("&");
        const again = run({ input: `https://example.com/?${query}`, action: "parse" });
        const found = again.value && "params" in again.value ? again.value.params : [];
        return JSON.stringify(found) === JSON.stringify(params);
      },
    },
  ],
  examples: [
    {
      title: "A query value",
      input: { input: "a b&c=ü/😀" },
      expect: { output: "a%20b%26c%3D%C3%BC%2F%F0%9F%98%80", value: { changed: 10, bytes: 33 } },
    },
    {
      title: "What a form sends",
      input: { input: "a+b%20c%C3%BC", action: "decode", mode: "form" },
      expect: { output: "a b cü", value: { changed: 3 } },
    },
    {
      title: "A URL taken apart",
      input: { input: "https://Exämple.com:443/a/../b%20c?q=1&q=two+words#top", action: "parse" },
      expect: {
        output: "https://xn--exmple-cua.com/b%20c?q=1&q=two+words#top",
        value: {
          hostnameUnicode: "exämple.com",
          effectivePort: 443,
          pathSegments: ["b c"],
          params: [
            { name: "q", value: "1" },
            { name: "q", value: "two words" },
          ],
        },
        warnings: [{ code: "URL_NORMALIZED" }, { code: "DEFAULT_PORT_DROPPED" }],
      },
    },
    {
      title: "A % that is no escape",
      input: { input: "100%zz", action: "decode" },
      expect: { ok: false, error: { code: "URL_MALFORMED_PERCENT" }, errors: [{ offset: 3 }] },
    },
    {
      title: "A port that cannot be",
      input: { input: "http://example.com:99999/", action: "parse" },
      expect: { ok: false, error: { code: "URL_INVALID" } },
    },
  ],

  run(input) {
    if (input.action === "parse") return parse(input);
    return input.action === "encode" ? encode(input) : decode(input);
  },
});

function encode({ input, inputAs, mode, lines }: Input) {
  const lone = loneSurrogateAt(input);
  if (lone >= 0) return fail(loneSurrogate(input, lone), { valid: false });
  const read = inputAs === "latin1" ? encodeLatin1(input) : { bytes: encodeUtf8(input) };
  if (!read.bytes) return fail(notLatin1(input, read.offset), { valid: false });
  const options = { keepLineEnds: lines };
  const { text: output, escapes: changed } = percentEncodeBytes(read.bytes, mode, options);
  const warnings = mode !== "uri" && isEncoded(input) ? [remark("ALREADY_ENCODED")] : [];
  const value = { action: "encode" as const, mode, changed, bytes: utf8Length(output) };
  return done({ output, value, valid: true, warnings });
}

/** Whether every `%` of the text, of which there is one, begins an escape of UTF-8. */
function isEncoded(text: string): boolean {
  return text.includes("%") && percentDecode(text, "component").badCount === 0;
}

/** Escapes never span lines, so `lines` makes no difference here. */
function decode({ input, mode, malformed }: Input) {
  const { text: output, escapes: changed, firstBad, badCount } = percentDecode(input, mode);
  const warnings = mode !== "form" && input.includes("+") ? [remark("PLUS_NOT_DECODED")] : [];
  const error = firstBad && badEscape(input, firstBad, badCount);
  if (error && malformed === "error") return fail(error, { valid: false, warnings });
  const value = { action: "decode" as const, mode, changed, bytes: utf8Length(output) };
  return done({ output, value, valid: !error, warnings, errors: error ? [error] : [] });
}

function parse({ input, base }: Input) {
  const parts = parseUrl(input, base);
  if ("problem" in parts) {
    const { field, problem } = parts;
    const message = `Cannot parse the ${field === "base" ? "base" : "URL"}: ${problem}`;
    return fail({ code: "URL_INVALID", message, path: `/${field}` }, { valid: false });
  }
  return done({ output: parts.href, value: parts, valid: true, warnings: remarks(input, parts) });
}

function remarks(input: string, parts: UrlParts): Entry<Warning>[] {
  const mixed = mixedLabels(parts.hostnameUnicode);
  const found: Partial<Record<Warning, boolean>> = {
    CREDENTIALS_IN_URL: parts.username !== "" || parts.password !== "",
    URL_NORMALIZED: parts.href !== input,
    MIXED_SCRIPT_HOST: mixed.length > 0,
    DEFAULT_PORT_DROPPED: namesDefaultPort(input, parts),
  };
  const codes = Object.keys(WARNINGS) as Warning[];
  return codes
    .filter((code) => found[code])
    .map((code) =>
      code === "MIXED_SCRIPT_HOST" ? { ...remark(code), received: mixed } : remark(code),
    );
}

function remark(code: Warning): Entry<Warning> {
  return { code, message: WARNINGS[code], path: "/input" };
}

function loneSurrogate(text: string, offset: number): Entry<"LONE_SURROGATE"> {
  const message =
    "Cannot encode the text: found half of a surrogate pair, expected whole characters";
  return { code: "LONE_SURROGATE", message, path: "/input", ...placeAt(text, offset) };
}

function notLatin1(text: string, offset: number): Entry<"LATIN1_RANGE"> {
  const expected = "characters up to U+00FF";
  const received = characterAt(text, offset);
  const message = `Cannot encode the Latin-1 text: found ${JSON.stringify(received)}, expected ${expected}`;
  const place = placeAt(text, offset);
  return { code: "LATIN1_RANGE", message, path: "/input", ...place, expected, received };
}

function badEscape(text: string, { code, offset }: BadEscape, count: number): Entry<Failure> {
  const received = beginning(text.slice(offset), ESCAPE_UNITS);
  const expected = code === "URL_NOT_UTF8" ? "escapes of UTF-8" : "% and two hex digits";
  const others = count === 1 ? "" : `; ${count - 1} more like it`;
  return {
    code,
    message: `Cannot decode the text: found ${JSON.stringify(received)}, expected ${expected}${others}`,
    path: "/input",
    ...placeAt(text, offset),
    expected,
    received,
    count,
    hint: "Write % itself as %25, or set malformed to keep",
  };
}

const ESCAPE_UNITS = 3;

function detectUrl(sample: string): number {
  const text = sample.trim();
  if (/^[a-z][a-z\d+.-]{1,20}:\/\/\S+$/i.test(text)) return 0.9;
  const escapes = text.match(/%[\da-f]{2}/gi)?.length ?? 0;
  if (escapes === 0 || /\s/.test(text)) return 0;
  return escapes >= 2 ? 0.7 : 0.4;
}
