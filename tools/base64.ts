import { type Static, Type } from "@sinclair/typebox";
import { oneOf, zeroOr } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { readBase64, toBase64, wrapLines } from "./_lib/bytes/base64.ts";
import { fromHex } from "./_lib/bytes/encodings.ts";
import {
  type Base64Facts,
  detectBase64,
  type EncodedText,
  factsOf,
  notUtf8,
  readEncoded,
  readPlain,
} from "./base64/encoded-text.ts";
import { invalidLine } from "./_lib/results/invalid-line.ts";

const FAILURES = {
  BASE64_CHARACTER:
    "A character belongs to neither alphabet, or to the other one than those before it",
  BASE64_LENGTH: "The last group has one symbol, which holds no whole byte",
  BASE64_PADDING: "There are too few or too many =, or one stands where none may",
  BASE64_NOT_CANONICAL:
    "With strict: white space, missing padding, or surplus bits that are not zero",
  HEX_INVALID: "With inputAs hex: the text is not made of pairs of hex digits",
  LATIN1_RANGE: "With inputAs latin1: a character is above U+00FF",
  LONE_SURROGATE: "The text holds half of a surrogate pair, which has no UTF-8 form",
  NOT_UTF8: "With outputAs text: the bytes are not UTF-8",
} as const;

const WARNINGS = {
  BOM_REMOVED: "A byte order mark before the Base64 text was ignored",
  NON_ZERO_TRAILING_BITS: "The last symbol has bits that no byte holds; they were dropped",
  WHITESPACE_IGNORED: "White space between symbols was ignored",
  PADDING_MISSING: "The last group is not filled with =",
  URL_ALPHABET_FOUND: "The text is in the URL-safe alphabet",
  DATA_URL_FOUND: "The text is a data: URL; its body was decoded",
} as const;

const INPUT = Type.Object({
  input: Type.String({ description: "Text or hex to encode, or Base64 or a data: URL to decode" }),
  action: oneOf(["encode", "decode", "validate"], {
    description: "What to do; validate only says whether the input decodes",
    default: "encode",
  }),
  urlSafe: Type.Optional(
    Type.Boolean({
      description:
        "The alphabet with - and _; if left out, encode uses + and /, decode takes what it finds; if given, decode takes only that alphabet",
    }),
  ),
  inputAs: oneOf(["text", "hex", "latin1"], {
    description:
      "How input becomes bytes on encode: UTF-8, pairs of hex digits, or one byte per character",
    default: "text",
  }),
  outputAs: oneOf(["auto", "text", "hex", "base64url", "dataUrl"], {
    description:
      "Form of the output; auto is Base64 on encode, and on decode text if the bytes are printable UTF-8, else hex",
    default: "auto",
  }),
  padding: Type.Optional(
    Type.Boolean({ description: "Fill the last group with =; yes if left out, no with urlSafe" }),
  ),
  lineLength: zeroOr({
    description: "Encode: symbols per line, 4 to 1000, 76 for MIME, 64 for PEM; 0 is one line",
    minimum: 4,
    maximum: 1000,
    default: 0,
  }),
  crlf: Type.Boolean({ description: "End lines with CRLF instead of LF", default: false }),
  mediaType: Type.String({
    description: "Media type of a data: URL that is written",
    default: "text/plain;charset=utf-8",
    pattern: "^[^\\u0000-\\u001f,#]*$",
  }),
  strict: Type.Boolean({
    description: "Decode only the canonical form: no white space, full padding, surplus bits zero",
    default: false,
  }),
});

const VALUE = Type.Object({
  action: oneOf(["encode", "decode", "validate"]),
  text: Type.Union([Type.String(), Type.Null()], {
    description: "The bytes as UTF-8, if they are",
  }),
  hex: Type.String(),
  base64: Type.String({ description: "Standard alphabet, padded, in one line" }),
  bytes: Type.Integer({ minimum: 0 }),
  utf8: Type.Boolean(),
  alphabet: oneOf(["standard", "url", "either"], {
    description: "Of the Base64 text; either where no symbol tells",
  }),
  padded: Type.Boolean({ description: "The Base64 text fills its last group" }),
  canonical: Type.Boolean({ description: "The Base64 text is as RFC 4648 writes it" }),
  mediaType: Type.Union([Type.String(), Type.Null()], {
    description: "Of the data: URL read or written",
  }),
  fileType: Type.Union([Type.String(), Type.Null()], { description: "By the first bytes" }),
});

type Input = Static<typeof INPUT>;
type Value = Static<typeof VALUE>;
type Failure = keyof typeof FAILURES;
type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "base64",
  name: "Base64",
  category: "Developer",
  description:
    "Encodes and decodes Base64 exactly: text or bytes, standard or URL-safe, MIME lines and data: URLs.",
  keywords: [
    "atob",
    "base64",
    "base64decode",
    "base64url",
    "basic auth",
    "binary",
    "btoa",
    "data uri",
    "data url",
    "decode",
    "encode",
    "hex",
    "mime",
    "mojibake",
    "rfc 4648",
  ],
  aliases: [],
  version: "2026-11-23",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "encode",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "encode text as base64, binary to printable ascii and back",
    "decode this base64 string, what does this say, what is hidden in it",
    "weird string of letters and digits that ends with equal signs, message from somebody",
    "turn gibberish text back into something readable",
    "base64 to hex",
    "url safe base64 without padding",
    "make or read a data: url, embed a small picture in css or html as text",
    "wrap base64 at 76 characters for mime, email attachment as a block of random letters",
    "is this valid base64",
    "why does my base64 not decode, incorrect padding error in python binascii",
    "kubernetes secret value or basic auth header in plain text",
    "base64 -d",
    "codificar texto en base64, descodificar texto raro que termina en signos igual",
    "base64 dekodieren, zeichenfolge mit gleichheitszeichen entschlüsseln, kodieren",
    "décoder du base64, encoder du texte, déchiffrer",
    "base64 解码 编码 文本 解密",
    "base64 デコード エンコード 文字列 変換",
    "kubectl get secret shows dXNlcg==, what is the value",
    "paste an icon straight into the stylesheet instead of a file",
    "mail body is only letters, digits, plus and slash, read it",
    "put bytes into a json field or an environment variable as text",
    "CyberChef From Base64, btoa atob, b64decode, openssl base64, certutil -decode, RFC 4648, PEM body",
    "convert binary octets to a 64-symbol ascii form or restore the original text",
    "codificar e decodificar base64, texto estranho terminado em igual",
    "base64 in text umwandeln, zurückwandeln, klartext",
    "base64 en clair, convertir chaîne base64 en texte",
    "base64 转 文字 还原 图片 转 base64",
  ],
  effort: 1,
  detect: detectBase64,
  takesBytes: { action: "encode", inputAs: "latin1" },
  content({ action, value }, { outputAs = "auto" }) {
    if (action !== "decode" || !/^(?:auto|text)$/i.test(outputAs)) return undefined;
    return fromHex(value?.hex ?? "").bytes;
  },

  laws: [
    {
      name: "decoding what was encoded gives the bytes back",
      holds(run, input) {
        const encoded = run({ ...input, action: "encode", outputAs: "auto" });
        if (!encoded.ok) return true;
        const decoded = run({ input: encoded.output ?? "", action: "decode" });
        return (
          decoded.value?.hex === encoded.value?.hex && decoded.value?.text === encoded.value?.text
        );
      },
    },
    {
      name: "encoding what canonical Base64 says gives it back",
      holds(run, input) {
        const decoded = run({ input: input.input ?? "", action: "decode" });
        const found = decoded.warnings?.some(
          ({ code }) => code === "BOM_REMOVED" || code === "DATA_URL_FOUND",
        );
        if (!decoded.value?.canonical || found) return true;
        const { hex, alphabet } = decoded.value;
        const style = { urlSafe: alphabet === "url", padding: true };
        return run({ input: hex, inputAs: "hex", ...style }).output === input.input;
      },
    },
    {
      name: "URL-safe output has none of + / =, padded output a multiple of 4 symbols",
      holds(run, input) {
        const { input: text = "", inputAs = "text" } = input;
        const safe = run({ input: text, inputAs, urlSafe: true });
        const padded = run({ input: text, inputAs });
        if (!safe.ok || !padded.ok) return safe.ok === padded.ok;
        const expected = 4 * Math.ceil((padded.value?.bytes ?? 0) / 3);
        return !/[+/=]/.test(safe.output ?? "") && padded.output?.length === expected;
      },
    },
    {
      name: "validating finds valid exactly what decodes",
      holds(run, input) {
        const { valid = false } = run({ ...input, action: "validate" });
        return valid === run({ ...input, action: "decode" }).ok;
      },
    },
  ],
  examples: [
    {
      title: "Text with an emoji",
      input: { input: "Grüße 😀" },
      expect: { output: "R3LDvMOfZSDwn5iA", value: { bytes: 12, utf8: true }, valid: true },
    },
    {
      title: "Bytes that are no text come out as hex",
      input: { input: "3q2-7w", action: "decode" },
      expect: {
        output: "deadbeef",
        value: { alphabet: "url", padded: false },
        warnings: [{ code: "PADDING_MISSING" }, { code: "URL_ALPHABET_FOUND" }],
      },
    },
    {
      title: "A data: URL, both ways",
      input: { input: "data:image/svg+xml;base64,PHN2Zy8+", action: "decode" },
      expect: { output: "<svg/>", value: { mediaType: "image/svg+xml" } },
    },
    {
      title: "Hex to Base64 in lines of 8",
      input: { input: "de:ad:be:ef de:ad:be:ef", inputAs: "hex", lineLength: 8 },
      expect: { output: "3q2+796t\nvu8=" },
    },
    {
      title: "One = too few",
      input: { input: "QQ=", action: "decode" },
      expect: { ok: false, error: { code: "BASE64_PADDING" }, errors: [{ offset: 3 }] },
    },
  ],

  run: (input) => (input.action === "encode" ? encode(input) : decode(input)),
});

function encode(input: Input) {
  const read = readPlain(input.input, input.inputAs);
  if ("code" in read) return fail(read, { valid: false });
  const { bytes } = read;
  const isDataUrl = input.outputAs === "dataUrl";
  const urlSafe = input.urlSafe ?? input.outputAs === "base64url";
  const style = isDataUrl ? {} : { urlSafe, padding: input.padding ?? !urlSafe };
  const line = toBase64(bytes, style);
  const auto = isDataUrl ? line : wrapLines(line, input.lineLength, input.crlf ? "\r\n" : "\n");
  const written = readBase64(auto);
  const base64 = "bytes" in written ? written : undefined;
  const facts = factsOf({ bytes, base64, mediaType: isDataUrl ? input.mediaType : null });
  return present(input, bytes, { facts, warnings: [], auto });
}

function decode(input: Input) {
  const only = input.urlSafe === undefined ? "either" : input.urlSafe ? "url" : "standard";
  const read = readEncoded(input.input, { only, strict: input.strict });
  if ("code" in read) return refuse(input, read);
  const facts = factsOf(read);
  const auto = facts.text !== null && !UNPRINTABLE.test(facts.text) ? facts.text : facts.hex;
  return present(input, read.bytes, { facts, warnings: remarks(input, read), auto });
}

/** Control characters other than TAB, LF and CR. */
const UNPRINTABLE = /[^\P{Cc}\t\n\r]/u;

function remarks(input: Input, { base64, mediaType, hasMark }: EncodedText): Entry<Warning>[] {
  const { spaceAt = -1, surplusBitsAt = -1, paddingMissing = false, alphabet } = base64 ?? {};
  const found: Record<Warning, boolean> = {
    BOM_REMOVED: hasMark,
    NON_ZERO_TRAILING_BITS: surplusBitsAt >= 0,
    WHITESPACE_IGNORED: spaceAt >= 0,
    PADDING_MISSING: paddingMissing,
    URL_ALPHABET_FOUND: alphabet === "url" && input.urlSafe === undefined,
    DATA_URL_FOUND: mediaType !== null,
  };
  return Object.entries(WARNINGS)
    .filter(([code]) => found[code as Warning])
    .map(([code, message]) => ({ code: code as Warning, message, path: "/input" }));
}

interface Found {
  readonly facts: Base64Facts;
  readonly warnings: readonly Entry<Warning>[];
  /** The output where `outputAs` leaves the choice. */
  readonly auto: string;
}

function present(input: Input, bytes: Uint8Array, { facts, warnings, auto }: Found) {
  const { action, outputAs, padding = false } = input;
  const value: Value = { action, ...facts };
  if (outputAs === "text" && facts.text === null) {
    return refuse(input, notUtf8(bytes), { value, warnings });
  }
  if (action === "validate") {
    return done({ output: `valid: ${bytes.length} bytes`, value, valid: true, warnings });
  }
  const write = {
    auto: () => auto,
    text: () => facts.text ?? "",
    hex: () => facts.hex,
    base64url: () => (action === "encode" ? auto : toBase64(bytes, { urlSafe: true, padding })),
    dataUrl: () => `data:${facts.mediaType ?? input.mediaType};base64,${facts.base64}`,
  };
  return done({ output: write[outputAs](), value, valid: true, warnings });
}

interface Refused {
  readonly value?: Value;
  readonly warnings?: readonly Entry<Warning>[];
}

/** Fails, or with action validate gives the verdict. */
function refuse({ action }: Input, entry: Entry<Failure>, found: Refused = {}) {
  const outcome = { value: null, ...found, valid: false };
  if (action !== "validate") return fail(entry, outcome);
  return done({ ...outcome, output: invalidLine(entry), errors: [entry] });
}
