import { failed, passed, skipped, type Suite } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly input: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly expect?: string;
  readonly kind?: "must_fail";
}

/** Compares what the two sentences are about: numbers and names, not wording. */
const suite: Suite = {
  name: "cronstrue",
  tools: ["cron-expression-explainer"],
  floor: { passed: 39, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const row = JSON.parse(line) as Row;
      const name = `${row.id} ${row.input}`;
      const input = { expression: row.input, extensions: true };
      const { ok, output = "" } = await run({ tool_id: "cron-expression-explainer", input });
      if (row.kind === "must_fail") {
        yield ok ? failed(name, `accepted: ${output}`) : passed(name);
        continue;
      }
      const reason = notCovered(row);
      if (reason !== undefined) {
        yield skipped(name, reason);
        continue;
      }
      const found = factsOf(output);
      const missing = [...factsOf(row.expect ?? "")].filter((fact) => !found.has(fact));
      yield missing.length === 0
        ? passed(name)
        : failed(name, `${output} lacks ${missing.join(", ")} of: ${row.expect}`);
    }
  },
};
export default suite;

function notCovered({ input, options = {} }: Row): string | undefined {
  if (options["dayOfWeekStartIndexZero"] === false || options["monthStartIndexZero"] === true) {
    return "days or months counted otherwise";
  }
  if (options["logicalAndDayFields"] === true) return "another rule for the two day fields";
  if (input === "@reboot") return "@reboot has no time";
  if (input === "garbage") return "an error text in place of a sentence";
  const fields = input.trim().split(/\s+/);
  if (!input.startsWith("@") && fields.length !== 5) return "six or seven fields";
  if (/W\d/.test(input) || /-L/.test(input)) return "upstream's own syntax";
  return undefined;
}

const NAMES =
  /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|last|first|second|third|fourth|fifth|nearest/g;

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Names, numbers, and hours and minutes of times; without 0 and the 59 that ends a span. */
function factsOf(sentence: string): Set<string> {
  const facts = new Set<string>(sentence.match(NAMES));
  for (const [, first = "", last = ""] of sentence.matchAll(/(\w+day) through (\w+day)/g)) {
    for (let day = DAYS.indexOf(first); DAYS[day] !== last && day < 7; day++)
      facts.add(DAYS[day] ?? "");
  }
  for (const [, ...numbers] of sentence.matchAll(/every (\d+)\w\w .*? from (\d+) through (\d+)/g)) {
    const [step = 1, first = 0, last = 0] = numbers.map(Number);
    for (let value = first; value <= last; value += step) facts.add(String(value));
  }
  const plain = sentence
    .replace(/every \d+ days of the week/, "")
    .replace(/(\d+):(\d+)( [AP]M)?/g, (_, hour: string, minute: string, half = "") => {
      const hours = half === "" ? Number(hour) : (Number(hour) % 12) + (half === " PM" ? 12 : 0);
      return `${hours} ${minute}`;
    });
  for (const number of plain.match(/\d+/g) ?? []) facts.add(String(Number(number)));
  facts.delete("0");
  facts.delete("59");
  return facts;
}
