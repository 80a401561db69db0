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
    case "about":
      return { page: "about", part: second ?? "" };
    default:
      return { page: "missing", path: pathname };
  }
}
export const route = signal<Route>(routeOf(location));

/** The fragment without its mark; what a page keeps of its state stands there. */
export const fragment = signal(location.hash.slice(1));

function follow(): void {
  route.value = routeOf(location);
  fragment.value = location.hash.slice(1);
}

export function go(href: string): void {
  history.pushState(null, "", href);
  follow();
  scrollTo(0, 0);
}

/** Changes the state in the address; `isStep` is one that Back undoes. */
export function keep(state: string, isStep = false): void {
  const href = `${location.pathname}${location.search}${state === "" ? "" : `#${state}`}`;
  if (isStep) history.pushState(null, "", href);
  else history.replaceState(null, "", href);
}

/** Links within the page are followed here; those with a key or another button pressed are the browser's. */
export function followLinks(): void {
  window.addEventListener("popstate", follow);
  window.addEventListener("hashchange", follow);
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
  return /^\/(?:$|tools(?:\/|$)|kits(?:\/|$)|pipeline$|docs$|about(?:\/|$))/.test(pathname);
}

export const toolUrl = ({ id, kind }: { readonly id: string; readonly kind: string }): string =>
  `/${kind === "kit" ? "kits" : "tools"}/${id}`;
