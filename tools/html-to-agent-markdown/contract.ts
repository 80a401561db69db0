/** What html-to-agent-markdown takes and gives. */
import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "../_core/fields.ts";
import { ROOTS } from "./content.ts";
import { IMAGE_STYLES, LINK_STYLES } from "./links.ts";

const MOST_TOKENS = 1_000_000;

const MAYBE = Type.Union([Type.String(), Type.Null()]);
const LINK = Type.Object({ text: Type.String(), url: Type.String() });
const IMAGE = Type.Object({ alt: Type.String(), url: Type.String() });
const HEADING = Type.Object({
  level: Type.Integer({ minimum: 1, maximum: 6 }),
  text: Type.String(),
});

const REMOVED = Type.Object({
  scripts: Type.Integer({ description: "Script elements of the whole document" }),
  hidden: Type.Integer({ description: "Elements hidden by an attribute or an inline style" }),
  boilerplate: Type.Integer({ description: "Elements around the content, inside its root" }),
  forms: Type.Integer({ description: "Form controls" }),
});

export const VALUE = Type.Object({
  title: MAYBE,
  byline: MAYBE,
  published: MAYBE,
  site: MAYBE,
  lang: MAYBE,
  description: MAYBE,
  canonicalUrl: MAYBE,
  root: oneOf(ROOTS, { description: "How the content was chosen" }),
  headings: Type.Array(HEADING),
  links: Type.Array(LINK, { description: "As written, in order" }),
  images: Type.Array(IMAGE, { description: "As written, in order" }),
  tables: Type.Integer({ description: "Tables written as tables" }),
  codeBlocks: Type.Integer(),
  removed: REMOVED,
  words: Type.Integer(),
  tokensBefore: Type.Integer({ description: "Of the HTML; one for each four bytes of UTF-8" }),
  tokensAfter: Type.Integer(),
  savedPercent: Type.Number({ description: "Negative where the text grew" }),
  truncated: Type.Boolean(),
});

export const INPUT = Type.Object({
  input: Type.String({ description: "HTML: a document or a fragment" }),
  baseUrl: Type.String({
    description: "Absolute URL that links and images are resolved against",
    default: "",
  }),
  content: oneOf(["main", "full"], {
    description: "The main content, or all that is visible",
    default: "main",
  }),
  links: oneOf(LINK_STYLES, {
    description: "In place, as numbers with one list at the end, or their text only",
    default: "inline",
  }),
  images: oneOf(IMAGE_STYLES, {
    description: "With their address, their alternative text only, or none",
    default: "markdown",
  }),
  metadata: Type.Boolean({ description: "Begin with YAML front matter", default: false }),
  stripTracking: Type.Boolean({
    description: "Drop utm_ and other tracking members of queries from links",
    default: true,
  }),
  maxTokens: whole({
    description: "Cut behind the last whole block that fits; at least 50, 0 for no limit",
    minimum: 0,
    maximum: MOST_TOKENS,
    default: 0,
  }),
});

export type Value = Static<typeof VALUE>;

export const WARNINGS = {
  BOM_REMOVED: "A byte order mark stood before the text",
  CONTENT_FALLBACK_BODY: "No main content was found, so the whole body was taken",
  CLIENT_RENDERED: "Little text and many scripts: the page has to be rendered in a browser",
  RELATIVE_LINKS: "Links or images are relative, and no base was given",
  TABLE_FLATTENED: "Tables that are no grid of data were written as text",
  HIDDEN_TEXT_REMOVED: "Much hidden text was removed, planted for agents perhaps",
  TRUNCATED: "Blocks were left out for maxTokens",
} as const;
