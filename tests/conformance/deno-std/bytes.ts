import type { RunRequest } from "../../../app/run/types.ts";
import { failed, passed, skipped, type Suite } from "../suite.ts";

interface Options {
  readonly locale?: unknown;
  readonly signed?: boolean;
  readonly bits?: boolean;
  readonly binary?: boolean;
}

interface Row {
  readonly id: string;
  readonly file: string;
  readonly args: readonly [size: number, options?: Options];
  readonly expect: string;
}

/** Why no tool's text covers a row. */
function reasonAgainst([size, { locale = false, signed, bits, binary }]: [number, Options]) {
  if (size < 0) return "a size is 0 or more";
  if (signed) return "no plus signs";
  if (locale !== false) return "no locale's decimal sign";
  if (size === 1e30) return "its prefixes end at yotta";
  if (binary && size === 1001) return "it has three significant digits, not two decimals";
  return bits && binary ? "rates have prefixes of 1000" : undefined;
}

/** Judges byte counts written for people; counts of bits as rates. */
const suite: Suite = {
  name: "deno-std",
  tools: ["file-size-converter", "bandwidth-calculator"],
  floor: { passed: 18, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const { id, file, args, expect } = JSON.parse(line) as Row;
      if (file !== "fmt/bytes_test.ts") continue;
      const [size, options = {}] = args;
      const reason = reasonAgainst([size, options]);
      if (reason !== undefined) {
        yield skipped(id, reason);
        continue;
      }
      const { output = "", value } = await run(requestFor(size, options));
      const sizes = value as { humanSi?: string; humanIec?: string };
      const found = (options.binary ? sizes.humanIec : sizes.humanSi) ?? output;
      const expected = expectedOf(expect, options);
      yield found === expected ? passed(id) : failed(id, `${found}, expected ${expected}`);
    }
  },
};
export default suite;

function requestFor(size: number, { bits }: Options): RunRequest {
  return bits
    ? { tool_id: "bandwidth-calculator", input: { rate: `${size} bps` } }
    : { tool_id: "file-size-converter", input: { value: size } };
}

/** A bit is written bit, also without a prefix, and 1024 bytes KiB. */
function expectedOf(text: string, { bits }: Options): string {
  return bits ? `${text.replace(/ b$/, " bit")}/s` : text.replace("kiB", "KiB");
}
