/** pnpm-lock.yaml, versions 5 to 9. */
import { type Data, isTable, NO_DATA, type Table, tableIn, textIn, textsIn } from "./data.ts";
import type { Group, Locked, Project, Requirement } from "./model.ts";
import { readNodeManifest, readOverrides } from "./node-manifest.ts";
import { NODE_RULES, unknownWorkspace } from "./node-rules.ts";

const FIELDS: readonly (readonly [field: string, group: Group])[] = [
  ["dependencies", "prod"],
  ["devDependencies", "dev"],
  ["optionalDependencies", "optional"],
];

interface Use {
  readonly group: Group;
  readonly specifier: string | undefined;
  /** The version that is used, or where it is. */
  readonly version: string;
}

/** What a folder of the project uses, by name. */
type Importer = ReadonlyMap<string, readonly Use[]>;

export function readPnpm(manifest: Table, lock: Table, workspace: string): Project {
  const overrides = readOverrides("pnpm", manifest, lock);
  const requirements = readNodeManifest(manifest, { overrides, catalogs: readCatalogs(lock) });
  const store = new Store(lock);
  const importers = readImporters(lock);
  const own = importers.get(workspace);
  const others = [...importers].filter(([path]) => path !== workspace);
  return {
    requirements,
    rules: NODE_RULES,
    warnings: unknownWorkspace(own !== undefined || workspace === ".", workspace),
    lock: {
      version: textIn(lock, "lockfileVersion") ?? null,
      packages: store.packages,
      roots: others.flatMap(([, importer]) => store.usedBy(importer)),
      knowsEdges: true,
      hasChecksums: true,
      find(requirement) {
        const use = useOf(requirement, own?.get(requirement.name) ?? []);
        if (use === undefined) return undefined;
        const locked = store.find(requirement.name, use.version) ?? unlisted(requirement, use);
        // A peer dependency is installed as what another group asks for.
        const recorded = requirement.group === "peer" ? undefined : use.specifier;
        return { locked, recorded };
      },
    },
  };
}

function useOf({ group }: Requirement, uses: readonly Use[]): Use | undefined {
  return uses.find((use) => use.group === group) ?? uses[0];
}

/** What is not of the store: a link, or a version whose entry is not there. */
function unlisted({ name }: Requirement, { version }: Use): Locked {
  return {
    name,
    version: RELEASE.test(version) ? withoutPeers(version) : null,
    source: version.startsWith("link:") ? "workspace" : "registry",
    url: "",
    hasIntegrity: true,
    needs: [],
  };
}

function readImporters(lock: Table): Map<string, Importer> {
  const importers = lock.has("importers") ? tableIn(lock, "importers") : new Map([[".", lock]]);
  return new Map(
    [...importers].map(([path, info]) => [path, readImporter(isTable(info) ? info : NO_DATA)]),
  );
}

/** Up to version 5 the ranges stand apart from the versions. */
function readImporter(info: Table): Importer {
  const specifiers = tableIn(info, "specifiers");
  const records = new Map<string, Use[]>();
  for (const [field, group] of FIELDS) {
    for (const [name, entry] of tableIn(info, field)) {
      const version = isTable(entry) ? textIn(entry, "version") : entry;
      if (typeof version !== "string") continue;
      const specifier =
        textIn(isTable(entry) ? entry : NO_DATA, "specifier") ?? textIn(specifiers, name);
      records.set(name, [...(records.get(name) ?? []), { group, specifier, version }]);
    }
  }
  return records;
}

function readCatalogs(lock: Table): Map<string, Table> {
  const catalogs = new Map<string, Table>();
  for (const [name, entries] of tableIn(lock, "catalogs")) {
    if (!isTable(entries)) continue;
    const ranges = [...entries].map(([key, entry]): [string, Data] => [
      key,
      (isTable(entry) && textIn(entry, "specifier")) || null,
    ]);
    catalogs.set(name, new Map(ranges));
  }
  return catalogs;
}

const RELEASE = /^\d+\.\d+\.\d+/;

/** The packages, by keys such as `/a/1.0.0_b@2.0.0`, `/a@1.0.0(b@2.0.0)` and `a@1.0.0(b@2.0.0)`. */
class Store {
  readonly packages: Locked[] = [];
  /** By key, with and without peers; what is installed with several peers is one package. */
  readonly #byKey = new Map<string, Locked>();
  readonly #isOld: boolean;

  constructor(lock: Table) {
    this.#isOld = /^5(?:\.|$)/.test(textIn(lock, "lockfileVersion") ?? "");
    const packages = tableIn(lock, "packages");
    const snapshots = tableIn(lock, "snapshots");
    for (const [key, info] of packages) this.#add(key, isTable(info) ? info : NO_DATA);
    for (const key of snapshots.keys()) this.#add(key, NO_DATA);
    for (const [key, info] of [...packages, ...snapshots]) if (isTable(info)) this.#link(key, info);
  }

  /** The package of a name in a version, which may be a key itself where the name is an alias. */
  find(name: string, version: string): Locked | undefined {
    const keys = [`${name}@${version}`, version, `/${name}@${version}`, `/${name}/${version}`];
    const key = [...keys, ...keys.map((one) => this.#base(one))].find((one) =>
      this.#byKey.has(one),
    );
    return key === undefined ? undefined : this.#byKey.get(key);
  }

  usedBy(importer: Importer): Locked[] {
    return [...importer].flatMap(([name, records]) =>
      records.flatMap(({ version }) => this.find(name, version) ?? []),
    );
  }

  #base(key: string): string {
    // Up to version 5 the peers stand behind an underscore, which a name may have as well.
    return this.#isOld ? key.replace(/(\/[^/_]*)_[^/]*$/, "$1") : withoutPeers(key);
  }

  #add(key: string, info: Table): void {
    const base = this.#base(key);
    const known = this.#byKey.get(base);
    const locked = known ?? this.#read(base, info);
    this.#byKey.set(base, locked);
    this.#byKey.set(key, locked);
    if (known === undefined) this.packages.push(locked);
  }

  #read(base: string, info: Table): Locked {
    const resolution = tableIn(info, "resolution");
    const tarball = textIn(resolution, "tarball") ?? textIn(resolution, "repo") ?? "";
    const { name, version } = this.#nameOf(base);
    const isRelease = RELEASE.test(version);
    const source = textIn(resolution, "type") === "git" || resolution.has("repo") ? "git" : "url";
    return {
      name: textIn(info, "name") ?? name,
      version: textIn(info, "version") ?? (isRelease ? version : null),
      source:
        resolution.has("directory") || /^(?:file|link):/.test(version)
          ? "file"
          : isRelease
            ? "registry"
            : source,
      url: tarball,
      hasIntegrity: (textIn(resolution, "integrity") ?? "") !== "",
      needs: [],
    };
  }

  #nameOf(base: string): { name: string; version: string } {
    const key = base.replace(/^\//, "");
    const at = this.#isOld ? key.lastIndexOf("/") : key.indexOf("@", 1);
    return at < 0
      ? { name: key, version: "" }
      : { name: key.slice(0, at), version: key.slice(at + 1) };
  }

  #link(key: string, info: Table): void {
    const from = this.#byKey.get(key);
    for (const field of ["dependencies", "optionalDependencies"]) {
      for (const [name, version] of textsIn(tableIn(info, field))) {
        const need = this.find(name, version);
        if (need) from?.needs.push(need);
      }
    }
  }
}

/** The version without the peers in brackets behind it. */
function withoutPeers(text: string): string {
  return text.replace(/\(.*$/s, "");
}
