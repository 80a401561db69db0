/** Holds files, or checksums that were computed of them, against a list. */
import { type Entry, fail } from "../_core/tool.ts";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { type ChecksumAlgorithm, isWeak } from "../_lib/bytes/checksums/algorithms.ts";
import {
  type Checksum,
  type ChecksumList,
  pathOnLine,
  readChecksums,
} from "../_lib/bytes/checksums/read.ts";
import { joinEntries, WarningList } from "../_lib/results/entry-list.ts";
import { gated } from "../_lib/results/review/gate.ts";
import { counted } from "../_lib/text/plural.ts";
import type { FileVerdict, Input, Value, Warning } from "../file-hash-checksum-verifier.ts";
import { type HashedFile, readFiles, repeatedFiles } from "./files.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import { beginning, shortened } from "../_lib/text/shown.ts";

/** Verifies what the input gives by its list. */
export function verifyChecksums(input: Input) {
  const list = readChecksums(input.input, input.algorithm);
  if (list.checksums.length === 0) return fail(noChecksums());
  const { files, failure } = readFiles(input.files ?? []);
  if (failure) return failure;
  if (!input.files && input.actual === undefined) return fail(nothingToCompare());
  const actual = readChecksums(input.actual ?? "", input.algorithm);
  const verification = new Verification(input, { list, actual, files });
  if (!verification.isReadable) return fail(noChecksums());
  const { warnings } = readJsonField(input.files ?? [], "/files");
  return verification.run(
    warnings.map((entry) => ({ ...entry, path: `/files${entry.path ?? ""}` })),
  );
}

function noChecksums(): Entry<"NO_CHECKSUMS"> {
  const expected = "a line such as: hex, two spaces, path";
  const message = `Cannot read the checksums: found no line of a dialect that is known, expected ${expected}`;
  return { code: "NO_CHECKSUMS", message, path: "/input", expected };
}

function nothingToCompare(): Entry<"NOTHING_TO_COMPARE"> {
  const message = "Cannot compare: found neither actual nor files, expected one of them";
  return { code: "NOTHING_TO_COMPARE", message, path: "/actual" };
}

interface Material {
  readonly list: ChecksumList;
  readonly actual: ChecksumList;
  readonly files: readonly HashedFile[];
}

type Placed = Checksum & { readonly path: string };
type Judged = Value["entries"][number] & { readonly line: number };

/** The path of a digest that stands alone on either side. */
const NO_PATH = "-";

class Verification {
  readonly #input: Input;
  readonly #expected: readonly Placed[];
  readonly #actual: readonly Placed[];
  readonly #files: readonly HashedFile[];
  readonly #found: Lookup<HashedFile>;
  readonly #malformed: ChecksumList["malformed"];
  readonly #others: ChecksumList["malformed"];

  constructor(input: Input, { list, actual, files }: Material) {
    this.#input = input;
    const known = [...files, ...actual.checksums].map(({ path }) => path);
    const [only] = known.length === 1 ? known : [];
    const expected = placed(list, known.length === 1 ? (only ?? NO_PATH) : undefined);
    this.#expected = expected.checksums;
    this.#malformed = expected.malformed;
    const [one] = expected.checksums.length === 1 ? expected.checksums : [];
    const found = placed(actual, one?.path);
    this.#actual = found.checksums;
    this.#others = found.malformed;
    this.#files = files;
    this.#found = new Lookup(files, (path) => this.#keyOf(path));
  }

  /** A digest that stands alone says nothing where there are several files. */
  get isReadable(): boolean {
    return this.#expected.length > 0;
  }

  run(readingWarnings: readonly Entry<Warning>[]) {
    const entries = [...this.#judged(), ...this.#extras()].toSorted(
      (a, b) =>
        byCodeUnit(a.path, b.path) || byCodeUnit(a.algorithm, b.algorithm) || a.line - b.line,
    );
    const counts = { ok: 0, mismatch: 0, missing: 0, extra: 0, unverifiable: 0 };
    for (const { verdict } of entries) counts[verdict]++;
    const value: Value = {
      entries: entries.map(({ line: _line, ...entry }) => entry),
      malformed: [...this.#malformed],
      counts: { ...counts, malformed: this.#malformed.length },
    };
    const outcome = {
      output: entries
        .map(({ path, verdict }) => `${pathOnLine(path)}: ${WORDS[verdict]}`)
        .join("\n"),
      value,
      valid: this.#isValid(value.counts),
      stats: value.counts,
      warnings: joinEntries<Warning>(
        readingWarnings,
        this.#warningsOf("/input", this.#expected, this.#malformed),
        this.#warningsOf("/actual", this.#actual, this.#others),
        repeatedFiles(this.#files),
      ),
    };
    const bad = counts.mismatch + counts.missing + counts.unverifiable;
    const found = `${counted(counts.ok, "file")} that fit and ${bad} that do not`;
    const message = `Cannot accept the files: found ${found}, expected all to fit`;
    const code = "FILE_HASH_CHECKSUM_VERIFIER_FAILED";
    const { failOn } = this.#input;
    return gated(outcome, { failOn, code, message }, outcome.warnings.length);
  }

  #isValid(counts: Value["counts"]): boolean {
    const { ignoreMissing, strict } = this.#input;
    return (
      counts.ok > 0 &&
      counts.mismatch === 0 &&
      counts.unverifiable === 0 &&
      (ignoreMissing || counts.missing === 0) &&
      (!strict || counts.malformed === 0)
    );
  }

  #keyOf(path: string): string {
    if (this.#input.matchBy === "path") return path;
    return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  }

  #judged(): Judged[] {
    const keyOf = (path: string) => this.#keyOf(path);
    const computed = new Lookup(this.#actual, keyOf);
    const byAlgorithm = new Map(
      [...groupBy(this.#actual, (one) => one.algorithm)].map(
        ([algorithm, of]) => [algorithm, new Lookup(of, keyOf)] as const,
      ),
    );
    return this.#expected.map(({ path, algorithm, digest: expected, line }) => {
      const same = byAlgorithm.get(algorithm)?.get(path);
      const actual = this.#found.get(path)?.digest(algorithm) ?? same?.digest ?? null;
      const isKnown = computed.get(path) !== undefined;
      const verdict = actual === null ? absent(isKnown) : verdictOn(expected, actual);
      return { path, algorithm, expected, actual, verdict, line };
    });
  }

  #extras(): Judged[] {
    const expected = new Set(this.#expected.map(({ path }) => this.#keyOf(path)));
    const isExtra = ({ path }: { readonly path: string }) => !expected.has(this.#keyOf(path));
    const extra = (path: string, algorithm: ChecksumAlgorithm, actual: string, line: number) => {
      return { path, algorithm, expected: null, actual, verdict: "extra", line } as const;
    };
    const { algorithm = "sha256" } = this.#input;
    return [
      ...distinct(this.#files.filter(isExtra)).map((file) =>
        extra(file.path, algorithm, file.digest(algorithm), 0),
      ),
      ...this.#actual
        .filter((one) => isExtra(one) && this.#found.get(one.path) === undefined)
        .map((one) => extra(one.path, one.algorithm, one.digest, one.line)),
    ];
  }

  /** In the order of lines; that an algorithm is weak is said once, of the expected checksums. */
  #warningsOf(
    path: string,
    checksums: readonly Placed[],
    malformed: ChecksumList["malformed"],
  ): Entry<Warning>[] {
    const found: (Entry<Warning> & { readonly line: number })[] = [];
    const weak =
      path === "/input" ? checksums.find(({ algorithm }) => isWeak(algorithm)) : undefined;
    if (weak) {
      const message = `${weak.algorithm} does not keep anybody from making another file with the same checksum`;
      found.push({ code: "WEAK_ALGORITHM", message, path, line: weak.line });
    }
    for (const same of groupBy(checksums, keyOfEntry).values()) found.push(...repeats(same, path));
    for (const { line, text } of malformed) {
      const message = `The line is of no dialect that is known: ${shortened(JSON.stringify(text), 80)}`;
      found.push({ code: "MALFORMED_LINE", message, path, line });
    }
    const list = new WarningList<Warning>();
    list.addAll(found.toSorted((a, b) => a.line - b.line));
    return list.list();
  }
}

const WORDS: Readonly<Record<FileVerdict, string>> = {
  ok: "OK",
  mismatch: "FAILED",
  missing: "MISSING",
  extra: "EXTRA",
  unverifiable: "UNVERIFIABLE",
};

function verdictOn(expected: string, actual: string): FileVerdict {
  return expected === actual ? "ok" : "mismatch";
}

/** Of files with one path the first, which is the one that is compared. */
function distinct(files: readonly HashedFile[]): HashedFile[] {
  return [...groupBy(files, ({ path }) => path).values()].flatMap(([first]) => first ?? []);
}

/** There, but only by another algorithm; or not there at all. */
function absent(isKnown: boolean): FileVerdict {
  return isKnown ? "unverifiable" : "missing";
}

/** A digest that stands alone goes with the only path there is; with several it says nothing. */
function placed(
  { checksums, malformed }: ChecksumList,
  only: string | undefined,
): { readonly checksums: Placed[]; readonly malformed: ChecksumList["malformed"] } {
  const found: Placed[] = [];
  const lone: { line: number; text: string }[] = [];
  for (const checksum of checksums) {
    const path = checksum.path ?? (checksums.length === 1 ? only : undefined);
    if (path === undefined) lone.push({ line: checksum.line, text: checksum.digest });
    else found.push({ ...checksum, path });
  }
  const all = [...malformed, ...lone].toSorted((a, b) => a.line - b.line);
  return { checksums: found, malformed: all };
}

function keyOfEntry({ path, algorithm }: Placed): string {
  return `${algorithm} ${path}`;
}

function repeats(
  same: readonly Placed[],
  path: string,
): (Entry<Warning> & { readonly line: number })[] {
  const [first, ...others] = same;
  const seen = new Set([first?.digest]);
  return others.map(({ digest, line, path: file }) => {
    const isKnown = seen.has(digest);
    seen.add(digest);
    const name = JSON.stringify(beginning(file, 60));
    const place = { path, line };
    if (isKnown) return { code: "DUPLICATE_ENTRY", message: `${name} was listed before`, ...place };
    const message = `${name} was listed before with another digest`;
    return { code: "CONFLICTING_ENTRY", message, ...place };
  });
}

/** What a path stands for: the first of the very path, or else of the same key, as base names are. */
class Lookup<T extends { readonly path: string }> {
  readonly #byPath = new Map<string, T>();
  readonly #byKey = new Map<string, T>();
  readonly #keyOf: (path: string) => string;

  constructor(all: readonly T[], keyOf: (path: string) => string) {
    this.#keyOf = keyOf;
    for (const one of all) {
      const key = keyOf(one.path);
      if (!this.#byPath.has(one.path)) this.#byPath.set(one.path, one);
      if (!this.#byKey.has(key)) this.#byKey.set(key, one);
    }
  }

  get(path: string): T | undefined {
    return this.#byPath.get(path) ?? this.#byKey.get(this.#keyOf(path));
  }
}
