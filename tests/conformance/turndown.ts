import { shownHtml } from "../support/comparable-html.ts";
import { renderMarkdown } from "../support/render-markdown.ts";
import { differs, failed, passed, type RunTool, type Suite, type Verdict } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly input: string;
  readonly expect: string;
  readonly options: { readonly linkStyle?: string };
}

const DIFFERENT: Readonly<Record<string, string>> = {
  "td-057": "a pre without code is code too",
};

/** The Markdown renders as the expected one does. */
const suite: Suite = {
  name: "turndown",
  tools: ["html-to-agent-markdown"],
  floor: { passed: 75, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const row = JSON.parse(line) as Row;
      const reason = DIFFERENT[row.id];
      yield reason === undefined ? await judgeRow(row, run) : differs(row.id, reason);
    }
  },
};
export default suite;

async function judgeRow({ id, input, expect, options }: Row, run: RunTool): Promise<Verdict> {
  const links = options.linkStyle === "referenced" ? "reference" : "inline";
  const given = { input, content: "full", links };
  const { output = "" } = await run({ tool_id: "html-to-agent-markdown", input: given });
  const found = shownHtml(renderMarkdown(output, "gfm"));
  return found === shownHtml(renderMarkdown(expect, "gfm")) ? passed(id) : failed(id, output);
}
