/** What an endpoint takes: parameters and a body. */
import { resolve } from "../_lib/web/openapi/document.ts";
import { isJsonMediaType, mediaTypesOf } from "../_lib/web/openapi/media-types.ts";
import { type Endpoint, type Parameter, parametersOf } from "../_lib/web/openapi/surface.ts";
import { isSet, memberOf, type Site, textOf } from "../_lib/web/openapi/site.ts";
import type { Comparison, Report, SchemaUse } from "./comparison.ts";
import { compareDeprecation, PARAMETER_IDS, removalOf } from "./lifecycle.ts";

export function compareParameters(
  comparison: Comparison,
  before: Endpoint,
  after: Endpoint,
  report: Report,
): void {
  const [was, is] = [parametersOf(before), parametersOf(after)];
  for (const [key, parameter] of is) {
    const earlier = was.get(key);
    if (earlier === undefined) reportNew(parameter, report);
    else compareParameter(comparison, earlier, parameter, report);
  }
  for (const [key, parameter] of was) {
    if (!is.has(key)) reportRemoved(parameter, comparison.today, report);
  }
}

function reportNew({ site, name, in: place, required }: Parameter, report: Report): void {
  const id = `new-${required ? "required" : "optional"}-request-parameter`;
  const at = { side: "after", pointer: site.pointer } as const;
  report(place === "path" ? "new-request-path-parameter" : id, at, { name });
}

const REMOVAL_IDS = {
  "without-deprecation": "request-parameter-removed",
  "with-deprecation": "request-parameter-removed-with-deprecation",
  "before-sunset": "request-parameter-removed-before-sunset",
  "sunset-parse": "request-parameter-sunset-parse",
} as const;

function reportRemoved({ site, name }: Parameter, today: string, report: Report): void {
  const kind = removalOf(site, today);
  if (kind === undefined) return;
  report(REMOVAL_IDS[kind], { side: "before", pointer: site.pointer }, { name });
}

function compareParameter(
  comparison: Comparison,
  before: Parameter,
  after: Parameter,
  report: Report,
): void {
  const { name, site, required } = after;
  if (before.required !== required) {
    const id = `request-parameter-became-${required ? "required" : "optional"}`;
    report(id, { side: "after", pointer: site.pointer }, { name });
  }
  compareDeprecation(before.site, site, report, PARAMETER_IDS, { name });
  const [was, is] = [serializationOf(before), serializationOf(after)];
  if (was !== is) {
    const detail = { name, before: was, after: is };
    report(
      "request-parameter-serialization-changed",
      { side: "after", pointer: site.pointer },
      detail,
    );
  }
  const use: SchemaUse = {
    role: "parameter",
    isText: before.isText && after.isText,
    isExploded: after.isExploded,
    before: before.schema,
    after: after.schema,
    holders: [before.site, site],
    more: { name },
  };
  comparison.compareSchemas(use, report);
}

const STYLES: Readonly<Record<string, string>> = { query: "form", cookie: "form" };

/** How values are written: the style and whether parts stand apart, or a media type. */
function serializationOf({ site, in: place }: Parameter): string {
  const [media] = [...mediaTypesOf(memberOf(site, "content")).values()];
  if (media) return media.name;
  const style = textOf(site, "style") ?? (Object.hasOwn(STYLES, place) ? STYLES[place] : "simple");
  const explode = memberOf(site, "explode")?.node ?? style === "form";
  return explode === true ? `${style}, exploded` : `${style}`;
}

export function compareRequestBodies(
  comparison: Comparison,
  before: Endpoint,
  after: Endpoint,
  report: Report,
): void {
  const [from, to] = [bodyOf(before), bodyOf(after)];
  if (to === undefined) {
    if (from) report("request-body-removed", { side: "before", pointer: from.pointer });
    return;
  }
  const place = { side: "after", pointer: to.pointer } as const;
  const isRequired = isSet(to, "required");
  if (from === undefined) {
    report(`request-body-added-${isRequired ? "required" : "optional"}`, place);
    return;
  }
  if (isSet(from, "required") !== isRequired) {
    report(`request-body-became-${isRequired ? "required" : "optional"}`, place);
  }
  compareContents(comparison, "request", from, to, report);
}

function bodyOf({ document, operation }: Endpoint): Site | undefined {
  const site = memberOf(operation, "requestBody");
  return site && resolve(document, site);
}

const MEDIA_WORDS = {
  request: "request-body-media-type",
  response: "response-media-type",
} as const;

/** The media types of a body, and the schemas of those on both sides. */
export function compareContents(
  comparison: Comparison,
  role: "request" | "response",
  before: Site,
  after: Site,
  report: Report,
  status?: string,
): void {
  const [was, is] = [
    mediaTypesOf(memberOf(before, "content")),
    mediaTypesOf(memberOf(after, "content")),
  ];
  const more = status === undefined ? {} : { status };
  for (const [key, { name, site }] of is) {
    const earlier = was.get(key);
    if (earlier === undefined) {
      report(
        `${MEDIA_WORDS[role]}-added`,
        { side: "after", pointer: site.pointer },
        { name, ...more },
      );
      continue;
    }
    const use: SchemaUse = {
      role,
      isText: !isJsonMediaType(name),
      before: memberOf(earlier.site, "schema"),
      after: memberOf(site, "schema"),
      holders: [earlier.site, site],
      more,
    };
    comparison.compareSchemas(use, report);
  }
  for (const [key, { name, site }] of was) {
    if (is.has(key)) continue;
    report(
      `${MEDIA_WORDS[role]}-removed`,
      { side: "before", pointer: site.pointer },
      { name, ...more },
    );
  }
}
