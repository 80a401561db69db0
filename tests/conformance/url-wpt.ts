import {
  differs,
  failed,
  passed,
  type RunTool,
  skipped,
  type Suite,
  type Verdict,
} from "./suite.ts";

const suite: Suite = {
  name: "url-wpt",
  tools: ["url-encoder", "base64"],
  floor: { passed: 569, failed: 0 },
  async *judge(folder, run) {
    yield* judgeUrls(await rowsOf(`${folder}/url/tests/urltestdata.json`), run);
    yield* judgePunycode(await rowsOf(`${folder}/idna/tests/punycode_tests.json`), run);
    yield* judgeBase64(await rowsOf(`${folder}/data-url/tests/base64.json`), run);
    yield* judgeDataUrls(await rowsOf(`${folder}/data-url/tests/data-urls.json`), run);
    for (const file of ["mime-types.json", "generated-mime-types.json"]) {
      yield* judgeMimeTypes(await rowsOf(`${folder}/data-url/tests/${file}`), run);
    }
  },
};
export default suite;

/** The rows of a file; strings among them are comments. */
async function rowsOf<T>(path: string): Promise<T[]> {
  const rows = (await Bun.file(path).json()) as (T | string)[];
  return rows.filter((row): row is T => typeof row !== "string");
}

interface UrlRow {
  readonly input: string;
  readonly base: string | null;
  readonly failure?: true;
  readonly href?: string;
  readonly [member: string]: unknown;
}

const MEMBERS = [
  "href",
  "origin",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
];

async function* judgeUrls(rows: readonly UrlRow[], run: RunTool): AsyncIterable<Verdict> {
  for (const row of rows) {
    const name = `url ${JSON.stringify(row.input)} against ${JSON.stringify(row.base)}`;
    const input = { input: row.input, base: row.base ?? "", action: "parse" };
    const { ok, output = "", value } = await run({ tool_id: "url-encoder", input });
    if (row.failure) {
      if (!ok) yield passed(name);
      else if (/xn--/i.test(row.input)) {
        yield differs(name, "an invalid xn-- label, which the standard has come to accept");
      } else yield failed(name, `accepted as ${output}`);
      continue;
    }
    const found = (value ?? {}) as Record<string, unknown>;
    const wrong = MEMBERS.find((member) => member in row && found[member] !== row[member]);
    yield wrong === undefined ? passed(name) : failed(name, `${wrong}: ${String(found[wrong])}`);
  }
}

interface PunycodeRow {
  readonly decoded: string;
  readonly encoded: string;
}

/** A label that a host can have comes out in both forms; others are text of no domain. */
async function* judgePunycode(rows: readonly PunycodeRow[], run: RunTool): AsyncIterable<Verdict> {
  for (const { decoded, encoded } of rows) {
    const name = `punycode ${encoded}`;
    const ascii = `xn--${encoded}`;
    const input = { input: `https://${ascii}.example/`, action: "parse" };
    const { ok, value } = await run({ tool_id: "url-encoder", input });
    const { hostname, hostnameUnicode } = (value ?? {}) as Record<string, string>;
    const isLabel = ascii === ascii.toLowerCase() && /^[\p{Ll}\p{Lo}\p{M}\d-]+$/u.test(decoded);
    if (!isLabel) yield skipped(name, "no valid label of a host");
    else {
      yield ok && hostname === `${ascii}.example` && hostnameUnicode === `${decoded}.example`
        ? passed(name)
        : failed(name, `${hostname} is ${hostnameUnicode}`);
    }
  }
}

async function* judgeBase64(
  rows: readonly (readonly [string, readonly number[] | null])[],
  run: RunTool,
): AsyncIterable<Verdict> {
  for (const [input, bytes] of rows) {
    const { ok, value } = await run({
      tool_id: "base64",
      input: { input, action: "decode", urlSafe: false },
    });
    yield sameBytes(`base64 ${JSON.stringify(input)}`, ok, value, bytes);
  }
}

function sameBytes(
  name: string,
  ok: boolean,
  value: unknown,
  expected: readonly number[] | null,
): Verdict {
  const found = ok ? (value as { hex: string }).hex : null;
  const wanted = expected && Buffer.from(expected).toString("hex");
  return found === wanted ? passed(name) : failed(name, `${found}, expected ${wanted}`);
}

type DataUrlRow =
  | readonly [string, string]
  | readonly [string, string, readonly number[]]
  | readonly [string, null];

async function* judgeDataUrls(rows: readonly DataUrlRow[], run: RunTool): AsyncIterable<Verdict> {
  for (const [input, mediaType, bytes = []] of rows) {
    const name = `data-url ${JSON.stringify(input)}`;
    const { ok, value } = await run({ tool_id: "base64", input: { input, action: "decode" } });
    const verdict = sameBytes(name, ok, value, mediaType === null ? null : bytes);
    const found = (value as { mediaType: string } | null)?.mediaType ?? null;
    const isTypeRight = mediaType === null || found === mediaType;
    yield isTypeRight ? verdict : failed(name, `${found}, expected ${mediaType}`);
  }
}

interface MimeRow {
  readonly input: string;
  readonly output: string | null;
}

/** A type stands before the comma of a data: URL, where it must not begin the data or be taken apart. */
async function* judgeMimeTypes(rows: readonly MimeRow[], run: RunTool): AsyncIterable<Verdict> {
  for (const { input, output } of rows) {
    const name = `mime ${JSON.stringify(input)}`;
    if (/[,#\t\n\r]|[^\u0020-\u007e]|;\s*base64$/i.test(input)) {
      yield skipped(name, "a URL cannot hold the type as it is");
      continue;
    }
    const { value } = await run({
      tool_id: "base64",
      input: { input: `data:${input},`, action: "decode" },
    });
    const found = (value as { mediaType: string } | null)?.mediaType;
    const wanted = input.startsWith(";") ? found : (output ?? "text/plain;charset=US-ASCII");
    yield found === wanted ? passed(name) : failed(name, `${found}, expected ${wanted}`);
  }
}
