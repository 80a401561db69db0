import { failed, passed, skipped, type Suite } from "../suite.ts";

interface Row {
  readonly id: string;
  readonly file: string;
  readonly fn: string;
  readonly args: readonly [{ readonly $Date: readonly (number | string)[] }];
  readonly expect: unknown;
}

/** Judges days of the year and weeks of ISO 8601, local time being UTC. */
const suite: Suite = {
  name: "deno-std",
  tools: ["timestamp-converter"],
  floor: { passed: 76, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const { id, file, fn, args, expect } = JSON.parse(line) as Row;
      if (!file.startsWith("datetime/")) continue;
      if (!/^(?:dayOfYear|weekOfYear)/.test(fn)) {
        yield skipped(`${id} ${fn}`, "patterns for reading and writing dates");
        continue;
      }
      const day = dayOf(args[0].$Date);
      if (!/^\d{4}-/.test(day)) {
        yield skipped(`${id} ${fn}`, "years outside 0001 to 9999");
        continue;
      }
      const { value } = await run({ tool_id: "timestamp-converter", input: { input: day } });
      const { dayOfYear, isoWeek } = value as { dayOfYear: number; isoWeek: string };
      const found = fn.startsWith("day") ? dayOfYear : Number(isoWeek.slice(6, 8));
      yield found === expect ? passed(id) : failed(id, `${day}: ${found}, expected ${expect}`);
    }
  },
};
export default suite;

function dayOf(parts: readonly (number | string)[]): string {
  const [first, month = 0, day = 1] = parts;
  if (typeof first === "string") return first.slice(0, first.indexOf("T"));
  return new Date(Date.UTC(Number(first), Number(month), Number(day))).toISOString().slice(0, 10);
}
