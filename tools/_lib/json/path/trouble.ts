import { Fault } from "../../results/syntax-problem.ts";
import { characterAt, describe } from "../../text/character.ts";

export type SyntaxCode = "JSONPATH_SYNTAX" | "JSONPATH_RANGE";

/** What is thrown where no query goes on as the text does, with what its author may have meant. */
export function syntaxFault(
  text: string,
  offset: number,
  expected: string,
  found = describe(characterAt(text, offset)),
): Fault<SyntaxCode> {
  const hint = dialectHint(text, offset);
  return new Fault({ code: "JSONPATH_SYNTAX", offset, found, expected, hint });
}

interface Dialect {
  /** What the text before the offset ends with. */
  readonly before?: RegExp;
  /** What stands at the offset. */
  readonly at: RegExp;
  readonly hint: string;
}

const LONGEST_LOOK = 40;

const DIALECTS: readonly Dialect[] = [
  { before: /^$/, at: /^\s/, hint: "A query begins with $, without blank space before it" },
  { before: /^$/, at: /^@/, hint: "@ stands only inside a filter; a query begins with $" },
  { before: /^$/, at: /^/, hint: "A query begins with $, the root of the document" },
  {
    at: /^\((?:@|\$)\.length/,
    hint: "There are no script expressions: count from the end with a negative index, [-1] or [-1:]",
  },
  { before: /\[$/, at: /^\(/, hint: "There are no script expressions; a filter begins with ?" },
  {
    before: /=$/,
    at: /^~/,
    hint: "There is no =~; use match(@.a, 'pattern') or search(@.a, 'pattern')",
  },
  { before: /=$/, at: /^=/, hint: "Equality is ==" },
  { at: /^~/, hint: "There is no ~ for keys; resultType paths lists where each value is" },
  { at: /^\^/, hint: "There is no ^ for the parent; resultType paths shows it" },
  { at: /^\?/, hint: "A filter stands in brackets: [?@.a]" },
  { before: /\.$/, at: /^\[/, hint: "No dot stands before a bracket: $['a']" },
  { before: /\.$/, at: /^['"]/, hint: "A quoted name stands in brackets: $['a']" },
  { before: /\.\.$/, at: /^$/, hint: "Name what to look for: $..* or $..name" },
  { before: /\[\s*$/, at: /^[A-Za-z_]/, hint: "A name in brackets is quoted: ['a']" },
  { before: /[A-Za-z0-9_]$/, at: /^-/, hint: "A name with other characters is quoted: ['a-b']" },
  {
    before: /\.$/,
    at: /^[0-9]/,
    hint: "A name that begins with a digit is quoted: ['0']; an index is [0]",
  },
  {
    before: /\s$/,
    at: /^(?:and|or|not|in|nin|contains|matches)\b/i,
    hint: "Combine with &&, || and !",
  },
  { before: /[&|]$/, at: /^/, hint: "And is &&, or is ||" },
  {
    before: /[=!]\s*$/,
    at: /^(?:True|False|None|NULL|TRUE|FALSE)\b/,
    hint: "The literals are true, false and null",
  },
  { at: /^\s*$/, before: /\s$/, hint: "No blank space stands behind a query" },
];

/** What a query in another dialect of JSONPath means here, where that can be told. */
function dialectHint(text: string, offset: number): string | undefined {
  const before = text.slice(Math.max(0, offset - LONGEST_LOOK), offset);
  const at = text.slice(offset, offset + LONGEST_LOOK);
  return DIALECTS.find((dialect) => dialect.at.test(at) && (dialect.before?.test(before) ?? true))
    ?.hint;
}
