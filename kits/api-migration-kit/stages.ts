/** Test data for new bodies, the style of pagination, and the headers that announce the end. */
import type { Entry } from "../../tools/_core/tool.ts";
import { isObject } from "../../tools/_lib/json/tree/members.ts";
import { wrongForm } from "../../tools/_lib/results/input-invalid.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import {
  dateFromDays,
  MONTHS,
  readDateTime,
  secondsFromLocal,
  SECONDS_PER_DAY,
  weekdayName,
} from "../../tools/_lib/time/calendar.ts";
import { standaloneSchema } from "../../tools/_lib/web/openapi/json-schema.ts";
import { percentEncode } from "../../tools/_lib/web/url/percent.ts";
import makeFixtures from "../../tools/api-fixture-matrix.ts";
import planPagination from "../../tools/api-pagination-contract-planner.ts";
import type { Input, Operations, Pagination, Work } from "../api-migration-kit.ts";
import { type Api, type Operation, splitUrl } from "./operations.ts";

const MOST_FIXTURES = 10;

export interface Fixture {
  readonly operation: string;
  readonly valid: readonly unknown[];
  readonly invalid: readonly {
    readonly path: string;
    readonly keyword: string;
    readonly input: unknown;
  }[];
}

/** Bodies that new operations take and refuse, for operations that are not what they were. */
export function makeAllFixtures(targets: readonly Operation[], after: Api, work: Work): Fixture[] {
  const { input, ctx, report } = work;
  if (!input.fixtures) {
    report.skipped("fixtures", "The field `fixtures` is false");
    return [];
  }
  const wanted = targets.filter(({ body }) => body?.schema !== undefined);
  if (wanted.length === 0) {
    report.skipped("fixtures", "No operation that changed or moved has a JSON request body");
    return [];
  }
  const tried = wanted.slice(0, MOST_FIXTURES).map((operation) => fixtureOf(operation, after, ctx));
  const made = tried.flatMap(({ fixture }) => fixture ?? []);
  const failure = tried.find(({ error }) => error)?.error;
  const others = tried.filter(({ fixture, error }) => !fixture && !error).length;
  const left = wanted.length - tried.length;
  const notes = [
    `Bodies for ${counted(made.length, "operation")}`,
    ...(left > 0 ? [`${left} more were left out`] : []),
    ...(others > 0 ? [`${others} left out whose body is no object`] : []),
  ];
  if (failure) report.stageFailed("fixtures", failure);
  else report.done("fixtures", notes.join("; "));
  return made;
}

/** Neither a fixture nor an error for a body that is no object. */
function fixtureOf(
  { name, body }: Operation,
  { document }: Api,
  ctx: Work["ctx"],
): { readonly fixture?: Fixture; readonly error?: Entry | undefined } {
  if (!body?.schema) return {};
  const schema = standaloneSchema(document, body.schema, "request");
  if (isNoObject(schema)) return {};
  const { ok, value, errors } = ctx.step(makeFixtures, { schema });
  if (!ok || !value) return { error: errors?.[0] };
  const invalid = value.invalid.map(({ path, keyword, input: data }) => {
    return { path, keyword, input: data as unknown };
  });
  const valid = value.rows.map(({ input: data }) => data as unknown);
  return { fixture: { operation: name, valid, invalid } };
}

/** Fixtures are made for objects. */
function isNoObject(schema: string): boolean {
  const read: unknown = JSON.parse(schema);
  if (!isObject(read)) return true;
  const { type, properties, allOf, oneOf, anyOf, $ref } = read;
  if (type !== undefined)
    return type !== "object" && !(Array.isArray(type) && type.includes("object"));
  return [properties, allOf, oneOf, anyOf, $ref].every((one) => one === undefined);
}

export function comparePagination(work: Work): Pagination {
  const { input, report } = work;
  if (input.pagesBefore === undefined && input.pagesAfter === undefined) {
    report.skipped("pagination", "The fields `pagesBefore` and `pagesAfter` have captured pages");
    return { before: null, after: null, changed: false };
  }
  const failures: Entry[] = [];
  const before = styleOf("pagesBefore", failures, work);
  const after = styleOf("pagesAfter", failures, work);
  const changed = before !== null && after !== null && before !== after;
  const [failure] = failures;
  if (failure) {
    report.stageFailed("pagination", failure);
    return { before, after, changed };
  }
  if (changed) {
    const message = `Pages are turned by ${after} now, and were by ${before}: loops that read all pages have to be written again`;
    report.find("warning", "pagination", {
      code: "PAGINATION_CHANGED",
      message,
      path: "/pagesAfter",
    });
  }
  const summary = `${before ?? "unknown"} before, ${after ?? "unknown"} after`;
  report.done("pagination", summary, changed ? "review" : "pass");
  return { before, after, changed };
}

function styleOf(field: "pagesBefore" | "pagesAfter", failures: Entry[], { input, ctx }: Work) {
  const pages = input[field];
  if (pages === undefined) return null;
  const { ok, value, errors } = ctx.step(planPagination, { pages, failOn: "none" });
  if (ok && value) return value.style;
  failures.push(...(errors ?? []).slice(0, 1));
  return null;
}

export interface Dates {
  readonly deprecation: number | undefined;
  readonly sunset: number | undefined;
}

/** Seconds since 1970; what is no instant, or ends before it begins, is told. */
export function readDates(input: Input): {
  readonly dates: Dates;
  readonly problems: Entry<"FORM" | "RANGE">[];
} {
  const problems: Entry<"FORM" | "RANGE">[] = [];
  const read = (field: "deprecation" | "sunset") => {
    const text = input[field];
    if (text === undefined) return undefined;
    const time = readDateTime(text);
    if (time?.offset !== undefined) return secondsFromLocal(time.local) - time.offset;
    problems.push(
      wrongForm(`/${field}`, quoted(text), "an instant of RFC 3339 such as 2026-12-01T00:00:00Z"),
    );
    return undefined;
  };
  const dates = { deprecation: read("deprecation"), sunset: read("sunset") };
  const { deprecation, sunset } = dates;
  if (deprecation !== undefined && sunset !== undefined && sunset < deprecation) {
    const message = `Cannot use /sunset: found ${quoted(input.sunset ?? "")}, expected no time before the deprecation`;
    problems.push({ code: "RANGE", message, path: "/sunset", expected: input.deprecation });
  }
  return { dates, problems };
}

/** What answers of operations that end have to say from now on. */
export function headersFor(operations: Operations, { deprecation, sunset }: Dates, after: Api) {
  const { path: base } = splitUrl(after.server);
  return operations.flatMap(({ from, to, status }) => {
    if (status !== "removed" && status !== "moved") return [];
    const headers = [
      ...(deprecation === undefined ? [] : [{ name: "Deprecation", value: `@${deprecation}` }]),
      ...(sunset === undefined ? [] : [{ name: "Sunset", value: imfFixdate(sunset) }]),
      ...(to === null
        ? []
        : [
            {
              name: "Link",
              value: `<${reference(`${base}${pathOf(to)}`)}>; rel="successor-version"`,
            },
          ]),
    ];
    return headers.length === 0 ? [] : [{ operation: from, headers }];
  });
}

function pathOf(operation: string): string {
  return operation.slice(operation.indexOf(" ") + 1);
}

/** A path as it may stand in a header; parameters keep their braces, for the server to fill. */
function reference(path: string): string {
  return path
    .toWellFormed()
    .split(/([{}])/)
    .map((part) => (part === "{" || part === "}" ? part : percentEncode(part, "uri").text))
    .join("");
}

/** `Wed, 31 Mar 2027 23:59:59 GMT` */
function imfFixdate(seconds: number): string {
  const days = Math.floor(seconds / SECONDS_PER_DAY);
  const rest = seconds - days * SECONDS_PER_DAY;
  const { year, month, day } = dateFromDays(days);
  const two = (part: number) => String(part).padStart(2, "0");
  const clock = [rest / 3600, (rest / 60) % 60, rest % 60]
    .map((part) => two(Math.floor(part)))
    .join(":");
  const [weekday, name] = [weekdayName(days), MONTHS[month - 1] ?? ""];
  return `${weekday.slice(0, 3)}, ${two(day)} ${name.slice(0, 3)} ${String(year).padStart(4, "0")} ${clock} GMT`;
}
