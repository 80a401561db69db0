/** The page: one document for all its screens, and the files that it is made of, packed at build time. */
import type { Elysia } from "elysia";
import { escapeXmlAttribute, escapeXmlContent } from "../../tools/_lib/text/markup-escape.ts";
import { beginning } from "../../tools/_lib/text/shown.ts";
import { findEntry, SERVICE, SERVICE_VERSION } from "../registry.ts";
import { RequestError } from "../run/errors.ts";
import { sizes } from "../run/sizes.ts";
import { nameIn, urlOf } from "./methods.ts";
import { cachedText } from "./reply.ts";

/** Everything is the page's own; a worker may compile WebAssembly, and nothing may evaluate text. */
const PAGE_HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

const IMMUTABLE = "public, max-age=31536000, immutable";

export function addPageRoutes(app: Elysia): void {
  for (const path of ["/", "/tools"]) app.get(path, ({ request }) => document(request, PRODUCT));
  for (const [path, screen, title] of PAGES) {
    const shown = { ...PRODUCT, title: `${title} · ${SERVICE}` };
    app.get(path, ({ request }) => document(request, shown, screen));
  }
  for (const kind of ["tools", "kits"] as const) {
    app.get(`/${kind}/:id`, ({ request, params }) => unitPage(request, kind, nameIn(params.id)));
  }
  app
    .get("/a/*", ({ request }) => asset(urlOf(request).pathname, request))
    .get("/sw.js", () => serviceWorker())
    .get("/files.json", ({ request }) => files(request))
    .get("/manifest.webmanifest", ({ request }) =>
      cachedText(request, JSON.stringify(MANIFEST), "application/manifest+json"),
    )
    .get("/favicon.svg", ({ request }) => cachedText(request, ICON, "image/svg+xml"));
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="none" stroke="#00666b" stroke-width="3" d="M3 3h10v10H3z"/></svg>`;

const MANIFEST = {
  name: SERVICE,
  short_name: SERVICE,
  start_url: "/",
  display: "standalone",
  background_color: "#f5f5f2",
  theme_color: "#00666b",
  icons: [{ src: "/favicon.svg", sizes: "any", type: "image/svg+xml" }],
};

/** The worker that keeps the page for later; told here of which version it is. */
async function serviceWorker(): Promise<Response> {
  const { ENTRIES, VERSION } = await assets();
  const { main, modules, style, sheet, theme, font, catalogue, search, worker } = ENTRIES;
  const file = await textOf(ENTRIES.offline);
  const first = JSON.stringify([
    main,
    ...modules,
    style,
    sheet,
    theme,
    font,
    catalogue,
    search,
    worker,
    "/favicon.svg",
  ]);
  return new Response(`const VERSION=${JSON.stringify(VERSION)},FIRST=${first};\n${file}`, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
    },
  });
}

/** The size of each file as it is sent, for who wants to keep them all. */
async function files(request: Request): Promise<Response> {
  const { TABLE } = await assets();
  const places = JSON.parse(TABLE) as Record<string, Place>;
  const lengths = Object.entries(places).map(([path, [, length]]) => [path, length] as const);
  return cachedText(
    request,
    JSON.stringify(Object.fromEntries(lengths)),
    "application/json; charset=utf-8",
  );
}

interface Shown {
  readonly title: string;
  readonly description: string;
}

const PRODUCT: Shown = {
  title: `${SERVICE}: deterministic tools`,
  description:
    "Format, convert, validate, hash, compute and check: the same input gives the same bytes. Runs in your browser; nothing is kept.",
};

type Screen = keyof (typeof import("../web/assets.gen.ts"))["ENTRIES"]["screens"];

const PAGES: readonly (readonly [path: string, screen: Screen, title: string])[] = [
  ["/kits", "kits", "Kits"],
  ["/pipeline", "pipeline", "Pipeline"],
  ["/docs", "docs", "API"],
  ["/proofs", "proofs", "Proofs"],
  ["/about", "about", "About"],
  ["/about/:part", "about", "About"],
];

/** An alias leads to its unit, and a kit is at home among kits. */
function unitPage(
  request: Request,
  kind: "tools" | "kits",
  id: string,
): Response | Promise<Response> {
  const entry = findEntry(id);
  if (!entry) {
    throw new RequestError(404, {
      code: "NOT_FOUND",
      message: `No ${kind === "kits" ? "kit" : "tool"} is called ${beginning(id, 80)}`,
      hint: "All are listed at /",
    });
  }
  const home = entry.kind === "kit" ? "kits" : "tools";
  if (home !== kind || entry.id !== id) {
    const { search } = urlOf(request);
    return new Response(null, {
      status: 308,
      headers: { location: `/${home}/${entry.id}${search}` },
    });
  }
  const shown = { title: `${entry.name} · ${SERVICE}`, description: entry.summary };
  return document(request, shown, entry.kind);
}

const assets = () => import("../web/assets.gen.ts");

/** Without a screen it is the home page, whose styles the first style sheet has. */
async function document(
  request: Request,
  { title, description }: Shown,
  screen?: Screen,
): Promise<Response> {
  const { ENTRIES } = await assets();
  const modules = [...ENTRIES.modules, ...(screen ? ENTRIES.screens[screen] : [])];
  const data = {
    catalogue: ENTRIES.catalogue,
    search: ENTRIES.search,
    units: ENTRIES.units,
    worker: ENTRIES.worker,
    files: ENTRIES.files,
    proofs: ENTRIES.proofs,
    sheet: ENTRIES.sheet,
    detects: ENTRIES.detects,
    version: SERVICE_VERSION,
    "max-input-chars": String(sizes.inputChars),
  };
  const attributes = Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeXmlAttribute(value)}"`)
    .join("");
  const text = `<!doctype html>
<html lang="en"${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXmlContent(title)}</title>
<meta name="description" content="${escapeXmlAttribute(description)}">
<meta property="og:title" content="${escapeXmlAttribute(title)}">
<meta property="og:description" content="${escapeXmlAttribute(description)}">
<meta property="og:type" content="website">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="manifest" href="/manifest.webmanifest">
<link rel="stylesheet" href="${ENTRIES.style}">
${screen ? `<link rel="stylesheet" href="${ENTRIES.sheet}">\n` : ""}<link rel="preload" href="${ENTRIES.font}" as="font" type="font/woff2" crossorigin>
${modules.map((path) => `<link rel="modulepreload" href="${path}">\n`).join("")}<link rel="preload" href="${ENTRIES.catalogue}" as="fetch" crossorigin>
<script src="${ENTRIES.theme}"></script>
<script type="module" src="${ENTRIES.main}"></script>
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript. The API is described at <a href="/openapi.json">/openapi.json</a>.</noscript>
</body>
</html>
`;
  return cachedText(request, text, "text/html; charset=utf-8", PAGE_HEADERS, "no-cache");
}

type Place = readonly [start: number, length: number, isPacked: boolean];

let table: Readonly<Record<string, Place>> | undefined;

async function placeOf(path: string): Promise<Place | undefined> {
  const { TABLE } = await assets();
  table ??= JSON.parse(TABLE) as Record<string, Place>;
  return Object.hasOwn(table, path) ? table[path] : undefined;
}

async function textOf(path: string): Promise<string> {
  const { ARCHIVE } = await assets();
  const [start, length] = (await placeOf(path)) ?? [0, 0];
  const packed = await Bun.file(ARCHIVE)
    .slice(start, start + length)
    .bytes();
  return (await unpacked(packed)).toString();
}

/** Loading what unpacks takes a third of a start, and browsers unpack themselves. */
async function unpacked(bytes: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  const { brotliDecompressSync } = await import("node:zlib");
  return brotliDecompressSync(bytes);
}

async function asset(path: string, request: Request): Promise<Response> {
  const { ARCHIVE, TYPES } = await assets();
  const place = await placeOf(path);
  if (!place) {
    throw new RequestError(404, {
      code: "NOT_FOUND",
      message: `Nothing is at ${beginning(path, 80)}`,
      hint: "The page was built anew: load it again",
    });
  }
  const [start, length, isPacked] = place;
  const part = Bun.file(ARCHIVE).slice(start, start + length);
  const headers: Record<string, string> = {
    "content-type": TYPES[/\.([a-z0-9]+)$/.exec(path)?.[1] ?? ""] ?? "application/octet-stream",
    "cache-control": IMMUTABLE,
    "x-content-type-options": "nosniff",
    vary: "accept-encoding",
  };
  const takesBrotli = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(
    request.headers.get("accept-encoding") ?? "",
  );
  if (!isPacked) return new Response(part, { headers });
  if (takesBrotli) {
    return new Response(part, { headers: { ...headers, "content-encoding": "br" } });
  }
  return new Response(await unpacked(await part.bytes()), { headers });
}
