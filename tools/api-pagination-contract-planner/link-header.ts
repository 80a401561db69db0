import { scanner, unescapeQuoted } from "../_lib/web/http/scanner.ts";

/** The Link header (RFC 8288). */
export interface Link {
  readonly target: string;
  /** Relation types in lower case. */
  readonly rels: readonly string[];
}

const TARGET = /[\s,]*<([^<>]*)>/y;
const PARAM =
  /\s*;\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*)))?/y;

/** Several links may stand in one field; of a parameter given twice the first counts. */
export function readLinks(text: string): Link[] {
  const links: Link[] = [];
  const take = scanner(text);
  for (let target = take(TARGET); target; target = take(TARGET)) {
    let rel: string | undefined;
    for (let param = take(PARAM); param; param = take(PARAM)) {
      const [, name = "", quoted, plain = ""] = param;
      if (name.toLowerCase() === "rel")
        rel ??= quoted === undefined ? plain : unescapeQuoted(quoted);
    }
    const rels = (rel ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    links.push({ target: (target[1] ?? "").trim(), rels });
  }
  return links;
}
