/** What the body of a response says. */
import { appendPointer } from "../_lib/results/pointer.ts";
import { maskSecrets } from "../_lib/secrets/secret-keys.ts";
import type { Value } from "../api-failure-diagnostic.ts";

type Data = Readonly<Record<string, unknown>>;
type FieldError = Value["fieldErrors"][number];

export function objectOf(data: unknown): Data {
  return typeof data === "object" && data !== null && !Array.isArray(data) ? (data as Data) : {};
}

const PROBLEM_MEMBERS = ["type", "title", "status", "detail", "instance"] as const;

/** The members of RFC 9457; null where the body is no problem of this kind. */
export function problemOf(data: unknown, mediaType: string | null): object | null {
  const body = objectOf(data);
  const isNamed = mediaType === "application/problem+json";
  const isAlike =
    (typeof body["title"] === "string" || typeof body["detail"] === "string") &&
    (typeof body["type"] === "string" || typeof body["status"] === "number");
  if (!isNamed && !isAlike) return null;
  const members = PROBLEM_MEMBERS.filter((name) => body[name] !== undefined);
  if (members.length === 0) return null;
  return maskSecrets(Object.fromEntries(members.map((name) => [name, body[name]]))) as object;
}

/** Lists of errors each with a field, or an object of fields, as frameworks write them. */
export function fieldErrorsOf(data: unknown): FieldError[] {
  const body = objectOf(data);
  const error = objectOf(body["error"]);
  const places = [
    body["errors"],
    body["detail"],
    body["details"],
    error["errors"],
    error["details"],
  ];
  return places.flatMap((place) =>
    Array.isArray(place) ? place.flatMap(listedError) : objectErrors(place),
  );
}

function listedError(item: unknown): FieldError[] {
  const entry = objectOf(item);
  const path = pathOf(entry);
  const message = [entry["detail"], entry["message"], entry["msg"]].find(isText);
  return path === undefined || message === undefined ? [] : [{ path, message }];
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function pathOf(entry: Data): string | undefined {
  const { pointer, path, loc, field } = entry;
  const source = objectOf(entry["source"])["pointer"];
  for (const place of [pointer, source]) if (isText(place)) return place.replace(/^#/, "");
  if (isText(path)) return path;
  if (Array.isArray(path)) return pointerOf(path);
  if (Array.isArray(loc)) return pointerOf(loc[0] === "body" ? loc.slice(1) : loc);
  if (isText(loc)) return loc;
  return isText(field) ? field : undefined;
}

function pointerOf(tokens: readonly unknown[]): string {
  return tokens.reduce((pointer: string, token) => appendPointer(pointer, String(token)), "");
}

function objectErrors(place: unknown): FieldError[] {
  return Object.entries(objectOf(place)).flatMap(([path, texts]) =>
    [texts].flat().flatMap((message) => (isText(message) ? [{ path, message }] : [])),
  );
}

const FAILED = new Set(["error", "fail", "failed", "failure"]);

/** Whether a body of a success tells of an error. */
export function hidesError(data: unknown): boolean {
  if (Array.isArray(data)) return data.some((item) => hidesError(objectOf(item)));
  const { errors, error, ok, success, status } = objectOf(data);
  if (errors === true || (Array.isArray(errors) && errors.length > 0)) return true;
  // `error: false` is what some servers say of a success.
  if (error !== undefined && error !== null && error !== false && error !== "") return true;
  if (ok === false || success === false) return true;
  return typeof status === "string" && FAILED.has(status.toLowerCase());
}

const MOST_RECORDS = 100;

/** The objects in which a body speaks of its error, what is more particular first: listed details, then errors, then the body. */
export function recordsIn(data: unknown): Data[] {
  const body = objectOf(Array.isArray(data) ? data[0] : data);
  const error = objectOf(body["error"]);
  const listed = [error["details"], error["errors"], body["details"], body["errors"]].flatMap(
    (place) => (Array.isArray(place) ? place.slice(0, MOST_RECORDS) : [place]).map(objectOf),
  );
  const inner = listed.map((item) => objectOf(item["extensions"]));
  return [...listed, ...inner, objectOf(error["innererror"]), error, body].filter(
    (record) => Object.keys(record).length > 0,
  );
}

const NAME_KEYS = ["code", "errorCode", "error_code", "type", "reason", "__type", "Code"] as const;
/** What is least particular: Google's `status`, and OAuth's `error`. */
const BROAD_KEYS = ["error", "errorType", "name", "status"] as const;

/** The names of errors in the body, what is more particular first; no texts for people. */
export function namesIn(data: unknown, body: string): string[] {
  const records = recordsIn(data);
  const names = [NAME_KEYS, BROAD_KEYS].flatMap((keys) =>
    records.flatMap((record) => keys.map((key) => record[key])),
  );
  const tags = data === undefined ? [...body.matchAll(NAME_TAG)].map(([, name]) => name) : [];
  return [...names, ...tags].filter(isText);
}

/** As AWS and Azure write it in XML. */
const NAME_TAG = /<(?:Code|code|errorCode)>\s{0,20}([\w.:-]{1,100})\s{0,20}</g;

/** The media type without its parameters, guessed where no header says it; null without a body. */
export function mediaTypeOf(
  header: string | undefined,
  body: string,
  data: unknown,
): string | null {
  const [named = ""] = (header ?? "").split(/[;,]/);
  if (named.trim() !== "") return named.trim().toLowerCase();
  if (body.trim() === "") return null;
  if (data !== undefined) return "application/json";
  return /^\s*<(?:!doctype html|html)\b/i.test(body) ? "text/html" : "text/plain";
}

/** What stands around a credential in a sentence. */
const SECRET_WORDS =
  /pass(?:word|wd|phrase)?|secret|token|api[-_ ]?key|private[-_ ]?key|credential|authorization|cookie/i;

/** What the body says to people, or the first line of a body that is plain text. */
export function messageOf(data: unknown, body: string, mediaType: string | null): string | null {
  const places = [objectOf(data)["error"], ...listOf(objectOf(data)["errors"]), data].map(objectOf);
  const texts = [
    ...places.flatMap((place) => MESSAGE_KEYS.map((key) => place[key])),
    objectOf(data)["error"],
    MESSAGE_TAG.exec(data === undefined ? body : "")?.[1],
    mediaType === "text/plain" ? body.trim().split(/[\r\n]/)[0] : undefined,
  ];
  const message = texts.filter(isText).find((text) => text.trim() !== "");
  return message === undefined || !isShowable(message) ? null : message.trim();
}

/** Whether a sentence names no credential, which might stand in it. */
export function isShowable(text: string): boolean {
  return !SECRET_WORDS.test(text);
}

const MESSAGE_TAG = /<[Mm]essage>([^<]{1,1000})</;

const MESSAGE_KEYS = ["message", "detail", "error_description", "title", "msg"] as const;

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, 1) : [];
}
