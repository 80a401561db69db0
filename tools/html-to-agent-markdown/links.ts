/** Addresses of links and images, and the list of those that are written. */
import { LONGEST_OUTPUT } from "../_lib/results/output-limit.ts";
import { outputFault } from "./output-fault.ts";
import { urlResolver } from "../_lib/web/url/parse.ts";

export const LINK_STYLES = ["inline", "reference", "text"] as const;
export const IMAGE_STYLES = ["markdown", "alt", "none"] as const;

export interface LinkOptions {
  readonly links: (typeof LINK_STYLES)[number];
  readonly images: (typeof IMAGE_STYLES)[number];
  readonly stripTracking: boolean;
}

export interface WrittenLink {
  readonly text: string;
  readonly url: string;
}

export interface WrittenImage {
  readonly alt: string;
  readonly url: string;
}

/** An address as it is written, and what it says when pointed at. */
export interface Target {
  readonly url: string;
  readonly title: string;
}

/** Members of a query that follow readers and mean nothing to the page. */
const TRACKING =
  /^(?:utm_.*|gclid|dclid|fbclid|msclkid|mc_cid|mc_eid|igshid|yclid|_hsenc|_hsmi|ref_src|vero_id)$/i;

const SCHEME = /^[a-z][a-z\d+.-]*:/i;
/** Links that run or hold something instead of leading somewhere. */
const NO_PLACE = /^(?:javascript|vbscript|data):/i;

export class Addresses {
  readonly options: LinkOptions;
  readonly written: WrittenLink[] = [];
  readonly images: WrittenImage[] = [];
  readonly #resolve: ((url: string) => string | undefined) | undefined;
  readonly #numbers = new Map<string, number>();
  readonly #definitions: string[] = [];
  /** Characters that the base has put before addresses. */
  #added = 0;
  /** Addresses written that only a base could complete. */
  relative = 0;

  /** `base` is an absolute URL, or empty for none. */
  constructor(base: string, options: LinkOptions) {
    this.options = options;
    this.#resolve = base === "" ? undefined : urlResolver(base);
  }

  /** The definitions written up to now. */
  get definitions(): readonly string[] {
    return this.#definitions;
  }

  /** Whether a link is to be written: it leads somewhere else, and links are wanted. */
  leads(href: string | undefined): boolean {
    const url = plainUrl(href ?? "");
    const isPlace = url !== "" && !url.startsWith("#") && !NO_PLACE.test(url);
    return isPlace && this.options.links !== "text";
  }

  /** Where a link leads; undefined where none is to be written. */
  linkTarget(href: string | undefined): string | undefined {
    if (!this.leads(href)) return undefined;
    const url = plainUrl(href ?? "");
    return this.#complete(this.options.stripTracking ? withoutTracking(url) : url);
  }

  imageSource(source: string): string {
    return this.#complete(plainUrl(source));
  }

  addLink(text: string, target: Target): string {
    this.written.push({ text, url: target.url });
    if (this.options.links !== "reference") return `(${destinationOf(target)})`;
    const known = this.#numbers.get(target.url);
    if (known !== undefined) return `[${known}]`;
    const number = this.#numbers.size + 1;
    this.#numbers.set(target.url, number);
    this.#definitions.push(`[${number}]: ${destinationOf(target)}`);
    return `[${number}]`;
  }

  #complete(url: string): string {
    if (SCHEME.test(url)) return url;
    if (!this.#resolve) {
      this.relative++;
      return url;
    }
    const whole = this.#resolve(url) ?? url;
    this.#added += whole.length - url.length;
    if (this.#added > MOST_ADDED) throw outputFault();
    return whole;
  }
}

/** A long base makes each of many short references long: given up before all are made. */
const MOST_ADDED = 4 * LONGEST_OUTPUT;

/** The URL as parsers read it: without the blanks around it and the line ends and tabs in it. */
function plainUrl(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= SPACE) start++;
  while (end > start && text.charCodeAt(end - 1) <= SPACE) end--;
  return text.slice(start, end).replace(/[\t\n\r]/g, "");
}

const SPACE = 0x20;

function withoutTracking(url: string): string {
  const hash = url.indexOf("#");
  const end = hash === -1 ? url.length : hash;
  const query = url.indexOf("?");
  if (query === -1 || query > end) return url;
  const kept = url
    .slice(query + 1, end)
    .split("&")
    .filter((member) => !TRACKING.test(member.split("=", 1)[0] ?? ""));
  const rest = kept.length === 0 ? "" : `?${kept.join("&")}`;
  return url.slice(0, query) + rest + url.slice(end);
}

/** A link destination and title (CommonMark 6.3). */
export function destinationOf({ url, title }: Target): string {
  const destination = printedUrl(url);
  return title === "" ? destination : `${destination} "${titleText(title)}"`;
}

function titleText(title: string): string {
  return title.replace(/["\\]|&(?=[#\w])/g, String.raw`\$&`).replace(/(?<!\s)\s*\n\s*/g, " ");
}

/** Characters that would begin code or HTML before they are read as part of a destination. */
const ENCODED: Readonly<Record<string, string>> = { "`": "%60", "<": "%3C", ">": "%3E" };

function printedUrl(url: string): string {
  const safe = url
    .replace(/[`<>]/g, (character) => ENCODED[character] ?? character)
    .replace(/\\(?=[!-/:-@[-`{-~])|&(?=#?\w+;)/g, String.raw`\$&`)
    // oxlint-disable-next-line no-control-regex -- controls cannot stand in a destination
    .replace(/[\u0000-\u001f\u007f]/g, (character) => encodeURIComponent(character));
  return safe === "" || safe.includes(" ") || !isBalanced(safe) ? `<${safe}>` : safe;
}

function isBalanced(url: string): boolean {
  let open = 0;
  for (let index = 0; index < url.length && open >= 0; index++) {
    const character = url[index];
    if (character === "\\") index++;
    else if (character === "(") open++;
    else if (character === ")") open--;
    // CommonMark lets readers stop at 32.
    if (open > MOST_PARENTHESES) return false;
  }
  return open === 0;
}

const MOST_PARENTHESES = 30;
