const BARE_KEY = /^[A-Za-z0-9_-]+$/;
const NAMED: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\f": "\\f",
  "\r": "\\r",
};

/** A key, bare where it can be. */
export function writeTomlKey(key: string): string {
  return BARE_KEY.test(key) ? key : quoteToml(key);
}

/** A string in double quotes; over several lines where it has line feeds. */
export function writeTomlString(text: string): string {
  if (!text.includes("\n")) return quoteToml(text);
  const lines = text
    .replaceAll(UNQUOTABLE, (unit) => (unit === "\n" || unit === '"' ? unit : escapeUnit(unit)))
    // Three quotes would close the string, and so would one right before the closing three.
    .replaceAll(/""(?=")|"$/g, (quotes) => quotes.replaceAll('"', '\\"'));
  return `"""\n${lines}"""`;
}

// oxlint-disable-next-line no-control-regex -- control characters are what has to be escaped
const UNQUOTABLE = /["\\\u0000-\u001f\u007f]/g;

/** A string in double quotes on one line. */
export function quoteToml(text: string): string {
  return `"${text.replaceAll(UNQUOTABLE, escapeUnit)}"`;
}

function escapeUnit(unit: string): string {
  return NAMED[unit] ?? `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}
