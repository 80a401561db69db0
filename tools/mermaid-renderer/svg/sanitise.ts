/** The guard of everything that leaves: only elements and attributes that draw, and links that are plain. */
import { allElements, type DomElement, tagOf } from "../dom/node.ts";

const ALLOWED = new Set(
  `a circle clippath defs desc ellipse feblend fecolormatrix fecomposite fedisplacementmap fedropshadow feflood
  fegaussianblur femerge femergenode feoffset feturbulence filter g image line lineargradient marker mask path pattern
  polygon polyline radialgradient rect stop svg symbol text textpath title tspan use`.split(/\s+/),
);

const LINK = /^(?:https?:|mailto:)/i;
const EMBEDDED_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=]*$/i;
const OUTSIDE_URL = /url\(\s*["']?\s*(?!#)/i;
const BLEND = /^mix-blend-mode:[a-z-]+$/;
/** How links are to be opened is for the page that holds the drawing. */
const DROPPED = /^(?:on|data-)|^(?:target|tabindex|role)$/;

/** What had to go, as it was written. */
export interface Removed {
  readonly links: readonly string[];
  readonly images: readonly string[];
}

export function sanitise(svg: DomElement): Removed {
  const links: string[] = [];
  const images: string[] = [];
  for (const element of allElements(svg)) {
    const tag = tagOf(element);
    if (!ALLOWED.has(tag)) {
      element.remove();
      continue;
    }
    const references = dropAttributes(element);
    if (tag === "a") links.push(...references);
    if (tag !== "image") continue;
    images.push(...references);
    if (!HREFS.some((name) => element.getAttribute(name))) element.remove();
  }
  return { links, images };
}

const HREFS = ["href", "xlink:href"];

/** The references that had to go. */
function dropAttributes(element: DomElement): string[] {
  const references: string[] = [];
  for (const { name, value } of Array.from(element.attributes)) {
    const key = name.toLowerCase();
    if (HREFS.includes(key)) {
      if (mayRefer(tagOf(element), value)) continue;
      references.push(value);
      element.removeAttribute(name);
    } else if (
      DROPPED.test(key) ||
      OUTSIDE_URL.test(value) ||
      (key === "style" && !BLEND.test(value))
    ) {
      element.removeAttribute(name);
    }
  }
  return references;
}

function mayRefer(tag: string, value: string): boolean {
  if (value.startsWith("#")) return true;
  if (tag === "a") return LINK.test(value);
  return tag === "image" && EMBEDDED_IMAGE.test(value);
}
