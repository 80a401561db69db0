import { encodeText, ENCODINGS, type Encoding } from "../../tools/_lib/agents/tokens/encodings.ts";
import { failed, passed, skipped, type Suite } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly encoding: string;
  readonly text: string;
  readonly tokens: readonly number[];
}

const suite: Suite = {
  name: "gpt-tokenizer",
  tools: ["token-counter"],
  floor: { passed: 180, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const row = JSON.parse(line) as Row;
      const encoding = ENCODINGS.find((name) => name === row.encoding);
      if (encoding === undefined) {
        yield skipped(row.id, `the tool does not name ${row.encoding}`);
        continue;
      }
      const result = await run({ tool_id: "token-counter", input: { text: row.text, encoding } });
      yield result.output === String(row.tokens.length) && sameTokens(row, encoding)
        ? passed(row.id)
        : failed(row.id, `${result.output} tokens, expected ${row.tokens.length}`);
    }
  },
};
export default suite;

/** The count could be right by chance; the ids cannot. */
function sameTokens({ text, tokens }: Row, encoding: Encoding): boolean {
  return JSON.stringify(encodeText(text, encoding)) === JSON.stringify(tokens);
}
