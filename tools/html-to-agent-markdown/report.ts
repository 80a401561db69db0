/** What is said about a converted page besides its text. */
import type { Entry } from "../_core/tool.ts";
import { counted } from "../_lib/text/plural.ts";
import { percentOf } from "../_lib/numbers/percent.ts";
import type { Value, Warnings } from "../html-to-agent-markdown.ts";
import type { Converted } from "./convert.ts";
import { estimateTokens } from "../_lib/text/code-points.ts";

/** Fewer words are hidden on every page: labels for screen readers, closed menus. */
const MANY_HIDDEN_WORDS = 20;
/** A smaller share of a page's paragraphs may not be all of what it says. */
const MOST_OF_IT = 0.6;
/** A page with less text and at least so many scripts is made by them. */
const LITTLE_TEXT = 200;
const MANY_SCRIPTS = 5;

export function valueOf(converted: Converted, input: string): Value {
  const { page, invisible, output, canonicalUrl, root, tables, codeBlocks, words } = converted;
  const { title, byline, published, site, lang, description, scripts } = page;
  const { hidden, forms } = invisible;
  const tokensBefore = estimateTokens(input);
  const tokensAfter = estimateTokens(output);
  return {
    title,
    byline,
    published,
    site,
    lang,
    description,
    canonicalUrl,
    root,
    headings: [...converted.headings],
    links: [...converted.links],
    images: [...converted.images],
    tables,
    codeBlocks,
    removed: { scripts, hidden, boilerplate: converted.boilerplate, forms },
    words,
    tokensBefore,
    tokensAfter,
    savedPercent: percentOf(tokensBefore - tokensAfter, tokensBefore, 1),
    truncated: converted.leftOut > 0,
  };
}

type Warning = Entry<keyof Warnings>;

/** `texts` are the messages of warnings that have no figures. */
export function warningsOf(found: Converted, content: string, texts: Warnings): Warning[] {
  const { root, keptShare, bodyText, page, relative, flattenedTables, invisible, leftOut } = found;
  const warnings: Warning[] = [];
  const warn = (code: Warning["code"], message: string, received?: number): void => {
    warnings.push({ code, message, ...(received === undefined ? {} : { received }) });
  };
  if (content === "main" && root === "body") {
    warn("CONTENT_FALLBACK_BODY", texts.CONTENT_FALLBACK_BODY);
  }
  if (keptShare < MOST_OF_IT) {
    const percent = Math.floor(100 * keptShare);
    warn("CONTENT_PARTIAL", `${percent} % of the page's paragraphs were kept`, percent);
  }
  if (bodyText < LITTLE_TEXT && page.scripts >= MANY_SCRIPTS) {
    warn("CLIENT_RENDERED", texts.CLIENT_RENDERED, page.scripts);
  }
  if (relative > 0) {
    const links = counted(relative, "relative link");
    warn("RELATIVE_LINKS", `${links} or images, with no base to complete them`, relative);
  }
  if (flattenedTables > 0) {
    const tables = `${counted(flattenedTables, "table")} of layout, or of one row or column`;
    warn("TABLE_FLATTENED", `${tables}, written as text`, flattenedTables);
  }
  if (invisible.hiddenWords >= MANY_HIDDEN_WORDS) {
    const words = `${invisible.hiddenWords} words that no reader sees were removed`;
    warn("HIDDEN_TEXT_REMOVED", `${words}, planted for agents perhaps`, invisible.hiddenWords);
  }
  if (leftOut > 0) {
    warn("TRUNCATED", `${counted(leftOut, "block")} left out for maxTokens`, leftOut);
  }
  return warnings;
}
