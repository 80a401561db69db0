import { appendPointer, byCodeUnit } from "../../results/pointer.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { shortened } from "../../text/shown.ts";

/** What a conversion cannot carry over, and when. */
export const LOSS_CODES = {
  COMMENT_LOST: "A comment, a processing instruction or a document type is not in the output",
  ANCHOR_EXPANDED: "An alias became a copy of what it stands for",
  TAG_LOST: "A tag is not in the output",
  TYPE_TO_STRING: "A number, boolean or date became text, which is all that the format has",
  NULL_LOST: "A null is left out or became empty",
  EMPTY_CONTAINER_LOST: "An empty object or array has no form in the format",
  ARRAY_AS_TEXT: "An array became its JSON text",
  ARRAY_OF_ONE: "An array of one element reads back as that element",
  KEY_RENAMED: "A key reads back under another name",
  DATE_TO_STRING: "A date or time became a string",
  NON_FINITE_TO_STRING: "An infinity or NaN became a string",
  NUMBER_TO_STRING: "An integer beyond 64 bits became a string",
  DUPLICATE_KEY: "An earlier value of a repeated key is not in the output",
  DOCUMENTS_MERGED: "Several documents became one array",
  ROOT_WRAPPED:
    "The data stands one level deeper, since the root has to be an object or an element",
  QUOTING_READERS_DIFFER: "No quotation marks of .env hold the text for all who read such files",
  MIXED_CONTENT: "The places of text between elements are not kept",
  ORDER_LOST: "The byCodeUnit of members is not kept",
} as const;

export type LossCode = keyof typeof LOSS_CODES;

export interface Loss {
  readonly code: LossCode;
  /** Pointer in the data of the source. */
  readonly path: string;
  readonly detail: string;
}

/** A loss before its path is known. */
export type Found = Omit<Loss, "path">;

/** What a reader could not put into the data, by the node that it belongs to. */
export class SourceLosses {
  readonly #byNode = new Map<JsonNode, Found[]>();
  readonly #atEnd: Found[] = [];

  /** Without a node the loss stands behind all data. */
  add(code: LossCode, node: JsonNode | undefined, detail: string): void {
    const loss = { code, detail: shortened(detail, LONGEST_DETAIL) };
    const list = node === undefined ? this.#atEnd : this.#byNode.get(node);
    if (list !== undefined) list.push(loss);
    else if (node !== undefined) this.#byNode.set(node, [loss]);
  }

  /** One node takes the place of another. */
  move(from: JsonNode, to: JsonNode): void {
    const list = this.#byNode.get(from);
    if (list === undefined || from === to) return;
    this.#byNode.delete(from);
    // The list itself moves: a key may be repeated ten thousand times.
    for (const loss of this.#byNode.get(to) ?? []) list.push(loss);
    this.#byNode.set(to, list);
  }

  /** The losses of a node, which are given once: a node may stand in several places. */
  take(node: JsonNode): readonly Found[] {
    const list = this.#byNode.get(node);
    if (list === undefined) return [];
    this.#byNode.delete(node);
    return list;
  }

  /** What no node of the data has taken. */
  takeRest(): readonly Found[] {
    return [...[...this.#byNode.values()].flat(), ...this.#atEnd];
  }
}

/** A node that begins at an offset of the text. */
export interface Place {
  readonly start: number;
  readonly node: JsonNode;
}

/** Gives each comment to the next node; of nodes that begin at one place to the innermost. */
export function addComments(
  losses: SourceLosses,
  comments: readonly { readonly start: number; readonly text: string }[],
  places: readonly Place[],
): void {
  if (comments.length === 0) return;
  const ordered = places.toSorted((left, right) => left.start - right.start);
  let index = 0;
  for (const { start, text } of comments.toSorted((left, right) => left.start - right.start)) {
    while (index < ordered.length && (ordered[index]?.start ?? 0) < start) index++;
    let inner = index;
    while (ordered[inner + 1] !== undefined && ordered[inner + 1]?.start === ordered[index]?.start)
      inner++;
    losses.add("COMMENT_LOST", ordered[inner]?.node, text);
    index = inner;
  }
}

/** The losses of one code that are listed; the rest is counted. */
const MOST_OF_ONE_CODE = 1000;

/** Gathers losses in document byCodeUnit; those of one place are sorted by code. */
export class LossList {
  readonly list: Loss[] = [];
  total = 0;
  readonly #counts = new Map<LossCode, number>();

  add(losses: readonly Found[], path: () => string): void {
    if (losses.length === 0) return;
    const sorted = losses.toSorted((left, right) => byCodeUnit(left.code, right.code));
    for (const { code, detail } of sorted) {
      this.total++;
      const count = (this.#counts.get(code) ?? 0) + 1;
      this.#counts.set(code, count);
      if (count <= MOST_OF_ONE_CODE) this.list.push({ code, path: path(), detail });
    }
  }
}

/** A place in the data, whose pointer is built only where it is needed. */
export interface DataPlace {
  readonly node: JsonNode;
  readonly parent: DataPlace | undefined;
  /** Key or index; absent at the root. */
  readonly token: string | number | undefined;
}

export function pointerOf(place: DataPlace): string {
  const tokens: (string | number)[] = [];
  for (let at: DataPlace | undefined = place; at?.parent !== undefined; at = at.parent) {
    if (at.token !== undefined) tokens.push(at.token);
  }
  return tokens.toReversed().reduce<string>((path, token) => appendPointer(path, token), "");
}

const LONGEST_DETAIL = 81;
