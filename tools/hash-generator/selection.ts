/** Algorithms by name or group, as a list field gives them. */
import type { Entry } from "../_core/tool.ts";
import { readWords } from "../_lib/fields/list-field.ts";
import { nearest } from "../_lib/text/nearest.ts";
import {
  type Algorithm,
  ALGORITHM_NAMES,
  type AlgorithmName,
  ALGORITHMS,
  findAlgorithm,
  plainName,
} from "../_lib/bytes/hash/algorithms.ts";
import { beginning } from "../_lib/text/shown.ts";

const GROUPS: Readonly<Record<string, readonly AlgorithmName[]>> = {
  common: ["md5", "sha1", "sha256", "sha512", "sha3-256", "blake3", "crc32"],
  all: ALGORITHM_NAMES,
  sha2: ["sha224", "sha256", "sha384", "sha512", "sha512-224", "sha512-256"],
  sha3: ["sha3-224", "sha3-256", "sha3-384", "sha3-512", "shake128", "shake256"],
  blake: ["blake2s-256", "blake2b-256", "blake2b-512", "blake3"],
  checksum: ["crc32", "crc32c", "adler32", "xxh32", "xxh64"],
};

export interface Selection {
  /** In the order of the table. */
  readonly algorithms: readonly Algorithm[];
  /** Those asked for one by one. */
  readonly named: ReadonlySet<AlgorithmName>;
  /** With what an expected digest is compared: those asked for, or all. */
  readonly candidates: readonly Algorithm[];
  /** One entry for each name that is none. */
  readonly unknown: readonly Entry<"HASH_ALGORITHM_UNKNOWN">[];
}

/** Names that are none are reported up to this many. */
const MOST_UNKNOWN = 100;

/** The algorithms of a list, those of `common` for an empty one. */
export function selectAlgorithms(list: string | readonly string[]): Selection {
  const words = readWords(list);
  const named = new Set<AlgorithmName>();
  const wanted = new Set<AlgorithmName>(words.length === 0 ? GROUPS["common"] : []);
  const unknown: Entry<"HASH_ALGORITHM_UNKNOWN">[] = [];
  for (const word of new Set(words)) {
    const algorithm = findAlgorithm(word);
    const group = Object.hasOwn(GROUPS, plainName(word)) ? GROUPS[plainName(word)] : undefined;
    if (algorithm) named.add(algorithm.name);
    else if (!group && unknown.length < MOST_UNKNOWN) unknown.push(unknownAlgorithm(word));
    for (const name of algorithm ? [algorithm.name] : (group ?? [])) wanted.add(name);
  }
  const algorithms = ALGORITHMS.filter(({ name }) => wanted.has(name));
  return { algorithms, named, candidates: words.length === 0 ? ALGORITHMS : algorithms, unknown };
}

function unknownAlgorithm(word: string): Entry<"HASH_ALGORITHM_UNKNOWN"> {
  const shown = JSON.stringify(beginning(word, SHOWN_CHARACTERS));
  const known = [...ALGORITHM_NAMES, ...Object.keys(GROUPS)];
  const [near = ""] = nearest(word, known, { limit: 1, within: Number.POSITIVE_INFINITY });
  return {
    code: "HASH_ALGORITHM_UNKNOWN",
    message: `Cannot find the algorithm ${shown}: expected one of ${known.join(", ")}`,
    path: "/algorithms",
    received: beginning(word, SHOWN_CHARACTERS),
    hint: `Did you mean ${near}?`,
  };
}

const SHOWN_CHARACTERS = 60;
