/** The guide of a migration, and the files beside it. */
import { isObject } from "../../tools/_lib/json/tree/members.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine } from "../../tools/_lib/text/shown.ts";
import { follow } from "../../tools/_lib/web/openapi/document.ts";
import { memberOf, membersOf, type Site } from "../../tools/_lib/web/openapi/site.ts";
import { codeBlock, codeSpan, tableOr } from "../_core/page.ts";
import type { Header, Operations, Pagination, Work } from "../api-migration-kit.ts";
import type { Rewritten } from "./calls.ts";
import type { Change, Changes } from "./changes.ts";
import type { Pair } from "./match.ts";
import { type Api, type Operation, splitUrl } from "./operations.ts";
import { writeScript } from "./script.ts";
import type { Fixture } from "./stages.ts";

export interface Migration {
  readonly before: Api;
  readonly after: Api;
  readonly pairs: ReadonlyMap<Operation, Pair>;
  readonly changes: Changes;
  /** Undefined where it cannot be told what moved operations change. */
  readonly moved: Changes | undefined;
  readonly operations: Operations;
  readonly added: readonly string[];
  /** Undefined where none were given. */
  readonly calls: readonly Rewritten[] | undefined;
  readonly hasVariables: boolean;
  readonly fixtures: readonly Fixture[];
  readonly pagination: Pagination;
  readonly headers: readonly { readonly operation: string; readonly headers: readonly Header[] }[];
}

export function writeFiles(migration: Migration, work: Work): void {
  const { report, input } = work;
  const { operations, calls, fixtures, headers, pairs } = migration;
  report.file("MIGRATION.md", guide(migration));
  report.csv(
    "operations.csv",
    ["from", "to", "status", "score", "breaking"],
    operations.map(({ from, to, status, score, breaking }) => [from, to, status, score, breaking]),
  );
  if (calls) {
    report.json("calls.json", calls.map(shownCall));
    report.file("migrated-calls.sh", writeScript(calls, migration.hasVariables, work));
  }
  if (fixtures.length > 0) report.json("fixtures.json", fixtures);
  if (input.deprecation !== undefined || input.sunset !== undefined) {
    report.json("deprecation-headers.json", headers);
  }
  const found = [...pairs.values()].filter(({ isSame }) => !isSame);
  const inOrder = found.toSorted((left, right) => left.from.index - right.from.index);
  report.json(
    "mapping.json",
    inOrder.map(({ from, to }) => ({ from: from.name, to: to.name })),
  );
}

export function shownCall({ id, from, to, status, method, url, problems }: Rewritten) {
  return { id, from, to, status, method, url, problems };
}

function guide(migration: Migration): string {
  const { before, operations, added, changes, pagination } = migration;
  const rows = operations.filter(({ status }) => status !== "unchanged");
  const sections = before.operations.flatMap((operation, index) => {
    const row = operations[index];
    return row && row.status !== "unchanged" ? [section(operation, row, migration)] : [];
  });
  return [
    "# Migration guide",
    summary(migration),
    ...(rows.length === 0
      ? []
      : [
          tableOr(
            "",
            ["Before", "Now", "What happens"],
            rows.map(({ from, to, status }) => [from, to ?? "–", status]),
          ),
        ]),
    ...general(changes.general),
    ...(pagination.changed
      ? [
          `## Pagination\n\nPages are turned by ${pagination.after} now, and were by ${pagination.before}.`,
        ]
      : []),
    ...sections,
    ...callsPart(migration),
    ...(added.length === 0
      ? []
      : [`## New operations\n\n${added.map((name) => `- ${inline(name)}`).join("\n")}`]),
  ].join("\n\n");
}

function summary({ operations, added, calls, before, after }: Migration): string {
  const count = (wanted: string) => operations.filter(({ status }) => status === wanted).length;
  const figures = ["unchanged", "changed", "moved", "removed"].map(
    (status) => `${count(status)} ${status}`,
  );
  const lines = [
    `${counted(operations.length, "operation")}: ${figures.join(", ")}; ${added.length} added.`,
  ];
  if (before.server !== after.server) {
    lines.push(
      `The server is ${inline(after.server || "/")} now, and was ${inline(before.server || "/")}.`,
    );
  }
  if (calls) {
    const ready = calls.filter(
      ({ status }) => status === "rewritten" || status === "unchanged",
    ).length;
    lines.push(
      `${ready} of ${counted(calls.length, "call")} in \`migrated-calls.sh\` can be run as they are.`,
    );
  }
  return lines.join("\n\n");
}

function general(changes: readonly Change[]): string[] {
  if (changes.length === 0) return [];
  return [`## The whole API\n\n${changes.map(item).join("\n")}`];
}

function item({ level, text, id }: Change): string {
  const weight = { error: "**breaks clients:** ", warning: "may break clients: ", info: "" }[level];
  return `- ${weight}${oneLine(text)} (\`${id}\`)`;
}

function inline(text: string): string {
  return codeSpan(oneLine(text));
}

type Row = Operations[number];

function section(from: Operation, row: Row, migration: Migration): string {
  const { before, after, pairs, calls } = migration;
  const to = pairs.get(from)?.to;
  const concerned = (calls ?? []).filter((call) => call.from === from.name);
  return [
    `## ${oneLine(from.name)}`,
    become(row, migration.pairs.get(from)),
    ...(row.status === "removed" ? [] : [changesOf(from, row, migration)]),
    `Before:\n\n${codeBlock(request(from, before), "http")}`,
    ...(to ? [`Now:\n\n${codeBlock(request(to, after), "http")}`] : []),
    ...(concerned.length === 0
      ? []
      : [`Calls: ${concerned.map(({ id, status }) => `${inline(id)} (${status})`).join(", ")}`]),
  ].join("\n\n");
}

function become({ to, status, score }: Row, pair: Pair | undefined): string {
  if (status === "changed") return "Stays where it is, and changes.";
  if (to === null) return "Is gone, and nothing takes its place. Clients have to do without it.";
  const why = {
    place: "",
    mapping: " as `mapping` says",
    operationId: " – both have one operationId",
    likeness: ` – found by likeness (${score}); correct \`mapping.json\` if that is wrong`,
  }[pair?.by ?? "place"];
  return `Becomes ${inline(to)}${why}.`;
}

function changesOf(from: Operation, { status }: Row, { changes, moved }: Migration): string {
  const own = status === "changed" ? changes : moved;
  if (!own) return "What else changes could not be compared: read both descriptions.";
  const list = own.of(from);
  return list.length === 0 ? "Nothing else changes." : list.map(item).join("\n");
}

const LONGEST_PATH = 2000;

/** A request with all that it needs. */
function request(operation: Operation, { document, server }: Api): string {
  const { origin, path: base } = splitUrl(server);
  const needed = operation.parameters.filter(({ required }) => required);
  const query = needed.filter((one) => one.in === "query").map(({ name }) => `${name}={${name}}`);
  const headers = needed
    .filter((one) => one.in === "header")
    .map(({ name }) => `${name}: {${name}}`);
  const target = `${base}${operation.path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  const host = origin.replace(/^[^:]*:\/\//, "");
  const { body } = operation;
  const isJson = body?.schema !== undefined;
  const type = isJson ? "application/json" : body?.mediaTypes[0];
  const head = [
    `${operation.method} ${oneLine(target).slice(0, LONGEST_PATH)}`,
    ...(host === "" ? [] : [`Host: ${host}`]),
    ...headers.map(oneLine),
    ...(type === undefined ? [] : [`Content-Type: ${oneLine(type)}`]),
  ];
  if (!body?.schema) return head.join("\n");
  const example = JSON.stringify(exampleOf(body.schema, document, 0), null, 2);
  return `${head.join("\n")}\n\n${example}`;
}

/** Deeper examples are no help to their readers. */
const MOST_LEVELS = 4;

/** A value with what the schema needs, by its own examples where it has some. */
function exampleOf(schema: Site, document: Api["document"], level: number): unknown {
  const site = follow(document, schema) ?? schema;
  const { node } = site;
  if (!isObject(node)) return {};
  for (const key of ["example", "default", "const"]) if (Object.hasOwn(node, key)) return node[key];
  for (const key of ["examples", "enum"]) {
    const list = node[key];
    if (Array.isArray(list) && list.length > 0) return list[0] as unknown;
  }
  const type: unknown = [node["type"]].flat().find((one) => one !== "null");
  if (type === "array") {
    const items = memberOf(site, "items");
    return items && level < MOST_LEVELS ? [exampleOf(items, document, level + 1)] : [];
  }
  if (type === undefined || type === "object") return exampleObject(site, document, level);
  return { string: "string", integer: 0, number: 0, boolean: true }[String(type)] ?? null;
}

function exampleObject(site: Site, document: Api["document"], level: number): unknown {
  const properties = membersOf(memberOf(site, "properties"));
  const required = memberOf(site, "required")?.node;
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  const members: [string, unknown][] = [];
  for (const key of ["allOf", "oneOf", "anyOf"]) {
    const branches = memberOf(site, key);
    const list = Array.isArray(branches?.node) ? branches.node : [];
    const used = key === "allOf" ? list : list.slice(0, 1);
    for (const [index, node] of level < MOST_LEVELS ? used.entries() : []) {
      const branch = { node: node as unknown, pointer: `${site.pointer}/${key}/${index}` };
      const part = exampleOf(branch, document, level + 1);
      if (isObject(part)) members.push(...Object.entries(part));
      else if (properties.size === 0) return part;
    }
  }
  for (const [name, property] of properties) {
    // Without needed members, all are shown.
    const isShown = (needed.size === 0 || needed.has(name)) && level < MOST_LEVELS;
    if (isShown) members.push([name, exampleOf(property, document, level + 1)]);
  }
  return Object.fromEntries(members);
}

function callsPart({ calls = [] }: Migration): string[] {
  const open = calls.filter(({ problems }) => problems.length > 0);
  if (open.length === 0) return [];
  const rows = open.map(({ id, problems, details }) => [
    id,
    problems.map((code) => `${code}: ${oneLine(details[code] ?? "")}`).join("; "),
  ]);
  return [`## Calls with problems\n\n${tableOr("", ["Call", "Problems"], rows)}`];
}

/** What to do now, the most urgent first. */
export function nextSteps(migration: Migration, { report, input }: Work): string[] {
  const { byCode } = report.counts;
  const has = (code: string) => (byCode[code] ?? 0) > 0;
  const toWork = migration.calls?.find(({ status }) => status === "needs-work");
  const gone = migration.operations.find(({ status }) => status === "removed");
  const isMoved = migration.operations.some(({ status }) => status === "moved");
  return [
    ...(gone
      ? [
          `Decide what clients of \`${oneLine(gone.from)}\` do, or add its successor to \`mapping\`.`,
        ]
      : []),
    ...(has("LOW_CONFIDENCE_MATCH")
      ? ["Check the pairs in `mapping.json`; correct them and give them back as `mapping`."]
      : []),
    ...(toWork
      ? [
          `Mend the calls in \`migrated-calls.sh\` that are commented out (first: ${oneLine(toWork.id)}).`,
        ]
      : []),
    ...(has("PAGINATION_CHANGED") ? ["Write the loops that read all pages again."] : []),
    ...(report.verdict !== "pass" ? ["Send `MIGRATION.md` to those who call the API."] : []),
    ...((isMoved || gone) && input.sunset === undefined
      ? ["Give `deprecation` and `sunset`, for the headers that announce the end."]
      : []),
    ...(migration.headers.length > 0 && input.sunset !== undefined
      ? ["Send the headers of `deprecation-headers.json` with every answer of the old operations."]
      : []),
  ];
}
