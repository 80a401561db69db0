import { capitalise, swapCase } from "../_lib/text/letter-case/letters.ts";
import { sentenceLine, type Spelling, titleLine } from "./prose.ts";
import { splitWords } from "../_lib/text/letter-case/words.ts";

/** The words of a line in each way of writing them; many cases share one, so each is made once. */
export class LineWords {
  readonly words: readonly string[];
  readonly #spelling: Spelling;
  #lower: readonly string[] | undefined;
  #upper: readonly string[] | undefined;
  #capitals: readonly string[] | undefined;

  constructor(line: string, spelling: Spelling) {
    this.words = splitWords(line, spelling);
    this.#spelling = spelling;
  }

  get lower(): readonly string[] {
    const { letters } = this.#spelling;
    return (this.#lower ??= this.words.map((word) => letters.lower(word)));
  }

  get upper(): readonly string[] {
    const { letters } = this.#spelling;
    return (this.#upper ??= this.words.map((word) => letters.upper(word)));
  }

  /** Capitalised, acronyms as listed. */
  get capitals(): readonly string[] {
    const { acronyms, letters } = this.#spelling;
    return (this.#capitals ??= this.words.map(
      (word) => acronyms.spelling(word) ?? capitalise(word, letters),
    ));
  }
}

/** Words of a line as one text. */
type Joiner = (words: LineWords) => string;

/** How a case is made: from the words of a line, or from the line as it stands. */
interface CaseRule {
  readonly aliases: readonly string[];
  readonly join?: Joiner;
  readonly write?: (line: string, spelling: Spelling) => string;
  /** Whether outer `_` and `$` of an identifier can be kept. */
  readonly isIdentifier?: boolean;
}

const identifier = (join: Joiner, ...aliases: string[]): CaseRule => ({
  aliases,
  join,
  isIdentifier: true,
});

const lowered =
  (separator: string): Joiner =>
  ({ lower }) =>
    lower.join(separator);

const uppered =
  (separator: string): Joiner =>
  ({ upper }) =>
    upper.join(separator);

const capitalised =
  (separator: string): Joiner =>
  ({ capitals }) =>
    capitals.join(separator);

const RULES = {
  camel: identifier(({ lower, capitals }) =>
    joinHumps([...lower.slice(0, 1), ...capitals.slice(1)]),
  ),
  pascal: identifier(({ capitals }) => joinHumps(capitals)),
  snake: identifier(lowered("_")),
  screamingSnake: identifier(uppered("_"), "constant", "macro", "upperSnake"),
  kebab: identifier(lowered("-"), "dash", "param", "spinal"),
  screamingKebab: identifier(uppered("-"), "cobol", "upperKebab"),
  train: identifier(capitalised("-"), "header"),
  adaSnake: identifier(capitalised("_"), "pascalSnake"),
  dot: identifier(lowered(".")),
  path: identifier(lowered("/")),
  flat: identifier(lowered("")),
  upperFlat: identifier(uppered("")),
  space: { aliases: ["no", "lowerSpace"], join: lowered(" ") },
  capital: { aliases: ["start"], join: capitalised(" ") },
  title: { aliases: [], write: titleLine },
  sentence: { aliases: [], write: sentenceLine },
  lower: { aliases: [], write: (line, { letters }) => letters.lower(line) },
  upper: { aliases: [], write: (line, { letters }) => letters.upper(line) },
  swap: { aliases: ["invert", "toggle"], write: (line, { letters }) => swapCase(line, letters) },
} as const satisfies Record<string, CaseRule>;

export type CaseName = keyof typeof RULES;

export const CASE_NAMES = Object.keys(RULES) as readonly CaseName[];

const BY_KEY: ReadonlyMap<string, CaseName> = new Map(
  CASE_NAMES.flatMap((name) =>
    [name, ...RULES[name].aliases].map((known) => [known.toLowerCase(), name] as const),
  ),
);

/** The case that is meant: a name or an alias in any case, with or without "Case", hyphen, underscore and space. */
export function readCaseName(text: string): CaseName | undefined {
  const key = text.toLowerCase().replace(/[-_\s]/g, "");
  return BY_KEY.get(key) ?? BY_KEY.get(key.replace(/case$/, ""));
}

/** One line and its words in a case. */
export function convertLine(
  name: CaseName,
  line: string,
  words: LineWords,
  spelling: Spelling & { readonly keepAffixes: boolean },
): string {
  const { join, write, isIdentifier = false }: CaseRule = RULES[name];
  if (write) return write(line, spelling);
  const text = join?.(words) ?? "";
  if (!isIdentifier || !spelling.keepAffixes) return text;
  const before = /^[_$]*/.exec(line)?.[0] ?? "";
  return before + text + affixAfter(line.slice(before.length));
}

function affixAfter(line: string): string {
  let from = line.length;
  while (from > 0 && /[_$]/.test(line.charAt(from - 1))) from--;
  return line.slice(from);
}

/** Humps mark the words, but a number has none: version 1.2 → version_1_2. */
function joinHumps(words: readonly string[]): string {
  return words
    .map((word, index) => (index > 0 && /^\p{N}/u.test(word) ? `_${word}` : word))
    .join("");
}
