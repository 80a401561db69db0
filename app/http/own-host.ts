/** Whether a request was meant for this server: a page of another site must not reach it through its visitor (DNS rebinding). */

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const ADDRESS = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/;

/** Whether Host is an address or a name of this server: another name may have been made to lead here. */
export function isOwnHost(request: Request, publicHost: string | undefined): boolean {
  const name = hostNameOf(request);
  return isTrusted(name, publicHost) || ADDRESS.test(name);
}

/** A name that leads to nobody else. */
export function isTrusted(name: string, publicHost: string | undefined): boolean {
  return LOOPBACK.has(name) || name === publicHost;
}

export function hostNameOf({ headers }: Request): string {
  return hostName(`http://${headers.get("host") ?? ""}`);
}

export function hostName(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}
