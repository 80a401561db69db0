import { utf8Length } from "../../tools/_lib/text/code-points.ts";

/** Bytes of a text in UTF-8, by the engine's own counter where it has one. */
export const byteLength: (text: string) => number =
  typeof Buffer === "undefined" ? utf8Length : (text) => Buffer.byteLength(text);
