import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import fc from "fast-check";
import kit from "../../kits/http-security-remediation-kit.ts";
import { runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run(input).value as Value;
const codesOf = (input: object) => valueOf(input).counts.byCode;
const proposedOf = (input: object, name: string) =>
  valueOf(input).proposed.find((one) => one.name === name)?.value;
const resultOf = (name: string, input: object) => valueOf(input).before?.tests[name]?.result;
const policy = (text: string, more: object = {}) => ({
  headers: { "Content-Security-Policy": text },
  ...more,
});
const cspOf = (text: string, more: object = {}) =>
  proposedOf(policy(text, more), "Content-Security-Policy");
const fileOf = ({ deliverables }: Value, name: string) =>
  deliverables.find((file) => file.name === name)?.content ?? "";

/** Servers that read what is written for them, where they are. */
function has(server: string): boolean {
  const isThere = Bun.which(server) !== null;
  if (!isThere) console.warn(`No ${server}: its file is not loaded`);
  return isThere;
}

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/headers-`);
});
afterAll(() => rm(folder, { recursive: true }));

describe("the score", () => {
  test.each([
    ["default-src 'self'", "csp-implemented-with-no-unsafe"],
    ["default-src 'self'; default-src 'none'", "csp-header-invalid"],
    ["a", "csp-header-invalid"],
    [
      "default-src 'self'; report-uri /a; report-uri /b",
      "csp-implemented-but-duplicate-directives",
    ],
    ["script-src 'strict-dynamic'; object-src 'none'", "csp-header-invalid"],
    ["default-src 'none', default-src 'none'", "csp-implemented-with-no-unsafe-default-src-none"],
    ["default-src 'self' 'unsafe-inline', default-src 'self'", "csp-implemented-with-no-unsafe"],
    [
      "object-src 'none', script-src 'unsafe-inline'; object-src 'none'",
      "csp-implemented-with-unsafe-inline-in-style-src-only",
    ],
  ])("of the policy %s is %s", (text, result) => {
    expect(resultOf("content-security-policy", policy(text))).toBe(result);
  });

  test.each([
    ["https://shop.example.co.uk/", "https://cdn.example.co.uk/a.js", true],
    ["https://shop.example.co.uk/", "https://other.co.uk/a.js", false],
    ["https://a.city.kobe.jp/", "https://city.kobe.jp/a.js", true],
    ["https://a.kobe.jp/", "https://b.kobe.jp/a.js", false],
    ["https://127.0.0.1/", "https://127.0.0.2/a.js", false],
  ])("of the page %s the script %s is its own: %p", (url, src, isOwn) => {
    const headers = { "Content-Type": "text/html" };
    const html = `<script src="${src}"></script>`;
    expect(resultOf("subresource-integrity", { url, headers, html })).toBe(
      isOwn
        ? "sri-not-implemented-but-all-scripts-loaded-from-secure-origin"
        : "sri-not-implemented-but-external-scripts-loaded-securely",
    );
  });

  test("a cookie for all of a public suffix is not kept", () => {
    const cookies = (domain: string) =>
      resultOf("cookies", {
        url: "https://shop.example.co.uk/",
        headers: { "Set-Cookie": `a=1; Domain=${domain}` },
      });
    expect(cookies("co.uk")).toBe("cookies-not-found");
    expect(cookies("example.co.uk")).toBe("cookies-without-secure-flag");
  });

  test("a thousand equal policies are one", () => {
    const name = "content-security-policy";
    const one = "default-src 'self'; script-src 'self' https://cdn.example.com";
    const many = Array.from({ length: 1000 }, () => one).join(", ");
    expect(resultOf(name, policy(many))).toBe(resultOf(name, policy(one)) ?? "");
  });

  test("policies in the page count, but not what they cannot say", () => {
    const page = (content: string) => ({
      headers: { "Content-Type": "text/html" },
      html: `<meta http-equiv="Content-Security-Policy" content="${content}">`,
    });
    const name = "content-security-policy";
    expect(resultOf(name, page("frame-ancestors 'none'"))).toBe("csp-not-implemented");
    expect(resultOf(name, page("default-src 'none'"))).toBe(
      "csp-implemented-with-no-unsafe-default-src-none",
    );
    const reporting = { headers: { "Content-Security-Policy-Report-Only": "default-src 'self'" } };
    expect(resultOf(name, reporting)).toBe("csp-not-implemented-but-reporting-enabled");
  });

  test.each([
    [["a=1; Secure; HttpOnly; SameSite=Lax"], "cookies-secure-with-httponly-sessions-and-samesite"],
    [["a=1; Secure"], "cookies-secure-with-httponly-sessions"],
    [["a=1"], "cookies-without-secure-flag"],
    [["session=1; Secure"], "cookies-session-without-httponly-flag"],
    [["session=1; HttpOnly"], "cookies-session-without-secure-flag"],
    [["a=1; Secure; SameSite=Maybe"], "cookies-samesite-flag-invalid"],
    [["a=1; SameSite=None"], "cookies-samesite-flag-invalid"],
    [["csrf=1; Secure"], "cookies-anticsrf-without-samesite-flag"],
    [["a=1; Domain=other.example"], "cookies-not-found"],
    [["__Host-a=1; Path=/"], "cookies-not-found"],
    [["heroku-session-affinity=1"], "cookies-not-found"],
    [["a=1", "a=2; Secure; SameSite=Lax"], "cookies-secure-with-httponly-sessions-and-samesite"],
  ])("of the cookies %j is %s", (cookies, result) => {
    expect(resultOf("cookies", { headers: { "Set-Cookie": cookies } })).toBe(result);
  });

  test("HSTS protects cookies; an http address has none", () => {
    const headers = {
      "Set-Cookie": "session=1; HttpOnly",
      "Strict-Transport-Security": "max-age=31536000",
    };
    expect(resultOf("cookies", { headers })).toBe(
      "cookies-session-without-secure-flag-but-protected-by-hsts",
    );
    const name = "strict-transport-security";
    expect(resultOf(name, { headers, url: "http://a.example" })).toBe(
      "hsts-not-implemented-no-https",
    );
    const of = (value: string) =>
      resultOf(name, { headers: { "Strict-Transport-Security": value } });
    expect(of("max-age=1000")).toBe("hsts-implemented-max-age-less-than-six-months");
    expect(of("max-age = 31536000")).toBe("hsts-header-invalid");
    expect(of('max-age="31536000"')).toBe("hsts-header-invalid");
    expect(resultOf(name, { headers, preloaded: true })).toBe("hsts-preloaded");
  });

  test.each([
    ["", "sri-not-implemented-but-no-scripts-loaded"],
    ["<script>1</script>", "sri-not-implemented-but-all-scripts-loaded-from-secure-origin"],
    [
      '<script src="/a.js" integrity="sha256-x"></script>',
      "sri-implemented-and-all-scripts-loaded-securely",
    ],
    [
      '<script src="https://cdn.example.com/a.js"></script>',
      "sri-not-implemented-but-all-scripts-loaded-from-secure-origin",
    ],
    [
      '<script src="https://c.test/a.js"></script>',
      "sri-not-implemented-but-external-scripts-loaded-securely",
    ],
    [
      '<script src="https://c.test/a.js" integrity="x"></script>',
      "sri-implemented-and-external-scripts-loaded-securely",
    ],
    [
      '<script src="http://c.test/a.js" integrity="x"></script>',
      "sri-implemented-but-external-scripts-not-loaded-securely",
    ],
    [
      '<script src="//c.test/a.js"></script>',
      "sri-not-implemented-and-external-scripts-not-loaded-securely",
    ],
  ])("of the scripts %s is %s", (html, result) => {
    const headers = { "Content-Type": "text/html" };
    expect(resultOf("subresource-integrity", { headers, html })).toBe(result);
    const json = { headers: { "Content-Type": "application/json" }, html };
    expect(resultOf("subresource-integrity", json)).toBe("sri-not-implemented-response-not-html");
  });

  test("redirects and origins", () => {
    const of = (...redirects: string[]) =>
      resultOf("redirection", { headers: { a: "b" }, redirects });
    expect(of()).toBe("redirection-not-needed-no-http");
    expect(of("http://example.com")).toBe("redirection-missing");
    expect(of("http://example.com", "https://example.com")).toBe("redirection-to-https");
    expect(of("http://example.com", "http://a.com")).toBe("redirection-not-to-https");
    expect(of("http://example.com", "https://a.com")).toBe("redirection-off-host-from-http");
    expect(of("http://example.com", "http://a.com", "https://a.com")).toBe(
      "redirection-not-to-https-on-initial-redirection",
    );
    const opener = (value: string | string[]) =>
      resultOf("cross-origin-opener-policy", { headers: { "Cross-Origin-Opener-Policy": value } });
    expect(opener('same-origin; report-to="x"')).toBe("coop-implemented-with-same-origin");
    expect(opener("Same-Origin")).toBe("coop-header-invalid");
    expect(opener(["same-origin", "same-origin"])).toBe("coop-header-invalid");
  });

  test("every grade is that of its score, and header order makes no difference", () => {
    const headers = fc.array(
      fc.tuple(
        fc.constantFrom(
          "Content-Security-Policy",
          "Strict-Transport-Security",
          "X-Frame-Options",
          "Referrer-Policy",
          "Server",
        ),
        fc.constantFrom("default-src 'self'", "max-age=99999999", "DENY", "no-referrer", "x/1"),
      ),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(headers, (list) => {
        const once = new Map(list);
        const value = valueOf({ headers: [...once] });
        const turned = valueOf({ headers: [...once].toReversed() });
        expect(turned.before).toEqual(value.before);
        expect(turned.proposed).toEqual(value.proposed);
        expect(value.after?.score).toBeGreaterThanOrEqual(value.before?.score ?? 0);
      }),
      { numRuns: 100 },
    );
  });
});

describe("a policy is repaired", () => {
  test("what a page needs is let in by its hash, what is broad goes", () => {
    const html = "<script>a\r\nb</script><script type=text/template>no</script>";
    const hash = createHash("sha256").update("a\nb").digest("base64");
    expect(cspOf("script-src 'unsafe-inline' * data:", { html })).toStartWith(
      `script-src 'sha256-${hash}'; object-src 'none'`,
    );
    const loads = '<script src="https://cdn.test/a.js"></script>';
    expect(cspOf("script-src https:", { html: loads })).toStartWith(
      "script-src 'self' https://cdn.test; object-src 'none'",
    );
    expect(cspOf("script-src 'unsafe-inline' 'none'")).toStartWith("script-src 'unsafe-inline';");
    expect(codesOf(policy("script-src 'unsafe-inline'"))).toMatchObject({
      CSP_UNSAFE_INLINE_KEPT: 1,
    });
    expect(codesOf(policy("script-src 'unsafe-eval'"))).toMatchObject({ CSP_UNSAFE_EVAL_KEPT: 1 });
  });

  test("directives: the first of a name, none that is deprecated, and what was missing", () => {
    const edges = "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    expect(
      cspOf("default-src 'none'; default-src *; plugin-types a/b; img-src http: http://x ftp://y"),
    ).toBe(`default-src 'none'; img-src https: https://x; ${edges}; upgrade-insecure-requests`);
    expect(cspOf("default-src https: ;upgrade-insecure-requests; object-src *")).toBe(
      `default-src https:; object-src 'none'; script-src 'self'; ${edges}; upgrade-insecure-requests`,
    );
    expect(cspOf("img-src 'self'", { url: "http://a.example" })).toBe(
      `img-src 'self'; script-src 'self'; object-src 'none'; ${edges}`,
    );
    const dynamic =
      "script-src 'strict-dynamic' 'nonce-0123456789abcdef012345' https: 'unsafe-inline'";
    expect(cspOf(dynamic)).toStartWith(`${dynamic};`);
    expect(cspOf("frame-ancestors 'self'", { cspMode: "keep" })).toBe("frame-ancestors 'self'");
  });

  test("a new one names what the page loads", () => {
    const html = `<!doctype html><base href="/x/"><link rel=stylesheet href="https://fonts.googleapis.com/css">
      <link rel=manifest href=m.json><img src="data:image/png;base64,AA" srcset="https://i.example/a 1x, b 2x">
      <video src=v poster="https://p.example/x"></video><iframe src="https://f.example"></iframe>
      <form action="https://s.example/post"></form><p style="x" onclick="y"></p><style>b{}</style>
      <script src="http://js.example/a.js"></script>`;
    const input = {
      headers: { "Content-Type": "text/html", "X-Frame-Options": "SAMEORIGIN" },
      html,
    };
    expect(proposedOf(input, "Content-Security-Policy")).toBe(
      [
        "default-src 'none'",
        "script-src 'self' https://js.example",
        `style-src 'self' https://fonts.googleapis.com 'sha256-${createHash("sha256").update("b{}").digest("base64")}'`,
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: https://i.example https://p.example",
        "font-src 'self' https://fonts.gstatic.com",
        "connect-src 'self'",
        "media-src 'self'",
        "frame-src 'self' https://f.example",
        "manifest-src 'self'",
        "base-uri 'self'",
        "form-action 'self' https://s.example",
        "frame-ancestors 'self'",
        "upgrade-insecure-requests",
      ].join("; "),
    );
    expect(codesOf(input)).toMatchObject({
      INLINE_EVENT_HANDLER: 1,
      INLINE_STYLE_ATTRIBUTE: 1,
      MIXED_CONTENT_SCRIPT: 1,
    });
  });
});

test("weaknesses have names", () => {
  const headers = [
    ["Server", "Apache/2.4"],
    ["X-Generator", "Drupal"],
    ["Expect-CT", "x"],
    ["X-XSS-Protection", "1; mode=block"],
    ["X-Frame-Options", "DENY"],
    ["X-Frame-Options", "DENY"],
    ["Strict-Transport-Security", "max-age=20000000; preload"],
    ["Content-Security-Policy", "img-scr 'self'; referrer x; script-src 'nonce-abc'; script-src *"],
    ["Access-Control-Allow-Origin", "*"],
    ["Access-Control-Allow-Credentials", "true"],
    ["Set-Cookie", "sid=1; SameSite=None; Domain=.example.com"],
    ["Set-Cookie", "b=1; SameSite=x; Secure"],
    ["Set-Cookie", "__Host-c=1; Secure"],
  ];
  const value = valueOf({ headers, url: "https://www.example.com", minScore: 99 });
  expect(Object.keys(value.counts.byCode)).toEqual(
    expect.arrayContaining([
      "SERVER_VERSION_DISCLOSED",
      "HEADER_REVEALS",
      "DEPRECATED_HEADER",
      "XSS_PROTECTION_ENABLED",
      "HEADER_DUPLICATED",
      "HSTS_NO_SUBDOMAINS",
      "HSTS_PRELOAD_INVALID",
      "PERMISSIONS_POLICY_MISSING",
      "CSP_DUPLICATE_DIRECTIVE",
      "CSP_DEPRECATED_DIRECTIVE",
      "CSP_UNKNOWN_DIRECTIVE",
      "CSP_WEAK_NONCE",
      "CSP_BASE_URI_MISSING",
      "CSP_FRAME_ANCESTORS_MISSING",
      "CSP_FORM_ACTION_MISSING",
      "CORS_WILDCARD_CREDENTIALS",
      "COOKIE_SECURE_MISSING",
      "COOKIE_HTTPONLY_MISSING",
      "COOKIE_SAMESITE_MISSING",
      "COOKIE_SAMESITE_INVALID",
      "COOKIE_SAMESITE_NONE_INSECURE",
      "COOKIE_PREFIX_INVALID",
      "COOKIE_DOMAIN_WIDE",
      "COOKIE_RESPONSE_CACHEABLE",
      "SCORE_BELOW_MINIMUM",
    ]),
  );
  expect(value.removed).toEqual(["Server", "X-Generator", "Expect-CT", "X-XSS-Protection"]);
  expect(value.cookies.map(({ after }) => after)).toEqual([
    "sid=1; SameSite=None; Domain=.example.com; Secure; HttpOnly",
    "b=1; SameSite=Lax; Secure",
    "__Host-c=1; Secure; SameSite=Lax",
  ]);
  expect(codesOf({ headers: { "Access-Control-Allow-Origin": "null" } })).toMatchObject({
    CORS_NULL_ORIGIN: 1,
  });
  const unknown = value.findings.find(({ code }) => code === "CSP_UNKNOWN_DIRECTIVE");
  expect(unknown?.message).toContain("did you mean img-src?");
});

describe("files", () => {
  const servers = ["nginx", "caddy", "apache", "express", "elysia", "netlify"];
  const value = () =>
    valueOf({
      headers: {
        "Permissions-Policy": 'camera=(self "https://a.example"), x="$%`"',
        "Content-Security-Policy": ["default-src 'self'", "img-src 'self'"],
        "X-Powered-By": "Express",
      },
      url: "https://www.example.com:8443/a",
      servers,
    });

  test("of express send exactly what is proposed", async () => {
    const made = value();
    await Bun.write(`${folder}/headers.mjs`, fileOf(made, "security-headers.express.mjs"));
    const { securityHeaders } = (await import(`${folder}/headers.mjs`)) as {
      securityHeaders(request: object, response: object, next: () => void): void;
    };
    const sent = new Map<string, string>([["X-Powered-By", "Express"]]);
    const response = {
      setHeader: (name: string, text: string) => sent.set(name, text),
      removeHeader: (name: string) => sent.delete(name),
    };
    securityHeaders({}, response, () => sent.set("next", ""));
    expect(sent.get("next")).toBe("");
    sent.delete("next");
    const expected = new Map<string, string[]>();
    for (const { name, value: text } of made.proposed)
      expected.set(name, [...(expected.get(name) ?? []), text]);
    expect([...sent]).toEqual(Array.from(expected, ([name, list]) => [name, list.join(", ")]));
    expect(JSON.parse(fileOf(made, "headers.json"))).toEqual(made.proposed);
  });

  test("of elysia answer with them, also where nothing is found", async () => {
    const made = value();
    const text = fileOf(made, "security-headers.elysia.ts");
    const path = `${folder}/headers.ts`;
    await Bun.write(path, text.replace('"elysia"', JSON.stringify(import.meta.resolve("elysia"))));
    const { securityHeaders } = (await import(path)) as { securityHeaders: Elysia };
    const app = new Elysia().use(securityHeaders).get("/", () => "ok");
    for (const [address, status] of [
      ["/", 200],
      ["/no", 404],
    ] as const) {
      const answer = await app.handle(new Request(`http://localhost${address}`));
      expect(answer.status).toBe(status);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("content-security-policy")).toContain(", ");
    }
  });

  test("of other servers escape what they read", () => {
    const made = value();
    const nginx = fileOf(made, "security-headers.nginx.conf");
    expect(nginx).toContain('{ default "$"; }');
    expect(nginx).toContain('x=\\"${dollar}%`\\"" always;');
    expect(nginx).toContain("proxy_hide_header X-Powered-By;");
    expect(fileOf(made, "Caddyfile")).toContain("\nwww.example.com:8443 {\n");
    expect(fileOf(made, "Caddyfile")).toContain("\t\t+Content-Security-Policy ");
    expect(fileOf(made, "security-headers.apache.conf")).toContain('x=\\"$%%`\\""');
    expect(fileOf(made, "security-headers.apache.conf")).toContain(
      "Header always unset X-Powered-By\n",
    );
    expect(fileOf(made, "_headers")).toStartWith("/*\n  Content-Security-Policy: ");
    const sarif = JSON.parse(fileOf(made, "findings.sarif")) as { runs: { results: unknown[] }[] };
    expect(sarif.runs[0]?.results).toHaveLength(made.findings.length);
  });

  test.skipIf(!has("nginx"))("of nginx are loaded by it", async () => {
    await Bun.write(`${folder}/headers.conf`, fileOf(value(), "security-headers.nginx.conf"));
    await Bun.write(
      `${folder}/nginx.conf`,
      `pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
http {
  access_log off;
  geo $dollar { default "$"; }
  server { listen unix:${folder}/nginx.sock; include ${folder}/headers.conf; }
}`,
    );
    const { stderr, status } = spawnSync("nginx", ["-t", "-p", folder, "-c", "nginx.conf"], {
      encoding: "utf8",
    });
    expect({ stderr, status }).toMatchObject({ status: 0 });
  });

  test.skipIf(!has("caddy"))("of caddy are valid for it", async () => {
    await Bun.write(`${folder}/Caddyfile`, fileOf(value(), "Caddyfile"));
    const words = ["validate", "--adapter", "caddyfile", "--config", `${folder}/Caddyfile`];
    const { stderr, status } = spawnSync("caddy", words, {
      encoding: "utf8",
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
    expect({ stderr, status }).toMatchObject({ status: 0 });
  });

  test("what caddy gives up has the headers, too, as the next steps say", () => {
    const outputOf = (...names: string[]) =>
      run({ headers: { "Content-Type": "text/html" }, servers: names }).output ?? "";
    expect(outputOf("nginx", "caddy")).toContain("`handle_errors { import security_headers }`");
    expect(outputOf("nginx")).not.toContain("handle_errors");
  });

  test("a baseline tells new findings from known", () => {
    const input = { headers: { "Content-Type": "text/html" } };
    const baseline = fileOf(valueOf(input), "findings.sarif");
    const again = { ...input, baseline, onlyNew: true, failOn: "error" };
    expect(run(again)).toMatchObject({
      ok: true,
      value: { verdict: "pass", baseline: { new: 0 } },
    });
    expect(run({ ...again, headers: { Server: "a/1" } }).ok).toBe(true);
    expect(run({ ...again, headers: { "Set-Cookie": "session=1" } }).error?.code).toBe(
      "HTTP_SECURITY_REMEDIATION_KIT_FAILED",
    );
  });
});

test("what cannot be read is refused, with its place", () => {
  const first = (input: object) => run(input).errors?.[0];
  expect(first({ headers: "\r\n" })?.code).toBe("HEADERS_EMPTY");
  expect(first({ headers: [] })?.code).toBe("HEADERS_EMPTY");
  expect(first({ headers: "HTTP/1.1 200 OK\nno colon" })).toMatchObject({
    code: "HEADER_SYNTAX",
    line: 2,
  });
  expect(first({ headers: "a: b\n\n<html>" })?.code).toBe("HEADER_SYNTAX");
  expect(first({ headers: { a: "b\r\nc: d" } })?.code).toBe("HEADER_SYNTAX");
  expect(first({ headers: { a: "b" }, url: "ftp://x" })?.code).toBe("URL_INVALID");
  expect(first({ headers: { a: "b" }, redirects: ["x"] })).toMatchObject({
    code: "URL_INVALID",
    path: "/redirects/0",
  });
  const deep = "<div>".repeat(1200);
  expect(first({ headers: { a: "b" }, html: deep })?.code).toBe("INPUT_TOO_DEEP");
  expect(
    valueOf({ headers: "* x: y\n< HTTP/1.1 301 x\n< a: b\n<\n< HTTP/2 200\n< c: d\n<  e\n" }).counts
      .headers,
  ).toBe(1);
});
