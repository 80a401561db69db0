import { expect, test } from "bun:test";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { codeSpan, plainText } from "../../../kits/_core/page.ts";

const markdown = new MarkdownIt({ html: true });

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom("`", "``", "*", "_", "~~", "#", "<b>", "&amp;", "[", "](x)", "\\", "|", " "),
      fc.stringMatching(/^[a-zé0-9.]{1,4}$/),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join("").trim())
  .filter((one) => one !== "");

/** What a reader sees of a line of Markdown that begins with a word. */
function seen(written: string): string {
  const block = markdown.parse(`x: ${written}`, {}).find(({ type }) => type === "inline");
  const kinds = new Set(["text", "code_inline", "softbreak"]);
  const children = block?.children ?? [];
  expect(children.filter(({ type }) => !kinds.has(type)).map(({ type }) => type)).toEqual([]);
  return children
    .map(({ content }) => content)
    .join("")
    .slice("x: ".length);
}

test("a text of the caller's shows as it is", () => {
  fc.assert(fc.property(text, (one) => expect(seen(plainText(one))).toBe(one)));
});

test("a text as code shows as it is, whatever backticks it has", () => {
  fc.assert(fc.property(text, (one) => expect(seen(codeSpan(one))).toBe(one)));
  expect(codeSpan("")).toBe("");
});
