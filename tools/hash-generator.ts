import { type Static, Type } from "@sinclair/typebox";
import { listField, oneOf } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { toBase64 } from "./_lib/bytes/base64.ts";
import { toHex } from "./_lib/bytes/encodings.ts";
import {
  type Algorithm,
  ALGORITHM_NAMES,
  type AlgorithmName,
  hmac,
} from "./_lib/bytes/hash/algorithms.ts";
import {
  bytesOfText,
  isCharacterEncoding,
  TEXT_ENCODINGS,
  unreadableText,
} from "./_lib/bytes/hash/encoded-text.ts";
import { readWords } from "./_lib/fields/list-field.ts";
import { loneSurrogateAt } from "./_lib/text/code-points.ts";
import { readExpected } from "./hash-generator/expected.ts";
import { type Selection, selectAlgorithms } from "./hash-generator/selection.ts";

const FAILURES = {
  HASH_ALGORITHM_UNKNOWN: "A name in algorithms is neither an algorithm nor a group",
  TEXT_ENCODING_INVALID: "The text is not hex, Base64 or Latin-1, as textEncoding says",
  KEY_ENCODING_INVALID: "The key is not hex, Base64 or Latin-1, as keyEncoding says",
} as const;

const WARNINGS = {
  LONE_SURROGATE: "Half of a surrogate pair has no encoded form and was hashed as U+FFFD",
  TRAILING_NEWLINE: "The text ends in a line end, which the digest includes",
  HMAC_NOT_APPLICABLE: "HMAC is not defined for some of the algorithms; they were left out",
  WEAK_HASH: "Collisions of md5 and sha1 can be made; use sha256 or better against tampering",
  EXPECTED_UNRECOGNIZED: "The expected text has the length of no digest known here",
} as const;

type Failure = keyof typeof FAILURES;
type Warning = keyof typeof WARNINGS;

const WEAK: ReadonlySet<AlgorithmName> = new Set(["md5", "sha1"]);

const INPUT = Type.Object({
  text: Type.String({ description: "What to hash; may be empty" }),
  textEncoding: oneOf(TEXT_ENCODINGS, {
    description:
      "How the text becomes bytes; hex passes over white space and :, base64 takes both alphabets",
    default: "utf8",
  }),
  algorithms: Type.Optional(
    listField({
      description: `Names or groups: common (if left out), all, sha2, sha3, blake, checksum; ${ALGORITHM_NAMES.join(", ")}`,
    }),
  ),
  encoding: oneOf(["hex", "base64", "base64url"], {
    description: "Form of the digests in the output",
    default: "hex",
  }),
  uppercase: Type.Boolean({ description: "Hex of the output in capitals", default: false }),
  key: Type.Optional(Type.String({ description: "Makes HMACs with this key, which may be empty" })),
  keyEncoding: oneOf(TEXT_ENCODINGS, { description: "How the key becomes bytes", default: "utf8" }),
  expected: Type.Optional(
    Type.String({
      description:
        "A digest to compare with, in hex, Base64 or Base64url, perhaps after its algorithm as in sha256:… or sha256-…",
    }),
  ),
});

type Input = Static<typeof INPUT>;

const DIGEST = Type.Object({ hex: Type.String(), base64: Type.String(), bits: Type.Integer() });

const VALUE = Type.Object({
  bytes: Type.Integer({ minimum: 0, description: "Of the text" }),
  mode: oneOf(["hash", "hmac"]),
  digests: Type.Record(Type.String(), DIGEST),
  matched: Type.Union([Type.String(), Type.Null()], {
    description: "The algorithm whose digest is the expected one",
  }),
});

type Value = Static<typeof VALUE>;

export default defineTool({
  id: "hash-generator",
  name: "Hash Generator",
  category: "Security",
  description:
    "Computes digests, checksums and HMACs of a text, and compares them with a published digest.",
  keywords: [
    "blake3",
    "checksum",
    "checksum of text",
    "crc32",
    "digest",
    "fingerprint",
    "hash",
    "hash function",
    "hmac",
    "keccak",
    "md5",
    "message digest",
    "sha-1",
    "sha-256",
    "sha-512",
    "sha1",
    "sha256",
    "sha3",
    "sha512",
    "sha512sum",
    "xxhash",
  ],
  aliases: [],
  version: "2026-11-20",

  input: INPUT,
  primary: "text",
  value: VALUE,
  verb: "hash",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "sha256 of this string",
    "md5 hash of a text",
    "compute a checksum",
    "hmac sha256 with a secret key",
    "sign a webhook body with hmac, webhook signature does not match",
    "does this sha256 match the download page",
    "verify a subresource integrity hash",
    "crc32 of a string",
    "keccak256 for ethereum",
    "blake3 digest",
    "all hashes of a text at once, digest of a string in several algorithms",
    "fingerprint of a text, message or password in hex to notice changes",
    "hash hex bytes instead of text",
    "which algorithm made this digest",
    "sha256sum, md5sum, openssl dgst, shasum of a piece of text",
    "scramble text one way, same text gives the same code",
    "cryptographic summary of a payload, hexadecimal or base64, message authentication code",
    "calcular hash sha256, huella digital de un texto, resumen criptográfico",
    "prüfsumme berechnen, hashwert eines textes erzeugen",
    "calculer une empreinte sha-256 d'un texte, hachage",
    "计算 sha256 哈希值 文本 摘要 指纹",
    "sha256 ハッシュ 計算 文字列のハッシュ値を求める",
    "what is the md5 of this customer address for the facebook audience upload",
    "shop plugin wants the order string signed with a shared key as hex",
    "cache key from a long string",
    "gravatar needs a code of my email",
    "CryptoJS, hashlib, node createHash, openssl dgst -hmac, SHA-3, CRC-32, SRI sha384",
    "digest a given string with md5, sha-2 or sha-3, keyed or not, and test it against an expected value",
    "gerar hash md5 ou sha256 de um texto, hmac",
    "generar md5 o sha1 de una cadena, hmac con clave",
    "md5 oder sha1 erzeugen, hmac mit schlüssel",
    "générer md5 ou sha1 d'une chaîne, hmac avec clé",
    "md5 加密 在线 sha1 hmac 签名 字符串",
    "md5 sha1 hmac 生成 署名 文字列",
  ],
  effort: 3,
  detect: (sample) =>
    /^\s*(?:(?:md5|sha\d{1,3})[:-])?(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{56}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128}|(?<=-)[a-z\d+/]{43,86}={0,2})\s*$/i.test(
      sample,
    )
      ? 0.9
      : 0,
  detected: { field: "expected" },
  takesBytes: { textEncoding: "latin1" },

  laws: [
    {
      name: "hex and Base64 of a digest say the same bytes",
      holds(run, input) {
        const digests = Object.values(run(input).value?.digests ?? {});
        return digests.every(({ hex, base64, bits }) => {
          const bytes = bytesOfText(base64, "base64").bytes;
          return bytes !== undefined && toHex(bytes) === hex && bytes.length * 8 === bits;
        });
      },
    },
    {
      name: "the order of algorithms makes no difference",
      holds(run, input) {
        if (input.algorithms === undefined) return true;
        const reversed = { ...input, algorithms: readWords(input.algorithms).toReversed() };
        const [first, second] = [run(input), run(reversed)];
        return first.output === second.output && first.value?.matched === second.value?.matched;
      },
    },
    {
      name: "any digest of its own is one that it expects",
      holds(run, input) {
        const digests = Object.entries(run(input).value?.digests ?? {});
        return digests.every(([name, { hex, base64 }]) =>
          [hex, base64, `${name}:${hex}`, `${name}-${base64}`].every(
            (expected) => run({ ...input, expected }).valid === true,
          ),
        );
      },
    },
  ],
  examples: [
    {
      title: "The usual digests",
      input: { text: "abc" },
      expect: {
        value: {
          bytes: 3,
          mode: "hash",
          digests: {
            sha256: { hex: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
            crc32: { hex: "352441c2", bits: 32 },
          },
        },
      },
    },
    {
      title: "HMAC of a webhook body",
      input: {
        text: "The quick brown fox jumps over the lazy dog",
        algorithms: "sha256",
        key: "key",
      },
      expect: { output: "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8" },
    },
    {
      title: "Compare with a subresource integrity hash",
      input: { text: "hello", expected: "sha256-LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=" },
      expect: { valid: true, value: { matched: "sha256" } },
    },
    {
      title: "A line end is part of the text",
      input: { text: "hello\n", algorithms: "md5" },
      expect: {
        output: "b1946ac92492d2347c6235b4d2611184",
        warnings: [{ code: "TRAILING_NEWLINE" }, { code: "WEAK_HASH" }],
      },
    },
    {
      title: "No such algorithm",
      input: { text: "abc", algorithms: "sha265" },
      expect: { ok: false, error: { code: "HASH_ALGORITHM_UNKNOWN" } },
    },
  ],

  run(input) {
    const selection = selectAlgorithms(input.algorithms ?? "");
    const text = bytesOfText(input.text, input.textEncoding);
    const key = input.key === undefined ? undefined : bytesOfText(input.key, input.keyEncoding);
    const problems: Entry<Failure>[] = [...selection.unknown];
    if (!text.bytes) {
      problems.push(unreadableText("TEXT_ENCODING_INVALID", "text", input.textEncoding, text));
    }
    if (key && !key.bytes) {
      problems.push(unreadableText("KEY_ENCODING_INVALID", "key", input.keyEncoding, key));
    }
    const [first, ...others] = problems;
    if (first) return fail([first, ...others]);
    return hash(input, selection, text.bytes ?? NOTHING, key && (key.bytes ?? NOTHING));
  },
});

const NOTHING = new Uint8Array();

function hash(input: Input, selection: Selection, text: Uint8Array, key: Uint8Array | undefined) {
  const digests = new Map<AlgorithmName, Uint8Array>();
  for (const algorithm of selection.algorithms) {
    if (applies(algorithm, key)) digests.set(algorithm.name, digestOf(algorithm, text, key));
  }
  const expected = input.expected === undefined ? undefined : readExpected(input.expected);
  const candidates = expected?.algorithm ? [expected.algorithm] : selection.candidates;
  const matched = candidates.find(
    (algorithm) =>
      expected?.hex?.length === algorithm.bits / 4 &&
      applies(algorithm, key) &&
      toHex(digests.get(algorithm.name) ?? digestOf(algorithm, text, key)) === expected.hex,
  );
  const value: Value = {
    bytes: text.length,
    mode: key ? "hmac" : "hash",
    digests: Object.fromEntries(Array.from(digests, ([name, digest]) => [name, formsOf(digest)])),
    matched: matched?.name ?? null,
  };
  return done({
    output: writeDigests(input, digests),
    value,
    ...(expected ? { valid: matched !== undefined } : {}),
    warnings: remarks(input, selection, expected !== undefined && expected.hex === undefined),
  });
}

function applies({ blockLength }: Algorithm, key: Uint8Array | undefined): boolean {
  return key === undefined || blockLength !== undefined;
}

function digestOf(algorithm: Algorithm, text: Uint8Array, key: Uint8Array | undefined): Uint8Array {
  const { blockLength } = algorithm;
  if (!key || blockLength === undefined) return algorithm.digest(text);
  return hmac({ ...algorithm, blockLength }, key, text);
}

function formsOf(digest: Uint8Array): Static<typeof DIGEST> {
  return { hex: toHex(digest), base64: toBase64(digest), bits: digest.length * 8 };
}

function writeDigests(
  { encoding, uppercase }: Input,
  digests: ReadonlyMap<AlgorithmName, Uint8Array>,
): string {
  const lines = Array.from(digests, ([name, digest]) => {
    const hex = uppercase ? toHex(digest).toUpperCase() : toHex(digest);
    const urlSafe = encoding === "base64url";
    const text = encoding === "hex" ? hex : toBase64(digest, { urlSafe, padding: !urlSafe });
    return digests.size === 1 ? text : `${name}: ${text}`;
  });
  return lines.join("\n");
}

function remarks(
  { text, textEncoding, key, keyEncoding }: Input,
  { algorithms, named }: Selection,
  isUnrecognized: boolean,
): Entry<Warning>[] {
  const warnings: Entry<Warning>[] = [];
  const add = (code: Warning, field: string, detail: object = {}): void => {
    warnings.push({ code, message: WARNINGS[code], path: `/${field}`, ...detail });
  };
  const loneInText = isCharacterEncoding(textEncoding) ? loneSurrogateAt(text) : -1;
  const loneInKey = isCharacterEncoding(keyEncoding) ? loneSurrogateAt(key ?? "") : -1;
  if (loneInText >= 0) add("LONE_SURROGATE", "text", { offset: loneInText });
  if (loneInKey >= 0) add("LONE_SURROGATE", "key", { offset: loneInKey });
  const endsLine = text.endsWith("\n") || text.endsWith("\r");
  if (endsLine && isCharacterEncoding(textEncoding)) add("TRAILING_NEWLINE", "text");

  const left = algorithms.filter(({ blockLength }) => blockLength === undefined);
  const weak = [...named].filter((name) => WEAK.has(name));
  if (key !== undefined && left.length > 0) {
    const names = left.map(({ name }) => name);
    const message = `${WARNINGS.HMAC_NOT_APPLICABLE}: ${names.join(", ")}`;
    add("HMAC_NOT_APPLICABLE", "algorithms", { message, received: names });
  }
  if (key === undefined && weak.length > 0) add("WEAK_HASH", "algorithms", { received: weak });
  if (isUnrecognized) add("EXPECTED_UNRECOGNIZED", "expected");
  return warnings;
}
