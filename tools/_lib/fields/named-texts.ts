/** Texts with ids, given as a list or as an object from id to text. */
import { type Static, Type } from "@sinclair/typebox";
import { Check } from "@sinclair/typebox/value";
import { type Entry, fail } from "../../_core/tool.ts";
import { inputInvalid, outOfBounds } from "../results/input-invalid.ts";
import { appendPointer } from "../results/pointer.ts";
import { quoted } from "../text/shown.ts";

export const SOURCE_ID_FAILURES = {
  DUPLICATE_SOURCE_ID: "Two sources have the same id",
  TOOL_INPUT_INVALID: "A field does not fit its bounds",
  RANGE: "An id has more than 500 characters",
} as const;

/** Results name an id again and again. */
const LONGEST_ID = 500;

/** The shape of such a field; an object's members count in their order. */
export const NAMED_TEXTS = Type.Union([
  Type.Array(
    Type.Object({
      id: Type.String({ description: "By which it is named; at most 500 characters" }),
      text: Type.String({ description: "The whole text, in which offsets count" }),
      title: Type.Optional(Type.String({ description: "For readers; nothing is looked up in it" })),
    }),
  ),
  Type.Record(Type.String(), Type.String(), { description: "Id → text" }),
]);

export interface NamedText {
  readonly id: string;
  readonly text: string;
  /** Its place in the input. */
  readonly path: string;
}

/** The texts in their order, each with where it is given. */
export function namedTexts(given: Static<typeof NAMED_TEXTS>, path: string): NamedText[] {
  if (Array.isArray(given)) {
    return given.map(({ id, text }, at) => ({ id, text, path: `${path}/${at}` }));
  }
  return Object.entries(given).map(([id, text]) => ({ id, text, path: appendPointer(path, id) }));
}

/** The texts as a law is given them, where they are data: any part may be missing. */
export function givenTexts(given: unknown): { id: string; text: string }[] | undefined {
  return Check(NAMED_TEXTS, given)
    ? namedTexts(given, "").map(({ id, text }) => ({ id, text }))
    : undefined;
}

/** The failure of ids that are too long, or occur again, which is told for each of them; undefined where none does. */
export function wrongIds<C extends string>(
  items: readonly { readonly id: string; readonly path: string }[],
  code: C,
  what: string,
) {
  const long = items.find(({ id }) => id.length > LONGEST_ID);
  if (long) {
    const expected = `at most ${LONGEST_ID}`;
    return inputInvalid([
      outOfBounds(long.path, `an id of ${long.id.length} characters`, expected),
    ]);
  }
  const places = new Map<string, string>();
  const repeated: Entry<C>[] = [];
  for (const { id, path } of items) {
    const first = places.get(id);
    if (first === undefined) {
      places.set(id, path);
      continue;
    }
    const found = `${quoted(id)} again, which ${first} has`;
    const message = `Cannot tell ${what} apart: found the id ${found}, expected another`;
    repeated.push({ code, message, path, received: id });
  }
  const [first, ...others] = repeated;
  return first && fail([first, ...others]);
}
