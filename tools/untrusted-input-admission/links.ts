/** URLs that lead where they should not, and Markdown that hides where it leads or fetches. */
import { canonicalHost, isUnder, kindOfHost } from "./hosts.ts";
import { markdownLinks, type MarkdownLink } from "./markdown-links.ts";
import { carriesData } from "./image-data.ts";
import { type Sighting, sightingsAt, sightingsOf } from "./sighting.ts";

export interface HostPolicy {
  /** Canonical names; every host not under one is blocked, if there is one. */
  readonly allowedHosts: ReadonlySet<string>;
  readonly blockedHosts: ReadonlySet<string>;
}

const DANGEROUS = /(?<![A-Za-z0-9_+.-])(?:(?:javascript|vbscript|file):(?=\S)|data:text\/html)/gi;

/** `isCode` tells offsets where nothing is followed. */
export function findLinks(
  text: string,
  policy: HostPolicy,
  isCode: (offset: number) => boolean,
): Sighting[] {
  const { links, images } = markdownLinks(text);
  const mismatched = links.filter(namesAnotherHost).map(({ offset }) => offset);
  return [
    ...sightingsAt(
      "MARKDOWN_REMOTE_IMAGE",
      images.map(({ offset }) => offset),
    ),
    ...sightingsAt(
      "MARKDOWN_IMAGE_DATA",
      images.filter(({ url }) => carriesData(url)).map(({ offset }) => offset),
    ),
    ...sightingsAt(
      "LINK_MISMATCH",
      mismatched.toSorted((a, b) => a - b),
    ),
    ...sightingsOf("URL_DANGEROUS_SCHEME", text, DANGEROUS, (_, offset) => !isCode(offset)),
    ...findUrls(text, policy, isCode),
  ];
}

/** What stands between the slashes and the path; browsers take backslashes for slashes, too. */
const URL_START =
  /(?:(?<![A-Za-z0-9+.-])(?:https?|ftp):|(?<=\]\(\s?<?))[\\/]{2,}([^\s\\/?#<>"`]*)/gi;

/** The reader's own machine, and addresses that are for documentation (RFC 3849, RFC 5737). */
const EXAMPLE_HOST =
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|\[2001:db8:.*\]|(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+)$/;

function findUrls(
  text: string,
  { allowedHosts, blockedHosts }: HostPolicy,
  isCode: (offset: number) => boolean,
): Sighting[] {
  const found = {
    URL_PRIVATE_HOST: [] as number[],
    URL_IP_HOST: [] as number[],
    URL_CREDENTIALS: [] as number[],
    URL_PUNYCODE: [] as number[],
    URL_BLOCKED: [] as number[],
  };
  /** By what was written: reading one that is no plain name takes long. */
  const hosts = new Map<string, string>();
  for (const { 1: authority = "", index } of text.matchAll(URL_START)) {
    const written = hostOf(authority);
    if (written === "") continue;
    const host = hosts.get(written) ?? canonicalHost(written) ?? written.toLowerCase();
    hosts.set(written, host);
    const kind = kindOfHost(host);
    const isExample = EXAMPLE_HOST.test(host) && isCode(index);
    if (kind === "private" && !isExample) found.URL_PRIVATE_HOST.push(index);
    if (kind === "address") found.URL_IP_HOST.push(index);
    if (authority.includes("@")) found.URL_CREDENTIALS.push(index);
    if (/(?:^|\.)xn--/i.test(written)) found.URL_PUNYCODE.push(index);
    const isOutside = allowedHosts.size > 0 && !isUnder(host, allowedHosts);
    if (isOutside || isUnder(host, blockedHosts)) found.URL_BLOCKED.push(index);
  }
  return [
    ...sightingsAt("URL_PRIVATE_HOST", found.URL_PRIVATE_HOST),
    ...sightingsAt("URL_IP_HOST", found.URL_IP_HOST),
    ...sightingsAt("URL_CREDENTIALS", found.URL_CREDENTIALS),
    ...sightingsAt("URL_PUNYCODE", found.URL_PUNYCODE),
    ...sightingsAt("URL_BLOCKED", found.URL_BLOCKED),
  ];
}

/** The host of an authority without user and port, and without what the sentence around puts behind it. */
function hostOf(authority: string): string {
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  const address = /^\[[0-9a-f:.%]*\]/i.exec(host)?.[0];
  return address ?? /^[^\s:,;'()[\]{}|*!&=$+~^]*/.exec(host)?.[0] ?? "";
}

/** A URL, a www. name, or a name with a dot; not a mail address, and not code between backticks. */
const NAMED_HOST =
  /(?:https?:)?\/\/([^\s\\/?#<>"`()]+)|(?<![\p{L}\p{N}@._`/-])((?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}-]{2,63})(?![\p{L}\p{N}@_`.-]?[\p{L}\p{N}@_`])/giu;
/** Last parts of file names and of names in code that look like hosts. */
const FILE_TYPES: ReadonlySet<string> = new Set(
  `bash bin c cc cfg cjs conf cpp cs css csv db dll doc docx env exe gif go gz h hpp htm html ini ipynb java jpeg
  jpg js json jsonl jsx kt lock log lua map md mdx mjs mp3 mp4 odt parquet pdf php pl png ppt pptx ps1 py rb rs rst
  rtf scss sh so sql svg swift tar tex toml ts tsv tsx txt wasm webp xls xlsx xml yaml yml zip`.split(
    /\s+/,
  ),
);

function namesAnotherHost({ text, target }: MarkdownLink): boolean {
  const authority = /^(?:https?:|ftp:)?[\\/]{2,}([^\s\\/?#<>"`]*)/i.exec(target)?.[1];
  if (authority === undefined) return false;
  const own = comparable(hostOf(authority));
  const named = Array.from(text.matchAll(NAMED_HOST), ({ 1: fromUrl, 2: name = "" }) =>
    fromUrl === undefined ? hostName(name) : comparable(hostOf(fromUrl)),
  ).filter((host) => host !== "");
  return named.length > 0 && !named.includes(own);
}

/** The usual ones of those that are no country's; a name under another could lead nobody astray. */
const TOP_LEVEL = new RegExp(
  `^(?:[a-z]{2}|${"com net org edu gov mil int info biz name pro mobi app dev xyz online site top shop store cloud tech live blog page link click club bank finance email support help news media agency digital network systems solutions services world today life space website host press wiki download stream video games work group team zone center company foundation academy market example test invalid onion".split(" ").join("|")}|xn--[a-z0-9-]+|[^a-z]+)$`,
  "iu",
);

function hostName(name: string): string {
  const last = name.slice(name.lastIndexOf(".") + 1);
  if (!TOP_LEVEL.test(last)) return "";
  // Two sentences without a space between them: "1.Introduction".
  const isCapitalised = last !== last.toLowerCase() && last !== last.toUpperCase();
  return isCapitalised || FILE_TYPES.has(last.toLowerCase()) ? "" : comparable(name);
}

function comparable(host: string): string {
  return (canonicalHost(host) ?? host.toLowerCase()).replace(/^www\./, "");
}
