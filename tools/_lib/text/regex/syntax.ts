/** The syntax tree of an ECMA-262 pattern. Offsets are UTF-16 code units of the pattern. */
export type Node =
  | CharNode
  | SetNode
  | AnyNode
  | AssertionNode
  | BackreferenceNode
  | GroupNode
  | LookNode
  | RepeatNode
  | SequenceNode
  | ChoiceNode;

/** One character: a code unit, or with the flags u and v a code point. */
export interface CharNode {
  readonly type: "char";
  readonly code: number;
  readonly ignoreCase: boolean;
}

/** A class or a class escape, as source that any engine reads alike. */
export interface SetNode {
  readonly type: "set";
  readonly source: string;
  readonly ignoreCase: boolean;
  /** Whether it may hold strings of no or of several characters, which only the flag v allows. */
  readonly strings: boolean;
  /** No string in it has more code units. */
  readonly longest: number;
  /** The inside of a class with each character that a string of several begins with, or more. */
  readonly starts: string;
}

export interface AnyNode {
  readonly type: "any";
  readonly dotAll: boolean;
}

export interface AssertionNode {
  readonly type: "assertion";
  readonly kind: "start" | "end" | "boundary" | "no boundary";
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
}

export interface BackreferenceNode {
  readonly type: "backreference";
  /** Several only where a name is repeated in alternatives. */
  readonly groups: readonly number[];
  readonly ignoreCase: boolean;
}

export interface GroupNode {
  readonly type: "group";
  readonly number: number;
  readonly body: Node;
}

export interface LookNode {
  readonly type: "look";
  readonly ahead: boolean;
  readonly negative: boolean;
  readonly body: Node;
}

export interface RepeatNode {
  readonly type: "repeat";
  readonly body: Node;
  readonly min: number;
  /** `MANY` where there is no upper bound. */
  readonly max: number;
  readonly greedy: boolean;
  /** The groups inside: from the first, up to but without the second. */
  readonly groups: readonly [number, number];
  /** Where the quantifier stands. */
  readonly offset: number;
}

export interface SequenceNode {
  readonly type: "sequence";
  readonly items: readonly Node[];
}

export interface ChoiceNode {
  readonly type: "choice";
  readonly options: readonly Node[];
}

/** More often than any text is long; stands for no upper bound. */
export const MANY = 0x7fffffff;

export interface Pattern {
  readonly body: Node;
  /** Capturing groups, the whole match not counted. */
  readonly groupCount: number;
  /** The name of each group by its number, null where it has none; the first is the whole match. */
  readonly groupNames: readonly (string | null)[];
}

/** Which dialect of patterns is spoken. */
export interface Mode {
  /** Flag u or v: characters are code points, and the grammar is strict. */
  readonly unicode: boolean;
  /** Flag v. */
  readonly sets: boolean;
}

/** Carries a syntax error to `parsePattern`; the offset is that of the first character no valid pattern has there. */
export class SyntaxFault extends Error {
  readonly offset: number;
  constructor(offset: number, reason: string) {
    super(reason);
    this.offset = offset;
  }
}
