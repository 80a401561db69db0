import { failed, passed, type RunTool, skipped, type Suite, type Verdict } from "../suite.ts";

const VERSIONS = ["1.0", "1.1"] as const;

type Version = (typeof VERSIONS)[number];

const suite: Suite = {
  name: "toml-test",
  tools: ["toml-formatter"],
  floor: { passed: 722, failed: 0 },
  async *judge(folder, run) {
    for (const version of VERSIONS) {
      const list = await Bun.file(`${folder}/tests/files-toml-${version}.0`).text();
      for (const file of list.split("\n").filter((line) => line.endsWith(".toml"))) {
        const name = `${version} ${file}`;
        const text = decode(await Bun.file(`${folder}/tests/${file}`).bytes());
        if (text === undefined) yield skipped(name, "not UTF-8, so it cannot reach a text field");
        else if (file.startsWith("invalid/")) yield await judgeInvalid(name, text, version, run);
        else {
          const tagged = Bun.file(`${folder}/tests/${file.replace(/toml$/, "json")}`);
          yield await judgeValid(name, text, version, await tagged.json(), run);
        }
      }
    }
  },
};
export default suite;

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function judgeInvalid(
  name: string,
  text: string,
  version: Version,
  run: RunTool,
): Promise<Verdict> {
  const input = { input: text, version };
  const formatted = await run({ tool_id: "toml-formatter", input });
  const checked = await run({ tool_id: "toml-formatter", input: { ...input, action: "validate" } });
  if (formatted.ok || checked.valid !== false) return failed(name, "accepted");
  return passed(name);
}

/** The data has to be right before and after formatting, and a second formatting changes nothing. */
async function judgeValid(
  name: string,
  text: string,
  version: Version,
  tagged: unknown,
  run: RunTool,
): Promise<Verdict> {
  const tool_id = "toml-formatter";
  const first = await run({ tool_id, input: { input: text, version } });
  if (!first.ok) return failed(name, `refused: ${first.errors[0]?.message}`);
  const second = await run({ tool_id, input: { input: first.output, version } });
  if (second.output !== first.output) return failed(name, `not idempotent: ${first.output}`);
  const sorted = await run({ tool_id, input: { input: text, version, action: "sort" } });
  const again = await run({ tool_id, input: { input: sorted.output, version } });
  for (const { value } of [first, second, again]) {
    const { data, special } = value as Value;
    const types = new Map(special.map(({ path, type }) => [path, type]));
    const wrong = mismatch(data, tagged, "", types);
    if (wrong !== undefined) return failed(name, wrong);
  }
  return passed(name);
}

interface Value {
  readonly data: unknown;
  readonly special: readonly { readonly path: string; readonly type: string }[];
}

/** The first place at which data differ from the suite's, whose scalars are `{ type, value }`. */
function mismatch(
  data: unknown,
  tagged: unknown,
  path: string,
  types: ReadonlyMap<string, string>,
): string | undefined {
  const { type, value } = tagged as { type?: unknown; value?: unknown };
  if (typeof type === "string" && typeof value === "string") {
    if (isEqual(data, types.get(path), type, value)) return undefined;
    return `${path} is ${JSON.stringify(data)}, expected ${type} ${value}`;
  }
  const keys = Object.keys(tagged as object);
  if (typeof data !== "object" || data === null || Array.isArray(data) !== Array.isArray(tagged)) {
    return `${path} is ${JSON.stringify(data)}, expected a container`;
  }
  if (Object.keys(data).length !== keys.length) return `${path} has other members`;
  for (const key of keys) {
    const token = key.replaceAll("~", "~0").replaceAll("/", "~1");
    const member = (tagged as Record<string, unknown>)[key];
    const found = (data as Record<string, unknown>)[key];
    const wrong = mismatch(found, member, `${path}/${token}`, types);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function isEqual(data: unknown, special: string | undefined, type: string, value: string): boolean {
  const moment = MOMENTS[type];
  if (moment !== undefined) {
    return special === moment && spelling(String(data)) === spelling(value);
  }
  if (type === "string") return data === value && special === undefined;
  if (type === "bool") return data === (value === "true");
  const infinite = /^[+]?(-?)(inf|nan)$/i.exec(value.toLowerCase());
  if (infinite !== null) return data === (infinite[2] === "nan" ? "nan" : infinite[1] + "inf");
  if (type === "integer") return String(data) === value || Number(value) === 0;
  return Number(data) === Number(value);
}

const MOMENTS: Readonly<Record<string, string>> = {
  datetime: "offset-date-time",
  "datetime-local": "local-date-time",
  "date-local": "local-date",
  "time-local": "local-time",
};

/** A moment in one spelling: capital letters, seconds written, no zeros at the end of the fraction. */
function spelling(text: string): string {
  const upper = text.toUpperCase().replace(" ", "T");
  const seconds = upper.replace(/((?:^|T)\d\d:\d\d)(?=$|Z|[+-])/, "$1:00");
  return seconds.replace(/(\.\d*?)0+(?=$|Z|[+-])/, "$1").replace(/\.(?=$|Z|[+-])/, "");
}
