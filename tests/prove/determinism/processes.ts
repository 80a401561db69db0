/** Engines that run the tools' files in a process of their own: Bun from source, and Node from a bundle of the same. */
import { $ } from "bun";
import type { Call } from "./calls.ts";
import type { Party, Reference } from "./compare.ts";
import type { Form, Outcome } from "./outcome.ts";

const CHILD = "tests/prove/determinism/child.ts";

/** Where an engine believes to be: results depend neither on its time zone nor on its language. */
export interface Place {
  readonly zone: string;
  readonly language: string;
}

export function environmentOf({ zone, language }: Place): Record<string, string> {
  return { TZ: zone, LANG: `${language}.UTF-8`, LC_ALL: `${language}.UTF-8` };
}

export const said = ({ zone, language }: Place): string => `${zone}, ${language}`;

interface Started {
  readonly name: string;
  readonly command: readonly string[];
  readonly place: Place;
  readonly publicUrl: string;
  /** For the files of calls. */
  readonly folder: string;
}

let files = 0;

function processParty({ name, command, place, publicUrl, folder }: Started): Party {
  return {
    name,
    async ask(calls: readonly Call[], form: Form) {
      const path = `${folder}/calls-${files++}.jsonl`;
      await Bun.write(path, calls.map((call) => JSON.stringify(call)).join("\n"));
      const child = Bun.spawn([...command, path, form, publicUrl], {
        stdio: ["ignore", "pipe", "inherit"],
        env: { ...process.env, ...environmentOf(place) },
      });
      const text = await new Response(child.stdout).text();
      const code = await child.exited;
      if (code !== 0) throw new Error(`${name} ended with ${code}`);
      return text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Outcome);
    },
  };
}

type Where = Omit<Started, "name" | "command">;

export function bunFromSource(where: Where): Party {
  const name = `Bun ${Bun.version}, from source`;
  return processParty({ name, command: [process.execPath, CHILD], ...where });
}

/** The last call first: nothing may depend on what a process did before. */
export function inReverse({ name, ask }: Party): Party {
  return {
    name: `${name}, in reverse order`,
    ask: async (calls, form) => (await ask(calls.toReversed(), form)).toReversed(),
  };
}

/** Asks the party once for each call that many others are compared by. */
export function referenceOf(party: Party): Reference & { learn(calls: readonly Call[]): void } {
  const known = new Map<string, Outcome>();
  let learning = Promise.resolve();
  const keyOf = ({ tool_id, input, options }: Call) => JSON.stringify([tool_id, input, options]);
  const learn = async (calls: readonly Call[]): Promise<void> => {
    const unknown = calls.filter((call) => !known.has(keyOf(call)));
    if (unknown.length === 0) return;
    const outcomes = await party.ask(unknown, "digest");
    for (const [index, call] of unknown.entries()) {
      known.set(keyOf(call), outcomes[index] as Outcome);
    }
  };
  return {
    learn(calls) {
      learning = learning.then(() => learn(calls));
    },
    async ask(calls, form) {
      if (form === "text") return party.ask(calls, form);
      this.learn(calls);
      await learning;
      return calls.map((call) => known.get(keyOf(call)) as Outcome);
    },
  };
}

/** The same files for any engine of JavaScript. */
export async function bundleFor(folder: string): Promise<string> {
  const outdir = `${folder}/bundle`;
  const built = await Bun.build({
    entrypoints: [CHILD],
    target: "node",
    format: "esm",
    splitting: true,
    outdir,
  });
  if (!built.success) throw new AggregateError(built.logs, "The tools cannot be bundled");
  return `${outdir}/child.js`;
}

/** What tools use and engines of before 2025 have not, with the functions of it. */
const STAND_IN = "core-js/proposals/array-buffer-base64.js";
const MISSING = `for (const [of, names] of [
  [Uint8Array, ["fromBase64", "fromHex"]],
  [Uint8Array.prototype, ["toBase64", "toHex", "setFromBase64", "setFromHex"]],
]) for (const name of names) if (!(name in of)) console.log(name);`;

export interface Node {
  readonly party: Party;
  /** Functions that a library stands in for. */
  readonly missing: readonly string[];
}

/** Undefined where the version cannot be fetched or run here. */
export async function nodeOf(
  version: string,
  script: string,
  where: Where,
): Promise<Node | undefined> {
  const root = `${where.folder}/node-${version}`;
  await Bun.write(`${root}/package.json`, "{}");
  const packages = [`node@${version}`, "core-js@3"];
  const installed = await $`npm install --no-save ${packages}`.cwd(root).quiet().nothrow();
  const node = `${root}/node_modules/node/bin/node`;
  const ran = await $`${node} --version`.quiet().nothrow();
  if (installed.exitCode !== 0 || ran.exitCode !== 0) return undefined;
  const missing = (await $`${node} -e ${MISSING}`.text()).split("\n").filter(Boolean);
  const standIn = missing.length > 0 ? ["--import", `${root}/node_modules/${STAND_IN}`] : [];
  const name = `Node ${ran.text().trim().slice(1)}`;
  return { party: processParty({ name, command: [node, ...standIn, script], ...where }), missing };
}
