import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, jsonField, mapOf, oneOf } from "../tools/_core/fields.ts";
import { type Entry, fail, type Outcome } from "../tools/_core/tool.ts";
import { DOCUMENT_FAILURES, DOCUMENT_WARNINGS } from "../tools/_lib/fields/document-field.ts";
import { INPUT_FAILURES, inputInvalid } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { appendPointer } from "../tools/_lib/results/pointer.ts";
import { failOnField, SEVERITIES } from "../tools/_lib/results/review/shapes.ts";
import { CONTRACT_FAILURES } from "../tools/_lib/schemas/json-schema/checked-formats.ts";
import { SCHEMA_WARNINGS } from "../tools/_lib/schemas/json-schema/trouble.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import { quoted } from "../tools/_lib/text/shown.ts";
import testFixtures from "../tools/contract-reliability-workbench.ts";
import compareSchemas from "../tools/json-schema-compatibility-diff.ts";
import compareOpenApi from "../tools/openapi-surface-delta.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import {
  compareContracts,
  type Contract,
  readContract,
  testContracts,
} from "./contract-release-gate-kit/contracts.ts";
import {
  applyWaivers,
  checkVersion,
  decide,
  findConsumers,
  type Judged,
  policyProblems,
} from "./contract-release-gate-kit/decide.ts";
import { type Decision, nextSteps, writeFiles } from "./contract-release-gate-kit/files.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  ...DOCUMENT_FAILURES,
  ...CONTRACT_FAILURES,
  DUPLICATE_CONTRACT_ID: "Two contracts have one id",
  VERSION_INVALID: "versionBefore or versionAfter is no version of SemVer",
  CONTRACT_UNKNOWN: "A waiver, a use or fixtures name a contract that there is not",
  OPENAPI_VERSION_UNSUPPORTED: "A document is not of OpenAPI 3.0, 3.1 or 3.2",
  DUPLICATE_ENDPOINT: "Two paths of one document are equal but for the names of their parameters",
  BREAKING_CHANGE: "A change breaks clients, and neither a waiver nor the version allows it",
  VERSION_NOT_INCREASED: "There are changes, and the version is not higher than before",
  VERSION_BUMP_TOO_SMALL: "The version is higher, but less than the changes need",
  EXAMPLE_REJECTED: "A schema rejects an example of its fixtures",
  COUNTEREXAMPLE_ACCEPTED: "A schema accepts a counterexample of its fixtures",
  SCORE_BELOW_MINIMUM: "The fixtures notice too few changes of the schema",
  STAGE_FAILED: "A tool could not do its part",
  CONTRACT_RELEASE_GATE_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  ...DOCUMENT_WARNINGS,
  ...SCHEMA_WARNINGS,
  ...compareSchemas.warnings,
  BREAKING_CHANGE: "A change breaks clients, which the version tells or the policy allows",
  RISKY_CHANGE: "A change may break clients",
  CONSUMER_AFFECTED: "A breaking or risky change hits what a consumer uses",
  WAIVER_EXPIRED: "A waiver fits a change and has run out",
  UNPROTECTED_RULE: "No fixture notices when a rule of a schema changes",
} as const;

const CONTRACT = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 200 }),
    kind: Type.Optional(
      oneOf(["auto", "openapi", "json-schema"], {
        description: "auto: openapi if `after` has a member of that name (default)",
      }),
    ),
    before: Type.Optional(
      jsonField({ description: "As it is live: a value, or JSON or YAML text; null: it is new" }),
    ),
    after: jsonField({ description: "As it is to be" }),
    mode: Type.Optional(
      oneOf(["backward", "forward", "full"], {
        description: "Of schemas; backward: new readers take old data (default)",
      }),
    ),
  },
  { additionalProperties: false },
);

const WAIVER = Type.Object(
  {
    contract: Type.String(),
    code: Type.String({ description: "Rule of the change" }),
    path: Type.Optional(
      Type.String({ description: "Path of the change; left out: wherever the rule is broken" }),
    ),
    until: Type.String({ description: "Last day on which it counts, such as 2026-12-31" }),
    reason: Type.String({ minLength: 1 }),
  },
  { additionalProperties: false },
);

const POLICY = Type.Object(
  {
    breaking: oneOf(["require-major", "forbid", "allow"], {
      description: "When a breaking change stops the release; versions are checked in any case",
      default: "require-major",
    }),
    zeroMajor: oneOf(["minor", "major"], {
      description: "What a breaking change needs in 0.y.z",
      default: "minor",
    }),
    waivers: Type.Array(WAIVER, { description: "Accepted changes", maxItems: 1000, default: [] }),
  },
  { additionalProperties: false },
);

const USE = Type.Object(
  {
    contract: Type.String(),
    operation: Type.Optional(
      Type.String({
        description: "As in GET /orders/{id}; names of parameters do not count",
        pattern: "^\\s*[A-Za-z]+\\s+/\\S*\\s*$",
      }),
    ),
    property: Type.Optional(
      Type.String({ description: "Names joined by /, items for an array", minLength: 1 }),
    ),
  },
  { additionalProperties: false },
);

const CONSUMER = Type.Object(
  { name: Type.String({ minLength: 1 }), uses: Type.Array(USE) },
  { additionalProperties: false },
);

const FIXTURES = Type.Object(
  {
    examples: testFixtures.input.properties.examples,
    counterexamples: testFixtures.input.properties.counterexamples,
    minScore: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  },
  { additionalProperties: false },
);

const INPUT = Type.Object({
  contracts: dataOrJson(Type.Array(CONTRACT, { minItems: 1, maxItems: 20 }), {
    description: "OpenAPI documents and JSON Schemas, each as it is live and as it is to be",
  }),
  versionBefore: Type.Optional(Type.String({ description: "Of the live release, by SemVer" })),
  versionAfter: Type.Optional(Type.String({ description: "Of this release" })),
  policy: dataOrJson(POLICY, {
    description: "What stops a release, and what is accepted",
    default: { breaking: "require-major", zeroMajor: "minor", waivers: [] },
  }),
  consumers: dataOrJson(Type.Array(CONSUMER, { maxItems: 100 }), {
    description: "Who uses which contracts, or which operations or properties of them",
    default: [],
  }),
  fixtures: dataOrJson(mapOf(FIXTURES), {
    description: "By contract: what its schema must accept and reject",
    default: {},
  }),
  failOn: failOnField("error"),
});

const COUNT = Type.Integer({ minimum: 0 });

const CHANGE = Type.Object({
  contract: Type.String(),
  rule: Type.String({ description: "As the tool that compared names it" }),
  severity: oneOf(SEVERITIES),
  method: Type.String({ description: "In capitals; empty for what belongs to no operation" }),
  path: Type.String({ description: "Of OpenAPI the path, of a schema the pointer" }),
  property: Type.Optional(Type.String()),
  message: Type.String(),
  waived: Type.Boolean(),
});

const BUMPS = ["major", "minor", "patch", "none"] as const;

const VALUE = kitValue(
  {
    requiredBump: oneOf(BUMPS),
    actualBump: Type.Union([oneOf([...BUMPS, "downgrade"]), Type.Null()], {
      description: "Null unless both versions are given",
    }),
    changes: Type.Array(CHANGE, { description: "In the order of the contracts" }),
    consumers: Type.Array(Type.Object({ name: Type.String(), breaking: COUNT, risky: COUNT })),
  },
  { breaking: COUNT, risky: COUNT, compatible: COUNT, waived: COUNT },
  { rule: Type.Optional(Type.String({ description: "The rule of the change" })) },
);

export type Input = Static<typeof INPUT>;
export type Given = Static<typeof CONTRACT>;
export type Waiver = Static<typeof WAIVER>;
export type Change = Static<typeof CHANGE>;

type Value = Static<typeof VALUE>;
type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;

const ID = "contract-release-gate-kit";
const NAME = "Contract Release Gate Kit";

const STAGES = {
  surface: compareOpenApi,
  compatibility: compareSchemas,
  reliability: testFixtures,
  waivers: null,
  version: null,
  consumers: null,
  decide: null,
} as const;

const USES = [compareOpenApi, compareSchemas, testFixtures] as const;

/** What all stages have at hand. */
export interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: KitReport<typeof STAGES>;
}

const api = (...paths: string[]) => ({
  openapi: "3.0.3",
  info: { title: "Shop", version: "1" },
  paths: Object.fromEntries(
    paths.map((path) => [path, { get: { responses: { "200": { description: "ok" } } } }]),
  ),
});

const ORDERS = {
  id: "orders",
  before: api("/orders", "/old"),
  after: api("/orders"),
} as const;

const SHIPPED = {
  id: "shipped",
  before: { type: "object", properties: { id: { type: "string" } } },
  after: {
    type: "object",
    properties: { id: { type: "string", minLength: 1 } },
  },
} as const;

export default defineKit({
  id: ID,
  name: NAME,
  category: "Developer",
  description:
    "Compares all contracts of a product with what is live, holds the version to SemVer, and stops the release with the reasons and the consumers hit.",
  keywords: [
    "api contract",
    "asyncapi",
    "breaking change",
    "buf breaking",
    "changelog",
    "ci",
    "consumers",
    "json schema",
    "openapi",
    "optic",
    "pact",
    "pipeline",
    "release gate",
    "semantic versioning",
    "semver",
    "version bump",
    "waiver",
  ],
  aliases: ["api-release-gate", "contract-gate-kit"],
  version: "2026-11-27",
  uses: [...USES],

  input: INPUT,
  primary: "contracts",
  value: VALUE,
  verb: "gate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "stop the release when an api contract breaks",
    "release gate for openapi and json schema contracts",
    "which consumers are hit by this api change",
    "is a minor version enough for these contract changes",
    "block the deploy if the version bump is too small",
    "major, minor or patch for this release of our apis",
    "waive a breaking change until a date",
    "accepted breaking changes with expiry and reason",
    "expired waiver for an api break in ci",
    "check all event schemas and the rest api before we ship",
    "can we release 1.5.0 or must it be 2.0.0",
    "someone removed an endpoint and nobody noticed before the release",
    "generate a changelog of api and event changes for the release",
    "enforce semver from the contracts in the pipeline",
    "which teams do we have to tell about a breaking change",
    "consumer impact of removing a field from the response",
    "contract check in the pull request for several services at once",
    "policy: no breaking changes without a major version",
    "we are at 0.x, may a minor version break clients",
    "compare the live contracts with the release candidate",
    "go or no go for the release of our interfaces",
    "are the fixtures of the schema good enough to release it",
    "freigabe sperren wenn der api vertrag bricht",
    "welche versionsnummer brauchen diese schnittstellenänderungen",
    "bloquear el despliegue si el contrato de la api se rompe",
    "bloquer la livraison si le contrat d'api casse les clients",
    "发布 前 检查 接口 契约 是否 破坏 兼容",
    "リリース前に api 契約の破壊的変更を止める",
    "somebody renamed a field, the app of our partner will crash: stop that before tonight",
    "do we call it 2.4 or 3.0, judged by what changed in our swagger and events",
    "who uses the field that i want to delete",
    "we agreed to break it in march, until when is that allowed",
    "pact can-i-deploy, buf breaking, optic ci, release train, schema registry, deployment freeze",
    "hold all published interfaces against the live ones and pass or refuse the version number",
    "barrar o deploy quando o contrato da api quebra clientes",
  ],
  effort: 3,
  isolated: true,

  laws: [
    filesLaw,
    {
      name: "with equal documents the verdict does not depend on versions",
      holds(run, input) {
        const contracts = listOf(input.contracts);
        if (contracts === undefined) return true;
        const same = contracts.map((contract) => ({ ...contract, before: contract.after }));
        const verdictFor = (versions: object) => {
          const { versionBefore: _before, versionAfter: _after, ...others } = input;
          const { ok, value } = run({ ...others, contracts: same, ...versions, failOn: "none" });
          return ok ? value?.verdict : undefined;
        };
        const verdicts = [
          verdictFor({}),
          verdictFor({ versionBefore: "2.0.0", versionAfter: "1.0.0" }),
          verdictFor({ versionBefore: "1.0.0", versionAfter: "2.0.0" }),
        ];
        return new Set(verdicts).size === 1;
      },
    },
    {
      name: "one waiver more never adds an error",
      holds(run, input) {
        const { policy } = input;
        const before = run({ ...input, failOn: "none" }).value;
        const change = before?.changes.find(({ severity }) => severity !== "info");
        if (!before || !change || typeof policy === "string") return true;
        const { contract, rule: code } = change;
        const waiver = { contract, code, until: "9999-12-31", reason: "law" };
        const waivers = [...(policy?.waivers ?? []), waiver] as never;
        const after = run({ ...input, policy: { ...policy, waivers }, failOn: "none" }).value;
        return !after || after.counts.error <= before.counts.error;
      },
    },
    {
      name: "one consumer more changes nothing but consumers",
      holds(run, input) {
        const [consumers, contracts] = [listOf(input.consumers), listOf(input.contracts)];
        if (!consumers || !contracts || consumers.length > 99) return true;
        const before = run({ ...input, failOn: "none" });
        const uses = [{ contract: contracts[0]?.id }];
        const more = [...consumers, { name: "law", uses }] as never;
        const after = run({ ...input, consumers: more, failOn: "none" });
        return !before.ok || plainly(before.value) === plainly(after.value);
      },
    },
    {
      name: "the order of contracts changes no verdict",
      holds(run, input) {
        const contracts = listOf(input.contracts);
        if (contracts === undefined) return true;
        const [one, other] = [contracts, contracts.toReversed()].map(
          (order) => run({ ...input, contracts: order as never, failOn: "none" }).value,
        );
        return one?.verdict === other?.verdict && one?.requiredBump === other?.requiredBump;
      },
    },
    {
      name: "a larger step of the version never turns pass into fail",
      holds(run, input) {
        const verdicts = ["1.0.1", "1.1.0", "2.0.0"].map((versionAfter) => {
          const { value } = run({ ...input, versionBefore: "1.0.0", versionAfter, failOn: "none" });
          return value?.verdict !== "fail";
        });
        return verdicts.every((passes, at) => passes || verdicts[at - 1] !== true);
      },
    },
  ],
  examples: [
    {
      title: "An endpoint is gone, and the version is a minor one",
      input: {
        contracts: [ORDERS],
        versionBefore: "1.4.0",
        versionAfter: "1.5.0",
        consumers: [{ name: "shop", uses: [{ contract: "orders", operation: "GET /old" }] }],
      },
      expect: {
        ok: false,
        error: { code: "CONTRACT_RELEASE_GATE_KIT_FAILED" },
        errors: [
          { code: "VERSION_BUMP_TOO_SMALL", path: "/versionAfter", expected: "major" },
          { code: "BREAKING_CHANGE", rule: "api-path-removed-without-deprecation" },
        ],
        value: {
          verdict: "fail",
          requiredBump: "major",
          actualBump: "minor",
          consumers: [{ name: "shop", breaking: 1, risky: 0 }],
        },
      },
    },
    {
      title: "The same, announced by a major version: to be looked at",
      input: { contracts: [ORDERS], versionBefore: "1.4.0", versionAfter: "2.0.0" },
      expect: {
        ok: true,
        value: { verdict: "review", counts: { byCode: { BREAKING_CHANGE: 1 } } },
      },
    },
    {
      title: "An event that is narrower now, accepted until the end of the year",
      input: {
        contracts: [SHIPPED],
        versionBefore: "3.0.0",
        versionAfter: "3.0.1",
        policy: {
          waivers: [
            {
              contract: "shipped",
              code: "MIN_LENGTH_ADDED",
              until: "2026-12-31",
              reason: "no reader has empty ids",
            },
          ],
        },
      },
      options: { now: "2026-11-20T00:00:00Z" },
      expect: {
        ok: true,
        value: { verdict: "pass", requiredBump: "none", counts: { waived: 1 } },
      },
    },
    {
      title: "A new contract in YAML, before the first major version",
      input: {
        contracts: [{ id: "refunds", before: null, after: "type: object\n" }],
        versionBefore: "v0.3.1",
        versionAfter: "v0.3.2",
      },
      expect: {
        ok: true,
        value: {
          verdict: "pass",
          requiredBump: "patch",
          actualBump: "patch",
          changes: [{ contract: "refunds", rule: "contract-added" }],
        },
      },
    },
    {
      title: "A waiver for a contract that there is not",
      input: {
        contracts: [ORDERS],
        policy: {
          waivers: [{ contract: "order", code: "x", until: "2026-12-31", reason: "typing" }],
        },
      },
      expect: {
        ok: false,
        errors: [{ code: "CONTRACT_UNKNOWN", path: "/policy/waivers/0/contract" }],
      },
    },
  ],

  // Two OpenAPI documents of 50,000 characters each take 50 to 150 ms: every schema of both is compared.
  run(input, ctx): Result {
    const { contracts, problems } = readAll(input);
    const [first, ...others] = problems;
    if (first) return refused(first, others);
    const report = new KitReport(ID, NAME, STAGES);
    const work: Work = { input, ctx, report };
    const found = compareContracts(contracts, work);
    if (found === undefined) return concluded(NOTHING, work);
    testContracts(contracts, work);
    const judged = applyWaivers(found, work);
    const versions = checkVersion(judged, work);
    const { consumers, hits } = findConsumers(judged, work);
    decide(judged, versions, work);
    const decision = { judged, changes: judged.map(shownChange), versions, consumers, hits };
    writeFiles(decision, work);
    return concluded(decision, work);
  },
});

const NOTHING: Decision = {
  judged: [],
  changes: [],
  versions: { required: "none", actual: null, isEnough: false },
  consumers: [],
  hits: [],
};

/** Contracts, and all that keeps the input from being used. */
function readAll(input: Input) {
  const contracts: Contract[] = [];
  const problems: Entry[] = policyProblems(input);
  const kinds = new Map<string, Contract["kind"] | undefined>();
  input.contracts.forEach((given, index) => {
    const path = `/contracts/${index}`;
    if (kinds.has(given.id)) {
      const message = `Cannot tell two contracts apart: found ${quoted(given.id)} again, expected an id of its own`;
      problems.push({ code: "DUPLICATE_CONTRACT_ID", message, path: `${path}/id` });
    }
    const read = readContract(given, path);
    if ("error" in read) problems.push(read.error);
    else contracts.push(read.contract);
    kinds.set(given.id, "error" in read ? undefined : read.contract.kind);
  });
  const check = (name: string, path: string) => {
    if (kinds.has(name)) return;
    const message = `Cannot find the contract: found ${quoted(name)}, expected an id of \`contracts\``;
    problems.push({ code: "CONTRACT_UNKNOWN", message, path });
  };
  input.policy.waivers.forEach(({ contract }, index) => {
    check(contract, `/policy/waivers/${index}/contract`);
  });
  input.consumers.forEach(({ uses }, index) => {
    uses.forEach(({ contract }, use) => {
      check(contract, `/consumers/${index}/uses/${use}/contract`);
    });
  });
  for (const name of Object.keys(input.fixtures)) {
    const path = appendPointer("/fixtures", name);
    check(name, path);
    if (kinds.get(name) !== "openapi") continue;
    const message = `Cannot test ${quoted(name)}: found an OpenAPI document, expected fixtures of a JSON Schema`;
    problems.push({ code: "CONTRACT_UNKNOWN", message, path });
  }
  return { contracts, problems };
}

/** A value of another form is an invalid input, whatever else was found. */
function refused(first: Entry, others: readonly Entry[]): Result {
  const isForm = [first, ...others].some(({ code }) => code === "FORM");
  const entries = [first, ...others] as [Entry<"FORM">, ...Entry<"FORM">[]];
  return isForm ? inputInvalid(entries) : fail(entries);
}

function shownChange(judged: Judged): Change {
  const { contract, rule, severity, method, path, property, message, waiver } = judged;
  const named = { contract, rule, severity, method, path };
  const waived = waiver !== undefined;
  return { ...named, ...(property === undefined ? {} : { property }), message, waived };
}

function concluded(decision: Decision, work: Work): Result {
  const { input, report } = work;
  const { changes, versions, consumers } = decision;
  const { required, actual } = versions;
  const count = (wanted: string) => changes.filter(({ severity }) => severity === wanted).length;
  const counts = {
    breaking: count("error"),
    risky: count("warning"),
    compatible: count("info"),
    waived: changes.filter(({ waived }) => waived).length,
  };
  const affected = consumers.filter(({ breaking, risky }) => breaking + risky > 0).length;
  const figures = [
    counted(input.contracts.length, "contract"),
    ...Object.entries(counts).map(([name, figure]) => `${figure} ${name}`),
    `required bump ${required}, actual ${actual ?? "unknown"}`,
    ...(consumers.length > 0
      ? [`${affected} of ${counted(consumers.length, "consumer")} affected`]
      : []),
  ];
  return report.conclude({
    value: { requiredBump: required, actualBump: actual, changes, consumers },
    counts,
    output: { figures: figures.join(", "), next: nextSteps(decision, work) },
    failOn: input.failOn,
  });
}

/** A field of a list as it may be given; undefined where it is its JSON text. */
function listOf<T>(field: readonly T[] | string | undefined): readonly T[] | undefined {
  return typeof field === "string" ? undefined : (field ?? []);
}

/** A value without what says something of consumers. */
function plainly(value: Value | null | undefined): string {
  if (!value) return "";
  const { verdict, findings, requiredBump, actualBump, changes } = value;
  const others = findings.filter(({ code }) => code !== "CONSUMER_AFFECTED");
  return JSON.stringify([verdict, others, requiredBump, actualBump, changes]);
}
