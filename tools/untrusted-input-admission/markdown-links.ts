/** Markdown links and images, also where a renderer might not see one: in code, or across blocks. */

export interface MarkdownLink {
  /** What is shown, images left out. */
  readonly text: string;
  readonly target: string;
  readonly offset: number;
}

export interface MarkdownLinks {
  readonly links: readonly MarkdownLink[];
  /** Those with an http, https or protocol-relative source, in order. */
  readonly images: readonly RemoteImage[];
}

export interface RemoteImage {
  readonly url: string;
  readonly offset: number;
}

const MARK = /\\[^]|!?\[|\]/g;
/** As much of a target as its host may be in. */
const TARGET = /\(\s*<?\s*([^\s<>)]{0,2000})/y;
const LABEL = /\[([^[\]]{0,999})\]/y;
const DEFINITION = /^ {0,3}\[([^[\]]{1,999})\]:\s*<?((?:https?:|[\\/]{2})[^\s<>]{0,2000})?/gim;
const REMOTE = /^(?:https?:|[\\/]{2})/i;
/** A link shows no more than this of a host. */
const LONGEST_TEXT = 2000;

interface Opener {
  readonly offset: number;
  readonly isImage: boolean;
}

export function markdownLinks(text: string): MarkdownLinks {
  const links: MarkdownLink[] = [];
  const images: RemoteImage[] = [];
  if (!text.includes("](") && !text.includes("![")) return { links, images };
  const remote = remoteLabels(text);
  const open: Opener[] = [];
  /** Openers below this have a link inside and begin none. */
  let inactive = 0;
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    if (mark.startsWith("\\")) continue;
    if (mark !== "]") {
      open.push({ offset: index, isImage: mark === "![" });
      continue;
    }
    const opener = open.pop();
    if (!opener) continue;
    if (open.length < inactive) {
      inactive = open.length;
      if (!opener.isImage) continue;
    }
    const from = opener.offset + (opener.isImage ? 2 : 1);
    const shown = text.slice(from, Math.min(index, from + LONGEST_TEXT));
    const target = matchAt(TARGET, text, index + 1);
    if (opener.isImage) {
      const label = () => labelKey(matchAt(LABEL, text, index + 1) || shown);
      const isReference = target === undefined && remote.size > 0;
      const url = (isReference ? remote.get(label()) : target) ?? "";
      if (REMOTE.test(url)) images.push({ url, offset: opener.offset });
    } else if (target !== undefined) {
      inactive = open.length;
      links.push({ text: withoutImages(shown), target, offset: opener.offset });
    }
  }
  return { links, images: images.toSorted((a, b) => a.offset - b.offset) };
}

/** Labels whose definition has a remote target, which it is. */
function remoteLabels(text: string): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  if (!text.includes("]:")) return labels;
  for (const { 1: label = "", 2: remote } of text.matchAll(DEFINITION)) {
    if (remote !== undefined) labels.set(labelKey(label), remote);
  }
  return labels;
}

function labelKey(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}

function withoutImages(text: string): string {
  return text.replace(/!\[[^[\]]{0,999}\]\([^()]{0,1999}\)|<img\s[^<>]{0,1999}>/gi, " ");
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[1];
}
