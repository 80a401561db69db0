/** Which page an address means, and going from one to another without loading anything again. */
import { signal } from "./signal.ts";

export type Route =
  | { readonly page: "home"; readonly query: string }
  | { readonly page: "tool"; readonly id: string }
  | { readonly page: "kits" }
  | { readonly page: "kit"; readonly id: string }
  | { readonly page: "pipeline" }
  | { readonly page: "docs" }
  | { readonly page: "about"; readonly part: string }
  | { readonly page: "proofs" }
  | { readonly page: "missing"; readonly path: string };

export function routeOf({ pathname, search }: Pick<Location, "pathname" | "search">): Route {
  const [first = "", second, ...others] = pathname.split("/").filter(Boolean);
  if (first === "") return { page: "home", query: new URLSearchParams(search).get("q") ?? "" };
  return others.length > 0
    ? { page: "missing", path: pathname }
    : routeOfTwo(first, second, pathname);
}

function routeOfTwo(first: string, second: string | undefined, pathname: string): Route {
  switch (first) {
    case "tools":
      return second === undefined ? { page: "home", query: "" } : { page: "tool", id: second };
    case "kits":
      return second === undefined ? { page: "kits" } : { page: "kit", id: second };
    case "pipeline":
      return { page: "pipeline" };
    case "docs":
      return second === undefined ? { page: "docs" } : { page: "missing", path: pathname };
    case "proofs":
      return second === undefined ? { page: "proofs" } : { page: "missing", path: pathname };
    case "about":
      return { page: "about", part: second ?? "" };
    default:
      return { page: "missing", path: pathname };
  }
}
export const route = signal<Route>(routeOf(location));

/** Where one came to, and in what state: `kept` lies in the browser's history, and no address holds it. */
export interface Visit {
  readonly count: number;
  readonly fragment: string;
  readonly kept: unknown;
}

let visits = 0;
const visitNow = (): Visit => ({
  count: visits++,
  fragment: location.hash.slice(1),
  kept: history.state as unknown,
});

export const visit = signal(visitNow());

/** What a page wants to be asked before another takes its place; false: it stays. */
let mayLeave: (() => boolean) | undefined;
let here = location.href;

export function guard(ask: (() => boolean) | undefined): void {
  mayLeave = ask;
}

function stays(href: string): boolean {
  const isSame = new URL(href, here).pathname === new URL(here).pathname;
  return !isSame && mayLeave?.() === false;
}

function follow(): void {
  here = location.href;
  pending = undefined;
  route.value = routeOf(location);
  visit.value = visitNow();
}

export function go(href: string): void {
  if (stays(href)) return;
  settle();
  history.pushState(null, "", href);
  follow();
  scrollTo(0, 0);
}

/** The browser has gone there already: what was left is put on top of it again. */
function followBack(): void {
  if (stays(location.href)) history.pushState(null, "", here);
  else follow();
}

/** What a screen keeps, and the fragment with what of it an address may hold. */
export interface Keeping {
  readonly kept: unknown;
  fragment(): Promise<string>;
}

/** Browsers take some hundred changes a minute. */
const PAUSE_MS = 300;
let pending: Keeping | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Changes the state here, once typing pauses. */
export function keep(keeping: Keeping): void {
  pending = keeping;
  clearTimeout(timer);
  timer = setTimeout(() => void write(keeping), PAUSE_MS);
}

/** State and address at once: one that is reloaded between the two loses its state. */
async function write(keeping: Keeping): Promise<void> {
  const text = await keeping.fragment();
  if (pending !== keeping) return;
  pending = undefined;
  replace(keeping.kept, text === "" ? "" : `#${text}`);
}

/** From here on the state is another place, and Back leads to what was here. */
export function mark(): void {
  settle();
  history.pushState(history.state, "", location.href);
}

/** Before another place: the state must not wait for its address. */
function settle(): void {
  if (!pending) return;
  const { kept } = pending;
  pending = undefined;
  replace(kept, location.hash);
}

function replace(kept: unknown, hash: string): void {
  const href = `${location.pathname}${location.search}${hash}`;
  try {
    history.replaceState(kept, "", href);
    here = location.href;
  } catch {
    // Larger than the browser keeps, or more often than it lets: then Back leads to an empty screen.
  }
}

/** Links within the page are followed here; those with a key or another button pressed are the browser's. */
export function followLinks(): void {
  window.addEventListener("popstate", followBack);
  window.addEventListener("click", (event) => {
    const isPlain =
      event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute("download"))
      return;
    const { origin, pathname, hash } = new URL(link.href);
    if (origin !== location.origin || !isOurs(pathname)) return;
    if (pathname === location.pathname && hash !== "" && !hash.startsWith("#v")) return;
    event.preventDefault();
    go(link.href);
  });
}

function isOurs(pathname: string): boolean {
  return /^\/(?:$|tools(?:\/|$)|kits(?:\/|$)|pipeline$|docs$|proofs$|about(?:\/|$))/.test(pathname);
}

export const toolUrl = ({ id, kind }: { readonly id: string; readonly kind: string }): string =>
  `/${kind === "kit" ? "kits" : "tools"}/${id}`;
