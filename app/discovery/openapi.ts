/** The OpenAPI 3.1 description of the service, made from the registry. */
import { ENDPOINTS } from "../catalogue.ts";
import { ENTRIES, SERVICE, SERVICE_VERSION } from "../registry.ts";
import { openapiPaths, RESPONSES } from "./openapi-paths.ts";
import { SCHEMAS } from "./openapi-schemas.ts";

export function openapi(): object {
  return {
    openapi: "3.1.0",
    info: {
      title: SERVICE,
      version: SERVICE_VERSION,
      summary: "Deterministic tools: search, fetch one schema, run",
      description:
        "A router over deterministic tools. Search compact summaries, fetch the schema of one tool, run it. The same input, clock and seed give the same bytes.",
      contact: { name: SERVICE },
      license: { name: "MIT", identifier: "MIT" },
    },
    // Wherever the document came from, its service is there.
    servers: [{ url: "/" }],
    tags: [
      { name: "catalogue", description: "What tools there are" },
      { name: "run", description: "Running tools" },
      { name: "discovery", description: "Documents for agents and programs" },
    ],
    security: [{}],
    paths: openapiPaths(),
    components: {
      schemas: SCHEMAS,
      responses: RESPONSES,
      securitySchemes: {
        paidPilotAuth: {
          type: "http",
          scheme: "bearer",
          description: "Optional; free use needs no credential",
        },
      },
    },
  };
}

/** The paths and what they are for, without schemas. */
export function openapiSummary(publicUrl: string): object {
  return {
    openapi: "3.1.0",
    title: SERVICE,
    version: SERVICE_VERSION,
    server: publicUrl,
    document: "/openapi.json",
    tool_count: ENTRIES.length,
    endpoints: ENDPOINTS,
  };
}
