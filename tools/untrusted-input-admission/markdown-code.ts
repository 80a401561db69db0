/** Where Markdown shows a text as it is written, and renders and follows nothing. */

const FENCE = /^ {0,3}(?:[>*+-] {1,3}|\d{1,3}[.)] {1,3}){0,3} *(`{3,}|~{3,})(.*)$/gm;
const TICKS = /`+/g;
const BLANK_LINE = /\n[ \t]*\n/;

/** Whether an offset lies in code. Only code that ends is code: what is opened may be left open to hide the rest. */
export function markdownCode(text: string): (offset: number) => boolean {
  if (!text.includes("`") && !text.includes("~~~")) return () => false;
  const isCode = new Uint8Array(text.length + 1);
  for (const [from, to] of fences(text)) isCode.fill(1, from, to);
  for (const [from, to] of spans(text, isCode)) isCode.fill(1, from, to);
  return (offset) => isCode[offset] === 1;
}

type Range = readonly [from: number, to: number];

function fences(text: string): Range[] {
  const found: Range[] = [];
  let open: { readonly fence: string; readonly from: number } | undefined;
  for (const { 0: line, 1: fence = "", 2: info = "", index } of text.matchAll(FENCE)) {
    if (!open) {
      if (!(fence.startsWith("`") && info.includes("`")))
        open = { fence, from: index + line.length };
    } else if (fence.startsWith(open.fence) && info.trim() === "") {
      found.push([open.from, index]);
      open = undefined;
    }
  }
  return found;
}

/** Between runs of as many backticks, in one paragraph. */
function spans(text: string, isCode: Uint8Array): Range[] {
  const found: Range[] = [];
  const open = new Map<number, number>();
  let end = 0;
  for (const { 0: ticks, index } of text.matchAll(TICKS)) {
    if (isCode[index] === 1) continue;
    if (BLANK_LINE.test(text.slice(end, index))) open.clear();
    end = index + ticks.length;
    const from = open.get(ticks.length);
    if (from === undefined) open.set(ticks.length, end);
    else {
      found.push([from, index]);
      open.clear();
    }
  }
  return found;
}
