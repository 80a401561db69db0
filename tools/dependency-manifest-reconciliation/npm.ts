/** package-lock.json and npm-shrinkwrap.json, versions 1 to 3. */
import { isTable, type Table, tableIn, textIn, textsIn } from "./data.ts";
import type { Locked, Project, Source } from "./model.ts";
import { folderAt, linkModules, newPlace, type Place, placeAt, placeIn } from "./module-tree.ts";
import {
  neededBy,
  type Ranges,
  readNodeManifest,
  readOverrides,
  readRanges,
  recordedRange,
} from "./node-manifest.ts";
import { NODE_RULES, unknownWorkspace } from "./node-rules.ts";
import { readNodeSpec } from "./node-spec.ts";

interface Tree {
  readonly root: Place;
  readonly packages: Locked[];
  /** The project's folders, by path. */
  readonly own: Map<string, { readonly place: Place; readonly record: Ranges }>;
}

export function readNpm(manifest: Table, lock: Table, workspace: string): Project {
  const overrides = readOverrides("npm", manifest, lock);
  const requirements = readNodeManifest(manifest, { overrides, catalogs: new Map() });
  const isTree = lock.has("packages");
  const tree = isTree ? readPackages(tableIn(lock, "packages")) : readNested(lock);
  const folder = folderAt(tree.root, workspace);
  // What the manifest asks for counts, not what the lock file says that it does.
  if (folder) folder.wants = [];
  const names = requirements.map(({ name }) => name);
  const found = linkModules(tree.root, folder ?? tree.root, names);
  const own = [...tree.own.values()];
  const record = own.find(({ place }) => place === folder)?.record;
  return {
    requirements,
    rules: NODE_RULES,
    warnings: unknownWorkspace(!isTree || record !== undefined || workspace === ".", workspace),
    lock: {
      version: textIn(lock, "lockfileVersion") ?? null,
      packages: tree.packages,
      roots: own.flatMap(({ place }) => place.locked ?? []),
      knowsEdges: true,
      hasChecksums: true,
      find(requirement) {
        const locked = found.get(requirement.name);
        return locked && { locked, recorded: record && recordedRange(record, requirement) };
      },
    },
  };
}

function readPackages(packages: Table): Tree {
  const tree: Tree = { root: newPlace(), packages: [], own: new Map() };
  const links: { readonly link: Locked; readonly target: string }[] = [];
  for (const [path, info] of packages) {
    if (!isTable(info)) continue;
    const { place, module } = placeAt(tree.root, path);
    const name = textIn(info, "name") ?? module ?? path;
    const isOwn = module === undefined;
    place.wants = neededBy(info, isOwn);
    if (isOwn) {
      place.locked = newLocked(name, textIn(info, "version") ?? null, "workspace");
      tree.own.set(path, { place, record: readRanges(info) });
    } else if (info.get("link") === true) {
      const target = textIn(info, "resolved") ?? "";
      place.locked = newLocked(name, linkedVersion(packages.get(target)), "workspace");
      links.push({ link: place.locked, target });
    } else {
      place.locked = readEntry(name, info);
      tree.packages.push(place.locked);
    }
  }
  for (const { link, target } of links) {
    const locked = tree.own.get(target)?.place.locked;
    if (locked) link.needs.push(locked);
  }
  return tree;
}

function linkedVersion(info: unknown): string | null {
  return isTable(info as Table) ? (textIn(info as Table, "version") ?? null) : null;
}

/** Version 1: what is in the folder of a package stands inside of it. */
function readNested(lock: Table): Tree {
  const tree: Tree = { root: newPlace(), packages: [], own: new Map() };
  readDependencies(lock, tree.root, tree.packages);
  return tree;
}

function readDependencies(table: Table, place: Place, packages: Locked[]): void {
  for (const [name, info] of tableIn(table, "dependencies")) {
    if (!isTable(info)) continue;
    const inner = placeIn(place.modules, name);
    inner.locked = readEntry(name, info);
    const requires = info.get("requires");
    inner.wants = isTable(requires) ? textsIn(requires) : [];
    packages.push(inner.locked);
    readDependencies(info, inner, packages);
  }
}

/** The version of a package that is not of a registry may be where it is from. */
function readEntry(name: string, info: Table): Locked {
  const written = textIn(info, "version") ?? null;
  const resolved = textIn(info, "resolved");
  const { source, target } = readNodeSpec(written ?? "");
  const isPlace = source !== "registry" && source !== "alias";
  const version =
    source === "alias" ? (written ?? "").slice((written ?? "").lastIndexOf("@") + 1) : written;
  const url = resolved ?? (isPlace ? (written ?? "") : "");
  const isBundled = info.get("inBundle") === true || info.get("bundled") === true;
  return {
    name: target ?? name,
    version: isPlace ? null : version,
    source: isPlace ? source : sourceOf(url),
    url,
    // What comes inside of another package is covered by that one's.
    hasIntegrity: isBundled || (textIn(info, "integrity") ?? "") !== "",
    needs: [],
  };
}

function sourceOf(url: string): Source {
  const { source } = readNodeSpec(url);
  return source === "git" || source === "file" ? source : "registry";
}

function newLocked(name: string, version: string | null, source: Source): Locked {
  return { name, version, source, url: "", hasIntegrity: true, needs: [] };
}
