import { CLOSING_TAG, OPENING_TAG } from "./html.ts";

/** The seven kinds of HTML blocks of CommonMark 0.31.2, section 4.6. */
export type HtmlBlockKind = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const BLOCK_TAGS =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";

const STARTS: readonly (readonly [HtmlBlockKind, RegExp])[] = [
  [1, /<(?:script|pre|textarea|style)(?:[ \t]|>|$)/iy],
  [2, /<!--/y],
  [3, /<\?/y],
  [4, /<![A-Za-z]/y],
  [5, /<!\[CDATA\[/y],
  [6, new RegExp(`</?(?:${BLOCK_TAGS})(?:[ \\t]|/?>|$)`, "iy")],
  [7, new RegExp(`(?:${OPENING_TAG}|${CLOSING_TAG})[ \\t]*$`, "iy")],
];

const ENDS: Readonly<Partial<Record<HtmlBlockKind, RegExp>>> = {
  1: /<\/(?:script|pre|textarea|style)>/i,
  2: /-->/,
  3: /\?>/,
  4: />/,
  5: /\]\]>/,
};

/** The kind of HTML block that the text begins at `from`. */
export function htmlBlockStart(text: string, from: number): HtmlBlockKind | undefined {
  if (text.charCodeAt(from) !== 60) return undefined;
  return STARTS.find(([, start]) => {
    start.lastIndex = from;
    return start.test(text);
  })?.[0];
}

/** Whether the line is the last one of its block; kinds 6 and 7 end at a blank line instead. */
export function endsHtmlBlock(kind: HtmlBlockKind, line: string): boolean {
  return ENDS[kind]?.test(line) ?? false;
}
