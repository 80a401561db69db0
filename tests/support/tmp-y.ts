import { readFileSync } from "node:fs";
import { eventsOf, libraryEventsOf } from "./yaml-events.ts";
let ok = 0,
  bad = 0;
for (const l of readFileSync("/work/shared/suites/yaml-suite/cases.jsonl", "utf8").split("\n")) {
  if (!l) continue;
  const c = JSON.parse(l);
  if (c.fail) {
    if (libraryEventsOf(c.yaml)) console.log("lib accepts", c.id);
    continue;
  }
  const a = eventsOf(c.yaml),
    b = libraryEventsOf(c.yaml);
  if (Bun.deepEquals(a, b)) ok++;
  else {
    bad++;
    console.log(c.id, JSON.stringify(c.yaml));
    for (let i = 0; i < Math.max(a?.length ?? 0, b?.length ?? 0); i++)
      if (a?.[i] !== b?.[i]) {
        console.log("   ours", a?.[i], "| lib", b?.[i]);
        break;
      }
    console.log(c.json);
  }
}
console.log({ ok, bad });
