/** Documents for agents and programs: OpenAPI, discovery, health. */
import type { Elysia } from "elysia";
import { loadDetails, SERVICE_VERSION } from "../registry.ts";
import type { ServeHost } from "./host.ts";
import { urlOf } from "./methods.ts";
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

/** They name the address that they were asked at. */
const BY_ADDRESS = { vary: "host, x-forwarded-host, x-forwarded-proto" };

export function addDocumentRoutes(app: Elysia, host: ServeHost): void {
  app.get("/healthz", () => health(host));
  for (const [path, loadDocument] of Object.entries(DOCUMENTS)) {
    app.get(path, async ({ request }) => {
      const [write] = await Promise.all([loadDocument(), loadDetails()]);
      return cached(request, write(host.addressOf(request)), BY_ADDRESS);
    });
  }
  app.get("/openapi.tools.json", async ({ request }) => {
    const [{ typedText }] = await Promise.all([
      import("../discovery/openapi-tools.ts"),
      loadDetails(),
    ]);
    const text = typedText(urlOf(request).searchParams.get("tools") ?? "");
    return cachedText(request, text, "application/json; charset=utf-8");
  });
  app.get("/llms.txt", async ({ request }) => {
    const { llmsText } = await wellKnown();
    return cachedText(
      request,
      llmsText(host.addressOf(request)),
      "text/plain; charset=utf-8",
      BY_ADDRESS,
    );
  });
}

/** Whoever spreads the load asks this: a service that is about to end is alive, but takes no calls. */
function health({ state }: ServeHost): Response {
  const ready = !state.isDraining;
  const body = { status: ready ? "ok" : "ending", ready, live: true, version: SERVICE_VERSION };
  return json(body, ready ? 200 : 503);
}
