/** CloudEvents 1.0: made from a sender's body, or taken as they came; checked, and written. */
import { toBase64 } from "../../tools/_lib/bytes/base64.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import {
  booleanNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  numberNode,
  objectNode,
  stringNode,
} from "../../tools/_lib/json/tree/tree.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import {
  LAST_SECOND,
  readDateTime,
  secondsFromLocal,
  writeUtc,
} from "../../tools/_lib/time/calendar.ts";
import type { HeaderBag } from "../../tools/_lib/web/http/header-list.ts";
import { at, textAt, textOf } from "./node.ts";
import type { Attributes } from "./providers.ts";

/** An event as JSON, with what a caller has to know of how it was made. */
export interface MadeEvent {
  readonly node: JsonObject;
  readonly id: string;
  readonly source: string;
  readonly timeIsReceived: boolean;
  readonly idIsDerived: boolean;
  readonly problems: readonly string[];
}

/** What is in the event besides its attributes. */
export interface Payload {
  readonly contentType: string | undefined;
  readonly json?: JsonNode | undefined;
  readonly text?: string | undefined;
  readonly bytes?: Uint8Array | undefined;
}

export interface Made {
  readonly provider: string;
  readonly attributes: Attributes;
  readonly payload: Payload;
  /** Of the body, for an event without an id. */
  readonly derivedId: string;
  /** When the request came, in RFC 3339. */
  readonly received: string;
}

const EXTENSIONS = [
  "action",
  "actor",
  "tenant",
  "deliveryid",
  "attempt",
  "apiversion",
  "test",
] as const;

export function makeEvent({ provider, attributes, payload, derivedId, received }: Made): MadeEvent {
  const { type, source, subject, times = [], timeUnit = "s", extensions = {} } = attributes;
  const time = times.map((text) => text && timeOf(text, timeUnit)).find(Boolean);
  const id = attributes.id ?? derivedId;
  const members = [
    member("specversion", "1.0"),
    member("id", id),
    member("source", source),
    member("type", type),
    member("subject", subject),
    member("time", time ?? received),
    member("datacontenttype", payload.contentType),
    member("provider", provider),
    ...EXTENSIONS.map((name) => member(name, extensions[name])),
    ...dataMembers(payload),
  ].filter((one) => one !== undefined);
  const node = objectNode(members);
  return {
    node,
    id,
    source: source ?? "",
    timeIsReceived: time === undefined,
    idIsDerived: attributes.id === undefined,
    problems: problemsOf(node),
  };
}

function member(
  name: string,
  value: string | number | boolean | undefined,
): JsonMember | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string") return memberNode(name, stringNode(value));
  return memberNode(
    name,
    typeof value === "number" ? numberNode(String(value)) : booleanNode(value),
  );
}

function dataMembers({ json, text, bytes }: Payload): readonly (JsonMember | undefined)[] {
  if (json !== undefined) return [memberNode("data", json)];
  if (text !== undefined) return [member("data", text)];
  return [bytes === undefined ? undefined : member("data_base64", toBase64(bytes))];
}

const ATTRIBUTES = ["id", "source", "type", "subject", "time", "datacontenttype", "dataschema"];

/** What overrides attributes of events that are CloudEvents already. */
export type Overrides = Readonly<Partial<Record<"source" | "type" | "subject", string>>>;

/** An event that came as one: all that it has, in the order of the specification. */
export function takeEvent(given: JsonNode, overrides: Overrides, received: string): MadeEvent {
  if (given.type !== "object") {
    const node = objectNode([]);
    const problems = [`found ${given.type}, expected an object`];
    return { node, id: "", source: "", timeIsReceived: false, idIsDerived: false, problems };
  }
  const values = new Map(given.members.map(({ key, value }) => [key, value]));
  for (const [name, value] of Object.entries(overrides)) values.set(name, stringNode(value));
  const time = values.get("time");
  const timeIsReceived = time === undefined || time.type === "null";
  if (timeIsReceived) values.set("time", stringNode(received));
  const first = ["specversion", ...ATTRIBUTES];
  const known = new Set([...first, "data", "data_base64"]);
  const names = [
    ...first,
    ...[...values.keys()].filter((name) => !known.has(name)),
    "data",
    "data_base64",
  ];
  const members = names.flatMap((name) => {
    const value = values.get(name);
    const isAbsent = value === undefined || (value.type === "null" && name !== "data");
    return isAbsent ? [] : [memberNode(name, value)];
  });
  const node = objectNode(members);
  const text = (name: string) => textOf(values.get(name)) ?? "";
  return {
    node,
    id: text("id"),
    source: text("source"),
    timeIsReceived,
    idIsDerived: false,
    problems: problemsOf(node),
  };
}

/** An event in binary mode: its attributes are headers. */
export function binaryEvent(headers: HeaderBag, payload: Payload): JsonObject {
  const attributes = headers.entries
    .filter(([name]) => name.startsWith("ce-"))
    .map(([name, value]) => memberNode(name.slice("ce-".length), stringNode(decode(value))));
  const type = headers.get("content-type");
  return objectNode([
    ...attributes,
    ...(type === undefined ? [] : [memberNode("datacontenttype", stringNode(type))]),
    ...dataMembers(payload).filter((one) => one !== undefined),
  ]);
}

/** Header values in double quotes may be taken as written without; escapes that are none stay. */
function decode(value: string): string {
  const bare = /^"(?:[^"\\]|\\.)*"$/.test(value)
    ? value.slice(1, -1).replaceAll(/\\(.)/g, "$1")
    : value;
  return decodeEscapes(bare);
}

function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const URI_REFERENCE = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/;

/** What keeps it from being a CloudEvent, in words: found …, expected …. */
function problemsOf(event: JsonObject): string[] {
  const problems: string[] = [];
  const names = new Set(event.members.map(({ key }) => key));
  for (const name of ["specversion", "id", "source", "type"]) {
    if (!names.has(name)) problems.push(`found no ${name}, expected one`);
  }
  for (const { key, value } of event.members) {
    const problem = key === "data" ? undefined : attributeProblem(key, value);
    if (problem !== undefined) problems.push(problem);
  }
  if (names.has("data") && names.has("data_base64")) {
    problems.push("found both data and data_base64, expected one of them");
  }
  return problems;
}

function attributeProblem(name: string, value: JsonNode): string | undefined {
  const isData = name === "data_base64";
  if (!isData && !/^[a-z0-9]{1,20}$/.test(name))
    return `found the name ${quoted(name)}, expected 1 to 20 of a-z and 0-9`;
  if (value.type === "array" || value.type === "object")
    return `found an ${value.type} in ${name}, expected a text, number or truth value`;
  const isStandard = isData || name === "specversion" || ATTRIBUTES.includes(name);
  if (!isStandard) return undefined;
  if (value.type !== "string") return `found ${value.type} in ${name}, expected a text`;
  if (isData) return undefined;
  if (value.value === "") return `found an empty ${name}, expected a text`;
  const form = FORMS.get(name);
  return form === undefined || form.holds(value.value)
    ? undefined
    : `found the ${name} ${quoted(value.value)}, expected ${form.expected}`;
}

interface Form {
  readonly expected: string;
  holds(text: string): boolean;
}

const FORMS: ReadonlyMap<string, Form> = new Map([
  ["specversion", { expected: "1.0", holds: (text: string) => text === "1.0" }],
  ["time", { expected: "RFC 3339", holds: isRfc3339 }],
  ["source", { expected: "a URI reference", holds: (text: string) => URI_REFERENCE.test(text) }],
  [
    "dataschema",
    { expected: "a URI", holds: (text: string) => /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) },
  ],
]);

function isRfc3339(text: string): boolean {
  const pattern = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;
  return pattern.test(text) && timeOf(text, "s") !== undefined;
}

/**
 * UTC with `Z` and the fraction that was written, of RFC 3339, `YYYY-MM-DD HH:MM:SS UTC|±hhmm`, or whole seconds or
 * milliseconds since 1970.
 */
export function timeOf(text: string, unit: "s" | "ms"): string | undefined {
  if (/^\d{1,16}$/.test(text)) {
    const seconds = unit === "s" ? Number(text) : Math.floor(Number(text) / 1000);
    const nanosecond = unit === "s" ? 0 : (Number(text) % 1000) * 1_000_000;
    return seconds > LAST_SECOND ? undefined : writeUtc({ seconds, nanosecond });
  }
  const [, fraction = ""] = /\.(\d{1,9})/.exec(text) ?? [];
  const plain = text
    .replace(/(\.\d{9})\d+/, "$1")
    .replace(/ UTC$/, "Z")
    .replace(/ ([+-]\d{4})$/, "$1");
  const read = readDateTime(plain);
  if (read?.offset === undefined || read.dateOnly) return undefined;
  const seconds = secondsFromLocal(read.local) - read.offset;
  return writeUtc({ seconds, nanosecond: read.local.nanosecond }, { digits: fraction.length });
}

/** The event as an HTTP message: attributes as headers where the data stays as it is, else one document. */
export function httpMessage({ node }: MadeEvent): string {
  const data = at(node, "data");
  const isWhole =
    at(node, "data_base64") !== undefined ||
    (data?.type === "string" && !isJsonType(node) && /[\r\n]$/.test(data.value));
  if (isWhole) {
    return `POST / HTTP/1.1\ncontent-type: application/cloudevents+json\n\n${minifyJson(node, Infinity)}`;
  }
  const type =
    textAt(node, "datacontenttype") ?? (data === undefined ? undefined : "application/json");
  const head = node.members
    .filter(({ key }) => key !== "data" && key !== "datacontenttype")
    .map(({ key, value }) => `ce-${key}: ${headerValue(valueText(value))}`);
  return [
    "POST / HTTP/1.1",
    ...head,
    ...(type === undefined ? [] : [`content-type: ${typeValue(type)}`]),
    "",
    data === undefined ? "" : dataText(node, data),
  ].join("\n");
}

function isJsonType(node: JsonObject): boolean {
  const type = textAt(node, "datacontenttype");
  return type === undefined || isJson(type);
}

/** Whether a media type is that of JSON. */
export function isJson(type: string): boolean {
  const [essence = ""] = type.split(";");
  return /^[a-z]+\/(?:[\w.+-]*\+)?json$/i.test(essence.trim());
}

function dataText(node: JsonObject, data: JsonNode): string {
  if (data.type === "string" && !isJsonType(node)) return data.value;
  return minifyJson(data, Infinity) ?? "";
}

function valueText(value: JsonNode): string {
  if (value.type === "string") return value.value;
  return minifyJson(value, Infinity) ?? "";
}

/** As the HTTP binding has it: all but visible ASCII is percent-encoded, and so are quotes and percent signs. */
function headerValue(text: string): string {
  return text.toWellFormed().replaceAll(/[^!#$&-~]/gu, encodeURIComponent);
}

/** A media type is a header of its own, which has no escapes. */
function typeValue(text: string): string {
  return text.replaceAll(/[^ -~]+/g, " ").trim();
}
