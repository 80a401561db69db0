/** `purebox --version`. */
import { readKnownFlags } from "../flags/flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { SERVICE, SERVICE_VERSION } from "../registry.ts";
import type { Command } from "./command.ts";
import { EXIT_OK, print } from "./print.ts";

export default {
  usage: "",
  about: "the version of this program and of the interface it offers",
  flags: {},
  examples: [["version", "the date of the release"]],
  async run(args) {
    const { words } = readKnownFlags(args, {});
    if (words.length > 0) throw new UsageError(`version takes no words: ${words.join(" ")}`);
    print(`${SERVICE} ${SERVICE_VERSION}`);
    return EXIT_OK;
  },
} satisfies Command;
