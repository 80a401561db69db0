/** What an endpoint answers: statuses, headers and bodies. */
import { resolve } from "../_lib/web/openapi/document.ts";
import { firstMediaType, isJsonMediaType } from "../_lib/web/openapi/media-types.ts";
import { isSet, memberOf, membersOf, type Site } from "../_lib/web/openapi/site.ts";
import type { Endpoint } from "../_lib/web/openapi/surface.ts";
import type { Comparison, Report } from "./comparison.ts";
import type { Side } from "./facts.ts";
import { compareContents } from "./requests.ts";

export function compareResponses(
  comparison: Comparison,
  before: Endpoint,
  after: Endpoint,
  report: Report,
): void {
  const [was, is] = [responsesOf(before), responsesOf(after)];
  for (const [status, site] of is) {
    const earlier = was.get(status);
    if (earlier === undefined) reportStatus(status, "after", site, report);
    else compareResponse(comparison, status, earlier, site, report);
  }
  for (const [status, site] of was) {
    if (!is.has(status)) reportStatus(status, "before", site, report);
  }
}

/** By status; `2xx` is `2XX`. */
function responsesOf({ document, operation }: Endpoint): Map<string, Site> {
  const responses = membersOf(memberOf(operation, "responses"));
  return new Map(
    [...responses].map(([status, site]) => [
      status.replace(/^[1-5]xx$/, (range) => range.toUpperCase()),
      resolve(document, site),
    ]),
  );
}

/** Only a code of three digits is a promise: `default` and `2XX` name what else there may be. */
function reportStatus(status: string, side: Side, { pointer }: Site, report: Report): void {
  if (!/^[0-9]{3}$/.test(status)) return;
  const group = status.startsWith("2") ? "success" : "non-success";
  const change = side === "after" ? "added" : "removed";
  report(`response-${group}-status-${change}`, { side, pointer }, { status });
}

function compareResponse(
  comparison: Comparison,
  status: string,
  before: Site,
  after: Site,
  report: Report,
): void {
  compareContents(comparison, "response", before, after, report, status);
  const was = headersOf(comparison.before, before);
  const is = headersOf(comparison.after, after);
  for (const [key, header] of is) {
    const earlier = was.get(key);
    if (earlier !== undefined) {
      compareHeader(comparison, status, earlier, header, report);
      continue;
    }
    const place = { side: "after", pointer: header.site.pointer } as const;
    report("response-header-added", place, { name: header.name, status });
  }
  for (const [key, { name, site }] of was) {
    if (is.has(key)) continue;
    const id = `${isSet(site, "required") ? "required" : "optional"}-response-header-removed`;
    report(id, { side: "before", pointer: site.pointer }, { name, status });
  }
}

interface Header {
  readonly name: string;
  readonly site: Site;
}

/** By name in lower case. */
function headersOf(document: Comparison["before"], response: Site): Map<string, Header> {
  const headers = membersOf(memberOf(response, "headers"));
  return new Map(
    [...headers].map(([name, site]) => [
      name.toLowerCase(),
      { name, site: resolve(document, site) },
    ]),
  );
}

function compareHeader(
  comparison: Comparison,
  status: string,
  before: Header,
  after: Header,
  report: Report,
): void {
  const { name, site } = after;
  if (isSet(before.site, "required") && !isSet(site, "required")) {
    const place = { side: "after", pointer: site.pointer } as const;
    report("response-header-became-optional", place, { name, status });
  }
  const media = firstMediaType(memberOf(site, "content"));
  const use = {
    role: "header" as const,
    isText: media === undefined || !isJsonMediaType(media.name),
    before: schemaOf(before.site),
    after: schemaOf(site),
    holders: [before.site, site] as const,
    more: { name, status },
  };
  comparison.compareSchemas(use, report);
}

function schemaOf(header: Site): Site | undefined {
  const media = firstMediaType(memberOf(header, "content"));
  return memberOf(header, "schema") ?? (media && memberOf(media.site, "schema"));
}
