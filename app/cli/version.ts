/** `purebox --version`. */
import { readKnownFlags } from "../flags/flags.ts";
import { SERVICE, SERVICE_VERSION } from "../registry.ts";
import type { Command } from "./command.ts";
import { EXIT_OK, print } from "./print.ts";

export default {
  usage: "",
  about: "the version of this program and of the interface it offers",
  flags: {},
  examples: [["version", "the date of the release"]],
  async run(args) {
    readKnownFlags(args, {});
    print(`${SERVICE} ${SERVICE_VERSION}`);
    return EXIT_OK;
  },
} satisfies Command;
