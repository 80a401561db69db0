import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { CHECKSUM_ALGORITHMS } from "./_lib/bytes/checksums/algorithms.ts";
import { JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { failOnField } from "./_lib/results/review/shapes.ts";
import { verifyChecksums } from "./file-hash-checksum-verifier/verify.ts";

const FAILURES = {
  NO_CHECKSUMS: "No line of the list could be read",
  BASE64_INVALID: "The content of a file is no Base64",
  NOTHING_TO_COMPARE: "There are neither computed checksums nor files",
  FILE_HASH_CHECKSUM_VERIFIER_FAILED: "The gate was set, and the files do not fit the list",
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  WEAK_ALGORITHM: "Other files with the same MD5, SHA-1 or CRC-32 can be made on purpose",
  CONFLICTING_ENTRY: "A path has two digests of one algorithm; each is judged",
  DUPLICATE_ENTRY: "A line says again what an earlier one said",
  MALFORMED_LINE: "A line is of no dialect that is known",
} as const;

const FILE = Type.Object({
  path: Type.String({ description: "As the list names it" }),
  content: Type.String({ description: "What is hashed" }),
  encoding: oneOf(["utf8", "base64"], { description: "Of the content", default: "utf8" }),
});

export type FileItem = Static<typeof FILE>;

const INPUT = Type.Object({
  input: Type.String({
    description: "The expected checksums, in any dialect: sha256sum, BSD, OpenSSL, SRI, PowerShell",
  }),
  actual: Type.Optional(Type.String({ description: "Computed checksums, in any dialect" })),
  files: Type.Optional(Type.Array(FILE, { description: "Files to hash", maxItems: 1000 })),
  algorithm: Type.Optional(
    oneOf(CHECKSUM_ALGORITHMS, {
      description: "Of lines without a label; by the length of the digest, if left out",
    }),
  ),
  matchBy: oneOf(["path", "basename"], {
    description: "basename: folders do not matter",
    default: "path",
  }),
  ignoreMissing: Type.Boolean({ description: "Files may be missing", default: false }),
  strict: Type.Boolean({ description: "Malformed lines make it invalid", default: false }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const VERDICTS = ["ok", "mismatch", "missing", "extra", "unverifiable"] as const;

export type FileVerdict = (typeof VERDICTS)[number];

const NULLABLE = Type.Union([Type.String(), Type.Null()]);

const COUNT = Type.Integer({ minimum: 0 });

const VALUE = Type.Object({
  entries: Type.Array(
    Type.Object({
      path: Type.String(),
      algorithm: oneOf(CHECKSUM_ALGORITHMS),
      expected: NULLABLE,
      actual: NULLABLE,
      verdict: oneOf(VERDICTS),
    }),
    { description: "By path, then algorithm" },
  ),
  malformed: Type.Array(Type.Object({ line: Type.Integer({ minimum: 1 }), text: Type.String() })),
  counts: Type.Object({
    ok: COUNT,
    mismatch: COUNT,
    missing: COUNT,
    extra: COUNT,
    unverifiable: COUNT,
    malformed: COUNT,
  }),
});

export type Value = Static<typeof VALUE>;

export type Warning = keyof typeof WARNINGS;

const HELLO = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03";

export default defineTool({
  id: "file-hash-checksum-verifier",
  name: "File Hash Checksum Verifier",
  category: "Security",
  description:
    "Holds files or their checksums against a list in any dialect, as sha256sum -c does: a verdict for every file, and what is missing or surplus.",
  keywords: [
    "blake2",
    "blake3",
    "checksum",
    "corrupted",
    "crc32",
    "digest",
    "file hash",
    "get-filehash",
    "integrity",
    "md5",
    "md5sum",
    "rhash",
    "sha1sum",
    "sha256",
    "sha256sum",
    "sha256sums",
    "shasum",
    "sri",
    "tampered",
    "verify",
  ],
  aliases: ["checksum-verify", "sha256sum-check"],
  version: "2026-11-27",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "verify",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "verify a sha256sums file",
    "sha256sum -c online",
    "check md5 checksums of files",
    "compare two checksum lists",
    "is this download intact",
    "which files do not match their hash",
    "verify openssl dgst output",
    "bsd style checksum lines",
    "powershell get-filehash compare",
    "subresource integrity of a file",
    "missing files in a checksum list",
    "crc32 check of files",
    "was the iso I downloaded damaged or tampered with",
    "copied a whole folder to a backup disk, are all files the same",
    "does the file I got match the number on the website",
    "compare files against a published list of fingerprints",
    "bulk integrity verification against a digest listing, pass or fail per path",
    "changed, missing or additional files since the list was written",
    "mirror download corrupted, which of the files",
    "after copying photos or archives to a nas, be certain nothing broke",
    "prüfsummen von dateien prüfen",
    "verificar sumas de comprobación de archivos",
    "vérifier les sommes de contrôle",
    "校验 文件 哈希 值",
    "ファイルのチェックサムを検証する",
    "comprobar si el archivo descargado está dañado",
    "ist die heruntergeladene datei beschädigt",
    "le fichier téléchargé est il intact",
    "下载 的 文件 是否 损坏 完整性 校验",
    "ダウンロードしたファイルが壊れていないか確認",
    "ubuntu image downloaded, next to it lies a SHA256SUMS, is mine right",
    "moved the wedding photos to another disk, did each one survive",
    "customer says a file of the package is broken, list in hand, which",
    "server folder after the break-in, what differs from the recorded list",
    "md5sum -c, shasum -a 256 -c, certutil -hashfile, Get-FileHash, rhash, hashdeep, b3sum --check",
    "match each path's digest with the recorded one and give ok, failed, missing, extra",
    "verificar checksum de arquivos baixados, arquivo corrompido",
    "lista sha256sums comprobar, ficheros cambiados",
    "sha256sums liste abgleichen, dateien unverändert",
    "liste sha256sums, fichiers modifiés ou manquants",
    "清单 sha256sums md5 逐个 核对 缺失",
    "一覧のハッシュと照合 欠けたファイル",
  ],
  effort: 2,
  detect: (sample) =>
    /^\s*(?:\\?[\da-f]{32,128} [ *]\S|(?:MD5|SHA\d{1,3}(?:[-/]\d{3})?) \([^()\n]{1,300}\) = [\da-f]{32})/i.test(
      sample,
    )
      ? 0.95
      : 0,

  laws: [
    {
      name: "a list compared with itself fits, but for what contradicts itself",
      holds(run, { input = "", algorithm }) {
        const chosen = algorithm === undefined ? {} : { algorithm };
        const { value, warnings = [] } = run({ input, actual: input, ...chosen });
        if (!value || warnings.some(({ code }) => code === "CONFLICTING_ENTRY")) return true;
        return value.counts.ok === value.entries.length;
      },
    },
    {
      name: "the order of the lines does not matter",
      holds(run, input) {
        const { value, warnings = [] } = run(input);
        const isPlain = !/[\0]|^Algorithm/m.test(input.input ?? "");
        if (!value || !isPlain || warnings.length > 0) return true;
        const turned = (input.input ?? "").split("\n").toReversed().join("\n");
        const other = run({ ...input, input: turned.replace(/^\ufeff/m, "") });
        return JSON.stringify(other.value?.entries) === JSON.stringify(value.entries);
      },
    },
  ],
  examples: [
    {
      title: "A list against contents",
      input: {
        input: `${HELLO}  hello.txt\n2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881 *bin.dat\n`,
        files: [
          { path: "hello.txt", content: "hello\n" },
          { path: "bin.dat", content: "y" },
        ],
      },
      expect: {
        output: "bin.dat: FAILED\nhello.txt: OK",
        valid: false,
        value: { counts: { ok: 1, mismatch: 1 } },
      },
    },
    {
      title: "Two dialects, two algorithms",
      input: {
        input: `SHA256 (a file.txt) = ${HELLO}\nMD5(b.txt)= 92eb5ffee6ae2fec3ad71c777531578f\n`,
        actual: `${HELLO.toUpperCase()}  ./a file.txt\n92eb5ffee6ae2fec3ad71c777531578f  b.txt\n`,
      },
      expect: { valid: true, warnings: [{ code: "WEAK_ALGORITHM", line: 2 }] },
    },
    {
      title: "One missing, one surplus, a line that is none",
      input: {
        input: `${HELLO}  gone.txt\nnot a checksum line\n`,
        actual: `${HELLO}  other.txt\n`,
      },
      expect: {
        output: "gone.txt: MISSING\nother.txt: EXTRA",
        valid: false,
        value: { malformed: [{ line: 2 }] },
      },
    },
    {
      title: "A digest alone, as a gate",
      input: { input: HELLO, files: [{ path: "x", content: "hello" }], failOn: "error" },
      expect: {
        ok: false,
        error: { code: "FILE_HASH_CHECKSUM_VERIFIER_FAILED" },
        output: "x: FAILED",
      },
    },
    {
      title: "No list",
      input: { input: "hello", actual: "" },
      expect: { ok: false, error: { code: "NO_CHECKSUMS" } },
    },
  ],

  run: verifyChecksums,
});
