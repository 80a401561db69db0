/** An HTTP request as a curl command sends it. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  /** Those of the command in its order, then those that options imply; not what curl adds by itself. */
  readonly headers: readonly CurlHeader[];
  readonly body: CurlBody | null;
  readonly auth: CurlAuth | null;
  readonly options: CurlOptions;
  /** Every file that is read. */
  readonly files: readonly string[];
}

export interface CurlHeader {
  readonly name: string;
  readonly value: string;
}

export interface CurlAuth {
  readonly type: "basic" | "digest" | "ntlm" | "negotiate";
  readonly user: string;
  readonly password: string;
}

export type BodyPart =
  | { readonly text: string }
  | { readonly file: string; readonly stripNewlines: boolean }
  | { readonly file: string; readonly name: string; readonly urlencode: true };

export type FormField =
  | { readonly name: string; readonly value: string }
  | {
      readonly name: string;
      readonly file: string;
      readonly fileName: string | null;
      readonly contentType: string | null;
      /** Sent as text, not as a file. */
      readonly asText: boolean;
    };

export type CurlBody =
  | { readonly kind: "raw"; readonly text: string }
  | { readonly kind: "parts"; readonly parts: readonly BodyPart[] }
  | { readonly kind: "multipart"; readonly fields: readonly FormField[] }
  | { readonly kind: "file"; readonly file: string };

export interface CurlOptions {
  readonly followRedirects: boolean;
  readonly maxRedirects: number | null;
  readonly insecure: boolean;
  readonly compressed: boolean;
  readonly timeoutSeconds: number | null;
  readonly connectTimeoutSeconds: number | null;
  readonly proxy: string | null;
  readonly httpVersion: "1.0" | "1.1" | "2" | "3" | null;
  readonly cert: string | null;
  readonly key: string | null;
  readonly cacert: string | null;
  readonly fail: boolean;
  readonly retry: number | null;
  readonly output: string | null;
}
