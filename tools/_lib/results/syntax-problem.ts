import type { Entry, Related } from "../../_core/tool.ts";
import { characterAt } from "../text/character.ts";
import { placeAt, positionFinder } from "../text/position.ts";

/** A place that has to do with a problem. */
export interface RelatedPlace {
  readonly offset: number;
  readonly message: string;
}

/** Where something opens whose end is missing or wrong: a quote, a bracket, an element. */
export function openedAt(offset: number, opening: string): readonly RelatedPlace[] {
  return [{ offset, message: `${opening} opens here` }];
}

/** The places as entries carry them; no member where there are none. */
export function relatedIn(
  text: string,
  places: readonly RelatedPlace[] | undefined,
  base = 0,
): { readonly related?: readonly Related[] } {
  if (places === undefined) return {};
  const at = positionFinder(text);
  const related = places.map(({ offset, message }) => {
    const { line, column } = at(base + offset);
    return { line, column, message };
  });
  return { related };
}

/** What is wrong at one place of a text. */
export interface Problem<C extends string = string> {
  readonly code: C;
  readonly offset: number;
  /** What was found, in words for the message. */
  readonly found: string;
  /** What could have stood there. */
  readonly expected: string;
  /** What stands there; the character at the offset if not given. */
  readonly received?: string | undefined;
  readonly hint?: string | undefined;
  /** Other places of the text that explain it. */
  readonly related?: readonly RelatedPlace[] | undefined;
  /** Pointer of the place in the data; without it the problem is one of the text. */
  readonly path?: string | undefined;
}

/** Carries a problem out of a recursive reader; the reader's entry function catches it. */
export class Fault<C extends string = string> extends Error {
  readonly problem: Problem<C>;
  constructor(problem: Problem<C>) {
    super(problem.found);
    this.problem = problem;
  }
}

/** The entry of a problem in an input field's text; `language` completes "Cannot read …". */
export function problemEntry<C extends string>(
  problem: Problem<C>,
  text: string,
  language: string,
  field = "/input",
): Entry<C> {
  const { code, offset, found, expected, path = field, hint, related } = problem;
  const received = problem.received ?? (characterAt(text, offset) || "end of input");
  return {
    code,
    message: `Cannot read ${language}: found ${found}, expected ${expected}`,
    path,
    ...placeAt(text, offset),
    expected,
    received,
    ...(hint === undefined ? {} : { hint }),
    ...relatedIn(text, related),
  };
}

/** The problems by place, none behind the first of a code that ends the reading. */
export function upToFatal<C extends string>(
  problems: readonly Problem<C>[],
  fatal: readonly C[],
): Problem<C>[] {
  const sorted = problems.toSorted((a, b) => a.offset - b.offset);
  const first = sorted.findIndex(({ code }) => fatal.includes(code));
  return first < 0 ? sorted : sorted.slice(0, first + 1);
}
