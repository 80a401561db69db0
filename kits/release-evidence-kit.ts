import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, jsonField, mapOf, oneOf } from "../tools/_core/fields.ts";
import { type Entry, fail, type Outcome } from "../tools/_core/tool.ts";
import { reportField } from "../tools/_lib/formats/test-report/report.ts";
import { INPUT_FAILURES, inputInvalid, missingField } from "../tools/_lib/results/input-invalid.ts";
import { failOnField, type Verdict, VERDICTS } from "../tools/_lib/results/review/shapes.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import { oneLine } from "../tools/_lib/text/shown.ts";
import deliver from "../tools/artifact-delivery-manifest.ts";
import auditLineage from "../tools/artifact-lineage-integrity-auditor.ts";
import compareReports from "../tools/ci-regression-diff.ts";
import checkClaims from "../tools/claim-evidence-coverage.ts";
import reconcile from "../tools/dependency-manifest-reconciliation.ts";
import buildReport from "../tools/evidence-report-builder.ts";
import compareEvidence from "../tools/release-evidence-delta.ts";
import reconcileScan from "../tools/sarif-findings-reconciliation.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import { judgeClaims } from "./release-evidence-kit/claims.ts";
import { checkComponents } from "./release-evidence-kit/components.ts";
import { type Dossier, writeFiles } from "./release-evidence-kit/files.ts";
import {
  countTests,
  finishTests,
  isEmpty,
  isGiven,
  judgeDependencies,
  judgeEvidence,
  judgeLineage,
  judgeScan,
  listArtifacts,
} from "./release-evidence-kit/sections.ts";

const CODES = {
  ...compareEvidence.failures,
  ...compareEvidence.warnings,
  ...reconcileScan.failures,
  ...reconcileScan.warnings,
  ...reconcile.failures,
  ...reconcile.warnings,
  ...deliver.failures,
  ...deliver.warnings,
  ...auditLineage.failures,
  ...auditLineage.warnings,
  ...checkClaims.failures,
  ...checkClaims.warnings,
} as const;

const FAILURES = {
  ...CODES,
  ...INPUT_FAILURES,
  NO_EVIDENCE: "There is nothing but the name of the release",
  MANIFEST_WITHOUT_LOCKFILE: "There is a manifest of dependencies and no lock file",
  LOCKFILE_WITHOUT_MANIFEST: "There is a lock file and no manifest of dependencies",
  SECTION_MISSING: "A section that is required is not there",
  TESTS_MISMATCH: "The evidence counts other tests than the report has",
  PURL_INVALID: "A component is no package URL",
  STAGE_FAILED: "A tool could not do its part",
  RELEASE_EVIDENCE_KIT_FAILED: "A finding stops the release",
} as const;

const WARNINGS = {
  ...CODES,
  RUN_TRUNCATED: compareReports.warnings.RUN_TRUNCATED,
  RUN_EMPTY: "The test report has no test",
  PURL_NOT_CANONICAL: "A package URL is written in another way than the canonical one",
  COMPONENT_DUPLICATE: "A component is listed twice",
  ARTIFACT_WITHOUT_LINEAGE: "No artifact of the lineage has the digest of a file that is shipped",
} as const;

export const SECTIONS = [
  "tests",
  "delta",
  "scan",
  "dependencies",
  "artifacts",
  "lineage",
  "components",
  "claims",
] as const;

const CLOSED = { additionalProperties: false } as const;

const text = (description: string) => Type.Optional(Type.String({ description }));

const RELEASE = Type.Object(
  {
    name: Type.String({ description: "Of the product", minLength: 1, maxLength: 200 }),
    version: Type.String({ description: "That is released", minLength: 1, maxLength: 200 }),
    commit: text("That it is built of"),
    date: text("Of the release, shown as it is given"),
  },
  CLOSED,
);

const built = deliver.input.properties;

const SLSA = Type.Object(
  {
    builderId: Type.String({ description: "Who built it" }),
    buildType: Type.String({ description: "How it is built" }),
    invocationId: built.invocationId,
    startedOn: built.startedOn,
    finishedOn: built.finishedOn,
    parameters: built.parameters,
    materials: built.materials,
  },
  CLOSED,
);

const nullable = (description: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Null()], { description }));

const COMPONENT = Type.Object(
  {
    type: Type.String({ description: "Such as npm, pypi, maven" }),
    namespace: nullable("Group, scope or owner"),
    name: Type.String(),
    version: nullable("Without it nobody can tell which one was shipped"),
    qualifiers: Type.Optional(
      Type.Union([mapOf(Type.String()), Type.Null()], { description: "Such as arch, distro" }),
    ),
    subpath: nullable("Inside the package"),
  },
  CLOSED,
);

const lineage = auditLineage.input.properties;

const LINEAGE = Type.Object(
  {
    artifacts: Type.Union([...lineage.artifacts.anyOf], {
      description: "What was made, and of what; or an object of this list and the other members",
    }),
    steps: lineage.steps,
    sources: lineage.sources,
    targets: lineage.targets,
  },
  CLOSED,
);

const SOURCE = Type.Object(
  { id: Type.String(), title: text("For readers"), text: Type.String() },
  CLOSED,
);

const { default: _none, ...policy } = compareEvidence.input.properties.policy;

const [files, filesText] = built.files.anyOf;

const document = (description: string) => Type.Optional(jsonField({ description }));

const INPUT = Type.Object({
  release: dataOrJson(RELEASE, { description: "What is released" }),
  evidence: document(
    "Evidence of this release: checks, tests, coverage, vulnerabilities, artifacts, approvals, metrics, licenses",
  ),
  baseline: document("The same of the last release"),
  policy: Type.Optional(policy as typeof compareEvidence.input.properties.policy),
  report: Type.Optional(reportField("Test report of this release")),
  sarif: document("Log of a scan of this release, SARIF 2.1.0"),
  sarifBaseline: document("The same of the last release"),
  manifest: document(reconcile.input.properties.manifest.description ?? ""),
  lockfile: document(reconcile.input.properties.lockfile.description ?? ""),
  artifacts: Type.Optional(
    Type.Union([{ ...files, minItems: 0 }, filesText], { description: "Files that are shipped" }),
  ),
  slsa: Type.Optional(dataOrJson(SLSA, { description: "How the artifacts were built" })),
  lineage: Type.Optional(dataOrJson(LINEAGE, { description: "What the artifacts are made of" })),
  components: Type.Optional(
    dataOrJson(Type.Array(Type.Union([Type.String(), COMPONENT]), { maxItems: 2000 }), {
      description: "Package URLs, or their parts",
    }),
  ),
  claims: checkClaims.input.properties.claims,
  sources: Type.Optional(
    dataOrJson(Type.Array(SOURCE), { description: "The texts that back the claims" }),
  ),
  required: Type.Array(oneOf(SECTIONS), {
    description: "Sections without which nothing is released",
    default: [],
  }),
  failOn: failOnField("error"),
});

const VERDICT = Type.Optional(oneOf(VERDICTS));
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

const VALUE = kitValue(
  {
    release: RELEASE,
    sections: Type.Object(
      {
        tests: VERDICT,
        delta: VERDICT,
        scan: VERDICT,
        dependencies: VERDICT,
        artifacts: VERDICT,
        lineage: VERDICT,
        components: VERDICT,
        claims: VERDICT,
      },
      { description: "Those that were judged" },
    ),
    missing: Type.Array(oneOf(SECTIONS)),
    components: Type.Array(
      Type.Object({
        input: Type.Any({ description: "As it was given" }),
        valid: Type.Boolean(),
        purl: Type.Union([Type.String(), Type.Null()], { description: "The canonical text" }),
        type: TEXT_OR_NULL,
        namespace: TEXT_OR_NULL,
        name: TEXT_OR_NULL,
        version: TEXT_OR_NULL,
        qualifiers: Type.Union([mapOf(Type.String()), Type.Null()]),
        subpath: TEXT_OR_NULL,
        error: Type.Optional(Type.String({ description: "Why it is none" })),
      }),
    ),
  },
  {},
);

export type Input = Static<typeof INPUT>;

export type Value = Static<typeof VALUE>;

type Used = (typeof USES)[number];

type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;

/** What all sections have at hand. */
export interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<Used>;
  readonly report: KitReport<typeof STAGES>;
}

const ID = "release-evidence-kit";
const NAME = "Release Evidence Kit";

const STAGES = {
  tests: compareReports,
  delta: compareEvidence,
  scan: reconcileScan,
  dependencies: reconcile,
  artifacts: deliver,
  lineage: auditLineage,
  components: null,
  claims: checkClaims,
  dossier: buildReport,
} as const;

const USES = [
  compareReports,
  compareEvidence,
  reconcileScan,
  reconcile,
  deliver,
  auditLineage,
  checkClaims,
  buildReport,
] as const;

const SHOP = { name: "shop", version: "2.1.0" };

export default defineKit({
  id: ID,
  name: NAME,
  category: "Developer",
  description:
    "Puts all that proves a release into one dossier and judges it: tests, checks, scan, dependencies, artifacts, components, claims.",
  keywords: [
    "attestation",
    "change management",
    "checksums",
    "compliance",
    "cyclonedx",
    "dossier",
    "evidence",
    "in-toto",
    "iso 27001",
    "package url",
    "provenance",
    "purl",
    "release",
    "sarif",
    "sbom",
    "sigstore",
    "slsa",
    "soc 2",
    "supply chain",
    "vex",
  ],
  aliases: ["release-dossier-kit", "release-attestation-kit"],
  version: "2026-11-27",
  uses: [...USES],

  input: INPUT,
  primary: "release",
  value: VALUE,
  verb: "judge",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "gather the evidence for a release in one dossier",
    "may we ship this version, judged by a policy",
    "release gate with tests, scan, dependencies and artifacts",
    "write checksums, provenance and sbom for a release",
    "create a cyclonedx sbom from package urls and files",
    "slsa provenance statement for build artifacts",
    "normalize a list of package urls and find duplicates",
    "compare this release with the last one before publishing",
    "audit trail of a software release for compliance",
    "are the claims in the release notes backed by evidence",
    "what is missing before we can release",
    "sign-off document with approvals, coverage and vulnerabilities",
    "supply chain attestation bundle for customers",
    "prove that shipped files come from the audited build",
    "new security findings since the last release block publishing",
    "lock file and manifest must agree before release",
    "auditor asks for evidence of our release process",
    "go or no-go decision for a version with all checks",
    "sha256sums and in-toto statement with the same subjects",
    "components without a version in the bill of materials",
    "soc 2 change management evidence for a deployment",
    "hand customers an sbom and provenance with every version",
    "nachweise für eine softwarefreigabe zusammenstellen",
    "stückliste und prüfsummen für ein release erzeugen",
    "reunir las pruebas de una versión antes de publicarla",
    "dossier de preuves pour une mise en production",
    "发布 版本 的 证据 和 软件 物料 清单",
    "リリースの証拠と部品表をまとめる",
    "auditor comes on monday, hand him everything that shows how version 4 was made",
    "client asks what libraries are inside and who built it",
    "one folder per version: test results, scan, file sums, who agreed",
    "is any paper missing before we may publish",
    "cra, nis2, eo 14028, iso 27001, sigstore, cosign, syft, grype, openvex, in-toto layout, ntia minimum",
    "bundle test, scan, dependency and artifact records into a judged release file with sbom",
    "reunir evidências de uma versão: testes, sbom, aprovações",
  ],
  effort: 3,

  laws: [
    filesLaw,
    {
      name: "the verdict is the worst of the sections and of what is required",
      holds(run, input) {
        const { ok, value } = run({ ...input, failOn: "none" });
        if (!ok || !value) return true;
        const { sections, counts, findings, verdict } = value;
        const isStopped =
          counts.byCode["SECTION_MISSING"] !== undefined ||
          // The dossier alone is no section.
          findings.some(({ stage }) => stage === "dossier");
        const worst = new Set([...Object.values(sections), ...(isStopped ? ["fail"] : [])]);
        const wanted = (["fail", "review"] as const).find((one) => worst.has(one)) ?? "pass";
        return verdict === wanted;
      },
    },
    {
      name: "the canonical package URL of a canonical package URL is itself",
      holds(run, { release, components }) {
        if (release === undefined || !Array.isArray(components)) return true;
        const { value } = run({ release, components, failOn: "none" });
        const purls = (value?.components ?? []).flatMap(({ purl }) =>
          purl === null ? [] : [purl],
        );
        if (purls.length === 0) return true;
        const again = run({ release, components: purls, failOn: "none" }).value;
        return (
          again?.counts.byCode["PURL_NOT_CANONICAL"] === undefined &&
          JSON.stringify(again?.components.map(({ purl }) => purl)) === JSON.stringify(purls)
        );
      },
    },
    {
      name: "the order of the artifacts changes nothing, and the statement is about what the list has",
      holds(run, { release, artifacts, slsa }) {
        if (release === undefined || !Array.isArray(artifacts) || artifacts.length === 0)
          return true;
        const filesOf = (list: typeof artifacts) =>
          run({ release, artifacts: list, ...(slsa === undefined ? {} : { slsa }), failOn: "none" })
            .value?.deliverables ?? [];
        const shown = (list: typeof artifacts, name: string) =>
          filesOf(list).find((file) => file.name === name)?.content;
        const sums = shown(artifacts, "SHA256SUMS");
        const statement = shown(artifacts, "provenance.intoto.json");
        const turned = artifacts.toReversed();
        const subjects =
          statement === undefined
            ? undefined
            : (JSON.parse(statement) as { subject: { digest: { sha256: string } }[] }).subject;
        const lines = sums?.split("\n").filter(Boolean);
        return (
          sums === shown(turned, "SHA256SUMS") &&
          shown(artifacts, "sbom.cdx.json") === shown(turned, "sbom.cdx.json") &&
          (subjects === undefined ||
            (subjects.length === lines?.length &&
              subjects.every(({ digest }, at) => lines[at]?.includes(digest.sha256) ?? false)))
        );
      },
    },
  ],
  examples: [
    {
      title: "A release that may go out, with its files and packages",
      input: {
        release: { ...SHOP, commit: "3f2a1bc", date: "2026-11-20" },
        evidence: { checks: [{ id: "build", status: "pass" }], coverage: { lines: 81 } },
        baseline: {
          version: "2.0.3",
          checks: [{ id: "build", status: "pass" }],
          coverage: { lines: 80.5 },
        },
        policy: { requiredChecks: ["build"] },
        report: { adds: "pass", rounds: "pass" },
        artifacts: [{ path: "dist/app.js", content: "console.log(1)\n" }],
        slsa: {
          builderId: "https://ci.example.com/runner",
          buildType: "https://ci.example.com/npm",
        },
        components: ["pkg:npm/%40angular/animation@12.3.1", "pkg:pypi/django@5.1"],
      },
      expect: {
        ok: true,
        valid: true,
        value: {
          verdict: "pass",
          sections: {
            tests: "pass",
            delta: "pass",
            artifacts: "pass",
            components: "pass",
          },
          missing: ["scan", "dependencies", "lineage", "claims"],
          deliverables: [
            { name: "evidence.json" },
            {
              name: "SHA256SUMS",
              content:
                "3879a5d930ae1999b278a3a498f7de3fd83ba8dae59330fcfa2db31c103ac21d  dist/app.js\n",
            },
            { name: "provenance.intoto.json" },
            { name: "sbom.cdx.json" },
            { name: "findings.csv" },
            { name: "RELEASE.md" },
          ],
        },
      },
    },
    {
      title: "Stopped: a test fails, and a section is not there",
      input: { release: SHOP, report: { a: "pass", b: "fail" }, required: ["lineage"] },
      expect: {
        ok: false,
        error: { code: "RELEASE_EVIDENCE_KIT_FAILED" },
        value: {
          verdict: "fail",
          sections: { tests: "fail", delta: "fail" },
          counts: { byCode: { TESTS_FAILED: 1, SECTION_MISSING: 1 } },
        },
      },
    },
    {
      title: "Package URLs put right",
      input: {
        release: SHOP,
        components: ["PKG:NPM/Foo@1.0.0", "npm/foo", { type: "npm", name: "left-pad" }],
        failOn: "none",
      },
      expect: {
        ok: true,
        valid: false,
        value: {
          components: [
            { valid: true, purl: "pkg:npm/foo@1.0.0", name: "foo", version: "1.0.0" },
            { valid: false, purl: null },
            { valid: true, purl: "pkg:npm/left-pad", version: null },
          ],
          counts: {
            byCode: { PURL_NOT_CANONICAL: 1, PURL_INVALID: 1, COMPONENT_UNPINNED: 1 },
          },
        },
      },
    },
    {
      title: "What the release notes claim",
      input: {
        release: SHOP,
        claims: [{ id: "speed", text: "The search answers within 200 ms." }],
        sources: [{ id: "bench", text: "Measured: the search answers within 350 ms." }],
        failOn: "none",
      },
      expect: {
        ok: true,
        valid: false,
        value: { sections: { claims: "fail" }, counts: { byCode: { CLAIM_CONFLICT: 1 } } },
      },
    },
    {
      title: "Nothing but a name",
      input: { release: SHOP },
      expect: { ok: false, error: { code: "NO_EVIDENCE" } },
    },
  ],

  // 100,000 characters of evidence take up to 300 ms: claims are looked for in every window of every source.
  run(input, ctx): Result {
    const refused = refusalOf(input);
    if (refused) return refused;
    const report = new KitReport(ID, NAME, STAGES, ctx.longestOutput);
    const work: Work = { input, ctx, report };
    const totals = countTests(work);
    const evidence = judgeEvidence(totals, work);
    finishTests(totals, work);
    const isRead = judgeScan(work) && judgeDependencies(work);
    const delivery = isRead ? listArtifacts(work) : null;
    if (delivery === null) return conclude(undefined, work);
    judgeLineage(delivery, work);
    const components = checkComponents(work);
    const claims = judgeClaims(work);
    const { sections, missing } = sectionsOf(work);
    const dossier = { evidence, components, delivery, claims, sections, missing };
    writeFiles(dossier, work);
    return conclude(dossier, work);
  },
});

/** Fields that say nothing without another one, and a release of which nothing is known. */
function refusalOf(input: Input): Result | undefined {
  const { manifest, lockfile, artifacts } = input;
  const given = (list: readonly unknown[] | undefined) => (list?.length === 0 ? undefined : list);
  const needs = (field: unknown, other: unknown, path: string, expected: string) =>
    isGiven(field) && !isGiven(other) ? [missingField(path, expected)] : [];
  const missing = [
    ...needs(input.claims, given(input.sources), "/sources", "the texts that back the claims"),
    ...needs(input.sources, input.claims, "/claims", "the claims that the sources back"),
    ...needs(input.sarifBaseline, input.sarif, "/sarif", "the log that is compared with it"),
    ...needs(input.slsa, artifacts, "/artifacts", "what was built"),
  ];
  const [first, ...others] = missing;
  if (first) return inputInvalid([first, ...others]);
  if (isGiven(manifest) !== isGiven(lockfile))
    return fail(isGiven(manifest) ? WITHOUT_LOCKFILE : WITHOUT_MANIFEST);
  const parts = [
    input.evidence,
    input.baseline,
    input.policy,
    input.report,
    input.sarif,
    manifest,
    input.lineage,
    input.claims,
  ];
  const lists = [artifacts, input.components];
  const isEvident = parts.some(isGiven) || lists.some((one) => isGiven(one) && !isEmpty(one));
  return isEvident ? undefined : fail(NO_EVIDENCE);
}

const NO_EVIDENCE = {
  code: "NO_EVIDENCE",
  message: "Cannot judge the release: found nothing but its name, expected some evidence of it",
  path: "/release",
} as const satisfies Entry;

const WITHOUT_LOCKFILE = {
  code: "MANIFEST_WITHOUT_LOCKFILE",
  message: "Cannot judge the dependencies: found a manifest, expected a lock file with it",
  path: "/manifest",
} as const satisfies Entry;

const WITHOUT_MANIFEST = {
  code: "LOCKFILE_WITHOUT_MANIFEST",
  message: "Cannot judge the dependencies: found a lock file, expected a manifest with it",
  path: "/lockfile",
} as const satisfies Entry;

function sectionsOf({ input, report }: Work): Pick<Dossier, "sections" | "missing"> {
  const stages = new Map(report.stages.map((stage) => [stage.id, stage]));
  const missing = SECTIONS.filter((id) => stages.get(id)?.status === "skipped");
  for (const [index, id] of input.required.entries()) {
    if (!missing.includes(id) || input.required.indexOf(id) < index) continue;
    const message = `Cannot release without the section ${id}: found nothing of it, expected it as required`;
    report.find("error", id, {
      code: "SECTION_MISSING",
      message,
      path: `/required/${index}`,
      subject: id,
    });
  }
  const judged = SECTIONS.filter((id) => !missing.includes(id)).map((id): [string, Verdict] => [
    id,
    stages.get(id)?.verdict ?? "fail",
  ]);
  return { sections: Object.fromEntries(judged), missing };
}

function conclude(dossier: Dossier | undefined, { input, report }: Work): Result {
  const { release, failOn } = input;
  const { sections = {}, missing = [], components = [] } = dossier ?? {};
  const { error, warning } = report.counts;
  return report.conclude({
    value: { release, sections, missing: [...missing], components: [...components] },
    counts: {},
    failOn,
    output: {
      figures: `${oneLine(release.name)} ${oneLine(release.version)}: ${counted(Object.keys(sections).length, "section")}, ${missing.length} missing; ${counted(error, "error")}, ${counted(warning, "warning")}`,
      next: nextSteps(dossier, report),
    },
  });
}

function nextSteps(dossier: Dossier | undefined, report: Work["report"]): string[] {
  const { error, warning } = report.counts;
  const { missing = [], delivery } = dossier ?? {};
  return [
    ...(error > 0 ? ["Settle the errors of `findings.csv`, or waive them in `policy`."] : []),
    ...(error === 0 && warning > 0 ? ["Look through the warnings of `findings.csv`."] : []),
    ...(missing.length > 0 ? [`Give what is missing: ${missing.join(", ")}.`] : []),
    ...(delivery ? ["Publish `SHA256SUMS` and `sbom.cdx.json` beside the files."] : []),
    ...(delivery?.provenance === undefined ? [] : ["Sign `provenance.intoto.json` with your key."]),
    "Keep `evidence.json` and `RELEASE.md` with the release.",
  ];
}
