import type { ShellCommand, ShellProblem, ShellScript, ShellWord } from "./command.ts";

/**
 * Splits a Windows command line: first as cmd.exe does (`^` escapes outside quotes, `%%`), then as a program
 * splits its arguments (`\"` and `""` inside quotes).
 */
export function readCmd(source: string): ShellScript | ShellProblem {
  const { commands, ignored } = splitCommands(source.replaceAll("\r\n", "\n"));
  const read: ShellCommand[] = [];
  for (const { text, start } of commands) {
    const words = splitArguments(text, start);
    if ("code" in words) return words;
    if (words.length > 0) read.push({ words, input: undefined });
  }
  return { commands: read, expansions: [], ignored };
}

interface CommandText {
  /** After cmd's own escapes. */
  readonly text: string;
  readonly start: number;
}

function splitCommands(source: string) {
  const commands: CommandText[] = [];
  const ignored: number[] = [];
  let text = "";
  let start = 0;
  let quoted = false;
  let dropped = false;
  const end = (at: number) => {
    commands.push({ text, start });
    text = "";
    start = at;
    quoted = false;
    dropped = false;
  };
  const put = (part: string) => {
    if (!dropped) text += part;
  };
  for (let at = 0; at < source.length; at++) {
    const character = source[at] ?? "";
    if (character === "^" && !quoted) {
      at++;
      // A caret at the end of a line takes the line's end away and the character behind it as it is.
      if (source[at] === "\n") at++;
      put(source[at] ?? "");
    } else if (character === "%" && source[at + 1] === "%") {
      at++;
      put("%");
    } else if (character === "\n") end(at + 1);
    else if (quoted || !/[&|<>]/.test(character)) {
      if (character === '"') quoted = !quoted;
      put(character);
    } else if (character === "&" || source[at + 1] === character) {
      if (source[at + 1] === character) at++;
      end(at + 1);
    } else {
      ignored.push(at);
      dropped = true;
    }
  }
  end(source.length);
  return { commands, ignored };
}

function splitArguments(text: string, start: number): ShellWord[] | ShellProblem {
  const words: ShellWord[] = [];
  for (let at = 0; at < text.length;) {
    if (/\s/.test(text[at] ?? "")) {
      at++;
      continue;
    }
    const word = readArgument(text, at);
    if (word === undefined) {
      return {
        code: "SHELL_SYNTAX",
        offset: start + at,
        found: "a double quote that never closes",
        expected: '"',
      };
    }
    words.push({ text: word.text, start: start + at });
    at = word.end;
  }
  return words;
}

function readArgument(text: string, from: number): { text: string; end: number } | undefined {
  let word = "";
  let quoted = false;
  let at = from;
  for (; at < text.length; at++) {
    const character = text[at] ?? "";
    if (character === "\\") {
      const slashes = /\\+/y;
      slashes.lastIndex = at;
      const run = slashes.exec(text)?.[0].length ?? 1;
      const escapes = text[at + run] === '"';
      word += "\\".repeat(escapes ? Math.floor(run / 2) : run);
      at += run - 1;
      if (escapes && run % 2 === 1) {
        word += '"';
        at++;
      }
    } else if (character === '"') {
      if (quoted && text[at + 1] === '"') {
        word += '"';
        at++;
      } else quoted = !quoted;
    } else if (!quoted && /\s/.test(character)) break;
    else word += character;
  }
  return quoted ? undefined : { text: word, end: at };
}
