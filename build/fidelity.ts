/** Writes the table of fidelity into the README; with `--check` it says whether it stands there already. */
import { fidelityTable } from "../tests/support/fidelity.ts";

const README = "README.md";
const BEGIN = "<!-- fidelity -->\n";
const END = "\n<!-- /fidelity -->";

const text = await Bun.file(README).text();
const [start, end] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
if (start < BEGIN.length || end < start) throw new Error(`${README} has no place for the table`);
const written = text.slice(0, start) + (await fidelityTable()) + text.slice(end);
if (process.argv.includes("--check")) process.exitCode = written === text ? 0 : 1;
else await Bun.write(README, written);
