import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { type CurlScript, readCurl, TOO_LARGE } from "./curl-converter/read.ts";
import { forbiddenHeaders } from "./curl-converter/targets/javascript.ts";
import { type Target, TARGETS, writeTarget } from "./curl-converter/targets/write-target.ts";
import { problemEntry } from "./_lib/results/syntax-problem.ts";
import { OUTPUT_FAILURES, LONGEST_OUTPUT, outputTooLarge } from "./_lib/results/output-limit.ts";
import { beginning } from "./_lib/text/shown.ts";

const FAILURES = {
  CURL_NOT_FOUND: "There is no curl command",
  SHELL_SYNTAX: "A quote or a here-document never ends",
  CURL_URL_MISSING: "A curl command names no URL",
  CURL_OPTION_VALUE_MISSING: "An option stands at the end without its value",
  CURL_OPTION_UNKNOWN: "curl has no such option",
  CURL_OPTION_CONFLICT: "Two options cannot be given together",
  ...OUTPUT_FAILURES,
  TOOL_INPUT_INVALID: "Neither input nor command was given",
  REQUIRED: "Neither input nor command was given",
} as const;

export type Failure = keyof typeof FAILURES;

const WARNINGS = {
  SHELL_EXPANSION: "A variable or a command in its place is kept as text",
  SHELL_IGNORED: "A pipe or a redirection was left out",
  OPTION_UNSUPPORTED: "An option changes the request, and the target does not follow it",
  URL_GLOB: "curl would expand a range or list in the URL; it is kept as it is",
  FILE_NEEDED: "The request reads a file",
  CREDENTIALS_IN_COMMAND: "The command holds a credential",
  HEADER_FORBIDDEN: "A browser does not let scripts set this header",
  INSECURE_TLS: "Certificates are not checked",
} as const;

const INPUT = Type.Object({
  input: Type.Optional(Type.String({ description: "One or several curl commands" })),
  command: Type.Optional(Type.String({ description: "The same under another name" })),
  target: oneOf(TARGETS, {
    description:
      "fetch (browser), node (20 or later), python (requests), httpx, go, php (curl extension), httpie, har, json, curl (normalised)",
    default: "fetch",
  }),
  shell: oneOf(["auto", "bash", "cmd"], {
    description: 'Whose quotes the command has; auto takes cmd for ^" and for lines that end in ^',
    default: "auto",
  }),
});

const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);
const NULLABLE_NUMBER = Type.Union([Type.Number(), Type.Null()]);

const PART = Type.Union([
  Type.Object({ text: Type.String() }),
  Type.Object({ file: Type.String(), stripNewlines: Type.Boolean() }),
  Type.Object({ file: Type.String(), name: Type.String(), urlencode: Type.Literal(true) }),
]);

const HEADER = Type.Object({ name: Type.String(), value: Type.String() });

const FIELD = Type.Union([
  Type.Object({
    name: Type.String(),
    value: Type.String(),
    contentType: Type.Optional(Type.String()),
    fileName: Type.Optional(Type.String()),
  }),
  Type.Object({
    name: Type.String(),
    file: Type.String(),
    fileName: NULLABLE_TEXT,
    contentType: Type.Union([Type.String(), Type.Null()], {
      description: "The one given, else what curl takes from the name's ending",
    }),
    asText: Type.Boolean({ description: "Sent as text, not as a file" }),
  }),
]);

const BODY = Type.Union([
  Type.Object({ kind: Type.Literal("raw"), text: Type.String() }),
  Type.Object({ kind: Type.Literal("parts"), parts: Type.Array(PART) }),
  Type.Object({ kind: Type.Literal("multipart"), fields: Type.Array(FIELD) }),
  Type.Object({ kind: Type.Literal("file"), file: Type.String() }),
]);

const AUTH = Type.Object({
  type: oneOf(["basic", "digest", "ntlm", "negotiate"]),
  user: Type.String(),
  password: Type.String(),
});

const OPTIONS = Type.Object({
  followRedirects: Type.Boolean(),
  maxRedirects: NULLABLE_NUMBER,
  insecure: Type.Boolean(),
  compressed: Type.Boolean(),
  timeoutSeconds: NULLABLE_NUMBER,
  connectTimeoutSeconds: NULLABLE_NUMBER,
  proxy: NULLABLE_TEXT,
  httpVersion: Type.Union([oneOf(["1.0", "1.1", "2", "3"]), Type.Null()]),
  cert: NULLABLE_TEXT,
  key: NULLABLE_TEXT,
  cacert: NULLABLE_TEXT,
  fail: Type.Boolean(),
  retry: NULLABLE_NUMBER,
  output: NULLABLE_TEXT,
  pathAsIs: Type.Boolean({ description: "Dot segments of the path are kept" }),
});

const REQUEST = Type.Object({
  method: Type.String(),
  url: Type.String(),
  headers: Type.Array(HEADER, {
    description:
      "Those of the command in its order, then those that options imply; not what curl adds by itself",
  }),
  removedHeaders: Type.Array(Type.String(), {
    description: "Headers that curl would send by itself and is told not to, as they were written",
  }),
  urlParts: Type.Union([Type.Array(PART), Type.Null()], {
    description: "The URL in pieces where its query holds files, else null",
  }),
  contentRange: Type.Union([Type.String(), Type.Null()], {
    description: "The range of a body whose total only its files tell, else null",
  }),
  body: Type.Union([BODY, Type.Null()]),
  auth: Type.Union([AUTH, Type.Null()]),
  options: OPTIONS,
  files: Type.Array(Type.String(), { description: "Every file that is read" }),
});

const VALUE = Type.Object({
  target: oneOf(TARGETS),
  requests: Type.Array(REQUEST),
  ignored: Type.Array(Type.String(), {
    description: "Options that change what is shown, not what is sent",
  }),
});

export type CurlRequest = Readonly<Static<typeof REQUEST>>;
export type CurlHeader = Readonly<Static<typeof HEADER>>;
export type CurlAuth = Readonly<Static<typeof AUTH>>;
export type CurlOptions = Readonly<Static<typeof OPTIONS>>;
export type CurlBody = Readonly<Static<typeof BODY>>;
export type BodyPart = Readonly<Static<typeof PART>>;
export type FormField = Readonly<Static<typeof FIELD>>;

type Warning = Entry<keyof typeof WARNINGS>;

export default defineTool({
  id: "curl-converter",
  name: "curl Converter",
  category: "Code",
  description:
    "Turns curl commands into code for other languages that sends the very same request.",
  keywords: [
    "axios",
    "code snippet",
    "copy as curl",
    "curl",
    "curlconverter",
    "fetch",
    "go",
    "har",
    "http",
    "httpie",
    "httpx",
    "net/http",
    "node",
    "php",
    "python",
    "request",
  ],
  aliases: ["curl-to-fetch", "curl-to-python"],
  aliasInput: { "curl-to-fetch": { target: "fetch" }, "curl-to-python": { target: "python" } },
  version: "2026-11-23",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "convert",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "convert curl to fetch",
    "curl to python requests",
    "turn this curl command into code",
    "copy as curl from the browser to javascript",
    "curl to go http client",
    "curl to php",
    "what request does this curl command send",
    "curl to httpie",
    "curl to har",
    "read a windows cmd curl command",
    "translate curl options into httpx",
    "postman curl import to code",
    "normalise a curl command",
    "docs show a terminal command, I need it in my script",
    "command line request to javascript, python or go source",
    "copied a request from chrome developer tools, write it as a program",
    "translate a shell http invocation into client library calls",
    "same api call with headers and body in node or php",
    "convertir curl a python",
    "curl in javascript umwandeln",
    "convertir une commande curl en code",
    "curl 转 python",
    "curl を fetch に変換",
    "pasar un comando curl a código",
    "curl befehl in code übersetzen",
    "traduire une commande curl en python",
    "curl 命令 转 代码",
    "curl コマンドをコードに変換",
    "stripe docs only show a terminal line and i write python",
    "chrome devtools gave me this long command with cookies, i need it in node",
    "got a command with -F and a file, same upload from my program please",
    "what does -X -H -d --data-urlencode in this line send",
    "curlconverter.com, Postman code snippet, Insomnia, axios, httpx, net/http, php curl_setopt",
    "transpile a shell http command into equivalent client source in a chosen language",
    "converter comando curl para python, javascript ou php",
    "curl a javascript, python o php",
    "curl zu python, javascript oder php code",
    "curl vers javascript, python ou php",
    "curl 转 javascript php go 代码 生成",
    "curl を python や javascript に変換",
  ],
  effort: 3,
  detect: (sample) => (/^\s*(?:\$ )?curl(?:\.exe)?\s/.test(sample) ? 1 : 0),

  laws: [
    {
      name: "the normalised command sends the same requests",
      holds(run, input) {
        const { output, value } = run({ ...input, target: "curl" });
        if (output === undefined || !value) return true;
        const again = run({ input: output, target: "curl", shell: "bash" });
        return JSON.stringify(again.value?.requests) === JSON.stringify(value.requests);
      },
    },
    {
      name: "the requests do not depend on the target",
      holds(run, input) {
        const texts = TARGETS.map((target) =>
          JSON.stringify(run({ ...input, target }).value?.requests),
        );
        return new Set(texts).size === 1;
      },
    },
    {
      name: "har and json outputs are JSON",
      holds(run, input) {
        const outputs = (["har", "json"] as const).map(
          (target) => run({ ...input, target }).output,
        );
        return outputs.every((output) => output === undefined || JSON.parse(output) !== undefined);
      },
    },
    {
      name: "no output holds a control character but line ends and tabs",
      holds(run, input) {
        return TARGETS.every((target) => {
          // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
          return !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(run({ ...input, target }).output ?? "");
        });
      },
    },
  ],
  examples: [
    {
      title: "JSON in a POST",
      input: {
        input: `curl -X POST https://api.example.com/items -H 'Content-Type: application/json' -d '{"n":1.50}'`,
      },
      expect: {
        valid: true,
        output: `await fetch("https://api.example.com/items", {
  method: "POST",
  headers: {
    "Content-Type": "application/json"
  },
  body: "{\\"n\\":1.50}",
  redirect: "manual"
});
`,
        value: {
          requests: [{ method: "POST", body: { kind: "raw", text: '{"n":1.50}' }, auth: null }],
        },
      },
    },
    {
      title: "Query, login and redirects for Python",
      input: {
        input: "curl -G https://ex.com/s --data-urlencode 'q=a b&c' -u ann:pw -L -sS",
        target: "python",
      },
      expect: {
        output:
          'import requests\n\nresponse = requests.get("https://ex.com/s?q=a+b%26c", auth=("ann", "pw"))\nprint(response.text)\n',
        value: { ignored: ["-s", "-S"] },
        warnings: [{ code: "CREDENTIALS_IN_COMMAND" }],
      },
    },
    {
      title: "No curl",
      input: { input: "wget https://x.org" },
      expect: { ok: false, error: { code: "CURL_NOT_FOUND" } },
    },
  ],

  run(input) {
    const [source, path] =
      input.input === undefined ? [input.command, "/command"] : [input.input, "/input"];
    if (source === undefined) return nothingGiven();
    const script = readCurl(source, input.shell);
    if (script === TOO_LARGE) return fail(outputTooLarge());
    if ("code" in script)
      return fail(problemEntry(script, source, "the command", path), { valid: false });
    const { requests, ignored } = script;
    const { code: output, unsupported } = writeTarget(requests, input.target);
    if (output.length > LONGEST_OUTPUT) return fail(outputTooLarge());
    const warnings = warningsOf(script, unsupported, input.target);
    const value = { target: input.target, requests: [...requests], ignored: [...ignored] };
    return done({ output, value, valid: warnings.length === 0, warnings });
  },
});

function nothingGiven() {
  const message = "Cannot convert: nothing was given, expected a curl command in input or command";
  return fail(
    { code: "REQUIRED", message, path: "/input", expected: "a curl command" },
    { error: { code: "TOOL_INPUT_INVALID", message } },
  );
}

function warningsOf(script: CurlScript, unsupported: readonly string[], target: Target): Warning[] {
  const { requests, expansions, shellIgnored, globs } = script;
  const warnings: Warning[] = [];
  const add = (code: Warning["code"], message: string, received?: unknown) => {
    warnings.push({ code, message, ...(received === undefined ? {} : { received }) });
  };
  const [expansion] = expansions;
  if (expansion) {
    add(
      "SHELL_EXPANSION",
      "Variables and commands in their place are kept as text",
      beginning(expansion.text, 80),
    );
  }
  if (shellIgnored) add("SHELL_IGNORED", "What stands behind a pipe or a redirection was left out");
  for (const option of script.unsupported) {
    add("OPTION_UNSUPPORTED", `${option} changes the request and is not followed`, option);
  }
  for (const option of unsupported) {
    add("OPTION_UNSUPPORTED", `${target} has nothing for ${option}`, option);
  }
  for (const url of globs)
    add("URL_GLOB", "curl would expand the URL into several", beginning(url, 200));
  const files = [...new Set(requests.flatMap((request) => request.files))];
  if (files.length > 0)
    add("FILE_NEEDED", `The request reads ${beginning(files.join(", "), 200)}`, files);
  if (requests.some(holdsCredential)) {
    add("CREDENTIALS_IN_COMMAND", "The command holds a credential; move it to the environment");
  }
  if (target === "fetch") {
    for (const name of forbiddenHeaders(requests)) {
      add("HEADER_FORBIDDEN", `A browser does not let scripts set ${name}`, name);
    }
  }
  if (requests.some(({ options }) => options.insecure)) {
    add("INSECURE_TLS", "Certificates are not checked; leave -k out wherever it is not a test");
  }
  return warnings;
}

function holdsCredential({ auth, headers }: CurlRequest): boolean {
  return auth !== null || headers.some(({ name }) => /^(?:authorization|cookie)$/i.test(name));
}
