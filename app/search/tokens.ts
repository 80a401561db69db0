/** How text becomes search terms, the same for the index and for queries. */

/** Words that say nothing about which tool is meant, in the languages of the authored phrases. */
const STOP_WORDS = new Set(
  `a about all am an and any are as at be been but by can could did do does for from get give had has have
  help here how i if in into is it its just let like make me my need no not now of on or our out own please
  should so some than that the their them then there these they this those to too up us use using want was
  way we were what when where which while who why will with without would you your
  el la los las un una unos unas de del al en con por para que es y o mi se como quiero necesito
  der die das ein eine einen einem einer und oder mit von zu zum zur im in ist ich wie mein meine fur auf aus
  le les une des du et ou avec pour dans est je mon ma mes comment sur
  o os as um uma do da dos das no na em ao por com para que eu meu minha como quero preciso
  ist war wird kann mir mich einer nur nicht sind hat habe wenn
  的 了 我 是 在 把 和 吗 怎么 如何 を に は が の で と する したい`
    .split(/\s+/)
    .filter(Boolean),
);

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Words of either kind; a word of Latin letters ends where the other script begins, as in `curl命令`. */
const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+|[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]]+/gv;
const NUMBER = /^\d+$/;
/** Numbers of standards belong to their names: `RFC 8785` is one word. */
const STANDARD = /\b(rfc|iso|iec|ecma)[ -]?(?=\d)/g;

/**
 * The terms of a text in order. Stop words are left out where something else remains, and so are numbers: those of a
 * query are its data, which say nothing about the tool.
 */
export function termsOf(text: string): string[] {
  const words = wordsOf(text);
  const telling = words.filter((word) => !STOP_WORDS.has(word) && !NUMBER.test(word));
  return (telling.length > 0 ? telling : words).map(stem);
}

function wordsOf(text: string): string[] {
  const folded = text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(STANDARD, "$1")
    .replaceAll(/['’]s?\b/g, "");
  return (folded.match(RUNS) ?? []).flatMap((run) => (CJK.test(run) ? pairs(run) : [run]));
}

/** Scripts without spaces are cut into overlapping pairs of characters. */
function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** Takes the commonest English endings off, so that `formatting`, `formats` and `formatted` meet. */
export function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  let root = word;
  if (root.endsWith("ies") && root.length > 4) root = `${root.slice(0, -3)}y`;
  else if (root.endsWith("sses")) root = root.slice(0, -2);
  else if (/[^su]s$/.test(root) && !root.endsWith("is")) root = root.slice(0, -1);
  const ending = /(?:ing|ed|er|ers|ation|ator|ions?)$/.exec(root);
  if (ending && root.length - ending[0].length >= 4) {
    root = root.slice(0, -ending[0].length).replace(/([^aeiouls])\1$/, "$1");
  }
  return root.length > 4 && root.endsWith("e") ? root.slice(0, -1) : root;
}

/** What data in a query is called: it says which tool is meant as well as its name would. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w.-]*/g, "jwt token"],
  [/(?<!\S)\$(?:\.|\[)\S*/g, "jsonpath"],
  [/(?<!%..)%[0-9A-Fa-f]{2}(?:%[0-9A-Fa-f]{2})*/g, "url percent encoded"],
  [/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?(?![\d.])/g, "ip subnet cidr"],
  [/(?<!\d)1\d{9}(?:\d{3})?(?!\d)/g, "unix timestamp"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[\w-]*/gi, "uuid"],
  [/\b(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})\b/gi, "hash"],
  [/(?<!\S)(?:[*\d][*\d/,-]* ){4}[*\d][*\d/,-]*(?!\S)/g, "cron expression"],
  [/(?<=\d ?)%/g, " percent"],
  [/(?<![\w+/])[\w+/]{8,}={1,2}(?!\S)/g, "base64"],
  [/\{\s*"/g, "json"],
  [/<[a-z]+[ >]/gi, "html tag"],
];

/** A query in words alone: data in it is named, and left out. */
export function inWords(query: string): string {
  return SHAPES.reduce((text, [shape, name]) => text.replaceAll(shape, ` ${name} `), query);
}
