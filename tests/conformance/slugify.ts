import { differs, failed, passed, skipped, type Suite } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly ctx: string;
  readonly input: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly expect: string;
}

const SEPARATORS: ReadonlySet<unknown> = new Set(["-", "_", ".", "~", ""]);

/** Judges @sindresorhus/slugify: ASCII and the transliteration of what is not. */
const suite: Suite = {
  name: "slugify",
  tools: ["slug-generator"],
  floor: { passed: 33, failed: 0 },
  async *judge(folder, run) {
    const text = await Bun.file(`${folder}/cases.jsonl`).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const row = JSON.parse(line) as Row;
      const reason = reasonToSkip(row);
      if (reason !== undefined) {
        yield skipped(row.id, reason);
        continue;
      }
      const otherwise = readOtherwise(row.input);
      if (otherwise !== undefined) {
        yield differs(row.id, otherwise);
        continue;
      }
      const { lowercase = true, decamelize = true, separator = "-" } = row.options;
      const preserved = (row.options["preserveCharacters"] ?? []) as readonly string[];
      // Any separator can be written afterwards where no other character stays.
      const isKnown = SEPARATORS.has(separator);
      const input = {
        input: row.input,
        lowercase,
        decamelize,
        separator: isKnown ? separator : "-",
        keep: preserved.join(""),
      };
      const { output = "" } = await run({ tool_id: "slug-generator", input });
      const slug = isKnown ? output : output.replaceAll("-", String(separator));
      yield slug === row.expect
        ? passed(row.id)
        : failed(row.id, `${slug}, expected ${row.expect}`);
    }
  },
};
export default suite;

function reasonToSkip({ ctx, input, options, expect }: Row): string | undefined {
  const foreign = ["customReplacements", "preserveLeadingUnderscore", "preserveTrailingDash"];
  const option = foreign.find((name) => name in options);
  if (option) return `no option ${option}`;
  if (ctx === "counter" && expect !== input.replaceAll(" ", "-"))
    return "the number depends on rows before it that are not in the data";
  return undefined;
}

function readOtherwise(input: string): string | undefined {
  if (/\p{Extended_Pictographic}/u.test(input)) return "pictures have no name here";
  if (/\p{Script=Armenian}/u.test(input)) return "another transliteration of Armenian";
  if (/^FOO360$|^APIs$/.test(input)) return "words as in case-converter";
  return undefined;
}
