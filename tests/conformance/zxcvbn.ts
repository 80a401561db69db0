import { failed, passed, type Suite } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly password: string;
  readonly score: number;
  readonly guesses_log10: number;
  readonly warning: string;
}

interface Value {
  readonly score: number;
  readonly guessesLog10: number;
  readonly warning: string;
}

const suite: Suite = {
  name: "zxcvbn",
  tools: ["password-strength-checker"],
  floor: { passed: 59, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const { id, password, score, guesses_log10: guesses, warning } = JSON.parse(line) as Row;
      const { value } = await run({
        tool_id: "password-strength-checker",
        input: { password },
        options: { now: "2026-06-01T00:00:00Z" },
      });
      const found = value as Value;
      const agrees =
        found.score === score &&
        Math.abs(found.guessesLog10 - guesses) < 0.001 &&
        found.warning === warning;
      yield agrees ? passed(id) : failed(id, JSON.stringify([found, score, guesses, warning]));
    }
  },
};
export default suite;
