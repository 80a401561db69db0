/** The house as a graph of imports, and the laws over it: each law lists what breaks it. */
import { posix } from "node:path";
import { parse } from "@babel/parser";
import { type Node, type Program, traverseFast } from "@babel/types";
import { Glob } from "bun";
import type { Room } from "../../build/rooms.ts";

export interface Import {
  /** A path from the root, or the name by which a package is asked for. */
  readonly to: string;
  /** Erased before anything runs. */
  readonly typeOnly: boolean;
  /** A call, which loads it when it is made. */
  readonly isLate: boolean;
}

/** A file, which is parsed when it is first asked what is in it. */
export class Source {
  readonly path: string;
  readonly text: string;
  #program: Program | undefined;
  #imports: readonly Import[] | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
  }

  get program(): Program {
    this.#program ??= parse(this.text, {
      sourceType: "module",
      plugins: this.path.endsWith(".tsx") ? ["typescript", "jsx"] : ["typescript"],
    }).program;
    return this.#program;
  }

  /** What it imports and exports again, also in calls and types. */
  get imports(): readonly Import[] {
    this.#imports ??= this.#readImports();
    return this.#imports;
  }

  #readImports(): Import[] {
    const imports: Import[] = [];
    const take = (name: string, typeOnly: boolean, isLate = false): void => {
      const to = name.startsWith(".") ? posix.join(posix.dirname(this.path), name) : name;
      imports.push({ to, typeOnly, isLate });
    };
    for (const statement of this.program.body) takeStatement(statement, take);
    // A call or a type may stand anywhere, and most files have none.
    if (this.text.includes("import(")) traverseFast(this.program, (node) => takeInner(node, take));
    return imports;
  }
}

/** Every source by its path from the root. */
export type House = ReadonlyMap<string, Source>;

/** Reads the sources of the real house; of what is generated only the registry imports anything. */
export async function readHouse(): Promise<House> {
  const paths = [...new Glob("{app,kits,tools,tests,build}/**/*.{ts,tsx}").scanSync(".")]
    .filter((path) => !isGenerated(path) || path === REGISTRY)
    .toSorted();
  const texts = await Promise.all(
    paths.map(async (path) => [path, await Bun.file(path).text()] as const),
  );
  return houseOf(Object.fromEntries(texts));
}

/** The house that these sources make. */
export function houseOf(texts: Readonly<Record<string, string>>): House {
  return new Map(Object.entries(texts).map(([path, text]) => [path, new Source(path, text)]));
}

const REGISTRY = "app/registry.gen.ts";
const isGenerated = (path: string): boolean => /\.gen\.(?:d\.)?[jt]s$/.test(path);
const isAmbient = (path: string): boolean => path.endsWith(".d.ts");

type Take = (name: string, typeOnly: boolean, isLate?: boolean) => void;

function takeStatement(node: Node, take: Take): void {
  if (node.type === "ImportDeclaration") take(node.source.value, node.importKind === "type");
  if (node.type === "ExportAllDeclaration" || node.type === "ExportNamedDeclaration") {
    if (node.source) take(node.source.value, node.exportKind === "type");
  }
}

function takeInner(node: Node, take: Take): void {
  if (node.type === "TSImportType") take(node.source.value, true);
  if (node.type === "ImportExpression" && node.source.type === "StringLiteral") {
    take(node.source.value, false, true);
  }
}

/** What each part of the house may import; nothing else is allowed. */
const MAY_IMPORT = {
  "contract of tools": ["contract of tools"],
  room: ["contract of tools", "room"],
  "folder of a tool": ["contract of tools", "room", "folder of a tool", "tool"],
  tool: ["contract of tools", "room", "folder of a tool"],
  "contract of kits": ["contract of tools", "room", "contract of kits"],
  "folder of a kit": [
    "contract of tools",
    "room",
    "tool",
    "contract of kits",
    "folder of a kit",
    "kit",
  ],
  kit: ["contract of tools", "room", "tool", "contract of kits", "folder of a kit"],
  registry: ["tool", "kit"],
  host: ["contract of tools", "contract of kits", "room", "registry", "host"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Part = keyof typeof MAY_IMPORT;

/** Tests and build, which no caller meets; they may import everything. */
const isWorkshop = (path: string): boolean => /^(?:tests|build)\//.test(path);
const roomOf = (path: string): string | undefined => /^tools\/_lib\/([^/]+)\/./.exec(path)?.[1];

interface Unit {
  readonly kind: "tool" | "kit";
  readonly face: string;
  readonly isFace: boolean;
}

/** The tool or kit to which a file belongs. */
function unitOf(path: string): Unit | undefined {
  const [, kind, id] = /^(tool|kit)s\/([a-z][^/.]*)(?:\.ts$|\/)/.exec(path) ?? [];
  if (id === undefined) return undefined;
  const face = `${kind}s/${id}.ts`;
  return { kind: kind as Unit["kind"], face, isFace: path === face };
}

/** Whether a file is the face of a tool or a kit. */
export function isFace(path: string): boolean {
  return unitOf(path)?.isFace === true;
}

function partOf(path: string): Part {
  const unit = unitOf(path);
  if (unit) return unit.isFace ? unit.kind : `folder of a ${unit.kind}`;
  if (path.startsWith("tools/_lib/")) return "room";
  if (path.startsWith("tools/")) return "contract of tools";
  if (path.startsWith("kits/")) return "contract of kits";
  return path === REGISTRY ? "registry" : "host";
}

interface Arrow extends Import {
  readonly from: string;
}

/** Every import of a source by one that is no workshop's. */
function arrowsOf(house: House): Arrow[] {
  return [...house.values()]
    .filter(({ path }) => !isWorkshop(path))
    .flatMap(({ path, imports }) =>
      imports.filter(({ to }) => house.has(to)).map((asked) => ({ from: path, ...asked })),
    );
}

/** The arrows for which the law does not hold, as text. */
function refused(house: House, holds: (arrow: Arrow) => boolean): string[] {
  return arrowsOf(house)
    .filter((arrow) => !holds(arrow))
    .map(({ from, to }) => `${from} -> ${to}`);
}

/** Imports that lead from one part of the house into a part that it may not know. */
export function wrongDirections(house: House): string[] {
  return refused(house, ({ from, to }) => {
    const may: readonly Part[] = MAY_IMPORT[partOf(from)];
    return !isWorkshop(to) && may.includes(partOf(to));
  });
}

/** Imports of a room by one before it. As rooms are in one order, no circle of rooms is left either. */
export function climbingRooms(house: House, rooms: readonly Room[]): string[] {
  const rank = new Map(rooms.map(({ name }, index) => [name, index]));
  const rankOf = (path: string): number => rank.get(roomOf(path) ?? "") ?? 0;
  return refused(house, ({ from, to }) => roomOf(from) === undefined || rankOf(to) <= rankOf(from));
}

/** Imports of another unit's folder; and of the own face for more than types, which would be a circle. */
export function openedFolders(house: House): string[] {
  return refused(house, ({ from, to, typeOnly }) => {
    const [importer, owner] = [unitOf(from), unitOf(to)];
    if (!owner) return true;
    if (!owner.isFace) return importer?.face === owner.face;
    if (importer?.kind !== owner.kind) return true;
    return importer.face === owner.face && typeOnly;
  });
}

/** Files that lie where nobody looks for them, and rooms without a file. */
export function misplaced(house: House, rooms: readonly Room[]): string[] {
  const names = rooms.map(({ name }) => name);
  const strays = [...house.keys()].filter((path) => {
    if (path.startsWith("tools/_lib/")) return !names.includes(roomOf(path) ?? "");
    if (!/^(?:tools|kits)\//.test(path) || path.includes("/_core/")) return false;
    const unit = unitOf(path);
    return unit === undefined || !house.has(unit.face);
  });
  const used = new Set([...house.keys()].map(roomOf));
  return [...strays, ...names.filter((name) => !used.has(name))];
}

/** Circles of what runs, each from its first file in order. */
export function circles(house: House): string[] {
  const found: string[] = [];
  const finished = new Set<string>();
  const way: string[] = [];
  const visit = (path: string): void => {
    if (finished.has(path)) return;
    const start = way.indexOf(path);
    if (start >= 0) {
      found.push([...way.slice(start), path].join(" -> "));
      return;
    }
    way.push(path);
    for (const { to, typeOnly } of house.get(path)?.imports ?? []) {
      if (!typeOnly && house.has(to)) visit(to);
    }
    way.pop();
    finished.add(path);
  };
  for (const path of house.keys()) if (!isWorkshop(path)) visit(path);
  return found;
}

/** Files of rooms that fewer than two units reach, and not the host; types count, and a reach ends at faces. */
export function unshared(house: House): string[] {
  return [...usersOf(house)]
    .filter(([, users]) => users.size < 2 && !users.has(HOST))
    .map(([path]) => path);
}

/** Who reaches the files of the rooms. */
function usersOf(house: House): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  for (const path of house.keys()) {
    if (roomOf(path) !== undefined && !isAmbient(path)) users.set(path, new Set());
  }
  for (const start of house.keys()) {
    const user = userOf(start);
    if (user === undefined) continue;
    for (const path of reachOf(house, start)) users.get(path)?.add(user);
  }
  return users;
}

const HOST = "the host";

/** Whose reach begins at this file: a unit's at its face, the host's everywhere in app/. */
function userOf(path: string): string | undefined {
  if (isFace(path)) return path;
  return path.startsWith("app/") && path !== REGISTRY ? HOST : undefined;
}

function reachOf(house: House, start: string): Set<string> {
  const reached = new Set([start]);
  // A set is walked on while it grows.
  for (const path of reached) {
    for (const { to } of house.get(path)?.imports ?? []) {
      if (house.has(to) && !isFace(to)) reached.add(to);
    }
  }
  return reached;
}

/** Packages that run and are none of the given ones, and those of them for which nothing asks. */
export function strayPackages(house: House, given: readonly string[]): string[] {
  const asked = new Set<string>();
  const strays: string[] = [];
  for (const { path, imports } of house.values()) {
    if (isWorkshop(path)) continue;
    for (const { to, typeOnly } of imports) {
      const [, name] = /^((?:@[^/]+\/)?[\w.-]+)(?:\/|$)/.exec(to) ?? [];
      if (name === undefined || typeOnly || isOurs(to) || name === "bun") continue;
      asked.add(name);
      if (!given.includes(name)) strays.push(`${path} asks for ${name}`);
    }
  }
  return [
    ...strays,
    ...given.filter((name) => !asked.has(name)).map((name) => `nothing asks for ${name}`),
  ];
}

/** Whether an import names a file of the house, also one that is generated or embedded. */
const isOurs = (to: string): boolean =>
  /^(?:app|kits|tools|tests|build|package\.json)(?:\/|$)/.test(to);

/** Ambient declarations of packages for which no file beside them asks. */
export function strayDeclarations(house: House): string[] {
  return [...house.values()]
    .filter(({ path }) => isAmbient(path))
    .flatMap(({ path, program }) => {
      const folder = posix.dirname(path);
      const beside = [...house.values()].filter((source) => posix.dirname(source.path) === folder);
      const asked = new Set(beside.flatMap(({ imports }) => imports.map(({ to }) => to)));
      return declaredPackages(program)
        .filter((name) => !asked.has(name))
        .map((name) => `${path} declares ${name}`);
    });
}

function declaredPackages(program: Program): string[] {
  return program.body.flatMap((statement) =>
    statement.type === "TSModuleDeclaration" && statement.id.type === "StringLiteral"
      ? [statement.id.value]
      : [],
  );
}

/** Names that say of an engine only that it is one. */
const EMPTY_NAMES = new Set(
  (
    "build check common compute contract convert core data field findings helpers index item items laws list main " +
    "misc model parse plan read report result run shared state type types util utils value values write"
  ).split(" "),
);

/** Files whose name does not say what is in them. */
export function emptyNames(house: House): string[] {
  return [...house.keys()].filter((path) => {
    const [, name = ""] = /([^/]+)\.tsx?$/.exec(path) ?? [];
    if (/^tools\/_lib\/[^/]+\/[^/]+$/.test(path)) return EMPTY_NAMES.has(name);
    // The contract and the laws of a unit stand in its face.
    return /^(?:tools|kits)\//.test(path) && (name === "contract" || name === "laws");
  });
}

/** Imports of a layer of the host by one before it, and of what is no layer. */
export function climbingLayers(house: House, layers: readonly string[]): string[] {
  const rankOf = (path: string): number => layers.indexOf(layerOf(path));
  const unknown = [...house.keys()].filter(
    (path) => path.startsWith("app/") && !isAmbient(path) && rankOf(path) < 0,
  );
  const climbing = refused(
    house,
    ({ from, to }) =>
      !from.startsWith("app/") || !to.startsWith("app/") || rankOf(to) <= rankOf(from),
  );
  return [...unknown, ...climbing];
}

const layerOf = (path: string): string =>
  /^app\/registry[.-]/.test(path) ? "registry" : (/^app\/([^/.]+)/.exec(path)?.[1] ?? "");

/** How what a start loads leads to what only calls need: the service listens before any of that is loaded. */
export function loadedTooSoon(house: House, start: string, late: ReadonlySet<string>): string[] {
  const loaded = new Set([start]);
  const found: string[] = [];
  for (const path of loaded) {
    for (const { to, typeOnly, isLate } of house.get(path)?.imports ?? []) {
      if (typeOnly || isLate) continue;
      if (late.has(to)) found.push(`${path} -> ${to}`);
      else loaded.add(to);
    }
  }
  return found;
}

/** Imports of the host in rooms it does not know; the page and the runner, which read texts, know more of them. */
export function hostBeyond(
  house: House,
  rooms: readonly string[],
  roomsOfReaders: readonly string[],
): string[] {
  return refused(house, ({ from, to }) => {
    if (!from.startsWith("app/")) return true;
    const room = roomOf(to);
    const known = /^app\/(?:web|run)\//.test(from) ? roomsOfReaders : rooms;
    return room === undefined || known.includes(room);
  });
}

/** Tests of tools, engines and kits that lie where the tree has nothing to be tested. */
export function unmirrored(house: House): string[] {
  const paths = [...house.keys()];
  const exists = (name: string): boolean =>
    house.has(`${name}.ts`) || paths.some((path) => path.startsWith(`${name}/`));
  return paths.filter((path) => {
    if (!/^tests\/(?:tools|kits|lib)\//.test(path)) return false;
    const [, unit] = /^tests\/((?:tools|kits)\/[^/.]+)(?:\.test\.ts$|\/)/.exec(path) ?? [];
    const [, engine] = /^tests\/lib\/([^/]+\/[^/.]+)(?:\.test\.ts$|\/)/.exec(path) ?? [];
    const name = unit ?? (engine && `tools/_lib/${engine}`);
    return name === undefined || !exists(name);
  });
}
