import { stringNode } from "../../_lib/json/tree/tree.ts";
import { readStringPart } from "./lexer.ts";
import type { Source } from "./source.ts";
import type { Query } from "./syntax.ts";

/** The string at whose opening quote the source stands; queries in it are formatted by `format`. */
export function parseString(source: Source, format = "text"): Query {
  const at = source.token.start;
  const parts: (string | Query)[] = [];
  let offset = source.token.end;
  for (;;) {
    const part = readStringPart(source.text, offset);
    if (part.value !== "") parts.push(part.value);
    if (part.next === "close") {
      source.next(part.end);
      return parts.length === 0 || (parts.length === 1 && typeof parts[0] === "string")
        ? { type: "literal", value: stringNode(String(parts[0] ?? "")) }
        : { type: "string", parts, format, at };
    }
    source.next(part.end);
    parts.push(source.parseQuery(source));
    if (!source.isPunctuation(")")) throw source.unexpected('")"');
    offset = source.token.end;
  }
}
