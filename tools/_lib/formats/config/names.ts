import { isXmlName } from "../xml/names.ts";

/** The name of a variable: upper case, every other character an underscore. */
export function envName(tokens: readonly (string | number)[], separator: string): string {
  const name = tokens
    .join(separator)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9_]/gu, "_");
  return name === "" ? "_" : name;
}

/** A name that XML allows where these prefixes are declared; other characters become underscores. */
export function xmlName(key: string, prefixes: ReadonlySet<string>): string {
  const [prefix = "", local, more] = key.split(":");
  const isPrefixed = local !== undefined && more === undefined && prefixes.has(prefix);
  if (isPrefixed && isXmlName(prefix) && isXmlName(local)) return key;
  const characters = Array.from(key, (character) => (isXmlName(`_${character}`) ? character : "_"));
  const name = characters.join("");
  return isXmlName(name) ? name : `_${name}`;
}
