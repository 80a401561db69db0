import { LONGEST_OUTPUT } from "../_lib/results/output-limit.ts";
import type { Problem } from "../_lib/results/syntax-problem.ts";
import { beginning } from "../_lib/text/shown.ts";
import { readBash } from "./bash.ts";
import { readCmd } from "./cmd.ts";
import type { ShellCommand, ShellScript, ShellWord } from "./command.ts";
import { baseName } from "./form.ts";
import { OptionGroup } from "./group.ts";
import { type CurlOption, nearestOption, optionByLetter, optionByName } from "./option-table.ts";
import type { CurlRequest, Failure } from "../curl-converter.ts";

export interface CurlScript {
  readonly requests: readonly CurlRequest[];
  /** Options that change what is shown, not what is sent; each short one by itself. */
  readonly ignored: readonly string[];
  /** Options that change the request in a way that is not followed. */
  readonly unsupported: readonly string[];
  /** URLs with ranges or lists that curl would expand. */
  readonly globs: readonly string[];
  readonly expansions: readonly ShellWord[];
  /** Whether a pipe or a redirection was left out. */
  readonly shellIgnored: boolean;
}

export type Shell = "auto" | "bash" | "cmd";

/** Requests that no output has room for, as many URLs share much. */
export const TOO_LARGE = "too large";

/** Reads one or several curl commands; nothing is run and no file is opened. */
export function readCurl(
  source: string,
  shell: Shell,
): CurlScript | Problem<Failure> | typeof TOO_LARGE {
  const script = isCmd(source, shell) ? readCmd(source) : readBash(source);
  if ("code" in script) return script;
  return new CurlReader(script).read();
}

function isCmd(source: string, shell: Shell): boolean {
  return (
    shell === "cmd" || (shell === "auto" && (source.includes('^"') || / \^\r?$/m.test(source)))
  );
}

const PREFIXES = new Set(["sudo", "time", "env", "command", "exec", "nohup"]);
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;
const CURL = /^(?:curl|curl\.exe)$/i;
const GLOB = /\{[^{}]*\}|\[[0-9a-z]+-[0-9a-z]+(?::[0-9]+)?\]/i;
const IPV6_HOST = /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#@]*@)?\[[0-9a-f:.%]+\]/i;

class CurlReader {
  readonly #script: ShellScript;
  readonly #requests: CurlRequest[] = [];
  readonly #ignored: string[] = [];
  readonly #unsupported: string[] = [];
  readonly #globs: string[] = [];
  #room = LONGEST_OUTPUT;
  #problem: Problem<Failure> | undefined;

  constructor(script: ShellScript) {
    this.#script = script;
  }

  read(): CurlScript | Problem<Failure> | typeof TOO_LARGE {
    let found = false;
    for (const command of this.#script.commands) {
      const args = argumentsOf(command);
      if (!args) continue;
      found = true;
      this.#readCommand(args, command);
      if (this.#problem) return this.#problem;
      if (this.#room < 0) return TOO_LARGE;
    }
    if (!found) return problem("CURL_NOT_FOUND", 0, "no curl command", "curl and a URL");
    return {
      requests: this.#requests,
      ignored: this.#ignored,
      unsupported: [...new Set(this.#unsupported)],
      globs: this.#globs,
      expansions: this.#script.expansions,
      shellIgnored: this.#script.ignored.length > 0,
    };
  }

  #readCommand(args: readonly ShellWord[], { input, words }: ShellCommand): void {
    let group = new OptionGroup(input);
    let optionsEnded = false;
    const end = args.at(-1) ?? (words.at(-1) as ShellWord);
    for (let at = 0; at < args.length && !this.#problem; at++) {
      const word = args[at] as ShellWord;
      if (optionsEnded || word.text === "-" || !word.text.startsWith("-")) {
        this.#addUrl(group, word.text);
      } else if (word.text === "--") optionsEnded = true;
      else {
        for (const read of this.#options(word, args[at + 1])) {
          const { option, value, negated, shown } = read;
          if (read.usesNext) at++;
          if (option.name === "next") {
            this.#finish(group, word.start);
            group = new OptionGroup(input);
          } else this.#apply(group, option, value, negated, shown);
        }
      }
    }
    if (!this.#problem) this.#finish(group, end.start);
  }

  #finish(group: OptionGroup, offset: number): void {
    const conflict = group.conflict();
    if (conflict) {
      const { first, second } = conflict;
      this.#problem ??= problem(
        "CURL_OPTION_CONFLICT",
        offset,
        `${first} with ${second}`,
        "one of the two",
      );
    } else if (group.urls.length === 0) {
      this.#problem ??= problem("CURL_URL_MISSING", offset, "no URL", "a URL");
    } else {
      this.#room -= group.length;
      if (this.#room >= 0) for (const request of group.requests()) this.#requests.push(request);
    }
  }

  #addUrl(group: OptionGroup, url: string): void {
    group.urls.push(url);
    if (group.globbing && GLOB.test(url.replace(IPV6_HOST, ""))) this.#globs.push(url);
  }

  #options(word: ShellWord, next: ShellWord | undefined): ReadOption[] {
    return word.text.startsWith("--") ? this.#long(word, next) : this.#short(word, next);
  }

  #long({ text, start }: ShellWord, next: ShellWord | undefined): ReadOption[] {
    const found = optionByName(text.slice(2));
    if (!found) return this.#unknown(text, start, text.slice(2));
    const { option, negated } = found;
    if (option.takesValue && !next) return this.#valueMissing(text, start);
    const value = option.takesValue ? (next?.text ?? "") : "";
    return [{ option, negated, value, shown: text, usesNext: option.takesValue }];
  }

  /** Short options in one word, the last of them perhaps with its value: `-sSLXPOST`. */
  #short({ text, start }: ShellWord, next: ShellWord | undefined): ReadOption[] {
    const options: ReadOption[] = [];
    for (let at = 1; at < text.length; at++) {
      const letter = text[at] ?? "";
      const option = optionByLetter(letter);
      const shown = `-${letter}`;
      if (!option) return this.#unknown(shown, start + at, letter);
      if (!option.takesValue) {
        options.push({ option, negated: false, value: "", shown, usesNext: false });
        continue;
      }
      const value = at + 1 < text.length ? text.slice(at + 1) : next?.text;
      if (value === undefined) return this.#valueMissing(shown, start + at);
      const usesNext = at + 1 >= text.length;
      options.push({ option, negated: false, value, shown, usesNext });
      break;
    }
    return options;
  }

  #unknown(shown: string, offset: number, name: string): ReadOption[] {
    const near = nearestOption(name);
    const hint = near === undefined ? {} : { hint: `Did you mean --${near}?` };
    const found = `the option ${beginning(shown, 80)}`;
    this.#problem ??= {
      ...problem("CURL_OPTION_UNKNOWN", offset, found, "an option of curl"),
      ...hint,
    };
    return [];
  }

  #valueMissing(shown: string, offset: number): ReadOption[] {
    const found = `${shown} at the end of the command`;
    this.#problem ??= problem("CURL_OPTION_VALUE_MISSING", offset, found, "its value");
    return [];
  }

  #apply(
    group: OptionGroup,
    option: CurlOption,
    value: string,
    negated: boolean,
    shown: string,
  ): void {
    if (option.effect === "none") this.#ignored.push(shown);
    else if (option.effect === "unsupported") this.#unsupported.push(shown);
    else if (option.name === "url") this.#addUrl(group, value);
    else if (!EFFECTS[option.name]?.(group, value, !negated)) this.#unsupported.push(shown);
  }
}

interface ReadOption {
  readonly option: CurlOption;
  readonly negated: boolean;
  readonly value: string;
  /** As it was given. */
  readonly shown: string;
  /** The next word is its value. */
  readonly usesNext: boolean;
}

/** The words behind `curl`, past assignments and `sudo` and the like; undefined for another command. */
function argumentsOf({ words }: ShellCommand): readonly ShellWord[] | undefined {
  let at = 0;
  for (; at < words.length; at++) {
    const text = words[at]?.text ?? "";
    if (!PREFIXES.has(text) && !ASSIGNMENT.test(text)) break;
  }
  return CURL.test(baseName(words[at]?.text ?? "")) ? words.slice(at + 1) : undefined;
}

/** Takes an option into the group; false for a value that curl would not read. */
type Effect = (group: OptionGroup, value: string, on: boolean) => boolean;

const set =
  (change: (group: OptionGroup, value: string, on: boolean) => void): Effect =>
  (group, value, on) => {
    change(group, value, on);
    return true;
  };

const number =
  (change: (group: OptionGroup, value: number | null) => void): Effect =>
  (group, value) => {
    const read = Number(value);
    if (value.trim() === "" || Number.isNaN(read)) return false;
    change(group, read < 0 ? null : read);
    return true;
  };

const http = (version: "1.0" | "1.1" | "2" | "3") =>
  set((group) => {
    group.options.httpVersion = version;
  });
const data = (kind: "ascii" | "raw" | "binary" | "urlencode" | "json") =>
  set((group, value) => group.addData(kind, value));
const auth = (type: "basic" | "digest" | "ntlm" | "negotiate") =>
  set((group, _, on) => {
    if (on) group.authType = type;
  });
const proxy = (scheme: string) =>
  set((group, value) => {
    group.options.proxy = value === "" ? null : scheme + value;
  });

const EFFECTS: Readonly<Record<string, Effect>> = {
  basic: auth("basic"),
  digest: auth("digest"),
  ntlm: auth("ntlm"),
  negotiate: auth("negotiate"),
  user: set((group, value) => (group.user = value)),
  "oauth2-bearer": set((group, value) => (group.bearer = value)),
  cacert: set((group, value) => (group.options.cacert = value)),
  cert: set((group, value) => (group.options.cert = value)),
  key: set((group, value) => (group.options.key = value)),
  compressed: set((group, _, on) => (group.options.compressed = on)),
  insecure: set((group, _, on) => (group.options.insecure = on)),
  location: set((group, _, on) => (group.options.followRedirects = on)),
  "location-trusted": set((group, _, on) => (group.options.followRedirects = on)),
  fail: set((group, _, on) => (group.options.fail = on)),
  "fail-with-body": set((group, _, on) => (group.options.fail = on)),
  "connect-timeout": number((group, value) => (group.options.connectTimeoutSeconds = value)),
  "max-time": number((group, value) => (group.options.timeoutSeconds = value)),
  "max-redirs": number((group, value) => (group.options.maxRedirects = value)),
  retry: number((group, value) => (group.options.retry = value)),
  "http1.0": http("1.0"),
  "http1.1": http("1.1"),
  http2: http("2"),
  "http2-prior-knowledge": http("2"),
  http3: http("3"),
  "http3-only": http("3"),
  data: data("ascii"),
  "data-ascii": data("ascii"),
  "data-raw": data("raw"),
  "data-binary": data("binary"),
  "data-urlencode": data("urlencode"),
  json: data("json"),
  form: (group, value) => group.addForm(value),
  "form-string": (group, value) => {
    const equals = value.indexOf("=");
    if (equals >= 0)
      group.addField({ name: value.slice(0, equals), value: value.slice(equals + 1) });
    return equals >= 0;
  },
  get: set((group, _, on) => (group.get = on)),
  head: set((group, _, on) => (group.head = on)),
  globoff: set((group, _, on) => (group.globbing = !on)),
  header: set((group, value) => group.addHeader(value)),
  cookie: set((group, value) => group.addCookie(value)),
  "user-agent": set((group, value) => group.setUserAgent(value)),
  referer: set((group, value) => (group.referer = value.replace(/;auto$/, ""))),
  "path-as-is": set((group, _, on) => (group.options.pathAsIs = on)),
  range: set((group, value) => (group.range = value)),
  request: set((group, value) => (group.method = value)),
  "upload-file": set((group, value) => (group.uploads = value)),
  "url-query": set((group, value) => group.addQuery(value)),
  output: set((group, value) => group.outputs.push(value)),
  "remote-name": set((group) => group.outputs.push("")),
  proxy: proxy(""),
  socks4: proxy("socks4://"),
  socks4a: proxy("socks4a://"),
  socks5: proxy("socks5://"),
  "socks5-hostname": proxy("socks5h://"),
};

function problem(code: Failure, offset: number, found: string, expected: string): Problem<Failure> {
  return { code, offset, found, expected };
}
