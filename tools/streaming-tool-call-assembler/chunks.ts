/** The chunks of a recording, in whatever form it is given. */
import type { Entry } from "../_core/tool.ts";
import type { EntryDetail } from "../_lib/results/entry-list.ts";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import type { JsonProblem } from "../_lib/json/tree/problem.ts";
import { readJson } from "../_lib/json/tree/read.ts";
import { type JsonNode, type JsonObject, withoutRepeats } from "../_lib/json/tree/tree.ts";
import { endOfLine, excerptAt, nextLine, positionFinder } from "../_lib/text/position.ts";
import { readDocuments } from "./documents.ts";
import { eventsOf, isEventStream, type Stretch } from "./sse.ts";

export interface Chunk {
  readonly node: JsonObject;
  /** Position in the recording. */
  readonly index: number;
}

/** Something found at a place of the recording: at the chunk `at`, or before it. */
export interface Found<C extends string> {
  readonly at: number;
  readonly code: C;
  /** Made only for what is listed. */
  readonly detail: () => EntryDetail;
}

export interface Recording {
  readonly chunks: readonly Chunk[];
  /** How many chunks there are, of whatever type. */
  readonly count: number;
  readonly problems: readonly Found<"CHUNK_NOT_JSON">[];
}

const PATH = "/stream";

/** Reads the field; a failure is one of a value that cannot be read at all. */
export function readRecording(
  field: unknown,
): Recording | { readonly failure: Entry<"JSON_SYNTAX" | "INPUT_TOO_DEEP"> } {
  if (typeof field === "string") return readText(field);
  const read = readJsonField(field, PATH);
  return read.ok ? readValue(read.root) : { failure: read.error };
}

/** Pieces of text are one text, cut anywhere; pieces without line ends are its lines. */
function readValue(root: JsonNode): Recording {
  const list = root.type === "array" ? root.items : [root];
  const texts = list.flatMap((item) => (item.type === "string" ? [item.value] : []));
  if (texts.length > 0 && texts.length === list.length) return readText(joined(texts));
  const collector = new Collector("");
  for (const item of list) if (item.type !== "null") collector.add(item);
  return collector.recording();
}

function joined(texts: readonly string[]): string {
  const areLines = texts.length > 1 && texts.every((text) => !/[\r\n]/.test(text));
  if (!areLines) return texts.join("");
  // Without blank lines between them, lines of data are events of their own.
  return texts.join(texts.includes("") ? "\n" : "\n\n");
}

function readText(text: string): Recording {
  const collector = new Collector(text);
  if (isEventStream(text)) {
    for (const lines of eventsOf(text)) if (!collector.addLines(lines)) break;
    return collector.recording();
  }
  const list = wholeArray(text);
  if (list !== undefined) return readValue(list);
  collector.addLines(linesOf(text));
  return collector.recording();
}

/** The array that is all of the text. */
function wholeArray(text: string): JsonNode | undefined {
  if (!/^\ufeff?\s*\[/.test(text)) return undefined;
  const read = readJson(text.replace(/^\ufeff/, ""));
  return "type" in read ? undefined : withoutRepeats(read.root, "last");
}

function linesOf(text: string): Stretch[] {
  const lines: Stretch[] = [];
  const first = text.startsWith("\ufeff") ? 1 : 0;
  for (let start = first; start < text.length; start = nextLine(text, start))
    lines.push({ start, end: endOfLine(text, start) });
  return lines;
}

class Collector {
  readonly #text: string;
  readonly #place: ReturnType<typeof positionFinder>;
  readonly #chunks: Chunk[] = [];
  readonly #problems: Found<"CHUNK_NOT_JSON">[] = [];
  #count = 0;

  constructor(text: string) {
    this.#text = text;
    this.#place = positionFinder(text);
  }

  recording(): Recording {
    return { chunks: this.#chunks, count: this.#count, problems: this.#problems };
  }

  add(node: JsonNode): void {
    if (node.type === "object") this.#chunks.push({ node, index: this.#count });
    this.#count++;
  }

  /** False where the lines say that the stream ends. */
  addLines(lines: readonly Stretch[]): boolean {
    const end = readDocuments(this.#text, lines, (read) => {
      if (read.problem === undefined)
        for (const { root } of read.documents) this.add(withoutRepeats(root, "last"));
      else this.#note(read.problem, read.start);
    });
    return end === "open";
  }

  #note({ offset, found, expected, received, hint }: JsonProblem, base: number): void {
    const at = base + offset;
    const detail = () => ({
      message: `Cannot read a chunk: found ${found}, expected ${expected}`,
      path: PATH,
      ...this.#place(at),
      excerpt: excerptAt(this.#text, at),
      expected,
      received,
      hint,
    });
    this.#problems.push({ at: this.#count - 0.5, code: "CHUNK_NOT_JSON", detail });
  }
}
