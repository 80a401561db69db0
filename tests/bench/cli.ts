/**
 * `bun run bench:cli [--json]`: the executable as a whole process against the programs that a terminal has for the
 * same work. All take turns, so that a slow moment of the machine meets all alike; the empty program, compiled as
 * purebox is, says how much of a figure is the start of Bun.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { tell } from "../support/proof.ts";
import { median } from "../support/measured.ts";

const ROUNDS = 9;
const SMALL = 100_000;
const LARGE = 10_000_000;
const PROGRAM = "dist/purebox";

interface Case {
  readonly what: string;
  readonly own: readonly string[];
  readonly peer: readonly string[];
  readonly bound: number;
  /** Why the bytes of the two may differ, where they do. */
  readonly differ?: string;
}

interface Row {
  readonly what: string;
  readonly peer: string;
  readonly own_ms: number;
  readonly peer_ms: number;
  readonly empty_ms: number;
  readonly ratio: number;
  readonly bound: number;
  readonly holds: boolean;
  readonly output: string;
}

const folder = await mkdtemp(`${tmpdir()}/bench-cli-`);

async function file(name: string, content: string | Uint8Array): Promise<string> {
  await Bun.write(`${folder}/${name}`, content);
  return `${folder}/${name}`;
}

interface Record {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly share: number;
  readonly tags: readonly string[];
  readonly note: string | null;
}

/** The same in every run: as much as comes to about `length` characters. */
function records(length: number): Record[] {
  const list: Record[] = [];
  for (let id = 0, written = 0; written < length; id++) {
    const record = {
      id: 1000 + id,
      name: `Café ${id} "Zürich" \u{1f600}`,
      price: id % 40,
      share: ((id * 7919) % 1_000_003) / 1_000_003,
      tags: ["new", `group ${id % 12}`],
      note: id % 3 === 0 ? null : `Line one\nline two of ${id}`,
    };
    list.push(record);
    written += JSON.stringify(record).length;
  }
  return list;
}

/** As Python's json.dumps: `1.0` for a float, letters beyond ASCII as escapes, `, ` and `: ` on one line. */
function pythonJson(list: readonly Record[], indent: number | undefined): string {
  const floats = JSON.stringify(list, null, indent).replaceAll(
    /("price": ?)(\d+)/g,
    (_, key: string, digits: string) => `${key}${digits}.0`,
  );
  const ascii = floats.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  if (indent !== undefined) return ascii;
  // None of the strings has a quotation mark next to a comma or a colon.
  return ascii.replaceAll(/([\]"\d}l]),(?=["[{])/g, "$1, ").replaceAll(/":(?=["[{\dn])/g, '": ');
}

function xml(list: readonly Record[]): string {
  const rows = list.map(
    ({ id, name, price, tags }) =>
      `<item id="${id}"><name>${name}</name><price currency="CHF">${price}</price>${tags
        .map((tag) => `<tag>${tag}</tag>`)
        .join("")}<empty/></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<items>${rows.join("")}</items>\n`;
}

function yaml(list: readonly Record[]): string {
  const rows = list.map(
    ({ id, name, price, share, tags }) =>
      `- id: ${id}\n  name: ${JSON.stringify(name)}\n  price: ${price}\n  share: ${share}\n  tags:\n${tags
        .map((tag) => `    - ${tag}\n`)
        .join("")}`,
  );
  return rows.join("");
}

function bytes(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 16;
  });
}

async function jsonCases(): Promise<Case[]> {
  const small = records(SMALL);
  const format = (path: string, what: string, bound = 1.2): Case => ({
    what,
    own: ["run", "json-formatter", path],
    peer: ["jq", ".", path],
    bound,
    differ: "numbers and escapes stay as written",
  });
  const jq = await file("jq.json", `${JSON.stringify(small, null, 2)}\n`);
  const python = await file("python.json", pythonJson(small, undefined));
  const compact = await file("compact.json", JSON.stringify(small));
  const large = records(LARGE);
  return [
    format(jq, "100 KB JSON as jq writes it"),
    format(python, "100 KB JSON as Python writes it"),
    format(await file("python1.json", pythonJson(small, 1)), "100 KB JSON of Python, indent 1"),
    format(await file("python2.json", pythonJson(small, 2)), "100 KB JSON of Python, indent 2"),
    format(await file("python4.json", pythonJson(small, 4)), "100 KB JSON of Python, indent 4"),
    format(compact, "100 KB JSON, compact"),
    {
      ...format(python, "100 KB JSON of Python, minified"),
      own: ["run", "json-formatter", "--action", "minify", python],
      peer: ["jq", "-c", ".", python],
    },
    {
      ...format(python, "100 KB JSON of Python, keys sorted"),
      own: ["run", "json-formatter", "--sort-keys", python],
      peer: ["jq", "-S", ".", python],
    },
    format(
      await file("large-jq.json", `${JSON.stringify(large, null, 2)}\n`),
      "10 MB JSON as jq writes it",
      1,
    ),
    format(
      await file("large-python.json", pythonJson(large, undefined)),
      "10 MB JSON as Python writes it",
      1,
    ),
  ];
}

async function otherCases(): Promise<Case[]> {
  const small = records(SMALL);
  const document = await file("data.xml", xml(small));
  const stream = await file("data.yaml", yaml(small));
  const binary = await file("data.bin", bytes(SMALL));
  return [
    {
      what: "100 KB YAML to JSON",
      own: ["run", "config-format-converter", "--from", "yaml", "--to", "json", stream],
      peer: ["yq", ".", stream],
      bound: 1.2,
    },
    {
      what: "100 KB XML",
      own: ["run", "xml-formatter", document],
      peer: ["xmllint", "--format", document],
      bound: 1.2,
    },
    {
      what: "100 KB hashed",
      own: ["run", "hash-generator", "--algorithms", "sha256", binary],
      peer: ["sha256sum", binary],
      bound: 1.2,
      differ: "the name of the file is not printed",
    },
    {
      what: "100 KB in base64",
      own: ["run", "base64", "--line-length", "76", binary],
      peer: ["base64", binary],
      bound: 1.2,
    },
  ];
}

async function emptyProgram(): Promise<string> {
  const outfile = `${folder}/empty`;
  await Bun.build({
    entrypoints: [await file("empty.ts", "")],
    target: "bun",
    format: "esm",
    bytecode: true,
    minify: true,
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
  });
  return outfile;
}

/** From the start of a process to its end, in milliseconds. */
function time(command: readonly string[]): number {
  const began = performance.now();
  const { success } = Bun.spawnSync([...command], { stdout: "ignore", stderr: "inherit" });
  if (!success) throw new Error(`${command.join(" ")} failed`);
  return performance.now() - began;
}

function measure({ what, own, peer, bound, differ }: Case, empty: string): Row {
  const commands = { own: [PROGRAM, ...own], peer, empty: [empty] };
  const took = { own: [] as number[], peer: [] as number[], empty: [] as number[] };
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of ["own", "peer", "empty"] as const) {
      const millis = time(commands[name]);
      if (round > 0) took[name].push(millis);
    }
  }
  const round = (value: number) => Math.round(value * 100) / 100;
  const ratio = round(median(took.own) / median(took.peer));
  return {
    what,
    peer: peer[0] ?? "",
    own_ms: round(median(took.own)),
    peer_ms: round(median(took.peer)),
    empty_ms: round(median(took.empty)),
    ratio,
    bound,
    holds: ratio <= bound,
    output: compareOutputs(commands.own, peer, differ),
  };
}

function compareOutputs(own: readonly string[], peer: readonly string[], differ = ""): string {
  const [ours, theirs] = [own, peer].map((command) => Bun.spawnSync([...command]).stdout);
  if (ours && theirs?.equals(ours)) return "same bytes";
  return differ === "" ? "OTHER BYTES" : `other bytes: ${differ}`;
}

const rows: Row[] = [];
const skipped: string[] = [];
const empty = await emptyProgram();
for (const one of [...(await jsonCases()), ...(await otherCases())]) {
  const [program = ""] = one.peer;
  if (Bun.which(program) === null) skipped.push(`${one.what} (${program})`);
  else rows.push(measure(one, empty));
}
await rm(folder, { recursive: true });

const outside = rows.filter(({ holds }) => !holds).length;
if (Bun.argv.includes("--json")) console.log(JSON.stringify(rows, null, 2));
else {
  await tell({
    name: "command-line",
    title: "The command line against the programs of a terminal",
    command: "bun run bench:cli",
    summary: `Whole processes that do the same work, in turns, medians of ${ROUNDS} rounds; ${rows.length - outside} of ${rows.length} within their bounds. An empty program, compiled alike, says how much of a figure is the start of Bun.`,
    tables: [
      {
        title: "Milliseconds of a whole process",
        columns: [
          "work",
          "purebox",
          "peer",
          "of",
          "empty program",
          "ratio",
          "bound",
          "within",
          "output",
        ],
        rows: rows.map(({ what, peer, own_ms, peer_ms, empty_ms, ratio, bound, holds, output }) => [
          what,
          own_ms.toFixed(1),
          peer_ms.toFixed(1),
          peer,
          empty_ms.toFixed(1),
          ratio.toFixed(2),
          `at most ${bound}`,
          holds ? "yes" : "no",
          output,
        ]),
      },
    ],
    notes: skipped.map((what) => `Not run, as the program is not here: ${what}.`),
  });
}
process.exitCode = outside === 0 ? 0 : 1;
