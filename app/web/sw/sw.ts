/**
 * Keeps the page for when there is no connection: its first files at once, every other file when it was used, or all of
 * them when that is asked for. Files under /a/ never change; the document is fetched anew where that is possible.
 */
const scope = self as unknown as ServiceWorkerGlobalScope;
// Written in when the service hands this file out.
declare const VERSION: string;
declare const FIRST: readonly string[];

const CACHE = `purebox-${VERSION}`;
const SHELL = "/";
/** Stands in the cache where everything was asked for. */
const ALL_KEPT = "/kept-all";
/** What the service says of itself, and screens show. */
const DATA: readonly string[] = ["/openapi.json", "/api"];
const SCREENS = /^\/(?:$|tools(?:\/|$)|kits(?:\/|$)|pipeline$|docs$|proofs$|about(?:\/|$))/;

scope.addEventListener("install", (event) => {
  event.waitUntil(install());
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([SHELL, ...FIRST]);
  // Whoever kept all of an older page has all of this one before it takes over.
  if (await caches.match(ALL_KEPT)) await keepAll().catch(() => undefined);
}

scope.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => scope.clients.claim()));
});

/** The files of older pages go. */
async function tidy(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

scope.addEventListener("message", (event) => {
  const { data, ports } = event;
  if (data === "take over") void scope.skipWaiting();
  if (data !== "keep all") return;
  const [port] = ports;
  const work = keepAll((bytes) => port?.postMessage(bytes))
    .then(() => port?.postMessage("done"))
    .catch(() => port?.postMessage("failed"));
  event.waitUntil(work);
});

/** So many are fetched at a time. */
const LANES = 6;

/** `tell` is called with the bytes that are here so far. */
async function keepAll(tell?: (bytes: number) => void): Promise<void> {
  const cache = await caches.open(CACHE);
  const files = (await (await fetch("/files.json")).json()) as Record<string, number>;
  const left = Object.entries(files);
  let done = 0;
  const work = async (): Promise<void> => {
    for (let file = left.pop(); file; file = left.pop()) {
      const [path, bytes] = file;
      await keep(cache, path);
      done += bytes;
      tell?.(done);
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
  await Promise.all(DATA.map(async (path) => cache.put(path, await fetch(path))));
  await cache.put(ALL_KEPT, new Response());
}

async function keep(cache: Cache, path: string): Promise<void> {
  if (await cache.match(path)) return;
  // Files of the same name are the same in every version of the page.
  const response = (await caches.match(path)) ?? (await fetch(path));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  await cache.put(path, response);
}

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== scope.location.origin) return;
  if (pathname.startsWith("/a/") || pathname === "/favicon.svg") event.respondWith(kept(request));
  else if (request.mode === "navigate" && SCREENS.test(pathname))
    event.respondWith(newest(request, SHELL));
  else if (DATA.includes(pathname)) event.respondWith(newest(request, pathname));
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
async function newest(request: Request, other: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(CACHE);
    return (await cache.match(other)) ?? Response.error();
  }
}
