import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { causeOfName, namedCause } from "../../../../tools/_lib/web/failures/api-codes.ts";
import { clientCauses } from "../../../../tools/_lib/web/failures/client-errors.ts";
import { SAYINGS, UNSAID } from "../../../../tools/_lib/web/failures/client-words.ts";
import { saidStatus } from "../../../../tools/_lib/web/failures/said-status.ts";

const first = (text: string) => clientCauses(text).found[0]?.code;

test.each([
  // curl
  ["curl: (3) URL using bad/illegal format or missing URL", "INVALID_URL"],
  ["curl: (1) Received HTTP/0.9 when not allowed", "RESPONSE_NOT_HTTP"],
  ["cURL error 18: transfer closed with 5 bytes remaining to read", "RESPONSE_TRUNCATED"],
  ["curl: (61) Unrecognized content encoding type", "RESPONSE_DECODING_FAILED"],
  ["curl: (35) Recv failure: Connection reset by peer", "CONNECTION_RESET"],
  ["curl: (97) Can't complete SOCKS5 connection to a.test", "PROXY_CONNECT_FAILED"],
  // Node
  ["TypeError: fetch failed\n  [cause]: Error: read ECONNRESET", "CONNECTION_RESET"],
  ["TypeError: fetch failed", "NETWORK_FAILED"],
  ["Error: connect ETIMEDOUT 10.0.0.1:443", "CONNECT_TIMEOUT"],
  ["AxiosError: timeout of 900ms exceeded\n  code: 'ECONNABORTED'", "READ_TIMEOUT"],
  [
    "HeadersOverflowError: Headers Overflow Error UND_ERR_HEADERS_OVERFLOW",
    "RESPONSE_HEADERS_TOO_LARGE",
  ],
  ["Error: Parse Error: Expected HTTP/ code: 'HPE_INVALID_CONSTANT'", "RESPONSE_NOT_HTTP"],
  ["SyntaxError: Unexpected token '<', \"<html>\" is not valid JSON", "RESPONSE_NOT_JSON"],
  ["Error: connect EMFILE a.test:443", "CLIENT_RESOURCES"],
  [
    "TypeError: terminated\n[cause]: SocketError: other side closed UND_ERR_SOCKET",
    "RESPONSE_TRUNCATED",
  ],
  ["TypeError: terminated\n[cause]: Error: read ECONNRESET", "CONNECTION_RESET"],
  [
    "TypeError: terminated\n[cause]: Error: incorrect header check Z_DATA_ERROR",
    "RESPONSE_DECODING_FAILED",
  ],
  ["SyntaxError: JSON Parse error: Unrecognized token '<'", "RESPONSE_NOT_JSON"],
  ["Error: Parse Error: Invalid header token", "RESPONSE_NOT_HTTP"],
  // Python
  [
    "('Connection aborted.', LineTooLong('got more than 65536 bytes when reading header line'))",
    "RESPONSE_HEADERS_TOO_LARGE",
  ],
  ["('Connection aborted.', BadStatusLine('garbage'))", "RESPONSE_NOT_HTTP"],
  [
    'Get "http://a/": net/http: HTTP/1.x transport connection broken: malformed HTTP response "SSH-2.0-x"',
    "RESPONSE_NOT_HTTP",
  ],
  [
    "('Connection aborted.', RemoteDisconnected('Remote end closed connection'))",
    "CONNECTION_RESET",
  ],
  ["HTTP Error 302: a redirect error that would lead to an infinite loop.", "REDIRECT_LOOP"],
  ["socket.gaierror: [Errno -2] Name or service not known", "DNS_NOT_FOUND"],
  ["socket.gaierror: [Errno -3] Temporary failure in name resolution", "DNS_TEMPORARY"],
  ["httpx.ConnectError: All connection attempts failed", "CONNECTION_REFUSED"],
  ["httpx.PoolTimeout", "CLIENT_RESOURCES"],
  ["requests.exceptions.ReadTimeout: Read timed out. (read timeout=3)", "READ_TIMEOUT"],
  [
    "ssl.SSLCertVerificationError: Hostname mismatch, certificate is not valid for 'a.test'.",
    "TLS_HOSTNAME_MISMATCH",
  ],
  ["http.client.IncompleteRead(3 bytes read, 7 more expected)", "RESPONSE_TRUNCATED"],
  ["requests.exceptions.MissingSchema: Invalid URL 'a.test': No scheme supplied.", "INVALID_URL"],
  [
    "ProxyError('Unable to connect to proxy', NewConnectionError('[Errno 111] Connection refused'))",
    "PROXY_CONNECT_FAILED",
  ],
  // Go
  ['Get "http://a.test": EOF', "CONNECTION_RESET"],
  ['Get "http://a.test": unexpected EOF', "RESPONSE_TRUNCATED"],
  ['Get "http://a.test": dial tcp: lookup a.test: no such host', "DNS_NOT_FOUND"],
  ['Get "http://a.test": dial tcp 10.0.0.1:80: i/o timeout', "CONNECT_TIMEOUT"],
  ['Get "http://a.test": context deadline exceeded', "READ_TIMEOUT"],
  ['Get "http://a.test": context canceled', "REQUEST_ABORTED"],
  ['Get "http://a.test": stopped after 10 redirects', "REDIRECT_LOOP"],
  ["http: server gave HTTP response to HTTPS client", "TLS_PROTOCOL"],
  ["x509: certificate is valid for b.test, not a.test", "TLS_HOSTNAME_MISMATCH"],
  ["x509: certificate has expired or is not yet valid", "TLS_CERT_EXPIRED"],
  ["remote error: tls: certificate required", "TLS_CLIENT_CERT_REQUIRED"],
  // Java
  ["java.net.UnknownHostException: a.test", "DNS_NOT_FOUND"],
  ["java.net.ConnectException", "CONNECTION_REFUSED"],
  ["java.net.http.HttpConnectTimeoutException: HTTP connect timed out", "CONNECT_TIMEOUT"],
  ["javax.net.ssl.SSLHandshakeException: PKIX path building failed", "TLS_CERT_UNTRUSTED"],
  ["java.io.IOException: Illegal character in chunk size: 90", "RESPONSE_NOT_HTTP"],
  ["java.net.ProtocolException: Server redirected too many  times (20)", "REDIRECT_LOOP"],
  ["java.net.ProtocolException: Header size too big: 9 > 8", "RESPONSE_HEADERS_TOO_LARGE"],
  ["java.io.IOException: HTTP/1.1 header parser received no bytes", "CONNECTION_RESET"],
  ["java.util.zip.ZipException: Not in GZIP format", "RESPONSE_DECODING_FAILED"],
  // .NET
  [
    "The request was canceled due to the configured HttpClient.Timeout of 5 seconds elapsing.",
    "READ_TIMEOUT",
  ],
  [
    "The remote certificate is invalid because of errors in the certificate chain: NotTimeValid",
    "TLS_CERT_EXPIRED",
  ],
  [
    "No connection could be made because the target machine actively refused it.",
    "CONNECTION_REFUSED",
  ],
  // Ruby
  ["Net::OpenTimeout: execution expired", "CONNECT_TIMEOUT"],
  ["Net::ReadTimeout with #<TCPSocket:(closed)>", "READ_TIMEOUT"],
  ["EOFError: end of file reached", "CONNECTION_RESET"],
  // Browsers
  ["net::ERR_NAME_NOT_RESOLVED", "DNS_NOT_FOUND"],
  ["net::ERR_CERT_DATE_INVALID", "TLS_CERT_EXPIRED"],
  ["TypeError: Load failed", "NETWORK_FAILED"],
  [
    "Mixed Content: The page was loaded over HTTPS, but requested an insecure resource",
    "MIXED_CONTENT_BLOCKED",
  ],
  [
    "Refused to connect because it violates the following Content Security Policy directive",
    "CSP_BLOCKED",
  ],
] as const)("%s", (text, cause) => {
  expect(first(text)).toBe(cause);
});

test.each(["it broke", "XECONNRESETS", "errors", "the proxy of my car", "neof", "geofence: eofs"])(
  "no client speaks so: %s",
  (text) => {
    expect(clientCauses(text).found).toEqual([]);
  },
);

test("a gap of a phrase is of one line and short", () => {
  expect(first("dial tcp 10.0.0.1 i/o timeout")).toBe("CONNECT_TIMEOUT");
  expect(first("dial tcp 10.0.0.1\ni/o timeout")).toBe("READ_TIMEOUT");
  expect(first(`dial tcp ${"x".repeat(400)} i/o timeout`)).toBe("READ_TIMEOUT");
  expect(first(`dial tcp ${"x".repeat(400)}; dial udp: i/o timeout`)).toBe("CONNECT_TIMEOUT");
});

describe("laws", () => {
  const codes = [...SAYINGS.flat(), ...UNSAID].flatMap(({ cause, codes: all }) =>
    all.map(({ text: code }) => ({ cause, code })),
  );
  const prose = fc.stringMatching(/^[ .,()é😀\u{130}-]{0,30}$/u);

  test("a code tells its cause in any letter case, and the line it stands in is the evidence", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...codes),
        prose,
        prose,
        fc.boolean(),
        (saying, a, b, isUpper) => {
          const code = isUpper ? saying.code.toUpperCase() : saying.code;
          const line = `${a} ${code} ${b}`;
          const { found, isNamed } = clientCauses(`first\n${line}\nlast`);
          const cause = found.find((each) => each.code === saying.cause);
          expect(cause?.evidence).toEqual([line.trim()]);
          expect(isNamed).toBe(true);
        },
      ),
    );
  });

  test("a code inside of a longer word tells nothing", () => {
    const whole = codes.filter(({ code }) => /^\w+$/.test(code));
    fc.assert(
      fc.property(fc.constantFrom(...whole), ({ code }) => {
        expect(clientCauses(`zz${code}`).found).toEqual([]);
      }),
    );
  });

  test("every saying is in lower case, and stands once in its row", () => {
    for (const row of [...SAYINGS, UNSAID]) {
      const all = row.flatMap((saying) =>
        [...saying.codes, ...saying.phrases].map(({ text }) => text),
      );
      expect(all).toEqual(all.map((each) => each.toLowerCase()));
      expect(all.filter((each, at) => all.indexOf(each) !== at)).toEqual([]);
    }
  });

  test("no saying is hidden by one that stands before it in its row", () => {
    const hidden = SAYINGS.flatMap((row) =>
      row.flatMap((saying) =>
        [...saying.codes, ...saying.phrases]
          .map((each) => each.text.replace(/\$$/, "").replaceAll("…", "x"))
          .filter((text) => {
            const { found } = clientCauses(text);
            const inRow = found.find(({ code }) => row.some(({ cause }) => cause === code));
            return inRow?.code !== saying.cause;
          })
          .map((text) => `${saying.cause}: ${text}`),
      ),
    );
    expect(hidden).toEqual([]);
  });
});

test.each([
  ["Request failed with status code 404", 404],
  ["Response status code does not indicate success: 503 (Service Unavailable).", 503],
  ["429 Client Error: Too Many Requests for url: https://a.test", 429],
  ["Server error '502 Bad Gateway' for url 'https://a.test'", 502],
  ["HTTP Error 500: Internal Server Error", 500],
  ["OpenURI::HTTPError: 403 Forbidden", 403],
  ["Server returned HTTP response code: 504 for URL: https://a.test", 504],
  ["curl: (22) The requested URL returned error: 401", 401],
  ["Error code: 400 - {'error': {}}", 400],
  ["googleapi: Error 403: Daily Limit Exceeded", 403],
  ["aiohttp.ClientResponseError: 418, message='x'", 418],
  ["took 404 ms", undefined],
  ["port 5000, line 404", undefined],
] as const)("the status in %s", (text, status) => {
  expect(saidStatus(text)).toBe(status);
});

test("names of errors, however they are written", () => {
  for (const name of [
    "ThrottlingException",
    "throttling",
    "com.amazonaws#ThrottlingException",
    "THROTTLING_EXCEPTION",
    "ThrottlingException:http://a.test",
  ])
    expect(causeOfName(name)).toBe("RATE_LIMITED");
  expect(causeOfName("")).toBeUndefined();
  expect(causeOfName("__proto__")).toBeUndefined();
  expect(causeOfName("x".repeat(100_000))).toBeUndefined();
  expect(namedCause("An error occurred (AccessDenied) when calling")?.name).toBe("AccessDenied");
  // A word of its own is prose.
  expect(namedCause("the conflict was locked")).toBeUndefined();
});

test("long texts take no longer than their length asks for", () => {
  for (const text of [
    "dial tcp ".repeat(11_000),
    "failed to connect ".repeat(5500),
    `dial ${"a ".repeat(50_000)} i/o timeout`,
    "EOF ".repeat(25_000),
    "_A".repeat(50_000),
    "x".repeat(100_000),
  ]) {
    const started = performance.now();
    clientCauses(text);
    saidStatus(text);
    namedCause(text);
    expect(performance.now() - started).toBeLessThan(1000);
  }
});
