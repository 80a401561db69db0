import { type Static, Type } from "@sinclair/typebox";
import { listField, oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry } from "./_core/tool.ts";
import { foldCase } from "./_lib/text/letter-case/letters.ts";
import {
  INPUT_FAILURES,
  inputInvalid,
  outOfBounds,
  wrongForm,
} from "./_lib/results/input-invalid.ts";
import { isBlankLine, readLines, writeLines } from "./_lib/text/lines.ts";
import { readList } from "./_lib/fields/list-field.ts";
import { beginning } from "./_lib/text/shown.ts";
import { languageOf } from "./_lib/text/slug/languages.ts";
import {
  cutSlug,
  githubSlug,
  type SlugOptions,
  slugWords,
  trimSlug,
  withoutStopWords,
} from "./_lib/text/slug/slug.ts";
import { TakenSlugs } from "./_lib/text/slug/taken.ts";

const MOST_LINES = 1000;
const SEPARATORS = ["-", "_", ".", "~", ""] as const;
const KEPT = /^[\p{P}\p{S}]{0,10}$/u;
const STOP_WORDS = "a an and as at but by for from in into is it of on or the to with".split(" ");

const INPUT = Type.Object({
  input: Type.String({ description: "Titles, one per line, up to 1000; a blank line stays blank" }),
  style: oneOf(["url", "github"], {
    description: "github: anchors of headings, which take none of the options below but existing",
    default: "url",
  }),
  separator: oneOf(SEPARATORS, { description: "Between words: - _ . ~ or nothing", default: "-" }),
  lowercase: Type.Boolean({ description: "Lower-case letters", default: true }),
  decamelize: Type.Boolean({ description: "fooBar becomes two words", default: false }),
  locale: Type.String({
    description: "BCP 47 tag; the language decides ä, ø, й and the like, and the word for &",
    default: "en",
  }),
  unicode: Type.Boolean({
    description: "Letters of all scripts stay instead of becoming ASCII",
    default: false,
  }),
  symbols: Type.Boolean({
    description: "& @ % + $ € £ ¥ and names such as C#, C++ and .NET become words",
    default: true,
  }),
  keep: Type.String({
    description: "Punctuation that stays besides letters and digits, up to 10 characters",
    default: "",
  }),
  stopWords: Type.Unsafe<boolean | string | string[]>(
    Type.Union([Type.Boolean(), Type.String(), Type.Array(Type.String())], {
      description: `Words left out: true for ${STOP_WORDS.join(" ")}, or a list`,
      default: false,
    }),
  ),
  maxLength: Type.Unsafe<number>(
    Type.Union([Type.Literal(0), whole({ minimum: 3, maximum: 200 })], {
      type: "number",
      description: "Longest slug in characters, 3 to 200, cut between words; 0 for any length",
      default: 0,
    }),
  ),
  existing: Type.Optional(listField({ description: "Slugs that are taken already" })),
  fallback: Type.String({ description: "Title used for a line that gives nothing", default: "" }),
});

type Input = Static<typeof INPUT>;

const SLUG = Type.Object({
  slug: Type.String(),
  truncated: Type.Boolean({ description: "Cut to maxLength" }),
  renamed: Type.Boolean({ description: "Numbered, since the slug was taken" }),
});

type Slug = Static<typeof SLUG>;

const WARNINGS = {
  SLUG_EMPTY: "A line that is not blank gave an empty slug",
  LOSSY: "Characters without an ASCII form vanished",
} as const;

export default defineTool({
  id: "slug-generator",
  name: "Slug Generator",
  category: "Text",
  description:
    "Makes URL slugs of titles in any script, or GitHub heading anchors, each different from the others.",
  keywords: [
    "anchor",
    "ascii",
    "friendly url",
    "heading",
    "kebab-case url",
    "permalink",
    "seo",
    "slug",
    "transliterate",
    "url",
    "url path",
    "vanity url",
  ],
  aliases: ["slugify"],
  version: "2026-11-24",

  input: INPUT,
  primary: "input",
  value: Type.Object({
    slug: Type.String({ description: "The first one" }),
    slugs: Type.Array(SLUG, { description: "None for blank lines" }),
  }),
  verb: "slugify",
  failures: INPUT_FAILURES,
  warnings: WARNINGS,
  intents: [
    "slugify a title",
    "make a url slug",
    "seo friendly url from a headline",
    "permalink for a blog post",
    "github heading anchor",
    "table of contents links for markdown headings",
    "transliterate cyrillic for a url",
    "remove accents and spaces from a file name",
    "unique slugs for a list of titles",
    "shorten a slug at a word boundary",
    "address of a blog article from its headline, lower case with hyphens",
    "file name without spaces, umlauts and special signs",
    "readable link ending for a product name",
    "ascii identifier from a human title, unique within a set",
    "chinese or russian headline in a web address",
    "jump links to the sections of a readme",
    "web address part of an article title with umlauts and ampersand",
    "crear slug para url",
    "slug aus überschrift erzeugen",
    "générer un slug d'url",
    "сделать slug из заголовка",
    "生成网址 slug",
    "タイトルから スラッグ",
    "dirección web legible a partir de un título",
    "überschrift als webadresse ohne umlaute",
    "adresse web lisible à partir d'un titre",
    "标题 转 网址 拼音 链接",
    "見出しからurl用の文字列",
    'my shop item is called "Größe & Form – neu!", what goes behind the slash',
    "wordpress made an ugly address out of my headline, a nicer one please",
    "two posts have the same title, their links must not clash",
    "which #link leads to this chapter of the readme",
    "npm slugify, github-slugger, django slugify, friendly_id, parameterize, wp sanitize_title",
    "derive a lower case hyphenated path segment from a human title, accents and scripts romanised",
    "gerar slug de um título para a url do site",
    "日本語のタイトルから英数字のurl末尾を作る",
  ],
  effort: 1,

  laws: [
    {
      name: "a slug of a slug is the slug",
      holds(run, input) {
        const { separator = "-", lowercase = true, decamelize = false, unicode = false } = input;
        // Capitals that stay or that transliteration writes (你好 → NiHao) begin words the next time.
        const isOpen = separator === "" || (decamelize && (unicode || !lowercase));
        if (input.style === "github" || isOpen || /ʼ/.test(input.input ?? "")) return true;
        const options = { ...input, existing: [], maxLength: 0 };
        const once = run(options).output ?? "";
        return (run({ ...options, input: once }).output ?? "") === once;
      },
    },
    {
      name: "slugs are ASCII, and have no separator at their ends",
      holds(run, input) {
        const { separator = "-" } = input;
        const { value } = run({ ...input, style: "url", unicode: false });
        return (value?.slugs ?? []).every(
          ({ slug }) => !/[^!-~]/.test(slug) && trimSlug(slug, separator) === slug,
        );
      },
    },
    {
      name: "slugs of one call differ",
      holds(run, input) {
        const slugs = (run(input).value?.slugs ?? []).map(({ slug }) => slug).filter(Boolean);
        return new Set(slugs).size === slugs.length;
      },
    },
  ],
  examples: [
    {
      title: "A title with accents and symbols",
      input: { input: 'Crème brûlée & Café — 100% "déjà vu"!' },
      expect: { output: "creme-brulee-and-cafe-100-percent-deja-vu", valid: true },
    },
    {
      title: "German",
      input: { input: "Über große Mäuse & Füße", locale: "de-AT" },
      expect: { output: "ueber-grosse-maeuse-und-fuesse" },
    },
    {
      title: "Ukrainian, by the official table",
      input: { input: "Київ Їжак згода", locale: "uk" },
      expect: { output: "kyiv-yizhak-zghoda" },
    },
    {
      title: "Slugs that are taken",
      input: { input: "Intro\nIntro\nIntro", existing: ["intro-2"] },
      expect: { output: "intro\nintro-3\nintro-4", value: { slugs: [{}, { renamed: true }, {}] } },
    },
    {
      title: "Anchors of headings on GitHub",
      input: { input: "What's new?\nWhat's new?", style: "github" },
      expect: { output: "whats-new\nwhats-new-1" },
    },
    {
      title: "Only a letter or digit makes a slug",
      input: { input: "!!!" },
      expect: { output: "", valid: false, warnings: [{ code: "SLUG_EMPTY", line: 1 }] },
    },
    {
      title: "Letters cannot be kept as punctuation",
      input: { input: "a", keep: "xyz" },
      expect: { ok: false, error: { code: "TOOL_INPUT_INVALID" } },
    },
  ],

  run(input) {
    const text = readLines(input.input);
    if (text.lines.length > MOST_LINES) {
      const found = `${text.lines.length} lines`;
      return inputInvalid([outOfBounds("/input", found, `up to ${MOST_LINES} lines`)]);
    }
    if (!KEPT.test(input.keep)) {
      const found = JSON.stringify(beginning(input.keep, 40));
      return inputInvalid([wrongForm("/keep", found, "up to 10 punctuation characters")]);
    }
    const slugger = input.style === "github" ? githubSlugger(input) : urlSlugger(input);
    const made = text.lines.map((line) => (isBlankLine(line) ? undefined : slugger.slug(line)));
    const slugs = made.filter((slug) => slug !== undefined);
    const empty = made.flatMap((slug, index) => (slug?.slug === "" ? [index + 1] : []));
    const lines = made.map((slug) => slug?.slug ?? "");
    return done({
      // A slug is no text: no byte order mark.
      output: writeLines({ ...text, mark: "" }, lines),
      valid: empty.length === 0,
      value: { slug: slugs[0]?.slug ?? "", slugs },
      warnings: remarks(empty, slugger.lost()),
    });
  },
});

/** Makes the slugs of one call, one after the other. */
interface Slugger {
  slug(title: string): Slug;
  /** Characters without an ASCII form so far. */
  lost(): number;
}

function githubSlugger({ existing = "" }: Input): Slugger {
  const taken = new TakenSlugs(readList(existing), { separator: "-", first: 1, maxLength: 0 });
  return {
    lost: () => 0,
    slug(title) {
      const base = githubSlug(title);
      const slug = base === "" ? "" : taken.take(base);
      return { slug, truncated: false, renamed: slug !== base };
    },
  };
}

function urlSlugger(input: Input): Slugger {
  const { separator, maxLength, fallback, existing = "" } = input;
  const options: SlugOptions = {
    ...input,
    language: languageOf(input.locale),
    keep: new Set(input.keep),
  };
  const stopWords = stopWordsOf(input.stopWords, options);
  const taken = new TakenSlugs(readList(existing), { separator, first: 2, maxLength });
  let lost = 0;
  const join = (title: string): string => {
    const made = slugWords(title, options);
    lost += made.lost;
    return trimSlug(withoutStopWords(made.words, stopWords).join(separator), separator);
  };
  return {
    lost: () => lost,
    slug(title) {
      const full = join(title) || join(fallback);
      if (full === "") return { slug: "", truncated: false, renamed: false };
      const base = maxLength === 0 ? full : cutSlug(full, separator, maxLength);
      const slug = taken.take(base);
      const renamed = slug !== base;
      // A number may take the place of the last characters.
      return { slug, truncated: base !== full || (renamed && !slug.startsWith(base)), renamed };
    },
  };
}

/** Stop words in the form that words of slugs have, so that "für" is found as "fuer". */
function stopWordsOf(given: Input["stopWords"], options: SlugOptions): ReadonlySet<string> {
  if (given === false || given === "false") return new Set();
  const list = given === true || given === "true" ? STOP_WORDS : readList(given);
  return new Set(list.flatMap((word) => slugWords(word, options).words).map(foldCase));
}

function remarks(emptyLines: readonly number[], lost: number): Entry<keyof typeof WARNINGS>[] {
  const warnings: Entry<keyof typeof WARNINGS>[] = [];
  const [line] = emptyLines;
  if (line !== undefined) {
    const message = `${WARNINGS.SLUG_EMPTY}; lines of this kind: ${emptyLines.length}`;
    warnings.push({
      code: "SLUG_EMPTY",
      message,
      path: "/input",
      line,
      received: emptyLines.length,
    });
  }
  if (lost > 0) {
    const message = `${WARNINGS.LOSSY}: ${lost}`;
    warnings.push({ code: "LOSSY", message, path: "/input", received: lost });
  }
  return warnings;
}
