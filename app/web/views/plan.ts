/** Which view a unit's result opens with, and what its overview shows first; rules by shape do for all others. */

export type ViewId =
  "picture" | "overview" | "findings" | "table" | "text" | "diff" | "tree" | "value";

export interface Plan {
  readonly first?: ViewId;
  /** What the first line of the output is, where that does not say so itself. */
  readonly main?: string;
  /** The lines of the output are data to copy, no figures. */
  readonly isData?: boolean;
  /** The lines of the output, each with its name, as values to copy. */
  readonly hasLines?: boolean;
  /** The member that is the main figure or list. */
  readonly lead?: string;
  /** Members whose own names are data. */
  readonly raw?: readonly string[];
  /** Members that stand among the figures. */
  readonly figures?: readonly string[];
  /** Groups of members; those that are not named follow. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** What was put in and what came out are two states of one text. */
  readonly diff?: boolean;
  /** Its value is the data itself. */
  readonly isPlain?: boolean;
  /** The output is a table. */
  readonly csv?: boolean;
}

/** The output is what people came for. */
const TEXT: Plan = { first: "text" };
const REWRITES: Plan = { first: "text", diff: true };
const main = (label: string): Plan => ({ first: "overview", main: label });

const PLANS: Readonly<Record<string, Plan>> = {
  "age-calculator": main("Age"),
  "agent-plan-parallelism-auditor": { first: "overview", isData: true },
  "agent-run-state-validator": { first: "overview", isData: true },
  "agent-context-handoff": TEXT,
  "api-fixture-matrix": { first: "overview" },
  "api-pagination-contract-planner": { first: "overview" },
  "aspect-ratio-calculator": main("Ratio"),
  "bandwidth-calculator": main("Rate"),
  base64: TEXT,
  "business-days-calculator": main("Business days"),
  "case-converter": { first: "overview", isData: true },
  "config-format-converter": TEXT,
  "context-distill": REWRITES,
  "context-pack-builder": TEXT,
  "contract-conformance-repair": { first: "findings" },
  "cron-expression-explainer": { first: "overview", main: "When it runs", lead: "runs" },
  "cron-parser": { first: "overview", isData: true, lead: "runs" },
  "csv-jsonl-converter": TEXT,
  "csv-to-json": TEXT,
  "curl-converter": TEXT,
  "currency-converter": main("Converted"),
  "data-transfer-time-calculator": main("Time"),
  "date-difference-calculator": main("Difference"),
  "dpi-ppi-calculator": main("Density"),
  "duplicate-line-remover": REWRITES,
  "environment-contract-compiler": TEXT,
  "eval-dataset-jsonl-formatter": TEXT,
  "evidence-report-builder": TEXT,
  "evaluation-run-delta": { first: "overview", isData: true },
  "file-hash-checksum-verifier": { first: "overview", isData: true },
  "file-size-converter": main("Size"),
  "hash-generator": { first: "overview", hasLines: true },
  "html-to-agent-markdown": TEXT,
  "invoice-generator": TEXT,
  "json-formatter": { first: "text", diff: true, isPlain: true },
  "json-path-tester": TEXT,
  "json-query": TEXT,
  "json-repair": REWRITES,
  "json-schema-to-tool-definition": TEXT,
  "json-shrink": REWRITES,
  "json-to-csv": { first: "text", csv: true },
  "jwt-debugger": { first: "overview", raw: ["header", "payload"] },
  "jwt-decoder": {
    first: "overview",
    raw: ["header", "payload"],
    groups: { Token: ["kind", "status", "serialization", "signatureVerified"] },
  },
  "loan-calculator": {
    first: "overview",
    figures: ["apr", "effectiveAnnualRate", "finalPayment", "payoffDate"],
  },
  "log-context-trimmer": REWRITES,
  "markdown-cleaner": REWRITES,
  "mcp-config-generator": TEXT,
  "mermaid-renderer": { first: "picture" },
  "mortgage-calculator": {
    first: "overview",
    figures: ["loanToValue", "finalPayment", "payoffDate"],
  },
  "nanoid-generator": { first: "overview", isData: true, lead: "ids" },
  "number-base": { first: "overview", hasLines: true },
  "password-strength-checker": main("Strength"),
  "percentage-calculator": main("Result"),
  "prompt-cost-calculator": main("Cost"),
  "prompt-template-schema-builder": TEXT,
  "provider-request-envelope": TEXT,
  "random-number-generator": { first: "overview", isData: true, lead: "values" },
  "reading-time-calculator": main("Reading time"),
  "retirement-calculator": { first: "overview", figures: ["monthsFunded"] },
  "schema-converter": TEXT,
  "scientific-calculator": main("Result"),
  "sensitive-log-redaction-evidence": REWRITES,
  "slug-generator": TEXT,
  "sort-lines": REWRITES,
  "streaming-tool-call-assembler": { first: "overview" },
  "structured-output-rescue": REWRITES,
  "subagent-delegation-contract-compiler": TEXT,
  "subnet-calculator": main("Network"),
  "three-way-structured-merge": TEXT,
  "time-duration-calculator": main("Duration"),
  "time-zone-converter": { first: "overview", isData: true },
  "timestamp-converter": {
    first: "overview",
    groups: {
      Instant: ["iso", "local", "relative"],
      Counts: ["epochSeconds", "epochMs", "epochNs", "excelSerial", "filetime", "julianDay"],
      "Headers and mail": ["http", "rfc2822"],
      Calendar: ["weekday", "isoWeek", "dayOfYear", "timeZone", "offset", "tzdataVersion"],
      "Read as": ["format", "unit"],
    },
    isData: true,
  },
  "token-counter": main("Tokens"),
  "toml-formatter": REWRITES,
  "tool-call-interoperability": TEXT,
  "tool-schema-generator": TEXT,
  "typescript-to-json-schema": TEXT,
  "ulid-generator": { first: "overview", isData: true, lead: "ulids" },
  "unit-converter": main("Result"),
  "untrusted-input-admission": { first: "findings", diff: true },
  "url-encoder": TEXT,
  "uuid-generator": { first: "overview", isData: true, lead: "uuids" },
  "whitespace-normalizer": REWRITES,
  "xml-formatter": REWRITES,
  "yaml-formatter": REWRITES,
};

const NONE: Plan = {};
/** The units that have a plan of their own. */
export const PLANNED: readonly string[] = Object.keys(PLANS);

export function planOf(id: string): Plan {
  return (Object.hasOwn(PLANS, id) ? PLANS[id] : undefined) ?? NONE;
}

/** Names of fields that hold two states of one thing. */
const PAIRS = [
  ["before", "after"],
  ["desired", "actual"],
  ["baseline", "candidate"],
  ["left", "right"],
  ["ours", "theirs"],
] as const;

export function pairOf(texts: readonly string[]): readonly [string, string] | undefined {
  return PAIRS.find((pair) => pair.every((name) => texts.includes(name)));
}

export interface Given {
  readonly ids: readonly ViewId[];
  readonly plan: Plan;
  readonly isForm: boolean;
  readonly hasFindings: boolean;
}

/** The view that is shown first: the unit's own, else findings, else the overview. */
export function firstOf({ ids, plan, isForm, hasFindings }: Given): ViewId | undefined {
  const wanted: readonly (ViewId | undefined)[] = [
    plan.first === "findings" && !hasFindings ? "overview" : plan.first,
    "picture",
    hasFindings && !isForm ? "findings" : undefined,
    "overview",
    "text",
  ];
  return wanted.find((id) => id !== undefined && ids.includes(id)) ?? ids[0];
}
