/** Deprecation, sunset dates and stability levels of endpoints and parameters. */
import { readDate, writeDate } from "../_lib/time/calendar.ts";
import { isSet, memberOf, type Site } from "../_lib/web/openapi/site.ts";
import type { Endpoint } from "../_lib/web/openapi/surface.ts";
import type { Report } from "./comparison.ts";

const STABILITY = ["draft", "alpha", "beta", "stable"];

/** What the removal of a thing is, by its deprecation; undefined where it was announced and its time has come. */
export function removalOf(site: Site, today: string): RemovalKind | undefined {
  if (!isSet(site, "deprecated")) return "without-deprecation";
  const sunset = memberOf(site, "x-sunset")?.node;
  if (sunset === undefined) return "with-deprecation";
  const date = readSunset(sunset);
  if (date === undefined) return "sunset-parse";
  return date > today ? "before-sunset" : undefined;
}

export type RemovalKind =
  "without-deprecation" | "with-deprecation" | "before-sunset" | "sunset-parse";

/** `YYYY-MM-DD`, alone or before a time. */
function readSunset(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const day = /^([0-9-]{10})(?:[Tt ].*)?$/.exec(value.trim())?.[1];
  const date = day === undefined ? undefined : readDate(day);
  return date && writeDate(date);
}

/** Draft and alpha endpoints may go without notice. */
export function isUnstable(operation: Site): boolean {
  const level = memberOf(operation, "x-stability-level")?.node;
  return level === "draft" || level === "alpha";
}

export function compareLifecycle(before: Endpoint, after: Endpoint, report: Report): void {
  compareStability(before.operation, after.operation, report);
  compareDeprecation(before.operation, after.operation, report, {
    deprecated: "endpoint-deprecated",
    withSunset: "endpoint-deprecated-with-sunset",
    reactivated: "endpoint-reactivated",
    deletedSunset: "sunset-deleted",
    unreadable: "api-deprecated-sunset-parse",
    unreadableChange: "api-path-sunset-parse",
  });
}

interface Ids {
  readonly deprecated: string;
  readonly withSunset: string;
  readonly reactivated: string;
  readonly deletedSunset: string;
  readonly unreadable: string;
  readonly unreadableChange: string;
}

export const PARAMETER_IDS: Ids = {
  deprecated: "request-parameter-deprecated",
  withSunset: "request-parameter-deprecated",
  reactivated: "request-parameter-reactivated",
  deletedSunset: "request-parameter-sunset-deleted",
  unreadable: "request-parameter-sunset-parse",
  unreadableChange: "request-parameter-sunset-parse",
};

export function compareDeprecation(
  before: Site,
  after: Site,
  report: Report,
  ids: Ids,
  more: { readonly name?: string } = {},
): void {
  const [was, is] = [isSet(before, "deprecated"), isSet(after, "deprecated")];
  const [old, sunset] = [memberOf(before, "x-sunset"), memberOf(after, "x-sunset")];
  const place = { side: "after", pointer: after.pointer } as const;
  if (was && !is) report(ids.reactivated, place, more);
  if (!is) return;
  if (sunset === undefined) {
    if (!was) report(ids.deprecated, place, more);
    if (old)
      report(
        ids.deletedSunset,
        { side: "before", pointer: old.pointer },
        { ...more, before: old.node },
      );
    return;
  }
  const at = { side: "after", pointer: sunset.pointer } as const;
  const isReadable = readSunset(sunset.node) !== undefined;
  if (!was)
    report(isReadable ? ids.withSunset : ids.unreadable, at, { ...more, after: sunset.node });
  else if (old !== undefined && old.node !== sunset.node) {
    const isWhole = isReadable && readSunset(old.node) !== undefined;
    const dates = { ...more, before: old.node, after: sunset.node };
    if (!isWhole) report(ids.unreadableChange, at, dates);
  }
}

function compareStability(before: Site, after: Site, report: Report): void {
  const [from, to] = [
    reportInvalid(before, "before", report),
    reportInvalid(after, "after", report),
  ];
  if (from === undefined || to === undefined || from === to) return;
  const change = STABILITY.indexOf(to) < STABILITY.indexOf(from) ? "decreased" : "increased";
  const pointer = memberOf(after, "x-stability-level")?.pointer ?? after.pointer;
  report(`api-stability-${change}`, { side: "after", pointer }, { before: from, after: to });
}

/** The stability level, which is stable where none is stated; reports what is none. */
export function reportInvalid(
  operation: Site,
  side: "before" | "after",
  report: Report,
): string | undefined {
  const site = memberOf(operation, "x-stability-level");
  if (site === undefined) return "stable";
  if (typeof site.node === "string" && STABILITY.includes(site.node)) return site.node;
  const found = { [side]: site.node };
  report("api-invalid-stability-level", { side, pointer: site.pointer }, found);
  return undefined;
}
