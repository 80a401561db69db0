/** What the shapes of all providers have in common: arguments, data URLs, ids of calls, kinds of media. */
import { readJsonField } from "../../tools/_lib/json/tree/json-field.ts";
import type { CallPart } from "./canonical.ts";
import type { Notes } from "./extras.ts";
import {
  fromNode,
  isMembers,
  type Json,
  type JsonMembers,
  textOfJson,
} from "../../tools/_lib/json/tree/exact.ts";

/** What stands for arguments whose text is no object. */
const RAW = "$text";

/** The arguments of a call, which OpenAI writes as text. */
export function readArguments(
  given: Json | undefined,
  path: string,
  call: string,
  notes: Notes,
): JsonMembers {
  if (given === undefined || given === null || given === "") return {};
  if (isMembers(given)) return given;
  const read = typeof given === "string" ? objectIn(given) : undefined;
  if (read !== undefined) return read;
  notes.badArguments.push({ path, call });
  return { [RAW]: typeof given === "string" ? given : textOfJson(given) };
}

function objectIn(text: string): JsonMembers | undefined {
  const read = readJsonField(text, "");
  const value = read.ok ? fromNode(read.root) : undefined;
  return isMembers(value) ? value : undefined;
}

/** The text of arguments; one that was no object is written as it was. */
export function argumentsText(given: JsonMembers): string {
  const raw = given[RAW];
  const isRaw = typeof raw === "string" && Object.keys(given).length === 1;
  return isRaw && raw !== "" && objectIn(raw) === undefined ? raw : textOfJson(given);
}

const LONGEST_HEAD = 300;

/** The parts of a data URL of Base64. */
export function dataUrlOf(
  url: string,
): { readonly mediaType: string | null; readonly data: string } | undefined {
  const head = url.slice(0, LONGEST_HEAD);
  if (!/^data:/i.test(head)) return undefined;
  const comma = head.indexOf(",");
  const before = head.slice("data:".length, comma);
  if (comma < 0 || !/;base64$/i.test(before)) return undefined;
  const mediaType = before.slice(0, -";base64".length);
  return { mediaType: mediaType === "" ? null : mediaType, data: url.slice(comma + 1) };
}

export function dataUrl(mediaType: string | null, data: string): string {
  return `data:${mediaType ?? ""};base64,${data}`;
}

/** The calls of a conversation: ids for those that have none, and which of them a result answers. */
export class Calls {
  readonly #given: ReadonlySet<string>;
  /** Ids of calls that have no result, in order. */
  readonly #open = new Set<string>();
  readonly #byName = new Map<string, { readonly ids: string[]; next: number }>();
  readonly #names = new Map<string, string>();
  #made = 0;

  constructor(givenIds: Iterable<string>) {
    this.#given = new Set(givenIds);
  }

  /** `call_1`, `call_2` and so on, past the ids that there are. */
  newId(): string {
    let id: string;
    do id = `call_${++this.#made}`;
    while (this.#given.has(id));
    return id;
  }

  add({ id, name }: CallPart): void {
    this.#open.add(id);
    this.#names.set(id, name);
    const known = this.#byName.get(name);
    if (known === undefined) this.#byName.set(name, { ids: [id], next: 0 });
    else known.ids.push(id);
  }

  /** The name of the call that a result answers. */
  answer(id: string): string | undefined {
    this.#open.delete(id);
    return this.#names.get(id);
  }

  /** The id of the earliest call of the name that has no result. */
  answerByName(name: string): string | undefined {
    const list = this.#byName.get(name);
    if (list === undefined) return undefined;
    for (; list.next < list.ids.length; list.next++) {
      const id = list.ids[list.next];
      if (id !== undefined && this.#open.delete(id)) return id;
    }
    return undefined;
  }
}

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["heic", "image/heic"],
  ["bmp", "image/bmp"],
  ["svg", "image/svg+xml"],
  ["pdf", "application/pdf"],
  ["txt", "text/plain"],
  ["md", "text/markdown"],
  ["csv", "text/csv"],
  ["html", "text/html"],
  ["json", "application/json"],
  ["mp4", "video/mp4"],
  ["mp3", "audio/mpeg"],
  ["wav", "audio/wav"],
]);

/** The first letters of Base64, by what the content begins with. */
const BEGINNINGS: readonly (readonly [beginning: string, mediaType: string])[] = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
  ["JVBERi0", "application/pdf"],
];

/** The media type that the end of an address or a name speaks of. */
export function typeByExtension(name: string): string | undefined {
  const path = name.split(/[?#]/, 1)[0] ?? "";
  return EXTENSIONS.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase());
}

export function typeByContent(data: string): string | undefined {
  return BEGINNINGS.find(([beginning]) => data.startsWith(beginning))?.[1];
}
