/** The hand-over package: lists, the page that goes with them, and scripts that check the files where they are. */
import { writeChecksumLine } from "../../tools/_lib/bytes/checksums/read.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { markdownTable } from "../../tools/_lib/text/markdown-table.ts";
import { writePlanned } from "../_core/file-kit.ts";
import { codeBlock, plainText } from "../_core/page.ts";
import type { Algorithm, Job, PlanValue, Work } from "../file-verification-handoff-kit.ts";
import type { Plan } from "./compare.ts";
import { byPath, digestOf, pathKey } from "./files.ts";
import { powerShellScript, shellScript } from "./scripts.ts";

export function writePlanFiles({ value, size, statement }: Plan, { job, report }: Work): void {
  const { algorithms } = job.options;
  writePlanned(report, job, value);
  for (const algorithm of algorithms) report.ownText(listName(algorithm), listText(job, algorithm));
  const checked = strongest(algorithms);
  report.file("HANDOFF.md", handoffPage(job, value, size, checked));
  const columns = ["path", "bytes", "mediaType", ...HASHES, "verdict"];
  report.csv("files.csv", columns, fileRows(job, value));
  report.file("verify.sh", shellScript(checked, listName(checked), OWN_FILES));
  report.file("verify.ps1", powerShellScript(checked, listName(checked), OWN_FILES));
  if (statement !== undefined) report.json("delivery.intoto.json", statement);
}

const HASHES = ["sha256", "sha384", "sha512", "sha1", "md5"] as const;

const STRENGTH = ["sha512", "sha384", "sha256", "sha1", "md5"] as const;

/** What the scripts check by: SHA-256 where it is listed, which every system has, else the strongest. */
function strongest(algorithms: readonly Algorithm[]): Algorithm {
  if (algorithms.includes("sha256")) return "sha256";
  return STRENGTH.find((name) => algorithms.includes(name)) ?? "sha256";
}

function listName(algorithm: Algorithm): string {
  return `${algorithm.toUpperCase()}SUMS`;
}

/** The names of the package itself, which are not part of the delivery. */
const OWN_FILES = [
  ...HASHES.map(listName),
  "HANDOFF.md",
  "files.csv",
  "verify.sh",
  "verify.ps1",
  "delivery.intoto.json",
  "job.json",
  "plan.json",
  "manifest.json",
  "report.md",
  "receipt.json",
];

function listText(job: Job, algorithm: Algorithm): string {
  return byPath(job.files)
    .map((file) => {
      const digest = digestOf(file, algorithm);
      return digest === undefined ? "" : writeChecksumLine(digest, file.path);
    })
    .join("");
}

function* fileRows(job: Job, { entries }: PlanValue) {
  const keyOf = pathKey(job.options);
  const verdicts = worstBy((path) => path, entries);
  const verdictsByKey = worstBy(keyOf, entries);
  const known = new Set(job.files.map(({ path }) => keyOf(path)));
  for (const file of byPath(job.files)) {
    const digests = HASHES.map((name) => digestOf(file, name));
    const verdict = verdicts.get(file.path) ?? verdictsByKey.get(keyOf(file.path));
    yield [file.path, file.bytes, file.mediaType, ...digests, verdict];
  }
  for (const [path, verdict] of verdicts) {
    if (!known.has(keyOf(path))) yield [path, null, null, ...HASHES.map(() => null), verdict];
  }
}

const WORST = ["mismatch", "missing", "unverifiable", "extra", "ok"] as const;

/** One verdict a key: a file that is listed in two algorithms is as good as the worse of them. */
function worstBy(
  keyOf: (path: string) => string,
  entries: PlanValue["entries"],
): ReadonlyMap<string, string> {
  const verdicts = new Map<string, PlanValue["entries"][number]["verdict"]>();
  for (const { path, verdict } of entries) {
    const key = keyOf(path);
    const known = verdicts.get(key);
    if (known === undefined || WORST.indexOf(verdict) < WORST.indexOf(known))
      verdicts.set(key, verdict);
  }
  return verdicts;
}

function handoffPage(job: Job, value: PlanValue, size: string, algorithm: Algorithm): string {
  const { sender, recipient, date, note } = job.options;
  const facts = Object.entries({ Sender: sender, Recipient: recipient, Date: date }).flatMap(
    ([name, text]) =>
      text === null || text.trim() === "" ? [] : [`- ${name}: ${plainText(text)}`],
  );
  const { files, bytes } = value.totals;
  const tree = value.treeSha256 === null ? "" : `, tree SHA-256 \`${value.treeSha256}\``;
  return [
    `# ${plainText(job.name)}`,
    ...(facts.length > 0 ? [facts.join("\n")] : []),
    `${counted(files, "file")}, ${counted(bytes, "byte")} (${size})${tree}`,
    ...(note === null || note.trim() === "" ? [] : [quotation(note)]),
    "## Files",
    markdownTable(
      ["Path", "Bytes", "SHA-256"],
      byPath(job.files).map(({ path, bytes: own, sha256 }) => [
        plainText(path),
        String(own),
        sha256 === undefined ? "" : `\`${sha256}\``,
      ]),
      ["left", "right"],
    ),
    ...(job.options.expected === null ? [] : ["## What arrived", verdictTable(value)]),
    "## How to check",
    `In the folder of the files, with \`${listName(algorithm)}\` beside them:`,
    codeBlock(commandsFor(algorithm).join("\n"), "sh"),
    "## Signatures",
    "Handed over by: ______________________________",
    "Received by: ______________________________",
  ].join("\n\n");
}

function verdictTable({ entries }: PlanValue): string {
  if (entries.length === 0) return "Nothing was listed.";
  return markdownTable(
    ["Path", "Algorithm", "Verdict"],
    entries.map(({ path, algorithm, verdict }) => [plainText(path), algorithm ?? "", verdict]),
  );
}

/** Of GNU, of macOS and Perl, and of Windows. */
function commandsFor(algorithm: Algorithm): string[] {
  const list = listName(algorithm);
  const perl = algorithm === "md5" ? "sh verify.sh" : `shasum -a ${algorithm.slice(3)} -c ${list}`;
  return [
    `${algorithm}sum -c ${list}`,
    perl,
    "powershell -ExecutionPolicy Bypass -File verify.ps1",
  ];
}

function quotation(note: string): string {
  return note
    .split(/\r\n?|\n/)
    .map((line) => `> ${plainText(line)}`.trimEnd())
    .join("\n");
}
