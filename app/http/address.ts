/** Under which address a caller reached the service. */

interface Front {
  /** What the operator said; empty for nothing. */
  readonly publicUrl: string;
  /** Whether a front is trusted to say where the request went first. */
  readonly trustProxy: boolean;
  /** Where nothing else is known. */
  readonly own: () => string;
}

const AUTHORITY = /^(?:[a-z\d](?:[a-z\d.-]{0,252})|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** The operator's word, else that of a trusted front, else the request's own Host. */
export function addressAsked(request: Request, { publicUrl, trustProxy, own }: Front): string {
  if (publicUrl !== "") return publicUrl;
  const forwarded = (name: string) =>
    trustProxy ? request.headers.get(`x-forwarded-${name}`)?.split(",").at(-1)?.trim() : undefined;
  const host = forwarded("host") ?? request.headers.get("host") ?? "";
  const scheme = forwarded("proto") === "https" ? "https" : "http";
  return AUTHORITY.test(host) ? `${scheme}://${host}` : own();
}
