/** Who is asked: the engines, and the doors of the service. */
import { $ } from "bun";
import type { Browser } from "playwright-core";
import { nameFor } from "../../../build/release/write.ts";
import { hasBrowser, launchBrowser } from "../../support/browser.ts";
import { canEmulate, EMULATED } from "../../support/emulator.ts";
import { commandOf } from "../../support/program.ts";
import { patientFor, type Server, startServer } from "../../support/server.ts";
import { units } from "../../support/run-unit.ts";
import { chromiumEngine, pagesOfUnits } from "./chromium.ts";
import { commandLine, ownFlags, withPatience } from "./command-line.ts";
import type { Party } from "./compare.ts";
import { bundleFor, environmentOf, nodeOf, type Place, said } from "./processes.ts";
import { httpDoors, runRoute } from "./service.ts";
import { stdioParty } from "./stdio.ts";

/** Each engine is somewhere else, where the clock and the words are others. */
const PLACES = {
  executable: { zone: "Asia/Kathmandu", language: "hi_IN" },
  newest: { zone: "Pacific/Chatham", language: "tr_TR" },
  older: { zone: "America/St_Johns", language: "ar_EG" },
  chromium: { zone: "Pacific/Apia", language: "de_CH" },
  arm64: { zone: "Africa/Casablanca", language: "fa_IR" },
} satisfies Record<string, Place>;

/** Which a call may take: it is asked what is answered, not how soon. */
const SECONDS = 600;

export interface Engine {
  readonly party: Party;
  readonly place: string;
  /** Too slow for more than the examples. */
  readonly isSlow?: boolean;
}

export interface Parties {
  readonly engines: readonly Engine[];
  readonly doors: readonly Party[];
  /** A process for each call. */
  readonly commandLine: Party;
  /** They tell those who read from where they came. */
  readonly pages: { readonly party: Party; readonly publicUrl: string } | undefined;
  /** What was stood in for, and what could not be asked. */
  readonly notes: readonly string[];
  stop(): Promise<void>;
}

/** `publicUrl`: what kits name as the service. */
export async function partiesFor(folder: string, publicUrl: string): Promise<Parties> {
  const notes: string[] = [flagsNote()];
  const server = await startServer(
    "binary",
    [...patientFor(SECONDS), "--data", `${folder}/data`, "--public-url", publicUrl],
    environmentOf(PLACES.executable),
  );
  const browser = hasBrowser ? await launchBrowser() : undefined;
  if (!browser) notes.push("Not run: Chromium and the page, as there is no Chromium here.");
  const executable = {
    party: runRoute("The executable, over HTTP", server.base),
    place: said(PLACES.executable),
  };
  const [program = ""] = commandOf("binary");
  return {
    engines: [
      executable,
      ...(await nodes(folder, publicUrl, notes)),
      ...chromium(browser, server, publicUrl),
      ...(await emulated(folder, publicUrl, notes)),
    ],
    doors: [...httpDoors(server.base), stdioParty("MCP over standard input", [program], publicUrl)],
    commandLine: commandLine([program], folder),
    pages: browser && {
      party: pagesOfUnits({ browser, base: server.base, place: PLACES.chromium }),
      publicUrl: server.base,
    },
    notes,
    async stop() {
      await browser?.close();
      await server.stop();
    },
  };
}

function flagsNote(): string {
  const taken = units.flatMap(({ id }) => {
    const names = ownFlags({ tool_id: id }).map((name) => `--${name}`);
    return names.length > 0 ? `${id} (${names.join(", ")})` : [];
  });
  return `The command line: \`purebox run\` with every field a flag. Where a flag of the command is a field of the tool, and where text is not well-formed Unicode, the call goes to \`purebox batch -\`: ${taken.join(", ")}.`;
}

async function nodes(folder: string, publicUrl: string, notes: string[]): Promise<Engine[]> {
  const script = await bundleFor(folder);
  const engines: Engine[] = [];
  for (const [version, place] of [
    ["latest", PLACES.newest],
    ["20", PLACES.older],
  ] as const) {
    const node = await nodeOf(version, script, { place, publicUrl, folder });
    if (node) engines.push({ party: node.party, place: said(place) });
    else notes.push(`Not run: Node ${version}, which could not be fetched.`);
    if (node && node.missing.length > 0) {
      const names = node.missing.join(", ");
      notes.push(`${node.party.name} lacks ${names} of Uint8Array; core-js stands in for these.`);
    }
  }
  return engines;
}

function chromium(browser: Browser | undefined, { base }: Server, publicUrl: string): Engine[] {
  if (!browser) return [];
  const place = PLACES.chromium;
  const party = chromiumEngine({ browser, base, place }, publicUrl);
  return [{ party, place: said(place) }];
}

const ARM64 = "linux-arm64";

async function emulated(folder: string, publicUrl: string, notes: string[]): Promise<Engine[]> {
  const place = PLACES.arm64;
  const to = `${folder}/release`;
  const build = $`${process.execPath} build/release.ts --only ${ARM64} --to ${to}`;
  const isBuilt = canEmulate && (await build.quiet().nothrow()).exitCode === 0;
  if (!isBuilt) {
    notes.push("Not run: the executable for arm64, as it could not be built or emulated here.");
    return [];
  }
  notes.push(
    "The executable for arm64 runs in an emulator, so it is asked no more than the examples, over MCP on standard input.",
  );
  const command = [...EMULATED, `${to}/${nameFor(ARM64)}`];
  const name = "The executable for arm64, emulated";
  const party = stdioParty(name, command, publicUrl, environmentOf(place));
  return [{ party: withPatience(party, command), place: said(place), isSlow: true }];
}
