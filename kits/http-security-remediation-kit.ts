import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "../tools/_core/fields.ts";
import type { Entry, Outcome } from "../tools/_core/tool.ts";
import type { HtmlFailure } from "../tools/_lib/formats/html/parse.ts";
import { INPUT_FAILURES } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import { Fault, problemEntry } from "../tools/_lib/results/syntax-problem.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import { quoted } from "../tools/_lib/text/shown.ts";
import {
  HeaderBag,
  type HeaderField,
  headersField,
  readHeaders,
} from "../tools/_lib/web/http/header-list.ts";
import { parseUrl, type UrlParts } from "../tools/_lib/web/url/parse.ts";
import hash from "../tools/hash-generator.ts";
import reconcile from "../tools/sarif-findings-reconciliation.ts";
import { filesLaw } from "./_core/files-law.ts";
import {
  BASELINE_FIELDS,
  BASELINE_VALUE,
  FINDING_STATE,
  findingsStage,
} from "./_core/findings-file.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import { HEADER_ERRORS } from "../tools/_lib/web/http-security/errors.ts";
import { NO_PAGE, type PageFacts, readPage } from "../tools/_lib/web/http-security/page.ts";
import { readPolicy, splitPolicies } from "../tools/_lib/web/http-security/policy.ts";
import { propose, type Proposal, withProposal } from "./http-security-remediation-kit/propose.ts";
import { reviewFindings, scoreFindings } from "../tools/_lib/web/http-security/review.ts";
import { type Judged, type Score, scoreOf } from "../tools/_lib/web/http-security/score.ts";
import { SERVERS, WRITERS } from "./http-security-remediation-kit/servers.ts";

const ID = "http-security-remediation-kit";
const NAME = "HTTP Security Remediation Kit";
const VERSION = "2026-11-27";

const FAILURES = {
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  HEADERS_EMPTY: "There is no header line",
  HEADER_SYNTAX: "A header line has no colon, its name is no token, or its value has a line end",
  URL_INVALID: "An address is no http or https URL",
  INPUT_TOO_DEEP: "Elements of the page are nested deeper than 1,000 levels",
  HTML_MISNESTED: "The page opens formatting again and again without closing it",
  ...HEADER_ERRORS,
  SCORE_BELOW_MINIMUM: "The score is below minScore",
  STAGE_FAILED: "The baseline cannot be read",
  HTTP_SECURITY_REMEDIATION_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  CSP_IMPLEMENTED_WITH_INSECURE_SCHEME_IN_PASSIVE_CONTENT_ONLY:
    "The policy lets an https page load pictures or sound over http",
  CSP_IMPLEMENTED_WITH_UNSAFE_EVAL: "The policy lets texts be run as scripts",
  COOKIES_WITHOUT_SECURE_FLAG_BUT_PROTECTED_BY_HSTS: "A cookie lacks Secure, under HSTS",
  COOKIES_SESSION_WITHOUT_SECURE_FLAG_BUT_PROTECTED_BY_HSTS: "The session lacks Secure, under HSTS",
  COEP_HEADER_INVALID: "Cross-Origin-Embedder-Policy cannot be read",
  COOP_HEADER_INVALID: "Cross-Origin-Opener-Policy cannot be read",
  CORP_HEADER_INVALID: "Cross-Origin-Resource-Policy is none of its words",
  REDIRECTION_OFF_HOST_FROM_HTTP: "http leads to another host at once",
  REDIRECTION_NOT_TO_HTTPS_ON_INITIAL_REDIRECTION: "http leads to http first",
  REFERRER_POLICY_UNSAFE: "Other sites are told the whole address",
  REFERRER_POLICY_HEADER_INVALID: "Referrer-Policy has none of its words",
  HSTS_IMPLEMENTED_MAX_AGE_LESS_THAN_SIX_MONTHS: "HSTS lasts less than six months",
  SRI_NOT_IMPLEMENTED_BUT_EXTERNAL_SCRIPTS_LOADED_SECURELY: "A foreign script has no digest",
  X_CONTENT_TYPE_OPTIONS_NOT_IMPLEMENTED: "Browsers may guess the type of what they get",
  X_CONTENT_TYPE_OPTIONS_HEADER_INVALID: "X-Content-Type-Options is not nosniff",
  SERVER_VERSION_DISCLOSED: "The header Server tells the version",
  XSS_PROTECTION_ENABLED: "X-XSS-Protection switches on a filter with holes of its own",
  HEADER_DUPLICATED: "A header that has one value is sent twice",
  HSTS_PRELOAD_INVALID: "preload is there without what the list asks for",
  CSP_DUPLICATE_DIRECTIVE: "A directive stands twice in one policy",
  CSP_UNKNOWN_DIRECTIVE: "No browser knows the directive",
  CSP_WEAK_NONCE: "A nonce can be guessed",
  CSP_BASE_URI_MISSING: "The policy does not bound base elements",
  CSP_FRAME_ANCESTORS_MISSING: "The policy does not say who may frame the page",
  CORS_NULL_ORIGIN: "The origin null is allowed",
  COOKIE_SECURE_MISSING: "A cookie lacks Secure",
  COOKIE_SAMESITE_MISSING: "A cookie has no SameSite",
  COOKIE_RESPONSE_CACHEABLE: "A cache may keep a response that sets cookies",
  INLINE_EVENT_HANDLER: "The page has attributes like onclick",
  CSP_UNSAFE_INLINE_KEPT: "'unsafe-inline' could not be taken out without the page's HTML",
  CSP_UNSAFE_EVAL_KEPT: "'unsafe-eval' was left in the policy",
} as const;

const NOTES: Readonly<Record<string, string>> = {
  CSP_IMPLEMENTED_WITH_UNSAFE_INLINE_IN_STYLE_SRC_ONLY: "The policy lets inline styles be applied",
  CSP_IMPLEMENTED_BUT_DUPLICATE_DIRECTIVES: "A policy names where to report twice",
  REFERRER_POLICY_NOT_IMPLEMENTED: "There is no Referrer-Policy",
  COOP_NOT_IMPLEMENTED: "There is no Cross-Origin-Opener-Policy",
  CORP_NOT_IMPLEMENTED: "There is no Cross-Origin-Resource-Policy",
  HEADER_REVEALS: "A header tells what runs on the server",
  DEPRECATED_HEADER: "A header does nothing any more",
  HSTS_NO_SUBDOMAINS: "HSTS leaves out subdomains",
  PERMISSIONS_POLICY_MISSING: "There is no Permissions-Policy",
  CSP_DEPRECATED_DIRECTIVE: "A directive does nothing any more",
  CSP_FORM_ACTION_MISSING: "The policy does not say where forms may send",
  COOKIE_DOMAIN_WIDE: "A cookie goes to all hosts of a domain",
  INLINE_STYLE_ATTRIBUTE: "The page has style attributes",
};

const RULES: Readonly<Record<string, string>> = { ...FAILURES, ...WARNINGS, ...NOTES };

const INPUT = Type.Object({
  headers: headersField({
    description:
      "Of the response: text of curl -i or -v, { name: value or values }, [[name, value]] or [{ name, value }]; at most 200",
  }),
  url: Type.String({
    description: "Where the response came from",
    default: "https://example.com/",
    maxLength: 2000,
  }),
  html: Type.Optional(
    Type.String({ description: "The page: its scripts, meta policies and inline code are judged" }),
  ),
  redirects: Type.Array(Type.String({ maxLength: 2000 }), {
    description:
      "All addresses that one goes through when asking over http, that one first; none: no http server",
    maxItems: 20,
    default: [],
  }),
  origin: Type.Optional(
    Type.String({
      description: "The Origin header that was sent, to see whether it is echoed",
      maxLength: 2000,
    }),
  ),
  preloaded: Type.Boolean({
    description: "The host is on the HSTS preload list",
    default: false,
  }),
  siteType: oneOf(["website", "api"], { description: "What is served", default: "website" }),
  cspMode: oneOf(["repair", "build", "keep"], {
    description: "Repair the policy there is, build a new one, or keep it; without one, build",
    default: "repair",
  }),
  hsts: Type.Optional(
    Type.Object(
      {
        maxAge: Type.Optional(whole({ minimum: 0, maximum: 1_000_000_000 })),
        includeSubDomains: Type.Optional(Type.Boolean()),
        preload: Type.Optional(Type.Boolean()),
      },
      {
        description: "Replaces Strict-Transport-Security: two years, subdomains, preload as found",
        additionalProperties: false,
      },
    ),
  ),
  isolate: Type.Boolean({
    description: "Ask for cross-origin isolation (Cross-Origin-Embedder-Policy require-corp)",
    default: false,
  }),
  servers: Type.Array(oneOf(SERVERS), {
    description: "Servers that get a file, in this order",
    maxItems: SERVERS.length,
    uniqueItems: true,
    default: ["nginx", "caddy", "apache", "express", "elysia"],
  }),
  minScore: Type.Optional(
    whole({ description: "A score below is an error", minimum: 0, maximum: 200 }),
  ),
  ...BASELINE_FIELDS,
  failOn: failOnField("none"),
});

const COUNT = Type.Integer({ minimum: 0 });

const SCORE = Type.Object({
  score: COUNT,
  grade: Type.String(),
  testsPassed: COUNT,
  tests: Type.Record(
    Type.String(),
    Type.Object({ result: Type.String(), modifier: Type.Integer(), passed: Type.Boolean() }),
  ),
});

const VALUE = kitValue(
  {
    before: Type.Union([SCORE, Type.Null()], { description: "As the MDN HTTP Observatory has it" }),
    after: Type.Union([SCORE, Type.Null()], { description: "With all that is proposed" }),
    afterRedirect: Type.Union([COUNT, Type.Null()], {
      description: "The score when plain http is redirected, too",
    }),
    proposed: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
    removed: Type.Array(Type.String(), { description: "Headers to take away, as found" }),
    cookies: Type.Array(
      Type.Object({ name: Type.String(), before: Type.String(), after: Type.String() }),
    ),
    policies: Type.Array(
      Type.Object({
        source: oneOf(["header", "meta", "report-only"]),
        directives: Type.Record(Type.String(), Type.Array(Type.String())),
      }),
    ),
    baseline: BASELINE_VALUE,
  },
  { headers: COUNT },
  FINDING_STATE,
);

type Input = Static<typeof INPUT>;

type Value = Static<typeof VALUE>;

type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;

type Failure = Entry<keyof typeof FAILURES>;

const STAGES = {
  parse: null,
  score: null,
  review: null,
  hashes: hash,
  propose: null,
  rescore: null,
  baseline: reconcile,
} as const;

const USES = [hash, reconcile] as const;

interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: KitReport<typeof STAGES>;
}

export default defineKit({
  id: ID,
  name: NAME,
  category: "Security",
  description:
    "Grades a response's security headers as the MDN HTTP Observatory does, and writes configuration for servers that mends them.",
  keywords: [
    "apache",
    "caddy",
    "clickjack",
    "clickjacking",
    "content security policy",
    "cookie flags",
    "cors",
    "csp",
    "hardening",
    "helmet",
    "hsts",
    "http observatory",
    "nginx",
    "observatory",
    "pentest",
    "permissions policy",
    "referrer policy",
    "security grade",
    "security headers",
    "subresource integrity",
    "x-frame-options",
  ],
  aliases: ["http-observatory-kit", "security-headers-kit"],
  version: VERSION,
  uses: [...USES],

  input: INPUT,
  primary: "headers",
  value: VALUE,
  verb: "remediate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "check the security headers of my site",
    "what grade would the mozilla http observatory give these headers",
    "generate a content security policy for this page",
    "fix my csp that has unsafe-inline",
    "nginx config with all security headers",
    "caddyfile or apache config for hsts, csp and x-frame-options",
    "express middleware with security headers without helmet",
    "why does securityheaders.com give me an f",
    "the penetration test says security headers are missing",
    "harden http response headers",
    "set-cookie without secure and httponly",
    "curl -i output, is this response safe",
    "hash inline scripts for a content security policy",
    "is my cors configuration dangerous",
    "how do i get an a+ at the observatory",
    "remove server version and x-powered-by",
    "clickjacking protection with frame-ancestors",
    "netlify or cloudflare pages _headers file",
    "fail the build when the header score drops",
    "redirect http to https and preload hsts",
    "cross-origin isolation headers coop coep corp",
    "sicherheits-header einer webseite prüfen und verbessern",
    "content security policy reparieren",
    "revisar cabeceras de seguridad http y generar configuración",
    "vérifier les en-têtes de sécurité d'un site et corriger la csp",
    "检查 网站 的 http 安全 响应头 并 修复",
    "セキュリティヘッダーを採点してサーバー設定を作る",
    "scanner gave my homepage a d, what do i paste into nginx",
    "insurance questionnaire asks for hsts and csp, we have neither",
    "can somebody put my shop into a frame and trick visitors",
    "browser console says refused to load the script because of the policy",
    "helmet, securityheaders.com, owasp secure headers, zap, burp suite, .htaccess, web.config",
    "rate reply headers for hardening and emit server directives that raise the grade",
    "melhorar os cabeçalhos de segurança do site no nginx",
  ],
  effort: 3,

  laws: [
    filesLaw,
    {
      name: "what is proposed never scores less, unless the policy is kept",
      holds(run, input) {
        const { value } = run({ ...input, failOn: "none" });
        if (!value?.before || !value.after || input.cspMode === "keep") return true;
        return value.after.score >= value.before.score;
      },
    },
    {
      name: "what was proposed is proposed again, and nothing is removed",
      holds(run, input) {
        const { hsts: _hsts, cspMode = "repair", ...others } = input;
        if (cspMode === "build") return true;
        const once = run({ ...others, cspMode, failOn: "none" }).value;
        if (!once?.after || once.proposed.length === 0) return true;
        const headers = once.proposed.map(({ name, value }) => [name, value]);
        const again = run({ ...others, cspMode, headers, failOn: "none" }).value;
        const listed = (list: readonly { name: string; value: string }[] = []) =>
          JSON.stringify(list.filter(({ name }) => name !== "Cache-Control"));
        return again?.removed.length === 0 && listed(again.proposed) === listed(once.proposed);
      },
    },
  ],
  examples: [
    {
      title: "Nothing is set",
      input: { headers: { "Content-Type": "text/html" }, servers: ["nginx", "express"] },
      expect: {
        ok: true,
        valid: false,
        value: {
          before: { score: 30, grade: "D", testsPassed: 8 },
          after: { score: 140, grade: "A+" },
        },
      },
    },
    {
      title: "A policy repaired with the hash of the page's script",
      input: {
        headers:
          "HTTP/2 200\ncontent-type: text/html\nset-cookie: sessionid=abc; Path=/\ncontent-security-policy: default-src 'self'; script-src 'self' 'unsafe-inline'\n",
        html: "<script>go()</script>",
        servers: ["caddy", "apache"],
      },
      expect: {
        ok: true,
        value: {
          cookies: [{ after: "sessionid=abc; Path=/; Secure; HttpOnly; SameSite=Lax" }],
          after: { grade: "A+" },
        },
      },
    },
    {
      title: "An API that lets every origin read with credentials",
      input: {
        headers: {
          "access-control-allow-origin": "https://evil.example",
          "access-control-allow-credentials": "true",
          "content-type": "application/json",
        },
        origin: "https://evil.example",
        siteType: "api",
        failOn: "error",
        servers: ["netlify", "elysia"],
      },
      expect: { ok: false, error: { code: "HTTP_SECURITY_REMEDIATION_KIT_FAILED" } },
    },
    {
      title: "No header at all",
      input: { headers: "" },
      expect: { ok: false, error: { code: "HEADERS_EMPTY" } },
    },
  ],

  // Pages of 100,000 characters take 150 to 250 ms, policies of 9,000 directives 500 ms: every script is hashed, and
  // what is proposed is graded once more.
  run(input, ctx): Result {
    const report = new KitReport(ID, NAME, STAGES, ctx.longestOutput);
    const work: Work = { input, ctx, report };
    const read = readResponse(work);
    if ("problem" in read) {
      report.stop("parse", [read.problem]);
      return report.conclude({ value: NOTHING, counts: { headers: 0 }, failOn: input.failOn });
    }
    const before = score(work, read);
    const proposal = makeProposal(work, read, before);
    const after = rescore(work, read, proposal);
    writeFiles(work, read, proposal);
    return conclude({ read, before, after, proposal }, work);
  },
});

const NOTHING = {
  before: null,
  after: null,
  afterRedirect: null,
  proposed: [],
  removed: [],
  cookies: [],
  policies: [],
  baseline: null,
};

const MOST_HEADERS = 200;

interface Read extends Judged {
  readonly fields: readonly HeaderField[];
  readonly hasPage: boolean;
}

function readResponse({ input, report }: Work): Read | { readonly problem: Failure } {
  const { headers: given, origin, preloaded, html } = input;
  const fields = readHeaders(given, "/headers", MOST_HEADERS);
  if ("code" in fields) return { problem: fields };
  if (fields.length === 0) {
    const message = "Cannot judge the response: found no header, expected at least one line";
    return { problem: { code: "HEADERS_EMPTY", message, path: "/headers" } };
  }
  const url = readUrl(input.url, "/url");
  if ("problem" in url) return url;
  const redirects: UrlParts[] = [];
  for (const [index, text] of input.redirects.entries()) {
    const hop = readUrl(text, `/redirects/${index}`);
    if ("problem" in hop) return hop;
    redirects.push(hop);
  }
  const page = html === undefined ? NO_PAGE : readHtml(html, url.href);
  if ("problem" in page) return page;
  report.done("parse", counted(fields.length, "header"));
  const headers = new HeaderBag(fields);
  return { headers, fields, url, page, hasPage: html !== undefined, redirects, origin, preloaded };
}

function readUrl(text: string, path: string): UrlParts | { readonly problem: Failure } {
  const parts = parseUrl(text.trim(), "");
  if (!("problem" in parts) && /^https?:$/.test(parts.protocol)) return parts;
  const message = `Cannot use the address: found ${quoted(text)}, expected an http or https URL`;
  return { problem: { code: "URL_INVALID", message, path } };
}

function readHtml(html: string, url: string): PageFacts | { readonly problem: Failure } {
  try {
    return readPage(html, url);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { problem } = error as Fault<HtmlFailure>;
    return { problem: problemEntry(problem, html, "the page", "/html") };
  }
}

/** The stages `score` and `review`. */
function score({ input, report }: Work, read: Read): Score {
  const before = scoreOf(read);
  report.done(
    "score",
    `${before.score}, grade ${before.grade}`,
    before.score >= 90 ? "pass" : "review",
  );
  for (const { severity, ...finding } of scoreFindings(before, RULES))
    report.find(severity, "score", finding);
  const { minScore } = input;
  if (minScore !== undefined && before.score < minScore) {
    report.find("error", "score", {
      code: "SCORE_BELOW_MINIMUM",
      message: `Cannot accept the score: found ${before.score}, expected at least ${minScore}`,
      path: "/minScore",
      expected: minScore,
      received: before.score,
    });
  }
  const weak = reviewFindings({ ...read, siteType: input.siteType });
  for (const { severity, ...finding } of weak) report.find(severity, "review", finding);
  report.done("review", counted(weak.length, "finding"));
  return before;
}

/** The stages `hashes` and `propose`. */
function makeProposal(work: Work, read: Read, before: Score): Proposal {
  const { input, report } = work;
  const { page, hasPage, headers, fields, url } = read;
  const scriptHashes = hashesOf(work, page.inlineScripts);
  const styleHashes = hashesOf(work, page.inlineStyles);
  const { length } = [...scriptHashes, ...styleHashes];
  if (hasPage) report.done("hashes", `${counted(length, "inline text")} hashed`);
  else report.skipped("hashes", "There is no page; `html` would give the hashes of inline code");
  const proposal = propose({
    siteType: input.siteType,
    isHttps: url.protocol === "https:",
    page: hasPage ? page : undefined,
    scriptHashes,
    styleHashes,
    isFramedByItself: /^sameorigin$/i.test(headers.all("x-frame-options")[0]?.trim() ?? ""),
    fields,
    headers,
    before,
    cspMode: input.cspMode,
    hsts: input.hsts,
    isolate: input.isolate,
  });
  if (proposal.keepsInline) {
    const message =
      "'unsafe-inline' stays: without `html` nobody knows which inline scripts the page needs";
    report.find("warning", "propose", { code: "CSP_UNSAFE_INLINE_KEPT", message });
  }
  if (proposal.keepsEval) {
    const message =
      "'unsafe-eval' stays, as a script may need it: take it out by hand and try the page";
    report.find("warning", "propose", { code: "CSP_UNSAFE_EVAL_KEPT", message });
  }
  report.done("propose", counted(proposal.headers.length, "header"));
  return proposal;
}

function hashesOf({ ctx }: Work, texts: readonly string[]): string[] {
  const hashes = [...new Set(texts)].map((text) => {
    const { value } = ctx.step(hash, { text, algorithms: ["sha256"] });
    return `'sha256-${value?.digests["sha256"]?.base64 ?? ""}'`;
  });
  return hashes;
}

interface After {
  readonly after: Score;
  readonly afterRedirect: number;
}

function rescore({ report }: Work, read: Read, proposal: Proposal): After {
  const headers = new HeaderBag(withProposal(read.fields, proposal));
  const after = scoreOf({ ...read, headers });
  const [first] = read.redirects;
  const redirects =
    first === undefined || read.url.protocol !== "https:" ? read.redirects : [first, read.url];
  const { score: afterRedirect } = scoreOf({ ...read, headers, redirects });
  report.done("rescore", `${after.score}, grade ${after.grade}`);
  return { after, afterRedirect };
}

function writeFiles({ input, report }: Work, { url, headers }: Read, proposal: Proposal): void {
  report.json("headers.json", proposal.headers);
  for (const server of input.servers) {
    const { file, write } = WRITERS[server];
    report.file(file, write({ url, headers, proposal }));
  }
}

function policiesOf({ headers, page }: Read): Value["policies"] {
  const listed = (source: "header" | "meta" | "report-only", values: readonly string[]) =>
    splitPolicies(values).map((policy) => {
      const directives = new Map<string, string[]>();
      for (const { name, sources } of readPolicy(policy))
        if (!directives.has(name)) directives.set(name, [...sources]);
      return { source, directives: Object.fromEntries(directives) };
    });
  return [
    ...listed("header", headers.all("content-security-policy")),
    ...listed("meta", page.policies),
    ...listed("report-only", headers.all("content-security-policy-report-only")),
  ];
}

interface Made {
  readonly read: Read;
  readonly before: Score;
  readonly after: After;
  readonly proposal: Proposal;
}

function conclude({ read, before, after, proposal }: Made, work: Work): Result {
  const { input, ctx, report } = work;
  const file = { kit: { id: ID, version: VERSION }, page: read.url.href, rules: RULES };
  const baseline = findingsStage(report, (logs) => ctx.step(reconcile, logs), file, input);
  const [server] = input.servers;
  return report.conclude({
    value: {
      before,
      after: after.after,
      afterRedirect: after.afterRedirect,
      proposed: [...proposal.headers],
      removed: [...proposal.removed],
      cookies: [...proposal.cookies],
      policies: policiesOf(read),
      baseline,
    },
    counts: { headers: read.fields.length },
    failOn: input.failOn,
    output: {
      figures: `${read.url.href}: ${before.score} (${before.grade}), ${before.testsPassed} of 12 tests passed; with the proposal ${after.after.score} (${after.after.grade})`,
      next: [
        ...(server === undefined
          ? ["Send what `headers.json` lists."]
          : [
              `Load \`${WRITERS[server].file}\` in the server; it sends what \`headers.json\` lists.`,
            ]),
        ...(proposal.cookies.length > 0
          ? [
              `Set ${counted(proposal.cookies.length, "cookie")} as \`value.cookies\` says, where the program sets them.`,
            ]
          : []),
        ...(read.hasPage ? [] : ["Give `html`: the policy is then made for what the page loads."]),
        ...(after.afterRedirect > after.after.score
          ? [`Redirect plain http to https: the score is then ${after.afterRedirect}.`]
          : []),
        "Try the page with the policy as Content-Security-Policy-Report-Only first.",
        // What a handler of Caddy gives up, such as a file that is not there, goes past the headers of the site.
        ...(input.servers.includes("caddy")
          ? [
              "Where Caddy serves files or PHP, put `handle_errors { import security_headers }`, on three lines, into the site block: its own error pages have no headers without it.",
            ]
          : []),
      ],
    },
  });
}
