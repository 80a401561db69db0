/** Values of .env files, written so that all who read such files read the same, and that a shell runs nothing. */

/** How the readers understand what stands between quotation marks that they close at the same place. */
const READERS = {
  "dotenv 17": (quote, body) =>
    quote === "'" ? body : body.replaceAll(String.raw`\n`, "\n").replaceAll(String.raw`\r`, "\r"),
  // It ends a value at the first mark, escaped or not.
  "Node's parseEnv": (quote, body) => {
    const closed = body.split(quote, 1).join();
    return (quote === "'" ? closed : closed.replaceAll(String.raw`\n`, "\n")).replaceAll("\r", "");
  },
  // It takes escapes away in single quotes, too, and then puts in variables.
  "python-dotenv": (quote, body) => {
    const escapes = quote === "'" ? /\\([\\'])/g : /\\([\\'"abfnrtv])/g;
    const text = body.replaceAll(
      escapes,
      (_, escaped: string) => PYTHON_ESCAPES[escaped] ?? escaped,
    );
    return isExpanded(text) ? undefined : text;
  },
} as const satisfies Readonly<Record<string, (quote: Quote, body: string) => string | undefined>>;

const PYTHON_ESCAPES: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Whether `${NAME}` or `${NAME:-default}` stands in the text; each sign is looked for once. */
function isExpanded(text: string): boolean {
  let [colon, close] = [-1, -1];
  for (let at = text.indexOf("${"); at >= 0; at = text.indexOf("${", at + 2)) {
    if (close < at) close = text.indexOf("}", at);
    if (close < 0) return false;
    if (colon < at) colon = text.indexOf(":", at);
    if (colon < 0 || colon > close || text.charAt(colon + 1) === "-") return true;
  }
  return false;
}

type Quote = "'" | '"';

export type EnvReader = keyof typeof READERS;

/** A value as it stands behind the sign, and the readers that take it for another one. */
export interface EnvText {
  readonly text: string;
  readonly misread: readonly EnvReader[];
}

const BARE = /^[A-Za-z0-9_./:@%+,-]*$/;

/** Without quotes, else in single or double ones, whichever all readers read back, else fewest misread. */
export function envText(value: string): EnvText {
  if (BARE.test(value)) return { text: value, misread: [] };
  return quotedForms(value)
    .map(([quote, body]) => ({
      text: `${quote}${body}${quote}`,
      misread: (Object.keys(READERS) as EnvReader[]).filter(
        (reader) => READERS[reader](quote, body) !== value,
      ),
    }))
    .reduce((best, form) => (form.misread.length < best.misread.length ? form : best));
}

/** Forms that every reader closes at their last mark or before, and in which a shell finds nothing to run. */
function quotedForms(value: string): [[Quote, string], ...[Quote, string][]] {
  const forms: [Quote, string][] = [];
  if (!/['\r]|\\$/.test(value)) forms.push(["'", value]);
  const line = value.replaceAll("\n", String.raw`\n`).replaceAll("\r", String.raw`\r`);
  if (!/["$`]|\\$/.test(line)) forms.push(['"', line]);
  // For a shell; behind a backslash at the end a blank keeps the closing mark one.
  const escaped = line.replaceAll(/["$`]|\\(?![nr])/g, String.raw`\$&`);
  const last: [Quote, string] = ['"', escaped + (line.endsWith("\\") ? " " : "")];
  const [first = last, ...others] = forms;
  return [first, ...others, last];
}
