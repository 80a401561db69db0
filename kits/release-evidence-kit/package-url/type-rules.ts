/** What package URLs of some types have that others do not, by the definitions of the types. */
import { normalPythonName } from "../../../tools/_lib/text/python-name.ts";
import type { PackageUrl } from "./package-url.ts";

export interface TypeRules {
  /** Whether there has to be a namespace, or must not be one; it may where nothing is said. */
  readonly namespace?: "required" | "prohibited";
  /** Qualifiers that there have to be. */
  readonly qualifiers?: readonly string[];
  /** What a name looks like. */
  readonly name?: RegExp;
  /** The name goes on over several segments, behind a namespace of one. */
  readonly hasLongName?: boolean;
  /** Parts that are in lower case. */
  readonly lower?: readonly ("namespace" | "name" | "version")[];
  /** The name as it has to be written. */
  readonly normalName?: (name: string, purl: PackageUrl) => string;
  readonly normalNamespace?: (namespace: string) => string;
}

const BOTH: TypeRules = { lower: ["namespace", "name"] };
const HOSTED: TypeRules = { ...BOTH, namespace: "required" };
const ALONE: TypeRules = { namespace: "prohibited" };

const RULES: ReadonlyMap<string, TypeRules> = new Map<string, TypeRules>([
  ["alpm", BOTH],
  ["apk", BOTH],
  ["bitbucket", HOSTED],
  ["bitnami", { lower: ["name"] }],
  ["brew", BOTH],
  ["cargo", ALONE],
  ["chrome-extension", { ...ALONE, name: /^[a-p]{32}$/ }],
  ["composer", BOTH],
  ["cpan", { name: /^(?!.*::)/s, normalNamespace: (namespace) => namespace.toUpperCase() }],
  ["cran", ALONE],
  ["deb", BOTH],
  ["git", { namespace: "required", hasLongName: true }],
  ["github", HOSTED],
  ["gitlab", BOTH],
  ["golang", BOTH],
  ["hex", BOTH],
  ["huggingface", { lower: ["version"] }],
  ["julia", { ...ALONE, qualifiers: ["uuid"] }],
  ["luarocks", BOTH],
  ["maven", { namespace: "required" }],
  ["mlflow", { ...ALONE, normalName: modelName }],
  ["npm", BOTH],
  ["oci", { ...ALONE, lower: ["name", "version"] }],
  ["opam", ALONE],
  ["otp", { ...ALONE, lower: ["name"] }],
  ["pub", { ...ALONE, normalName: (name) => name.toLowerCase().replaceAll("-", "_") }],
  ["pypi", { ...ALONE, lower: ["version"], normalName: normalPythonName }],
  ["qpkg", { lower: ["namespace"] }],
  ["rpm", { lower: ["namespace"] }],
  ["swid", { qualifiers: ["tag_id"] }],
  ["swift", { namespace: "required" }],
  ["vcpkg", ALONE],
  ["vscode-extension", { namespace: "required", lower: ["namespace", "name", "version"] }],
]);

const NO_RULES: TypeRules = {};

export function rulesOf(type: string): TypeRules {
  return RULES.get(type) ?? NO_RULES;
}

/** The names of some servers do not depend on letter case. */
function modelName(name: string, { qualifiers }: PackageUrl): string {
  const isDatabricks = /databricks/i.test(qualifiers?.["repository_url"] ?? "");
  return isDatabricks ? name.toLowerCase() : name;
}
