import { scanner, unescapeQuoted } from "../_lib/web/http/scanner.ts";

/** Challenges of WWW-Authenticate (RFC 9110, section 11.6.1). */
export interface Challenge {
  readonly scheme: string;
  /** By lower-case name; `token68` for a value without one. */
  readonly params: Readonly<Record<string, string>>;
}

const SCHEME = /[ \t,]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?=[ \t,]|$)[ \t]*/y;
const PARAM =
  /[ \t,]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]+))/y;
const TOKEN_68 = /([A-Za-z0-9._~+/-]+=*)[ \t]*(?=,|$)/y;

/** Several schemes may stand in one list, and commas in quotes; what fits no rule ends the reading. */
export function readChallenges(text: string): Challenge[] {
  const challenges: Challenge[] = [];
  const take = scanner(text);
  for (let scheme = take(SCHEME); scheme; scheme = take(SCHEME)) {
    const params = new Map<string, string>();
    const token = take(TOKEN_68);
    if (token) params.set("token68", token[1] ?? "");
    for (let param = take(PARAM); param; param = take(PARAM)) {
      const [, name = "", quoted, plain = ""] = param;
      params.set(name.toLowerCase(), quoted === undefined ? plain : unescapeQuoted(quoted));
    }
    challenges.push({ scheme: scheme[1] ?? "", params: Object.fromEntries(params) });
  }
  return challenges;
}
