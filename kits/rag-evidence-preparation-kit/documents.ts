/** Documents: read, without secrets, as text of which every character has its place. */
import { type Entry, type Outcome } from "../../tools/_core/tool.ts";
import { readStructured } from "../../tools/_lib/fields/structured-field.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import convertHtml from "../../tools/html-to-agent-markdown.ts";
import countTokens from "../../tools/token-counter.ts";
import admit from "../../tools/untrusted-input-admission.ts";
import type {
  DOCUMENTS,
  Format,
  GivenDocument,
  Input,
  Work,
} from "../rag-evidence-preparation-kit.ts";
import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";

export interface Document {
  /** Place in the input. */
  readonly index: number;
  readonly id: string;
  readonly title: string | null;
  readonly uri: string | null;
  readonly format: Exclude<Format, "auto">;
  /** Lines end with LF; HTML is converted. */
  readonly text: string;
  readonly tokens: number;
  readonly sha256: string;
  readonly admitted: "admit" | "quarantine" | "reject" | null;
}

type Given =
  | { readonly given: readonly GivenDocument[]; readonly failure?: undefined }
  | { readonly failure: Outcome<never, string, never> };

/** Text that is a JSON array is that array; any other is one document. */
export function readGiven(field: Input["documents"], shape: typeof DOCUMENTS): Given {
  if (typeof field !== "string") return { given: field };
  if (!isArrayText(field)) return { given: field.trim() === "" ? [] : [{ text: field }] };
  const read = readStructured(field, shape, "/documents");
  return read.failure ? { failure: read.failure } : { given: read.value };
}

function isArrayText(text: string): boolean {
  if (!/^\ufeff?\s*\[/.test(text)) return false;
  try {
    return Array.isArray(JSON.parse(text.replace(/^\ufeff/, "")));
  } catch {
    return false;
  }
}

export function idOf({ id }: GivenDocument, index: number): string {
  return id ?? `d${index + 1}`;
}

export function documentProblems(given: readonly GivenDocument[]): Entry[] {
  if (given.length === 0) {
    const message = "Cannot prepare anything: found no document, expected one at least";
    return [{ code: "DOCUMENTS_EMPTY", message, path: "/documents" }];
  }
  const ids = new Set<string>();
  return given.flatMap((document, index): Entry[] => {
    const id = idOf(document, index);
    const isAgain = ids.has(id);
    ids.add(id);
    if (!isAgain) return [];
    const message = `Cannot tell two documents apart: found the id ${quoted(id)} again, expected one of its own`;
    return [{ code: "DUPLICATE_DOCUMENT_ID", message, path: `/documents/${index}/id` }];
  });
}

/** The documents as text. One that cannot be converted has none. */
export function readDocuments(given: readonly GivenDocument[], work: Work): Document[] {
  const { input, ctx, report } = work;
  const converted = convertAll(given, work);
  let rejected = 0;
  let quarantined = 0;
  const documents = converted.map(({ document, format, text }, index): Document => {
    const id = idOf(document, index);
    const admitted =
      input.admission && text.trim() !== "" ? admitText(text, id, index, work) : null;
    if (admitted === "reject") rejected++;
    if (admitted === "quarantine") quarantined++;
    const { title = null, uri = null } = document;
    const tokens = ctx.step(countTokens, { text, model: input.model }).value?.high ?? 0;
    return { index, id, title, uri, format, text, tokens, sha256: sha256Hex(text), admitted };
  });
  const unknown =
    input.admission &&
    report.findings.some(({ stage, code }) => stage === "admission" && code === "STAGE_FAILED");
  if (unknown) report.failed("admission", "Not every document could be checked");
  else if (input.admission) {
    const verdict = rejected > 0 ? "fail" : quarantined > 0 ? "review" : "pass";
    const admitted = documents.filter(
      (document) => document.admitted !== "reject" && document.admitted !== "quarantine",
    ).length;
    const summary = `${admitted} of ${counted(documents.length, "document")} admitted, ${quarantined} quarantined, ${rejected} rejected`;
    report.done("admission", summary, verdict);
  } else report.skipped("admission", "No document is checked; the field `admission` would");
  return documents;
}

interface Converted {
  readonly document: GivenDocument;
  readonly format: Exclude<Format, "auto">;
  readonly text: string;
}

const PAGE = /^\s*<(?:!doctype|html)\b/i;
const CLOSING_TAG = /<\/(?:p|div|li|td)>/i;
/** Markdown may hold HTML, and code may speak of it. */
const MARKDOWN = /^ {0,3}(?:#{1,6}[ \t]|`{3}|~{3})/m;
const CODE = /`[^`\n]*`/g;

function formatOf(document: GivenDocument, { format }: Input): Exclude<Format, "auto"> {
  const wanted = document.format ?? format;
  if (wanted !== "auto") return wanted;
  const { text } = document;
  if (PAGE.test(text)) return "html";
  const isHtml = CLOSING_TAG.test(text.replace(CODE, "")) && !MARKDOWN.test(text);
  return isHtml ? "html" : "markdown";
}

function convertAll(given: readonly GivenDocument[], work: Work): Converted[] {
  const { input, report } = work;
  let pages = 0;
  let failures = 0;
  const converted = given.map((document, index): Converted => {
    const format = formatOf(document, input);
    const text = document.text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
    if (format !== "html" || text.trim() === "") return { document, format, text };
    pages++;
    const { ok, output = "", value, errors } = work.ctx.step(convertHtml, { input: text });
    const title = document.title ?? value?.title;
    const named = typeof title === "string" ? { ...document, title } : document;
    if (ok) return { document: named, format, text: output.replace(/\r\n?/g, "\n") };
    const [error] = errors ?? [];
    if (error?.code !== "HTML_EMPTY") {
      failures++;
      stageFailed("convert", idOf(document, index), index, error, work);
    }
    return { document, format, text: "" };
  });
  if (failures > 0)
    report.failed("convert", `${failures} of ${counted(pages, "page")} not converted`);
  else if (pages > 0) report.done("convert", `${counted(pages, "page")} converted to Markdown`);
  else report.skipped("convert", "No document is HTML; the field `format` says which is");
  return converted;
}

/** A tool could not do its part for one document. */
function stageFailed(
  stage: "convert" | "admission",
  id: string,
  index: number,
  error: Entry | undefined,
  { report }: Work,
): void {
  const reason = error?.message ?? "there is no answer";
  const message = `Cannot use the document ${quoted(id)} in stage ${stage}: ${reason}`;
  const finding = { code: "STAGE_FAILED", message, subject: stage, path: `/documents/${index}` };
  report.find("error", stage, { ...finding, received: error?.code });
}

/** Longer texts than this are still looked at whole. */
const MOST_CHARACTERS = 100_000;

function admitText(text: string, id: string, index: number, work: Work): Document["admitted"] {
  const { ctx, report } = work;
  const { value, errors } = ctx.step(admit, {
    input: text,
    failOn: "none",
    policy: { maxChars: Math.max(MOST_CHARACTERS, text.length) },
  });
  if (!value) {
    stageFailed("admission", id, index, errors?.[0], work);
    return null;
  }
  if (value.verdict === "admit") return "admit";
  const [first] = value.findings;
  const place = {
    path: `/documents/${index}`,
    subject: id,
    received: first?.code ?? value.verdict,
    ...(first?.line === undefined ? {} : { line: first.line }),
  };
  if (value.verdict === "reject") {
    const message = `Cannot take in the document ${quoted(id)}: found ${first?.code}, expected a text without instructions for the model`;
    report.find("error", "admission", { code: "DOCUMENT_REJECTED", message, ...place });
  } else {
    const message = `The document ${quoted(id)} should be looked at before it is used (${first?.code})`;
    report.find("warning", "admission", { code: "DOCUMENT_QUARANTINED", message, ...place });
  }
  return value.verdict;
}
