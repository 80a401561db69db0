/** How many calls a full read takes, and how long. */
import type { Input, Style, Value } from "../api-pagination-contract-planner.ts";
import type { Page } from "./pages.ts";
import { counterOf, pageNumberOf } from "./style.ts";

interface Known {
  readonly style: Style;
  readonly pageSize: number | null;
  readonly total: number | null;
  readonly first: Page;
}

const MOST_URLS = 20;

export function planOf(input: Input, known: Known): Value["plan"] {
  const { pageSize, total } = known;
  const pages = pagesOf(known);
  const requests = pages === null ? null : Math.min(pages, input.maxRequests);
  const parallel = known.style === "page" || known.style === "offset";
  return {
    pages,
    requests,
    lastPageItems:
      total === null || pages === null ? null : Math.max(0, total - (pages - 1) * (pageSize ?? 0)),
    parallel,
    durationMs: requests === null ? null : durationOf(input, requests, parallel),
    urls: urlsOf(known, Math.min(MOST_URLS, requests ?? input.maxRequests)),
  };
}

function pagesOf({ style, pageSize, total, first }: Known): number | null {
  if (total === 0) return 1;
  if (total !== null) return pageSize === null ? null : Math.ceil(total / pageSize);
  if (style !== "link") return null;
  const last = first.links.find(({ rels }) => rels.includes("last"));
  return (last && pageNumberOf(last.target)) ?? null;
}

const MINUTE = 60_000;

/** What takes longer: the calls themselves, or the pause that the server asks for between them. */
function durationOf(input: Input, requests: number, parallel: boolean): number {
  const { latencyMs, concurrency, requestsPerMinute } = input;
  const rounds = parallel ? Math.ceil(requests / concurrency) : requests;
  const byLatency = rounds * latencyMs;
  if (requestsPerMinute === undefined) return byLatency;
  return Math.max(byLatency, Math.ceil(((requests - 1) * MINUTE) / requestsPerMinute) + latencyMs);
}

/** The first addresses, with nothing changed but the parameter that counts. */
function urlsOf({ style, pageSize, first: { url } }: Known, count: number): string[] {
  const counter = counterOf(style, url);
  const step = style === "page" ? 1 : pageSize;
  if (counter === undefined || step === null || !/^\d{1,12}$/.test(counter.value)) return [];
  return Array.from({ length: count }, (_, index) => {
    const value = Number(counter.value) + index * step;
    return url.slice(0, counter.start) + value + url.slice(counter.end);
  });
}
