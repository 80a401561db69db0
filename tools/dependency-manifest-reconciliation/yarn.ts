/** yarn.lock, before and after yarn 2: entries by everything that asks for them. */
import { isTable, NO_DATA, type Table, tableIn, textIn, textsIn } from "./data.ts";
import type { Locked, Project, Requirement, Source } from "./model.ts";
import { readNodeManifest, readOverrides } from "./node-manifest.ts";
import { NODE_RULES, unknownWorkspace } from "./node-rules.ts";
import { patchedBy, readNodeSpec, splitDescriptor } from "./node-spec.ts";

export function readYarn(manifest: Table, lock: Table, workspace: string): Project {
  const overrides = readOverrides("yarn", manifest, lock);
  const requirements = readNodeManifest(manifest, { overrides, catalogs: new Map() });
  const entries = new Entries(lock);
  const { isClassic } = entries;
  const own = entries.workspaces.get(workspace);
  // What the manifest asks for counts, not what the lock file says that it does.
  if (own) own.needs = [];
  const installed = requirements.filter(({ group }) => group !== "peer");
  const byName = new Map(installed.map((requirement) => [requirement.name, requirement]));
  // A peer dependency is installed as what another group asks for.
  const installedFor = ({ group, name }: Requirement) =>
    group === "peer" ? byName.get(name) : undefined;
  const lookUp = (requirement: Requirement | undefined) =>
    requirement &&
    (entries.get(requirement.name, requirement.spec) ??
      entries.get(requirement.name, requirement.range));
  return {
    requirements,
    rules: NODE_RULES,
    warnings: unknownWorkspace(isClassic || own !== undefined || workspace === ".", workspace),
    lock: {
      version: isClassic ? "1" : (textIn(tableIn(lock, "__metadata"), "version") ?? null),
      packages: entries.packages,
      roots: [...entries.workspaces.values()],
      // Before yarn 2 the entries of all workspaces stand together, and which they are does not.
      knowsEdges: !isClassic || (!manifest.has("workspaces") && workspace === "."),
      hasChecksums: true,
      find(requirement) {
        const locked = lookUp(requirement) ?? lookUp(installedFor(requirement));
        if (locked) return { locked };
        // Before yarn 2 what is linked is not in the file.
        const isLink = isClassic && requirement.range.startsWith("link:");
        return isLink ? { locked: linked(requirement) } : undefined;
      },
    },
  };
}

function linked({ name }: Requirement): Locked {
  return { name, version: null, source: "file", url: "", hasIntegrity: true, needs: [] };
}

class Entries {
  readonly isClassic: boolean;
  readonly packages: Locked[] = [];
  /** The project's folders, by path. */
  readonly workspaces = new Map<string, Locked>();
  readonly #byDescriptor = new Map<string, Locked>();
  /** All entries of a name, as what something needs that is no entry itself. */
  readonly #byName = new Map<string, Locked>();

  constructor(lock: Table) {
    this.isClassic = !lock.has("__metadata");
    const read: { readonly locked: Locked; readonly info: Table }[] = [];
    for (const [key, info] of lock) {
      if (key === "__metadata") continue;
      const descriptors = key.split(",").map((part) => withoutBinding(part.trim()));
      const locked = this.#read(descriptors, isTable(info) ? info : NO_DATA);
      read.push({ locked, info: isTable(info) ? info : NO_DATA });
      for (const descriptor of descriptors) this.#byDescriptor.set(descriptor, locked);
      const { name } = splitDescriptor(descriptors[0] ?? "");
      const same = this.#byName.get(name) ?? { ...locked, needs: [] };
      same.needs.push(locked);
      this.#byName.set(name, same);
    }
    for (const { locked, info } of read) this.#link(locked, info);
    this.#linkPatches();
  }

  /** The entry that the name in the range stands for. */
  get(name: string, range: string): Locked | undefined {
    const spec = withoutBinding(range.trim());
    return (
      this.#byDescriptor.get(`${name}@${spec}`) ?? this.#byDescriptor.get(`${name}@npm:${spec}`)
    );
  }

  #read(descriptors: readonly string[], info: Table): Locked {
    const { name, range } = splitDescriptor(descriptors[0] ?? "");
    const resolution = textIn(info, "resolution");
    const from = resolution === undefined ? undefined : splitDescriptor(resolution);
    const folder = workspaceIn(from?.range ?? "");
    const wish = readNodeSpec(range);
    const source = folder === undefined ? sourceOf(wish.source, from?.range) : "workspace";
    const locked: Locked = {
      name: wish.target ?? from?.name ?? name,
      version: source === "workspace" ? null : (textIn(info, "version") ?? null),
      source,
      url: textIn(info, "resolved") ?? from?.range ?? "",
      hasIntegrity: hasChecksum(info),
      needs: [],
    };
    if (folder === undefined) this.packages.push(locked);
    else this.workspaces.set(folder, locked);
    return locked;
  }

  #link(locked: Locked, info: Table): void {
    for (const field of ["dependencies", "optionalDependencies", "peerDependencies"]) {
      for (const [name, range] of textsIn(tableIn(info, field))) {
        // A resolution may have put another range in the place of this one.
        const others = field === "peerDependencies" ? undefined : this.#byName.get(name);
        const need = this.get(name, range) ?? others;
        if (need) locked.needs.push(need);
      }
    }
  }

  /** A package and what is patched over it need one another, as some patches are put over it unasked. */
  #linkPatches(): void {
    for (const [descriptor, patch] of this.#byDescriptor) {
      const inner = patchedBy(splitDescriptor(descriptor).range);
      const base = inner === undefined ? undefined : this.#byDescriptor.get(withoutBinding(inner));
      if (base === undefined) continue;
      patch.needs.push(base);
      base.needs.push(patch);
    }
  }
}

/** A descriptor without what binds it to a folder: `a@file:./a::locator=…`. */
function withoutBinding(descriptor: string): string {
  return descriptor.replace(/::.*$/s, "");
}

function workspaceIn(range: string): string | undefined {
  return /^workspace:(.*)$/s.exec(range)?.[1];
}

function sourceOf(wished: Source, resolved: string | undefined): Source {
  if (wished !== "alias" && wished !== "registry") return wished;
  if (resolved === undefined) return "registry";
  const { source } = readNodeSpec(resolved);
  return source === "alias" ? "registry" : source;
}

/** Before there was an integrity the address had the SHA-1; what is not for this system is never fetched. */
function hasChecksum(info: Table): boolean {
  if (info.has("conditions")) return true;
  const named = [textIn(info, "integrity"), textIn(info, "checksum")].some((text) => text);
  return named || /#[0-9a-f]{40}$/.test(textIn(info, "resolved") ?? "");
}
