import { shownHtml } from "../../support/comparable-html.ts";
import { comparable, renderMarkdown } from "../../support/render-markdown.ts";
import { failed, passed, skipped, type RunTool, type Suite, type Verdict } from "../suite.ts";

interface Row {
  readonly id: string;
  readonly section: string;
  readonly html: string;
}

/** Reason → the rows that the tool does not give back, and why it does not. */
const DIFFERENT: Readonly<Record<string, readonly number[]>> = {
  "HTML that no Markdown makes": [21, 31, 201, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643],
  "an element of which nothing is seen is left out": [
    79, 126, 129, 130, 138, 144, 218, 237, 239, 240, 280, 284, 334, 484, 487,
  ],
  "a link to nowhere or to the same page is text": [200, 485, 486, 501, 567],
  "emphasis inside the same emphasis is not seen": [
    369, 373, 389, 407, 408, 409, 417, 418, 419, 425, 426, 427, 432, 461, 463, 464, 465, 466, 468,
  ],
  "a list is loose where an item has blocks besides text": [61, 278, 300, 318, 320, 321],
  "a title is one line": [196],
};

const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries(DIFFERENT).flatMap(([reason, rows]) =>
    rows.map((row) => [`cm-${row}`, reason] as const),
  ),
);

/** The Markdown of the suite's HTML renders as that HTML again. */
const suite: Suite = {
  name: "commonmark",
  tools: ["html-to-agent-markdown"],
  floor: { passed: 529, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const row = JSON.parse(line) as Row;
      const reason = /html/i.test(row.section)
        ? "HTML that no Markdown makes"
        : REASONS.get(row.id);
      yield reason === undefined ? await judgeRow(row, run) : skipped(row.id, reason);
    }
  },
};
export default suite;

async function judgeRow({ id, html }: Row, run: RunTool): Promise<Verdict> {
  const input = { input: html, content: "full", stripTracking: false };
  const { output = "" } = await run({ tool_id: "html-to-agent-markdown", input });
  const found = shownHtml(renderMarkdown(output));
  const expected = shownHtml(comparable(html));
  return found === expected ? passed(id) : failed(id, `${output} shows ${found}, not ${expected}`);
}
