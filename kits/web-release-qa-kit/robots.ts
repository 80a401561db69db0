/** What robots.txt lets crawlers see (RFC 9309). */
import { percentEncode } from "../../tools/_lib/web/url/percent.ts";

interface Rule {
  readonly isAllowed: boolean;
  readonly pattern: string;
  /** From 1. */
  readonly line: number;
}

export interface Robots {
  /** For crawlers that no group names, from all groups of `*`. */
  readonly rules: readonly Rule[];
  readonly sitemaps: readonly string[];
}

export function readRobots(text: string): Robots {
  const rules: Rule[] = [];
  const sitemaps: string[] = [];
  let isForAll = false;
  let wasAgent = false;
  for (const [index, given] of text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\n|\r/)
    .entries()) {
    const [line = ""] = given.split("#", 1);
    const colon = line.indexOf(":");
    if (colon < 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === "sitemap") sitemaps.push(value);
    if (name === "user-agent") {
      // Agents on lines that follow each other share a group.
      isForAll = value === "*" || (wasAgent && isForAll);
      wasAgent = true;
    } else if (name === "allow" || name === "disallow") {
      wasAgent = false;
      if (!isForAll || value === "") continue;
      rules.push({ isAllowed: name === "allow", pattern: normal(value), line: index + 1 });
    }
  }
  return { rules, sitemaps };
}

/** The rule that keeps crawlers away from a path; the longest that fits decides, Allow where two are as long. */
export function blockingRule({ rules }: Robots, path: string): Rule | undefined {
  const encoded = normal(path);
  let best: Rule | undefined;
  for (const rule of rules) {
    if (!fits(rule.pattern, encoded)) continue;
    const isBetter =
      best === undefined ||
      rule.pattern.length > best.pattern.length ||
      (rule.pattern.length === best.pattern.length && rule.isAllowed);
    if (isBetter) best = rule;
  }
  return best === undefined || best.isAllowed ? undefined : best;
}

/** The rule that shuts everybody out. */
export function wholeSiteRule({ rules }: Robots): Rule | undefined {
  if (rules.some(({ isAllowed }) => isAllowed)) return undefined;
  return rules.find(({ pattern }) => pattern === "/" || pattern === "/*");
}

/** Escapes as they are compared: what is written as it is and what is escaped are one. */
function normal(text: string): string {
  const encoded = percentEncode(text.toWellFormed(), "uri").text;
  return encoded.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
}

/** `*` stands for any characters, `$` at the end for the end. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [first = "", ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = isWhole ? parts.pop() : undefined;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  if (last === undefined) return at === path.length;
  return path.length - last.length >= at && path.endsWith(last);
}
