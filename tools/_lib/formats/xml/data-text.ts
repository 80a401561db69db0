const PREDEFINED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};
const REFERENCE = /&(?:#x([0-9a-fA-F]+)|#([0-9]+)|([^;&]+));/g;

/** The characters of content or of an attribute's value, line ends as LF; or the offset of an entity of its own. */
export function decodeXml(written: string): string | number {
  const text = written.includes("\r") ? written.replaceAll(/\r\n?/g, "\n") : written;
  if (!text.includes("&")) return text;
  let entity = -1;
  const decoded = text.replaceAll(
    REFERENCE,
    (reference, hexadecimal?: string, decimal?: string, name?: string) => {
      if (hexadecimal !== undefined) return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      const character = PREDEFINED[name ?? ""];
      if (character === undefined && entity < 0) entity = written.indexOf(reference);
      return character ?? reference;
    },
  );
  return entity < 0 ? decoded : entity;
}
