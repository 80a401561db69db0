/** Hosts of URLs, written as browsers compare them. */
import { readAddress } from "../_lib/web/ip/address.ts";
import { scopeOf } from "../_lib/web/ip/scope.ts";
import { parseUrl } from "../_lib/web/url/parse.ts";

const PLAIN_NAME = /^[a-z\d_-]+(?:\.[a-z\d_-]+)*\.(?!0x|\d)[a-z\d_-]+$|^[a-z_-][a-z\d_-]*$/i;
const ENCODED_LABEL = /(?:^|\.)xn--/;
/** No resolver takes a longer one, and mapping one takes long. */
const LONGEST_HOST = 1000;

/** Lower case, ASCII, no last dot, addresses in their usual form; undefined for what is no host. */
export function canonicalHost(written: string): string | undefined {
  if (written === "" || written.length > LONGEST_HOST) return undefined;
  const host = written.replace(/\.$/, "");
  if (PLAIN_NAME.test(host) && !ENCODED_LABEL.test(host.toLowerCase())) return host.toLowerCase();
  const isAddress = !host.startsWith("[") && typeof readAddress(host) !== "string";
  if (isAddress && !host.includes(":")) return host;
  const url = parseUrl(`http://${host}/`, "");
  if ("problem" in url || url.pathname !== "/" || url.username !== "") return undefined;
  return url.hostname.replace(/\.$/, "");
}

/** Whether the host is one of the names, or below one. */
export function isUnder(host: string, names: ReadonlySet<string>): boolean {
  let name = host.slice(-LONGEST_HOST);
  for (;;) {
    if (names.has(name)) return true;
    const dot = name.indexOf(".");
    if (dot < 0) return false;
    name = name.slice(dot + 1);
  }
}

const PRIVATE_NAME = /(?:^|\.)localhost$|\.(?:local|internal|intranet|corp|home\.arpa)$/;

/** What kind of place a canonical host names. */
export function kindOfHost(host: string): "private" | "address" | "name" {
  if (PRIVATE_NAME.test(host)) return "private";
  const address = readAddress(host.replace(/^\[(.*)\]$/, "$1"));
  if (typeof address === "string") return "name";
  return scopeOf(address.version, address.value) === "global" ? "address" : "private";
}
