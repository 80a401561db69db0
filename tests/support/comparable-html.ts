/** HTML as a browser shows it, so that two ways to write the same can be compared. */
import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Parent = DefaultTreeAdapterTypes.ParentNode;

const COMPARED = new Set(["href", "src", "alt", "title", "start", "class"]);
const BLOCKS =
  /^(?:html|body|p|h[1-6]|ul|ol|li|blockquote|pre|hr|table|thead|tbody|tr|th|td|div|br)$/;

/** Elements and text, white space collapsed as browsers do; what is never shown is left out. */
export function shownHtml(html: string): string {
  return print(parse(html), false).replace(
    /(?<=^|>) | (?=<|$)/g,
    (blank, at: number, all: string) => blankAt(blank, at, all),
  );
}

/** The text that is shown, elements set apart by blanks. */
export function shownText(html: string): string {
  return texts(parse(html), (name) => !/^(?:script|style|template|head)$/.test(name)).join(" ");
}

/** The contents of scripts and style sheets. */
export function hiddenText(html: string): string[] {
  return texts(parse(html), (name) => name !== "#text", /^(?:script|style)$/);
}

function texts(parent: Parent, isRead: (name: string) => boolean, within?: RegExp): string[] {
  return parent.childNodes.flatMap((node) => {
    if ("value" in node) return within && !within.test(parent.nodeName) ? [] : [node.value];
    return "childNodes" in node && isRead(node.nodeName) ? texts(node, isRead, within) : [];
  });
}

function print(parent: Parent, isFixed: boolean): string {
  return parent.childNodes.map((node) => printNode(node, isFixed)).join("");
}

function printNode(node: Node, isFixed: boolean): string {
  if ("value" in node) {
    const text = isFixed
      ? node.value.replaceAll(" ", "\u2423")
      : node.value.replace(/[\s\u00a0]+/g, " ");
    return text.replaceAll("<", "\u2039").replaceAll(">", "\u203a");
  }
  if (!("tagName" in node) || node.tagName === "head") return "";
  const attributes = node.attrs
    .filter(({ name }) => COMPARED.has(name))
    .map(({ name, value }) => ` ${name}=${value.replace(/[\s<>]+/g, "\u2423")}`)
    .toSorted()
    .join("");
  const content = print(node, isFixed || node.tagName === "pre");
  return `<${node.tagName}${attributes}>${content}</${node.tagName}>`;
}

/** A blank next to a block is not shown. */
function blankAt(blank: string, at: number, all: string): string {
  const before = /<\/?([a-z\d]+)[^<>]*>$/.exec(all.slice(Math.max(0, at - 300), at))?.[1];
  const after = /^<\/?([a-z\d]+)/.exec(all.slice(at + 1, at + 20))?.[1];
  const isNext = [before, after].some((name) => name !== undefined && BLOCKS.test(name));
  return isNext || at === 0 ? "" : blank;
}
