/** The patterns that zxcvbn 4.4.2 finds in a password; positions count UTF-16 units, `end` is not included. */

interface Place {
  readonly start: number;
  readonly end: number;
  readonly token: string;
}

export interface DictionaryMatch extends Place {
  readonly pattern: "dictionary";
  /** The word as the list has it. */
  readonly word: string;
  readonly dictionary: string;
  /** 1 for the most frequent word. */
  readonly rank: number;
  readonly reversed: boolean;
  /** Symbols that stand for letters, where there are any. */
  readonly substitutions?: ReadonlyMap<string, string>;
}

export interface SpatialMatch extends Place {
  readonly pattern: "spatial";
  readonly graph: string;
  readonly turns: number;
  readonly shifted: number;
}

export interface RepeatMatch extends Place {
  readonly pattern: "repeat";
  readonly baseLength: number;
  readonly baseGuesses: number;
}

export interface SequenceMatch extends Place {
  readonly pattern: "sequence";
  readonly ascending: boolean;
}

/** The only regular expression of 4.4.2 is that of recent years. */
export interface YearMatch extends Place {
  readonly pattern: "regex";
}

export interface DateMatch extends Place {
  readonly pattern: "date";
  readonly separated: boolean;
  readonly year: number;
}

export interface BruteforceMatch extends Place {
  readonly pattern: "bruteforce";
}

export type Match =
  | DictionaryMatch
  | SpatialMatch
  | RepeatMatch
  | SequenceMatch
  | YearMatch
  | DateMatch
  | BruteforceMatch;
