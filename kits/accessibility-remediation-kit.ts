import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../tools/_core/fields.ts";
import type { Entry, Outcome } from "../tools/_core/tool.ts";
import { attributeOf } from "../tools/_lib/formats/html/tree.ts";
import { INPUT_FAILURES } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import { Fault, problemEntry } from "../tools/_lib/results/syntax-problem.ts";
import { nearest } from "../tools/_lib/text/nearest.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import { quoted } from "../tools/_lib/text/shown.ts";
import { checkPage, RULES, rulesOf } from "../tools/_lib/web/accessibility/rules/check.ts";
import { isKnownLanguage } from "../tools/_lib/web/accessibility/rules/document-rules.ts";
import { hasProgram, hasVisibleText, Page } from "../tools/_lib/web/accessibility/page/page.ts";
import type { Rule } from "../tools/_lib/web/accessibility/rules/rule.ts";
import reconcile from "../tools/sarif-findings-reconciliation.ts";
import { filesLaw } from "./_core/files-law.ts";
import {
  BASELINE_FIELDS,
  BASELINE_VALUE,
  FINDING_STATE,
  findingsStage,
  type Reconcile,
} from "./_core/findings-file.ts";
import { defineKit } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import { manualChecks } from "./accessibility-remediation-kit/criteria.ts";
import { earlReport } from "./accessibility-remediation-kit/earl.ts";
import {
  fileOf,
  OF_RULES,
  readingOrder,
  type Report,
  STAGES,
  USES,
  writeDiff,
  writeTable,
} from "./accessibility-remediation-kit/files.ts";
import {
  actOutcomes,
  afterOf,
  countsOf,
  failedByLevel,
  figuresLine,
  figuresOf,
  fixesOf,
  problemsOf,
  recheckSummary,
  repairSummary,
  summaryOf,
} from "./accessibility-remediation-kit/findings.ts";
import { repair, unrepaired } from "./accessibility-remediation-kit/repair.ts";

const FAILURES: Readonly<Record<string, string>> = {
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  ...OF_RULES,
  INPUT_TOO_DEEP: "Elements are nested deeper than 1,000 levels",
  HTML_MISNESTED:
    "Formatting elements that are never closed make the document larger than its text",
  HTML_EMPTY: "There is no HTML to look at",
  RULE_UNKNOWN: "A rule is asked for that does not exist",
  LANG_INVALID: "The language is no tag of BCP 47 with a language that is registered",
  STAGE_FAILED: "A tool could not do its part",
  ACCESSIBILITY_REMEDIATION_KIT_FAILED: "The gate is set, and a finding closes it",
};

const WARNINGS: Readonly<Record<string, string>> = {
  ...OF_RULES,
  CLIENT_RENDERED: "Scripts make the page: most rules see nothing of it",
  STYLESHEET_NOT_SEEN: "Style sheets were not read: what is hidden, and contrast, may differ",
};

const INPUT = Type.Object({
  html: Type.String({ description: "HTML: a document or a fragment" }),
  kind: oneOf(["auto", "document", "fragment"], {
    description: "auto: a document if it has doctype, html, head or body",
    default: "auto",
  }),
  level: oneOf(["A", "AA", "AAA"], { description: "Highest level of WCAG 2.2", default: "AA" }),
  bestPractices: Type.Boolean({
    description: "Also rules that no success criterion asks for",
    default: true,
  }),
  rules: Type.Optional(
    Type.Array(Type.String(), { description: "Ids of the only rules to run, of any level" }),
  ),
  lang: Type.Optional(Type.String({ description: "Language of the page, such as en or pt-BR" })),
  apply: oneOf(["safe", "none"], {
    description: "Which repairs fixed.html has",
    default: "safe",
  }),
  page: Type.String({
    description: "Name of the page in reports",
    minLength: 1,
    maxLength: 200,
    default: "page.html",
  }),
  ...BASELINE_FIELDS,
  failOn: failOnField("none"),
});

type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });
const OUTCOME = oneOf(["passed", "failed", "cantTell", "inapplicable"]);
const IDS = Type.Array(Type.String());

const VALUE = kitValue(
  {
    rules: Type.Record(
      Type.String(),
      Type.Object({
        outcome: OUTCOME,
        act: IDS,
        wcag: IDS,
        level: Type.Union([oneOf(["A", "AA", "AAA"]), Type.Null()]),
        passed: COUNT,
        failed: COUNT,
        cantTell: COUNT,
      }),
      { description: "Every rule that was run; figures count elements" },
    ),
    act: Type.Record(Type.String(), OUTCOME, { description: "By id of the ACT rule" }),
    fixes: Type.Object({ safe: COUNT, suggested: COUNT, manual: COUNT, applied: COUNT }),
    after: Type.Object(
      {
        failed: Type.Array(Type.String(), { description: "Ids of rules" }),
        counts: Type.Object({ passed: COUNT, failed: COUNT, cantTell: COUNT }),
      },
      { description: "What the rules say of fixed.html" },
    ),
    levels: Type.Object(
      { A: COUNT, AA: COUNT, AAA: COUNT },
      { description: "Rules that failed, by level" },
    ),
    baseline: BASELINE_VALUE,
  },
  { passed: COUNT, failed: COUNT, cantTell: COUNT },
  {
    rule: Type.Optional(Type.String()),
    wcag: Type.Optional(IDS),
    act: Type.Optional(IDS),
    selector: Type.Optional(Type.String({ description: "CSS" })),
    before: Type.Optional(Type.String({ description: "The start tag as written" })),
    after: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: "The tag or element repaired" }),
    ),
    fix: Type.Optional(oneOf(["safe", "suggested", "manual"])),
    ...FINDING_STATE,
  },
);

const ID = "accessibility-remediation-kit";
const NAME = "Accessibility Remediation Kit";
const VERSION = "2026-11-27";
const KIT = { id: ID, name: NAME, version: VERSION } as const;

type Result = Outcome<Static<typeof VALUE>>;

const TITLED = '<!doctype html><html lang="en"><head><title>T</title></head><body><main>';

export default defineKit({
  id: ID,
  name: NAME,
  category: "Code",
  description:
    "Finds every WCAG 2.2 failure that HTML alone shows, with code before and after, and gives the page repaired.",
  keywords: [
    "a11y",
    "accessibility",
    "accessible name",
    "act rules",
    "ada",
    "alt text",
    "aria",
    "axe",
    "bfsg",
    "blind",
    "contrast",
    "earl",
    "en 301 549",
    "html",
    "landmarks",
    "pa11y",
    "screen reader",
    "section 508",
    "wave",
    "wcag",
  ],
  aliases: ["accessibility-kit", "wcag-remediation-kit"],
  version: VERSION,
  uses: [...USES],

  input: INPUT,
  primary: "html",
  value: VALUE,
  verb: "check",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "check this page for accessibility problems",
    "is my html accessible",
    "wcag 2.2 aa audit of a page",
    "find images without alt text",
    "buttons and links without a name for screen readers",
    "fix the accessibility errors in this html and show me the diff",
    "form fields without labels",
    "which aria attributes are wrong here",
    "lint html for wcag failures in ci",
    "axe found violations, how do i repair them",
    "lighthouse accessibility score is low",
    "make my component accessible",
    "missing lang attribute and page title",
    "zoom is disabled by the viewport meta tag",
    "tabindex, focus and aria-hidden mistakes",
    "heading levels are skipped",
    "accessibility report as sarif or earl",
    "what has to be checked by hand for wcag",
    "act rules outcomes for a page",
    "screen reader users cannot use our sign-up form",
    "a customer complains that the newsletter cannot be read aloud",
    "european accessibility act, is our shop page ready",
    "table headers and list markup for assistive technology",
    "only report new accessibility issues since the last build",
    "barrierefreiheit einer webseite prüfen",
    "fehlende alternativtexte und labels finden und beheben",
    "comprobar la accesibilidad de una página html",
    "vérifier l'accessibilité d'une page web rgaa",
    "检查 网页 无障碍 问题",
    "ウェブページのアクセシビリティを確認する",
    "blind visitor cannot buy a ticket on our page, what is broken in the code",
    "lawyer writes that our site breaks the ada, where do i start",
    "pictures, buttons and form boxes are silent for voiceover, mend them",
    "text too pale on its ground, is it readable enough",
    "axe-core, pa11y, wave, lighthouse a11y, nvda, section 508, en 301 549, bfsg, eaa, wai-aria",
    "inspect markup for barriers and return repaired html with each success criterion",
    "corrigir acessibilidade de uma página html",
    "la página no se puede usar con lector de pantalla",
  ],
  effort: 3,

  laws: [
    filesLaw,
    {
      name: "there is a finding for each element that failed or cannot be told",
      holds(run, input) {
        const { ok, value } = run({ ...input, failOn: "none" });
        if (!ok || !value || "STAGE_FAILED" in value.counts.byCode) return true;
        const { error, warning, info } = value.counts;
        const problems = Object.values(value.rules).reduce(
          (sum, { failed, cantTell }) => sum + failed + cantTell,
          0,
        );
        return error + warning + info === problems;
      },
    },
    {
      name: "repairing what is repaired changes nothing",
      holds(run, input) {
        const { ok, value } = run({ ...input, apply: "safe", failOn: "none" });
        const fixed = fixedIn(value);
        if (!ok || fixed === undefined) return true;
        const again = run({ ...input, html: fixed, apply: "safe", failOn: "none" });
        return !again.ok || fixedIn(again.value) === fixed;
      },
    },
    {
      name: "no repair makes a rule fail that passed, and none changes the text that is read",
      holds(run, input) {
        const before = run({ ...input, apply: "safe", failOn: "none" });
        const fixed = fixedIn(before.value);
        if (!before.ok || !before.value || fixed === undefined) return true;
        const { rules, after } = before.value;
        const reading = (value: Static<typeof VALUE> | null | undefined) =>
          value?.deliverables.find(({ name }) => name === "reading-order.md")?.content;
        const again = run({ ...input, html: fixed, apply: "none", failOn: "none" });
        return (
          after.failed.every((id) => rules[id]?.outcome !== "passed") &&
          (!again.ok || reading(again.value) === reading(before.value))
        );
      },
    },
    {
      name: "an attribute that says nothing changes no outcome",
      holds(run, input) {
        const { html = "" } = input;
        const before = run({ ...input, failOn: "none" });
        const marked = html.replace(
          /<(p|div|a|img|span|button|input)(?=[\s>])/gi,
          '<$1 data-x="1"',
        );
        const after = run({ ...input, html: marked, failOn: "none" });
        return (
          !before.ok || JSON.stringify(after.value?.rules) === JSON.stringify(before.value?.rules)
        );
      },
    },
  ],
  examples: [
    {
      title: "A shop page with what is most often wrong",
      input: {
        html: '<!doctype html>\n<html>\n<head><title>Shop</title><meta name="viewport" content="width=device-width, user-scalable=no"></head>\n<body><main><h1>Shop</h1>\n<img src="cat.jpg">\n<button></button>\n</main></body>\n</html>\n',
        lang: "en",
      },
      expect: {
        ok: true,
        valid: false,
        errors: [
          { code: "BUTTON_NAME", line: 6, before: "<button>", fix: "manual" },
          { code: "HTML_LANG", after: '<html lang="en">', fix: "safe" },
          {
            code: "IMAGE_NAME",
            line: 5,
            selector: "html > body:nth-of-type(1) > main:nth-of-type(1) > img:nth-of-type(1)",
          },
          { code: "META_VIEWPORT", after: '<meta name="viewport" content="width=device-width">' },
        ],
        value: {
          verdict: "fail",
          fixes: { safe: 2, suggested: 0, manual: 2, applied: 2 },
          after: { failed: ["image-name", "button-name"] },
        },
      },
    },
    {
      title: "A fragment: misspelt ARIA is repaired, and only new findings count",
      input: {
        html: '<p id="x">Search</p><input aria-labeledby="x">',
        rules: ["aria-attribute-defined", "form-field-name"],
      },
      expect: {
        ok: true,
        value: {
          fixes: { applied: 1 },
          deliverables: [
            {
              name: "fixed.html",
              content: '<p id="x">Search</p><input aria-labelledby="x">',
            },
            { name: "fixes.diff" },
            { name: "findings.csv" },
            { name: "findings.sarif" },
            { name: "earl.json" },
            { name: "reading-order.md" },
            { name: "manual-checks.md" },
          ],
          after: { failed: [] },
        },
      },
    },
    {
      title: "A page without findings",
      input: { html: `${TITLED}<h1>T</h1><p>ok</p></main></body></html>` },
      expect: { ok: true, valid: true, value: { verdict: "pass", fixes: { applied: 0 } } },
    },
    {
      title: "A rule that does not exist",
      input: { html: "<p>x</p>", rules: ["image-nam"] },
      expect: { ok: false, error: { code: "RULE_UNKNOWN" }, errors: [{ path: "/rules/0" }] },
    },
  ],

  // Pages of 100,000 characters take about 100 ms, those that are little more than tags up to 900 ms: the page is
  // read and looked at by all rules before the repairs and after each round of them, and written as Markdown.
  run(input, ctx): Result {
    const report: Report = new KitReport(ID, NAME, STAGES, ctx.longestOutput);
    const read = readPage(input);
    if ("problems" in read) {
      report.stop("parse", read.problems);
      return concludeStopped(input, report);
    }
    const { page, rules } = read;
    report.done(
      "parse",
      `${page.isDocument ? "A document" : "A fragment"} of ${counted(page.elements.length, "element")}`,
    );
    const targets = checkPage(page, rules, input.lang);
    const look = { page, rules, lang: input.lang };
    const repaired = input.apply === "safe" ? repair(look, targets) : unrepaired(look, targets);
    const problems = problemsOf(page, targets, repaired);
    for (const { severity, finding } of problems) report.find(severity, "rules", finding);
    report.done("rules", summaryOf(rules, targets), report.verdict);
    const reading = readingOrder(input, ctx, report);
    report.done("repair", repairSummary(input.apply, repaired));
    const after = afterOf(rules, repaired);
    report.done("recheck", recheckSummary(after));
    const figures = figuresOf(rules, targets);
    const act = actOutcomes(rules, targets);
    report.ownText("fixed.html", repaired.html);
    writeDiff(input.page, page, repaired, report);
    writeTable(ctx, report);
    const compare: Reconcile = (logs) => ctx.step(reconcile, logs);
    const baseline = findingsStage(report, compare, fileOf(KIT, input.page), input);
    report.json("earl.json", earlReport(act, input.page, KIT));
    if (reading !== undefined) report.file("reading-order.md", reading);
    report.file("manual-checks.md", manualChecks(input.level, rules));
    const fixes = fixesOf(problems, repaired);
    const outcome: Result = report.conclude({
      value: { rules: figures, act, fixes, after, levels: failedByLevel(figures), baseline },
      counts: countsOf(targets),
      output: {
        figures: figuresLine(targets, fixes),
        next: nextSteps(report, input, fixes),
      },
      failOn: input.failOn,
    });
    return { ...outcome, warnings: [...(outcome.warnings ?? []), ...notesOf(page)] };
  },
});

type Read = { readonly page: Page; readonly rules: readonly Rule[] };

function readPage(input: Input): Read | { readonly problems: readonly Entry[] } {
  const { html, kind, lang } = input;
  const problems: Entry[] = [];
  if (/^\s*$/.test(html)) {
    const message = "Cannot check the page: found no HTML, expected a document or a fragment";
    problems.push({ code: "HTML_EMPTY", message, path: "/html" });
  }
  if (lang !== undefined && !isLanguage(lang)) {
    const message = `Cannot use the language: found ${quoted(lang)}, expected a tag of BCP 47 such as en or pt-BR`;
    problems.push({ code: "LANG_INVALID", message, path: "/lang" });
  }
  const { rules, unknown } = chosenRules(input);
  if (problems.length > 0 || unknown.length > 0) return { problems: [...problems, ...unknown] };
  try {
    return { page: new Page(html, kind), rules };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { problems: [problemEntry(error.problem, html, "HTML", "/html")] };
  }
}

function isLanguage(tag: string): boolean {
  return /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,10}$/.test(tag) && isKnownLanguage(tag);
}

function chosenRules({ level, bestPractices, rules }: Input) {
  if (rules === undefined) return { rules: rulesOf(level, bestPractices), unknown: [] };
  const known = new Set(RULES.map(({ id }) => id));
  const unknown = rules.flatMap((id, index): Entry[] => {
    if (known.has(id)) return [];
    const [near] = nearest(id, known, { limit: 1 });
    const message = `Cannot run the rule: found ${quoted(id)}, expected ${near === undefined ? "the id of a rule" : quoted(near)}`;
    return [{ code: "RULE_UNKNOWN", message, path: `/rules/${index}` }];
  });
  const wanted = new Set(rules);
  return { rules: RULES.filter(({ id }) => wanted.has(id)), unknown };
}

function nextSteps(report: Report, { lang }: Input, fixes: ReturnType<typeof fixesOf>) {
  const codes = new Set(report.findings.map(({ code }) => code));
  return [
    ...(fixes.applied > 0
      ? ["Read `fixes.diff` and take `fixed.html`, or apply it with `patch -p1`"]
      : []),
    ...(codes.has("HTML_LANG") && lang === undefined
      ? ["Give `lang`: then html gets its language by itself"]
      : []),
    ...(fixes.suggested > 0
      ? ["Decide about the suggestions: `after` in `findings.csv` has the code"]
      : []),
    ...(fixes.manual > 0 ? ["Repair by hand what `findings.csv` marks as manual"] : []),
    "Go through `manual-checks.md`: no program decides what is in it",
    "Keep `findings.sarif` and give it as `baseline` next time: then only what is new counts",
  ];
}

/** What keeps rules from seeing the page as its users do. */
function notesOf(page: Page): Entry[] {
  const notes: Entry[] = [];
  if (hasProgram(page) && page.body !== undefined && !hasVisibleText(page, page.body)) {
    const message = "The page has no text before its scripts ran: check the HTML that they make";
    notes.push({ code: "CLIENT_RENDERED", message, path: "/html" });
  }
  const sheets = page.elements.filter(
    (one) =>
      one.tagName === "link" && /(?:^|\s)stylesheet(?:\s|$)/i.test(attributeOf(one, "rel") ?? ""),
  ).length;
  if (sheets > 0) {
    const message = `${counted(sheets, "style sheet")} not read: what is hidden, and contrast, may differ`;
    notes.push({ code: "STYLESHEET_NOT_SEEN", message, path: "/html", received: sheets });
  }
  return notes;
}

function fixedIn(value: Static<typeof VALUE> | null | undefined): string | undefined {
  return value?.deliverables.find(({ name }) => name === "fixed.html")?.content;
}

function concludeStopped({ failOn }: Input, report: Report): Result {
  return report.conclude({
    value: {
      rules: {},
      act: {},
      fixes: { safe: 0, suggested: 0, manual: 0, applied: 0 },
      after: { failed: [], counts: countsOf([]) },
      levels: { A: 0, AA: 0, AAA: 0 },
      baseline: null,
    },
    counts: countsOf([]),
    failOn,
  });
}
