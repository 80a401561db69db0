import { readFileSync } from "node:fs";
import { eventsOf, libraryEventsOf } from "./yaml-events.ts";
import { parseYaml } from "../../tools/_lib/yaml/stream.ts";
import { printYaml } from "../../tools/_lib/yaml/print.ts";
let ok = 0,
  bad = 0;
const verbose = process.argv.includes("-v");
for (const l of readFileSync("/work/shared/suites/yaml-suite/cases.jsonl", "utf8").split("\n")) {
  if (!l) continue;
  const c = JSON.parse(l);
  if (c.fail) continue;
  for (const layout of [
    { indent: 2, indentSequences: true, sortKeys: false },
    { indent: 4, indentSequences: false, sortKeys: false },
    { indent: 8, indentSequences: true, sortKeys: false },
  ]) {
    const p = parseYaml(c.yaml);
    const out = printYaml(p.stream!, layout)!;
    const q = parseYaml(out);
    const again = q.stream && printYaml(q.stream, layout);
    const ev = Bun.deepEquals(eventsOf(c.yaml), eventsOf(out)),
      lib = Bun.deepEquals(eventsOf(out), libraryEventsOf(out));
    const com = (s: any) => s?.comments.map((x: any) => s.text.slice(x.start, x.end)).join("\n");
    const cm = com(p.stream) === com(q.stream);
    if (ev && lib && cm && again === out) ok++;
    else {
      bad++;
      console.log("==", c.id, layout.indent, { ev, lib, cm, idem: again === out });
      console.log(c.yaml);
      console.log("--");
      console.log(out);
      console.log("--");
      if (again !== out) console.log(again, q.problems[0]);
    }
    if (verbose && layout.indent === 2)
      console.log("=====", c.id, c.name, "\n" + c.yaml + "-----\n" + out);
  }
}
console.log({ ok, bad });
