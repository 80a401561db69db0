/** Names of headers and directives that findings are about. */

/** What OWASP's Secure Headers Project would have removed, but for `Server`, which has findings of its own. */
const REVEALING: ReadonlySet<string> = new Set(
  `$wsep host-header k-proxy-request liferay-portal oraclecommercecloud-version pega-host powered-by product sourcemap
x-aspnet-version x-aspnetmvc-version x-atmosphere-error x-atmosphere-first-request x-atmosphere-tracking-id
x-b3-parentspanid x-b3-sampled x-b3-spanid x-b3-traceid x-backside-transport x-beserver x-calculatedbetarget
x-cf-powered-by x-cms x-cocoon-version x-content-encoded-by x-diaginfo x-dtagentid x-dthealthcheck x-dtinjectedservlet
x-envoy-attempt-count x-envoy-external-address x-envoy-internal x-envoy-original-dst-host
x-envoy-upstream-service-time x-feserver x-framework x-generated-by x-generator x-jitsi-release x-joomla-version
x-kubernetes-pf-flowschema-uid x-kubernetes-pf-prioritylevel-uid x-litespeed-cache x-litespeed-cache-control
x-litespeed-purge x-litespeed-tag x-litespeed-vary x-mod-pagespeed x-nextjs-cache x-nextjs-matched-path x-nextjs-page
x-nextjs-redirect x-old-content-length x-oneagent-js-injection x-owa-version x-page-speed x-php-version x-powered-by
x-powered-by-plesk x-powered-cms x-redirect-by x-ruxit-js-agent x-server-powered-by x-sourcefiles x-sourcemap
x-turbo-charged-by x-umbraco-version x-varnish-backend x-varnish-server`.split(/\s+/),
);

const DEPRECATED: ReadonlySet<string> = new Set([
  "expect-ct",
  "public-key-pins",
  "public-key-pins-report-only",
  "feature-policy",
  "x-content-security-policy",
  "x-webkit-csp",
  "p3p",
]);

/** In lower case, like the others here. */
export function isRevealing(name: string): boolean {
  return REVEALING.has(name);
}

export function isDeprecated(name: string): boolean {
  return DEPRECATED.has(name);
}

/** Headers whose value is one: a second line is an error, or is passed over. */
export const SINGLE: ReadonlySet<string> = new Set([
  "access-control-allow-credentials",
  "access-control-allow-origin",
  "age",
  "content-length",
  "content-location",
  "content-type",
  "cross-origin-embedder-policy",
  "cross-origin-opener-policy",
  "cross-origin-resource-policy",
  "date",
  "etag",
  "expires",
  "last-modified",
  "location",
  "retry-after",
  "server",
  "strict-transport-security",
  "x-content-type-options",
  "x-frame-options",
  "x-xss-protection",
]);

export const DIRECTIVES: ReadonlySet<string> = new Set([
  "default-src",
  "script-src",
  "script-src-elem",
  "script-src-attr",
  "style-src",
  "style-src-elem",
  "style-src-attr",
  "img-src",
  "font-src",
  "connect-src",
  "media-src",
  "object-src",
  "child-src",
  "frame-src",
  "worker-src",
  "manifest-src",
  "fenced-frame-src",
  "base-uri",
  "sandbox",
  "form-action",
  "frame-ancestors",
  "report-uri",
  "report-to",
  "require-trusted-types-for",
  "trusted-types",
  "upgrade-insecure-requests",
  "webrtc",
]);

/** Directives that do nothing any more. */
export const OLD_DIRECTIVES: ReadonlySet<string> = new Set([
  "block-all-mixed-content",
  "plugin-types",
  "reflected-xss",
  "referrer",
  "prefetch-src",
  "navigate-to",
  "require-sri-for",
]);
