import type { Side } from "./facts.ts";
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import { shortened } from "../_lib/text/shown.ts";
import { METHODS } from "../_lib/web/openapi/surface.ts";
import type { Place } from "./facts.ts";
import { RULE_LEVELS, type RuleLevel } from "./rules.ts";

/** What was found, before it is judged. */
export interface Finding {
  readonly id: string;
  /** Of the endpoint in upper case; empty for the document. */
  readonly method: string;
  readonly path: string;
  readonly place: Place;
  readonly name?: string;
  readonly property?: string;
  readonly status?: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface Change {
  readonly id: string;
  readonly level: RuleLevel;
  readonly method: string;
  readonly path: string;
  readonly text: string;
  readonly name?: string;
  readonly property?: string;
  readonly status?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly pointer: string;
  /** The document into which the pointer points. */
  readonly input: Side;
}

/** By level, path, method, id, name, property, status, and the values as JSON. */
export function compareChanges(left: Change, right: Change): number {
  return (
    RULE_LEVELS.indexOf(left.level) - RULE_LEVELS.indexOf(right.level) ||
    compareEndpoints(left, right) ||
    byCodeUnit(left.id, right.id) ||
    byCodeUnit(left.name ?? "", right.name ?? "") ||
    byCodeUnit(left.property ?? "", right.property ?? "") ||
    byCodeUnit(left.status ?? "", right.status ?? "") ||
    byCodeUnit(jsonOf(left.before), jsonOf(right.before)) ||
    byCodeUnit(jsonOf(left.after), jsonOf(right.after)) ||
    byCodeUnit(left.pointer, right.pointer)
  );
}

interface EndpointName {
  readonly path: string;
  readonly method: string;
}

/** By path, then by method: get, put, post and so on. */
export function compareEndpoints(left: EndpointName, right: EndpointName): number {
  return (
    byCodeUnit(left.path, right.path) ||
    rankOf(left.method) - rankOf(right.method) ||
    byCodeUnit(left.method, right.method)
  );
}

function rankOf(method: string): number {
  const rank = (METHODS as readonly string[]).indexOf(method);
  return rank < 0 ? METHODS.length : rank;
}

function jsonOf(value: unknown): string {
  return value === undefined ? "" : canonicalJson(value);
}

/** `Request property type generalized: n (integer → number)`. */
export function textOfFinding({ id, name, property, status, before, after }: Finding): string {
  const words = id
    .replaceAll("-", " ")
    .replace(/\bapi\b/g, "API")
    .replace(/\b(non|read|write) (?=success\b|only\b)/g, "$1-");
  const isAboutStatus = /-status-(?:added|removed)$/.test(id);
  const subject = isAboutStatus ? [status] : [name, property];
  const what = subject.filter((part) => part !== undefined).join(", property ");
  const where = status === undefined || isAboutStatus ? "" : ` in response ${status}`;
  const change = valuesOf(before, after);
  return [
    words.charAt(0).toUpperCase() + words.slice(1),
    where,
    what && `: ${what}`,
    change && ` (${change})`,
  ].join("");
}

function valuesOf(before: unknown, after: unknown): string {
  if (before === undefined && after === undefined) return "";
  if (before === undefined) return shown(after);
  return after === undefined ? `was ${shown(before)}` : `${shown(before)} → ${shown(after)}`;
}

const LONGEST_SHOWN = 81;

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : canonicalJson(value);
  return shortened(text, LONGEST_SHOWN);
}
