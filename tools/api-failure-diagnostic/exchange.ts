/** One request and what came back. */
import { Headers } from "../_lib/web/http/headers.ts";

/** What is known of them; empty texts where nothing is. */
export interface Exchange {
  method: string;
  url: string;
  readonly requestHeaders: Headers;
  requestBody: string;
  /** Undefined where no response came. */
  status: number | undefined;
  reason: string;
  readonly responseHeaders: Headers;
  body: string;
  errorText: string;
}

export function emptyExchange(): Exchange {
  return {
    method: "",
    url: "",
    requestHeaders: new Headers(),
    requestBody: "",
    status: undefined,
    reason: "",
    responseHeaders: new Headers(),
    body: "",
    errorText: "",
  };
}
