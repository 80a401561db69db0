/** What others judge of a page: its structured data, secrets in it, its accessibility, and its headers. */
import { attributeOf } from "../../tools/_lib/formats/html/tree.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { positionFinder } from "../../tools/_lib/text/position.ts";
import { oneLine } from "../../tools/_lib/text/shown.ts";
import {
  checkPage,
  codeOf,
  rulesOf,
  severityOf,
} from "../../tools/_lib/web/accessibility/rules/check.ts";
import { HEADER_ERRORS } from "../../tools/_lib/web/http-security/errors.ts";
import { readPage } from "../../tools/_lib/web/http-security/page.ts";
import { reviewFindings, scoreFindings } from "../../tools/_lib/web/http-security/review.ts";
import { type Judged, scoreOf } from "../../tools/_lib/web/http-security/score.ts";
import { parseUrl } from "../../tools/_lib/web/url/parse.ts";
import formatJson from "../../tools/json-formatter.ts";
import redactLog from "../../tools/sensitive-log-redaction-evidence.ts";
import type { Work } from "../web-release-qa-kit.ts";
import type { Site, SitePage } from "./site.ts";

export function checkStructured(site: Site, work: Work): void {
  let count = 0;
  for (const one of site.pages) {
    const blocks = one.page.elements.filter(
      (element) =>
        element.tagName === "script" &&
        (attributeOf(element, "type") ?? "").split(";")[0]?.trim().toLowerCase() ===
          "application/ld+json",
    );
    count += blocks.length;
    const positionOf = positionFinder(one.page.html);
    for (const element of blocks) {
      // As it is written: the parser has other line ends, and other offsets with them.
      const start = one.page.rangeOf(element)?.[1] ?? 0;
      const text = one.page.html.slice(start, endOfScript(one.page.html, start));
      checkBlock(text, { page: one, positionAt: (offset) => positionOf(start + offset), work });
    }
  }
  work.report.finish("structured", `${counted(count, "block")} of JSON-LD`);
}

function endOfScript(html: string, start: number): number {
  const end = /<\/script/gi;
  end.lastIndex = start;
  return end.exec(html)?.index ?? html.length;
}

interface Block {
  readonly page: SitePage;
  readonly positionAt: (offset: number) => { readonly line: number; readonly column: number };
  readonly work: Work;
}

function checkBlock(text: string, { page, positionAt, work }: Block): void {
  const find = work.findIn("structured", page);
  const { ok, valid, errors } = work.ctx.step(formatJson, { input: text, action: "validate" });
  if (!ok || valid === false) {
    const [error] = errors ?? [];
    const message = `The JSON-LD cannot be read: ${oneLine(error?.message ?? "")}`;
    const { line, column } = positionAt(error?.offset ?? 0);
    find("error", "JSONLD_INVALID", message, { line, column });
    return;
  }
  const read = readJson(text);
  if (!("root" in read)) return;
  const items = read.root.type === "array" ? read.root.items : [read.root];
  for (const item of items) {
    const missing = missingIn(item);
    if (missing === undefined) continue;
    const message = `The JSON-LD has no ${missing}: nobody knows what it describes`;
    const { line, column } = positionAt(item.start);
    find("warning", "JSONLD_TYPE_MISSING", message, { line, column });
  }
}

function missingIn(node: JsonNode): string | undefined {
  const names = new Set(node.type === "object" ? node.members.map(({ key }) => key) : []);
  if (!names.has("@context")) return "@context";
  return names.has("@type") || names.has("@graph") ? undefined : "@type";
}

export function checkSecrets(site: Site, work: Work): void {
  let count = 0;
  for (const one of site.pages) {
    const { value, errors } = work.ctx.step(redactLog, {
      input: one.page.html,
      action: "scan",
      categories: ["credential"],
      entropy: "off",
    });
    if (!value) {
      work.report.stageFailed("secrets", errors?.[0] ?? { code: "", message: "No scan was made" });
      return;
    }
    const found = new Map<string, { count: number; line: number }>();
    for (const { detector, count: times, line } of value.evidence) {
      const known = found.get(detector) ?? { count: 0, line };
      found.set(detector, { count: known.count + times, line: known.line });
    }
    for (const [detector, { count: times, line }] of found) {
      count += times;
      const message = `The page shows everybody ${counted(times, "secret")} (${detector}): take it out and revoke it`;
      work.findIn("secrets", one)("error", "SECRET_IN_PAGE", message, { line, received: times });
    }
  }
  work.report.finish(
    "secrets",
    `${counted(count, "secret")} in ${counted(site.pages.length, "page")}`,
  );
}

export function checkAccessibility(site: Site, work: Work): void {
  const rules = rulesOf("AA", false);
  for (const one of site.pages) {
    const find = work.findIn("accessibility", one);
    for (const target of checkPage(one.page, rules)) {
      if (target.outcome === "passed") continue;
      const { rule, element, message, act } = target;
      const received = one.hide(one.page.startTagOf(element));
      const selector = one.hide(one.page.selectorOf(element));
      const more = { rule: rule.id, wcag: [...rule.wcag], act: [...act], selector };
      find(severityOf(target), codeOf(rule), one.hide(message), { element, received, more });
    }
  }
  work.report.finish("accessibility", `${counted(rules.length, "rule")} of WCAG 2.2 A and AA`);
}

export interface PageScore {
  readonly path: string;
  readonly score: number;
  readonly grade: string;
}

/** The scores of pages whose headers are known. */
export function checkHeaders(site: Site, work: Work): PageScore[] {
  const scores = site.pages.flatMap((one) => {
    const judged = judgedOf(one);
    if (judged === undefined) return [];
    const find = work.findIn("headers", one);
    const result = scoreOf(judged);
    const weak = [
      ...scoreFindings(result, HEADER_ERRORS),
      ...reviewFindings({ ...judged, siteType: "website" }),
    ];
    for (const { severity, code, message, subject } of weak) {
      if (severity === "error") find("error", code, message, { received: subject });
    }
    const { score, grade } = result;
    const { minScore } = work.input;
    if (minScore !== undefined && score < minScore) {
      const message = `The headers score ${score}, at least ${minScore} are asked for`;
      find("error", "SCORE_BELOW_MINIMUM", message, { expected: minScore, received: score });
    }
    return [{ path: one.path, score, grade }];
  });
  if (scores.length === 0) work.report.skipped("headers", "No page has `headers`");
  else work.report.finish("headers", `The headers of ${counted(scores.length, "page")} graded`);
  return scores;
}

function judgedOf({ fields, headers, url, page }: SitePage): Judged | undefined {
  const parts = parseUrl(url, "");
  if (fields === undefined || fields.length === 0 || "problem" in parts) return undefined;
  const facts = readPage(page.html, url);
  return { headers, url: parts, page: facts, redirects: [], origin: undefined, preloaded: false };
}
