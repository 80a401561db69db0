import { failed, passed, skipped, type Suite } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly test: string;
  readonly base: string;
  readonly revision: string;
  /** The checks that upstream ran; all of them where there is none. */
  readonly check: readonly string[] | null;
  readonly expect_ids: readonly string[];
  readonly breaking: boolean;
}

interface Change {
  readonly id: string;
  readonly level: string;
}

/** What a row speaks of: the rules that it names, else those in the direction of its check. */
function isSpokenOf({ check, expect_ids }: Row, { id }: Change): boolean {
  if (!check?.length) return true;
  if (expect_ids.length > 0) return expect_ids.includes(id);
  const directions = ["request", "response"].filter((word) =>
    check.join(" ").toLowerCase().includes(word),
  );
  return directions.length === 0 || directions.some((word) => id.includes(word));
}

/** Whether a pair breaks clients, in the rules of which its row speaks. */
const suite: Suite = {
  name: "oasdiff",
  tools: ["openapi-surface-delta"],
  floor: { passed: 132, failed: 3 },
  async *judge(folder, run) {
    const lines = (await Bun.file(`${folder}/cases.jsonl`).text()).trim().split("\n");
    for (const row of lines.map((line) => JSON.parse(line) as Row)) {
      const { id, test, base, revision, expect_ids, breaking } = row;
      const name = `${id} ${test}`;
      if (base === revision && expect_ids.length > 0) {
        yield skipped(name, "upstream changes the document in code");
        continue;
      }
      const [before, after] = await Promise.all(
        [base, revision].map((file) => Bun.file(`${folder}/${file}`).text()),
      );
      const result = await run({ tool_id: "openapi-surface-delta", input: { before, after } });
      const { changes } = (result.value ?? { changes: [] }) as { changes: readonly Change[] };
      const found = changes.map((change) => change.id).join(" ");
      const breaks = changes.some((change) => change.level === "error" && isSpokenOf(row, change));
      const isRight = result.ok && breaks === breaking;
      yield isRight
        ? passed(name)
        : failed(name, `expected ${breaking} ${expect_ids.join(" ")}, found ${found}`);
    }
  },
};
export default suite;
