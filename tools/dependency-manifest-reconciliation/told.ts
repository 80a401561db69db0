/** Whose files they are, as their names and the ecosystem tell. */
import type { Entry } from "../_core/tool.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Input } from "../dependency-manifest-reconciliation.ts";
import { MANIFEST_WORLDS, type ManifestKind, type World, WORLDS } from "./detect.ts";
import type { Ecosystem } from "./model.ts";

/** What is told; what is undefined the content says. */
export interface Told {
  readonly ecosystem: Ecosystem | undefined;
  readonly manifest: ManifestKind | undefined;
}

const MANIFEST_NAMES: readonly (readonly [ManifestKind, name: RegExp])[] = [
  ["package.json", /^package\.json$/i],
  ["Cargo.toml", /^cargo\.toml$/i],
  ["pyproject.toml", /^pyproject\.toml$/i],
  ["go.mod", /^go\.mod$/i],
  ["requirements", /\.(?:in|txt)$/i],
];

const LOCK_NAMES: readonly (readonly [Ecosystem, name: RegExp])[] = [
  ["npm", /^(?:package-lock|npm-shrinkwrap)\.json$/i],
  ["pnpm", /^pnpm-lock\.ya?ml$/i],
  ["yarn", /^yarn\.lock$/i],
  ["bun", /^bun\.lock$/i],
  ["cargo", /^cargo\.lock$/i],
  ["poetry", /^poetry\.lock$/i],
  ["uv", /^uv\.lock$/i],
  ["go", /^go\.sum$/i],
  ["pip", /\.txt$/i],
];

/** The manifest and the ecosystem of a world that has but one of them. */
const ONLY_MANIFEST: Readonly<Partial<Record<World, ManifestKind>>> = {
  node: "package.json",
  cargo: "Cargo.toml",
  go: "go.mod",
};
const ONLY_ECOSYSTEM: Readonly<Partial<Record<World, Ecosystem>>> = { cargo: "cargo", go: "go" };

/** What the ecosystem and the names of the files say together, or that they say different things. */
export function readTold(input: Input): Told | Entry<"ECOSYSTEM_MISMATCH"> {
  const { ecosystem: given, manifestName, lockfileName } = input;
  const byName = kindOf(LOCK_NAMES, lockfileName);
  const manifest = kindOf(MANIFEST_NAMES, manifestName);
  const chosen = given === "auto" ? undefined : given;
  if (chosen !== undefined && byName !== undefined && byName !== chosen) {
    return contradiction("/lockfileName", lockfileName, chosen);
  }
  const world = manifest && MANIFEST_WORLDS[manifest];
  const ecosystem = chosen ?? byName ?? (world && ONLY_ECOSYSTEM[world]);
  if (ecosystem === undefined) return { ecosystem, manifest };
  if (world !== undefined && world !== WORLDS[ecosystem]) {
    return contradiction("/manifestName", manifestName, ecosystem);
  }
  return { ecosystem, manifest: manifest ?? ONLY_MANIFEST[WORLDS[ecosystem]] };
}

/** Folders before the name tell nothing. */
function kindOf<K>(names: readonly (readonly [K, name: RegExp])[], path = ""): K | undefined {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).trim();
  return names.find(([, known]) => known.test(name))?.[0];
}

function contradiction(path: string, name = "", ecosystem: Ecosystem): Entry<"ECOSYSTEM_MISMATCH"> {
  const message = `Cannot hold the files against one another: found the name ${quoted(name)}, expected one of ${ecosystem}`;
  return { code: "ECOSYSTEM_MISMATCH", message, path };
}
