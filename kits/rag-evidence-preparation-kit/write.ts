/** What is handed over: chunks to index, the documents that they point into, and how to cite and check them. */
import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import type {
  Chunk,
  Counts,
  Input,
  SelfTest,
  Value,
  Work,
} from "../rag-evidence-preparation-kit.ts";
import type { Document } from "./documents.ts";
import { jsonLine } from "../_core/deliverable.ts";
import { packingOf } from "./stages.ts";

interface Written {
  readonly documents: readonly Document[];
  /** As the value has them. */
  readonly listed: Value["documents"];
  readonly chunks: readonly Chunk[];
  readonly test: SelfTest;
  readonly counts: Counts;
}

export function writeFiles(
  { documents, listed, chunks, test, counts }: Written,
  { input, report }: Work,
): void {
  const kept = chunks.filter(({ status }) => status === "kept");
  const byId = new Map(documents.map((document) => [document.id, document]));
  const lines = kept.map((chunk) => {
    const { id, docId, anchor, start, end, lineStart, lineEnd, headingPath, tokens, sha256 } =
      chunk;
    const { title = null, uri = null } = byId.get(docId) ?? {};
    const { context, text } = chunk;
    const place = { anchor, start, end, lineStart, lineEnd };
    return { id, docId, title, uri, ...place, headingPath, tokens, sha256, context, text };
  });
  report.jsonLines("chunks.jsonl", lines);
  const chunksSha256 = sha256Hex(`${lines.map((line) => jsonLine(line)).join("\n")}\n`);
  report.jsonLines(
    "documents.jsonl",
    documents
      .filter(({ admitted }) => admitted !== "reject")
      .map(({ id, title, uri, sha256, text }) => ({ id, title, uri, sha256, text })),
  );
  const dropped = chunks.filter(({ status }) => status !== "kept");
  if (dropped.length > 0) {
    const rows = dropped.map(({ id, status, duplicateOf }) => [id, status, duplicateOf]);
    report.csv("dropped.csv", ["id", "status", "duplicateOf"], rows);
  }
  report.json("selftest.json", test);
  const settings = settingsOf(input);
  report.json("manifest.json", { settings, documents: listed, counts, chunksSha256 });
  report.file("CITATIONS.md", citations(kept[0], counts));
}

function settingsOf(input: Input) {
  const { minTokens } = packingOf(input);
  const { format, maxTokens, overlapTokens, context, dedup, admission, redact, redactPii } = input;
  const { topK, minHitPercent, model } = input;
  const ofChunks = { format, maxTokens, minTokens, overlapTokens, context };
  return { ...ofChunks, dedup, admission, redact, redactPii, topK, minHitPercent, model };
}

const CHECK = `import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const rows = (name) =>
  readFileSync(name, "utf8").split("\\n").filter(Boolean).map((line) => JSON.parse(line));
const texts = new Map(rows("documents.jsonl").map(({ id, text }) => [id, text]));
let wrong = 0;
for (const { anchor, docId, start, end, sha256, text } of rows("chunks.jsonl")) {
  const found = texts.get(docId)?.slice(start, end);
  const hash = createHash("sha256").update(found ?? "").digest("hex");
  if (found !== text || hash !== sha256) {
    console.error(\`\${anchor} does not hold\`);
    wrong++;
  }
}
console.log(wrong === 0 ? "all anchors hold" : \`\${wrong} anchors do not hold\`);
process.exitCode = wrong === 0 ? 0 : 1;`;

function citations(first: Chunk | undefined, { documents, kept }: Counts): string {
  return [
    "# How to cite and check",
    `${counted(kept, "chunk")} of ${counted(documents, "document")}. Each chunk has an anchor \`<document>:<start>-<end>\`: where its text stands in the document of that id in documents.jsonl, in UTF-16 code units from 0, the end exclusive.`,
    "## Cite",
    "- Index and embed `context` and `text` of a chunk together; show and quote only `text`.",
    "- Put the anchor in square brackets behind every statement that rests on a chunk, as in `[anchor]`.",
    "- Quote word for word. What no chunk says is not cited.",
    "- An answer made of several chunks has several anchors.",
    "## Check",
    "1. Take the document's `text` by the id before the last colon of the anchor.",
    "2. Cut it from start to end: JavaScript `text.slice(start, end)`; Python `text.encode('utf-16-le')[2 * start:2 * end].decode('utf-16-le')`.",
    "3. The SHA-256 of that text in UTF-8 is the `sha256` of the chunk; if it is not, the document is another one than was indexed.",
    "This checks all anchors in the folder of these files with Node 20 or later (save it as check.mjs):",
    `\`\`\`js\n${CHECK}\n\`\`\``,
    "## Example",
    ...(first === undefined ? ["No chunk was kept."] : exampleOf(first)),
  ].join("\n\n");
}

const LONGEST_QUOTE = 200;

function exampleOf({ anchor, text, sha256, lineStart, lineEnd }: Chunk): string[] {
  const [line = ""] = text.slice(0, LONGEST_QUOTE).split("\n", 1);
  const fence = "`".repeat(Math.max(3, longestRun(line) + 1));
  return [
    `Cited as \`[${anchor}]\`, lines ${lineStart} to ${lineEnd}, SHA-256 \`${sha256}\`. It begins:`,
    `${fence}text\n${line.toWellFormed()}\n${fence}`,
  ];
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}

/** What to do with it. */
export function nextSteps(
  { kept }: Counts,
  { hits, tested, mode }: SelfTest,
  { verdict }: Work["report"],
): string[] {
  return [
    ...(verdict === "fail" ? ["Mend what the error findings name, and run it again"] : []),
    ...(hits < tested ? ["Look at the misses in selftest.json before anything is embedded"] : []),
    ...(kept === 0
      ? []
      : ["Embed `context` and `text` of every line of chunks.jsonl, keyed by id"]),
    "Keep documents.jsonl and manifest.json: anchors point into these very texts",
    ...(mode === "known-item" ? ["Send real `questions` with quotes to test what users ask"] : []),
    "Give CITATIONS.md to whoever writes the prompt",
  ];
}
