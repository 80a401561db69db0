/** A URI or a reference to one, cut into its parts as RFC 3986 appendix B does. */
interface UriParts {
  readonly scheme: string | undefined;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
}

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;

/** Cuts a reference at the first `#`; `fragment` is undefined where there is none. */
export function splitFragment(reference: string): readonly [uri: string, fragment?: string] {
  const at = reference.indexOf("#");
  return at < 0 ? [reference] : [reference.slice(0, at), reference.slice(at + 1)];
}

/** Resolves a reference without fragment against a base, by RFC 3986 5.2; the base may be relative or empty. */
export function resolveUri(base: string, reference: string): string {
  const target = partsOf(reference);
  if (target.scheme !== undefined) return format({ ...target, path: withoutDots(target.path) });
  const from = partsOf(base);
  if (target.authority !== undefined) {
    return format({ ...target, scheme: from.scheme, path: withoutDots(target.path) });
  }
  if (target.path === "") {
    return format({ ...from, query: target.query ?? from.query });
  }
  const path = target.path.startsWith("/") ? target.path : merged(from, target.path);
  return format({ ...from, path: withoutDots(path), query: target.query });
}

function partsOf(reference: string): UriParts {
  let rest = reference;
  let scheme: string | undefined;
  const colon = rest.indexOf(":");
  if (colon > 0 && SCHEME.test(rest.slice(0, colon))) {
    scheme = rest.slice(0, colon).toLowerCase();
    rest = rest.slice(colon + 1);
  }
  let query: string | undefined;
  const mark = rest.indexOf("?");
  if (mark >= 0) {
    query = rest.slice(mark + 1);
    rest = rest.slice(0, mark);
  }
  if (!rest.startsWith("//")) return { scheme, authority: undefined, path: rest, query };
  const slash = rest.indexOf("/", 2);
  const end = slash < 0 ? rest.length : slash;
  return { scheme, authority: rest.slice(2, end), path: rest.slice(end), query };
}

function merged({ authority, path }: UriParts, relative: string): string {
  if (authority !== undefined && path === "") return `/${relative}`;
  return path.slice(0, path.lastIndexOf("/") + 1) + relative;
}

/** RFC 3986 5.2.4. */
function withoutDots(path: string): string {
  if (!path.includes(".")) return path;
  const isAbsolute = path.startsWith("/");
  const kept: string[] = [];
  const segments = path.split("/");
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (segment === ".") {
      if (isLast) kept.push("");
    } else if (segment === "..") {
      if (kept.length > (isAbsolute ? 1 : 0)) kept.pop();
      if (isLast) kept.push("");
    } else kept.push(segment);
  }
  return kept.join("/");
}

function format({ scheme, authority, path, query }: UriParts): string {
  const start = scheme === undefined ? "" : `${scheme}:`;
  const host = authority === undefined ? "" : `//${authority}`;
  return start + host + path + (query === undefined ? "" : `?${query}`);
}

/** The text that a fragment stands for, undefined where its percent-encoding is wrong. */
export function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
