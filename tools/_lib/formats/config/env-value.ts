/** Values of .env files, written so that dotenv 17 reads them back. */

const BARE = /^[A-Za-z0-9_./:@%+,-]*$/;
/** What has a meaning in double quotes, there or in a shell. */
const MEANT_IN_DOUBLE = /[\\$`]/;
/** What dotenv would take for a line end, or for a quotation mark that stays open. */
const READ_IN_DOUBLE = /\\(?:[nr]|$)/;
/** Without quotes a value ends at a comment or a line end, and its outer blanks and quotes are none of it. */
const UNQUOTABLE = /^["'`\s]|[#\r\n]|\s$/;

/** A value as dotenv reads it back, in quotes that a shell takes, too, where there are such; undefined where no quotes hold it. */
export function envValue(value: string): string | undefined {
  if (BARE.test(value)) return value;
  const isDouble = !value.includes('"') && !READ_IN_DOUBLE.test(value);
  if (isDouble && !MEANT_IN_DOUBLE.test(value)) return inDoubleQuotes(value);
  const isRaw = !/\r|\\$/.test(value);
  if (isRaw && !value.includes("'")) return `'${value}'`;
  if (isDouble) return inDoubleQuotes(value);
  if (isRaw && !value.includes("`")) return `\`${value}\``;
  return UNQUOTABLE.test(value) ? undefined : value;
}

/** In double quotes, with a backslash before those in it and a blank behind one at its end. */
export function nearEnvValue(value: string): string {
  const open = value.endsWith("\\") ? " " : "";
  return inDoubleQuotes(value.replaceAll('"', String.raw`\"`) + open);
}

function inDoubleQuotes(value: string): string {
  const line = value.replaceAll("\n", String.raw`\n`).replaceAll("\r", String.raw`\r`);
  return `"${line}"`;
}
