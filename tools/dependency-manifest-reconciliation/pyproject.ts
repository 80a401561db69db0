/** The dependencies of pyproject.toml: those of the standard, of uv and of Poetry. */
import { normalPythonName } from "../_lib/text/python-name.ts";
import { type Data, isTable, listIn, NO_DATA, type Table, tableIn, textIn } from "./data.ts";
import type { Group, Requirement, Wish } from "./model.ts";
import { pythonRequirement, readPythonSpec, wishOfUrl } from "./python-requirement.ts";

export interface PythonManifest {
  readonly requirements: Requirement[];
  /** Those whose range is a constraint of Poetry. */
  readonly poetry: ReadonlySet<Requirement>;
}

export function readPyproject(manifest: Table): PythonManifest {
  const tool = tableIn(manifest, "tool");
  const poetryTool = tableIn(tool, "poetry");
  const sources = new Map([
    ...sourcesIn(tableIn(poetryTool, "dependencies")),
    ...sourcesIn(tableIn(tableIn(tool, "uv"), "sources")),
  ]);
  const standard = readStandard(manifest).map((requirement) =>
    withSource(requirement, sources.get(requirement.name)),
  );
  // What the standard's table declares Poetry's own only says more about.
  const declared = new Set(standard.flatMap(({ name, group }) => (group === "dev" ? [] : [name])));
  const poetry = readPoetry(poetryTool).filter(
    ({ name, group }) => group === "dev" || !declared.has(name),
  );
  return { requirements: [...standard, ...poetry], poetry: new Set(poetry) };
}

function readStandard(manifest: Table): Requirement[] {
  const project = tableIn(manifest, "project");
  const own = normalPythonName(textIn(project, "name") ?? "");
  const lists: (readonly [readonly Data[], Group])[] = [[listIn(project, "dependencies"), "prod"]];
  const extras = tableIn(project, "optional-dependencies");
  for (const extra of extras.keys()) lists.push([listIn(extras, extra), "optional"]);
  const groups = tableIn(manifest, "dependency-groups");
  for (const group of groups.keys()) lists.push([listIn(groups, group), "dev"]);
  lists.push([listIn(tableIn(tableIn(manifest, "tool"), "uv"), "dev-dependencies"), "dev"]);
  return lists.flatMap(([list, group]) => readList(list, group)).filter(({ name }) => name !== own);
}

/** A text that is no requirement is one whose range cannot be read. */
function readList(list: readonly Data[], group: Group): Requirement[] {
  return list.flatMap((text) => {
    if (typeof text !== "string") return [];
    const spec = readPythonSpec(text);
    if (spec) return [pythonRequirement(spec, group)];
    const [name = text] = text.trim().split(/[^\w.-]/, 1);
    const range = text.trim().slice(name.length).trim();
    return [
      pythonRequirement({ name: normalPythonName(name), specifiers: range, url: undefined }, group),
    ];
  });
}

/** Where packages come from that are not of a registry, by name. */
function sourcesIn(table: Table): [name: string, wish: Wish][] {
  return [...table].flatMap(([name, entry]) => {
    // For several systems there may be several sources.
    const first = Array.isArray(entry) ? (entry as readonly Data[])[0] : entry;
    const wish = isTable(first) ? wishIn(first) : undefined;
    return wish ? [[normalPythonName(name), wish] as [string, Wish]] : [];
  });
}

function wishIn(table: Table): Wish | undefined {
  const git = textIn(table, "git");
  if (git !== undefined) return { source: "git", wanted: undefined, url: git };
  const url = textIn(table, "url");
  if (url !== undefined) return wishOfUrl(url);
  if (table.has("path")) return { source: "file", wanted: undefined };
  return table.get("workspace") === true ? { source: "workspace", wanted: undefined } : undefined;
}

function withSource(requirement: Requirement, wish: Wish | undefined): Requirement {
  return wish && requirement.source === "registry" ? { ...requirement, ...wish } : requirement;
}

function readPoetry(poetry: Table): Requirement[] {
  const groups = tableIn(poetry, "group");
  const tables: (readonly [Table, Group])[] = [
    [tableIn(poetry, "dependencies"), "prod"],
    [tableIn(poetry, "dev-dependencies"), "dev"],
  ];
  for (const [name, group] of groups) {
    const dependencies = isTable(group) ? tableIn(group, "dependencies") : NO_DATA;
    tables.push([dependencies, name === "main" ? "prod" : "dev"]);
  }
  return tables.flatMap(([table, group]) =>
    [...table]
      .filter(([name]) => name !== "python")
      .flatMap(([name, spec]) => readPoetryEntry(normalPythonName(name), spec, group)),
  );
}

/** A constraint, a table with one, or a list of such tables for several systems. */
function readPoetryEntry(name: string, spec: Data, group: Group): Requirement[] {
  if (Array.isArray(spec)) {
    return (spec as readonly Data[]).flatMap((one) => readPoetryEntry(name, one, group));
  }
  const table = isTable(spec) ? spec : NO_DATA;
  const range = (typeof spec === "string" ? spec : textIn(table, "version")) ?? "*";
  const isOptional = group === "prod" && table.get("optional") === true;
  const wish = wishIn(table) ?? { source: "registry" as const, wanted: range };
  return [{ name, group: isOptional ? "optional" : group, range, spec: range, ...wish }];
}
