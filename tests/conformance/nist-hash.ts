import { failed, passed, type Suite } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly alg: string;
  readonly msg_hex: string;
  readonly text: string | null;
  readonly digest: string;
}

const suite: Suite = {
  name: "nist-hash",
  tools: ["hash-generator"],
  floor: { passed: 850, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const { id, alg, msg_hex, text: plain, digest } = JSON.parse(line) as Row;
      const message =
        plain === null
          ? { text: msg_hex, textEncoding: "hex" }
          : { text: plain, textEncoding: "utf8" };
      const { output = "" } = await run({
        tool_id: "hash-generator",
        input: { ...message, algorithms: alg },
      });
      yield output === digest ? passed(`${id} ${alg}`) : failed(`${id} ${alg}`, output);
    }
  },
};
export default suite;
