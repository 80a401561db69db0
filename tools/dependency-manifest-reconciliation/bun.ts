/** bun.lock: packages by where they are found, `parent/name` where another one of that name is found further out. */
import { type Data, isTable, NO_DATA, type Table, tableIn, textIn } from "./data.ts";
import type { Locked, Project, Source } from "./model.ts";
import { linkModules, newPlace, type Place, placeIn } from "./module-tree.ts";
import {
  neededBy,
  type Ranges,
  readNodeManifest,
  readOverrides,
  readRanges,
  recordedRange,
} from "./node-manifest.ts";
import { NODE_RULES, unknownWorkspace } from "./node-rules.ts";
import { readNodeSpec, splitDescriptor } from "./node-spec.ts";

interface Member {
  readonly place: Place;
  readonly record: Ranges;
}

export function readBun(manifest: Table, lock: Table, workspace: string): Project {
  const overrides = readOverrides("bun", manifest, lock);
  const requirements = readNodeManifest(manifest, { overrides, catalogs: readCatalogs(lock) });
  const root = newPlace();
  const packages = readPackages(tableIn(lock, "packages"), root);
  const members = readMembers(tableIn(lock, "workspaces"), root);
  const member = members.get(workspace === "." ? "" : workspace);
  if (member) member.place.wants = [];
  const found = linkModules(
    root,
    member?.place,
    requirements.map(({ name }) => name),
  );
  return {
    requirements,
    rules: NODE_RULES,
    warnings: unknownWorkspace(member !== undefined, workspace),
    lock: {
      version: textIn(lock, "lockfileVersion") ?? null,
      packages,
      roots: [...members.values()].flatMap(({ place }) => place.locked ?? []),
      knowsEdges: true,
      hasChecksums: true,
      find(requirement) {
        const locked = found.get(requirement.name);
        return locked && { locked, recorded: member && recordedRange(member.record, requirement) };
      },
    },
  };
}

function readCatalogs(lock: Table): Map<string, Table> {
  const named = [...tableIn(lock, "catalogs")].filter((pair): pair is [string, Table] =>
    isTable(pair[1]),
  );
  return new Map([["default", tableIn(lock, "catalog")], ...named]);
}

function readPackages(entries: Table, root: Place): Locked[] {
  const packages: Locked[] = [];
  for (const [key, entry] of entries) {
    if (!Array.isArray(entry)) continue;
    let place = root;
    for (const name of namesOf(key)) place = placeIn(place.modules, name);
    const parts = entry as readonly Data[];
    place.locked = readEntry(parts);
    place.wants = neededBy(parts.find(isTable) ?? NO_DATA, false);
    if (place.locked.source !== "workspace") packages.push(place.locked);
  }
  return packages;
}

/** `a/@s/b` is b of the scope s inside of a. */
function namesOf(key: string): string[] {
  return key.match(/@[^/]*\/[^/]*|[^/]+/g) ?? [];
}

/** `["name@1.0.0", registry, { dependencies }, integrity]`, with fewer parts where it is of no registry. */
function readEntry(parts: readonly Data[]): Locked {
  const [id] = parts;
  const { name, range } = splitDescriptor(typeof id === "string" ? id : "");
  const source: Source = range.startsWith("root:") ? "workspace" : readNodeSpec(range).source;
  const [, registry] = parts;
  const isRelease = source === "registry";
  const url = !isRelease ? range : typeof registry === "string" ? registry : "";
  return {
    name,
    version: isRelease ? range : null,
    source,
    url,
    hasIntegrity: parts.some((part) => typeof part === "string" && /^(?:sha\d|md5)/.test(part)),
    needs: [],
  };
}

/** The project's folders; each but the root is found by its name as well. */
function readMembers(workspaces: Table, root: Place): Map<string, Member> {
  const members = new Map<string, Member>();
  for (const [path, info] of workspaces) {
    if (!isTable(info)) continue;
    const name = textIn(info, "name") ?? path;
    const place = path === "" ? root : placeIn(root.modules, name);
    place.wants = neededBy(info, true);
    const version = textIn(info, "version") ?? null;
    place.locked = { name, version, source: "workspace", url: "", hasIntegrity: true, needs: [] };
    members.set(path, { place, record: readRanges(info) });
  }
  return members;
}
