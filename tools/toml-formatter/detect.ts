const HEADER = /^\[\[?(?:[ \t]*\t)?[A-Za-z0-9_.\-"' ]+\]\]?[ \t]*(?:#|$)/;
const PAIR =
  /^(?:[A-Za-z0-9_.\-"']+|"[^"\n]*")[ \t]*=[ \t]*(?:["'[{]|[-+]?[0-9]|true\b|false\b|[-+]?(?:inf|nan)\b)/;
const BARE = /^[A-Za-z_][\w.-]*=[^\s"'[{]/;
const PROPERTY = /^[A-Za-z0-9_.\-"' ]+=/;

/** How surely the text is TOML: by its headers and by pairs whose values TOML allows. */
export function detectToml(sample: string): number {
  let headers = 0;
  let pairs = 0;
  let others = 0;
  for (const raw of sample.split(/\r?\n/)) {
    const line = raw.trimStart();
    if (line === "" || line.startsWith("#")) continue;
    if (HEADER.test(line)) headers++;
    else if (PAIR.test(line)) pairs++;
    // A property with another value is INI or .env, where TOML would need quotes.
    else if (BARE.test(line) && headers === 0) return 0;
    else if (PROPERTY.test(line) || headers + pairs === 0) others += 2;
    else others += 0.2;
  }
  if (pairs === 0) return headers > 0 && others === 0 ? 0.3 : 0;
  const share = (headers + pairs) / (headers + pairs + others);
  return Math.round(share * (headers > 0 ? 95 : 80)) / 100;
}
