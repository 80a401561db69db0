/** What is handed over: the review, two tables, the record and a list to work off. */
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine } from "../../tools/_lib/text/shown.ts";
import type { PlacedFinding } from "../_core/report.ts";
import { plainText, tableOr } from "../_core/page.ts";
import type {
  Checked,
  Topic,
  Value,
  Version,
  Wording,
  Work,
} from "../product-contract-review-kit.ts";
import type { Endpoints } from "./endpoints.ts";
import type { Codes } from "./release.ts";
import { valueText } from "./facts.ts";

interface Written extends Pick<Value, "coverage" | "examples"> {
  readonly codes: Codes;
  readonly promises: readonly Checked[];
  readonly versions: readonly Version[];
  readonly topics: readonly Topic[];
  readonly wording: readonly Wording[];
  readonly endpoints: Endpoints;
  /** Of the product. */
  readonly version: string | null;
}

const NOTHING = "None.";

export function writeFiles(written: Written, work: Work): void {
  const { report, input } = work;
  const { promises, endpoints, codes, version } = written;
  report.file("review.md", reviewOf(written, work));
  report.csv(
    "promises.csv",
    ["id", "statement", "value", "unit", "surface", "status", "line", "found"],
    promises.flatMap(({ id, statement, value, unit, surfaces }) =>
      surfaces.map(({ name, status, line, found }) => [
        id,
        statement,
        value,
        unit,
        name,
        status,
        line,
        found,
      ]),
    ),
  );
  const declared = new Set(endpoints.declared);
  const documented = new Set(endpoints.documented);
  report.csv(
    "endpoints.csv",
    ["endpoint", "declared", "documented"],
    [...declared, ...endpoints.documented.filter((name) => !declared.has(name))].map((name) => [
      name,
      declared.has(name),
      documented.has(name),
    ]),
  );
  report.json("contract.json", {
    facts: input.facts,
    endpoints: endpoints.declared,
    codes: codes.declared,
    version,
  });
  report.file("checklist.md", checklistOf(work));
}

const MARKS = { confirmed: "✓", contradicted: "✗", missing: "✗" } as const;

function reviewOf(written: Written, work: Work): string {
  const { report, surfaces, input } = work;
  const { promises, coverage, endpoints, codes, versions, examples, topics, wording } = written;
  const { error, warning } = report.counts;
  const undocumented = new Set(codes.undocumented);
  const names = surfaces.map(({ name }) => name);
  return [
    `# Contract review: ${report.verdict.toUpperCase()}`,
    `${counted(surfaces.length, "surface")}, ${counted(error, "error")}, ${counted(warning, "warning")}; ${coverage} % of the promises confirmed.`,
    "## Promises",
    promisesTable(promises, names),
    "✓ confirmed, ✗ contradicted or missing, – not asked there.",
    "## Endpoints",
    tableOr(
      NOTHING,
      ["Endpoint", "Declared", "Named by texts", "In the docs"],
      endpointRows(endpoints),
    ),
    "## Codes",
    tableOr(
      NOTHING,
      ["Code", "Declared", "In the docs"],
      [
        ...codes.declared.map((code) => [code, "✓", undocumented.has(code) ? "✗" : "✓"]),
        ...codes.unknown.map((code) => [code, "✗", "✓"]),
      ],
    ),
    "## Versions",
    tableOr(
      NOTHING,
      ["Surface", "Version"],
      versions.map(({ surface, version }) => [surface, version]),
    ),
    "## Examples",
    `${examples.valid} of ${counted(examples.checked, "example")} work.`,
    ...brokenExamples(work),
    "## Topics",
    tableOr(
      NOTHING,
      ["Topic", "Found", "Where"],
      topics.map(({ topic, found, surface, line }) => [
        topic,
        found ? "✓" : "✗",
        surface === null ? "–" : placeText(surface, line),
      ]),
    ),
    "## Wording",
    input.vague
      ? tableOr(
          NOTHING,
          ["Where", "Code", "Text"],
          wording.map(({ surface, line, code, text }) => [
            placeText(surface, line),
            code,
            plainText(text),
          ]),
        )
      : "Not checked.",
  ].join("\n\n");
}

function brokenExamples({ report, surfaces }: Work): string[] {
  const rows = report.findings
    .filter(({ code }) => code.startsWith("EXAMPLE_"))
    .map(({ code, subject = "", path = "", line, message }) => {
      const surface = surfaces.find((one) => one.path === path)?.name ?? "";
      return [placeText(surface, line ?? null), code, plainText(subject), plainText(message)];
    });
  return rows.length === 0 ? [] : [tableOr(NOTHING, ["Where", "Code", "Example", "Message"], rows)];
}

function placeText(surface: string, line: number | null): string {
  return line === null ? oneLine(surface) : `${oneLine(surface)}, line ${line}`;
}

function promisesTable(promises: readonly Checked[], names: readonly string[]): string {
  return tableOr(
    NOTHING,
    ["Promise", "Value", ...names.map(plainText)],
    promises.map(({ id, statement, value, unit, surfaces }) => [
      plainText(statement === null ? id : `${id}: ${statement}`),
      plainText(valueText({ value, ...(unit === null ? {} : { unit }) })),
      ...names.map((wanted) => {
        const said = surfaces.find(({ name }) => name === wanted);
        if (said === undefined) return "–";
        const line = said.line === null ? "" : ` line ${said.line}`;
        const found = said.status === "contradicted" ? ` (${plainText(said.found ?? "")})` : "";
        return `${MARKS[said.status]}${line}${found}${said.status === "missing" ? " missing" : ""}`;
      }),
    ]),
  );
}

function endpointRows({ declared, documented, undocumented, unknown }: Endpoints): string[][] {
  const named = new Set(documented);
  const missing = new Set(undocumented);
  return [
    ...declared.map((name) => [
      plainText(name),
      "✓",
      named.has(name) ? "✓" : "✗",
      missing.has(name) ? "✗" : "✓",
    ]),
    ...unknown.map((name) => [plainText(name), "✗", "✓", "–"]),
  ];
}

function checklistOf({ report, surfaces }: Work): string {
  const open = report.findings.filter(({ severity }) => severity !== "info");
  const groups = new Map<string, PlacedFinding[]>();
  for (const { name } of surfaces) groups.set(name, []);
  const others: PlacedFinding[] = [];
  for (const finding of open) {
    const index = /^\/surfaces\/(\d+)/.exec(finding.path ?? "")?.[1];
    const surface = index === undefined ? undefined : surfaces[Number(index)];
    if (surface === undefined) others.push(finding);
    else groups.get(surface.name)?.push(finding);
  }
  const parts = [...groups].filter(([, findings]) => findings.length > 0);
  return [
    "# Checklist",
    open.length === 0 ? "Nothing is open." : `${counted(open.length, "thing")} to do.`,
    ...parts.flatMap(([name, findings]) => [`## ${plainText(name)}`, boxes(findings)]),
    ...(others.length === 0 ? [] : ["## Product", boxes(others)]),
  ].join("\n\n");
}

function boxes(findings: readonly PlacedFinding[]): string {
  return findings
    .map(({ code, message, line }) => {
      const place = line === undefined ? "" : ` (line ${line})`;
      return `- [ ] \`${code}\`${place}: ${plainText(message)}`;
    })
    .join("\n");
}

/** What to do first. */
export function nextSteps({ verdict, findings }: Work["report"]): string[] {
  const first = findings.find(({ severity }) => severity === "error");
  return [
    ...(first === undefined ? [] : [`Mend the errors, first: ${oneLine(first.message)}`]),
    ...(verdict === "pass" ? [] : ["Work off checklist.md, surface by surface"]),
    "Accept a finding with its CODE or CODE:subject in `ignore`",
    "Keep contract.json beside the product, and send its facts again with the next release",
    "Send the surfaces of this release as `previous` then",
  ];
}
