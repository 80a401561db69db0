import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import Papa from "papaparse";
import kit from "../../kits/release-evidence-kit.ts";
import deliver from "../../tools/artifact-delivery-manifest.ts";
import { FIXED_CLOCK, runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const release = { name: "shop", version: "2.1.0" };
type Clock = Parameters<typeof runUnit>[2];
const clockAt = (now: number) => ({ ...FIXED_CLOCK, now }) as Clock;

const run = (input: object, clock?: Clock) =>
  runUnit(kit as never, { release, failOn: "none", ...input }, clock);
const valueOf = (input: object, clock?: Clock) => run(input, clock).value as Value;
const failureOf = (input: object) => {
  const { error, errors } = run(input);
  return (error ?? errors?.[0])?.code;
};
const codes = (input: object) =>
  valueOf(input).findings.map(({ code, subject, path }) =>
    [code, subject, path].filter((part) => part !== undefined).join(" "),
  );
const fileOf = (input: object, name: string) =>
  valueOf(input).deliverables.find((file) => file.name === name)?.content;
const jsonOf = (input: object, name: string) =>
  JSON.parse(fileOf(input, name) ?? "null") as Record<string, unknown>;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const result = (ruleId: string, level = "error") => ({
  ruleId,
  level,
  message: { text: `found ${ruleId}` },
  locations: [
    { physicalLocation: { artifactLocation: { uri: "a.js" }, region: { startLine: 3 } } },
  ],
});
const log = (...results: object[]) => ({
  version: "2.1.0",
  runs: [{ tool: { driver: { name: "lint" } }, results }],
});
const A = { path: "a.txt", content: "a" };
const B = { path: "dir/b.txt", content: "b", mediaType: "text/plain" };
const slsa = { builderId: "https://ci.example/1", buildType: "https://ci.example/npm" };

describe("tests and delta", () => {
  test("a report alone is judged by the policy's limit, and counted into the evidence", () => {
    const report = { a: "pass", b: "fail", c: "flaky", d: "error", e: "skip" };
    expect(codes({ report })).toEqual(["TESTS_FAILED tests /report"]);
    expect(valueOf({ report }).sections).toEqual({ tests: "fail", delta: "fail" });
    expect(jsonOf({ report }, "evidence.json")["evidence"]).toEqual({
      version: "2.1.0",
      tests: { total: 5, passed: 2, failed: 2, skipped: 1 },
    });
    const lenient = { report, policy: { maxTestFailures: 2 } };
    expect(codes(lenient)).toEqual([]);
    expect(valueOf(lenient).sections).toEqual({ tests: "pass", delta: "pass" });
  });

  test("evidence and report that count differently", () => {
    const report = { a: "pass", b: "fail" };
    const evidence = { tests: { total: 2, failed: 0 } };
    expect(codes({ report, evidence })).toEqual(["TESTS_MISMATCH failed /evidence/tests/failed"]);
    expect(codes({ report, evidence: { tests: { total: 3, failed: 1 } } })).toEqual([
      "TESTS_MISMATCH total /evidence/tests/total",
      "TESTS_FAILED tests /evidence/tests/failed",
    ]);
    expect(codes({ report: { a: "pass" }, evidence: { tests: { total: 1 } } })).toEqual([]);
  });

  test("the version is that of the release, whatever the evidence says", () => {
    const baseline = { version: "2.1.0" };
    expect(codes({ evidence: { version: "9.0.0" }, baseline })).toEqual([
      "VERSION_NOT_INCREASED version /release/version",
    ]);
    expect(jsonOf({ evidence: "version: 9" }, "evidence.json")["evidence"]).toEqual({
      version: "2.1.0",
    });
  });

  test("a waiver holds to the end of its day", () => {
    const waivers = [{ code: "COVERAGE_DROPPED", until: "2026-11-20" }];
    const input = {
      evidence: { coverage: { lines: 70 } },
      baseline: { coverage: { lines: 80 } },
      policy: { waivers },
    };
    const at = (time: string) => valueOf(input, clockAt(Date.parse(time))).verdict;
    expect(at("2026-11-20T23:59:59Z")).toBe("pass");
    expect(at("2026-11-21T00:00:00Z")).not.toBe("pass");
  });

  test("a slip of the pen in the policy, and evidence of another shape", () => {
    expect(codes({ policy: { maxTestFailure: 3 }, report: { a: "pass" } })).toEqual([
      "UNKNOWN_FIELD /policy/maxTestFailure",
    ]);
    expect(codes({ evidence: { checks: 3 } })).toEqual(["STAGE_FAILED delta /evidence/checks"]);
    expect(codes({ evidence: "[1]", report: { a: "pass" } })).toEqual([
      "STAGE_FAILED delta /evidence",
    ]);
    expect(codes({ report: "hello", components: ["pkg:npm/a@1"] })).toEqual([
      "STAGE_FAILED tests /report",
    ]);
  });

  test("a report that is not whole, or empty", () => {
    const cut = '<testsuite tests="3"><testcase name="a"/></testsuite>';
    expect(codes({ report: cut })).toEqual(["RUN_TRUNCATED /report"]);
    expect(codes({ report: "<testsuites/>" })).toEqual(["RUN_EMPTY /report"]);
  });
});

describe("scan and dependencies", () => {
  test("new, known and gone findings", () => {
    const input = {
      sarif: log(result("R1"), result("R2")),
      sarifBaseline: log(result("R1"), result("R3")),
    };
    expect(codes(input)).toEqual([
      "NEW_FINDING R2 /sarif/runs/0/results/1",
      "FINDING_ABSENT R3 /sarifBaseline/runs/0/results/1",
    ]);
    expect(valueOf(input).findings.map(({ message }) => message)).toEqual([
      "found R2 (a.js:3)",
      "found R3 (a.js:3)",
    ]);
    expect(valueOf(input).sections).toEqual({ scan: "fail" });
    expect(valueOf({ sarif: log(result("R1", "warning")) }).sections).toEqual({ scan: "review" });
  });

  test("runs that are gone, or failed", () => {
    const other = {
      version: "2.1.0",
      runs: [{ tool: { driver: { name: "other" } }, results: null }],
    };
    expect(codes({ sarif: other, sarifBaseline: log() })).toEqual([
      "RESULTS_NULL other",
      "TOOL_NOT_RUN lint /sarifBaseline/runs/0",
    ]);
    expect(codes({ sarif: other })).toEqual(["RESULTS_NULL other /sarif/runs/0/results"]);
  });

  test("a manifest and a lock file that do not agree", () => {
    const manifest = { dependencies: { a: "^1.0.0", b: "^2.0.0" } };
    const lockfile = {
      lockfileVersion: 3,
      packages: { "": manifest, "node_modules/a": { version: "1.2.0", integrity: "sha512-x" } },
    };
    const { findings, sections } = valueOf({ manifest, lockfile });
    expect(sections.dependencies).toBe("fail");
    expect(findings.map(({ subject }) => subject)).toContain("b");
  });
});

describe("artifacts", () => {
  const input = { artifacts: [B, A], slsa, components: ["pkg:npm/%40s/b@2", "pkg:npm/a@1"] };

  test("the list, the statement and the bill of materials agree", () => {
    const sums = `${sha256("a")}  a.txt\n${sha256("b")}  dir/b.txt\n`;
    expect(fileOf(input, "SHA256SUMS")).toBe(sums);
    const statement = jsonOf(input, "provenance.intoto.json");
    expect(statement).toMatchObject({
      _type: "https://in-toto.io/Statement/v1",
      predicateType: "https://slsa.dev/provenance/v1",
      subject: [
        { name: "a.txt", digest: { sha256: sha256("a") } },
        { name: "dir/b.txt", digest: { sha256: sha256("b") } },
      ],
    });
    const bill = jsonOf(input, "sbom.cdx.json");
    const digest = sha256(`pkg:npm/%40s/b@2\npkg:npm/a@1\n${sha256(sums)}`);
    const third = ((Number.parseInt(digest.charAt(16), 16) & 3) | 8).toString(16);
    expect(bill).toEqual({
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      serialNumber: `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${third}${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
      version: 1,
      metadata: { component: { type: "application", name: "shop", version: "2.1.0" } },
      components: [
        {
          type: "library",
          "bom-ref": "pkg:npm/%40s/b@2",
          group: "@s",
          name: "b",
          version: "2",
          purl: "pkg:npm/%40s/b@2",
        },
        { type: "library", "bom-ref": "pkg:npm/a@1", name: "a", version: "1", purl: "pkg:npm/a@1" },
        { type: "file", name: "a.txt", hashes: [{ alg: "SHA-256", content: sha256("a") }] },
        {
          type: "file",
          name: "dir/b.txt",
          "mime-type": "text/plain",
          hashes: [{ alg: "SHA-256", content: sha256("b") }],
        },
      ],
    });
  });

  test("what is delivered is accepted by the tool that verifies deliveries", () => {
    for (const name of ["SHA256SUMS", "provenance.intoto.json", "sbom.cdx.json"]) {
      const manifest = fileOf({ artifacts: [A, B], slsa }, name);
      expect(runUnit(deliver, { action: "verify", files: [B, A], manifest }).valid).toBe(true);
    }
  });

  test("no file holds the time of the run", () => {
    const later = clockAt(FIXED_CLOCK.now + 86_400_000);
    expect(valueOf(input, later).deliverables).toEqual(valueOf(input).deliverables);
  });

  test.each([
    ["PATH_UNSAFE", [{ path: "../x", content: "" }]],
    ["DUPLICATE_PATH", [A, A]],
    ["DIGEST_MISMATCH", [{ ...A, sha256: "0".repeat(64) }]],
    ["DIGEST_MISSING", [{ path: "x" }]],
  ])("%s ends the run", (code, artifacts) => {
    const { ok, errors, value } = run({ artifacts });
    expect([ok, errors?.[0]?.code]).toEqual([false, code]);
    expect(errors?.[0]?.path).toStartWith("/artifacts/");
    expect((value as Value).deliverables).toEqual([]);
  });

  test("zero files are none", () => {
    expect(failureOf({ artifacts: [] })).toBe("NO_EVIDENCE");
    expect(valueOf({ artifacts: [], report: { a: "pass" } }).missing).toContain("artifacts");
    expect(fileOf({ artifacts: [], report: { a: "pass" } }, "SHA256SUMS")).toBeUndefined();
  });

  test("what the lineage does not have", () => {
    const artifacts = [
      { id: "src", sha256: sha256("s") },
      { id: "a", sha256: `sha256:${sha256("a").toUpperCase()}`, inputs: ["src"] },
    ];
    expect(codes({ artifacts: [A, B], lineage: { artifacts } })).toEqual([
      "ARTIFACT_WITHOUT_LINEAGE dir/b.txt /artifacts",
    ]);
    const broken = { artifacts: [{ id: "a", sha256: sha256("a"), inputs: ["none"] }] };
    const [finding] = valueOf({ lineage: broken }).findings;
    expect(finding).toMatchObject({
      stage: "lineage",
      path: expect.stringMatching(/^\/lineage\/artifacts\/0/),
    });
  });
});

describe("components", () => {
  test("texts are put right, parts are built, and what is none is told", () => {
    const components = [
      "pkg:GitHub/Owner/Repo@V1",
      {
        type: "maven",
        namespace: "org.apache",
        name: "x",
        version: "1.0",
        qualifiers: { type: "jar" },
      },
      { type: "maven", name: "x" },
      "pkg:npm/a@1?b=2&a=1",
      "pkg:npm/a@1?a=1&b=2",
    ];
    const value = valueOf({ components });
    expect(value.components.map(({ purl }) => purl)).toEqual([
      "pkg:github/owner/repo@V1",
      "pkg:maven/org.apache/x@1.0?type=jar",
      null,
      "pkg:npm/a@1?a=1&b=2",
      "pkg:npm/a@1?a=1&b=2",
    ]);
    expect(codes({ components })).toEqual([
      "PURL_INVALID /components/2",
      "COMPONENT_DUPLICATE pkg:npm/a@1?a=1&b=2 /components/4",
      "PURL_NOT_CANONICAL pkg:github/owner/repo@V1 /components/0",
      "PURL_NOT_CANONICAL pkg:npm/a@1?a=1&b=2 /components/3",
    ]);
    expect(value.components[2]?.error).toContain("namespace");
    expect((jsonOf({ components }, "sbom.cdx.json")["components"] as object[]).length).toBe(3);
  });

  test("two thousand of them, and no more", () => {
    const many = Array.from({ length: 2000 }, (_, index) => `pkg:npm/p${index}@1`);
    expect(valueOf({ components: many }).verdict).toBe("pass");
    expect(failureOf({ components: [...many, "pkg:npm/x@1"] })).toBe("TOOL_INPUT_INVALID");
  });
});

describe("claims", () => {
  const sources = [
    {
      id: "bench",
      title: "Benchmark",
      text: "We measured it. The search answers within 350 ms on every plan.",
    },
    { id: "other", text: "The weather was fine." },
  ];
  const claims = [
    { id: "yes", text: "The search answers within 350 ms." },
    { id: "no", text: "The search answers within 200 ms." },
    { id: "none", text: "Invoices are printed in purple ink daily." },
  ];

  test("the dossier quotes what supports and what contradicts", () => {
    expect(codes({ claims, sources })).toEqual([
      "CLAIM_CONFLICT no /claims/1",
      "CLAIM_UNSUPPORTED none /claims/2",
      "EVIDENCE_UNUSED /sources/1",
    ]);
    const page = fileOf({ claims, sources }, "claims.md") ?? "";
    expect(page).toContain("# Claims of shop 2.1.0");
    expect(page).toContain("The search answers within 350 ms on every plan.");
    expect(new MarkdownIt().render(page)).toContain("<h1>");
    expect(valueOf({ claims, sources }).sections).toEqual({ claims: "fail" });
  });

  test("claims of one id are findings of their own", () => {
    const twice = claims.map(({ text }) => ({ id: "same", text }));
    expect(fileOf({ claims: twice, sources }, "claims.md")).toContain("### 3. ");
    expect(valueOf({ claims: twice, sources }).counts.byCode["STAGE_FAILED"]).toBeUndefined();
  });

  test("one needs the other", () => {
    expect(run({ claims }).errors?.[0]).toMatchObject({ code: "REQUIRED", path: "/sources" });
    expect(failureOf({ claims })).toBe("TOOL_INPUT_INVALID");
    expect(failureOf({ sources })).toBe("TOOL_INPUT_INVALID");
    expect(failureOf({ claims, sources: [] })).toBe("TOOL_INPUT_INVALID");
    expect(codes({ claims: [], sources })).toEqual(["STAGE_FAILED claims /claims"]);
  });
});

describe("the whole", () => {
  const whole = {
    release: { ...release, commit: "abc", date: "2026-11-20" },
    evidence: { checks: [{ id: "build", status: "pass" }] },
    report: { a: "pass" },
    sarif: log(),
    artifacts: [A],
    slsa,
    lineage: {
      artifacts: [
        { id: "src", sha256: sha256("s") },
        { id: "a", sha256: sha256("a"), inputs: ["src"] },
      ],
    },
    components: ["pkg:npm/a@1"],
    claims: [{ text: "The search answers within 350 ms." }],
    sources: [{ id: "bench", text: "The search answers within 350 ms." }],
  };

  test("files in their order, each readable", () => {
    const { deliverables, missing, verdict } = valueOf(whole);
    expect(codes(whole)).toEqual([]);
    expect([verdict, missing]).toEqual(["pass", ["dependencies"]]);
    expect(deliverables.map(({ name }) => name)).toEqual([
      "evidence.json",
      "SHA256SUMS",
      "provenance.intoto.json",
      "sbom.cdx.json",
      "claims.md",
      "findings.csv",
      "RELEASE.md",
    ]);
    const page = new MarkdownIt({ html: false })
      .enable("table")
      .render(fileOf(whole, "RELEASE.md") ?? "");
    expect(page.match(/<table>/g)?.length).toBe(3);
    expect(page).toContain("<td>abc</td>");
    expect(page).toContain("<li>dependencies: ");
    expect(Object.keys(jsonOf(whole, "evidence.json"))).toEqual([
      "release",
      "verdict",
      "sections",
      "missing",
      "counts",
      "evidence",
      "components",
    ]);
  });

  test("findings as a table that runs nothing", () => {
    const input = { components: ["=1+1", "pkg:npm/a"], required: ["claims", "claims"] };
    const { data, errors } = Papa.parse<string[]>((fileOf(input, "findings.csv") ?? "").trimEnd());
    expect(errors).toEqual([]);
    expect(data.map((row) => row.slice(0, 5))).toEqual([
      ["section", "severity", "code", "subject", "path"],
      ["components", "error", "PURL_INVALID", "", "/components/0"],
      ["claims", "error", "SECTION_MISSING", "claims", "/required/0"],
      ["components", "info", "COMPONENT_UNPINNED", "pkg:npm/a", "/components/1"],
    ]);
  });

  test("a section that is left out takes its findings with it, and adds none", () => {
    const parts = ["evidence", "sarif", "lineage", "components", "report"] as const;
    fc.assert(
      fc.property(fc.subarray([...parts]), (left) => {
        const rest = Object.fromEntries(
          Object.entries(whole).filter(([name]) => !(left as string[]).includes(name)),
        );
        const all = new Set(codes(whole));
        expect(codes(rest).filter((one) => !all.has(one))).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  test.each([
    ["NO_EVIDENCE", {}],
    ["NO_EVIDENCE", { required: ["tests"] }],
    ["MANIFEST_WITHOUT_LOCKFILE", { manifest: { dependencies: {} } }],
    ["LOCKFILE_WITHOUT_MANIFEST", { lockfile: { lockfileVersion: 3 } }],
    ["SARIF_VERSION_UNSUPPORTED", { sarif: { version: "2.0.0", runs: [] } }],
    ["TOOL_INPUT_INVALID", { sarifBaseline: log() }],
    ["TOOL_INPUT_INVALID", { slsa }],
    ["TOOL_INPUT_INVALID", { slsa: { ...slsa, builder: 1 }, artifacts: [A] }],
    ["TOOL_INPUT_INVALID", { release: { name: "shop" }, report: { a: "pass" } }],
    ["TOOL_INPUT_INVALID", { release: { ...release, tag: "v2" }, report: { a: "pass" } }],
    ["TOOL_INPUT_INVALID", { components: [{ type: "npm", name: "a", hash: "x" }] }],
    ["TOOL_INPUT_INVALID", { required: ["scans"], report: { a: "pass" } }],
    ["RELEASE_EVIDENCE_KIT_FAILED", { report: { a: "fail" }, failOn: "error" }],
    ["RELEASE_EVIDENCE_KIT_FAILED", { components: ["pkg:npm/A@1"], failOn: "warning" }],
  ])("%s: %j", (code, input) => {
    expect(failureOf(input)).toBe(code);
  });

  test("the gate is shut unless it is opened", () => {
    expect(runUnit(kit as never, { release, report: { a: "fail" } }).ok).toBe(false);
    expect(runUnit(kit as never, { release, report: { a: "pass" } }).ok).toBe(true);
  });
});
