import { Glob } from "bun";
import { wordsOf } from "../../tools/_lib/text/words.ts";
import { hiddenText, shownText } from "../support/comparable-html.ts";
import { renderMarkdown } from "../support/render-markdown.ts";
import { failed, passed, skipped, type RunTool, type Suite, type Verdict } from "./suite.ts";

const LEAST_KEPT = 0.95;

/** A script or style sheet of fewer characters may stand in the text by chance. */
const TELLING = 40;

const DIFFERENT: Readonly<Record<string, string>> = {
  hukumusume:
    "the story alone scores best and is more than 40 % of the text; the links around it are not kept",
};

/** The main content has the words that Readability keeps, and no scripts or styles. */
const suite: Suite = {
  name: "readability",
  tools: ["html-to-agent-markdown"],
  floor: { passed: 28, failed: 0 },
  async *judge(folder, run) {
    const pages = [...new Glob("test-pages/*/source.html").scanSync(folder)].toSorted();
    for (const page of pages) {
      const directory = page.slice(0, -"/source.html".length);
      const name = directory.slice("test-pages/".length);
      const reason = DIFFERENT[name];
      if (reason === undefined) yield await judgePage(name, `${folder}/${directory}`, run);
      else yield skipped(name, reason);
    }
  },
};
export default suite;

async function judgePage(name: string, directory: string, run: RunTool): Promise<Verdict> {
  const source = await Bun.file(`${directory}/source.html`).text();
  const expected = wordsOf(shownText(await Bun.file(`${directory}/expected.html`).text()));
  const { output = "" } = await run({
    tool_id: "html-to-agent-markdown",
    input: { input: source },
  });
  const found = shownText(renderMarkdown(output, "gfm"));
  const kept = countShared(expected, wordsOf(found)) / expected.length;
  if (kept < LEAST_KEPT) return failed(name, `${Math.floor(kept * 100)} % of the words are kept`);
  const text = squeeze(found);
  const shown = hiddenText(source)
    .map(squeeze)
    .find((script) => script.length >= TELLING && text.includes(script));
  return shown === undefined ? passed(name) : failed(name, `a script is shown: ${shown}`);
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
