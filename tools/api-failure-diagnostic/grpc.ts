/** Status codes of gRPC. */

const NAMES = [
  "OK",
  "CANCELLED",
  "UNKNOWN",
  "INVALID_ARGUMENT",
  "DEADLINE_EXCEEDED",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "RESOURCE_EXHAUSTED",
  "FAILED_PRECONDITION",
  "ABORTED",
  "OUT_OF_RANGE",
  "UNIMPLEMENTED",
  "INTERNAL",
  "UNAVAILABLE",
  "DATA_LOSS",
  "UNAUTHENTICATED",
] as const;

export interface GrpcStatus {
  readonly code: number;
  readonly name: string;
}

/** Languages write the names in different ways: `DeadlineExceeded`, `DEADLINE_EXCEEDED`. */
const CODES: ReadonlyMap<string, number> = new Map([
  ...NAMES.map((name, code) => [plain(name), code] as const),
  ["CANCELED", 1],
]);

const NUMBER = /grpc-status["']?\s{0,3}[:=]\s{0,3}["']?(\d{1,2})\b/i;
const NAMED = [
  /\bcode\s{0,3}=\s{0,3}"?(\w+)/i,
  /\bStatusCode\.(\w+)/,
  /\b(?:1[0-6]|[0-9]) ([A-Z_]{2,}):/,
] as const;

/** By the header, else by what the text says. */
export function readGrpc(header: string | undefined, text: string): GrpcStatus | undefined {
  const number = header ?? NUMBER.exec(text)?.[1];
  if (number !== undefined && /^\d{1,2}$/.test(number)) return statusOf(Number(number));
  for (const pattern of NAMED) {
    const word = pattern.exec(text)?.[1] ?? "";
    const status = statusOf(/^\d{1,2}$/.test(word) ? Number(word) : CODES.get(plain(word)));
    if (status) return status;
  }
  return undefined;
}

function plain(name: string): string {
  return name.replaceAll("_", "").toUpperCase();
}

function statusOf(code: number | undefined): GrpcStatus | undefined {
  const name = code === undefined ? undefined : NAMES[code];
  return code === undefined || name === undefined ? undefined : { code, name };
}
