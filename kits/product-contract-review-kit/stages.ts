/** What other tools find in the surfaces: credentials, statements without support, tools that not all providers take. */
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine, quoted } from "../../tools/_lib/text/shown.ts";
import type { Outcome } from "../../tools/_core/tool.ts";
import type { Static } from "@sinclair/typebox";
import checkClaims from "../../tools/claim-evidence-coverage.ts";
import redactLog from "../../tools/sensitive-log-redaction-evidence.ts";
import convertTools from "../../tools/tool-call-interoperability.ts";
import type { Work } from "../product-contract-review-kit.ts";
import { atLine, type Raw, type Sentence, Surface, withoutSecrets } from "./surfaces.ts";

type CheckedClaim = Static<(typeof checkClaims)["value"]>["claims"][number];

type Screening = Pick<Work, "ctx" | "find" | "finish">;

/** Documents that not all readers read alike. */
export function reportLosses(raws: readonly Raw[], { find }: Pick<Work, "find">): void {
  for (const { name, path, lost } of raws) {
    for (const { code, message, path: place = "", line } of lost) {
      const about = place === "" ? {} : { subject: place };
      const finding = { code, message: `${oneLine(name)}: ${message}`, path, ...about };
      find("warning", "read", { ...finding, ...atLine(line ?? null) });
    }
  }
}

/** The surfaces without their credentials, each of which is an error. */
export function screen(raws: readonly Raw[], { ctx, find, finish }: Screening): Surface[] {
  let count = 0;
  const surfaces = raws.map((raw) => {
    const { value } = ctx.step(redactLog, {
      input: raw.text,
      action: "scan",
      categories: ["credential"],
      entropy: "off",
    });
    const evidence = value?.evidence ?? [];
    count += evidence.length;
    for (const { detector, line, token } of evidence) {
      const message = `${oneLine(raw.name)} holds a credential (${detector}), which is shown as ${token}`;
      const place = raw.isText ? { line } : {};
      const finding = { code: "SECRET_IN_SURFACE", message, path: raw.path, subject: detector };
      find("error", "secrets", { ...finding, ...place });
    }
    return new Surface(evidence.length === 0 ? raw : withoutSecrets(raw));
  });
  finish("secrets", `${counted(count, "credential")} in ${counted(raws.length, "surface")}`);
  return surfaces;
}

/** The record's sentences against what the surfaces say. */
export function checkStatements(work: Work): void {
  const { input, ctx, report, surfaces, finish } = work;
  const stated = input.facts.flatMap(({ statement, id }, index) =>
    statement === undefined || statement.trim() === "" ? [] : [{ index, id, text: statement }],
  );
  if (stated.length === 0) {
    report.skipped(
      "statements",
      "No fact has a sentence; the member `statement` of `facts` takes one",
    );
    return;
  }
  const texts = surfaces.filter(({ sentences }) => sentences.length > 0);
  if (texts.length === 0) {
    report.skipped("statements", "No surface has a text; `surfaces` takes docs, pricing and terms");
    return;
  }
  const { ok, value, errors } = ctx.step(checkClaims, {
    claims: stated.map(({ id, text }) => ({ id, text })),
    evidence: texts.map(({ name, sentences }) => {
      return { id: name, text: sentences.map(({ text }) => text).join(GAP) };
    }),
  });
  if (!value || (!ok && value.claims.length === 0)) {
    report.stageFailed("statements", errors?.[0] ?? { code: "STAGE_FAILED", message: "No answer" });
    return;
  }
  const byName = new Map(texts.map((surface) => [surface.name, surface]));
  for (const [at, claim] of value.claims.entries()) {
    const fact = stated[at];
    if (fact === undefined) continue;
    if (claim.status === "unsupported") reportUnsupported(fact, claim, work);
    if (claim.status === "conflict") reportConflict(fact, claim, byName, work);
  }
  const { supported } = value.counts;
  finish("statements", `${supported} of ${counted(stated.length, "statement")} supported`);
}

interface Stated {
  /** Of the fact. */
  readonly index: number;
  readonly id: string;
  readonly text: string;
}

function reportUnsupported(
  { id: subject, index }: Stated,
  { missingTerms, missingNumbers }: CheckedClaim,
  { find }: Work,
): void {
  const missing = [...missingTerms, ...missingNumbers].slice(0, 10).join(", ");
  const message = `No surface says the statement of the fact ${quoted(subject)}: nothing near it has ${missing}`;
  const path = `/facts/${index}/statement`;
  find("warning", "statements", { code: "CLAIM_UNSUPPORTED", message, path, subject });
}

function reportConflict(
  { id: subject, index, text }: Stated,
  { evidence: [best] }: CheckedClaim,
  surfaces: ReadonlyMap<string, Surface>,
  { find }: Work,
): void {
  const surface = best && surfaces.get(best.sourceId);
  const said = best && surface ? sentencesAt(surface, best) : [];
  const found = quoted(said.map(({ shown }) => shown).join(" "), LONGEST_SHOWN);
  const message = `Cannot confirm the statement of the fact ${quoted(subject)}: found ${found}, expected ${quoted(text, LONGEST_SHOWN)}`;
  const path = surface?.path ?? `/facts/${index}/statement`;
  const line = said[0]?.lineAt() ?? null;
  find("error", "statements", { code: "CLAIM_CONFLICT", message, path, subject, ...atLine(line) });
}

const LONGEST_SHOWN = 200;

/** Between sentences as evidence, so that each row of a table is one by itself. */
const GAP = "\n\n";

/** The sentences that a stretch of the evidence is made of. */
function sentencesAt(
  { sentences }: Surface,
  { start, end }: { start: number; end: number },
): Sentence[] {
  let at = 0;
  return sentences.filter(({ text }) => {
    const from = at;
    at += text.length + GAP.length;
    return from < end && start < from + text.length;
  });
}

/** Tool lists, as all providers could take them. */
export function checkTools(work: Work): void {
  const { ctx, report, surfaces, finish } = work;
  const lists = surfaces.filter(({ kind }) => kind === "mcp-tools");
  if (lists.length === 0) {
    report.skipped("tools", "There is no tool list; `surfaces` takes one of kind mcp-tools");
    return;
  }
  let tools = 0;
  let failed: string | undefined;
  for (const list of lists) {
    const text = (list.root && minifyJson(list.root, Number.MAX_SAFE_INTEGER)) ?? "[]";
    const outcome = ctx.step(convertTools, { tools: text, to: "portable" });
    tools += outcome.value?.tools.length ?? 0;
    if (!outcome.ok) failed ??= outcome.errors?.[0]?.message ?? "The tools cannot be read";
    reportTools(list, outcome, work);
  }
  if (failed === undefined)
    finish("tools", `${counted(tools, "tool")} in ${counted(lists.length, "list")}`);
  else report.failed("tools", failed);
}

type Converted = Outcome<Static<(typeof convertTools)["value"]>>;

function reportTools({ name, path }: Surface, outcome: Converted, { find }: Work): void {
  const { value, errors = [], warnings = [] } = outcome;
  for (const { code, message, path: place = "" } of [...errors, ...warnings]) {
    const subject = place.replace(/^\/tools/, "");
    const about = subject === "" ? {} : { subject };
    find("warning", "tools", { code, message: `${oneLine(name)}: ${message}`, path, ...about });
  }
  for (const { tool, provider, problems } of value?.matrix ?? []) {
    if (provider !== "portable") continue;
    for (const code of problems) {
      const message = `The tool ${quoted(tool)} on ${oneLine(name)} is not one that all providers take (${code})`;
      find("warning", "tools", { code, message, path, subject: tool });
    }
  }
}
