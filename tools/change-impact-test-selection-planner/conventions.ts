/** Which test belongs to a source, a snapshot or a fixture, as languages and test runners name and place them. */
import { byCodeUnit } from "../_lib/results/pointer.ts";

interface Language {
  readonly extensions: RegExp;
  /** A test's name without its extension; the first group that is filled is what it tests. */
  readonly test: RegExp;
}

const LANGUAGES: readonly Language[] = [
  // JavaScript and TypeScript, with the components of frameworks.
  {
    extensions: /^(?:[cm]?[jt]sx?|vue|svelte|astro)$/,
    test: /^(.+?)(?:\.(?:unit|int|integration))?[._-](?:test|spec|e2e|cy)$/,
  },
  { extensions: /^pyi?$/, test: /^test_(.+)$|^(.+)_tests?$/ },
  { extensions: /^go$/, test: /^(.+)_test$/ },
  { extensions: /^rb$/, test: /^test_(.+)$|^(.+)_(?:spec|test)$/ },
  {
    extensions: /^(?:java|kts?|groovy|scala)$/,
    test: /^(.+?)(?:Tests?|TestCase|IT|ITCase|Spec)$|^(?:Test|IT)(.+)$/,
  },
  { extensions: /^cs$/, test: /^(.+?)(?:UnitTests?|Tests?|Specs?)$/ },
  { extensions: /^swift$/, test: /^(.+?)(?:UITests?|Tests?|Spec)$/ },
  { extensions: /^php$/, test: /^(.+?)(?:Test|TestCase|Cest|Spec)$/ },
  { extensions: /^rs$/, test: /^(.+)_tests?$|^test_(.+)$/ },
  {
    extensions: /^(?:c|cc|cpp|cxx|h|hh|hpp|hxx|ipp|inl)$/,
    test: /^(.+?)[._-]?(?:unittest|unit_test|tests?|spec)$|^(?:test|unittest)_(.+)$|^(.+?)Tests?$/,
  },
];

/** Folders that say what stands in them, and not what it is about. */
const PLAIN_FOLDERS = new Set(
  "__tests__ test tests testing unittest unittests unit integration functional e2e spec specs src source sources lib libs app main java kotlin scala groovy php include androidtest".split(
    " ",
  ),
);
/** Folders of what tests compare with or read. */
const MATERIAL =
  /(?<=^|\/)(?:__(?:image_|file_)?snapshots__|__fixtures__|__mocks__|[^/]*-snapshots|snapshots|fixtures?|testdata|test[-_]data|goldens?|cassettes)\//i;
const SNAPSHOT_FILE = /\.(?:snap|snapshot|ambr)$|\.(?:approved|verified|received)\./i;

/** Longer names, and deeper places, are compared by so much of them. */
const LONGEST_NAME = 255;
const MOST_FOLDERS = 12;

interface Named {
  readonly path: string;
  readonly folder: string;
  readonly file: string;
  /** Without the extension. */
  readonly stem: string;
  readonly language: Language | undefined;
  readonly extension: string;
}

/** By path of a source, a snapshot or a fixture, the tests that belong to it. */
export function testsByConvention(
  paths: Iterable<string>,
  tests: ReadonlySet<string>,
): Map<string, readonly string[]> {
  const named = [...tests].toSorted(byCodeUnit).map(nameOf);
  const bySubject = new SubjectIndex(named);
  const folders = new FolderIndex(named);
  const owners = new Map<string, readonly string[]>();
  for (const path of paths) {
    if (tests.has(path)) continue;
    const file = nameOf(path);
    const found = folders.ownersOf(file) ?? folders.packageOf(file) ?? bySubject.find(file);
    if (found.length > 0) owners.set(path, found);
  }
  return owners;
}

function nameOf(path: string): Named {
  const slash = path.lastIndexOf("/");
  const [folder, file] = [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
  const dot = file.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [file.slice(0, dot), file.slice(dot + 1)] : [file, ""];
  const language = LANGUAGES.find(({ extensions }) => extensions.test(extension.toLowerCase()));
  return { path, folder, file, stem: stem.slice(0, LONGEST_NAME), language, extension };
}

/** What a test is named after; its own name where it has no mark of a test, as in Rust's `tests/parser.rs`. */
function subjectOf({ stem, language }: Named): string {
  return language?.test.exec(stem)?.slice(1).find(Boolean) ?? stem;
}

function keyOf(language: Language | undefined, subject: string): string {
  const at = language ? LANGUAGES.indexOf(language) : -1;
  return `${at} ${subject.replaceAll("_", "").toLowerCase()}`;
}

/** Tests by what they are named after, and by the folders that say what they are about. */
class SubjectIndex {
  readonly #byPlace = new Map<string, string[]>();
  /** Under each end of the folders, too. */
  readonly #byEnd = new Map<string, string[]>();

  constructor(tests: readonly Named[]) {
    for (const test of tests) {
      if (test.language === undefined) continue;
      const key = keyOf(test.language, subjectOf(test));
      const place = placeOf(test);
      add(this.#byPlace, `${key} ${place.join("/")}`, test.path);
      for (const end of endsOf(place)) add(this.#byEnd, `${key} ${end}`, test.path);
    }
  }

  /** The tests in the same place; else those that agree as far as they say where they are, as much of it as can be. */
  find(source: Named): readonly string[] {
    if (source.language === undefined) return [];
    const key = keyOf(source.language, source.stem);
    const place = placeOf(source);
    const whole = `${key} ${place.join("/")}`;
    const near = this.#byPlace.get(whole) ?? this.#byEnd.get(whole);
    if (near) return near;
    for (const end of endsOf(place)) {
      const found = this.#byPlace.get(`${key} ${end}`);
      if (found) return found;
    }
    return [];
  }
}

function add(map: Map<string, string[]>, key: string, path: string): void {
  const list = map.get(key);
  if (list) list.push(path);
  else map.set(key, [path]);
}

/** From the whole to nothing, each without the first folder of the one before. */
function endsOf(place: readonly string[]): string[] {
  return [...place.map((_, at) => place.slice(at).join("/")), ""];
}

/** The last folders that say what a file is about: `App.Tests` and `AppTests` are about App. */
function placeOf({ folder }: Named): string[] {
  const place = folder.split("/").flatMap((name) => {
    const plain = name.slice(0, LONGEST_NAME).toLowerCase();
    if (plain === "" || PLAIN_FOLDERS.has(plain)) return [];
    return [plain.replace(/[._-]?(?:unit|integration|ui)?[._-]?(?:tests?|specs?)$/, "") || plain];
  });
  return place.slice(-MOST_FOLDERS);
}

/** What is known of the tests at and below a folder. */
interface Below {
  readonly paths: readonly string[];
  /** By name in lower case, without extension. */
  readonly byStem: ReadonlyMap<string, readonly string[]>;
  readonly bySubject: ReadonlyMap<string, readonly string[]>;
}

/** Tests by the folders in which they lie. */
class FolderIndex {
  readonly #tests: readonly Named[];
  readonly #below = new Map<string, Below>();
  readonly #packages: ReadonlyMap<string, readonly string[]>;

  /** The tests are in plain order, so that those of a folder stand together. */
  constructor(tests: readonly Named[]) {
    this.#tests = tests;
    const packages = new Map<string, string[]>();
    for (const { extension, folder, path } of tests)
      if (extension === "go") add(packages, folder, path);
    this.#packages = packages;
  }

  /** The tests of a Go package are compiled with all of its files. */
  packageOf({ extension, folder }: Named): readonly string[] | undefined {
    return extension === "go" ? (this.#packages.get(folder) ?? []) : undefined;
  }

  /**
   * The tests that own a snapshot or a fixture: those that it is named after, else all beside and below the folder in
   * which it lies. Undefined for a file that is none of these.
   */
  ownersOf({ path, folder, file }: Named): readonly string[] | undefined {
    const place = MATERIAL.exec(path)?.index ?? -1;
    if (place < 0 && !SNAPSHOT_FILE.test(file)) return undefined;
    const above = place < 0 ? folder : path.slice(0, Math.max(place - 1, 0));
    const below = this.#belowOf(above);
    const parts = path.slice(above.length).split("/", MOST_FOLDERS);
    const named = parts.flatMap((part) => {
      // `fixtures` itself is the name of no test; `menu.spec.ts-snapshots` is.
      if (MATERIAL.test(`${part}/`) && !part.endsWith("-snapshots")) return [];
      return namedAfter(part.slice(0, LONGEST_NAME).toLowerCase(), below);
    });
    return named.length > 0 || place < 0 ? [...new Set(named)] : below.paths;
  }

  #belowOf(folder: string): Below {
    const known = this.#below.get(folder);
    if (known) return known;
    const start = folder === "" ? "" : `${folder}/`;
    const paths: string[] = [];
    const byStem = new Map<string, string[]>();
    const bySubject = new Map<string, string[]>();
    for (const test of this.#tests.slice(this.#firstFrom(start))) {
      if (!test.path.startsWith(start)) break;
      paths.push(test.path);
      add(byStem, test.stem.toLowerCase(), test.path);
      add(bySubject, subjectOf(test).toLowerCase(), test.path);
    }
    const below = { paths, byStem, bySubject };
    this.#below.set(folder, below);
    return below;
  }

  /** Where the first test stands whose path is not before the text. */
  #firstFrom(text: string): number {
    let [low, high] = [0, this.#tests.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#tests[middle]?.path ?? "") < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The tests with whose names a name begins, or that test what is called so. */
function namedAfter(name: string, { byStem, bySubject }: Below): readonly string[] {
  for (let end = name.length; end > 0; end--) {
    const next = name[end];
    if (next !== undefined && /[\p{L}\p{N}]/u.test(next)) continue;
    const found = byStem.get(name.slice(0, end));
    if (found) return found;
  }
  const dot = name.lastIndexOf(".");
  return bySubject.get(dot > 0 ? name.slice(0, dot) : name) ?? bySubject.get(name) ?? [];
}
