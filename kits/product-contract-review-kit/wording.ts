/** How surfaces say it: promises nobody can test, topics nobody mentions, and what should not have been published. */
import { counted } from "../../tools/_lib/text/plural.ts";
import { isNumberWord } from "../../tools/_lib/text/prose/numbers.ts";
import { oneLine, quoted, shortened } from "../../tools/_lib/text/shown.ts";
import { wordsOf } from "../../tools/_lib/text/words.ts";
import type { Topic, Wording, Work } from "../product-contract-review-kit.ts";
import { plainStem } from "./quantities.ts";
import {
  atLine,
  insideOf,
  plainWords,
  type Sentence,
  stringsIn,
  type Surface,
} from "./surfaces.ts";

/** Phrases by their first words' stems; a word in -e is met without it, too, as stems of its forms lack it. */
class Phrases {
  readonly #byFirst = new Map<
    string,
    { readonly phrase: string; readonly words: readonly string[][] }[]
  >();

  constructor(phrases: readonly string[]) {
    for (const phrase of phrases) {
      const words = wordsOf(phrase).map((word) => formsOf(word));
      for (const first of words[0] ?? []) {
        const list = this.#byFirst.get(first);
        if (list === undefined) this.#byFirst.set(first, [{ phrase, words }]);
        else list.push({ phrase, words });
      }
    }
  }

  /** The first phrase that stands in the words. */
  in(words: readonly string[]): string | undefined {
    for (const [at, first] of words.entries()) {
      for (const { phrase, words: wanted } of this.#byFirst.get(first) ?? []) {
        if (wanted.every((forms, index) => forms.includes(words[at + index] ?? ""))) return phrase;
      }
    }
    return undefined;
  }
}

function formsOf(word: string): string[] {
  const stemmed = plainStem(word);
  return stemmed.length > 4 && stemmed.endsWith("e") ? [stemmed, stemmed.slice(0, -1)] : [stemmed];
}

const VAGUE = new Phrases(
  "might,typically,usually,generally,normally,reasonable,best effort,as soon as possible,soon,approximately,some,various,etc,and so on".split(
    ",",
  ),
);
/** May is a month before a number, and inside a sentence with a capital. */
const MAY = /(?<![\p{L}\p{N}])(?:may|^May)(?=\s+\p{Ll})/u;
/** What else is about something is a topic. */
const ABOUT = /\babout\s+[$€£]?\d/i;
const PROMISED = new Phrases(
  "limit,quota,rate,latency,uptime,availability,retention,price,cost,support,response,refund,delete,store".split(
    ",",
  ),
);
const ABSOLUTE =
  /\b(?:always|never|guaranteed|100\s?%|unlimited|zero[ -]downtime|instantly|any size|no limits|all browsers)(?![\p{L}\p{N}])/iu;
const LIMITING = new Phrases(
  "limit,quota,maximum,at most,up to,timeout,retention,uptime".split(","),
);
const CODE_SPAN = /`[^`\n]*`/g;
const UP_TO_DATE = /\bup[ -]to[ -](?:date|speed|you)\b/gi;

const WORDED: ReadonlySet<string> = new Set(["docs", "pricing", "terms"]);
const LONGEST = 300;

const SAID = {
  VAGUE_PROMISE: "promises something vaguely",
  ABSOLUTE_PROMISE: "promises something without exception",
  UNTESTABLE_LIMIT: "names a limit without its number",
} as const;

export function checkWording(work: Work): readonly Wording[] {
  if (!work.input.vague) {
    work.report.skipped(
      "wording",
      "The wording of promises is not checked; the field `vague` would",
    );
    return [];
  }
  const found: Wording[] = [];
  for (const surface of work.surfaces.filter(({ kind }) => WORDED.has(kind))) {
    for (const sentence of surface.sentences) {
      for (const [code, subject] of faultsOf(sentence)) {
        const text = shortened(sentence.shown, LONGEST);
        const line = sentence.lineAt();
        found.push({ surface: surface.name, line, code, text });
        const message = `${oneLine(surface.name)} ${SAID[code]} (${quoted(subject)}): ${quoted(text, LONGEST)}`;
        const place = { path: surface.path, subject, ...atLine(line) };
        work.find("warning", "wording", { code, message, ...place });
      }
    }
  }
  work.finish("wording", `${counted(found.length, "promise")} to be worded better`);
  return found;
}

function* faultsOf(
  sentence: Sentence,
): Generator<readonly [code: keyof typeof SAID, subject: string]> {
  // Names in code promise nothing.
  const isCoded = sentence.text.includes("`");
  const text = isCoded ? sentence.text.replace(CODE_SPAN, " ") : sentence.text;
  const words = isCoded ? plainWords(text) : sentence.words;
  const vague =
    VAGUE.in(words) ??
    (MAY.test(text) ? "may" : undefined) ??
    (ABOUT.test(text) ? "about" : undefined);
  if (vague !== undefined && PROMISED.in(words) !== undefined) yield ["VAGUE_PROMISE", vague];
  const absolute = ABSOLUTE.exec(text)?.[0];
  if (absolute !== undefined) yield ["ABSOLUTE_PROMISE", absolute.toLowerCase()];
  if (isNoPromise(sentence, text) || hasNumber(sentence.text)) return;
  const limited = UP_TO_DATE.test(text)
    ? wordsOf(text.replace(UP_TO_DATE, " ")).map(plainStem)
    : words;
  UP_TO_DATE.lastIndex = 0;
  const limit = LIMITING.in(limited);
  if (limit !== undefined) yield ["UNTESTABLE_LIMIT", limit];
}

function isNoPromise({ kind, isHeader }: Sentence, text: string): boolean {
  return kind === "heading" || isHeader || /[?？]["'”’)\]*_]*$/.test(text);
}

const NUMBER_WORD: ReadonlySet<string> = new Set(
  (
    "zero one once twice thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty " +
    "sixty seventy eighty ninety hundred thousand million billion"
  ).split(" "),
);

function hasNumber(text: string): boolean {
  if (/\p{N}/u.test(text)) return true;
  return wordsOf(text.replaceAll("-", " ")).some(
    (word) => isNumberWord(word) || NUMBER_WORD.has(word),
  );
}

export const TOPICS = {
  authentication: "authentication,authorization,api key,bearer,oauth,no account",
  errors: "error,status code,problem",
  limits: "rate limit,quota,limit,maximum",
  versioning: "version,semver,compatibility",
  deprecation: "deprecate,sunset,end of life",
  support: "support,contact,sla,status page",
  privacy: "privacy,personal data,stored,retention,gdpr",
  pricing: "price,pricing,cost,free,plan",
  security: "security,vulnerability,encryption,tls",
  data: "export,import,backup,ownership",
} as const;

export type TopicName = keyof typeof TOPICS;

export const TOPIC_NAMES = Object.keys(TOPICS) as [TopicName, ...TopicName[]];

export function checkTopics(work: Work): readonly Topic[] {
  const { input, report, surfaces } = work;
  const wanted = [...new Set(input.require)];
  if (wanted.length === 0) {
    report.skipped("topics", "No topic is asked for; the field `require` names them");
    return [];
  }
  const topics = wanted.map((topic): Topic => {
    const phrases = new Phrases(TOPICS[topic].split(","));
    for (const surface of surfaces) {
      const sentence = surface.sentences.find(({ words }) => phrases.in(words) !== undefined);
      if (sentence === undefined) continue;
      return { topic, found: true, surface: surface.name, line: sentence.lineAt() };
    }
    const words = TOPICS[topic].replaceAll(",", ", ");
    const message = `No surface says anything of ${topic}: no sentence has one of the words ${words}`;
    work.find("error", "topics", { code: "TOPIC_MISSING", message, subject: topic });
    return { topic, found: false, surface: null, line: null };
  });
  const found = topics.filter((topic) => topic.found).length;
  work.finish("topics", `${found} of ${counted(topics.length, "topic")} found`);
  return topics;
}

const PLACEHOLDERS =
  /(?<![A-Za-z0-9_])(?:TODO|TBD|FIXME|XXX)(?![A-Za-z0-9_])|\blorem ipsum\b|\bcoming soon\b|<your[ _-][^<>\n]{1,60}>/gi;
const SHOUTED = /^(?:todo|tbd|fixme|xxx)$/i;
const URL = /http:\/\/[^\s"'`<>()[\]{}|\\^]+/g;
const LOCAL =
  /^(?:localhost|(?:[^.]+\.)*(?:localhost|example|test|invalid)|(?:[^.]+\.)*example\.(?:com|org|net|edu)|127(?:\.\d{1,3}){3}|0\.0\.0\.0|::1)$/i;
/** Names of formats, which nobody opens. */
const NAMESPACES =
  /^(?:www\.w3\.org|json-schema\.org|schemas\.xmlsoap\.org|schema\.org|xmlns\.com)$/i;

/** What should not be there: text that waits for another, and addresses that anyone can read along. */
export function checkTexts({ surfaces, find }: Pick<Work, "surfaces" | "find">): void {
  for (const surface of surfaces) {
    for (const { text, at } of placeholdersIn(surface)) {
      const message = `${oneLine(surface.name)} still has the placeholder ${quoted(text)}`;
      const line = surface.lineAt(at);
      const place = { path: surface.path, subject: text, ...atLine(line) };
      find("error", "read", { code: "PLACEHOLDER_TEXT", message, ...place });
    }
    const hosts = new Set<string>();
    for (const { host, line } of insecureIn(surface)) {
      if (hosts.has(host)) continue;
      hosts.add(host);
      const message = `${oneLine(surface.name)} names http://${host}, which anyone on the way can read`;
      const place = { path: surface.path, subject: host, ...atLine(line) };
      find("warning", "read", { code: "INSECURE_URL", message, ...place });
    }
  }
}

/** In code `<your key>` tells readers what to put in. */
function* placeholdersIn({ text, code, sentences }: Surface) {
  const spans = code.map(({ start, text: fence }) => [start, start + fence.length] as const);
  for (const { start, text: words } of sentences) {
    for (const { 0: span, index } of words.matchAll(/`[^`\n]{1,200}`/g)) {
      spans.push([start + index, start + index + span.length]);
    }
  }
  const isInCode = insideOf(spans);
  for (const { 0: found, index } of text.matchAll(PLACEHOLDERS)) {
    if (SHOUTED.test(found) && found !== found.toUpperCase()) continue;
    if (!isInCode(index) || !found.startsWith("<")) yield { text: oneLine(found), at: index };
  }
}

function* insecureIn(surface: Surface): Generator<{ host: string; line: number | null }> {
  const { root, text } = surface;
  if (root === undefined) {
    for (const { 0: url, index } of text.matchAll(URL)) {
      const host = hostOf(url);
      if (host !== undefined) yield { host, line: surface.lineAt(index) };
    }
    return;
  }
  for (const { node, key } of stringsIn(root)) {
    if (/^(?:\$schema|\$id|id|namespace|xmlns)$/.test(key)) continue;
    for (const [url] of node.value.matchAll(URL)) {
      const host = hostOf(url);
      if (host !== undefined) yield { host, line: null };
    }
  }
}

/** Of an address that is open to others. */
function hostOf(url: string): string | undefined {
  const authority = url.slice("http://".length).split(/[/?#]/, 1).join("");
  const host = authority
    .slice(authority.lastIndexOf("@") + 1)
    .replace(/(?<![.,;:!])[.,;:!]+$/, "")
    .replace(/:\d*$/, "");
  return host === "" || LOCAL.test(host) || NAMESPACES.test(host) ? undefined : host.toLowerCase();
}
