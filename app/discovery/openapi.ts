/** The OpenAPI 3.1 description of the service, made from the registry. */
import { ENDPOINTS } from "../catalogue.ts";
import { ENTRIES, SERVICE, SERVICE_VERSION } from "../registry.ts";
import { openapiPaths, RESPONSES, runExamples } from "./openapi-paths.ts";
import { SCHEMAS } from "./openapi-schemas.ts";

const TYPED = "/openapi.tools.json";

export function openapi(): object {
  return documentOf(SCHEMAS, runExamples());
}

export function documentOf(schemas: object, examples: object | undefined): object {
  return {
    openapi: "3.1.0",
    info: {
      title: SERVICE,
      version: SERVICE_VERSION,
      summary: "Deterministic tools: search, fetch one schema, run",
      description: `A router over deterministic tools. Search compact summaries, fetch the schema of one tool, run it. The same input, clock and seed give the same bytes. ${TYPED}?tools={ids} is this document with types for what those tools take and compute; without ?tools= it has all.`,
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
    paths: openapiPaths(examples),
    components: {
      schemas,
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
    typed: `${TYPED}?tools={ids}`,
    tool_count: ENTRIES.length,
    endpoints: ENDPOINTS,
  };
}
