/** `bun run new tool|kit ID`: writes a unit that keeps every law but one example, and says how to go on. */
import { ROOMS } from "./rooms.ts";

const [kind, id = ""] = Bun.argv.slice(2);

if ((kind !== "tool" && kind !== "kit") || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id)) {
  console.error("usage: bun run new tool|kit ID (lower case, words joined by hyphens)");
  process.exit(2);
}
for (const taken of [`tools/${id}.ts`, `kits/${id}.ts`]) {
  if (!(await Bun.file(taken).exists())) continue;
  console.error(`${taken} exists already`);
  process.exit(1);
}

const target = `${kind}s/${id}.ts`;
const template = await Bun.file(`build/templates/${kind}.ts`).text();
const words = id.split("-").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
await Bun.write(
  target,
  template
    .replaceAll(`../../${kind}s/`, "./")
    .replaceAll("../../tools/", "../tools/")
    .replaceAll("new-unit", id)
    .replaceAll("New Unit", words.join(" "))
    .replaceAll("NEW_UNIT", id.replaceAll("-", "_").toUpperCase())
    .replace(/(?<=version: ")[^"]*/, new Date().toISOString().slice(0, 10)),
);
// A long id moves line ends.
Bun.spawnSync([process.execPath, "fmt", target]);

const widest = Math.max(...ROOMS.map((room) => room.name.length));
const rooms = ROOMS.map((room) => `     tools/_lib/${room.name.padEnd(widest)}  ${room.purpose}`);
const tried = `bun run try ${id}`;
console.log(`${target} is there and keeps every law, but for an example that waits for the real work.

1. Write it. ${kind}s/_core/${kind}.ts says what each member means, tools/_core/fields.ts has more kinds of fields.
   Code of this ${kind} alone goes into ${kind}s/${id}/, tests of it alone into tests/${kind}s/${id}.test.ts.
   Engines that units share are in rooms; each imports only itself and those above it:
${rooms.join("\n")}
2. ${tried}    until it is content: all that holds for this ${kind}, in seconds
3. ${"bun run lock".padEnd(tried.length)}    takes down what it promises at its version
4. ${"bun run test".padEnd(tried.length)}    everything, in minutes`);
