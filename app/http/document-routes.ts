/** Documents for agents, programs and people: OpenAPI, discovery, the reading page, health. */
import type { Elysia } from "elysia";
import { beginning } from "../../tools/_lib/text/shown.ts";
import { loadDetails, SERVICE_VERSION } from "../registry.ts";
import { RequestError } from "../run/errors.ts";
import type { ServeHost } from "./host.ts";
import { cached, cachedText, json } from "./reply.ts";

type WriteDocument = (publicUrl: string) => object;

const openapi = () => import("../discovery/openapi.ts");
const wellKnown = () => import("../discovery/well-known.ts");

/** Each is loaded when it is asked for: the start of the service needs none of them. */
const DOCUMENTS: Readonly<Record<string, () => Promise<WriteDocument>>> = {
  "/openapi.json": async () => (await openapi()).openapi,
  "/openapi.summary.json": async () => (await openapi()).openapiSummary,
  "/.well-known/ai-agents.json": async () => (await wellKnown()).agentCatalogue,
  "/.well-known/ai-agents.summary.json": async () => (await wellKnown()).agentSummary,
  "/.well-known/context-ops.json": async () => (await wellKnown()).contextOps,
  "/.well-known/agent-install.json": async () => (await wellKnown()).agentInstall,
};

export function addDocumentRoutes(app: Elysia, host: ServeHost): void {
  app
    .get("/healthz", () => health(host))
    .get("/docs", ({ request }) =>
      cachedText(request, DOCS_PAGE, "text/html; charset=utf-8", PAGE_HEADERS),
    )
    .get("/docs/:asset", ({ params }) => docsAsset(params.asset));
  for (const [path, loadDocument] of Object.entries(DOCUMENTS)) {
    app.get(path, async ({ request }) => {
      const [write] = await Promise.all([loadDocument(), loadDetails()]);
      return cached(request, write(host.service.publicUrl));
    });
  }
}

/** Whoever spreads the load asks this: a service that is about to end is alive, but takes no calls. */
function health({ state }: ServeHost): Response {
  const ready = !state.isDraining;
  const body = { status: ready ? "ok" : "ending", ready, live: true, version: SERVICE_VERSION };
  return json(body, ready ? 200 : 503);
}

const NO_SNIFFING = { "x-content-type-options": "nosniff" } as const;

/** The page runs its own scripts only, talks to this service only, and stands in no other page. */
const PAGE_HEADERS = {
  ...NO_SNIFFING,
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
} as const;

const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>purebox API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START_SCRIPT = `SwaggerUIBundle({ url: "/openapi.json", dom_id: "#swagger-ui", deepLinking: true, validatorUrl: null, docExpansion: "list", defaultModelsExpandDepth: 0 });`;
const WEEK = "public, max-age=604800";

/** The page's own files, pinned and embedded: nothing comes from another host. */
async function docsAsset(name: string): Promise<Response> {
  const headers = (type: string) => ({
    ...NO_SNIFFING,
    "content-type": type,
    "cache-control": WEEK,
  });
  switch (name) {
    case "start.js":
      return new Response(START_SCRIPT, { headers: headers("text/javascript; charset=utf-8") });
    case "swagger-ui-bundle.js": {
      const { BUNDLE } = await import("./docs-assets.ts");
      return new Response(Bun.file(BUNDLE), { headers: headers("text/javascript; charset=utf-8") });
    }
    case "swagger-ui.css": {
      const { STYLES } = await import("./docs-assets.ts");
      return new Response(Bun.file(STYLES), { headers: headers("text/css; charset=utf-8") });
    }
    default:
      throw new RequestError(404, {
        code: "NOT_FOUND",
        message: `Nothing is at /docs/${beginning(name, 80)}`,
        hint: "The page is at /docs",
      });
  }
}
