/** What other dialects of regular expressions have and JavaScript reads as something else, or not at all. */

/** A foreign form, where it stands first, and how JavaScript says it. */
export interface ForeignSyntax {
  readonly form: string;
  readonly offset: number;
  readonly equivalent: string;
}

/** By the letter behind the backslash. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["A", "^ without the flag m"],
  ["z", "$ without the flag m"],
  ["Z", String.raw`(?=\n?$) without the flag m`],
  ["h", String.raw`[ \t]`],
  ["H", String.raw`[^ \t]`],
  ["R", String.raw`(?:\r\n|[\n-\r\u0085\u2028\u2029])`],
  ["K", "(?<=…) around what stands before it"],
  ["G", "the flag y"],
  ["Q", String.raw`a backslash before each special character up to \E`],
  ["E", "nothing: a backslash before each special character takes its place"],
]);

/** Those that other dialects read in a class, too. */
const IN_CLASS = "hH";

const POSIX_CLASSES: ReadonlyMap<string, string> = new Map([
  ["alnum", "A-Za-z0-9"],
  ["alpha", "A-Za-z"],
  ["ascii", String.raw`\0-\x7F`],
  ["blank", String.raw` \t`],
  ["cntrl", String.raw`\0-\x1F\x7F`],
  ["digit", "0-9"],
  ["graph", "!-~"],
  ["lower", "a-z"],
  ["print", " -~"],
  ["punct", String.raw`!-\/:-@\[-${"`"}{-~`],
  ["space", String.raw`\s`],
  ["upper", "A-Z"],
  ["word", String.raw`\w`],
  ["xdigit", "A-Fa-f0-9"],
]);

interface Form {
  readonly sign: RegExp;
  readonly equivalent: (found: RegExpExecArray) => string;
}

/** Outside classes, each at its place. */
const FORMS: readonly Form[] = [
  {
    sign: /\(\?P<(\w{1,40})>/y,
    equivalent: ([, name = ""]) => `(?<${name}>…)`,
  },
  { sign: /\(\?P=(\w{1,40})\)/y, equivalent: ([, name = ""]) => `\\k<${name}>` },
  { sign: /\(\?>/y, equivalent: () => String.raw`(?=(…))\1` },
  {
    sign: /\(\?([imsxuU-]{1,8})\)/y,
    equivalent: ([, letters = ""]) => `the flag ${letters}, or (?${letters}:…) around a part`,
  },
  {
    sign: /(?:[*+?]|\{\d{1,9}(?:,\d{0,9})?\})\+/y,
    equivalent: () => String.raw`(?=(…))\1 around what is repeated`,
  },
];

const POSIX = /\[:(\^?)([a-z]{1,9}):\]/y;
const CODE_POINT = /\\x\{([0-9A-Fa-f]{1,6})\}/y;

/** The foreign forms of a pattern, each once; what an escape or a class takes is not read as a form of its own. */
export function foreignSyntax(pattern: string): ForeignSyntax[] {
  const found = new Map<string, ForeignSyntax>();
  let inClass = false;
  for (let at = 0; at < pattern.length;) {
    const form = formAt(pattern, at, inClass);
    if (form !== undefined) {
      if (!found.has(form.form)) found.set(form.form, { ...form, offset: at });
      at = form.form === String.raw`\Q` ? behindQuoted(pattern, at) : at + form.form.length;
      continue;
    }
    const character = pattern.charAt(at);
    if (character === "[") inClass = true;
    else if (character === "]") inClass = false;
    at += character === "\\" ? 2 : 1;
  }
  return [...found.values()];
}

function formAt(
  pattern: string,
  at: number,
  inClass: boolean,
): Omit<ForeignSyntax, "offset"> | undefined {
  const character = pattern.charAt(at);
  if (character === "\\") return escapeAt(pattern, at, inClass);
  if (inClass) return character === "[" ? posixAt(pattern, at) : undefined;
  if (!"(*+?{".includes(character)) return undefined;
  for (const { sign, equivalent } of FORMS) {
    sign.lastIndex = at;
    const match = sign.exec(pattern);
    if (match !== null) return { form: match[0], equivalent: equivalent(match) };
  }
  return undefined;
}

function escapeAt(pattern: string, at: number, inClass: boolean) {
  CODE_POINT.lastIndex = at;
  const [form, digits] = CODE_POINT.exec(pattern) ?? [];
  if (form !== undefined) return { form, equivalent: `\\u{${digits}} with the flag u` };
  const letter = pattern.charAt(at + 1);
  const equivalent = ESCAPES.get(letter);
  if (equivalent === undefined || (inClass && !IN_CLASS.includes(letter))) return undefined;
  return { form: `\\${letter}`, equivalent };
}

function posixAt(pattern: string, at: number) {
  POSIX.lastIndex = at;
  const [form, not, name = ""] = POSIX.exec(pattern) ?? [];
  const members = POSIX_CLASSES.get(name);
  if (form === undefined || members === undefined) return undefined;
  return { form, equivalent: not === "^" ? `[^${members}]` : `${members} in the class` };
}

/** Between \Q and \E other dialects read characters. */
function behindQuoted(pattern: string, at: number): number {
  const close = pattern.indexOf(String.raw`\E`, at);
  return close < 0 ? pattern.length : close;
}
