/** What is proposed, as configuration of servers. Each file gives exactly these headers, also on errors. */
import type { UrlParts } from "../../tools/_lib/web/url/parse.ts";
import { byCodeUnit } from "../../tools/_lib/results/pointer.ts";
import type { HeaderBag } from "../../tools/_lib/web/http/header-list.ts";
import { readCookie } from "../../tools/_lib/web/http-security/cookies.ts";
import type { Proposal } from "./propose.ts";

export const SERVERS = ["nginx", "caddy", "apache", "express", "elysia", "netlify"] as const;

export type Server = (typeof SERVERS)[number];

interface Facts {
  readonly url: UrlParts;
  readonly headers: HeaderBag;
  readonly proposal: Proposal;
}

interface Writer {
  readonly file: string;
  write(facts: Facts): string;
}

export const WRITERS: Readonly<Record<Server, Writer>> = {
  nginx: { file: "security-headers.nginx.conf", write: nginx },
  caddy: { file: "Caddyfile", write: caddy },
  apache: { file: "security-headers.apache.conf", write: apache },
  express: { file: "security-headers.express.mjs", write: express },
  elysia: { file: "security-headers.elysia.ts", write: elysia },
  netlify: { file: "_headers", write: netlify },
};

const isNot = (word: string) => (name: string) => name.toLowerCase() !== word;

/** The host's server would add its own line beside that of the proxied one. */
function nginx({ url, headers, proposal }: Facts): string {
  const { headers: proposed, removed, cookies } = proposal;
  const value = (text: string) =>
    text.replaceAll(/["\\]/g, "\\$&").replaceAll("$", () => "${dollar}");
  const had = proposed.map(({ name }) => name).filter((name) => headers.has(name.toLowerCase()));
  const hidden = new Set([...had, ...removed.filter(isNot("server"))]);
  const hasDollar = proposed.some((one) => one.value.includes("$"));
  return [
    `# Security headers for ${url.href}`,
    "# Include this file in the https server block, and again in every location that has its own add_header.",
    ...(hasDollar
      ? ['# A value holds a dollar sign: put  geo $dollar { default "$"; }  into the http block.']
      : []),
    "server_tokens off;",
    ...[...hidden].toSorted(byCodeUnit).map((name) => `proxy_hide_header ${name};`),
    ...cookies
      .filter(({ name }) => /^[\w!#%&'*+.^`|~-]+$/.test(name))
      .map(({ name, after }) => `proxy_cookie_flags ${name} ${flagsOf(after).join(" ")};`),
    ...proposed.map((one) => `add_header ${one.name} "${value(one.value)}" always;`),
    "# Plain http, as a server block of its own:",
    `# server { listen 80; listen [::]:80; server_name ${url.hostname}; return 308 https://$host$request_uri; }`,
  ].join("\n");
}

/** A second policy stands beside the first, not in its place. */
function isAgain({ headers }: Proposal, index: number): boolean {
  return headers.findIndex(({ name }) => name === headers[index]?.name) < index;
}

function flagsOf(line: string): string[] {
  const { secure, httpOnly, sameSite } = readCookie(line);
  return [
    ...(secure ? ["secure"] : []),
    ...(httpOnly ? ["httponly"] : []),
    ...(sameSite === undefined ? [] : [`samesite=${sameSite}`]),
  ];
}

function caddy({ url, proposal }: Facts): string {
  const value = (text: string) => {
    if (!/["\\]/.test(text)) return `"${text}"`;
    return text.includes("`") ? `"${text.replaceAll('"', '\\"')}"` : `\`${text}\``;
  };
  return [
    `# Security headers for ${url.href}`,
    "(security_headers) {",
    "\theader {",
    ...proposal.headers.map((one, index) => {
      return `\t\t${isAgain(proposal, index) ? "+" : ""}${one.name} ${value(one.value)}`;
    }),
    ...proposal.removed.map((name) => `\t\t-${name}`),
    "\t\tdefer",
    "\t}",
    "}",
    "",
    `${url.host} {`,
    "\timport security_headers",
    "\t# reverse_proxy localhost:3000",
    "}",
  ].join("\n");
}

function apache({ url, proposal }: Facts): string {
  const value = (text: string) => text.replaceAll(/["\\]/g, "\\$&").replaceAll("%", "%%");
  return [
    `# Security headers for ${url.href} (needs mod_headers)`,
    "# In the main server configuration: ServerTokens Prod",
    "ServerSignature Off",
    ...proposal.removed
      .filter(isNot("server"))
      .flatMap((name) => [`Header onsuccess unset ${name}`, `Header always unset ${name}`]),
    ...proposal.headers.flatMap((one, index) =>
      isAgain(proposal, index)
        ? [`Header always add ${one.name} "${value(one.value)}"`]
        : [
            `Header onsuccess unset ${one.name}`,
            `Header always set ${one.name} "${value(one.value)}"`,
          ],
    ),
  ].join("\n");
}

function objectOf({ proposal }: Facts): string[] {
  const values = new Map<string, string[]>();
  for (const { name, value } of proposal.headers) {
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  const lines = Array.from(values, ([name, list]) => {
    // Several policies are one list: a second member of the name would replace the first.
    return `  ${JSON.stringify(name)}: ${JSON.stringify(list.join(", "))},`;
  });
  return ["const HEADERS = {", ...lines, "};"];
}

function express(facts: Facts): string {
  return [
    `// Security headers for ${facts.url.href}`,
    "// app.disable('x-powered-by'); app.use(securityHeaders)",
    ...objectOf(facts),
    `const REMOVE = [${facts.proposal.removed.map((name) => JSON.stringify(name)).join(", ")}];`,
    "",
    "export function securityHeaders(_request, response, next) {",
    "  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);",
    "  for (const name of REMOVE) response.removeHeader(name);",
    "  next();",
    "}",
  ].join("\n");
}

function elysia(facts: Facts): string {
  return [
    `// Security headers for ${facts.url.href}`,
    "// new Elysia().use(securityHeaders)",
    'import { Elysia } from "elysia";',
    "",
    ...objectOf(facts),
    "",
    'export const securityHeaders = new Elysia({ name: "security-headers" }).onRequest(({ set }) => {',
    "  Object.assign(set.headers, HEADERS);",
    "});",
  ].join("\n");
}

function netlify({ proposal }: Facts): string {
  return ["/*", ...proposal.headers.map(({ name, value }) => `  ${name}: ${value}`)].join("\n");
}
