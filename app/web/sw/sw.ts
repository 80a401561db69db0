/**
 * Keeps the page for when there is no connection: its first files at once, every other file when it was used. Files
 * under /a/ never change; the document is fetched anew where that is possible.
 */
const scope = self as unknown as ServiceWorkerGlobalScope;
// Written in when the service hands this file out.
declare const VERSION: string;
declare const FIRST: readonly string[];

const CACHE = `purebox-${VERSION}`;
const SHELL = "/";
const SCREENS = /^\/(?:$|tools(?:\/|$)|kits(?:\/|$)|pipeline$|about(?:\/|$))/;

scope.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([SHELL, ...FIRST])));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => scope.clients.claim()));
});

/** The files of older pages go. */
async function tidy(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

scope.addEventListener("message", ({ data }) => {
  if (data === "take over") void scope.skipWaiting();
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== scope.location.origin) return;
  if (pathname.startsWith("/a/") || pathname === "/favicon.svg") event.respondWith(kept(request));
  else if (request.mode === "navigate" && SCREENS.test(pathname))
    event.respondWith(screen(request));
});

async function kept(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** All screens are one document, which reads its address itself. */
async function screen(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(CACHE);
    return (await cache.match(SHELL)) ?? Response.error();
  }
}
