import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, oneOf, whole } from "../tools/_core/fields.ts";
import type { Outcome } from "../tools/_core/tool.ts";
import type { HtmlElement } from "../tools/_lib/formats/html/tree.ts";
import { INPUT_FAILURES } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { failOnField, type Severity } from "../tools/_lib/results/review/shapes.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import { hasProgram, hasVisibleText } from "../tools/_lib/web/accessibility/page/page.ts";
import {
  codeOf,
  RULES as ACCESSIBILITY_RULES,
} from "../tools/_lib/web/accessibility/rules/check.ts";
import { headersField } from "../tools/_lib/web/http/header-list.ts";
import { HEADER_ERRORS } from "../tools/_lib/web/http-security/errors.ts";
import toMarkdown from "../tools/html-to-agent-markdown.ts";
import formatJson from "../tools/json-formatter.ts";
import writeCsv from "../tools/json-to-csv.ts";
import reconcile from "../tools/sarif-findings-reconciliation.ts";
import redactLog from "../tools/sensitive-log-redaction-evidence.ts";
import formatXml from "../tools/xml-formatter.ts";
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
import { checkContent, compareTexts } from "./web-release-qa-kit/content.ts";
import {
  checklist,
  type Group,
  GROUPS,
  writeRedirects,
  writeTable,
} from "./web-release-qa-kit/files.ts";
import {
  checkAccessibility,
  checkHeaders,
  checkSecrets,
  checkStructured,
  type PageScore,
} from "./web-release-qa-kit/judges.ts";
import { checkLinks, followedLinks } from "./web-release-qa-kit/links.ts";
import { checkMetadata } from "./web-release-qa-kit/metadata.ts";
import { readSite, type Site, type SitePage } from "./web-release-qa-kit/site.ts";
import {
  checkSitemap,
  isIndexable,
  pathsIn,
  readSitemap,
  sitemapText,
} from "./web-release-qa-kit/sitemap.ts";

const ID = "web-release-qa-kit";
const NAME = "Web Release QA Kit";
const VERSION = "2026-11-27";

/** What each rule of accessibility asks for, by the code of its findings. */
const OF_ACCESSIBILITY: Readonly<Record<string, string>> = Object.fromEntries(
  ACCESSIBILITY_RULES.filter(({ level }) => level === "A" || level === "AA").map((rule) => [
    codeOf(rule),
    rule.title,
  ]),
);

const FAILURES: Readonly<Record<string, string>> = {
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  ...OF_ACCESSIBILITY,
  ...HEADER_ERRORS,
  DUPLICATE_PATH: "Two pages have one path",
  ORIGIN_INVALID: "The origin is no scheme and host",
  HTML_EMPTY: "A page has no HTML",
  HTML_MISNESTED: "A page opens formatting again and again without closing it",
  INPUT_TOO_DEEP: "Elements of a page are nested deeper than 1,000 levels",
  HEADER_SYNTAX: "A header line has no colon, its name is no token, or its value has a line end",
  PAGE_STATUS: "A page answers with an error",
  TITLE_MISSING: "A page has no title",
  LANG_MISSING: "A page does not say its language",
  CANONICAL_MULTIPLE: "A page has several canonical addresses",
  CANONICAL_OTHER_HOST: "The canonical address is of another scheme or host",
  CANONICAL_TARGET_MISSING: "The canonical address is that of no page",
  NOINDEX: "A page that is to be found keeps itself out of search engines",
  PLACEHOLDER_TEXT: "A page shows what was to be replaced",
  STAGING_URL: "A page has an address of a test system",
  LINK_BROKEN: "A link leads to nothing, or to an error",
  MIXED_CONTENT: "An https page loads something over http",
  RESOURCE_MISSING: "A page loads a file that there is not",
  PAGE_REMOVED: "A path of the live site will lead to nothing",
  REDIRECT_LOOP: "A redirect leads back to itself",
  REDIRECT_TARGET_MISSING: "A redirect leads to nothing",
  ROBOTS_BLOCKS_SITE: "robots.txt keeps crawlers away from the whole site",
  SITEMAP_INVALID: "The sitemap is no well-formed sitemap",
  SITEMAP_URL_OTHER_HOST: "The sitemap lists an address of another scheme or host",
  SITEMAP_URL_MISSING: "The sitemap lists an address where nothing is",
  SITEMAP_URL_NOINDEX: "The sitemap lists a page that keeps itself out of search engines",
  JSONLD_INVALID: "Structured data cannot be read",
  SECRET_IN_PAGE: "A page shows a credential to everybody",
  SCORE_BELOW_MINIMUM: "The score of a page's headers is below minScore",
  STAGE_FAILED: "A tool could not do its part",
  WEB_RELEASE_QA_KIT_FAILED: "The gate is set, and a finding closes it",
};

const WARNINGS: Readonly<Record<string, string>> = {
  ...OF_ACCESSIBILITY,
  TITLE_DUPLICATE: "An earlier page has the same title",
  DESCRIPTION_DUPLICATE: "An earlier page has the same description",
  DESCRIPTION_MISSING: "A page has no description",
  CHARSET_MISSING: "Nothing says how the page is encoded",
  CHARSET_LATE: "The charset is named where browsers look no more",
  VIEWPORT_MISSING: "Phones show the page as on a desk",
  CANONICAL_RELATIVE: "The canonical address is relative",
  H1_MISSING: "A page has no h1",
  DUPLICATE_CONTENT: "An earlier page has the same main text",
  LINK_EMPTY: "A link leads nowhere",
  LINK_JAVASCRIPT: "A link runs a script",
  ANCHOR_MISSING: "A link leads to a place that its page does not have",
  TRAILING_SLASH: "Only the path with, or without, a slash at its end is there",
  REDIRECT_CHAIN: "A redirect leads to another redirect",
  PAGE_ORPHAN: "No page links to it, and no sitemap lists it",
  ROBOTS_BLOCKED: "robots.txt keeps crawlers away from a page",
  SITEMAP_URL_REDIRECTS: "The sitemap lists an address that is redirected",
  PAGE_NOT_IN_SITEMAP: "The sitemap does not list a page that is to be found",
  JSONLD_TYPE_MISSING: "Structured data does not say what it describes",
};

const NOTES: Readonly<Record<string, string>> = {
  CLIENT_RENDERED: "Scripts make the page: most rules see nothing of it",
  TITLE_LENGTH: "A title is shorter or longer than search results show well",
  DESCRIPTION_LENGTH: "A description is shorter or longer than search results show well",
  CANONICAL_MISSING: "A page has no canonical address",
  H1_MULTIPLE: "A page has several h1",
  LINK_REDIRECTS: "A link is redirected",
  INSECURE_LINK: "A link leads to http",
  IMG_DIMENSIONS_MISSING: "Images have no width and height",
  ROBOTS_SITEMAP_MISSING: "robots.txt does not name the sitemap",
};

const RULES: Readonly<Record<string, string>> = { ...FAILURES, ...WARNINGS, ...NOTES };

const PATH = Type.String({ minLength: 1, maxLength: 2000 });

const PAGE = Type.Object(
  {
    path: Type.String({
      description: "Where it will be, such as /about/; index.html is its folder",
      minLength: 1,
      maxLength: 2000,
    }),
    html: Type.String({ description: "The page as it is built" }),
    status: Type.Optional(whole({ description: "200 if not given", minimum: 100, maximum: 599 })),
    headers: Type.Optional(
      headersField({
        description: "Of its response: text of curl -i, { name: value or values }, or a list",
      }),
    ),
    index: Type.Optional(
      Type.Boolean({ description: "false: the page is meant to be hidden from search engines" }),
    ),
  },
  { additionalProperties: false },
);

const REDIRECT = Type.Object(
  {
    from: PATH,
    to: Type.String({ description: "Path or URL", minLength: 1, maxLength: 2000 }),
    status: Type.Optional(whole({ description: "301 if not given", minimum: 300, maximum: 399 })),
  },
  { additionalProperties: false },
);

const INPUT = Type.Object({
  pages: dataOrJson(Type.Array(PAGE, { minItems: 1, maxItems: 50 }), {
    description: "The built pages with their paths",
  }),
  origin: Type.String({
    description: "Where the site will live: scheme and host",
    default: "https://example.com",
    maxLength: 300,
  }),
  files: Type.Optional(
    Type.Array(PATH, {
      description: "Paths of the assets that there are; if not given, assets are not judged",
      maxItems: 2000,
    }),
  ),
  redirects: dataOrJson(Type.Array(REDIRECT, { maxItems: 500 }), {
    description: "What the server redirects; the first for a path counts",
    default: [],
  }),
  previousPaths: Type.Array(PATH, {
    description: "Paths of the site that is live, which must not be lost",
    maxItems: 2000,
    default: [],
  }),
  robots: Type.Optional(Type.String({ description: "robots.txt" })),
  sitemap: Type.Optional(Type.String({ description: "sitemap.xml" })),
  stagingHosts: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
    description: "Further hosts that must not appear, with all below them",
    maxItems: 100,
    default: [],
  }),
  groups: Type.Array(oneOf(GROUPS), {
    description: "What is checked",
    maxItems: GROUPS.length,
    default: [...GROUPS],
  }),
  minScore: Type.Optional(
    whole({
      description: "A score of headers below is an error",
      minimum: 0,
      maximum: 200,
    }),
  ),
  ...BASELINE_FIELDS,
  failOn: failOnField("none"),
});

const COUNT = Type.Integer({ minimum: 0 });

const VALUE = kitValue(
  {
    pages: Type.Array(
      Type.Object({
        path: Type.String({ description: "Decoded" }),
        title: Type.Union([Type.String(), Type.Null()]),
        indexable: Type.Boolean({ description: "No noindex, and a status below 400" }),
        internal: Type.Integer({ minimum: 0, description: "Links to this site" }),
        external: Type.Integer({ minimum: 0, description: "Links to others over http or https" }),
      }),
      { description: "In the order of the input" },
    ),
    scores: Type.Array(Type.Object({ path: Type.String(), score: COUNT, grade: Type.String() }), {
      description: "Of pages with headers, as the MDN HTTP Observatory has it",
    }),
    baseline: BASELINE_VALUE,
  },
  { pages: COUNT },
  {
    rule: Type.Optional(Type.String({ description: "Of accessibility" })),
    wcag: Type.Optional(Type.Array(Type.String(), { description: "Success criteria" })),
    act: Type.Optional(Type.Array(Type.String(), { description: "Rules of ACT" })),
    selector: Type.Optional(Type.String({ description: "CSS" })),
    ...FINDING_STATE,
  },
);

export type Input = Static<typeof INPUT>;

type Value = Static<typeof VALUE>;
type Result = Outcome<Value>;

const STAGES = {
  parse: null,
  metadata: null,
  content: null,
  links: null,
  text: toMarkdown,
  structured: formatJson,
  sitemap: formatXml,
  secrets: redactLog,
  accessibility: null,
  headers: null,
  table: writeCsv,
  baseline: reconcile,
} as const;

const USES = [toMarkdown, formatJson, formatXml, redactLog, writeCsv, reconcile] as const;

/** What is known of a finding besides what it says. */
interface About {
  readonly element?: HtmlElement | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly expected?: unknown;
  readonly received?: unknown;
  /** What the judge of one group adds. */
  readonly more?: Readonly<Record<string, unknown>> | undefined;
}

/** Reports what one stage finds in one page. */
export type PageFind = (severity: Severity, code: string, message: string, about: About) => void;

/** What all stages have at hand. */
export interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: KitReport<typeof STAGES>;
  findIn(stage: keyof typeof STAGES, page: SitePage): PageFind;
}

const HEAD =
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="description" content="A description that is long enough to be shown in results.">';

export default defineKit({
  id: ID,
  name: NAME,
  category: "Developer",
  description:
    "Checks the built pages of a site before it goes live: search, content, links, redirects, secrets, accessibility and headers, with every place named.",
  keywords: [
    "404",
    "accessibility",
    "broken link",
    "broken links",
    "canonical",
    "favicon",
    "go live",
    "json-ld",
    "launch",
    "launch checklist",
    "metadata",
    "mixed content",
    "og tags",
    "page titles",
    "redirects",
    "relaunch",
    "robots.txt",
    "seo",
    "sitemap",
    "staging",
    "website",
  ],
  aliases: ["web-qa-kit", "site-release-check"],
  version: VERSION,
  uses: [...USES],

  input: INPUT,
  primary: "pages",
  value: VALUE,
  verb: "check",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "check a website before it goes live",
    "launch checklist for a new site",
    "release check of the built html pages",
    "find broken internal links in a static site",
    "is a noindex left in the pages",
    "lorem ipsum or todo left on the site",
    "links to staging or localhost in production html",
    "missing titles and meta descriptions",
    "duplicate titles across pages",
    "canonical tags point to the wrong host",
    "generate sitemap.xml from pages",
    "does the sitemap fit the pages",
    "robots.txt blocks the whole site",
    "relaunch: which old urls lead to 404 and need redirects",
    "redirect chains and loops in my redirect list",
    "mixed content on an https page",
    "api key in the html of a page",
    "validate json-ld structured data in the pages",
    "seo check of html files in ci",
    "pages that nobody links to",
    "after the relaunch our pages vanished from google",
    "accessibility and security headers of all pages at once",
    "anchor links that lead to no id",
    "fail the deploy when a page has errors",
    "webseite vor dem livegang prüfen",
    "kaputte links und fehlende weiterleitungen nach dem relaunch",
    "revisar el sitio web antes de publicarlo",
    "vérifier un site avant la mise en ligne",
    "网站 上线 前 检查 链接 标题 站点地图",
    "公開前にサイトのリンクとメタ情報を確認する",
    "tomorrow the new homepage goes public, what did the agency forget",
    "dummy text, dead links and test addresses must not reach customers",
    "we moved to a new shop system, do the old addresses still lead somewhere",
    "google shows the wrong title for our pages",
    "screaming frog, lychee, linkinator, htmltest, lighthouse seo, search console, hreflang, og:image",
    "vet a static build folder across search, links, secrets and markup before publishing",
    "verificar o site antes de publicar: links quebrados, títulos, sitemap",
  ],
  effort: 3,
  isolated: true,

  laws: [
    filesLaw,
    {
      name: "groups that are left out contribute nothing",
      holds(run, input) {
        const { baseline: _baseline, ...others } = input;
        const { ok, value } = run({ ...others, groups: [], failOn: "none" });
        const codes = Object.keys(value?.counts.byCode ?? {});
        return !ok || codes.every((code) => code === "CLIENT_RENDERED");
      },
    },
    {
      name: "one page more never adds a broken link",
      holds(run, input) {
        const pages = listOf(input.pages);
        if (pages === undefined || pages.length >= 50) return true;
        const broken = (given: readonly unknown[]) =>
          run({ ...input, pages: given as never, groups: ["links"], failOn: "none" }).value?.counts
            .byCode["LINK_BROKEN"] ?? 0;
        return broken([...pages, { path: "/one-page-more", html: "<p>x" }]) <= broken(pages);
      },
    },
    {
      name: "the order of pages changes only which twin is the later",
      holds(run, input) {
        const pages = listOf(input.pages);
        if (pages === undefined) return true;
        const codes = (given: readonly unknown[]) => {
          const { value } = run({ ...input, pages: given as never, failOn: "none" });
          return value && JSON.stringify(Object.entries(value.counts.byCode).toSorted());
        };
        return codes(pages) === codes(pages.toReversed());
      },
    },
    {
      name: "a site with its own sitemap given back has no error about it",
      holds(run, input) {
        const own = { groups: ["sitemap" as const], failOn: "none" as const };
        const { value } = run({ ...input, ...own });
        const sitemap = value?.deliverables.find(({ name }) => name === "sitemap.xml")?.content;
        if (sitemap === undefined) return true;
        const { robots: _robots, ...others } = input;
        const again = run({ ...others, ...own, sitemap }).value;
        return again?.findings.every(({ code }) => !code.startsWith("SITEMAP")) ?? true;
      },
    },
  ],
  examples: [
    {
      title: "A page that must not go out",
      input: {
        pages: [
          {
            path: "/",
            html: `<!doctype html><html><head>${HEAD}<title>A page about things</title><link rel="canonical" href="https://example.com/"><meta name="robots" content="noindex"></head><body><h1>Hello {{name}}</h1><a href="/gone">x</a><a href="http://staging.example.com/y">y</a></body></html>`,
          },
        ],
        groups: ["metadata", "content", "links"],
      },
      expect: {
        value: {
          verdict: "fail",
          counts: {
            byCode: {
              LANG_MISSING: 1,
              NOINDEX: 1,
              PLACEHOLDER_TEXT: 1,
              STAGING_URL: 1,
              LINK_BROKEN: 1,
              INSECURE_LINK: 1,
            },
          },
        },
      },
    },
    {
      title: "A relaunch that loses a path, with redirects and robots.txt",
      input: {
        pages: [
          { path: "/", html: '<a href="/old">o</a><a href="/docs">d</a>' },
          { path: "/docs/index.html", html: "<h1>Docs</h1>" },
        ],
        redirects: [
          { from: "/old", to: "/older" },
          { from: "/older", to: "/docs/" },
        ],
        previousPaths: ["/", "/docs/pricing"],
        robots: "User-agent: *\nDisallow: /docs\n",
        groups: ["links", "sitemap"],
      },
      expect: {
        value: {
          counts: {
            byCode: {
              LINK_REDIRECTS: 1,
              TRAILING_SLASH: 1,
              REDIRECT_CHAIN: 1,
              PAGE_REMOVED: 1,
              ROBOTS_BLOCKED: 1,
              ROBOTS_SITEMAP_MISSING: 1,
            },
          },
        },
      },
    },
    {
      title: "Two pages of one path",
      input: {
        pages: [
          { path: "/a/", html: "<p>x" },
          { path: "/a/index.html", html: "<p>y" },
        ],
      },
      expect: { ok: false, errors: [{ code: "DUPLICATE_PATH", path: "/pages/1/path" }] },
    },
  ],

  // 100,000 characters take 200 to 600 ms: each page is read for itself, for its headers and for its main text, scanned
  // for credentials, and looked at by all rules of accessibility.
  run(input, ctx): Result {
    const report = new KitReport(ID, NAME, STAGES, ctx.longestOutput);
    const site = readSite(input);
    if ("problems" in site) {
      report.stop("parse", site.problems);
      return report.conclude({
        value: { pages: [], scores: [], baseline: null },
        counts: { pages: 0 },
        failOn: input.failOn,
      });
    }
    const findIn: Work["findIn"] = (stage, page) => (severity, code, message, about) => {
      const { element, ...others } = about;
      const place = element === undefined ? {} : page.page.positionOf(element);
      const { line, column } = { ...place, ...others } as About;
      const { expected, received, more } = others;
      const said = { code, message, expected, received, more };
      // A path is a pointer into the input, and the places are those of the page, which is what the finding is about.
      const finding = { ...said, subject: page.path, line, column };
      report.find(severity, stage, finding);
    };
    const work: Work = { input, ctx, report, findIn };
    tellParsed(site, work);
    const groups = new Set<Group>(input.groups);
    const scores = checkGroups(site, groups, work);
    return concluded(site, groups, scores, work);
  },
});

function listOf(pages: unknown): readonly unknown[] | undefined {
  return Array.isArray(pages) ? pages : undefined;
}

function tellParsed(site: Site, { report, findIn }: Work): void {
  for (const one of site.pages) {
    const { page } = one;
    if (!hasProgram(page) || !page.body || hasVisibleText(page, page.body)) continue;
    const message = "The page has no text before its scripts ran: check the HTML that they make";
    findIn("parse", one)("info", "CLIENT_RENDERED", message, {});
  }
  report.finish("parse", `${counted(site.pages.length, "page")} read`);
}

/** The stages of the groups that are wanted; the scores of headers. */
function checkGroups(site: Site, groups: ReadonlySet<Group>, work: Work): PageScore[] {
  const { input, report } = work;
  const sitemap = readSitemap(input.sitemap);
  const checks: Readonly<Record<Group, () => void>> = {
    metadata: () => {
      checkMetadata(site, work);
      report.finish("metadata", `The heads of ${counted(site.pages.length, "page")} read`);
    },
    content: () => {
      checkContent(site, work);
      report.finish("content", "Visible texts and addresses read");
      compareTexts(site, work);
    },
    links: () => {
      checkLinks(site, pathsIn(sitemap, site), work);
      const count = site.pages.reduce((sum, one) => sum + followedLinks(one).length, 0);
      report.finish(
        "links",
        `${counted(count, "link")}, ${counted(site.redirects.size, "redirect")}`,
      );
    },
    structured: () => checkStructured(site, work),
    sitemap: () => checkSitemap(site, sitemap, work),
    secrets: () => checkSecrets(site, work),
    accessibility: () => checkAccessibility(site, work),
    headers: () => void scores.push(...checkHeaders(site, work)),
  };
  const scores: PageScore[] = [];
  for (const group of GROUPS) {
    if (groups.has(group)) checks[group]();
    else report.skipped(group, `The field \`groups\` leaves ${group} out`);
  }
  if (!groups.has("content")) report.skipped("text", "The field `groups` leaves content out");
  return scores;
}

function concluded(
  site: Site,
  groups: ReadonlySet<Group>,
  scores: readonly PageScore[],
  work: Work,
): Result {
  const { input, ctx, report } = work;
  writeTable(work);
  const file = {
    kit: { id: ID, version: VERSION },
    page: site.origin.href,
    rules: RULES,
    snippetOf: ({ received }: { readonly received?: unknown }) =>
      typeof received === "string" ? received : undefined,
  };
  const baseline = findingsStage(report, (logs) => ctx.step(reconcile, logs), file, input);
  report.file("sitemap.xml", sitemapText(site));
  if (groups.has("links")) writeRedirects(site, work);
  report.file("CHECKLIST.md", checklist(site, work, groups));
  const pages = site.pages.map((one) => {
    const links = followedLinks(one);
    const internal = links.filter(({ url }) => site.isInternal(url)).length;
    const { path, title } = one;
    const external = links.length - internal;
    return { path, title, indexable: isIndexable(one), internal, external };
  });
  const { error, warning, info } = report.counts;
  return report.conclude({
    value: { pages, scores: [...scores], baseline },
    counts: { pages: pages.length },
    output: {
      figures: `${counted(pages.length, "page")}: ${counted(error, "error")}, ${counted(warning, "warning")}, ${counted(info, "note")}`,
      next: nextSteps(work),
    },
    failOn: input.failOn,
  });
}

function nextSteps({ report }: Work): string[] {
  const { byCode, error, warning } = report.counts;
  const has = (code: string) => (byCode[code] ?? 0) > 0;
  return [
    ...(has("SECRET_IN_PAGE") ? ["Revoke the secrets that the findings SECRET_IN_PAGE name."] : []),
    ...(error + warning > 0
      ? ["Mend what `findings.csv` lists: it has the page, the line and what is there."]
      : []),
    ...(has("PAGE_REMOVED")
      ? ["Complete `redirects.csv`: where each removed path leads from now on."]
      : []),
    "Put `sitemap.xml` beside the pages, and name it in robots.txt.",
    "Go through `CHECKLIST.md`: no program decides its second half.",
    "Keep `findings.sarif` and give it as `baseline` next time: then only what is new counts.",
  ];
}
