/** Takes out of a document what no reader sees. */
import { wordsOf } from "../_lib/text/words.ts";
import { parseHtml } from "../_lib/formats/html/parse.ts";
import {
  attributeOf,
  childNamed,
  descendants,
  type HtmlElement,
  type HtmlNode,
  isElement,
  pushReversed,
  textContent,
} from "../_lib/formats/html/tree.ts";

export interface Invisible {
  /** Elements hidden by an attribute or an inline style. */
  readonly hidden: number;
  /** Words that those held. */
  readonly hiddenWords: number;
  /** Form controls. */
  readonly forms: number;
}

const REMOVED: ReadonlySet<string> = new Set(
  (
    "script style template noscript svg annotation annotation-xml iframe object embed canvas applet " +
    "frameset noframes noembed head title meta link base param source track"
  ).split(" "),
);
const CONTROLS: ReadonlySet<string> = new Set(
  "button input select textarea datalist option optgroup".split(" "),
);
const MEDIA: ReadonlySet<string> = new Set(["audio", "video"]);
const HIDING_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** Removes comments, scripts, form controls and what is hidden; a noscript stays if it alone holds an image. */
export function removeInvisible(body: HtmlElement): Invisible {
  const remover = new Remover(imagesOf(body));
  remover.clean(body);
  return remover;
}

function imagesOf(body: HtmlElement): Set<string> {
  const images = new Set<string>();
  for (const element of descendants(body)) {
    if (element.tagName === "img") images.add(attributeOf(element, "src") ?? "");
  }
  return images;
}

class Remover implements Invisible {
  hidden = 0;
  hiddenWords = 0;
  forms = 0;
  readonly #images: Set<string>;

  constructor(images: Set<string>) {
    this.#images = images;
  }

  clean(parent: HtmlElement): void {
    parent.childNodes = parent.childNodes.flatMap((node) => this.#kept(node));
    for (const child of parent.childNodes) {
      if (isElement(child)) this.clean(child);
    }
  }

  #kept(node: HtmlNode): HtmlNode[] {
    if (!isElement(node)) return "value" in node ? [node] : [];
    if (node.tagName === "noscript") return this.#image(node);
    if (REMOVED.has(node.tagName) && !(node.tagName === "source" && isMedia(node.parentNode))) {
      return [];
    }
    if (CONTROLS.has(node.tagName)) {
      this.forms++;
      return [];
    }
    if (!isHidden(node)) return [node];
    this.hidden++;
    this.hiddenWords += countWords(node);
    return [];
  }

  /** The parser leaves a noscript's content as text, as browsers do that run scripts. */
  #image(noscript: HtmlElement): HtmlNode[] {
    const html = textContent(noscript);
    if (!/<img\b/i.test(html)) return [];
    const document = childNamed(parseHtml(html), "html");
    const body = document && childNamed(document, "body");
    const images = body ? [...descendants(body)].filter(isSeenImage) : [];
    const isOnlyHolder = images.some((image) => !this.#images.has(attributeOf(image, "src") ?? ""));
    if (!body || !isOnlyHolder) return [];
    for (const image of images) this.#images.add(attributeOf(image, "src") ?? "");
    for (const child of body.childNodes) child.parentNode = noscript.parentNode;
    return body.childNodes.flatMap((child) => this.#kept(child));
  }
}

/** Whether it is an image with a source, and larger than the dot that counts visits. */
function isSeenImage(element: HtmlElement): boolean {
  return (
    element.tagName === "img" &&
    Boolean(attributeOf(element, "src")) &&
    !/^[01](?:px)?$/.test(attributeOf(element, "width") ?? "")
  );
}

function isMedia(parent: HtmlElement["parentNode"]): boolean {
  return parent !== null && MEDIA.has(parent.nodeName);
}

function isHidden(element: HtmlElement): boolean {
  return element.attrs.some(
    ({ name, value }) =>
      name === "hidden" ||
      (name === "aria-hidden" && value.trim().toLowerCase() === "true") ||
      (name === "style" && HIDING_STYLE.test(value)),
  );
}

/** Words of the text, scripts and styles apart. */
function countWords(element: HtmlElement): number {
  const parts: string[] = [];
  const left: HtmlNode[] = [element];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if ("value" in next) parts.push(next.value);
    else if (isElement(next) && !REMOVED.has(next.tagName)) pushReversed(left, next.childNodes);
  }
  return wordsOf(parts.join(" ")).length;
}
