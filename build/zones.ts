/**
 * Writes tools/_lib/time/zone/data.ts from the compiled files of one IANA time zone release:
 * `bun build/zones.ts /usr/share/zoneinfo`. The folder's tzdata.zi names the release and every zone and link.
 */
import { changesOfYear, type Rule, readRule } from "../tools/_lib/time/zone/rule.ts";

const FIRST_RELEASE = "2026f";
const TARGET = "tools/_lib/time/zone/data.ts";
/** TZif files list single changes up to this year. */
const LAST_LISTED_YEAR = 2037;

interface ZoneFile {
  /** `ABBREVIATION OFFSET` of each period that occurs. */
  readonly periods: readonly string[];
  readonly first: number;
  readonly changes: readonly { readonly at: number; readonly to: number }[];
  readonly footer: string;
}

/** Reads the 64-bit block and the footer of a TZif file (RFC 9636). */
function readZoneFile(bytes: Uint8Array): ZoneFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const second = 44 + blockLength(readCounts(view, 0), 4);
  const counts = readCounts(view, second);
  const times = second + 44;
  const indices = times + counts.times * 8;
  const types = indices + counts.times;
  const names = types + counts.types * 6;
  const end = second + 44 + blockLength(counts, 8);
  const footer = new TextDecoder().decode(bytes.subarray(end)).trim();

  const abbreviation = (index: number): string => {
    const from = names + index;
    return new TextDecoder().decode(bytes.subarray(from, bytes.indexOf(0, from)));
  };
  const periods: string[] = [];
  const periodOf = (type: number): number => {
    const at = types + type * 6;
    const period = `${abbreviation(view.getUint8(at + 5))} ${view.getInt32(at)}`;
    const known = periods.indexOf(period);
    return known >= 0 ? known : periods.push(period) - 1;
  };
  const first = periodOf(0);
  const changes: { at: number; to: number }[] = [];
  for (let index = 0; index < counts.times; index++) {
    const to = periodOf(view.getUint8(indices + index));
    if (to !== (changes.at(-1)?.to ?? first)) {
      changes.push({ at: Number(view.getBigInt64(times + index * 8)), to });
    }
  }
  return { periods, first, changes, footer };
}

interface Counts {
  readonly flags: number;
  readonly leaps: number;
  readonly times: number;
  readonly types: number;
  readonly characters: number;
}

function readCounts(view: DataView, at: number): Counts {
  if (view.getUint32(at) !== 0x545a6966) throw new Error("Not a TZif file");
  const count = (index: number): number => view.getUint32(at + 20 + index * 4);
  return {
    flags: count(0) + count(1),
    leaps: count(2),
    times: count(3),
    types: count(4),
    characters: count(5),
  };
}

function blockLength(counts: Counts, timeBytes: number): number {
  const { flags, leaps, times, types, characters } = counts;
  return times * (timeBytes + 1) + types * 6 + characters + leaps * (timeBytes + 4) + flags;
}

/** Leaves out the changes at the end that the rule gives again. */
function listedChanges({ periods, changes, footer }: ZoneFile): ZoneFile["changes"] {
  const rule = readRule(footer);
  for (let kept = 0; kept < changes.length; kept++) {
    const from = changes[kept - 1]?.at ?? Number.NEGATIVE_INFINITY;
    const year = new Date((changes[kept]?.at ?? 0) * 1000).getUTCFullYear();
    const ruled = changesByRule(rule, year - 1, from);
    const listed = changes.slice(kept).map(({ at, to }) => `${at} ${periods[to]}`);
    if (kept > 0 && ruled.join() === listed.join()) return changes.slice(0, kept);
  }
  return changes;
}

function changesByRule(rule: Rule, firstYear: number, after: number): string[] {
  const ruled: string[] = [];
  for (let year = firstYear; year <= LAST_LISTED_YEAR; year++) {
    for (const { at, to } of changesOfYear(rule, year)) {
      if (at > after) ruled.push(`${at} ${to.abbreviation} ${to.offset}`);
    }
  }
  return ruled;
}

/** Quarter-hours in base 36, and after a point the seconds beyond them where there are some. */
function packTime(seconds: number): string {
  const size = Math.abs(seconds);
  const rest = size % 900 === 0 ? "" : `.${(size % 900).toString(36)}`;
  return `${seconds < 0 ? "-" : ""}${Math.floor(size / 900).toString(36)}${rest}`;
}

function pack(names: readonly string[], file: ZoneFile): string {
  const changes = listedChanges(file);
  const times = changes.map(({ at }, index) => packTime(at - (changes[index - 1]?.at ?? 0)));
  const order = [file.first, ...changes.map(({ to }) => to)];
  if (order.some((index) => index >= 36)) throw new Error(`Too many periods in ${names[0]}`);
  return [
    names.join(" "),
    file.periods.join(","),
    order.map((index) => index.toString(36)).join(""),
    times.join(" "),
    file.footer,
  ].join("|");
}

const folder = Bun.argv[2] ?? "/usr/share/zoneinfo";
const source = await Bun.file(`${folder}/tzdata.zi`).text();
const release = /^# version (\S+)/.exec(source)?.[1] ?? "";
if (release < FIRST_RELEASE)
  throw new Error(`${folder} holds ${release || "no release"}, not ${FIRST_RELEASE}`);

const names = [...source.matchAll(/^(?:Z (\S+)|L \S+ (\S+))/gm)].map(
  ([, zone, link]) => zone ?? link ?? "",
);
const groups = new Map<string, string[]>();
for (const name of names) {
  const key = Buffer.from(await Bun.file(`${folder}/${name}`).bytes()).toString("latin1");
  groups.set(key, [...(groups.get(key) ?? []), name]);
}
const lines = Array.from(groups, ([key, group]) =>
  pack(group, readZoneFile(new Uint8Array(Buffer.from(key, "latin1")))),
).toSorted();
await Bun.write(
  TARGET,
  [
    "// Generated by build/zones.ts from the IANA Time Zone Database (public domain). Do not edit.",
    `export const TZDATA_VERSION = ${JSON.stringify(release)};`,
    "",
    "/** A line for each zone: names | periods | their order | times of change, each from the one before | rule after them. */",
    `export const ZONES =\n  ${JSON.stringify(lines.join("\n"))};`,
    "",
  ].join("\n"),
);
console.log(
  `${names.length} names, ${lines.length} zones, release ${release}, ${lines.join("\n").length} characters`,
);
