/** `purebox completions bash|zsh|fish`: commands, tool ids and a tool's fields. */
import { UsageError } from "../flags/usage-error.ts";
import { detailOf, ENTRIES, loadDetails } from "../registry.ts";
import { print } from "./print.ts";

const COMMANDS =
  "serve run search schema list batch pipeline mcp keys verify completions help version";
const TOOL_COMMANDS = ["run", "schema", "help"];
const RUN_FLAGS = [
  "json",
  "mode",
  "now",
  "seed",
  "receipt",
  "out",
  "force",
  "max-input-chars",
  "deadline",
  "help",
];

export default async function completions([shell]: readonly string[]): Promise<number> {
  const write = shell === undefined ? undefined : WRITERS.get(shell);
  if (!write) throw new UsageError("completions takes bash, zsh or fish");
  await loadDetails();
  print(write());
  return 0;
}

const WRITERS: ReadonlyMap<string, () => string> = new Map([
  ["bash", writeBash],
  ["zsh", () => `autoload -U +X bashcompinit && bashcompinit\n${writeBash()}`],
  ["fish", writeFish],
]);

function flagsOf(entry: (typeof ENTRIES)[number]): string[] {
  return [...Object.keys(detailOf(entry).input_schema.properties), ...RUN_FLAGS];
}

function writeBash(): string {
  const cases = ENTRIES.map(
    (entry) =>
      `      ${entry.id}) flags="${flagsOf(entry)
        .map((flag) => `--${flag}`)
        .join(" ")}";;`,
  );
  return `_purebox() {
  local word="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}" tool="\${COMP_WORDS[2]}" flags=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${COMMANDS}" -- "$word"))
  elif [ "$COMP_CWORD" -eq 2 ] && [[ " ${TOOL_COMMANDS.join(" ")} " == *" $command "* ]]; then
    COMPREPLY=($(compgen -W "${ENTRIES.map(({ id }) => id).join(" ")}" -- "$word"))
  elif [ "$command" = run ] && [[ "$word" == --* ]]; then
    case "$tool" in
${cases.join("\n")}
    esac
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -F _purebox purebox`;
}

function writeFish(): string {
  const tools = ENTRIES.map(({ id, summary }) => {
    const about = summary.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`);
    return `complete -c purebox -f -n '__fish_seen_subcommand_from ${TOOL_COMMANDS.join(" ")}' -a ${id} -d '${about}'`;
  });
  const flags = ENTRIES.flatMap((entry) =>
    flagsOf(entry).map(
      (flag) => `complete -c purebox -n '__fish_seen_subcommand_from ${entry.id}' -l ${flag}`,
    ),
  );
  return [
    `complete -c purebox -f -n __fish_use_subcommand -a '${COMMANDS}'`,
    ...tools,
    ...flags,
  ].join("\n");
}
