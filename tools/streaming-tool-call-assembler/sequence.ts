/** Events of the Responses API in the order in which they were sent. */
import { memberOf, numberOf } from "../_lib/json/tree/members.ts";
import { areSame, type Assembly, objectOf, wordOf } from "./assembly.ts";
import type { Chunk } from "./chunks.ts";

/** The responses of a recording, one after another; numbers count within each of them. */
export function responsesIn(chunks: readonly Chunk[], assembly: Assembly): (readonly Chunk[])[] {
  const responses: Chunk[][] = [];
  let current: Chunk[] = [];
  let id: string | undefined;
  for (const chunk of chunks) {
    const begun = wordOf(chunk.node, "type") === "response.created" ? idOf(chunk) : undefined;
    if (begun !== undefined && id !== undefined && begun !== id) {
      responses.push(current);
      current = [];
    }
    id = begun ?? id;
    current.push(chunk);
  }
  responses.push(current);
  return responses.map((events) => inOrder(events, assembly));
}

function idOf({ node }: Chunk): string | undefined {
  return wordOf(objectOf(node, "response"), "id");
}

function inOrder(chunks: readonly Chunk[], assembly: Assembly): readonly Chunk[] {
  const numbers = new Map<Chunk, number>();
  for (const chunk of chunks) {
    const number = numberOf(memberOf(chunk.node, "sequence_number"));
    if (number !== undefined) numbers.set(chunk, number);
  }
  const numberAt = (chunk: Chunk) => numbers.get(chunk) ?? 0;
  if (numbers.size < chunks.length) return withoutCopies(chunks, assembly);
  const sorted = chunks.toSorted((a, b) => numberAt(a) - numberAt(b) || a.index - b.index);
  const moved = sorted.find((chunk, at) => chunk !== chunks[at]);
  if (moved !== undefined) {
    const message = "The events did not come in the order of their sequence numbers";
    assembly.warn("OUT_OF_ORDER", moved, message);
  }
  const kept: Chunk[] = [];
  for (const chunk of sorted) {
    const before = kept.at(-1);
    const step = before === undefined ? 1 : numberAt(chunk) - numberAt(before);
    if (step === 0) {
      assembly.drop(chunk, `The event ${numberAt(chunk)}`);
      continue;
    }
    if (step > 1) noteGap(numberAt(chunk), step - 1, chunk, assembly);
    kept.push(chunk);
  }
  return kept;
}

function noteGap(next: number, missing: number, chunk: Chunk, assembly: Assembly): void {
  const first = next - missing;
  const which = missing === 1 ? `${first} is` : `${first} to ${next - 1} are`;
  assembly.warn("SEQUENCE_GAP", chunk, `Of the sequence numbers ${which} missing`, {
    expected: first,
    received: next,
  });
}

/** Where numbers are missing, copies are told only from the event before. */
function withoutCopies(chunks: readonly Chunk[], assembly: Assembly): readonly Chunk[] {
  const kept: Chunk[] = [];
  for (const chunk of chunks) {
    const before = kept.at(-1);
    const isNumbered = memberOf(chunk.node, "sequence_number") !== undefined;
    if (isNumbered && before !== undefined && areSame(before.node, chunk.node))
      assembly.drop(chunk, "An event");
    else kept.push(chunk);
  }
  return kept;
}
