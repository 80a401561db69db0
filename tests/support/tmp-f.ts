import { readFileSync } from "node:fs";
import { eventsOf, libraryEventsOf } from "./yaml-events.ts";
import { parseYaml } from "../../tools/_lib/yaml/stream.ts";
import { printYaml } from "../../tools/_lib/yaml/print.ts";
const cases = readFileSync("/work/shared/suites/yaml-suite/cases.jsonl", "utf8")
  .split("\n")
  .filter(Boolean)
  .map((l) => JSON.parse(l).yaml as string);
let st = Number(process.argv[2] ?? 1);
const rnd = (n: number) => {
  st = (st + 0x6d2b79f5) | 0;
  let t = Math.imul(st ^ (st >>> 15), 1 | st);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % n;
};
const bits = [
  " ",
  "  ",
  "\n",
  "\t",
  "#",
  " #c",
  ":",
  ": ",
  "- ",
  "? ",
  ",",
  "[",
  "]",
  "{",
  "}",
  '"',
  "'",
  "&a ",
  "*a",
  "!t ",
  "|",
  ">",
  "a",
  "---\n",
  "...\n",
  "\n\n",
  "\\",
  "%",
  "x: y\n",
  "  - z\n",
  "# c\n",
  "\r\n",
];
const show = (s: string) => JSON.stringify(s);
let n = 0,
  acc = 0,
  evd = 0,
  fmt = 0;
const N = Number(process.argv[3] ?? 20000);
const lim = Number(process.argv[4] ?? 15);
for (; n < N; n++) {
  let t = cases[rnd(cases.length)]!;
  const k = 1 + rnd(2);
  for (let i = 0; i < k; i++) {
    const at = rnd(t.length + 1);
    const op = rnd(3);
    const b = bits[rnd(bits.length)]!;
    t =
      op === 0
        ? t.slice(0, at) + b + t.slice(at)
        : op === 1
          ? t.slice(0, at) + t.slice(at + 1 + rnd(3))
          : t.slice(0, at) + b + t.slice(at + 1 + rnd(3));
  }
  let a: string[] | undefined, b: string[] | undefined;
  try {
    a = eventsOf(t);
  } catch (e) {
    console.log("CRASH", show(t), e);
    continue;
  }
  try {
    b = libraryEventsOf(t);
  } catch {
    b = undefined;
  }
  const p = parseYaml(t);
  const alias = p.problems.some((x) => x.code === "YAML_UNDEFINED_ALIAS");
  if (!alias && (a === undefined) !== (b === undefined)) {
    if (!t.includes("%") && t.isWellFormed() && !/(^|\n)[ ]*\t|\r(?!\n)|\? /.test(t) && acc++ < lim)
      console.log(
        a ? "WE ACCEPT " : "LIB ACCEPTS",
        show(t),
        a ? "" : JSON.stringify(p.problems[0]),
      );
  } else if (a && b && !Bun.deepEquals(a, b)) {
    if (!/omap|(^|\s)! |!\n/.test(t) && evd++ < lim)
      console.log("EVENTS", show(t), "\n   ", a.join(" "), "\n   ", b.join(" "));
  }
  if (a && p.stream)
    for (const layout of [
      { indent: 2, indentSequences: true, sortKeys: false },
      { indent: 3, indentSequences: false, sortKeys: false },
    ]) {
      const out = printYaml(p.stream, layout)!;
      const q = parseYaml(out);
      const com = (s: any) => s?.comments.map((x: any) => s.text.slice(x.start, x.end)).join("\n");
      const e2 = eventsOf(out);
      const again = q.stream && printYaml(q.stream, layout);
      if (!Bun.deepEquals(a, e2) || again !== out || com(p.stream) !== com(q.stream)) {
        if (fmt++ < lim)
          console.log(
            "FORMAT",
            show(t),
            "\n   ",
            show(out),
            "\n   ",
            show(again ?? ""),
            JSON.stringify(q.problems[0] ?? ""),
          );
      }
      if (/[ \t]\n/.test(out) && !/[|>]/.test(out)) {
        if (fmt++ < lim) console.log("TRAIL", show(t), "\n   ", show(out));
      }
    }
}
console.log({ n, acc, evd, fmt });
