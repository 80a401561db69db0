/** The stages in which the signature of a request is judged. */
import { readBase64, toBase64 } from "../../tools/_lib/bytes/base64.ts";
import { encodeUtf8 } from "../../tools/_lib/bytes/encodings.ts";
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import { verifyEd25519 } from "../../tools/_lib/secrets/ed25519.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import hash from "../../tools/hash-generator.ts";
import type { Work } from "../webhook-normalization-kit.ts";
import { textAt } from "./node.ts";
import {
  candidatesOf,
  contentOf,
  isSame,
  isTwilioBody,
  keyOf,
  type Scheme,
  secondsOf,
  type Signed,
  timestampText,
  UNPROTECTED,
} from "./schemes.ts";
import type { Request } from "./stages.ts";

export interface Signature {
  readonly scheme: string | null;
  readonly checked: boolean;
  readonly valid: boolean | null;
  readonly keyIndex: number | null;
  readonly timestamp: string | null;
  readonly ageSeconds: number | null;
}

export const UNCHECKED: Signature = {
  scheme: null,
  checked: false,
  valid: null,
  keyIndex: null,
  timestamp: null,
  ageSeconds: null,
};

/** The stages `sign` and `verify`. */
export function judgeSignature(
  work: Work,
  request: Request,
  root: JsonNode | undefined,
): Signature {
  const { input, report } = work;
  const { headers, scheme, secrets } = request;
  const written = scheme && timestampText(scheme, headers, (name) => textAt(root, name));
  const timed = { ...UNCHECKED, scheme: scheme?.id ?? null, ...ageOf(work, scheme, written) };
  if (secrets.length > 0) noteSecret(report);
  const reason = whyUnchecked(input, request);
  if (reason !== undefined || scheme === undefined) {
    noteUnchecked(report, request, reason ?? "");
    return timed;
  }
  if (headers.all(...scheme.headers).length === 0) {
    noteMissing(report, scheme);
    return { ...timed, valid: false };
  }
  const { url = "", method } = input;
  const { bytes, text } = request;
  const signed = { headers, body: bytes, text, url, method, timestamp: written ?? "" };
  const keyIndex = verifyAll(work, scheme, signed, secrets);
  noteScheme(report, scheme);
  const isTimely = judgeTimestamp(work, scheme, written, timed.ageSeconds);
  const isValid = keyIndex !== null;
  report.done(
    "verify",
    isValid ? `The signature fits secret ${keyIndex}` : "The signature does not fit",
    isValid && isTimely ? "pass" : "fail",
  );
  return { ...timed, checked: true, valid: isValid, keyIndex };
}

function noteUnchecked(report: Work["report"], request: Request, message: string): void {
  report.skipped("sign", message);
  report.done("verify", "The signature was not checked", "review");
  // Of a body that is an object BODY_NOT_RAW says why.
  if (request.isRaw || request.secrets.length === 0) {
    report.find("warning", "verify", { code: "SIGNATURE_NOT_CHECKED", message });
  }
}

function noteMissing(report: Work["report"], { headers }: Scheme): void {
  const [name = ""] = headers;
  report.skipped("sign", `There is no signature to compare with; \`headers\` lack ${name}`);
  report.done("verify", "No signature", "fail");
  const message = `Cannot check the signature: found no header ${name}, expected one`;
  report.find("error", "verify", { code: "SIGNATURE_MISSING", message, path: "/headers" });
}

function noteSecret(report: Work["report"]): void {
  const message =
    "A signing secret was sent to this service: prefer verify.ts or verify.py on your side, and rotate it if this server is not yours";
  report.find("info", "verify", { code: "SECRET_IN_REQUEST", message, path: "/secret" });
}

function whyUnchecked(
  { url }: Work["input"],
  { provider, scheme, secrets, isRaw }: Request,
): string | undefined {
  if (provider === "paypal") {
    return "PayPal signs with a certificate that has to be fetched: ask PayPal's verify-webhook-signature with the PAYPAL-TRANSMISSION headers";
  }
  if (scheme === undefined)
    return `A request of ${provider} has no signature that can be checked here`;
  if (secrets.length === 0) return "There is no secret; `secret` would check the signature";
  if (!isRaw) return "The body is not the text that was sent; `body` as text would be checked";
  const needsUrl = scheme.content.some((part) => part === "$url" || part === "$twilio");
  if (needsUrl && url === undefined)
    return `${provider} signs the address, too; \`url\` would check the signature`;
  return undefined;
}

function ageOf({ ctx }: Work, scheme: Scheme | undefined, written: string | undefined) {
  const seconds = scheme?.timestamp && secondsOf(written ?? "", scheme.timestamp.unit);
  const ageSeconds = seconds === undefined ? null : Math.floor(ctx.now() / 1000) - seconds;
  return { timestamp: written ?? null, ageSeconds };
}

/** The first secret that a signature fits; every signature is compared with every secret. */
function verifyAll(
  work: Work,
  scheme: Scheme,
  signed: Signed,
  secrets: readonly string[],
): number | null {
  const { report } = work;
  const all = secrets.map((secret) => fits(work, scheme, signed, secret));
  const sign = all.some(({ calls }) => calls > 0);
  if (sign) report.done("sign", `${counted(secrets.length, "secret")} tried`);
  else
    report.skipped(
      "sign",
      `${scheme.id} has no HMAC; a \`secret\` of another scheme would need one`,
    );
  const keyIndex = all.findIndex(({ fit }) => fit);
  if (keyIndex >= 0) return keyIndex;
  const isMalformed =
    scheme.algorithm !== "token" &&
    (all.every(({ decoded }) => !decoded) || (scheme.id === "stripe" && signed.timestamp === ""));
  const name = scheme.headers.find((one) => signed.headers.has(one)) ?? "";
  if (isMalformed) {
    const expected = `${scheme.prefix}${scheme.encoding === "hex" ? "hex digits" : "Base64"}`;
    const message = `Cannot read the signature in ${name}: found none of its form, expected ${scheme.timestamp?.from === "signature" ? "t=…," : ""}${expected}`;
    report.find("error", "verify", { code: "SIGNATURE_MALFORMED", message, path: "/headers" });
    return null;
  }
  const trimmed = secrets.findIndex(
    (secret) =>
      secret.trim() !== secret &&
      secret.trim() !== "" &&
      fits(work, scheme, signed, secret.trim()).fit,
  );
  const hint =
    trimmed < 0
      ? ""
      : `; without the white space around it, secret ${trimmed} fits: correct \`secret\``;
  const message = `Cannot trust the request: found a signature in ${name} that no secret makes, expected one of the raw body${hint}`;
  report.find("error", "verify", { code: "SIGNATURE_MISMATCH", message, path: "/headers" });
  return null;
}

interface Fit {
  readonly fit: boolean;
  readonly decoded: boolean;
  /** How often the hash tool was asked. */
  readonly calls: number;
}

function fits(work: Work, scheme: Scheme, signed: Signed, secret: string): Fit {
  const values = signed.headers.all(...scheme.headers);
  if (scheme.algorithm === "token") {
    const token = encodeUtf8(secret);
    const fit = values.map((value) => isSame(encodeUtf8(value), token)).some(Boolean);
    return { fit, decoded: true, calls: 0 };
  }
  const isPublic = scheme.id === "standard-webhooks" && secret.startsWith("whpk_");
  const candidates = candidatesOf(scheme, values, isPublic ? "v1a," : scheme.prefix);
  const readable = candidates.filter((one) => one !== undefined);
  const decoded = readable.length > 0;
  const key = keyOf(scheme, secret);
  if (key === undefined) return { fit: false, decoded, calls: 0 };
  if (isPublic || scheme.algorithm === "ed25519") {
    const message = contentBytes(scheme, signed);
    const isPoint = key.length === 32;
    const fit = readable.map((one) => isPoint && verifyEd25519(key, message, one)).some(Boolean);
    return { fit, decoded, calls: 0 };
  }
  const digest = hmacOf(work, scheme, signed, key);
  const isBound = scheme.id !== "twilio-sha1" || isTwilioBody(signed);
  const fit = readable.map((one) => isSame(one, digest)).some(Boolean) && isBound;
  return { fit, decoded, calls: 1 };
}

function hmacOf({ ctx }: Work, scheme: Scheme, signed: Signed, key: Uint8Array): Uint8Array {
  const { before, hasBody, after } = contentOf(scheme, signed);
  const isText = signed.text !== undefined || !hasBody;
  const { value } = ctx.step(hash, {
    ...(isText
      ? { text: before + (hasBody ? (signed.text ?? "") : "") + after }
      : { text: toBase64(contentBytes(scheme, signed)), textEncoding: "base64" }),
    algorithms: [scheme.algorithm],
    key: toBase64(key),
    keyEncoding: "base64",
  });
  const read = readBase64(value?.digests[scheme.algorithm]?.base64 ?? "");
  return "code" in read ? new Uint8Array() : read.bytes;
}

function contentBytes(scheme: Scheme, signed: Signed): Uint8Array {
  const { before, hasBody, after } = contentOf(scheme, signed);
  const parts = [encodeUtf8(before), hasBody ? signed.body : new Uint8Array(), encodeUtf8(after)];
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

function noteScheme(report: Work["report"], { id }: Scheme): void {
  if (id === "github-sha1") {
    const message =
      "The signature is HMAC-SHA-1: have the sender sign with SHA-256 (X-Hub-Signature-256)";
    report.find("warning", "verify", { code: "WEAK_SIGNATURE", message, path: "/headers" });
  }
  if (id === "gitlab-token") {
    const message =
      "X-Gitlab-Token is the secret itself and signs nothing: whoever reads one request can send others; use GitLab's signing token";
    report.find("info", "verify", { code: "TOKEN_NOT_SIGNATURE", message, path: "/headers" });
  }
  if (UNPROTECTED.has(id)) {
    const message =
      "No time is signed: the request can be sent again; keep `keys` in a unique index and drop what is there";
    report.find("info", "verify", { code: "REPLAY_UNPROTECTED", message });
  }
}

/** Whether the time that was signed is near the clock; findings say why not. */
function judgeTimestamp(
  { input, report }: Work,
  scheme: Scheme,
  written: string | undefined,
  age: number | null,
): boolean {
  const { toleranceSeconds: most } = input;
  if (scheme.timestamp === undefined || most === 0) return true;
  // The signature itself is malformed without it.
  if (written === undefined && scheme.timestamp.from === "signature") return false;
  const unit = scheme.timestamp.unit === "s" ? "seconds" : "milliseconds";
  if (age === null) {
    const found = written === undefined ? "none" : "a text that is no such time";
    const message = `Cannot read the signed time: found ${found}, expected ${unit} since 1970`;
    report.find("error", "verify", { code: "TIMESTAMP_INVALID", message, path: "/headers" });
    return false;
  }
  if (Math.abs(age) <= most) return true;
  const code = age > 0 ? "TIMESTAMP_TOO_OLD" : "TIMESTAMP_TOO_NEW";
  const message = `Cannot accept the signed time: found one ${counted(Math.abs(age), "second")} ${age > 0 ? "ago" : "ahead"}, expected at most ${most}; \`toleranceSeconds\` allows more, and \`now\` is the clock`;
  report.find("error", "verify", {
    code,
    message,
    path: "/headers",
    expected: most,
    received: age,
  });
  return false;
}
