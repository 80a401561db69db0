/** Writes tools/_lib/secrets/common-passwords/frequency-lists.gen.ts: the lists of zxcvbn (MIT), each one text. */
import lists from "zxcvbn/lib/frequency_lists.js";
import packages from "../package.json" with { type: "json" };
import { stateOf, writeTexts } from "./text-module.ts";

const TARGET = "tools/_lib/secrets/common-passwords/frequency-lists.gen.ts";

export async function writeFrequencyLists(): Promise<void> {
  const by = "build/frequency-lists.ts";
  const state = await stateOf(by, [packages.dependencies.zxcvbn]);
  await writeTexts(TARGET, { by, state }, async () =>
    Object.fromEntries(Object.entries(lists).map(([name, words]) => [name, words.join("\n")])),
  );
}
