/** A TypeScript generator that reads all pages of a style. */
import { parsePointer } from "../_lib/results/pointer.ts";
import type { Style } from "../api-pagination-contract-planner.ts";
import type { Page } from "./pages.ts";
import { connectionIn, counterOf, cursorIn, nextUrlIn } from "./style.ts";

interface Contract {
  readonly style: Style;
  readonly itemsPath: string;
  readonly pageSize: number | null;
  readonly maxRequests: number;
  readonly first: Page;
}

export function writeGenerator(contract: Contract): string {
  const { style, itemsPath, maxRequests, first } = contract;
  const edges =
    style === "relay" && itemsPath.endsWith("/edges") ? ".map((edge: any) => edge.node)" : "";
  const lines = [
    "interface Reply {",
    "  readonly headers: { get(name: string): string | null };",
    "  json(): Promise<any>;",
    "}",
    "",
    "/** Yields every item; stops where an address or a cursor comes again, and after `maxRequests` calls. */",
    "export async function* readAll(",
    "  fetch: (url: string) => Promise<Reply>,",
    `  firstUrl: string${ABSOLUTE.test(first.url) ? ` = ${JSON.stringify(first.url)}` : ""},`,
    `  maxRequests = ${maxRequests},`,
    "): AsyncGenerator<unknown, void> {",
    "  const seen = new Set<string>();",
    "  let url: string | undefined = firstUrl;",
    "  for (let request = 0; url !== undefined && request < maxRequests; request++) {",
    "    if (seen.has(url)) return;",
    "    seen.add(url);",
    "    const reply = await fetch(url);",
    "    const body = await reply.json();",
    `    const items: unknown[] = (${memberOf("body", parsePointer(itemsPath) ?? [])} ?? [])${edges};`,
    "    yield* items;",
    ...nextLines(contract).map((line) => `    ${line}`),
    "  }",
    "}",
    ...(needsParameter(style) ? SET_PARAMETER : []),
  ];
  return lines.join("\n");
}

/** Addresses that follow from a relative one cannot be worked out without its base. */
const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\//i;

function memberOf(name: string, tokens: readonly string[]): string {
  return name + tokens.map((token) => `?.[${JSON.stringify(token)}]`).join("");
}

function needsParameter(style: Style): boolean {
  return ["relay", "cursor", "keyset", "page", "offset"].includes(style);
}

const SET_PARAMETER = [
  "",
  "function withParameter(url: string, name: string, value: string): string {",
  "  const next = new URL(url);",
  "  next.searchParams.set(name, value);",
  "  return next.href;",
  "}",
];

/** How the address of the next page is found. */
function nextLines(contract: Contract): string[] {
  const { style, first } = contract;
  const absolute = (next: string) => [
    `const next: string | undefined = ${next} || undefined;`,
    "url = next === undefined ? undefined : new URL(next, url).href;",
  ];
  switch (style) {
    case "link":
      return absolute(
        String.raw`/<([^<>]*)>(?:\s*;[^,<]*?)?;\s*rel\s*=\s*"?(?:[^",;]*\s)?next(?=[\s",;]|$)/i.exec(reply.headers.get("link") ?? "")?.[1]`,
      );
    case "odata":
      return absolute('body["@odata.nextLink"]');
    case "jsonapi":
      return absolute("(body.links?.next?.href ?? body.links?.next)");
    case "next-url":
      return absolute(memberOf("body", nextUrlIn(first.body)?.tokens ?? ["next"]));
    case "relay":
      return relayLines(contract);
    case "cursor":
      return cursorLines(
        memberOf("body", cursorIn(first.body)?.tokens ?? ["next_cursor"]),
        parameterOf(cursorIn(first.body)?.name),
      );
    case "keyset":
      return cursorLines(
        "(body.has_more ?? body.hasMore) ? (items.at(-1) as any)?.id : undefined",
        "starting_after",
      );
    case "page":
    case "offset":
      return countLines(contract);
    case "none":
      return ["url = undefined;"];
  }
}

function relayLines({ itemsPath, first }: Contract): string[] {
  const tokens = connectionIn(first.body)?.tokens ?? parsePointer(itemsPath) ?? [];
  const pageInfo = memberOf("body", [...tokens.slice(0, -1), "pageInfo"]);
  return cursorLines(`${pageInfo}?.hasNextPage ? ${pageInfo}?.endCursor : undefined`, "after");
}

function cursorLines(cursor: string, parameter: string): string[] {
  return [
    `const cursor = ${cursor};`,
    'const hasNext = cursor !== undefined && cursor !== null && cursor !== "";',
    `url = hasNext ? withParameter(url, ${JSON.stringify(parameter)}, String(cursor)) : undefined;`,
  ];
}

/** Servers take `page_token` for the `next_page_token` that they give. */
function parameterOf(key = "cursor"): string {
  const name = key.replace(/^(?:next|end)_?(?=.)/i, "");
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Until a page is not full. */
function countLines({ style, pageSize, first }: Contract): string[] {
  const counter = counterOf(style, first.url);
  const name = JSON.stringify(counter?.name ?? style);
  const start = counter?.value || (style === "page" ? "1" : "0");
  const step = style === "page" ? "1" : "items.length";
  return [
    `const isLast = items.length ${pageSize === null ? "=== 0" : `< ${pageSize}`};`,
    `const at = Number(new URL(url).searchParams.get(${name}) ?? ${JSON.stringify(start)});`,
    `url = isLast ? undefined : withParameter(url, ${name}, String(at + ${step}));`,
  ];
}
