import { Glob } from "bun";
import { wordsOf } from "../../tools/_lib/text/words.ts";
import { hiddenText, shownText } from "../support/comparable-html.ts";
import { renderMarkdown } from "../support/render-markdown.ts";
import { differs, failed, passed, type RunTool, type Suite, type Verdict } from "./suite.ts";

const LEAST_KEPT = 0.95;

/** The share of the pages that keep so much. */
const LEAST_PAGES = 0.95;

/** A script or style sheet of fewer characters may stand in the text by chance. */
const TELLING = 40;

/** Pages of which less is kept on purpose, and is said to be less. */
const DIFFERENT: Readonly<Record<string, string>> = {
  hukumusume:
    "the story is kept without the calendar and the links beside it, and is said to be a part",
};

/** The main content has the words that Readability keeps, and no scripts or styles. */
const suite: Suite = {
  name: "readability",
  tools: ["html-to-agent-markdown"],
  floor: { passed: 28, failed: 0 },
  async *judge(folder, run) {
    const pages = [...new Glob("test-pages/*/source.html").scanSync(folder)].toSorted();
    const shares: number[] = [];
    for (const page of pages) {
      const directory = page.slice(0, -"/source.html".length);
      const { share, verdict } = await judgePage(
        directory.slice("test-pages/".length),
        `${folder}/${directory}`,
        run,
      );
      shares.push(share);
      yield verdict;
    }
    const whole = shares.filter((share) => share >= LEAST_KEPT).length;
    yield {
      figure: "pages with 95 % of the words",
      value: whole / pages.length,
      least: LEAST_PAGES,
    };
  },
};
export default suite;

interface Judged {
  readonly verdict: Verdict;
  /** How many of the expected words are there. */
  readonly share: number;
}

async function judgePage(name: string, directory: string, run: RunTool): Promise<Judged> {
  const source = await Bun.file(`${directory}/source.html`).text();
  const expected = wordsOf(shownText(await Bun.file(`${directory}/expected.html`).text()));
  const { output = "", warnings } = await run({
    tool_id: "html-to-agent-markdown",
    input: { input: source },
  });
  const found = shownText(renderMarkdown(output, "gfm"));
  const share = countShared(expected, wordsOf(found)) / expected.length;
  const isPart = warnings.some(({ code }) => code === "CONTENT_PARTIAL");
  return { share, verdict: verdictOf(name, { source, found, share, isPart }) };
}

interface Page {
  readonly source: string;
  readonly found: string;
  readonly share: number;
  readonly isPart: boolean;
}

function verdictOf(name: string, { source, found, share, isPart }: Page): Verdict {
  const text = squeeze(found);
  const shown = hiddenText(source)
    .map(squeeze)
    .find((script) => script.length >= TELLING && text.includes(script));
  if (shown !== undefined) return failed(name, `a script is shown: ${shown}`);
  const reason = DIFFERENT[name];
  if (reason !== undefined) {
    return isPart ? differs(name, reason) : failed(name, "a part is not said to be one");
  }
  const percent = Math.floor(share * 100);
  return share < LEAST_KEPT ? failed(name, `${percent} % of the words are kept`) : passed(name);
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function countShared(expected: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  return expected.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
}
