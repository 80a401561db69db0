import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, jsonField, oneOf } from "../tools/_core/fields.ts";
import type { Entry, Outcome } from "../tools/_core/tool.ts";
import { DOCUMENT_FAILURES, DOCUMENT_WARNINGS } from "../tools/_lib/fields/document-field.ts";
import { INPUT_FAILURES, inputInvalid } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import makeFixtures from "../tools/api-fixture-matrix.ts";
import planPagination from "../tools/api-pagination-contract-planner.ts";
import convertCurl from "../tools/curl-converter.ts";
import validate from "../tools/json-schema-validator.ts";
import compareOpenApi from "../tools/openapi-surface-delta.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import {
  CALLS,
  type Given,
  HEADER,
  readCalls,
  type Rewritten,
  rewriteCalls,
} from "./api-migration-kit/calls.ts";
import { type Changes, compareMoved, compareVersions } from "./api-migration-kit/changes.ts";
import { type Migration, nextSteps, shownCall, writeFiles } from "./api-migration-kit/guide.ts";
import { countsOf, reportCalls, reportOperations, rowOf } from "./api-migration-kit/findings.ts";
import { matchOperations, type Pair, readMapping } from "./api-migration-kit/match.ts";
import { type Api, type Operation, readApi } from "./api-migration-kit/operations.ts";
import {
  comparePagination,
  type Dates,
  headersFor,
  makeAllFixtures,
  readDates,
} from "./api-migration-kit/stages.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  ...DOCUMENT_FAILURES,
  OPENAPI_VERSION_UNSUPPORTED: "A document is not of OpenAPI 3.0, 3.1 or 3.2",
  REF_UNRESOLVED: "A $ref leads to nothing in its document",
  DUPLICATE_ENDPOINT: "Two paths of one document are equal but for the names of their parameters",
  MAPPING_UNKNOWN: "A pair of mapping names an operation that there is not",
  MAPPING_CONFLICT: "Two pairs of mapping have one operation",
  CURL_NOT_FOUND: convertCurl.failures.CURL_NOT_FOUND,
  SHELL_SYNTAX: convertCurl.failures.SHELL_SYNTAX,
  CURL_URL_MISSING: convertCurl.failures.CURL_URL_MISSING,
  CURL_OPTION_VALUE_MISSING: convertCurl.failures.CURL_OPTION_VALUE_MISSING,
  CURL_OPTION_UNKNOWN: convertCurl.failures.CURL_OPTION_UNKNOWN,
  CURL_OPTION_CONFLICT: convertCurl.failures.CURL_OPTION_CONFLICT,
  OPERATION_REMOVED: "An operation is gone, and nothing takes its place",
  OPERATION_CHANGED: "An operation changes so that clients break",
  CALL_NEEDS_WORK: "A call cannot be made to the new version as it is",
  STAGE_FAILED: "A tool could not do its part",
  API_MIGRATION_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  ...DOCUMENT_WARNINGS,
  OPERATION_CHANGED: "An operation changes so that clients may break",
  OPERATION_MOVED: "An operation has another method or path",
  CALL_UNMATCHED: "A call is of no operation of the old version",
  PAGINATION_CHANGED: "Pages are turned in another way",
  OPTION_UNSUPPORTED: convertCurl.warnings.OPTION_UNSUPPORTED,
  SHELL_EXPANSION: convertCurl.warnings.SHELL_EXPANSION,
  SHELL_IGNORED: convertCurl.warnings.SHELL_IGNORED,
} as const;

const PAIR = Type.Object(
  {
    from: Type.String({ description: "As in GET /old/{id}" }),
    to: Type.String({ description: "As in POST /new/{id}" }),
  },
  { additionalProperties: false },
);

const INPUT = Type.Object({
  before: jsonField({ description: "OpenAPI 3.0 to 3.2 of the old version: a value, or its text" }),
  after: jsonField({ description: "OpenAPI of the new version" }),
  calls: Type.Optional(
    Type.Union([Type.String({ description: "curl commands, or JSON text" }), CALLS], {
      description: "Real calls of the old version, at most 200",
    }),
  ),
  mapping: dataOrJson(Type.Array(PAIR, { maxItems: 500 }), {
    description: "Pairs that are known; they win over everything but equal method and path",
    default: [],
  }),
  threshold: Type.Number({
    description: "How alike two operations have to be, to be taken for one that moved",
    minimum: 0,
    maximum: 1,
    default: 0.6,
  }),
  fixtures: Type.Boolean({ description: "Make test data for changed bodies", default: true }),
  pagesBefore: Type.Optional(jsonField({ description: "Captured pages of the old version" })),
  pagesAfter: Type.Optional(jsonField({ description: "Captured pages of the new version" })),
  deprecation: Type.Optional(
    Type.String({ description: "RFC 3339: when the old version is deprecated" }),
  ),
  sunset: Type.Optional(Type.String({ description: "RFC 3339: when it is switched off" })),
  failOn: failOnField("none"),
});

const COUNT = Type.Integer({ minimum: 0 });
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

const OPERATION = Type.Object({
  from: Type.String(),
  to: TEXT_OR_NULL,
  status: oneOf(["unchanged", "changed", "moved", "removed"]),
  score: Type.Union([Type.Number(), Type.Null()], { description: "1 for what is certain" }),
  breaking: Type.Union([COUNT, Type.Null()], {
    description: "Changes that break clients; null for moved and removed operations",
  }),
});

const CALL = Type.Object({
  id: Type.String(),
  from: TEXT_OR_NULL,
  to: TEXT_OR_NULL,
  status: oneOf(["unchanged", "rewritten", "needs-work", "unmatched"]),
  method: Type.String(),
  url: Type.String(),
  problems: Type.Array(Type.String()),
});

const PAGINATION = Type.Object({
  before: TEXT_OR_NULL,
  after: TEXT_OR_NULL,
  changed: Type.Boolean(),
});

const VALUE = kitValue(
  {
    operations: Type.Array(OPERATION, { description: "Of `before`, in document order" }),
    added: Type.Array(Type.String(), { description: "Operations that only `after` has" }),
    calls: Type.Array(CALL),
    headers: Type.Array(Type.Object({ operation: Type.String(), headers: Type.Array(HEADER) }), {
      description: "For answers of operations that end",
    }),
    pagination: PAGINATION,
  },
  { unchanged: COUNT, changed: COUNT, moved: COUNT, removed: COUNT, added: COUNT },
);

export type Input = Static<typeof INPUT>;
export type Call = Static<typeof CALL>;
export type Header = Static<typeof HEADER>;
export type Operations = readonly Static<typeof OPERATION>[];
export type Pagination = Static<typeof PAGINATION>;

type Result = Outcome<Static<typeof VALUE>, keyof typeof FAILURES, keyof typeof WARNINGS>;

const ID = "api-migration-kit";
const NAME = "API Migration Kit";

const STAGES = {
  surface: compareOpenApi,
  match: null,
  calls: convertCurl,
  fixtures: makeFixtures,
  pagination: planPagination,
  guide: null,
} as const;

const USES = [compareOpenApi, convertCurl, validate, makeFixtures, planPagination] as const;

/** What all stages have at hand. */
export interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: KitReport<typeof STAGES>;
}

const api = (paths: object) => ({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://api.example.com" }],
  paths,
});

const ok = { "200": { description: "ok" } };

const orders = (required: readonly string[]) => ({
  post: {
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "object",
            properties: { sku: { type: "string" }, currency: { type: "string" } },
            required,
          },
        },
      },
    },
    responses: ok,
  },
});

const ITEM = {
  get: {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    responses: ok,
  },
};

export default defineKit({
  id: ID,
  name: NAME,
  category: "Developer",
  description:
    "Pairs the operations of two API versions, rewrites real calls or says what they need, and writes the guide, the script and the headers of the migration.",
  keywords: [
    "api migration",
    "api version",
    "breaking changes",
    "changelog",
    "client upgrade",
    "curl",
    "deprecated endpoint",
    "deprecation header",
    "endpoint mapping",
    "migration guide",
    "openapi",
    "shopify api",
    "stripe api version",
    "sunset header",
    "upgrade",
    "v1 to v2",
  ],
  aliases: ["api-upgrade-kit", "openapi-migration-kit"],
  version: "2026-11-27",
  uses: [...USES],

  input: INPUT,
  primary: "after",
  value: VALUE,
  verb: "migrate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "migrate clients from api v1 to v2",
    "write a migration guide for a new api version",
    "which new endpoint replaces this old one",
    "map old endpoints to new endpoints from two openapi files",
    "rewrite my curl commands for the new api version",
    "which of our calls break with the new api",
    "will this request still work after the upgrade",
    "deprecation and sunset headers for old endpoints",
    "rfc 8594 sunset header value for a date",
    "our integration stops working next month because the vendor ships v2",
    "the provider announced that v1 is switched off, what do we have to change",
    "endpoints were renamed, find the pairs",
    "convert recorded api calls to the new version",
    "test data for the changed request bodies",
    "upgrade guide with before and after requests",
    "did pagination change from offset to cursor",
    "body of my request is rejected by the new version, what is missing",
    "operations removed without a successor",
    "bump sdk to the next api version, list of affected calls",
    "generate link successor-version headers",
    "breaking changes for our calls only, not for the whole api",
    "from swagger of last year to the current openapi",
    "umstieg auf die neue api version planen",
    "aufrufe auf die neue schnittstelle umschreiben",
    "migrar llamadas a la nueva versión de la api",
    "guide de migration d'une api vers la v2",
    "把 接口 调用 迁移 到 新 版本",
    "api の新バージョンへの移行ガイドを作る",
    "payment company shuts the old interface in june, what must i touch in my scripts",
    "mail: v1 will be retired, here are both swagger files and my curl lines",
    "tell our customers step by step how they move over, with dates",
    "orders endpoint split into two, which one takes my post",
    "stripe api version upgrade, shopify api 2024 to 2025, graph api, rfc 9745, rfc 8288",
    "port existing requests from the retired revision of a service to its successor",
    "migrar chamadas da api v1 para a v2",
  ],
  effort: 3,
  isolated: true,

  laws: [
    filesLaw,
    {
      name: "with equal documents nothing changes, and every call that is matched stays as it is",
      holds(run, input) {
        const { mapping: _mapping, ...others } = input;
        const { ok: isDone, value } = run({ ...others, before: input.after, failOn: "none" });
        if (!isDone || !value) return true;
        return (
          value.operations.every(({ status }) => status === "unchanged") &&
          value.added.length === 0 &&
          value.calls.every(
            ({ status, problems }) =>
              status === "unchanged" ||
              status === "unmatched" ||
              problems.some((problem) => /^(?:BODY|PARAMETER)_(?!REMOVED)/.test(problem)),
          )
        );
      },
    },
    {
      name: "each old operation is there once, each new one at most once",
      holds(run, input) {
        const { value } = run({ ...input, failOn: "none" });
        if (!value) return true;
        const froms = value.operations.map(({ from }) => from);
        const used = [...value.operations.flatMap(({ to }) => to ?? []), ...value.added];
        return new Set(froms).size === froms.length && new Set(used).size === used.length;
      },
    },
    {
      name: "the mapping that is handed over gives the same pairs",
      holds(run, input) {
        const before = run({ ...input, failOn: "none" });
        const file = before.value?.deliverables.find(({ name }) => name === "mapping.json");
        if (!before.ok || !file) return true;
        const mapping = JSON.parse(file.content) as Input["mapping"];
        if (mapping.length > 500) return true;
        const after = run({ ...input, mapping, failOn: "none" });
        return pairsOf(before.value) === pairsOf(after.value);
      },
    },
    {
      name: "a lower threshold never adds a removed operation",
      holds(run, input) {
        const [low, high] = [0.2, 0.9].map(
          (threshold) => run({ ...input, threshold, failOn: "none" }).value,
        );
        return !low || !high || low.counts.removed <= high.counts.removed;
      },
    },
  ],
  examples: [
    {
      title: "An operation that moved and needs more, with two calls",
      input: {
        before: api({ "/v1/orders": orders(["sku"]), "/v1/orders/{id}": ITEM }),
        after: api({ "/v2/orders": orders(["sku", "currency"]), "/v2/orders/{id}": ITEM }),
        calls:
          'curl https://api.example.com/v1/orders/7\ncurl https://api.example.com/v1/orders --json \'{"sku":"x"}\'',
      },
      expect: {
        valid: false,
        value: {
          verdict: "fail",
          operations: [
            { from: "POST /v1/orders", to: "POST /v2/orders", status: "moved", score: 1 },
            { from: "GET /v1/orders/{id}", to: "GET /v2/orders/{id}", status: "moved" },
          ],
          calls: [
            { id: "call-1", status: "rewritten", url: "https://api.example.com/v2/orders/7" },
            { id: "call-2", status: "needs-work", problems: ["BODY_INVALID"] },
          ],
        },
      },
    },
    {
      title: "One is gone, one has a successor by its operationId: headers of the end",
      input: {
        before: api({
          "/a": { get: { responses: ok } },
          "/b": { get: { operationId: "b", responses: ok } },
        }),
        after: api({ "/c": { get: { operationId: "b", responses: ok } } }),
        deprecation: "2026-12-01T00:00:00Z",
        sunset: "2027-03-31T23:59:59Z",
      },
      expect: {
        value: {
          counts: { removed: 1, moved: 1 },
          headers: [
            {
              operation: "GET /a",
              headers: [
                { name: "Deprecation", value: "@1796083200" },
                { name: "Sunset", value: "Wed, 31 Mar 2027 23:59:59 GMT" },
              ],
            },
            { operation: "GET /b" },
          ],
        },
      },
    },
    {
      title: "Nothing but a parameter's name is another one",
      input: {
        before: api({ "/orders/{id}": ITEM }),
        after: api({
          "/orders/{order}": {
            get: { ...ITEM.get, parameters: [{ ...ITEM.get.parameters[0], name: "order" }] },
          },
        }),
        calls: [{ url: "/orders/7", id: "one" }],
      },
      expect: {
        valid: true,
        value: {
          verdict: "pass",
          counts: { unchanged: 1 },
          calls: [{ id: "one", status: "unchanged", url: "/orders/7" }],
        },
      },
    },
    {
      title: "A mapping that names no operation",
      input: {
        before: api({ "/a": ITEM }),
        after: api({ "/b": ITEM }),
        mapping: [{ from: "GET /x", to: "GET /b" }],
      },
      expect: { ok: false, errors: [{ code: "MAPPING_UNKNOWN", path: "/mapping/0/from" }] },
    },
  ],

  // Two documents of 50,000 characters each take 100 to 300 ms: they are compared twice, once as they stand and once with
  // the operations that moved in their old places.
  run(input, ctx): Result {
    const report = new KitReport(ID, NAME, STAGES);
    const work: Work = { input, ctx, report };
    const { dates, problems } = readDates(input);
    const [first, ...others] = problems;
    if (first) return inputInvalid([first, ...others]);
    const changes = compareVersions(work);
    if ("errors" in changes) return stopped("surface", changes.errors, work);
    const [before, after] = [readApi(input.before, "/before"), readApi(input.after, "/after")];
    if (!before || !after) throw new Error("What was compared cannot be read");
    const mapping = readMapping(input, before, after);
    if (mapping.problems.length > 0) return stopped("match", mapping.problems, work);
    const pairs = matchOperations(before, after, mapping.given, work);
    const read = readCalls(work);
    if ("errors" in read) {
      const [error, ...more] = read.errors as Entry<"TYPE">[];
      return read.isShape && error
        ? inputInvalid<"TYPE">([error, ...more])
        : stopped("calls", read.errors, work);
    }
    return migrated({ changes, before, after, pairs, dates, ...read }, work);
  },
});

interface Material {
  readonly changes: Changes;
  readonly before: Api;
  readonly after: Api;
  readonly pairs: ReadonlyMap<Operation, Pair>;
  readonly dates: Dates;
  readonly calls: readonly Given[];
  readonly hasVariables: boolean;
}

function migrated(material: Material, work: Work): Result {
  const { changes, before, after, pairs, dates, hasVariables } = material;
  const { input, report } = work;
  const operations = before.operations.map((from) => rowOf(from, pairs.get(from), changes));
  const used = new Set([...pairs.values()].map(({ to }) => to));
  const added = after.operations.filter((one) => !used.has(one)).map(({ name }) => name);
  reportOperations(operations, before, after, pairs, work);
  const calls = rewriteCalls(material.calls, before, after, pairs, work);
  reportCalls(calls, work);
  const touched = before.operations.flatMap((from, index) => {
    const status = operations[index]?.status;
    return status === "changed" || status === "moved" ? (pairs.get(from)?.to ?? []) : [];
  });
  const migration: Migration = {
    before,
    after,
    pairs,
    changes,
    moved: compareMoved([...pairs.values()], before, after, work),
    operations,
    added,
    calls: input.calls === undefined ? undefined : calls,
    hasVariables,
    fixtures: makeAllFixtures(touched, after, work),
    pagination: comparePagination(work),
    headers: headersFor(operations, dates, after),
  };
  writeFiles(migration, work);
  report.done("guide", counted(report.deliverables.length, "file"));
  return concluded(migration, calls, work);
}

function stopped(stage: keyof typeof STAGES, errors: readonly Entry[], work: Work): Result {
  work.report.stop(stage, errors);
  const pagination = { before: null, after: null, changed: false };
  return work.report.conclude({
    value: { operations: [], added: [], calls: [], headers: [], pagination },
    counts: countsOf([], []),
    failOn: work.input.failOn,
  });
}

function concluded(migration: Migration, calls: readonly Rewritten[], work: Work): Result {
  const { operations, added, headers, pagination } = migration;
  const counts = countsOf(operations, added);
  const figures = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  if (work.input.calls !== undefined) figures.push(counted(calls.length, "call"));
  return work.report.conclude({
    value: { operations, added, calls: calls.map(shownCall), headers, pagination },
    counts,
    output: { figures: figures.join(", "), next: nextSteps(migration, work) },
    failOn: work.input.failOn,
  });
}

function pairsOf(value: Static<typeof VALUE> | null | undefined): string {
  return JSON.stringify(value?.operations.map(({ from, to, status }) => [from, to, status]));
}
