/** How senders sign: where the signature stands, what it is over, and what the secret means. */
import { readBase64 } from "../../tools/_lib/bytes/base64.ts";
import { encodeUtf8, fromHex } from "../../tools/_lib/bytes/encodings.ts";
import { sha256HexOf } from "../../tools/_lib/bytes/sha256.ts";
import type { HeaderBag } from "../../tools/_lib/web/http/header-list.ts";
import { readForm } from "../../tools/_lib/web/url/percent.ts";
import type { Provider } from "./providers.ts";

/** What is signed, piece by piece; other texts stand for themselves. */
type Part = "$id" | "$timestamp" | "$body" | "$url" | "$method" | "$twilio" | "." | ":" | "v0:";

export interface Scheme {
  readonly id: string;
  readonly algorithm: "sha256" | "sha1" | "ed25519" | "token";
  /** The first of them that is sent counts. */
  readonly headers: readonly string[];
  /** Between several signatures in one header. */
  readonly separator: "," | " ";
  /** Before each; what begins with another one is of another scheme. */
  readonly prefix: string;
  readonly encoding: "hex" | "base64";
  readonly key: "utf8" | "base64" | "hex";
  readonly idHeaders?: readonly string[];
  readonly timestamp?: TimestampPlace;
  readonly content: readonly Part[];
}

export interface TimestampPlace {
  readonly from: "header" | "signature" | "body";
  /** Headers, the item's prefix, or the body's member. */
  readonly names: readonly string[];
  readonly unit: "s" | "ms";
}

const plain = { separator: ",", prefix: "", encoding: "hex", key: "utf8" } as const;

export const SCHEMES = {
  "github-sha256": {
    ...plain,
    id: "github-sha256",
    algorithm: "sha256",
    headers: ["x-hub-signature-256"],
    prefix: "sha256=",
    content: ["$body"],
  },
  "github-sha1": {
    ...plain,
    id: "github-sha1",
    algorithm: "sha1",
    headers: ["x-hub-signature"],
    prefix: "sha1=",
    content: ["$body"],
  },
  /** A secret with `whpk_` makes it Ed25519, whose signatures begin with `v1a,`. */
  "standard-webhooks": {
    ...plain,
    id: "standard-webhooks",
    algorithm: "sha256",
    headers: ["webhook-signature", "svix-signature"],
    separator: " ",
    prefix: "v1,",
    encoding: "base64",
    key: "base64",
    idHeaders: ["webhook-id", "svix-id"],
    timestamp: { from: "header", names: ["webhook-timestamp", "svix-timestamp"], unit: "s" },
    content: ["$id", ".", "$timestamp", ".", "$body"],
  },
  "gitlab-token": {
    ...plain,
    id: "gitlab-token",
    algorithm: "token",
    headers: ["x-gitlab-token"],
    content: [],
  },
  stripe: {
    ...plain,
    id: "stripe",
    algorithm: "sha256",
    headers: ["stripe-signature"],
    prefix: "v1=",
    timestamp: { from: "signature", names: ["t="], unit: "s" },
    content: ["$timestamp", ".", "$body"],
  },
  slack: {
    ...plain,
    id: "slack",
    algorithm: "sha256",
    headers: ["x-slack-signature"],
    prefix: "v0=",
    timestamp: { from: "header", names: ["x-slack-request-timestamp"], unit: "s" },
    content: ["v0:", "$timestamp", ":", "$body"],
  },
  "shopify-sha256": {
    ...plain,
    id: "shopify-sha256",
    algorithm: "sha256",
    headers: ["x-shopify-hmac-sha256", "shopify-hmac-sha256"],
    encoding: "base64",
    content: ["$body"],
  },
  "discord-ed25519": {
    ...plain,
    id: "discord-ed25519",
    algorithm: "ed25519",
    headers: ["x-signature-ed25519"],
    key: "hex",
    timestamp: { from: "header", names: ["x-signature-timestamp"], unit: "s" },
    content: ["$timestamp", "$body"],
  },
  "twilio-sha1": {
    ...plain,
    id: "twilio-sha1",
    algorithm: "sha1",
    headers: ["x-twilio-signature"],
    encoding: "base64",
    content: ["$twilio"],
  },
  "linear-sha256": {
    ...plain,
    id: "linear-sha256",
    algorithm: "sha256",
    headers: ["linear-signature"],
    timestamp: { from: "body", names: ["webhookTimestamp"], unit: "ms" },
    content: ["$body"],
  },
  "square-sha256": {
    ...plain,
    id: "square-sha256",
    algorithm: "sha256",
    headers: ["x-square-hmacsha256-signature"],
    encoding: "base64",
    content: ["$url", "$body"],
  },
  "hubspot-v3": {
    ...plain,
    id: "hubspot-v3",
    algorithm: "sha256",
    headers: ["x-hubspot-signature-v3"],
    encoding: "base64",
    timestamp: { from: "header", names: ["x-hubspot-request-timestamp"], unit: "ms" },
    content: ["$method", "$url", "$body", "$timestamp"],
  },
  zoom: {
    ...plain,
    id: "zoom",
    algorithm: "sha256",
    headers: ["x-zm-signature"],
    prefix: "v0=",
    timestamp: { from: "header", names: ["x-zm-request-timestamp"], unit: "s" },
    content: ["v0:", "$timestamp", ":", "$body"],
  },
} as const satisfies Readonly<Record<string, Scheme>>;

/** Those whose requests can be sent again: nothing that is signed says when. */
export const UNPROTECTED: ReadonlySet<string> = new Set([
  "github-sha256",
  "github-sha1",
  "shopify-sha256",
  "gitlab-token",
  "twilio-sha1",
  "square-sha256",
]);

const BY_PROVIDER: Readonly<Partial<Record<Provider, keyof typeof SCHEMES>>> = {
  stripe: "stripe",
  slack: "slack",
  shopify: "shopify-sha256",
  "standard-webhooks": "standard-webhooks",
  discord: "discord-ed25519",
  twilio: "twilio-sha1",
  linear: "linear-sha256",
  square: "square-sha256",
  hubspot: "hubspot-v3",
  zoom: "zoom",
};

/** The scheme that decides; undefined where the sender has none that can be checked here. */
export function schemeOf(
  provider: Provider,
  headers: HeaderBag,
  secrets: readonly string[],
): Scheme | undefined {
  const isStandard = headers.has(...SCHEMES["standard-webhooks"].headers);
  if (provider === "github") {
    const isOld = !headers.has("x-hub-signature-256") && headers.has("x-hub-signature");
    return SCHEMES[isOld ? "github-sha1" : "github-sha256"];
  }
  if (provider === "gitlab") {
    const [token] = headers.all("x-gitlab-token");
    const isToken =
      token !== undefined && secrets.map((one) => isSameText(one, token)).some(Boolean);
    return SCHEMES[isStandard && !isToken ? "standard-webhooks" : "gitlab-token"];
  }
  const known = BY_PROVIDER[provider];
  if (known !== undefined) return SCHEMES[known];
  return isStandard ? SCHEMES["standard-webhooks"] : undefined;
}

/** What a request has to say for a signature. */
export interface Signed {
  readonly headers: HeaderBag;
  readonly body: Uint8Array;
  /** The body, where it is UTF-8. */
  readonly text: string | undefined;
  readonly url: string;
  readonly method: string;
  /** Of the scheme, as it is written. */
  readonly timestamp: string;
}

/** What is before and behind the body, or instead of it. */
export interface Content {
  readonly before: string;
  readonly hasBody: boolean;
  readonly after: string;
}

export function contentOf(scheme: Scheme, signed: Signed): Content {
  const { headers, url, method, timestamp } = signed;
  const texts: Partial<Record<Part, string>> = {
    $id: headers.get(...(scheme.idHeaders ?? [])) ?? "",
    $timestamp: timestamp,
    $url: scheme.id === "hubspot-v3" ? hubspotUrl(url) : url,
    $method: method,
    $twilio: scheme.id === "twilio-sha1" ? twilioText(signed) : "",
  };
  const sides = ["", ""] as [string, string];
  let side: 0 | 1 = 0;
  for (const part of scheme.content) {
    if (part === "$body") side = 1;
    else sides[side] += texts[part] ?? part;
  }
  return { before: sides[0], hasBody: scheme.content.includes("$body"), after: sides[1] };
}

/** HubSpot signs the address with these escapes read. */
function hubspotUrl(url: string): string {
  return url.replace(/%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi, decodeURIComponent);
}

/** Twilio signs the address and the fields of a form by name; of another body a digest stands in the address. */
function twilioText({ headers, text = "", url }: Signed): string {
  if (!isForm(headers.get("content-type"))) return url;
  const fields = readForm(text).map(({ name, value }) => name + value);
  const names = readForm(text).map(({ name }) => name);
  const order = names.map((_, index) => index);
  order.sort((a, b) => compare(names[a], names[b]) || compare(fields[a], fields[b]));
  const seen = new Set<string>();
  const parts = order.map((index) => fields[index] ?? "");
  // A field that is sent twice with one value counts once.
  return (
    url + parts.filter((part, at) => isFirst(seen, `${names[order[at] ?? 0]}\n${part}`)).join("")
  );
}

function isFirst(seen: Set<string>, key: string): boolean {
  const isNew = !seen.has(key);
  seen.add(key);
  return isNew;
}

function compare(left = "", right = ""): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Whether the digest that a Twilio address names is that of the body. */
export function isTwilioBody({ headers, body, url }: Signed): boolean {
  if (isForm(headers.get("content-type"))) return true;
  const [, named] = /[?&]bodySHA256=([0-9a-f]{64})(?:[&#]|$)/i.exec(url) ?? [];
  return named === undefined || named.toLowerCase() === sha256HexOf(body);
}

export function isForm(contentType = ""): boolean {
  return /^application\/x-www-form-urlencoded(?:[\s;]|$)/i.test(contentType);
}

/** What the signature headers hold: of each that is of the scheme its bytes, undefined where it does not decode. */
export function candidatesOf(
  scheme: Scheme,
  values: readonly string[],
  prefix: string,
): readonly (Uint8Array | undefined)[] {
  const items =
    scheme.separator === " "
      ? values.flatMap((value) => value.split(/,?\s+/))
      : values.flatMap((value) => value.split(",").map((item) => item.trim()));
  return items
    .filter((item) => item !== "" && item.startsWith(prefix))
    .map((item) => decoded(item.slice(prefix.length), scheme.encoding));
}

/** Strict: another text is another signature. */
export function decoded(text: string, encoding: "hex" | "base64"): Uint8Array | undefined {
  if (encoding === "hex") {
    return /^(?:[0-9a-f]{2})+$/i.test(text) ? fromHex(text).bytes : undefined;
  }
  const read = readBase64(text, "standard");
  if ("code" in read || read.spaceAt >= 0 || read.paddingMissing || read.surplusBitsAt >= 0)
    return undefined;
  return read.bytes.length === 0 ? undefined : read.bytes;
}

/** The bytes of a key in the form that the scheme has. */
export function keyOf(scheme: Scheme, secret: string): Uint8Array | undefined {
  if (scheme.key === "utf8") return encodeUtf8(secret);
  if (scheme.key === "hex") return decoded(secret, "hex");
  const read = readBase64(secret.replace(/^wh(?:sec|pk)_/, ""), "standard");
  return "code" in read || read.bytes.length === 0 ? undefined : read.bytes;
}

/** No early exit: how long it takes says nothing of where two differ. */
export function isSame(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index++) {
    difference |= (left[index] ?? 0) ^ (right[index] ?? 0);
  }
  return difference === 0;
}

function isSameText(left: string, right: string): boolean {
  return isSame(encodeUtf8(left), encodeUtf8(right));
}

/** The scheme's timestamp as it is written: undefined where there is none. */
export function timestampText(
  { timestamp: place, headers: names }: Scheme,
  headers: HeaderBag,
  bodyMember: (name: string) => string | undefined,
): string | undefined {
  if (place === undefined) return undefined;
  if (place.from === "header") return headers.get(...place.names);
  if (place.from === "body") return bodyMember(place.names[0] ?? "");
  const items = headers.all(...names).flatMap((value) => value.split(","));
  const [prefix = ""] = place.names;
  return items
    .map((item) => item.trim())
    .find((item) => item.startsWith(prefix))
    ?.slice(prefix.length);
}

/** Whole seconds; undefined for what is no time of this unit. */
export function secondsOf(text: string, unit: "s" | "ms"): number | undefined {
  const pattern = unit === "s" ? /^\d{1,11}$/ : /^\d{12,14}$/;
  if (!pattern.test(text)) return undefined;
  return unit === "s" ? Number(text) : Math.floor(Number(text) / 1000);
}
