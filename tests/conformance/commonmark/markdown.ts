import { comparable, type Dialect, renderMarkdown } from "../../support/render-markdown.ts";
import { failed, passed, type RunTool, type Suite, type Verdict } from "../suite.ts";

interface Row {
  readonly id: string;
  readonly markdown: string;
  readonly html: string;
}

/** Characters that the option `unicode` takes out or makes plain; they are part of some rows' HTML. */
const UNUSUAL = /[\u00a0\u00ad\u180e\u200b\u2007\u202a-\u202f\u2060\u2066-\u2069\ufeff]/;

/** Cleaning changes no rendered block or text, and cleaning what is clean changes nothing. */
export function markdownSuite(name: string, dialect: Dialect, rows: number): Suite {
  return {
    name,
    tools: ["markdown-cleaner"],
    floor: { passed: rows, failed: 0 },
    async *judge(folder, run) {
      const text = await Bun.file(`${folder}/cases.jsonl`).text();
      for (const line of text.split("\n").filter(Boolean)) {
        yield await judgeRow(JSON.parse(line) as Row, dialect, run);
      }
    },
  };
}

export default markdownSuite("commonmark", "commonmark", 652);

async function judgeRow(
  { id, markdown, html }: Row,
  dialect: Dialect,
  run: RunTool,
): Promise<Verdict> {
  const unicode = !UNUSUAL.test(markdown);
  const clean = async (input: string) => {
    const { output } = await run({ tool_id: "markdown-cleaner", input: { input, unicode } });
    return output ?? "";
  };
  const output = await clean(markdown);
  if ((await clean(output)) !== output) return failed(id, `not idempotent: ${output}`);
  // The renderer writes other HTML than GFM's suite, for images say: there, what it makes of the input is expected.
  const expected = dialect === "commonmark" ? comparable(html) : renderMarkdown(markdown, dialect);
  const found = renderMarkdown(output, dialect);
  return found === expected
    ? passed(id)
    : failed(id, `${output} renders as ${found}, not ${expected}`);
}
