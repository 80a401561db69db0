/** The stages in which a request is read. */
import { readBase64 } from "../../tools/_lib/bytes/base64.ts";
import { decodeUtf8, encodeUtf8 } from "../../tools/_lib/bytes/encodings.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import {
  arrayNode,
  type JsonNode,
  memberNode,
  objectNode,
  stringNode,
  withoutRepeats,
} from "../../tools/_lib/json/tree/tree.ts";
import { documentOf } from "../../tools/_lib/json/tree/value.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { loneSurrogateAt } from "../../tools/_lib/text/code-points.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { HeaderBag, readHeaders } from "../../tools/_lib/web/http/header-list.ts";
import formatJson from "../../tools/json-formatter.ts";
import parseUrl from "../../tools/url-encoder.ts";
import type { Failure, Work } from "../webhook-normalization-kit.ts";
import { isJson } from "./events.ts";
import { type Provider, providerByBody, providerByHeaders, SIGN_HEADERS } from "./providers.ts";
import { isForm, keyOf, type Scheme, schemeOf } from "./schemes.ts";

const MOST_HEADERS = 100;

/** The request, and who sent it. */
export interface Request {
  readonly headers: HeaderBag;
  readonly provider: Provider;
  /** As received, or of the object that was given instead. */
  readonly bytes: Uint8Array;
  /** The body, where it is UTF-8. */
  readonly text: string | undefined;
  readonly isRaw: boolean;
  readonly secrets: readonly string[];
  readonly scheme: Scheme | undefined;
}

type Problem = Failure | undefined;

/** Reads headers, body and secrets, and finds out who sent them; a problem ends the run. */
export function detect(work: Work): Request | { readonly problem: Failure } {
  const { input, report } = work;
  const fields = readHeaders(input.headers, "/headers", MOST_HEADERS);
  if ("code" in fields) return { problem: fields };
  const headers = new HeaderBag(fields);
  const body = readBody(work);
  if ("problem" in body) return body;
  const named = input.provider === "auto" ? providerByHeaders(headers) : input.provider;
  const provider = named ?? guess(work, body.text);
  if (provider === undefined) return { problem: providerUnknown() };
  if (named === undefined && provider !== "generic") {
    const message = `The headers say nothing of the sender; the body looks like one of ${provider}, and \`provider\` would settle it`;
    report.find("info", "detect", { code: "PROVIDER_GUESSED", message, subject: provider });
  }
  const secrets = input.secret === undefined ? [] : [input.secret].flat();
  const scheme = schemeOf(provider, headers, secrets);
  const problem = secretProblem(secrets, scheme, Array.isArray(input.secret));
  if (problem !== undefined) return { problem };
  report.done("detect", `A request of ${provider}`);
  return { headers, provider, ...body, secrets, scheme };
}

type Body = Pick<Request, "bytes" | "text" | "isRaw">;

function readBody({ input, report }: Work): Body | { readonly problem: Failure } {
  const { body } = input;
  if (typeof body !== "string") {
    const message =
      "The body is an object, not the text that was sent: its signature cannot be checked; send the raw body";
    report.find("warning", "detect", { code: "BODY_NOT_RAW", message, path: "/body" });
    const document = documentOf(body);
    const text = ((document && minifyJson(document.root, Infinity)) ?? "").toWellFormed();
    return { bytes: encodeUtf8(text), text, isRaw: false };
  }
  if (input.bodyEncoding === "base64") {
    const read = readBase64(body);
    if ("code" in read) return { problem: base64Invalid(read.offset) };
    const text = decodeUtf8(read.bytes);
    if (text === undefined)
      noteNotUtf8(report, "The body is not UTF-8: the event has it as Base64");
    return { bytes: read.bytes, text, isRaw: true };
  }
  if (loneSurrogateAt(body) >= 0) {
    noteNotUtf8(
      report,
      "The body holds half of a surrogate pair, which no bytes give: it was read as U+FFFD; send the body as Base64 with `bodyEncoding`",
    );
  }
  const text = body.toWellFormed();
  return { bytes: encodeUtf8(text), text, isRaw: true };
}

function noteNotUtf8(report: Work["report"], message: string): void {
  report.find("warning", "detect", { code: "BODY_NOT_UTF8", message, path: "/body" });
}

function base64Invalid(offset: number): Failure {
  const message = "Cannot read the body: found a text that is no Base64, expected Base64";
  return { code: "BASE64_INVALID", message, path: "/body", offset };
}

function guess({ input }: Work, text: string | undefined): Provider | undefined {
  const read = readJson((text ?? "").replace(/^\ufeff/, ""));
  const known = "root" in read ? providerByBody(read.root) : undefined;
  if (known !== undefined) return known;
  const isDescribed = input.source !== undefined && input.type !== undefined;
  return input.mapping !== undefined || isDescribed ? "generic" : undefined;
}

function providerUnknown(): Failure {
  return {
    code: "PROVIDER_UNKNOWN",
    message: `Cannot tell who sent the request: found none of the headers ${SIGN_HEADERS.join(", ")}, nor a body of a known form, expected one of them, or \`provider\`, \`mapping\`, or \`source\` and \`type\``,
    path: "/headers",
    hint: "Known: GitHub, GitLab, Stripe, Slack, Shopify, Standard Webhooks (Svix), CloudEvents, Discord, Twilio, PayPal, Linear, Square, HubSpot v3, Zoom; for any other give source and type",
  };
}

function secretProblem(
  secrets: readonly string[],
  scheme: Scheme | undefined,
  isList: boolean,
): Problem {
  const index = secrets.findIndex(
    (secret) =>
      secret === "" ||
      (scheme?.id === "standard-webhooks" &&
        /^wh(?:sec|pk)_/.test(secret) &&
        keyOf(scheme, secret) === undefined),
  );
  if (index < 0) return undefined;
  const found = secrets[index] === "" ? "nothing" : "a text that is no Base64 behind its prefix";
  const message = `Cannot use the secret: found ${found}, expected a secret as the sender shows it`;
  return { code: "SECRET_INVALID", message, path: isList ? `/secret/${index}` : "/secret" };
}

/** The data of the body: JSON or a form as a tree, else nothing but its text or bytes. */
export interface Content {
  readonly root?: JsonNode | undefined;
  /** What the event says of its data; undefined where there is none. */
  readonly contentType: string | undefined;
}

/** Senders whose bodies may be anything. */
const OPEN: ReadonlySet<Provider> = new Set(["generic", "cloudevents"]);

export function readContent(
  work: Work,
  { headers, provider, text, bytes }: Request,
): Content | { readonly problem: Failure } {
  const { report } = work;
  const type = headers.get("content-type");
  if (text === undefined) {
    report.skipped("body", "The body is not UTF-8; with another `body` it would be read");
    return { contentType: type ?? "application/octet-stream" };
  }
  const isOpen = OPEN.has(provider);
  if (isFormBody(provider, type, text)) return readFormBody(work, provider, text);
  if (isOpen && (bytes.length === 0 || !isJsonBody(type, text))) {
    report.skipped("body", "The body is neither JSON nor a form; another `body` would be read");
    return { contentType: bytes.length === 0 ? type : (type ?? "text/plain") };
  }
  const read = readJsonText(work, text);
  if ("problem" in read) return read;
  report.done("body", "JSON");
  const own = isOpen && type !== undefined ? type : "application/json";
  return { root: read.root, contentType: own };
}

/** Slack and Twilio send forms, also where a capture has lost the header that says so. */
function isFormBody(provider: Provider, type: string | undefined, text: string): boolean {
  if (provider === "cloudevents") return false;
  if (type !== undefined) return isForm(type);
  return (provider === "slack" || provider === "twilio") && isFormText(text);
}

function isFormText(text: string): boolean {
  return !/^\s*[[{]/.test(text.slice(0, 1000));
}

/** Without a content type a body that reads as JSON is JSON. */
function isJsonBody(type: string | undefined, text: string): boolean {
  return type === undefined ? !("code" in readJson(text.replace(/^\ufeff/, ""))) : isJson(type);
}

function readJsonText(
  { ctx, report }: Work,
  text: string,
): { readonly root: JsonNode } | { readonly problem: Failure } {
  const {
    ok,
    output = "",
    errors,
    warnings,
  } = ctx.step(formatJson, {
    input: text,
    duplicateKeys: "last",
  });
  const [first] = errors ?? [];
  if (!ok && first) return { problem: { ...first, path: "/body" } as Failure };
  for (const entry of warnings ?? []) {
    if (entry.code !== "DUPLICATE_KEY") continue;
    const { code, message, path = "", line, column } = entry;
    report.find("warning", "body", {
      code,
      message: `${message}: its last value is in the event`,
      path: `/body${path}`,
      line,
      column,
    });
  }
  const read = readJson(output);
  return { root: "root" in read ? withoutRepeats(read.root, "last") : objectNode([]) };
}

/** The URL standard reads the fields; what would end or change the query on the way is escaped. */
function readFormBody(
  work: Work,
  provider: Provider,
  text: string,
): Content | { readonly problem: Failure } {
  const { ctx, report } = work;
  work.plan.body = parseUrl;
  // oxlint-disable-next-line no-control-regex -- the URL standard drops or ends at these
  const input = `?${text.replaceAll(/[\u0000- #]/g, encodeURIComponent)}`;
  const { value } = ctx.step(parseUrl, { input, action: "parse", base: "http://body.invalid/" });
  const params = value && "params" in value ? value.params : [];
  const payload = params.find(({ name }) => name === "payload")?.value;
  if (payload !== undefined && (provider === "github" || provider === "slack")) {
    const read = readJsonText(work, payload);
    // What stands where is a place of the payload, not of the body.
    if ("problem" in read) {
      const { code, message } = read.problem;
      return { problem: { code, message: `${message}, in the field payload`, path: "/body" } };
    }
    report.done("body", "A form whose payload is JSON");
    return { root: read.root, contentType: "application/json" };
  }
  const fields = new Map<string, string[]>();
  for (const { name, value: one } of params) {
    const known = fields.get(name);
    if (known) known.push(one);
    else fields.set(name, [one]);
  }
  const members = Array.from(fields, ([name, values]) => {
    const [first = ""] = values;
    return memberNode(
      name,
      values.length === 1 ? stringNode(first) : arrayNode(values.map(stringNode)),
    );
  });
  report.done("body", `A form of ${counted(members.length, "field")}`);
  return { root: objectNode(members), contentType: "application/json" };
}
