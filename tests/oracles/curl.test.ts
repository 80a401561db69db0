/** What our reader says of a request, and what the code it writes sends, against what curl itself sends. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import fc from "fast-check";
import tool, {
  type BodyPart,
  type CurlBody,
  type CurlRequest,
} from "../../tools/curl-converter.ts";
import { quoteShell } from "../../tools/_lib/text/shell-quote.ts";
import { type RawRequest, startRawServer } from "../support/raw-server.ts";
import { runUnit } from "../support/run-unit.ts";
import { expectAgreement, type Judgement, testDifferences } from "./judgement.ts";

const IS_HERE = Bun.which("curl") !== null && Bun.which("bash") !== null;
const SAMPLES = 300;
/** Commands whose code is run: starting a runtime takes as long as ten commands. */
const RUN_SAMPLES = 12;
const AT_ONCE = 3;
const LONGEST_RUN = 10_000;

/** Stands for the server's address in a command. */
const HOST = "echo.test";

const FILES: Readonly<Record<string, string>> = {
  "note.txt": "two lines\r\nof (text) ~ it's!\n",
  "page.html": "<b>é</b>",
  plain: "a=1&b",
  "data.json": '{"n": [1, 2]}\n',
  "empty.pdf": "",
};

const text = fc.constantFrom(
  "a=1",
  "x",
  "",
  "é ü",
  '{"n": "a b"}',
  "a&b=c",
  "it's; so",
  'say "hi"',
  "$HOME `id` \\",
  "line\nend\n",
  "%41+!'()*~",
  "🙂",
  "@none",
);
const file = fc.constantFrom(...Object.keys(FILES));
const simple = fc.constantFrom("a=1", "x", "q", "a&b", "b=%20");

/** An option and its value, which is quoted for the shell; or an option alone. */
type Option = readonly [name: string, value?: string];

const withValue = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<Option> =>
  value.map((given) => [name, given]);
const notFile = text.filter((value) => !value.startsWith("@"));
const data: fc.Arbitrary<Option> = fc.oneof(
  withValue("-d", notFile),
  withValue("--data-raw", text),
  withValue("--data-binary", notFile),
  withValue(
    "-d",
    file.map((name) => `@${name}`),
  ),
  withValue(
    "--data-binary",
    file.map((name) => `@${name}`),
  ),
  withValue(
    "--json",
    fc.oneof(
      fc.constant('{"n": 1}'),
      file.map((name) => `@${name}`),
    ),
  ),
);
const encoded: fc.Arbitrary<Option> = withValue(
  "--data-urlencode",
  fc.oneof(
    notFile,
    notFile.map((value) => `=${value}`),
    notFile.map((value) => `n=${value}`),
    file.map((name) => `@${name}`),
    file.map((name) => `n@${name}`),
  ),
);
const field: fc.Arbitrary<Option> = withValue(
  "-F",
  fc.oneof(
    fc.constantFrom("a=1", "a=it's", "b=one; two", 'c="quoted; \\"two\\""', "d=é", "e="),
    fc.constantFrom("j={};type=application/json", "t=x;type=text/plain;charset=utf-8"),
    fc.constantFrom("n=x;filename=a.png", "m=x;filename=a b;type=text/css"),
    file.map((name) => `f=@${name}`),
    file.map((name) => `f=@"${name}";filename=other.gif`),
    file.map((name) => `f=@${name};type=text/x-own`),
    file.map((name) => `f=<${name}`),
    fc.tuple(file, file).map(([one, two]) => `f=@${one},${two}`),
  ),
);
const header: fc.Arbitrary<Option> = withValue(
  "-H",
  fc.constantFrom(
    "X-One: 1",
    "X-One: é",
    "x-two:  b ",
    "X-Empty;",
    "Accept: text/x",
    "Content-Type: text/x",
    "User-Agent: me",
    "Cookie: a=1",
    "User-Agent:",
    "accept:",
    "Content-Type:",
    "Host:",
    "Host: other.test",
    "Authorization: Own x",
    "Authorization:",
    "Expect:",
    "Referer: http://r.test/",
    "Range:",
    "X-Not:",
  ),
);
const setting: fc.Arbitrary<Option> = fc.oneof(
  withValue("-A", fc.constantFrom("agent/1", "")),
  withValue("-e", fc.constantFrom("http://r.test/", "http://r.test/;auto")),
  withValue("-b", fc.constantFrom("a=1", "b=2; c=3")),
  withValue("-u", fc.constantFrom("ann:pw", "ann:p:q", "é:ü")),
  withValue("--oauth2-bearer", fc.constant("token")),
  withValue("-r", fc.constantFrom("0-4", "5-", "7", "-3")),
  withValue("-X", fc.constantFrom("PUT", "DELETE", "PATCH", "POST", "GET", "OPTIONS")),
  fc.constantFrom<Option>(["--compressed"], ["-L"], ["-k"], ["--path-as-is"], ["-f"]),
);
const url = fc
  .tuple(
    fc.constantFrom("", "ann:p%40@", "bob@"),
    fc.constantFrom(
      "",
      "/",
      "/a/b",
      "/a/./b/../c",
      "/../x",
      "/a/..",
      "/a/.",
      "/a//../b/",
      "/up/",
      "/é",
      "/...",
    ),
    fc.constantFrom("", "", "?q=1", "?", "?x=a%20b&", "?../a"),
    fc.constantFrom("", "", "#part", "#a?b"),
  )
  .map(([login, path, query, fragment]) => `http://${login}${HOST}${path}${query}${fragment}`);
const urlQuery: fc.Arbitrary<Option> = withValue(
  "--url-query",
  fc.oneof(
    simple.map((value) => `+${value}`),
    fc.constantFrom("n=é b", "=x", "p"),
    file.map((name) => `n@${name}`),
  ),
);

const mode: fc.Arbitrary<readonly Option[]> = fc.oneof(
  fc.constant([]),
  fc.constant<Option[]>([["-I"]]),
  fc.array(fc.oneof(data, data, encoded), { minLength: 1, maxLength: 4 }),
  fc.array(fc.oneof(data, data, encoded), { minLength: 1, maxLength: 4 }),
  fc.array(field, { minLength: 1, maxLength: 3 }),
  file.map((name): Option[] => [["-T", name]]),
  fc
    .array(fc.oneof(withValue("-d", simple), encoded, withValue("--json", simple)), {
      minLength: 1,
      maxLength: 3,
    })
    .map((given): Option[] => [["-G"], ...given]),
);

/** Single quotes, double quotes and `$'…'` in turn. */
const quoted = fc.constantFrom(
  quoteShell,
  (word: string) => `"${word.replace(/[\\"$`]/g, String.raw`\$&`)}"`,
  (word: string) =>
    `$'${word.replace(/[\\']/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`)}'`,
);

const command = fc
  .tuple(
    url,
    mode,
    fc.array(fc.oneof(header, header, setting), { maxLength: 4 }),
    fc.option(urlQuery, { freq: 1 }),
    quoted,
    fc.boolean(),
  )
  .map(([address, given, others, query, quote, isLast]) => {
    const options = [...given, ...others, ...(query ? [query] : [])].map(([name, value]) =>
      value === undefined ? name : `${name} ${quote(value)}`,
    );
    const place = quote(address);
    return ["curl -s", ...(isLast ? [...options, place] : [place, ...options])].join(" ");
  });

/** A request as far as the command decides it. */
interface Shape {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly string[];
  readonly body: string | readonly object[];
}

const REFUSED = "refused";

/** What every client adds in its own way. */
const OF_TRANSPORT: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "transfer-encoding",
]);

const bytesOf = (value: string) => Buffer.from(value).toString("latin1");

/**
 * The case of percent-encoding's digits means nothing (RFC 3986, 6.2.2.1), and a byte that is not ASCII can only stand
 * there encoded: curl does both where it puts a query together, and leaves other URLs as they are.
 */
const normalized = (target: string) =>
  target
    .replace(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)
    .replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());

function shapeOf({ method, target, headers, body }: RawRequest, isCompressed: boolean): Shape {
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  const boundary = /boundary=(\S+)/.exec(type)?.[1];
  const lines = headers
    .filter(([name]) => !OF_TRANSPORT.has(name.toLowerCase()))
    .filter(([name]) => !(isCompressed && name.toLowerCase() === "accept-encoding"))
    .map(([name, value]) => {
      const shown = value.replace(/^127\.0\.0\.1:\d+$/, HOST).replace(/; boundary=.*/, "");
      return `${name.toLowerCase()}: ${shown}`;
    });
  return {
    method,
    target: normalized(target),
    headers: lines.toSorted(),
    body: boundary === undefined ? body : readForm(body, boundary),
  };
}

function readForm(body: string, boundary: string): object[] {
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return parts.map((part) => {
    const end = part.indexOf("\r\n\r\n");
    const head = part.slice(0, end);
    return {
      name: /\bname="((?:[^"\\]|\\.)*)"/.exec(head)?.[1] ?? null,
      fileName: /\bfilename="((?:[^"\\]|\\.)*)"/.exec(head)?.[1] ?? null,
      type: /^content-type: *(.*?)\r?$/im.exec(head)?.[1] ?? null,
      content: part.slice(end + 4, -2),
    };
  });
}

/** The request that the value of our result describes, with what curl adds to each. */
function described(request: CurlRequest): Shape {
  const { method, urlParts, auth, options } = request;
  const address = urlParts?.map(partText).join("") ?? bytesOf(request.url);
  const [, path = "", query = ""] = /^http:\/\/[^/?#]*([^?#]*)([^#]*)/.exec(address) ?? [];
  const body = bodyText(request.body);
  const headers = request.headers.map(({ name, value }) => [name.toLowerCase(), bytesOf(value)]);
  const length = typeof body === "string" ? body.length : 0;
  if (request.contentRange !== null)
    headers.push(["content-range", `bytes ${request.contentRange}/${length}`]);
  if (auth)
    headers.push(["authorization", `Basic ${btoa(bytesOf(`${auth.user}:${auth.password}`))}`]);
  const settled = new Set([
    ...headers.map(([name]) => name),
    ...request.removedHeaders.map((name) => name.toLowerCase()),
  ]);
  const added = [
    ["host", HOST],
    ["accept", "*/*"],
    ["user-agent", AGENT],
    ...(request.body?.kind === "multipart" ? [["content-type", "multipart/form-data"]] : []),
  ];
  const lines = [...headers, ...added.filter(([name = ""]) => !settled.has(name))]
    .filter(([name = ""]) => !OF_TRANSPORT.has(name))
    .filter(([name]) => !(options.compressed && name === "accept-encoding"))
    .map(([name, value]) => `${name}: ${value}`);
  return { method, target: normalized((path || "/") + query), headers: lines.toSorted(), body };
}

function partText(part: BodyPart): string {
  if ("text" in part) return bytesOf(part.text);
  const content = FILES[part.file] ?? "";
  if ("urlencode" in part) {
    const value = encodeURIComponent(content)
      .replaceAll("%20", "+")
      .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
    return part.name === "" ? value : `${part.name}=${value}`;
  }
  return bytesOf(part.stripNewlines ? content.replaceAll(/[\r\n\0]/g, "") : content);
}

function bodyText(body: CurlBody | null): Shape["body"] {
  if (body === null) return "";
  if (body.kind === "raw") return bytesOf(body.text);
  if (body.kind === "file") return bytesOf(FILES[body.file] ?? "");
  if (body.kind === "parts") return body.parts.map(partText).join("");
  return body.fields.map((one) => ({
    name: one.name,
    fileName: one.fileName ?? null,
    type: one.contentType ?? null,
    content: bytesOf("file" in one ? (FILES[one.file] ?? "") : one.value),
  }));
}

async function execute(words: readonly string[], cwd: string): Promise<string> {
  const child = Bun.spawn([...words], {
    cwd,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
    timeout: LONGEST_RUN,
  });
  const complaint = await new Response(child.stderr).text();
  await child.exited;
  return complaint;
}

/** Runs each command by itself; a few at once, each of them with a server of its own. */
async function runAll(commands: readonly string[]): Promise<Map<string, Shape | typeof REFUSED>> {
  const shapes = new Map<string, Shape | typeof REFUSED>();
  const left = [...new Set(commands)];
  const work = async () => {
    using server = startRawServer();
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const here = next.replaceAll(HOST, `127.0.0.1:${server.port}`);
      await execute(["bash", "-c", here], scratch);
      const [sent] = server.takeSent();
      shapes.set(next, sent ? shapeOf(sent, next.includes("--compressed")) : REFUSED);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return shapes;
}

const scratch = await mkdtemp(`${tmpdir()}/curl-oracle-`);
for (const [name, content] of Object.entries(FILES)) await Bun.write(`${scratch}/${name}`, content);
const AGENT = IS_HERE
  ? `curl/${/^curl (\S+)/.exec(Bun.spawnSync(["curl", "--version"]).stdout.toString())?.[1]}`
  : "";
const commands = fc.sample(command, SAMPLES);

const differences: Judgement<string>["differences"] = [
  {
    name: "several Host headers of which one takes Host away",
    right: "ours",
    why: "RFC 9112, 3.2: a request has one Host; curl sends only the first of several, but all of them behind a 'Host:'",
    example: `curl -s http://${HOST} -H Host: -H 'Host: a.test' -H 'Host: b.test'`,
    covers: (given) => /Host:['"]? /.test(`${given} `) && (given.match(/Host: /g)?.length ?? 0) > 1,
  },
  {
    name: "dot segments with --path-as-is where curl puts the query together",
    right: "ours",
    why: "curl's manual, --path-as-is: do not handle sequences of /../ or /./ in the given URL path; 7.88 does behind -G and --url-query",
    example: `curl -s http://${HOST}/a/../b -G -d x --path-as-is`,
    covers: (given) =>
      given.includes("--path-as-is") &&
      /\/\.{1,2}(?:[/?#'"]|$| )/.test(given) &&
      /-G|-T |--url-query/.test(given),
  },
  {
    name: "a form whose Content-Type is taken away",
    right: "ours",
    why: "RFC 9110, 8.3.1: a media type has a name; curl 7.88 writes 'Content-Type: ; boundary=…', which names none",
    example: `curl -s http://${HOST}/ -F a=1 -H Content-Type:`,
    covers: (given) =>
      given.includes(" -F ") && /Content-Type:['\s]|Content-Type:"|Content-Type:$/.test(given),
  },
  {
    name: "several files of one -F",
    right: "both",
    why: "RFC 7578, 4.3: a part for each file, all of the same name; curl still nests them in multipart/mixed, which that section deprecates",
    example: `curl -s http://${HOST}/ -F f=@plain,page.html`,
    covers: (given) => /f=@[\w.]+,/.test(given),
  },
  {
    name: "an empty file behind a name of --data-urlencode",
    right: "ours",
    why: "curl's manual, --data-urlencode: the name part gets an equal sign appended; curl leaves the name out where the file is empty",
    example: `curl -s http://${HOST}/ --data-urlencode n@empty.pdf`,
    covers: (given) => /\bn@empty\.pdf/.test(given),
  },
  {
    name: "the mark of an empty query stays, where curl puts the URL together again",
    right: "both",
    why: "RFC 3986, 6.2.3: whether an empty query means something is the scheme's and the server's",
    example: `curl -s 'http://${HOST}/up/?' -G -d ''`,
    covers: (given) =>
      /\?(?:['"#]|$| )|@empty\.pdf/.test(given) && /-G|-T |--url-query/.test(given),
  },
];
const sent = IS_HERE
  ? await runAll([...commands, ...differences.map(({ example }) => example)])
  : new Map<string, Shape>();

function requestOf(given: string): CurlRequest | undefined {
  const { value } = runUnit(tool as never, { input: given, target: "json" });
  return (value as { requests: CurlRequest[] } | undefined)?.requests[0];
}

const judgement: Judgement<string> = {
  ours(given) {
    const request = requestOf(given);
    return request === undefined ? REFUSED : described(request);
  },
  theirs: (given) => sent.get(given),
  differences,
};

/** What the code of a target sends; undefined where it says that it leaves something out. */
async function ran(given: string, target: Target): Promise<Shape | typeof REFUSED | undefined> {
  const { output, warnings } = runUnit(tool as never, { input: given, target: target.name });
  if (output === undefined || (warnings ?? []).some(({ code }) => code === "OPTION_UNSUPPORTED"))
    return undefined;
  using server = startRawServer();
  const code = `${scratch}/${target.file}`;
  await Bun.write(code, output.replaceAll(HOST, `127.0.0.1:${server.port}`));
  await execute([...target.command, code], scratch);
  const [request] = server.takeSent();
  return request ? withoutOwn(shapeOf(request, true)) : REFUSED;
}

interface Target {
  readonly name: string;
  readonly file: string;
  readonly command: readonly string[];
  readonly isHere: boolean;
}

const HAS_REQUESTS = Bun.spawnSync(["python3", "-c", "import requests"]).success;

const TARGETS: readonly Target[] = [
  { name: "node", file: "code.mjs", command: ["node"], isHere: Bun.which("node") !== null },
  { name: "python", file: "code.py", command: ["python3"], isHere: HAS_REQUESTS },
  { name: "curl", file: "code.sh", command: ["bash"], isHere: true },
];

/** Headers that every client has its own of, unless the command gives or removes them. */
const OWN = /^(?:accept|accept-language|accept-encoding|sec-fetch-mode|user-agent): /;

/** Clients drop the mark of an empty query. */
function withoutOwn({ target, headers, ...shape }: Shape): Shape {
  return {
    ...shape,
    target: target.replace(/\?$/, ""),
    headers: headers.filter((line) => !OWN.test(line)),
  };
}

describe.skipIf(!IS_HERE)("curl, which has to be installed", () => {
  test("generated commands", () => {
    expectAgreement(commands, judgement);
  });

  test("the normalised command describes the same requests", () => {
    for (const given of commands) {
      const { output = "" } = runUnit(tool as never, { input: given, target: "curl" });
      expect([given, requestOf(output)]).toEqual([given, requestOf(given)]);
    }
  });

  describe("code that is run", () => {
    for (const target of TARGETS) {
      test.skipIf(!target.isHere)(
        target.name,
        async () => {
          const unlike: unknown[] = [];
          for (const given of commands.filter(isPlain).slice(0, RUN_SAMPLES)) {
            const [here, there] = [await ran(given, target), sent.get(given)];
            if (here === undefined || there === undefined || there === REFUSED) continue;
            if (!Bun.deepEquals(here, withoutOwn(there)))
              unlike.push([given, here, withoutOwn(there)]);
          }
          expect(unlike).toEqual([]);
        },
        60_000,
      );
    }
  });

  testDifferences(judgement);
});

/** Whether it is no kind of difference. */
function isPlain(given: string): boolean {
  return !differences.some((kind) => kind.covers(given));
}

afterAll(() => rm(scratch, { recursive: true }));
