/** What can be asked about the tools without running one. */
import type { Elysia } from "elysia";
import { beginning } from "../../tools/_lib/text/shown.ts";
import {
  DEFAULT_SEARCH_LIMIT,
  listTools,
  MAX_SEARCH_LIMIT,
  overview,
  searchTools,
  toolSchema,
} from "../catalogue.ts";
import { elapsed, invalidRequest } from "../run/errors.ts";
import type { ServeHost } from "./host.ts";
import { nameIn, urlOf } from "./methods.ts";
import { cached, json } from "./reply.ts";

export function addCatalogueRoutes(app: Elysia, { callLimits }: ServeHost): void {
  app
    .get("/api", ({ request }) => cached(request, overview(callLimits)))
    .get("/api/tools", ({ request }) => {
      const query = urlOf(request).searchParams;
      return cached(
        request,
        listTools({
          category: query.get("category") ?? undefined,
          kind: query.get("kind") ?? undefined,
        }),
      );
    })
    .get("/api/tools/search", async ({ request }) => {
      const started = performance.now();
      const query = urlOf(request).searchParams;
      const answer = await searchTools({
        query: query.get("q") ?? "",
        limit: readLimit(query.get("limit")),
        sample: query.get("sample") ?? undefined,
      });
      return json({ ...answer, processing_time_ms: elapsed(started) });
    })
    .get("/api/tools/:toolId/schema", async ({ request, params }) =>
      cached(request, await toolSchema(nameIn(params.toolId))),
    );
}

function readLimit(text: string | null): number {
  if (text === null || text === "") return DEFAULT_SEARCH_LIMIT;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_SEARCH_LIMIT) return limit;
  throw invalidRequest(
    `limit is ${JSON.stringify(beginning(text, 40))}`,
    `limit is a whole number from 1 to ${MAX_SEARCH_LIMIT}`,
  );
}
