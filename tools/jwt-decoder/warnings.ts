/** What the decoder remarks on, in the order in which it does; no message holds text of the token. */
import type { Entry } from "../_core/tool.ts";
import { WarningList } from "../_lib/results/entry-list.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { findIrregular } from "../_lib/secrets/jwt/irregular.ts";
import type { Status, TokenTime } from "../_lib/secrets/jwt/times.ts";
import { isUnsigned, type Token } from "../_lib/secrets/jwt/token.ts";
import type { Warnings } from "../jwt-decoder.ts";

type DecoderWarning = keyof Warnings;

export interface Times {
  readonly times: readonly TokenTime[];
  /** Claims that should be times. */
  readonly notNumbers: readonly string[];
  /** Null where there are no claims. */
  readonly status: Status | null;
}

/** The remarks; `texts` are the messages of the warnings. */
export function decoderWarnings(
  token: Token,
  times: Times,
  texts: Warnings,
): Entry<DecoderWarning>[] {
  const remark: Remark = (code, path, detail = {}) => ({
    code,
    message: texts[code],
    ...(path === undefined ? {} : { path }),
    ...detail,
  });
  return [
    ...remarkOnToken(token, remark),
    ...remarkOnTimes(times, remark),
    ...remarkOnContent(token, times, remark),
  ];
}

type Remark = (code: DecoderWarning, path?: string, detail?: object) => Entry<DecoderWarning>;

function remarkOnToken(
  { cleaned, signatures, payload }: Token,
  remark: Remark,
): Entry<DecoderWarning>[] {
  const list = new WarningList<DecoderWarning>();
  const add = (code: DecoderWarning, path: () => string): void =>
    list.add(code, () => remark(code, path()));
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

function remarkOnTimes({ times, notNumbers }: Times, remark: Remark): Entry<DecoderWarning>[] {
  const late = times.filter(({ inMilliseconds }) => inMilliseconds);
  return [
    ...late.map(({ claim }) => remark("JWT_TIME_IN_MILLISECONDS", `/payload/${claim}`, { claim })),
    ...notNumbers.map((claim) => remark("JWT_TIME_NOT_NUMBER", `/payload/${claim}`, { claim })),
  ];
}

function remarkOnContent(
  { payload, signatures }: Token,
  { status }: Times,
  remark: Remark,
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
