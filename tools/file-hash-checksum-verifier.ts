import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./file-hash-checksum-verifier/contract.ts";
import { VERIFY_LAWS } from "./file-hash-checksum-verifier/laws.ts";
import { verifyChecksums } from "./file-hash-checksum-verifier/verify.ts";

const HELLO = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03";

export default defineTool({
  id: "file-hash-checksum-verifier",
  name: "File Hash Checksum Verifier",
  category: "Security",
  description:
    "Holds files or their checksums against a list in any dialect, as sha256sum -c does: a verdict for every file, and what is missing or surplus.",
  keywords: [
    "blake2",
    "checksum",
    "crc32",
    "digest",
    "file hash",
    "get-filehash",
    "integrity",
    "md5sum",
    "sha1sum",
    "sha256sum",
    "sha256sums",
    "sri",
    "verify",
  ],
  aliases: ["checksum-verify", "sha256sum-check"],
  version: "2026-11-22",

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
  ],
  effort: 2,

  laws: VERIFY_LAWS,
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
