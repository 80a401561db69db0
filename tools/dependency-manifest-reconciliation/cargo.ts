/** Cargo.toml and Cargo.lock. */
import { readCargoRange } from "./cargo-range.ts";
import { compareSemver, isSameSemver, isSemverPrerelease } from "./npm-range.ts";
import { Choice } from "./choice.ts";
import {
  type Data,
  isTable,
  listIn,
  NO_DATA,
  type Table,
  tableIn,
  tablesIn,
  textIn,
} from "./data.ts";
import type { Group, Locked, Project, Requirement, Source, VersionRules, Wish } from "./model.ts";

const CARGO_RULES: VersionRules = {
  grammar: "Cargo",
  readRange: readCargoRange,
  compare: compareSemver,
  isSame: isSameSemver,
  isPrerelease: isSemverPrerelease,
};

const FIELDS: readonly (readonly [field: string, group: Group])[] = [
  ["dependencies", "prod"],
  ["dev-dependencies", "dev"],
  ["dev_dependencies", "dev"],
  ["build-dependencies", "build"],
  ["build_dependencies", "build"],
];

export function readCargo(manifest: Table, lock: Table): Project {
  const requirements = readRequirements(manifest);
  const { packages, own } = readPackages(lock);
  const choice = new Choice([...packages, ...own], CARGO_RULES);
  const name = textIn(tableIn(manifest, "package"), "name");
  const asked = new Set(requirements.map((requirement) => requirement.target ?? requirement.name));
  for (const folder of own) {
    // What the manifest no longer asks for is left over.
    if (folder.name === name) folder.needs = folder.needs.filter((need) => asked.has(need.name));
  }
  return {
    requirements,
    rules: CARGO_RULES,
    warnings: [],
    lock: {
      version: textIn(lock, "version") ?? null,
      packages,
      roots: own,
      knowsEdges: true,
      hasChecksums: true,
      find(requirement) {
        const locked = choice.pick(requirement.target ?? requirement.name, requirement.wanted);
        return locked && { locked };
      },
    },
  };
}

function readRequirements(manifest: Table): Requirement[] {
  const shared = tableIn(tableIn(manifest, "workspace"), "dependencies");
  const targets = [...tableIn(manifest, "target").values()].filter(isTable);
  const requirements = [manifest, ...targets].flatMap((table) =>
    FIELDS.flatMap(([field, group]) =>
      [...tableIn(table, field)].map(([name, spec]) => readRequirement(name, group, spec, shared)),
    ),
  );
  // The same may be asked for on several systems.
  const distinct = requirements.map((one): [string, Requirement] => [
    JSON.stringify([one.name, one.group, one.range]),
    one,
  ]);
  return [...new Map(distinct).values()];
}

function readRequirement(name: string, group: Group, spec: Data, shared: Table): Requirement {
  const own = isTable(spec) ? spec : NO_DATA;
  const isShared = own.get("workspace") === true;
  const meant = isShared ? shared.get(name) : spec;
  // What the workspace says is in another file, unless this is that of the workspace.
  if (meant === undefined)
    return { name, group, range: "workspace", spec: "workspace", ...UNKNOWN };
  const table = isTable(meant) ? meant : NO_DATA;
  const range = (typeof meant === "string" ? meant : textIn(table, "version")) ?? "*";
  return { name, group, range, spec: range, ...readWish(table, range) };
}

const UNKNOWN: Wish = { source: "registry", wanted: undefined };

function readWish(table: Table, range: string): Wish {
  const target = textIn(table, "package");
  const url = textIn(table, "git");
  if (url !== undefined) return { source: "git", wanted: undefined, target, url };
  if (table.has("path")) return { source: "file", wanted: undefined, target };
  return { source: target === undefined ? "registry" : "alias", wanted: range, target };
}

function readPackages(lock: Table): { packages: Locked[]; own: Locked[] } {
  const tables = tablesIn(lock, "package");
  const metadata = tableIn(lock, "metadata");
  const all = tables.map((table) => readPackage(table, metadata));
  const index = new Index(all);
  for (const [at, table] of tables.entries()) {
    for (const need of new Set(listIn(table, "dependencies"))) {
      if (typeof need === "string") all[at]?.needs.push(...index.get(need));
    }
  }
  const isOwn = ({ source }: Locked) => source === "workspace";
  return { packages: all.filter((one) => !isOwn(one)), own: all.filter(isOwn) };
}

/** Version 1 has the checksums apart from the packages. */
function readPackage(table: Table, metadata: Table): Locked {
  const [name = "", version = null] = [textIn(table, "name"), textIn(table, "version")];
  const url = textIn(table, "source") ?? "";
  const checksum =
    textIn(table, "checksum") ?? textIn(metadata, `checksum ${name} ${version} (${url})`);
  const hasIntegrity = (checksum ?? "") !== "" && checksum !== "<none>";
  return { name, version, source: sourceOf(url), url, hasIntegrity, needs: [] };
}

/** The project's own packages have no source. */
function sourceOf(url: string): Source {
  if (url === "") return "workspace";
  return url.startsWith("git+") ? "git" : url.startsWith("path+") ? "file" : "registry";
}

/** What a package needs is named as briefly as is clear: `a`, `a 1.0.0`, `a 1.0.0 (registry+…)`. */
class Index {
  readonly #byText = new Map<string, Locked[]>();

  constructor(packages: readonly Locked[]) {
    for (const one of packages) {
      const texts = [
        one.name,
        `${one.name} ${one.version}`,
        `${one.name} ${one.version} (${one.url})`,
      ];
      for (const text of texts) {
        const same = this.#byText.get(text);
        if (same) same.push(one);
        else this.#byText.set(text, [one]);
      }
    }
  }

  get(text: string): readonly Locked[] {
    return this.#byText.get(text) ?? this.#byText.get(withoutHash(text)) ?? [];
  }
}

/** The source of a need names a branch, that of the package also the commit. */
function withoutHash(text: string): string {
  return text.replace(/ \([^()]*\)$/, "");
}
