import { differs, failed, passed, skipped, type Suite } from "./suite.ts";

interface Row {
  readonly id: string;
  readonly input: string;
  readonly expect: Readonly<Record<string, string>> | string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Rows of change-case with options, as fields of the tool; a reason where it has none for them. */
function fieldsOf(options: Row["options"]): Record<string, unknown> | string {
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(options)) {
    if (name !== "separateNumbers") return `no option ${name}`;
    fields["splitNumbers"] = options[name];
  }
  return fields;
}

/** Headlines that title-case 4 capitalises by other rules than those that the tool states. */
const OTHER_TITLES: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\n/, "line by line: a last word of a line is capitalised"],
  [/^\S+$/, "a line without white space is an identifier here"],
  [/\bthat colo|\bv\b/, "another list of small words"],
  [/\bin-or/, "small words inside a compound stay small here"],
  [/ [“‘][Tt]he /, "a title in quotes begins with a small word here"],
  [/\bon: /, "a small word before a colon stays small here"],
  [/U\.N\. and/, "an abbreviation ends a sentence as any full stop does"],
  [/[*_] and/, "marks of Markdown do not end a sentence here"],
];

/** Judges identifier cases by change-case, and headlines by title-case. */
const suite: Suite = {
  name: "change-case",
  tools: ["case-converter"],
  floor: { passed: 121, failed: 0 },
  async *judge(folder, run) {
    for (const { id, input, expect, options } of await rows(`${folder}/cases.jsonl`)) {
      const fields = fieldsOf(options);
      for (const [name, wanted] of Object.entries(expect)) {
        const row = `${id} ${name}`;
        if (typeof fields === "string") {
          yield skipped(row, fields);
          continue;
        }
        if (name === "sentenceCase" && /\s/.test(input) && /[^\p{L}\p{N}\s]/u.test(input)) {
          yield differs(row, "a sentence keeps its punctuation here");
          continue;
        }
        const request = { input, case: name, ...fields };
        const { output = "" } = await run({ tool_id: "case-converter", input: request });
        yield output === wanted ? passed(row) : failed(row, `${output}, expected ${wanted}`);
      }
    }
    for (const row of await rows(`${folder}/packages_title-case_src_index.spec.ts.jsonl`)) {
      const { id, input, expect, options } = row;
      if (typeof expect !== "string") {
        yield skipped(id, "not a conversion");
        continue;
      }
      const reason =
        Object.keys(options).length > 0
          ? "sentences of title-case keep inner capitals"
          : OTHER_TITLES.find(([pattern]) => pattern.test(input))?.[1];
      if (reason !== undefined) {
        yield differs(id, reason);
        continue;
      }
      const { output } = await run({ tool_id: "case-converter", input: { input, case: "title" } });
      yield output === expect ? passed(id) : failed(id, `${output}, expected ${expect}`);
    }
  },
};
export default suite;

async function rows(file: string): Promise<Row[]> {
  const text = await Bun.file(file).text();
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
}
