/** Where findings are in the texts that were put in: pointers become lines by the trees of the readers. */
import { follow as lead, readSpots } from "../../../tools/_lib/formats/places.ts";
import type { Spot } from "../../../tools/_lib/formats/spot.ts";
import { positionFinder } from "../../../tools/_lib/text/position.ts";
import { parsePointer } from "../../../tools/_lib/results/pointer.ts";
import type { Finding, Place } from "./findings-of.ts";
import type { Row } from "./shape.ts";

/** Longer texts are not read once more. */
const LONGEST = 2_000_000;

interface Document {
  readonly name: string;
  readonly text: string;
  readonly at: ReturnType<typeof positionFinder>;
  /** Undefined where the text is no tree. */
  readonly root: Spot | undefined;
}

/** The findings with the lines that they are about, `texts` by their fields in the order of the page. */
export function placed(
  findings: readonly Finding[],
  texts: Readonly<Record<string, string>>,
): readonly Finding[] {
  const documents = Object.entries(texts)
    .filter(([, text]) => text !== "" && text.length <= LONGEST)
    .map(([name, text]): Document => {
      const at = positionFinder(text);
      return { name, text, at, root: readSpots(text) };
    });
  return findings.map((finding) => ({ ...finding, places: placesOf(finding, documents) }));
}

function placesOf({ source }: Finding, documents: readonly Document[]): readonly Place[] {
  const told = toldPlaces(source, documents);
  if (told.length > 0) return told;
  const { beforePointer, afterPointer, schemaPath, pointer, path, instancePath } = source;
  const sides = [
    ...inDocument("before", beforePointer, documents),
    ...inDocument("after", afterPointer, documents),
  ];
  if (sides.length > 0) return sides;
  const side = sideOf(source);
  const own = side && inDocument(side, path, documents);
  if (own && own.length > 0) return own;
  const main = [pointer, path, instancePath].find((one) => typeof one === "string");
  const schema = inDocument("schema", schemaPath, documents);
  if (schema.length > 0 && typeof main === "string") {
    return [...inDocument("data", main, documents), ...schema];
  }
  return typeof main === "string" ? anywhere(main, documents) : [];
}

/** Of two states of a thing, what is new is in the later one, and what is gone in the earlier. */
function sideOf({ code }: Finding["source"]): "before" | "after" | undefined {
  if (typeof code !== "string") return undefined;
  if (/^NEW_|_NEW$|_ADDED$/.test(code)) return "after";
  return /_ABSENT$|_REMOVED$|_GONE$/.test(code) ? "before" : undefined;
}

/** Lines that the result names itself, or an offset. */
function toldPlaces(source: Finding["source"], documents: readonly Document[]): readonly Place[] {
  const { line, column, lineNumbers, offset, path, input, places } = source;
  if (Array.isArray(places)) return (places as readonly Row[]).flatMap((one) => placeIn(one));
  const sides = ["before", "after"].flatMap((name) =>
    placeIn({ input: name, line: source[`${name}Line`], column: source[`${name}Column`] }),
  );
  if (sides.length > 0) return sides;
  const field = typeof input === "string" ? input : fieldOfPath(path);
  const document = documents.find(({ name }) => name === field) ?? documents[0];
  if (!document) return [];
  const { name, at } = document;
  const { schemaLine, schemaColumn } = source;
  if (typeof line === "number") {
    return [
      ...placeIn({ input: schemaLine === undefined ? name : "data", line, column }),
      ...placeIn({ input: "schema", line: schemaLine, column: schemaColumn }),
    ];
  }
  if (Array.isArray(lineNumbers)) return placeIn({ input: name, line: lineNumbers[0] });
  return typeof offset === "number" ? [{ name, ...pick(at(offset)) }] : [];
}

function fieldOfPath(path: unknown): string | undefined {
  return typeof path === "string" ? path.split("/")[1] : undefined;
}

function placeIn({ input, line, column }: Row): readonly Place[] {
  if (typeof input !== "string" || typeof line !== "number") return [];
  return [{ name: input, line, column: typeof column === "number" ? column : undefined }];
}

function pick({ line, column }: { readonly line: number; readonly column: number }) {
  return { line, column };
}

function inDocument(name: string, pointer: unknown, documents: readonly Document[]): Place[] {
  const document = documents.find((one) => one.name === name);
  const tokens = typeof pointer === "string" ? parsePointer(pointer) : undefined;
  if (!document?.root || !tokens) return [];
  const { place } = follow(document, tokens);
  return place ? [place] : [];
}

/** In every text that has the place; where none has it, in the one that has most of the way. */
function anywhere(pointer: string, documents: readonly Document[]): readonly Place[] {
  const tokens = parsePointer(pointer);
  if (!tokens) return [];
  const [field, ...rest] = tokens;
  const named = documents.find(({ name }) => name === field);
  if (named) {
    const { place } = follow(named, rest);
    // One thing may stand where a list of them is expected.
    const single = /^\d+$/.test(rest[0] ?? "") ? follow(named, rest.slice(1)) : undefined;
    const best = single && !isRecordRoot(named, rest) ? single.place : place;
    return best ? [best] : [];
  }
  const followed = documents.map((document) => follow(document, tokens));
  const whole = followed.filter(({ isWhole }) => isWhole);
  if (whole.length > 0) return whole.flatMap(({ place }) => (place ? [place] : []));
  const furthest = followed.toSorted((left, right) => right.steps - left.steps)[0];
  return furthest?.place && furthest.steps > 0 ? [furthest.place] : [];
}

function isRecordRoot({ root }: Document, [first = ""]: readonly string[]): boolean {
  return root?.child(first) !== undefined;
}

interface Followed {
  readonly place: Place | undefined;
  readonly steps: number;
  readonly isWhole: boolean;
}

function follow({ name, root, at }: Document, tokens: readonly string[]): Followed {
  if (!root) return { place: undefined, steps: 0, isWhole: false };
  const { spot, steps } = lead(root, tokens);
  return { place: { name, ...pick(at(spot.start)) }, steps, isWhole: steps === tokens.length };
}
