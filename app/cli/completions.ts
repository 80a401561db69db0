/** `purebox completions bash|zsh|fish`: a shell asks this program itself for the words that may follow. */
import { readKnownFlags } from "../flags/flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import type { Command } from "./command.ts";
import { EXIT_OK, print } from "./print.ts";

// Candidates come one in a line, behind a tab what they are. Where there is none the shell completes files.

const SCRIPTS: ReadonlyMap<string, string> = new Map([
  [
    "bash",
    `_purebox() {
  local word
  COMPREPLY=()
  while IFS= read -r word; do COMPREPLY+=("$word"); done \\
    < <(purebox __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" | cut -f 1)
}
complete -o default -F _purebox purebox`,
  ],
  [
    "zsh",
    `#compdef purebox
_purebox() {
  local -a found
  found=("\${(@f)$(purebox __complete "\${(@)words[2,CURRENT]}" | cut -f 1)}")
  if [[ -n "$found" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
if [[ "\${funcstack[1]}" == _purebox ]]; then _purebox "$@"; else compdef _purebox purebox; fi`,
  ],
  [
    "fish",
    `function __purebox
  purebox __complete (commandline -opc)[2..-1] (commandline -ct)
end
complete -c purebox -a '(__purebox)'`,
  ],
]);

const SHELLS = [...SCRIPTS.keys()];

export default {
  usage: SHELLS.join("|"),
  about: "completions for a shell: commands, tools, flags and their words",
  flags: {},
  examples: [
    ["completions bash > ~/.local/share/bash-completion/completions/purebox", "for bash"],
    ["completions zsh > ~/.zfunc/_purebox", "for zsh, where ~/.zfunc is in fpath"],
    ["completions fish > ~/.config/fish/completions/purebox.fish", "for fish"],
  ],
  first: SHELLS,
  run: completions,
} satisfies Command;

async function completions(args: readonly string[]): Promise<number> {
  const { words } = readKnownFlags(args, {});
  const script = words.length === 1 ? SCRIPTS.get(words[0] ?? "") : undefined;
  if (script === undefined) throw new UsageError(`completions takes ${SHELLS.join(", ")}`);
  print(script);
  return EXIT_OK;
}
