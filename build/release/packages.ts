/** The packages of which something is in the executable: in its program, in the page, in the renderer, as data. */
import lock from "../../bun.lock";
import { mermaidParts } from "../mermaid.ts";
import { buildScripts } from "../web.ts";

export interface Package {
  readonly name: string;
  readonly version: string;
  /** Where it is installed, and those folders in it that files of the executable are beneath: licences stand there. */
  readonly folders: readonly [string, ...string[]];
  /** Of the archive that it was installed from, as `bun.lock` has it. */
  readonly integrity: string;
  /** Expression of SPDX. */
  readonly license: string;
  readonly description: string;
  readonly homepage: string | undefined;
  readonly author: string;
  /** Keys of `bun.lock` of those of its dependencies that are in the executable, too. */
  readonly dependsOn: readonly string[];
}

/** By their keys in `bun.lock`. */
export type Packages = ReadonlyMap<string, Package>;

/** Generated files hold their data: token ranks, prices, public holidays. */
const TAKEN_AS_DATA = ["@pydantic/genai-prices", "date-holidays", "gpt-tokenizer", "zxcvbn"];

/** By the text of their licences, where manifests name no id of SPDX. */
const LICENSES: Readonly<Record<string, string>> = {
  "dejavu-fonts-ttf": "Bitstream-Vera",
  khroma: "MIT",
};

type Locked = readonly [
  nameAndVersion: string,
  registry: string,
  { readonly dependencies?: Readonly<Record<string, string>> },
  integrity: string,
];

const LOCKED = lock.packages as unknown as Readonly<Record<string, Locked>>;

/** `inputs`: the files that the program is made of. */
export async function packagesIn(inputs: readonly string[]): Promise<Packages> {
  const page = (await buildScripts()).metafile;
  const { metafiles, assets } = await mermaidParts();
  const all = [...inputs, ...[page, ...metafiles].flatMap(inputsOf), ...assets];
  const found = Map.groupBy(all, keyOf);
  const keys = new Set([...found.keys(), ...TAKEN_AS_DATA].filter((key) => key !== undefined));
  const packages = [...keys].toSorted().map(async (key) => {
    return [key, await packageOf(key, keys, found.get(key) ?? [])] as const;
  });
  return new Map(await Promise.all(packages));
}

interface Made {
  readonly outputs: Readonly<
    Record<
      string,
      { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }
    >
  >;
}

/** The files of which something is in what was made. */
export function inputsOf({ outputs }: Made): readonly string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
  );
}

/** `node_modules/a/node_modules/@b/c/d.js` is of `a/@b/c`; undefined for a file of ours. */
function keyOf(path: string): string | undefined {
  const names = Array.from(
    path.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g),
    ([, name]) => name,
  );
  return names.length === 0 ? undefined : names.join("/");
}

async function packageOf(
  key: string,
  present: ReadonlySet<string>,
  files: readonly string[],
): Promise<Package> {
  const [nameAndVersion = "", , { dependencies = {} } = {}, integrity = ""] = LOCKED[key] ?? [];
  const at = nameAndVersion.lastIndexOf("@");
  if (at <= 0) throw new Error(`bun.lock does not have ${key}`);
  const folder = `node_modules/${folderOf(key)}`;
  const manifest: {
    readonly license?: string;
    readonly description?: string;
    readonly homepage?: string;
    readonly author?: string | { readonly name?: string };
  } = await Bun.file(`${folder}/package.json`).json();
  const { author } = manifest;
  const license = LICENSES[key] ?? manifest.license;
  if (license === undefined) throw new Error(`${key} names no licence`);
  return {
    name: nameAndVersion.slice(0, at),
    version: nameAndVersion.slice(at + 1),
    folders: [folder, ...foldersOf(files, folder)],
    integrity,
    license: license.replace(/^\((.*)\)$/, "$1"),
    description: manifest.description ?? "",
    homepage: manifest.homepage,
    author: (typeof author === "string" ? author : author?.name) ?? "its authors",
    dependsOn: Object.keys(dependencies).flatMap((name) => {
      const nested = `${key}/${name}`;
      const target = nested in LOCKED ? nested : name;
      return present.has(target) ? target : [];
    }),
  };
}

/** `a/@b/c` is in `a/node_modules/@b/c`. */
function folderOf(key: string): string {
  return (key.match(/(?:@[^/]+\/)?[^/]+/g) ?? []).join("/node_modules/");
}

function foldersOf(files: readonly string[], folder: string): readonly string[] {
  const beneath = new Set<string>();
  for (const file of files) {
    const words = file.slice(file.indexOf(folder) + folder.length + 1).split("/");
    for (let depth = 1; depth < words.length; depth++) {
      beneath.add(`${folder}/${words.slice(0, depth).join("/")}`);
    }
  }
  return [...beneath].toSorted();
}
