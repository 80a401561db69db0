/** CHANGELOG.md: each change once, in the worst section that it belongs to. */
import { appendPointer } from "../../tools/_lib/results/pointer.ts";
import type { Drift, Input, SchemaChange } from "../tool-schema-publishing-kit.ts";
import { type ChangeWords, code, driftWords, partWords, schemaWords } from "./change-words.ts";
import type { PartChange } from "./versions.ts";

type Section = "Breaking" | "Added" | "Changed" | "Documentation";

interface Line {
  readonly section: Section;
  readonly text: string;
}

const READ_ONLY: ReadonlySet<string> = new Set(["DESCRIPTION_CHANGED", "TITLE_CHANGED"]);

export function changeLog(
  drift: readonly Drift[],
  changes: readonly SchemaChange[],
  parts: readonly PartChange[],
  { package: about }: Input,
): string {
  const told = new Set(drift.flatMap(placesOf));
  const added = new Set(changes.filter(isNew).map(({ tool, path }) => `${tool} ${path}`));
  const further = changes.filter(({ tool, code: kind, path }) => {
    const key = `${tool} ${path}`;
    return !told.has(key) && !told.has(`${key} ${kind.split("_")[0]}`);
  });
  const untold = parts.filter(
    ({ tool, part }) =>
      !drift.some((one) => one.tool === tool && one.pointer.startsWith(`/${part}`)) &&
      !(part === "inputSchema" && changes.some((one) => one.tool === tool)),
  );
  const lines = [
    ...drift.map((one) => driftLine(one, added)),
    ...further.map(schemaLine),
    ...untold.map(partLine),
  ];
  const sections = (["Breaking", "Added", "Changed", "Documentation"] as const).map((title) => {
    const own = lines.filter(({ section }) => section === title).map(({ text }) => text);
    return `### ${title}\n\n${[...new Set(own)].join("\n") || "None."}`;
  });
  return [`## ${about.version ?? "Unreleased"}`, ...sections].join("\n\n");
}

function isNew({ code: kind }: SchemaChange): boolean {
  return /^PROPERTY_(?:WITH_EMPTY_SCHEMA_)?ADDED/.test(kind);
}

/** Where the comparison of schemas would tell the same again; with a word where only such a change is the same. */
function placesOf({ tool, code: kind, pointer, after }: Drift): string[] {
  if (!pointer.startsWith("/inputSchema")) return [];
  const path = pointer.slice("/inputSchema".length);
  if (kind === "REQUIRED_ADDED") return [`${tool} ${requiredPath(path, after)}`];
  if (kind.startsWith("TYPE_")) return [`${tool} ${path.replace(/\/type$/, "")} TYPE`];
  return [`${tool} ${path}`];
}

/** Of the member that a list of required ones names. */
function requiredPath(path: string, name: unknown): string {
  return appendPointer(path.replace(/\/required$/, "/properties"), String(name));
}

function driftLine(drift: Drift, added: ReadonlySet<string>): Line {
  const { tool, code: kind, severity, pointer, after } = drift;
  const words = driftWords(drift);
  const path = requiredPath(pointer.replace(/^\/inputSchema/, ""), after);
  const isNewMember = kind === "REQUIRED_ADDED" && added.has(`${tool} ${path}`);
  const what = isNewMember
    ? words.what.replace(/ is now required$/, " is new, and required")
    : words.what;
  return { section: sectionOf(kind, severity), text: line(tool, pointer, { ...words, what }) };
}

function sectionOf(kind: string, severity: Drift["severity"]): Section {
  if (severity === "error") return "Breaking";
  if (kind === "TOOL_ADDED") return "Added";
  return READ_ONLY.has(kind) ? "Documentation" : "Changed";
}

function schemaLine(change: SchemaChange): Line {
  const { tool, code: kind, path } = change;
  const section = isNew(change) ? "Added" : READ_ONLY.has(kind) ? "Documentation" : "Changed";
  const words = READ_ONLY.has(kind)
    ? { what: `the ${kind === "TITLE_CHANGED" ? "title" : "description"} was changed` }
    : schemaWords(change);
  return { section, text: line(tool, `/inputSchema${path}`, words) };
}

/** What neither reader of schemas tells, so that each change of a version is in its log. */
function partLine(change: PartChange): Line {
  const { tool, part } = change;
  const isRead = part === "description" || !change.isDeep;
  const section = change.isNew ? "Added" : isRead ? "Documentation" : "Changed";
  return { section, text: line(tool, `/${part}`, partWords(change)) };
}

function line(tool: string, pointer: string, { what, todo }: ChangeWords): string {
  const place = pointer === "" ? "" : ` ${code(pointer)}`;
  return `- ${code(tool)}${place}: ${what}${todo === undefined ? "" : `; ${todo}`}`;
}
