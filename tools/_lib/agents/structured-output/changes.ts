import type { Certainty, RepairCode } from "../../json/repair/repairs.ts";
import { encodedIn } from "./reading.ts";
import type { Candidate, Finds } from "./candidates.ts";
import { type Extraction, EXTRACTIONS, type Mark, trimmed } from "./marks.ts";

/** One change of the text: at `offset` stood `before`, for which `after` was read. */
export interface TextChange {
  readonly code: RepairCode | Extraction | "DOUBLE_ENCODED";
  readonly certainty: Certainty;
  readonly offset: number;
  readonly before: string;
  readonly after: string;
}

export function isExtraction({ code }: TextChange): boolean {
  return (EXTRACTIONS as readonly string[]).includes(code);
}

/** Everything that was done to the text to read the value of a candidate, in the order of the text. */
export function textChanges(
  text: string,
  candidate: Candidate,
  finds: Finds,
  encoded: ReturnType<typeof encodedIn>,
): TextChange[] {
  const { document, base, repairs } = candidate.reading;
  const changes: TextChange[] = [...removals(text, candidate, finds), ...repairs];
  if (encoded !== undefined) {
    const [start, end] = [base + document.root.start, base + document.root.end];
    const token = { offset: start, before: text.slice(start, end), after: encoded.text };
    changes.push({ code: "DOUBLE_ENCODED", certainty: "guess", ...token });
  }
  return changes.toSorted((left, right) => left.offset - right.offset);
}

/** What stands around the candidate: the marks of blocks that hold it, blocks of reasoning, all else as prose. */
function removals(text: string, candidate: Candidate, finds: Finds): TextChange[] {
  const { start, end } = candidate;
  const layers = finds.layers.filter(
    ([opening, closing]) => (opening?.start ?? end) < start && (closing?.start ?? end) >= end,
  );
  const marks: readonly (Mark | Candidate)[] = [
    ...finds.reasoning,
    ...layers.flat(),
    ...candidate.marks,
    candidate,
  ];
  const changes: TextChange[] = [];
  let at = text.startsWith("\ufeff") ? 1 : 0;
  for (const mark of marks.toSorted((left, right) => left.start - right.start)) {
    // Of two blocks one inside the other both may seem to end with the same mark.
    if (mark.start < at) continue;
    changes.push(...removal(text, { code: "PROSE_REMOVED", start: at, end: mark.start }));
    if ("code" in mark) changes.push(...removal(text, mark));
    at = mark.end;
  }
  changes.push(...removal(text, { code: "PROSE_REMOVED", start: at, end: text.length }));
  return changes;
}

/** The removal of a span without the blanks at its ends; none where it holds nothing else. */
function removal(text: string, { code, ...span }: Mark): TextChange[] {
  const { start, end } = trimmed(text, span);
  if (start === end) return [];
  return [{ code, certainty: "safe", offset: start, before: text.slice(start, end), after: "" }];
}
