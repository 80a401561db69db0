import { describe, expect, test } from "bun:test";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import fc from "fast-check";
import { quote, quotePhp } from "../../tools/curl-converter/targets/code.ts";
import { quoteShell } from "../../tools/_lib/text/shell-quote.ts";
import { TARGETS } from "../../tools/curl-converter/targets/write-target.ts";
import { readCurl, TOO_LARGE } from "../../tools/curl-converter/read.ts";
import { readBash } from "../../tools/curl-converter/bash.ts";
import tool from "../../tools/curl-converter.ts";
import type { CurlRequest } from "../../tools/curl-converter.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: string, options: object = {}) => runUnit(tool as never, { input, ...options });
const read = (input: string, options: object = {}): CurlRequest => {
  const { value, errors } = run(input, options);
  if (!value) throw new Error(JSON.stringify(errors));
  return (value as { requests: CurlRequest[] }).requests[0] as CurlRequest;
};
const codes = (input: string, options: object = {}) =>
  (run(input, options).warnings ?? []).map(({ code }) => code);

describe("shell words", () => {
  test("bash itself splits a word as the reader does", async () => {
    const words = [
      `'single $x "q"'`,
      `"double \\$ \\\` \\" \\\\ \\n 'q'"`,
      `$'a\\tb\\x41\\u00e9\\101\\'z'`,
      `a\\ b`,
      `a'b'"c"d`,
      `""`,
      `$'\\xc3\\xa9'`,
      `$"x"`,
      `a#b`,
      `"a\\\nb"`,
    ];
    for (const word of words) {
      const shell = Bun.spawn(["bash", "-c", `printf %s ${word}`], {
        stdout: "pipe",
        env: { LC_ALL: "C.UTF-8" },
      });
      const expected = await new Response(shell.stdout).text();
      const script = readBash(`curl ${word}`);
      expect("commands" in script ? script.commands[0]?.words[1]?.text : script).toBe(expected);
    }
  });

  test("quoted for a shell, any text comes out as it went in", async () => {
    const texts = fc.sample(fc.string({ unit: "grapheme", maxLength: 30 }), {
      numRuns: 40,
      seed: 3,
    });
    const words = [...texts, "'", "a\nb", "$x `y` \\", "\u0001\u007f", "-n", "é😀"].map((text) =>
      text.replaceAll("\0", ""),
    );
    const shell = Bun.spawn(
      [
        "bash",
        "-c",
        `printf '%s\\0' ${words
          .map(quoteShell)
          .map((word) => word || "''")
          .join(" ")}`,
      ],
      {
        stdout: "pipe",
        env: { LC_ALL: "C.UTF-8" },
      },
    );
    expect((await new Response(shell.stdout).text()).split("\0").slice(0, -1)).toEqual(words);
    for (const word of words) {
      const script = readBash(`x ${quoteShell(word) || "''"}`);
      expect("commands" in script ? script.commands[0]?.words[1]?.text : script).toBe(word);
    }
  });

  test("here-documents, here-strings and files are standard input", () => {
    expect(read("curl x.org -d @- <<EOF\na=1\nb=2\nEOF\n").body).toEqual({
      kind: "raw",
      text: "a=1b=2",
    });
    expect(read("curl x.org --data-binary @- <<'EOF'\n$x\nEOF").body).toEqual({
      kind: "raw",
      text: "$x\n",
    });
    expect(read("curl x.org --data-binary @- <<-E\n\ta\n\tE\n").body).toEqual({
      kind: "raw",
      text: "a\n",
    });
    expect(read("curl x.org --data-binary @- <<< 'a b'").body).toEqual({
      kind: "raw",
      text: "a b\n",
    });
    expect(read("curl x.org --data-binary @- < f.bin").files).toEqual(["f.bin"]);
    expect(codes("curl x.org -d @- <<EOF\n$x\nEOF\n")).toEqual(["SHELL_EXPANSION"]);
  });

  test("what the shell does besides is told", () => {
    expect(codes("curl x.org | jq .")).toEqual(["SHELL_IGNORED"]);
    expect(codes("curl x.org > out.txt -H 'A: b' 2>&1")).toEqual(["SHELL_IGNORED"]);
    expect(read("curl x.org > out.txt -H 'A: b'").headers).toEqual([{ name: "A", value: "b" }]);
    expect(codes('curl "x.org/$ID" -H "A: $(date)"')).toEqual(["SHELL_EXPANSION"]);
    expect(read("$ sudo A=b curl x.org # comment").url).toBe("http://x.org");
    expect(
      (run("cd /tmp && curl a.org; curl b.org\ncurl c.org").value as { requests: unknown[] })
        .requests.length,
    ).toBe(3);
  });

  test("quotes that never end have a place", () => {
    for (const [text, offset] of [
      ["curl 'x", 5],
      ['curl "x', 5],
      ["curl x <<EOF\na", 7],
      ["curl $'x", 5],
      ["curl `x", 5],
    ] as const) {
      expect(run(text).errors?.[0]).toMatchObject({ code: "SHELL_SYNTAX", offset });
    }
  });

  test("the commands that Chrome copies for cmd", () => {
    const command =
      'curl ^"https://x.org/a?b=1^&c=2^" ^\r\n  -H ^"accept: */*^" ^\r\n  --data-raw ^"^{^\\^"n^\\^":^\\^"50^%^\\^"^}^"';
    expect(read(command)).toMatchObject({
      url: "https://x.org/a?b=1&c=2",
      body: { text: '{"n":"50%"}' },
    });
    expect(read('curl "http://x.org" -d "a ""b"" \\"c\\""', { shell: "cmd" }).body).toEqual({
      kind: "raw",
      text: 'a "b" "c"',
    });
  });
});

describe("options", () => {
  test("short ones combine, long ones may be cut short", () => {
    expect(read("curl -sSLXPOST x.org")).toMatchObject({
      method: "POST",
      options: { followRedirects: true },
    });
    expect(read('curl -H"A: b" -d@f x.org')).toMatchObject({
      headers: [{ name: "A" }, { name: "Content-Type" }],
      files: ["f"],
    });
    expect(read("curl --location --insec x.org").options).toMatchObject({
      followRedirects: true,
      insecure: true,
    });
    expect(read("curl -L --no-location x.org").options.followRedirects).toBe(false);
    expect(run("curl -sS -w '%{http_code}' -o /dev/null x.org").value).toMatchObject({
      ignored: ["-s", "-S", "-w"],
    });
  });

  test("what is wrong is named", () => {
    for (const [text, code] of [
      ["curl", "CURL_URL_MISSING"],
      ["curl -H", "CURL_OPTION_VALUE_MISSING"],
      ["curl --nosuch x", "CURL_OPTION_UNKNOWN"],
      ["curl -G -F a=b x", "CURL_OPTION_CONFLICT"],
      ["curl -I -d a x", "CURL_OPTION_CONFLICT"],
      ["curl -T f -d a x", "CURL_OPTION_CONFLICT"],
      ["echo hi", "CURL_NOT_FOUND"],
      ["", "CURL_NOT_FOUND"],
    ] as const) {
      expect(`${text} ${run(text).errors?.[0]?.code}`).toBe(`${text} ${code}`);
    }
    expect(run("curl --haeder 'a: b' x").errors?.[0]?.hint).toContain("--header");
  });

  test("bodies", () => {
    expect(read("curl x.org -d a=1 -d b=2").body).toEqual({ kind: "raw", text: "a=1&b=2" });
    expect(read("curl x.org -d ''")).toMatchObject({
      method: "POST",
      body: { kind: "raw", text: "" },
    });
    expect(read("curl x.org --json '{\"a\":1}' --json ' '")).toMatchObject({
      body: { text: '{"a":1} ' },
      headers: [
        { name: "Content-Type", value: "application/json" },
        { name: "Accept", value: "application/json" },
      ],
    });
    expect(
      read("curl x.org --data-urlencode 'a b' --data-urlencode '=é' --data-urlencode n=v~").body,
    ).toEqual({
      kind: "raw",
      text: "a+b&%C3%A9&n=v~",
    });
    expect(read("curl x.org -d @f -d b").body).toEqual({
      kind: "parts",
      parts: [{ file: "f", stripNewlines: true }, { text: "&b" }],
    });
    expect(
      read(
        "curl x.org -F 'n=Ann; Lee' -F 'q=\"a;b\"' -F 'f=@a.txt;type=text/x;filename=b' -F 't=<c.txt'",
      ).body,
    ).toEqual({
      kind: "multipart",
      fields: [
        { name: "n", value: "Ann" },
        { name: "q", value: "a;b" },
        { name: "f", file: "a.txt", fileName: "b", contentType: "text/x", asText: false },
        { name: "t", file: "c.txt", fileName: null, contentType: null, asText: true },
      ],
    });
    expect(read("curl -T dir/a.txt x.org/up/")).toMatchObject({
      method: "PUT",
      url: "http://x.org/up/a.txt",
      body: { kind: "file" },
    });
  });

  test("headers", () => {
    expect(
      read(
        "curl x.org -H 'A: 1' -H 'A: 2' -H 'E;' -H 'User-Agent:' -A me -b 'a=b' -e 'http://r;auto'",
      ).headers,
    ).toEqual([
      { name: "A", value: "1" },
      { name: "A", value: "2" },
      { name: "E", value: "" },
      { name: "Cookie", value: "a=b" },
      { name: "Referer", value: "http://r" },
    ]);
    expect(read("curl x.org -d a -H 'content-type: text/plain'").headers).toEqual([
      { name: "content-type", value: "text/plain" },
    ]);
    expect(read("curl http://ann:p%40w@x.org/a").auth).toEqual({
      type: "basic",
      user: "ann",
      password: "p@w",
    });
    expect(read("curl x.org --url-query a=1 --url-query '+b=%20'").url).toBe(
      "http://x.org?a=1&b=%20",
    );
    expect(codes("curl 'http://[::1]/a'")).toEqual([]);
    expect(codes("curl 'x.org/[1-3]/{a,b}'")).toEqual(["URL_GLOB"]);
    expect(codes("curl -g 'x.org/{a}'")).toEqual([]);
  });

  test("several requests", () => {
    const { requests } = run("curl a.org b.org -d x --next c.org").value as {
      requests: CurlRequest[];
    };
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST http://a.org",
      "POST http://b.org",
      "GET http://c.org",
    ]);
  });
});

describe("code", () => {
  const COMMAND = `curl -X POST 'http://127.0.0.1:PORT/a?b=c%20d' -H 'X-A: "q" é' -H 'Content-Type: application/json' -u 'ann:p:q' --data-raw '{"t":"line\\n\\u0001 $x \\\\ é😀 '\\''"}'`;

  test("what runs here sends the very same request", async () => {
    const seen: string[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        const { pathname, search } = new URL(request.url);
        const names = ["x-a", "content-type", "authorization"];
        seen.push(
          JSON.stringify([
            request.method,
            pathname + search,
            names.map((name) => request.headers.get(name)),
            await request.text(),
          ]),
        );
        return new Response("ok");
      },
    });
    const command = COMMAND.replace("PORT", String(server.port));
    const folder = await mkdtemp(`${tmpdir()}/curl-`);
    const programs: readonly (readonly [string, readonly string[]])[] = [
      ["node", ["node", `${folder}/a.mjs`]],
      ["fetch", ["node", `${folder}/a.mjs`]],
      ["curl", ["bash", `${folder}/a.mjs`]],
    ];
    await Bun.spawn(["bash", "-c", command], { stdout: "ignore", stderr: "ignore" }).exited;
    for (const [target, program] of programs) {
      const { output = "" } = run(command, { target });
      await Bun.write(`${folder}/a.mjs`, output);
      await Bun.spawn([...program], { stdout: "ignore", stderr: "inherit" }).exited;
    }
    await server.stop(true);
    expect(seen.length).toBe(4);
    // A header that is not ASCII travels as Latin-1 from fetch and as UTF-8 from curl; the rest is the same.
    const plain = seen.map((text) => text.replaceAll(/é|Ã©/g, "e"));
    expect(new Set(plain).size).toBe(1);
  });

  test.each([...TARGETS])("%s is written for every kind of body", (target) => {
    for (const command of [
      "curl x.org",
      "curl x.org -I",
      "curl x.org -d a -d @f --data-urlencode n@g",
      "curl x.org -F a=b -F 'f=@g;type=t/x' -F 'h=<i'",
      "curl -T f x.org",
      "curl x.org -H 'A: 1' -H 'A: 2' -k -L -m 1.5 --connect-timeout 2 -x p:1 --digest -u a:b --http2 -E c --key k --cacert a -f --retry 3 -o o --compressed --max-redirs 2",
    ]) {
      const { ok, output = "" } = run(command, { target });
      expect(ok).toBe(true);
      if (target === "har" || target === "json") expect(() => JSON.parse(output)).not.toThrow();
      if (target === "fetch" || target === "node") {
        const source = output.replace(/^import .*$/m, "");
        expect(() =>
          new Bun.Transpiler({ loader: "js" }).transformSync(`async () => {${source}}`),
        ).not.toThrow();
      }
    }
  });

  test("literals survive in JavaScript", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(JSON.parse(quote(text))).toBe(text.toWellFormed());
        expect(quotePhp(text)).not.toMatch(/[^\\]\$|[\u0000-\u001f]/);
      }),
    );
  });

  test("a body of 90,000 characters", () => {
    const body = "x'\\\"".repeat(22_000);
    expect(read(`curl x.org --data-raw ${quoteShell(body)}`).body).toEqual({
      kind: "raw",
      text: body,
    });
  });
});

describe("standard input and several requests", () => {
  const output = (input: string, target: string) => String(run(input, { target }).output);

  test("standard input is read where curl reads it", () => {
    const command = "curl --data-binary @- https://x.test";
    expect(output(command, "node")).toContain("await text(process.stdin)");
    expect(output(command, "python")).toContain("sys.stdin.buffer.read()");
    expect(output(command, "go")).toContain("io.ReadAll(os.Stdin)");
    expect(output(command, "php")).toContain('file_get_contents("php://stdin")');
    expect(output(command, "httpie")).not.toContain("--ignore-stdin");
    expect(output("curl https://x.test", "httpie")).toContain("http --ignore-stdin GET");
  });

  test("the same names of several requests do not meet", () => {
    for (const target of ["fetch", "node"]) {
      const code = output("curl -F a=1 https://x.test https://y.test", target);
      expect(() => new Bun.Transpiler({ loader: "js" }).transformSync(code)).not.toThrow();
    }
  });
});

test("what many URLs share is not written where no output has room for it", () => {
  const shared = (size: number) => "curl https://x.org -d a=1 -H 'b: c' ".repeat(size);
  expect(run(shared(3000)).errors?.[0]).toMatchObject({ code: "OUTPUT_TOO_LARGE" });
  expect(readCurl(shared(3000), "auto")).toBe(TOO_LARGE);
  const urls = `curl ${"https://x.org/a ".repeat(6000)}`;
  expect(run(urls).ok).toBe(true);
});

describe("headers that are taken away", () => {
  const removed = (command: string) => read(command).removedHeaders;

  test("are part of the request, as written", () => {
    expect(removed("curl x.org -H 'User-Agent:' -H 'accept: ' -H 'X-A;' -H 'X-B: 1'")).toEqual([
      "User-Agent",
      "accept",
    ]);
    expect(removed("curl x.org -A ''")).toEqual(["User-Agent"]);
    expect(removed("curl x.org -A '' -A me")).toEqual([]);
    expect(removed("curl x.org -H 'Accept:' -H 'Accept: a'")).toEqual([]);
    expect(read("curl x.org -d a -H content-type:")).toMatchObject({
      headers: [],
      removedHeaders: ["content-type"],
    });
  });

  test.each([...TARGETS])("are written, or said not to be, by %s", (target) => {
    for (const name of ["User-Agent", "Accept", "Host", "Content-Length"]) {
      const { output = "", warnings } = run(`curl x.org -d a -H '${name}:'`, { target });
      const isSaid = (warnings ?? []).some(({ code }) => code === "OPTION_UNSUPPORTED");
      expect(isSaid || output.toLowerCase().includes(name.toLowerCase())).toBe(true);
    }
  });

  test("a text without its content type is sent as bytes by fetch", () => {
    const { output, warnings } = run("curl x.org -d a -H Content-Type:");
    expect(output).toContain('body: new TextEncoder().encode("a")');
    expect(warnings).toEqual([]);
  });
});

describe("parts of a form", () => {
  const types = (form: string) => {
    const { body } = read(`curl x.org -F '${form}'`);
    return body?.kind === "multipart"
      ? body.fields.map(({ contentType = "none" }) => contentType)
      : [];
  };

  test.each([
    ["a=@x.png", "image/png"],
    ["a=@x.JPEG", "image/jpeg"],
    ["a=@x.html", "text/html"],
    ["a=@x.json", "application/octet-stream"],
    ["a=@x.pdf;filename=y", "application/pdf"],
    ["a=@x.pdf;filename=y.gif", "image/gif"],
    ["a=@x.pdf;type=text/a;charset=utf-8;filename=y", "text/a;charset=utf-8"],
    ["a=<x.svg", "image/svg+xml"],
    ["a=<x.txt", null],
    ["a=<x", null],
    ["a=x.png", "none"],
    ["a=1;type=application/json", "application/json"],
    ["a=1;filename=y.xml", "application/xml"],
  ])("%s has the type %s", (form, type) => {
    expect(types(form)).toEqual([type]);
  });

  test("what FormData cannot say is said", () => {
    expect(codes("curl x.org -F 'a=1;type=text/x'")).toContain("OPTION_UNSUPPORTED");
    expect(codes("curl x.org -F $'a=1\\n2'")).toContain("OPTION_UNSUPPORTED");
    expect(codes("curl x.org -F $'a=1\\r\\n2'")).toEqual([]);
  });
});

describe("URLs", () => {
  test.each([
    ["curl -T f.txt x.org", "http://x.org/f.txt"],
    ["curl -T d/f.txt x.org?q=1", "http://x.org/f.txt?q=1"],
    ["curl -T f.txt x.org/a/..", "http://x.org/f.txt"],
    ["curl -T f.txt x.org/a", "http://x.org/a"],
    ["curl -T 'a (1).txt' x.org/", "http://x.org/a%20%281%29.txt"],
    ["curl -T - x.org/", "http://x.org/"],
    ["curl x.org/a/./b/../c", "http://x.org/a/c"],
    ["curl x.org/../a/..", "http://x.org/"],
    ["curl x.org/a/%2E%2e/b/.", "http://x.org/b/"],
    ["curl x.org/a//../.../..a/b..?../c", "http://x.org/a/.../..a/b..?../c"],
    ["curl --path-as-is x.org/a/../b", "http://x.org/a/../b"],
    ["curl x.org -G -d a --url-query b", "http://x.org?a"],
  ])("%s", (command, url) => {
    expect(read(command).url).toBe(url);
  });

  test("kept dot segments are said to be lost where a client removes them", () => {
    const command = "curl --path-as-is x.org/a/../b";
    expect(codes(command, { target: "python" })).toEqual(["OPTION_UNSUPPORTED"]);
    expect(codes(command, { target: "go" })).toEqual([]);
    expect(codes("curl --path-as-is x.org/a", { target: "node" })).toEqual([]);
    expect(run(command, { target: "curl" }).output).toBe("curl --path-as-is http://x.org/a/../b\n");
  });

  test("files in the query are read by the code", () => {
    const command = "curl -G 'x.org/?a=1#p' --data-urlencode n@f.txt -d b=2";
    expect(read(command)).toMatchObject({
      method: "GET",
      url: "http://x.org/?a=1&&b=2#p",
      urlParts: [
        { text: "http://x.org/?a=1&" },
        { file: "f.txt", name: "n", urlencode: true },
        { text: "&b=2#p" },
      ],
      files: ["f.txt"],
    });
    for (const target of ["node", "python", "httpx", "go", "php", "curl"]) {
      const { output, warnings } = run(command, { target });
      expect(output).toContain("f.txt");
      expect((warnings ?? []).map(({ code }) => code)).toEqual(["FILE_NEEDED"]);
    }
    expect(codes(command, { target: "httpie" })).toContain("OPTION_UNSUPPORTED");
  });
});

describe("ranges", () => {
  test("ask for a part, or say which part is sent", () => {
    const headers = (command: string) =>
      read(command).headers.map(({ name, value }) => [name, value]);
    expect(headers("curl x.org -r 5")).toEqual([["Range", "bytes=5-"]]);
    expect(headers("curl x.org -X POST -r 0-1")).toEqual([["Range", "bytes=0-1"]]);
    expect(headers("curl x.org -d é -r 0-1 -H content-type:")).toEqual([
      ["Content-Range", "bytes 0-1/2"],
    ]);
    expect(headers("curl x.org -F a=1 -r 0-1")).toEqual([]);
    expect(headers("curl x.org -T f -r 0-1 -H 'Content-Range: own'")).toEqual([
      ["Content-Range", "own"],
    ]);
    expect(read("curl x.org -T f -r 0-1")).toMatchObject({ headers: [], contentRange: "0-1" });
    expect(read("curl x.org -d é -r 0-1").contentRange).toBeNull();
  });

  test("a file's length is computed in the code", () => {
    const command = "curl x.org -T f -r 0-1";
    const output = (target: string) => run(command, { target }).output ?? "";
    expect(output("fetch")).toContain('"Content-Range": "bytes 0-1/" + body.size');
    expect(output("node")).toContain('"Content-Range": "bytes 0-1/" + body.length');
    expect(output("python")).toContain('"Content-Range": "bytes 0-1/" + str(len(data))');
    expect(output("go")).toContain('fmt.Sprintf("bytes 0-1/%d", request.ContentLength)');
    expect(output("php")).toContain('"Content-Range: bytes 0-1/" . strlen($body)');
    expect(codes(command, { target: "httpie" })).toContain("OPTION_UNSUPPORTED");
  });
});

describe("data", () => {
  test("--json keeps its headers behind -G", () => {
    expect(read("curl -G --json a=1 x.org")).toMatchObject({
      method: "GET",
      url: "http://x.org?a=1",
      headers: [
        { name: "Content-Type", value: "application/json" },
        { name: "Accept", value: "application/json" },
      ],
    });
  });

  test.each([
    "-d '' -d @f",
    "-d @f -d ''",
    "-d @f -d '&' --data-binary @g",
    "--data-raw @x -d @f --data-urlencode n@g -d a=1",
    "--json @f --json @g",
    "--json '[' --json @f --json ,1 --json @g --json ']'",
    "--data-raw 'a&' --json @f",
    "--json @f -d a --json @g -H Accept:",
    "-d @f --json '&x'",
    "--url-query n@f --url-query +a -d b",
    "-G -d a --data-urlencode n@f -d @g",
    "-G --data-urlencode @f",
    "-T - <<< text",
    "-T - < /dev/null",
    '-F \'a="x;y\\"";type=text/x;charset=u;filename="b;c"\'',
    "-F 'a=<f.html' -F b=@g.png,h --form-string 'c=@d;e'",
    "-A '' -H Host: -b a=1 -b b=2",
  ])("the normalised command has the same request: %s", (options) => {
    const command = `curl http://x.org/p ${options}`;
    const { output = "" } = run(command, { target: "curl" });
    expect(read(output)).toEqual(read(command));
  });
});

test("several cookies are joined as curl joins them, and of several hosts the first is sent", () => {
  expect(read("curl x.org -b a=1 -b b=2 -H 'Host: a' -H 'Host: b'").headers).toEqual([
    { name: "Host", value: "a" },
    { name: "Cookie", value: "a=1;b=2" },
  ]);
});

test("Node's fetch gets a header's bytes, and is not asked for what it refuses", () => {
  const { output = "", warnings } = run("curl x.org -H 'X-A: é' -H 'Expect: x'", {
    target: "node",
  });
  expect(output).toContain('"X-A": "Ã©"');
  expect(output).not.toContain("Expect");
  expect(warnings?.[0]?.message).toBe("node has nothing for --header Expect");
});
