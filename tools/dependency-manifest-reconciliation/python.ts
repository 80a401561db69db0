/** Python projects: what their manifests ask for, against poetry.lock, uv.lock or pinned requirements. */
import { normalPythonName } from "../_lib/text/python-name.ts";
import { Choice } from "./choice.ts";
import { isTable, listIn, type Table, tableIn, tablesIn, textIn } from "./data.ts";
import type { Locked, Project, Source, VersionRules } from "./model.ts";
import { readPoetryRange } from "./poetry-range.ts";
import { readPyproject } from "./pyproject.ts";
import { PYTHON_RULES, pythonRequirement, wishOfUrl } from "./python-requirement.ts";
import { readRequirements } from "./requirements.ts";

/** Constraints of Poetry are a language of their own, which has no `===` for texts. */
const POETRY_RULES: VersionRules = {
  ...PYTHON_RULES,
  grammar: "Poetry or PEP 440",
  readRange: (text) =>
    text === ""
      ? PYTHON_RULES.readRange(text)
      : (readPoetryRange(text) ?? PYTHON_RULES.readRange(text)),
};

interface PythonLock {
  readonly version: string | null;
  readonly packages: Locked[];
  readonly own: readonly Locked[];
  readonly hasChecksums: boolean;
  readonly warnings: Project["warnings"];
}

/** The manifest is the text of requirements, or the data of pyproject.toml; so is the lock file. */
export function readPython(manifest: string | Table, lock: string | Table): Project {
  const { requirements, rules, warnings } = readManifest(manifest);
  const read = typeof lock === "string" ? readPins(lock) : readPackages(lock);
  const choice = new Choice([...read.packages, ...read.own], rules);
  return {
    requirements,
    rules,
    warnings: [...warnings, ...read.warnings],
    lock: {
      version: read.version,
      packages: read.packages,
      roots: [],
      knowsEdges: false,
      hasChecksums: read.hasChecksums,
      find({ name, wanted }) {
        const locked = choice.pick(name, wanted);
        return locked && { locked };
      },
    },
  };
}

function readManifest(
  manifest: string | Table,
): Pick<Project, "requirements" | "rules" | "warnings"> {
  if (typeof manifest === "string") {
    const { lines, warnings } = readRequirements(manifest, "/manifest");
    const requirements = lines.map((line) => pythonRequirement(line, "prod"));
    return { requirements, rules: PYTHON_RULES, warnings };
  }
  const { requirements, poetry } = readPyproject(manifest);
  return { requirements, rules: poetry.size > 0 ? POETRY_RULES : PYTHON_RULES, warnings: [] };
}

function readPins(text: string): PythonLock {
  const { lines, warnings } = readRequirements(text, "/lockfile");
  const packages = lines.map(({ name, specifiers, url, hasHash }): Locked => {
    const [, version = null] = /^===?\s*([^\s,*]+)\s*$/.exec(specifiers) ?? [];
    const source = url === undefined ? "registry" : wishOfUrl(url).source;
    return { name, version, source, url: url ?? "", hasIntegrity: hasHash, needs: [] };
  });
  // Hashes are needed for all packages or for none.
  const hasChecksums = lines.some(({ hasHash }) => hasHash);
  return { version: null, packages, own: [], hasChecksums, warnings };
}

function readPackages(lock: Table): PythonLock {
  const metadata = tableIn(lock, "metadata");
  const files = tableIn(metadata, "files");
  const all = tablesIn(lock, "package").map((table) => readPackage(table, files));
  const isOwn = ({ source }: Locked) => source === "workspace";
  return {
    version: textIn(lock, "version") ?? textIn(metadata, "lock-version") ?? null,
    packages: all.filter((one) => !isOwn(one)),
    own: all.filter(isOwn),
    hasChecksums: true,
    warnings: [],
  };
}

function readPackage(table: Table, files: Table): Locked {
  const written = textIn(table, "name") ?? "";
  const { source, url } = readSource(tableIn(table, "source"));
  return {
    name: normalPythonName(written),
    version: textIn(table, "version") ?? null,
    source,
    url,
    hasIntegrity: hasHashes(
      table,
      files.has(written) ? listIn(files, written).filter(isTable) : [],
    ),
    needs: [],
  };
}

/** Poetry names a type and an address, uv has the address under its type. */
function readSource(table: Table): { source: Source; url: string } {
  const type = textIn(table, "type");
  const url =
    ["url", "git", "registry"].map((key) => textIn(table, key)).find((text) => text) ?? "";
  if (type === "git" || table.has("git")) return { source: "git", url };
  if (type === "url" || (type === undefined && table.has("url"))) return { source: "url", url };
  const isOwn = ["editable", "virtual"].some((key) => table.has(key));
  if (isOwn) return { source: "workspace", url: "" };
  const isFile = type === "file" || type === "directory";
  const isPath = isFile || table.has("directory") || table.has("path");
  return { source: isPath ? "file" : "registry", url: isFile ? "" : url };
}

/** Poetry lists files with hashes, uv the source and the wheels. */
function hasHashes(table: Table, files: readonly Table[]): boolean {
  const source = table.get("sdist");
  const all = [...tablesIn(table, "files"), ...tablesIn(table, "wheels"), ...files];
  if (isTable(source)) all.push(source);
  return all.some((file) => (textIn(file, "hash") ?? "") !== "");
}
