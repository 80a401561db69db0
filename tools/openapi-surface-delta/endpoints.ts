/** Endpoints of two documents: those that came, those that went, and what changed in the others. */
import { itemsOf, memberOf, membersOf, type Site, textOf } from "../_lib/web/openapi/site.ts";
import type { Endpoint, PathItem, Surface } from "../_lib/web/openapi/surface.ts";
import type { Comparison, Report } from "./comparison.ts";
import { compareLifecycle, isUnstable, removalOf, reportInvalid } from "./lifecycle.ts";
import { compareParameters, compareRequestBodies } from "./requests.ts";
import { compareResponses } from "./responses.ts";
import { compareDocumentSecurity, compareOperationSecurity, reportNames } from "./security.ts";

export interface EndpointCounts {
  readonly before: number;
  readonly after: number;
  readonly added: number;
  readonly removed: number;
}

export function compareSurfaces(
  comparison: Comparison,
  before: Surface,
  after: Surface,
): EndpointCounts {
  let shared = 0;
  for (const [key, item] of after) {
    const earlier = before.get(key);
    for (const [method, endpoint] of item.endpoints) {
      const old = earlier?.endpoints.get(method);
      if (old !== undefined) shared++;
      const report = comparison.reporter(endpoint.path, method);
      if (old !== undefined) compareEndpoint(comparison, old, endpoint, report);
      else report("endpoint-added", { side: "after", pointer: endpoint.operation.pointer });
    }
  }
  for (const [key, item] of before) reportRemovals(comparison, item, after.get(key));
  const [was, is] = [sizeOf(before), sizeOf(after)];
  return { before: was, after: is, added: is - shared, removed: was - shared };
}

function sizeOf(surface: Surface): number {
  let size = 0;
  for (const { endpoints } of surface.values()) size += endpoints.size;
  return size;
}

function reportRemovals(comparison: Comparison, item: PathItem, kept: PathItem | undefined): void {
  for (const [method, { path, operation }] of item.endpoints) {
    if (kept?.endpoints.has(method)) continue;
    const report = comparison.reporter(path, method);
    const isValid = reportInvalid(operation, "before", report) !== undefined;
    if (!isValid || isUnstable(operation)) continue;
    const kind = removalOf(operation, comparison.today);
    const place = { side: "before", pointer: operation.pointer } as const;
    if (kind === "sunset-parse") report("api-path-sunset-parse", place);
    else if (kind) report(`api-${kept ? "" : "path-"}removed-${kind}`, place);
  }
}

function compareEndpoint(
  comparison: Comparison,
  before: Endpoint,
  after: Endpoint,
  report: Report,
): void {
  compareLifecycle(before, after, report);
  compareOperationIds(before.operation, after.operation, report);
  reportNames("api-tag", tagsOf(before.operation), tagsOf(after.operation), report);
  compareOperationSecurity(before, after, report);
  compareServers(comparison, before, after, report);
  compareParameters(comparison, before, after, report);
  compareRequestBodies(comparison, before, after, report);
  compareResponses(comparison, before, after, report);
}

function tagsOf(operation: Site): Map<string, Site> {
  const tags = itemsOf(memberOf(operation, "tags")).filter(({ node }) => typeof node === "string");
  return new Map(tags.map((site) => [site.node as string, site]));
}

/** One that changed is removed under its old name and added under its new one. */
function compareOperationIds(before: Site, after: Site, report: Report): void {
  const idOf = (operation: Site) => {
    const [id, site] = [textOf(operation, "operationId"), memberOf(operation, "operationId")];
    return new Map(id && site ? [[id, site] as const] : []);
  };
  reportNames("api-operation-id", idOf(before), idOf(after), report);
}

/** By URL; a document without servers is served from where it lies. */
function serversOf(root: Site): Map<string, Site> {
  return new Map(
    itemsOf(memberOf(root, "servers")).flatMap((server) => {
      const url = textOf(server, "url");
      return url === undefined ? [] : [[url, server] as const];
    }),
  );
}

/** The servers of an operation or its path stand for those of the document. */
function compareServers(comparison: Comparison, before: Endpoint, after: Endpoint, report: Report) {
  const [own, other] = [ownServers(before), ownServers(after)];
  if (own === undefined && other === undefined) return;
  const [was, is] = [own ?? comparison.before.root, other ?? comparison.after.root];
  reportNames("api-server", serversOf(was), serversOf(is), report);
}

/** The operation, else the path item, that has servers. */
function ownServers({ operation, items }: Endpoint): Site | undefined {
  return [operation, ...items].find((holder) => itemsOf(memberOf(holder, "servers")).length > 0);
}

/** What belongs to no endpoint: security, webhooks, servers and named schemas. */
export function compareDocuments(comparison: Comparison): void {
  const report = comparison.reporter("", "");
  const [before, after] = [comparison.before.root, comparison.after.root];
  compareDocumentSecurity(comparison, report);
  reportNames(
    "webhook",
    membersOf(memberOf(before, "webhooks")),
    membersOf(memberOf(after, "webhooks")),
    report,
  );
  reportNames("api-server", serversOf(before), serversOf(after), report);
  const schemas = schemasOf(after);
  for (const [name, { pointer }] of schemasOf(before)) {
    if (!schemas.has(name)) report("api-schema-removed", { side: "before", pointer }, { name });
  }
}

function schemasOf(root: Site): Map<string, Site> {
  const components = memberOf(root, "components");
  return membersOf(components && memberOf(components, "schemas"));
}
