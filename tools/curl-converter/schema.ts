import { Type } from "@sinclair/typebox";
import { oneOf } from "../_core/fields.ts";

const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);
const NULLABLE_NUMBER = Type.Union([Type.Number(), Type.Null()]);

const PART = Type.Union([
  Type.Object({ text: Type.String() }),
  Type.Object({ file: Type.String(), stripNewlines: Type.Boolean() }),
  Type.Object({ file: Type.String(), name: Type.String(), urlencode: Type.Literal(true) }),
]);

const FIELD = Type.Union([
  Type.Object({ name: Type.String(), value: Type.String() }),
  Type.Object({
    name: Type.String(),
    file: Type.String(),
    fileName: NULLABLE_TEXT,
    contentType: NULLABLE_TEXT,
    asText: Type.Boolean(),
  }),
]);

const BODY = Type.Union([
  Type.Object({ kind: Type.Literal("raw"), text: Type.String() }),
  Type.Object({ kind: Type.Literal("parts"), parts: Type.Array(PART) }),
  Type.Object({ kind: Type.Literal("multipart"), fields: Type.Array(FIELD) }),
  Type.Object({ kind: Type.Literal("file"), file: Type.String() }),
]);

/** The schema of `CurlRequest`. */
export const REQUEST = Type.Object({
  method: Type.String(),
  url: Type.String(),
  headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  body: Type.Union([BODY, Type.Null()]),
  auth: Type.Union([
    Type.Object({
      type: oneOf(["basic", "digest", "ntlm", "negotiate"]),
      user: Type.String(),
      password: Type.String(),
    }),
    Type.Null(),
  ]),
  options: Type.Object({
    followRedirects: Type.Boolean(),
    maxRedirects: NULLABLE_NUMBER,
    insecure: Type.Boolean(),
    compressed: Type.Boolean(),
    timeoutSeconds: NULLABLE_NUMBER,
    connectTimeoutSeconds: NULLABLE_NUMBER,
    proxy: NULLABLE_TEXT,
    httpVersion: Type.Union([oneOf(["1.0", "1.1", "2", "3"]), Type.Null()]),
    cert: NULLABLE_TEXT,
    key: NULLABLE_TEXT,
    cacert: NULLABLE_TEXT,
    fail: Type.Boolean(),
    retry: NULLABLE_NUMBER,
    output: NULLABLE_TEXT,
  }),
  files: Type.Array(Type.String(), { description: "Every file that is read" }),
});
