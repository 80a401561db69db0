/** What the decoder remarks on, in the order in which it does; no message holds text of the token. */
import type { Entry } from "../_core/tool.ts";
import { WarningList } from "../_lib/results/entry-list.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { findIrregular } from "../_lib/secrets/jwt/irregular.ts";
import type { Status, TokenTime } from "../_lib/secrets/jwt/times.ts";
import { isUnsigned, type Token } from "../_lib/secrets/jwt/token.ts";

export const DECODER_WARNINGS = {
  SIGNATURE_NOT_VERIFIED: "Decoding checks nothing: anybody can write such a token",
  JWT_CLEANED: "Quotes, white space, padding or letters of plain Base64 had to be repaired",
  JWT_ALG_NONE: "The token says that it is not signed (alg none)",
  JWT_DUPLICATE_MEMBER: "A member stands more than once; the last one is shown",
  JWT_NUMBER_PRECISION: "A number is more than a double holds; it is exact in payloadJson",
  JWT_TIME_IN_MILLISECONDS: "A time is too large for seconds and was read as milliseconds",
  JWT_TIME_NOT_NUMBER: "A time is not a number, so verifiers refuse it",
  JWT_PAYLOAD_NOT_JSON: "The payload is text, but not JSON",
  JWT_PAYLOAD_NOT_OBJECT: "The payload is JSON, but not an object, so it has no claims",
  JWT_EXPIRED: "The token has expired",
  JWT_NOT_YET_VALID: "The token is not valid yet",
  JWT_NESTED: "The content is a token itself (cty JWT)",
  WARNINGS_TRUNCATED: "More than 100 warnings of one code were found",
} as const;

export type DecoderWarning = keyof typeof DECODER_WARNINGS;

export interface Times {
  readonly times: readonly TokenTime[];
  /** Claims that should be times. */
  readonly notNumbers: readonly string[];
  /** Null where there are no claims. */
  readonly status: Status | null;
}

export function decoderWarnings(token: Token, times: Times): Entry<DecoderWarning>[] {
  return [...remarkOnToken(token), ...remarkOnTimes(times), ...remarkOnContent(token, times)];
}

function remark(code: DecoderWarning, path?: string, detail: object = {}): Entry<DecoderWarning> {
  return {
    code,
    message: DECODER_WARNINGS[code],
    ...(path === undefined ? {} : { path }),
    ...detail,
  };
}

function remarkOnToken({ cleaned, signatures, payload }: Token): Entry<DecoderWarning>[] {
  const list = new WarningList<DecoderWarning>();
  const add = (code: DecoderWarning, path: () => string): void =>
    list.add(code, () => ({ message: DECODER_WARNINGS[code], path: path() }));
  const look = (node: JsonNode, base: string): void =>
    findIrregular(node, (kind, path) => {
      add(
        kind === "repeated" ? "JWT_DUPLICATE_MEMBER" : "JWT_NUMBER_PRECISION",
        () => base + path(),
      );
    });
  for (const [index, { header }] of signatures.entries()) {
    const base = signatures.length > 1 ? `/signatures/${index}/header` : "/header";
    for (const object of header.objects) look(object, base);
    for (const name of header.repeated) {
      add("JWT_DUPLICATE_MEMBER", () => appendPointer(base, name));
    }
  }
  if (payload?.node) look(payload.node, "/payload");

  const found = list.list();
  const of = (code: DecoderWarning): Entry<DecoderWarning>[] =>
    found.filter((entry) => entry.code === code);
  return [
    remark("SIGNATURE_NOT_VERIFIED"),
    ...(cleaned ? [remark("JWT_CLEANED", "/token")] : []),
    ...(signatures.some(({ header }) => isUnsigned(header))
      ? [remark("JWT_ALG_NONE", "/header/alg")]
      : []),
    ...of("JWT_DUPLICATE_MEMBER"),
    ...of("JWT_NUMBER_PRECISION"),
    ...of("WARNINGS_TRUNCATED"),
  ];
}

function remarkOnTimes({ times, notNumbers }: Times): Entry<DecoderWarning>[] {
  const late = times.filter(({ inMilliseconds }) => inMilliseconds);
  return [
    ...late.map(({ claim }) => remark("JWT_TIME_IN_MILLISECONDS", `/payload/${claim}`, { claim })),
    ...notNumbers.map((claim) => remark("JWT_TIME_NOT_NUMBER", `/payload/${claim}`, { claim })),
  ];
}

function remarkOnContent(
  { payload, signatures }: Token,
  { status }: Times,
): Entry<DecoderWarning>[] {
  const isNested = signatures.some(
    ({ header: { value } }) =>
      typeof value["cty"] === "string" && /^(?:application\/)?jwt$/i.test(value["cty"]),
  );
  return [
    ...(payload && !payload.node ? [remark("JWT_PAYLOAD_NOT_JSON", "/payload")] : []),
    ...(payload?.node && status === null ? [remark("JWT_PAYLOAD_NOT_OBJECT", "/payload")] : []),
    ...(status === "expired" ? [remark("JWT_EXPIRED", "/payload/exp")] : []),
    ...(status === "notYetValid" ? [remark("JWT_NOT_YET_VALID", "/payload/nbf")] : []),
    ...(isNested ? [remark("JWT_NESTED", "/header/cty")] : []),
  ];
}
