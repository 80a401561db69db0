import { peekJson } from "./_lib/json/peek.ts";
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, mapOf, oneOf, PLACES, pointerInto } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { DOCUMENT_FAILURES, DOCUMENT_WARNINGS } from "./_lib/fields/document-field.ts";
import { UNKNOWN_MEMBER_WARNINGS, unknownMembers } from "./_lib/fields/unknown-members.ts";
import { countsSchema, failOnField, VERDICTS } from "./_lib/results/review/shapes.ts";
import { compareOpenApi } from "./openapi-surface-delta/delta.ts";
import { RULE_LEVELS, RULES } from "./openapi-surface-delta/rules.ts";

const FAILURES = {
  ...DOCUMENT_FAILURES,
  OPENAPI_VERSION_UNSUPPORTED: "A document is not of OpenAPI 3.0, 3.1 or 3.2",
  REF_UNRESOLVED: "A $ref leads to nothing in its document",
  DUPLICATE_ENDPOINT: "Two paths of one document are equal but for the names of their parameters",
  BREAKING_CHANGE: "A change that breaks clients; `rule` is its id",
  OPENAPI_SURFACE_DELTA_FAILED: "There are changes as severe as failOn says",
} as const;

const WARNINGS = {
  ...DOCUMENT_WARNINGS,
  RISKY_CHANGE: "A change that may break clients; `rule` is its id",
  RULE_UNKNOWN: "severity or ignore names a rule that there is none of, so that it has no effect",
  ...UNKNOWN_MEMBER_WARNINGS,
} as const;

const ACCEPTED = Type.Object(
  {
    id: Type.Optional(Type.String({ description: "Of the rule" })),
    path: Type.Optional(Type.String({ description: "As in the document" })),
    method: Type.Optional(Type.String({ description: "Of HTTP, in any letter case" })),
  },
  { minProperties: 1 },
);

const INPUT = Type.Object({
  before: jsonField({ description: "OpenAPI document as it was: a value, or JSON or YAML text" }),
  after: jsonField({ description: "OpenAPI document as it is now" }),
  level: oneOf(RULE_LEVELS, { description: "The lowest level that is listed", default: "info" }),
  severity: mapOf(oneOf([...RULE_LEVELS, "none"]), {
    description: "Other levels for rules, by id; none takes a rule away",
    default: {},
  }),
  ignore: Type.Array(ACCEPTED, {
    description: "Accepted changes: those that have all that is named",
    default: [],
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });

const VALUE = Type.Object({
  verdict: oneOf(VERDICTS),
  changes: Type.Array(
    Type.Object({
      id: Type.String({ description: "Rule id, as oasdiff names it" }),
      level: oneOf(RULE_LEVELS),
      method: Type.String({ description: "Empty for what belongs to no endpoint" }),
      path: Type.String(),
      text: Type.String(),
      name: Type.Optional(
        Type.String({ description: "Of a parameter, header, media type, tag …" }),
      ),
      property: Type.Optional(
        Type.String({ description: "Names joined by /, items for an array" }),
      ),
      status: Type.Optional(Type.String()),
      before: Type.Optional(Type.Any()),
      after: Type.Optional(Type.Any()),
      pointer: pointerInto(["before", "after"], {
        description: "Into after; for what is gone, into before",
      }),
      ...PLACES,
    }),
  ),
  counts: countsSchema({}),
  endpoints: Type.Object({
    before: COUNT,
    after: COUNT,
    added: COUNT,
    removed: COUNT,
    changed: COUNT,
  }),
  suggestedBump: oneOf(["major", "minor", "none"]),
});

export type Value = Static<typeof VALUE>;

export type Warning = keyof typeof WARNINGS;

const api = (paths: object, more: object = {}) => ({
  openapi: "3.0.3",
  info: { title: "Shop", version: "1" },
  paths,
  ...more,
});

const ok = { "200": { description: "ok" } };

const order = (schema: object) => ({
  post: {
    requestBody: { content: { "application/json": { schema: { type: "object", ...schema } } } },
    responses: ok,
  },
});

const stock = (type: string) => ({
  get: {
    responses: {
      "200": { description: "ok", content: { "application/json": { schema: { type } } } },
    },
  },
});

export default defineTool({
  id: "openapi-surface-delta",
  name: "OpenAPI Surface Delta",
  category: "Developer",
  description:
    "Lists every change between two OpenAPI documents that a client can notice, and says which break, may break or are harmless.",
  keywords: [
    "api changelog",
    "api compatibility",
    "api diff",
    "backward compatibility",
    "breaking change",
    "changelog",
    "contract",
    "endpoint",
    "endpoints",
    "oasdiff",
    "openapi",
    "optic",
    "rest api",
    "schema diff",
    "semver",
    "swagger",
    "swagger diff",
  ],
  aliases: ["openapi-diff", "openapi-breaking-changes"],
  version: "2026-11-23",

  input: INPUT,
  primary: "after",
  value: VALUE,
  verb: "compare",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "compare two openapi specs",
    "breaking changes between two api versions",
    "openapi diff",
    "did my api change break clients",
    "generate an api changelog from openapi files",
    "oasdiff breaking",
    "is this swagger change backward compatible",
    "which endpoints were removed or added",
    "fail the build when the api contract breaks",
    "major or minor version bump for an api change",
    "new required field in a request body, is that breaking",
    "openapi 3.0 to 3.1 differences",
    "new version of our rest interface, will apps of customers stop working",
    "route, parameter or response field was dropped from the swagger file",
    "contrast two interface descriptions, endpoint by endpoint",
    "release notes of what changed for callers of the web service",
    "client-visible http contract differences by severity",
    "yaml spec in the pull request against the one on main",
    "openapi dokumente vergleichen, was bricht clients",
    "comparar dos especificaciones openapi y ver cambios incompatibles",
    "comparer deux versions d'une api openapi",
    "比较 两个 openapi 文档 的 不兼容 变更",
    "二つの openapi 仕様の破壊的変更を調べる",
    "qué cambió entre dos versiones de la api rest",
    "was hat sich an der rest schnittstelle geändert",
    "ce qui a changé entre deux versions de l'api rest",
    "接口 文档 两个 版本 变化",
    "backend team gave us a new yaml, what must we change in our app",
    "partner asks for a list of what is different since their last integration",
    "parameter became mandatory in v2, do callers notice",
    "mobile apps in the store still call the old paths, what would hurt them",
    "oasdiff, openapi-diff, Optic, Bump.sh, Redocly, swagger-diff, OpenAPI 3.1, Swagger 2.0, semver bump",
    "diff two rest descriptions by operation and schema, grading each change by client impact",
    "comparar duas especificações openapi, mudanças que quebram clientes",
    "cambios entre dos swagger: rutas, parámetros, respuestas",
    "unterschiede zweier swagger dateien: pfade, parameter, antworten",
    "différences entre deux swagger : routes, paramètres, réponses",
    "swagger 对比 新增 删除 接口 参数 不兼容",
    "swagger 差分 エンドポイント パラメータ 互換性",
  ],
  effort: 3,
  detect(sample) {
    const names = peekJson(sample)?.names;
    const isNamed = names
      ? names.has("openapi") || names.has("swagger")
      : /^(?:openapi|swagger)[ \t]*:[ \t]*["']?[23]\.\d/m.test(sample);
    return isNamed ? 0.98 : 0;
  },

  laws: [
    {
      name: "against itself a document has no changes",
      holds(run, { after }) {
        const { value } = run({ before: after, after });
        return !value || (value.changes.length === 0 && value.suggestedBump === "none");
      },
    },
    {
      name: "levels depend only on the rule and on what replaces it",
      holds(run, { before, after, severity = {} }) {
        const changes = run({ before, after, severity }).value?.changes ?? [];
        return changes.every(
          ({ id, level }) => level === (Object.hasOwn(severity, id) ? severity[id] : RULES.get(id)),
        );
      },
    },
    {
      name: "a higher level lists fewer changes and counts the same",
      holds(run, input) {
        const [all, some] = [run({ ...input, level: "info" }), run({ ...input, level: "error" })];
        if (!all.value || !some.value) return all.ok === some.ok;
        const { changes, counts } = some.value;
        return (
          changes.length === counts.error &&
          JSON.stringify(counts) === JSON.stringify(all.value.counts)
        );
      },
    },
    {
      name: "an endpoint that was added was removed the other way round",
      holds(run, { before, after }) {
        const [forth, back] = [run({ before, after }), run({ before: after, after: before })];
        if (!forth.value || !back.value) return true;
        return forth.value.endpoints.added === back.value.endpoints.removed;
      },
    },
  ],
  examples: [
    {
      title: "A field that is needed now, and an endpoint that is gone",
      input: {
        before: api({ "/orders": order({}), "/old": { get: { responses: ok } } }),
        after: api({
          "/orders": order({ properties: { sku: { type: "string" } }, required: ["sku"] }),
        }),
      },
      expect: {
        output:
          "# openapi-surface-delta: FAIL\n\n2 errors, 0 warnings, 0 info; 2 → 1 endpoint (0 added, 1 removed, 1 changed); suggested bump: major\n\n## GET /old\n\n- error `api-path-removed-without-deprecation`: API path removed without deprecation\n\n## POST /orders\n\n- error `new-required-request-property`: New required request property: sku",
        valid: false,
        value: {
          verdict: "fail",
          changes: [
            { id: "api-path-removed-without-deprecation", pointer: "/paths/~1old/get" },
            { id: "new-required-request-property", method: "post", property: "sku" },
          ],
          suggestedBump: "major",
        },
      },
    },
    {
      title: "The same edit is harmless in a request and breaks in a response",
      input: {
        before: api({ "/n": { ...order({ type: "integer" }), ...stock("integer") } }),
        after: api({ "/n": { ...order({ type: "number" }), ...stock("number") } }),
      },
      expect: {
        value: {
          counts: { error: 1, warning: 0, info: 1 },
          changes: [
            { id: "response-body-type-generalized", before: "integer", after: "number" },
            { id: "request-body-type-generalized", level: "info" },
          ],
        },
      },
    },
    {
      title: "A path parameter by another name, in YAML: nothing a client could notice",
      input: {
        before:
          "openapi: 3.1.0\npaths:\n  /u/{id}:\n    get:\n      parameters: [{ name: id, in: path, required: true }]\n",
        after:
          "openapi: 3.1.0\npaths:\n  /u/{userId}:\n    get:\n      parameters: [{ name: userId, in: path, required: true }]\n",
      },
      expect: { valid: true, value: { verdict: "pass", changes: [], suggestedBump: "none" } },
    },
    {
      title: "An accepted change, a rule of another level, and a gate",
      input: {
        before: api({ "/a": { get: { responses: ok } }, "/b": { get: { responses: ok } } }),
        after: api({ "/a": { get: { responses: ok, tags: ["x"] } } }),
        ignore: [{ id: "api-path-removed-without-deprecation", path: "/b" }],
        severity: { "api-tag-added": "warning" },
        failOn: "warning",
      },
      expect: {
        ok: false,
        error: { code: "OPENAPI_SURFACE_DELTA_FAILED" },
        value: { verdict: "review", changes: [{ id: "api-tag-added", level: "warning" }] },
      },
    },
    {
      title: "Swagger 2.0 is not read",
      input: { before: api({}), after: '{"swagger":"2.0","paths":{}}' },
      expect: { ok: false, error: { code: "OPENAPI_VERSION_UNSUPPORTED" } },
    },
  ],

  run: (input, ctx) => compareOpenApi(input, unknownMembers(INPUT, input, ""), ctx),
});
