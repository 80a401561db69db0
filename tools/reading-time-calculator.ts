import { Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry } from "./_core/tool.ts";
import { readingFigures, readingSeconds } from "./reading-time-calculator/figures.ts";
import { type Readable, readableHtml } from "./reading-time-calculator/html.ts";
import { readableMarkdown } from "./reading-time-calculator/markdown.ts";

/** Words per minute: Brysbaert 2019, a meta-analysis of 190 studies, and the figure that Medium published. */
const SPEEDS = {
  "brysbaert2019-nonfiction": 238,
  "brysbaert2019-fiction": 260,
  "brysbaert2019-aloud": 183,
  medium: 265,
} as const;

const SOURCES = Object.keys(SPEEDS) as (keyof typeof SPEEDS)[];
const SPOKEN_CHARACTERS_PER_MINUTE = 255;

const ESTIMATED: Entry<"SEGMENTATION_ESTIMATED"> = {
  code: "SEGMENTATION_ESTIMATED",
  message: "Words of Thai, Lao, Khmer or Myanmar were estimated, one for five letters",
  path: "/input",
};

const COUNT = Type.Integer({ minimum: 0 });

export default defineTool({
  id: "reading-time-calculator",
  name: "Reading Time Calculator",
  category: "Text",
  description:
    "Tells how many minutes a text, Markdown or HTML takes to read, with words, sentences and the source of the speed.",
  keywords: [
    "article",
    "blog",
    "character count",
    "characters",
    "count",
    "html",
    "markdown",
    "minutes",
    "podcast",
    "reading time",
    "sentences",
    "speaking time",
    "speech",
    "word count",
    "word counter",
    "words",
    "wpm",
  ],
  aliases: ["reading-time", "word-count"],
  version: "2026-11-20",

  input: Type.Object({
    input: Type.String({ description: "The text; may be empty" }),
    format: oneOf(["text", "markdown", "html"], {
      description: "Marks, tags, link targets and comments are not read",
      default: "text",
    }),
    source: oneOf(SOURCES, {
      description: `Speed in words per minute: ${SOURCES.map((name) => `${name} ${SPEEDS[name]}`).join(", ")}`,
      default: "brysbaert2019-nonfiction",
    }),
    wordsPerMinute: Type.Optional(
      Type.Number({ description: "In place of the source's speed", minimum: 20, maximum: 2000 }),
    ),
    charactersPerMinute: Type.Number({
      description: "Of Chinese and Japanese; a convention, not a study",
      minimum: 20,
      maximum: 5000,
      default: 500,
    }),
    images: whole({
      description: "Images besides those in the Markdown or HTML",
      minimum: 0,
      maximum: 1000,
      default: 0,
    }),
  }),
  primary: "input",
  value: Type.Object({
    words: COUNT,
    cjkCharacters: COUNT,
    characters: Type.Integer({ description: "Code points of what is read; a line end is one" }),
    sentences: Type.Integer({ description: "Runs that a mark such as . ! ? ends" }),
    paragraphs: COUNT,
    images: COUNT,
    seconds: COUNT,
    minutes: COUNT,
    wordsPerMinute: Type.Number(),
    charactersPerMinute: Type.Number(),
    source: oneOf([...SOURCES, "custom"], {
      description: "Of wordsPerMinute; custom where the caller gave it",
    }),
    speakingSeconds: Type.Integer({ description: "At 183 words and 255 characters per minute" }),
  }),
  verb: "measure",
  failures: {},
  warnings: {
    SEGMENTATION_ESTIMATED:
      "Thai, Lao, Khmer and Myanmar do not mark words; five letters were taken for one",
  },
  intents: [
    "reading time of an article",
    "how many minutes to read this",
    "min read for a blog post",
    "count words in a text",
    "word count of a markdown file",
    "how long does it take to speak this text",
    "count sentences and paragraphs",
    "reading time of a chinese or japanese text",
    "words in html without tags",
    "estimate reading time with images",
    "essay must have at most so many words, how many are there",
    "will my speech fit into ten minutes",
    "how long will visitors need for my post",
    "length of a text in words, characters and minutes",
    "count letters and lines of a text",
    "presentation script, speaking duration at a normal pace",
    "estimate consumption time of an article from its words per minute",
    "blog article of so many words, minutes for the reader",
    "tiempo de lectura de un artículo",
    "lesezeit berechnen",
    "temps de lecture d'un article",
    "сколько слов в тексте",
    "字数统计和阅读时间",
    "読了時間を計算",
    "contar palabras y caracteres de un texto, minutos de lectura",
    "wörter und zeichen zählen, redezeit",
    "compter les mots et caractères d'un texte",
    "文章 多少 字 阅读 几 分钟",
    "文字数を数える 読むのに何分",
    "my homework has to be 800 words, do i have enough",
    "how many minutes will this podcast script or sermon take when said aloud",
    "tweet, abstract or ad text must stay under a number of characters",
    'editor wants the little "5 min" label above each post',
    "wc -w, medium reading time, npm reading-time, Word count dialog",
    "figures of a piece of prose: words, characters, paragraphs, minutes to consume",
    "tempo de leitura de um texto, contador de palavras",
    "número de palavras de uma redação, minutos de discurso",
    "wie viele wörter hat mein aufsatz, wie lange dauert der vortrag",
  ],
  effort: 2,

  laws: [
    {
      name: "words of two texts with a space between are those of both",
      holds(run, { input = "" }) {
        const words = (text: string) => run({ input: text }).value?.words ?? 0;
        return words(`${input} ${input}`) === 2 * words(input);
      },
    },
    {
      name: "line ends of another kind make no difference",
      holds(run, input) {
        const { input: text = "" } = input;
        const lines = text.replace(/\r\n?/g, "\n");
        const value = (given: string) => JSON.stringify(run({ ...input, input: given }).value);
        return value(lines) === value(lines.replaceAll("\n", "\r\n"));
      },
    },
    {
      name: "more words never take less time, and a faster reader never more",
      holds(run, input) {
        const seconds = (more: object) =>
          run({ ...input, format: "text", ...more }).value?.seconds ?? 0;
        const text = input.input ?? "";
        return (
          seconds({ input: `${text} word` }) >= seconds({}) &&
          seconds({ wordsPerMinute: 400 }) <= seconds({ wordsPerMinute: 200 })
        );
      },
    },
  ],
  examples: [
    {
      title: "A short text",
      input: { input: "Well-known e-mail: can’t foo_bar 3.14 1,000 U.S.A. — 50%!" },
      expect: { output: "1 min read", value: { words: 10, seconds: 3 } },
    },
    {
      title: "Chinese and Japanese characters count one by one",
      input: { input: "混合 text 文字。カタカナー" },
      expect: { value: { words: 1, cjkCharacters: 9, seconds: 2 } },
    },
    {
      title: "Of Markdown only what is read",
      input: {
        input: "# A *title*\n\n![alt text](a.png) See [the docs](https://example.com/x).",
        format: "markdown",
      },
      expect: { value: { words: 5, images: 1, seconds: 14 } },
    },
    {
      title: "Nothing to read",
      input: { input: "" },
      expect: { output: "0 min read", value: { words: 0, minutes: 0 } },
    },
  ],

  run(input) {
    const { source, wordsPerMinute = SPEEDS[source], charactersPerMinute } = input;
    const readable = readableText(input.input.replace(/\r\n?/g, "\n"), input.format);
    const { isEstimated, ...figures } = readingFigures(readable.text);
    const images = input.images + readable.images;
    const seconds = readingSeconds(figures, wordsPerMinute, charactersPerMinute, images);
    const minutes = Math.ceil(seconds / 60);
    const spoken = readingSeconds(
      figures,
      SPEEDS["brysbaert2019-aloud"],
      SPOKEN_CHARACTERS_PER_MINUTE,
    );
    return done({
      output: `${minutes} min read`,
      value: {
        ...figures,
        images,
        seconds: Math.ceil(seconds),
        minutes,
        wordsPerMinute,
        charactersPerMinute,
        source: input.wordsPerMinute === undefined ? source : ("custom" as const),
        speakingSeconds: Math.ceil(spoken),
      },
      warnings: isEstimated ? [ESTIMATED] : [],
    });
  },
});

function readableText(text: string, format: "text" | "markdown" | "html"): Readable {
  if (format === "markdown") return readableMarkdown(text);
  return format === "html" ? readableHtml(text) : { text, images: 0 };
}
