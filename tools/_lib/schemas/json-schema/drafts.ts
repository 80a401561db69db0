/** The drafts of JSON Schema, oldest first. */
export const DRAFTS = ["draft-04", "draft-06", "draft-07", "2019-09", "2020-12"] as const;

export type Draft = (typeof DRAFTS)[number];

/** How the value of a keyword holds schemas. */
export type Holds =
  | "schema"
  | "list"
  | "map"
  /** One schema, or a list of them. */
  | "schema or list"
  /** A map whose members are schemas or lists of names. */
  | "dependencies";

interface Keyword {
  readonly from: Draft;
  readonly to?: Draft;
  readonly vocabulary: Vocabulary;
  readonly holds?: Holds;
}

export type Vocabulary =
  "core" | "applicator" | "unevaluated" | "validation" | "meta-data" | "format" | "content";

/** What a schema is written in: a draft, and from 2019-09 on the vocabularies of its metaschema. */
export interface Dialect {
  readonly draft: Draft;
  /** Whether nobody named the draft, so that keywords it no longer has mean what they meant in draft-07. */
  readonly isAssumed?: boolean;
  /** Undefined where all of the draft's apply. */
  readonly vocabularies?: ReadonlySet<Vocabulary>;
  /** The URI of its metaschema, where that is not the draft's own. */
  readonly metaschema?: string;
}

const table = (vocabulary: Vocabulary, keywords: Record<string, Omit<Keyword, "vocabulary">>) =>
  Object.entries(keywords).map(([name, keyword]) => [name, { ...keyword, vocabulary }] as const);

const ALWAYS = { from: "draft-04" } as const;
const SINCE_06 = { from: "draft-06" } as const;
const SINCE_07 = { from: "draft-07" } as const;
const SINCE_2019 = { from: "2019-09" } as const;

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ...table("core", {
    id: { from: "draft-04", to: "draft-04" },
    $id: SINCE_06,
    $schema: ALWAYS,
    $ref: ALWAYS,
    $anchor: SINCE_2019,
    $recursiveRef: { from: "2019-09", to: "2019-09" },
    $recursiveAnchor: { from: "2019-09", to: "2019-09" },
    $dynamicRef: { from: "2020-12" },
    $dynamicAnchor: { from: "2020-12" },
    $vocabulary: SINCE_2019,
    $comment: SINCE_07,
    $defs: { ...SINCE_2019, holds: "map" },
    definitions: { ...ALWAYS, holds: "map" },
  }),
  ...table("applicator", {
    allOf: { ...ALWAYS, holds: "list" },
    anyOf: { ...ALWAYS, holds: "list" },
    oneOf: { ...ALWAYS, holds: "list" },
    not: { ...ALWAYS, holds: "schema" },
    if: { ...SINCE_07, holds: "schema" },
    // oxlint-disable-next-line unicorn/no-thenable -- the name of a keyword
    then: { ...SINCE_07, holds: "schema" },
    else: { ...SINCE_07, holds: "schema" },
    dependentSchemas: { ...SINCE_2019, holds: "map" },
    dependencies: { from: "draft-04", to: "draft-07", holds: "dependencies" },
    prefixItems: { from: "2020-12", holds: "list" },
    items: { ...ALWAYS, holds: "schema or list" },
    additionalItems: { from: "draft-04", to: "2019-09", holds: "schema" },
    contains: { ...SINCE_06, holds: "schema" },
    properties: { ...ALWAYS, holds: "map" },
    patternProperties: { ...ALWAYS, holds: "map" },
    additionalProperties: { ...ALWAYS, holds: "schema" },
    propertyNames: { ...SINCE_06, holds: "schema" },
  }),
  ...table("unevaluated", {
    unevaluatedItems: { ...SINCE_2019, holds: "schema" },
    unevaluatedProperties: { ...SINCE_2019, holds: "schema" },
  }),
  ...table("validation", {
    type: ALWAYS,
    enum: ALWAYS,
    const: SINCE_06,
    multipleOf: ALWAYS,
    maximum: ALWAYS,
    exclusiveMaximum: ALWAYS,
    minimum: ALWAYS,
    exclusiveMinimum: ALWAYS,
    maxLength: ALWAYS,
    minLength: ALWAYS,
    pattern: ALWAYS,
    maxItems: ALWAYS,
    minItems: ALWAYS,
    uniqueItems: ALWAYS,
    maxContains: SINCE_2019,
    minContains: SINCE_2019,
    maxProperties: ALWAYS,
    minProperties: ALWAYS,
    required: ALWAYS,
    dependentRequired: SINCE_2019,
  }),
  ...table("meta-data", {
    title: ALWAYS,
    description: ALWAYS,
    default: ALWAYS,
    examples: SINCE_06,
    deprecated: SINCE_2019,
    readOnly: SINCE_07,
    writeOnly: SINCE_07,
  }),
  ...table("format", { format: ALWAYS }),
  ...table("content", {
    contentEncoding: SINCE_07,
    contentMediaType: SINCE_07,
    contentSchema: { ...SINCE_2019, holds: "schema" },
  }),
]);

/** Keywords that say something about data, but never that it is invalid. */
const ANNOTATIONS: ReadonlySet<Vocabulary> = new Set(["meta-data", "content"]);

/** Whether a draft is as new as another or newer. */
export function isSince(draft: Draft, other: Draft): boolean {
  return DRAFTS.indexOf(draft) >= DRAFTS.indexOf(other);
}

/** The keyword of that name in a draft. */
export function keywordOf(name: string, draft: Draft): Keyword | undefined {
  const keyword = KEYWORDS.get(name);
  if (keyword === undefined || !isSince(draft, keyword.from)) return undefined;
  return keyword.to === undefined || isSince(keyword.to, draft) ? keyword : undefined;
}

/** Keywords of draft-07 that count where the draft is only assumed. */
const FORMER: ReadonlySet<string> = new Set(["dependencies", "additionalItems"]);

/** The keyword of that name in a dialect. */
export function keywordIn(
  name: string,
  { draft, isAssumed = false }: Dialect,
): Keyword | undefined {
  return keywordOf(name, isAssumed && FORMER.has(name) ? "draft-07" : draft);
}

/** Whether the keyword can make data invalid in the dialect. */
export function isAsserted(name: string, dialect: Dialect): boolean {
  const { vocabularies } = dialect;
  const keyword = keywordIn(name, dialect);
  if (keyword === undefined || ANNOTATIONS.has(keyword.vocabulary)) return false;
  return (
    vocabularies === undefined ||
    keyword.vocabulary === "core" ||
    keyword.vocabulary === "format" ||
    vocabularies.has(keyword.vocabulary)
  );
}

/** All keywords of a draft. */
export function keywordNames(draft: Draft): readonly string[] {
  return [...KEYWORDS.keys()].filter((name) => keywordOf(name, draft) !== undefined);
}

/** The drafts that know a keyword of this name, oldest first. */
export function draftsOf(name: string): readonly Draft[] {
  return DRAFTS.filter((draft) => keywordOf(name, draft) !== undefined);
}

const METASCHEMAS: ReadonlyMap<string, Draft> = new Map([
  ["json-schema.org/draft-04/schema", "draft-04"],
  ["json-schema.org/draft-06/schema", "draft-06"],
  ["json-schema.org/draft-07/schema", "draft-07"],
  ["json-schema.org/draft/2019-09/schema", "2019-09"],
  ["json-schema.org/draft/2020-12/schema", "2020-12"],
]);

/** The draft whose metaschema a `$schema` names, with http or https and with or without a `#` behind it. */
export function draftOfMetaschema(uri: string): Draft | undefined {
  return METASCHEMAS.get(uri.replace(/^https?:\/\//, "").replace(/#$/, ""));
}

/** The URI of a draft's metaschema, without fragment. */
export function metaschemaUri(draft: Draft): string {
  const [name = ""] = [...METASCHEMAS].find(([, known]) => known === draft) ?? [];
  return `${isSince(draft, "2019-09") ? "https" : "http"}://${name}`;
}

export function metaschemaUris(): readonly string[] {
  return DRAFTS.map((draft) => metaschemaUri(draft));
}

/** The vocabulary that a URI names in 2019-09 or 2020-12. */
export function vocabularyOf(uri: string): readonly Vocabulary[] | undefined {
  const [, year, name] =
    /^https:\/\/json-schema\.org\/draft\/(2019-09|2020-12)\/vocab\/([a-z-]+)$/.exec(uri) ?? [];
  if (name === "applicator") return year === "2019-09" ? ["applicator", "unevaluated"] : [name];
  if (name === "format" || name?.startsWith("format-") === true) return ["format"];
  const known = ["core", "unevaluated", "validation", "meta-data", "content"] as const;
  const found = known.find((vocabulary) => vocabulary === name);
  return found === undefined ? undefined : [found];
}
