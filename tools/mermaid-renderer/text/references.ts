/** References to characters in labels: mermaid keeps them for an HTML label to read, and there is none. */
import { decodeEntity } from "../../_lib/formats/markdown/entities.ts";

/** How mermaid hides `#35;` and `#quot;` of a source from its parsers. */
const HIDDEN = /ﬂ°(°?)(\w+)¶ß/g;
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w*);/gi;
/** XML has no form for them. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

/** The text with characters in place of references. */
export function decodeReferences(text: string): string {
  return text
    .replace(HIDDEN, (_, number: string, name: string) => `&${number && "#"}${name};`)
    .replace(REFERENCE, (reference) => decodeEntity(reference)?.replace(CONTROLS, "") ?? reference);
}

/** The text as it stood in the source. */
export function showReferences(text: string): string {
  return text.replace(HIDDEN, "#$2;");
}
