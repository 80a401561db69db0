/** What a name or a sentence says: verbs and the objects beside them. */
import { type Act, actOf, isLight, isNounToo } from "./acts.ts";
import { joined, type Noun, nounIn, type Place, placeOf } from "./kinds.ts";

export interface Statement {
  /** In the order said; the first is what the tool is for. */
  readonly acts: readonly { readonly act: Act; readonly word: string }[];
  /** What the acts are done to: the head first, then what stands beside it. */
  readonly objects: readonly Noun[];
  readonly places: ReadonlySet<Place>;
  /** A verb that only begins stood before the act. */
  readonly isBegun: boolean;
  /** The act is what it opens with. */
  readonly isOpening: boolean;
}

/** After these comes what the object is part of, or where it is. */
const PREPOSITIONS: ReadonlySet<string> = new Set(
  "of in for from to on at into onto within about inside against across between".split(" "),
);
/** After these comes no object any more: by what, or when. */
const ENDS: ReadonlySet<string> = new Set(
  "with by as using via through per that which when if based including where whether so after before along without like such".split(
    " ",
  ),
);
/** One verb is done, and another may follow: `create, update or delete`. */
const JOINTS: ReadonlySet<string> = new Set(["and", "or"]);
const MOST_WORDS = 40;

/** The name in words, without the prefixes of servers. */
export function readName(words: readonly string[], places: Iterable<Place> = []): Statement {
  return read(joined(words), new Set(places), true);
}

/** A sentence in words, without that it is one of a tool. */
export function readSentence(words: readonly string[], places: Iterable<Place> = []): Statement {
  const start = words.findIndex((word) => !PREAMBLE.has(word));
  const said = start === -1 ? [] : words.slice(start, start + MOST_WORDS);
  return read(joined(said), new Set(places), false);
}

/** `This tool allows you to …`, `A helper that …`. */
const PREAMBLE: ReadonlySet<string> = new Set(
  "a an the this these tool tools function helper utility endpoint method that which allows allow lets let enables enable helps help you to can be used use using is for will".split(
    " ",
  ),
);

function read(words: readonly string[], given: ReadonlySet<Place>, isName: boolean): Statement {
  const spoken = words.map((word): Spoken => ({
    word,
    act: actOf(word),
    isNounToo: isNounToo(word),
    place: placeOf(word, isName),
  }));
  const places = new Set([...spoken.flatMap(({ place }) => place ?? []), ...given]);
  const first = firstVerb(spoken, isName);
  const begun = first === undefined ? undefined : begunBy(spoken, first, isName);
  const verbs =
    first === undefined || begun !== undefined ? [] : joinedVerbs(spoken, first, isName);
  const acts = (begun === undefined ? verbs : [begun]).flatMap((at) => {
    const { act, word = "" } = spoken[at] ?? {};
    return act === undefined ? [] : [{ act, word }];
  });
  const silent = new Set([...verbs, first]);
  return {
    acts,
    objects: objectsIn(words, silent, places),
    places,
    isBegun: begun !== undefined,
    isOpening: first === 0,
  };
}

interface Spoken {
  readonly word: string;
  readonly act: Act | undefined;
  readonly isNounToo: boolean;
  readonly place: Place | undefined;
}

/**
 * The verb that a name or a sentence opens with; else the first that can be nothing else; else, in a name that ends
 * with one of several, as `payment_link_notify` does, the last; else the first of all.
 */
function firstVerb(spoken: readonly Spoken[], isName: boolean): number | undefined {
  const opening = spoken.findIndex(({ place, act }) => place === undefined || act !== undefined);
  const { act, place } = spoken[opening] ?? {};
  if (act !== undefined && place === undefined) return opening;
  const verbs = spoken.flatMap((each, at) => (each.act === undefined ? [] : at));
  const sure = verbs.find((at) => !spoken[at]?.isNounToo);
  if (sure !== undefined) return sure;
  return isName && verbs.at(-1) === spoken.length - 1 ? verbs.at(-1) : verbs[0];
}

const FARTHEST_BEGUN = 4;

/** In `start_search` and `Run a SQL query` the noun that is a verb, too, says what is done. */
function begunBy(spoken: readonly Spoken[], first: number, isName: boolean): number | undefined {
  if (!isLight(spoken[first]?.word ?? "")) return undefined;
  const after = spoken.slice(first + 1, isName ? undefined : first + 1 + FARTHEST_BEGUN);
  const end = after.findIndex(
    ({ word }) => PREPOSITIONS.has(word) || ENDS.has(word) || JOINTS.has(word),
  );
  const near = end === -1 ? after : after.slice(0, end);
  const next = near.findIndex(({ act }) => act !== undefined);
  const isLast = next === near.length - 1 && (!isName || end === -1);
  const isNoun = isName || near[next]?.isNounToo === true;
  return next !== -1 && isLast && isNoun ? first + 1 + next : undefined;
}

/** The verb, and those that a list joins to it; in a name they follow at once. */
function joinedVerbs(spoken: readonly Spoken[], first: number, isName: boolean): number[] {
  const verbs = [first];
  for (let at = first + 1; at < spoken.length; at++) {
    const { word, act } = spoken[at] as Spoken;
    if (JOINTS.has(word)) continue;
    const isListed = !isName && at === (verbs.at(-1) ?? 0) + 1 && isOfList(spoken, at);
    if (act !== undefined && (isListed || isJoint(spoken[at - 1]))) verbs.push(at);
    else if (isName || PREPOSITIONS.has(word) || ENDS.has(word)) break;
  }
  return verbs;
}

function isJoint(spoken: Spoken | undefined): boolean {
  return spoken !== undefined && JOINTS.has(spoken.word);
}

/** Of two words that follow each other the second may be an object: `Send message`. */
function isOfList(spoken: readonly Spoken[], at: number): boolean {
  const [word, next] = [spoken[at], spoken[at + 1]];
  return word?.isNounToo === false || next?.act !== undefined || isJoint(next);
}

/** The last noun before a preposition is the head; what says little gives way to what stands beside it. */
function objectsIn(
  words: readonly string[],
  verbs: ReadonlySet<number | undefined>,
  places: ReadonlySet<Place>,
): Noun[] {
  const groups: Noun[][] = [[]];
  const last = words.findIndex((word, at) => ENDS.has(word) && at > 0);
  const spoken = last === -1 ? words : words.slice(0, last);
  spoken.forEach((word, at) => {
    if (PREPOSITIONS.has(word)) groups.push([]);
    if (verbs.has(at)) return;
    const noun = nounIn(word, places);
    if (noun !== undefined) groups.at(-1)?.push(noun);
  });
  const ordered = groups.flatMap((group) => group.toReversed());
  const draft = ordered.find(({ word }) => DOMINANT.has(word));
  if (draft) return [draft];
  return [...ordered.filter((noun) => !noun.isWeak), ...ordered.filter((noun) => noun.isWeak)];
}

/** What is one of them is nothing else, wherever it stands: a draft of a message is no message. */
const DOMINANT: ReadonlySet<string> = new Set(["draft", "drafts", "template", "templates"]);
