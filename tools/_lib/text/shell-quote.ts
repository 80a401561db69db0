/** A word of a shell command: bare where it is safe, in single quotes, or as `$'…'` with control characters. */
export function quoteShell(text: string): string {
  const formed = text.toWellFormed();
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(formed)) return formed;
  // oxlint-disable-next-line no-control-regex -- control characters are what is escaped
  if (!/[\u0000-\u001f\u007f-\u009f]/.test(formed))
    return `'${formed.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = formed
    .replaceAll(/[\\']/g, String.raw`\$&`)
    .replaceAll("\n", String.raw`\n`)
    .replaceAll("\r", String.raw`\r`)
    .replaceAll("\t", String.raw`\t`)
    // oxlint-disable-next-line no-control-regex -- control characters are what is escaped
    .replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    });
  return `$'${escaped}'`;
}
