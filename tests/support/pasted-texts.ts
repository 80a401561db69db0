/** Texts of the kinds that people paste. */
const HASH = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const tool = (name: string, schema: string) => ({
  name,
  description: "Weather of a city",
  [schema]: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
});
const sarif = {
  $schema: "https://json.schemastore.org/sarif-2.1.0.json",
  version: "2.1.0",
  runs: [{ tool: { driver: { name: "lint" } }, results: [] }],
};

/** Each kind with texts of it, and the tool that must be offered first. */
export const KINDS: Readonly<
  Record<string, { readonly first: string; readonly texts: readonly string[] }>
> = {
  JSON: {
    first: "json-formatter",
    texts: [
      '{"a": 1, "b": [true, null, "x"]}',
      "[1, 2, 3]",
      JSON.stringify(Array.from({ length: 400 }, (_, at) => ({ at, text: `line ${at}` }))),
    ],
  },
  "JSON Lines": {
    first: "csv-jsonl-converter",
    texts: ['{"a":1}\n{"a":2}\n', '{"x":"y"}\r\n{"x":"z"}'],
  },
  "broken JSON": {
    first: "json-repair",
    texts: ["{a: 1, 'b': [1, 2,],}", '{"a": 1, "b": }', "[1, 2,]"],
  },
  JWT: {
    first: "jwt-decoder",
    texts: [
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
      "Authorization: Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.",
    ],
  },
  cron: { first: "cron-expression-explainer", texts: ["*/5 * * * *", "0 9 * * MON-FRI", "@daily"] },
  timestamp: {
    first: "timestamp-converter",
    texts: [
      "1700000000",
      "1700000000123",
      "2026-11-20T10:00:00Z",
      "20 Nov 2026 10:00:00 GMT",
      "10/Oct/2000:13:55:36 -0700",
      "1990-05-17",
    ],
  },
  Base64: {
    first: "base64",
    texts: [
      "SGVsbG8sIFdvcmxkISBIb3cgYXJlIHlvdT8=",
      "data:text/plain;base64,SGVsbG8=",
      "TG9yZW0gaXBzdW0gZG9sb3Igc2l0IGFtZXQsIGNvbnNlY3RldHVyIGFkaXBpc2NpbmcgZWxpdCwg\nc2VkIGRvIGVpdXNtb2QgdGVtcG9yIGluY2lkaWR1bnQ=\n",
    ],
  },
  URL: {
    first: "url-encoder",
    texts: ["https://a.example/b?c=d%20e&f=%C3%A9", "hello%20world%21", "postgres://u@h:5432/db"],
  },
  curl: {
    first: "curl-converter",
    texts: ["curl -X POST https://a.example -d 'x=1'", "$ curl https://a.example | jq ."],
  },
  CSV: {
    first: "csv-to-json",
    texts: ["a,b,c\n1,2,3\n4,5,6\n", 'id;name\n1;"A; B"\n2;C\n3;D\n', "a\tb\n1\t2\n3\t4\n"],
  },
  YAML: {
    first: "yaml-formatter",
    texts: [
      "name: x\nitems:\n  - a\n  - b\n",
      "---\na: 1\n",
      "services:\n  web:\n    image: nginx\n",
    ],
  },
  TOML: {
    first: "toml-formatter",
    texts: ['[package]\nname = "a"\nversion = "1.0.0"\n', 'title = "x"\n[[bin]]\nname = "y"\n'],
  },
  XML: {
    first: "xml-formatter",
    texts: ['<?xml version="1.0"?><a><b/></a>', "<note><to>A</to></note>"],
  },
  HTML: {
    first: "html-to-agent-markdown",
    texts: [
      "<!doctype html><html><body><p>Hi</p></body></html>",
      "<html><head></head><body>x</body></html>",
      '<p>One</p>\n<p>Two <a href="/x">link</a></p>',
      "<table><tr><td>1</td></tr></table><div>after</div>",
    ],
  },
  UUID: {
    first: "uuid-generator",
    texts: [
      "550e8400-e29b-41d4-a716-446655440000",
      "urn:uuid:0190a2b3-4c5d-7e6f-8a9b-0c1d2e3f4a5b",
      "f47ac10b-58cc-4372-a567-0e02b2c3d479\n9c5b94b1-35ad-49bb-b118-8e8fc24abf80\n",
    ],
  },
  ULID: {
    first: "ulid-generator",
    texts: [
      "01ARZ3NDEKTSV4RRFFQ69G5FAV",
      "01bx5zzkbkactav9wevgemmvrz",
      "01ARYZ6S410000000000000000\n01ARYZ6S410000000000000001",
    ],
  },
  hash: {
    first: "hash-generator",
    texts: [HASH, "d41d8cd98f00b204e9800998ecf8427e", `sha256:${HASH}`],
  },
  CIDR: {
    first: "subnet-calculator",
    texts: ["10.0.0.0/8", "192.168.1.17/24", "192.168.1.1", "2001:db8::/32"],
  },
  regex: {
    first: "regex-tester",
    texts: [
      String.raw`^\d{3}-\d{4}$`,
      "^[a-z]+@[a-z]+$",
      String.raw`/(\w+)\s\1/gi`,
      "(?<year>\\d{4})-(?<month>\\d{2})",
      "\\b\\w+@\\w+\\.\\w{2,}\\b",
    ],
  },
  versions: { first: "sort-lines", texts: ["1.0.0\n1.10.0\n1.2.0-rc.1\n", "v1.2.3\nv1.2.4"] },
  log: {
    first: "log-context-trimmer",
    texts: [
      "2026-01-01T00:00:00Z INFO start\n2026-01-01T00:00:01Z ERROR disk full\n",
      '127.0.0.1 - - [27/Nov/2026:07:22:11 +0000] "GET / HTTP/1.1" 200 12\n'.repeat(2),
      "[INFO] Building\n[WARN] deprecated\n[ERROR] failed\n",
      "2026/01/02 03:04:05 [error] 12#12: upstream timed out\n2026/01/02 03:04:06 [warn] 12#12: buffered\n",
    ],
  },
  "stack trace": {
    first: "log-context-trimmer",
    texts: [
      "TypeError: x is not a function\n    at f (/app/a.js:10:5)\n    at g (/app/b.js:3:1)\n",
      'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\nValueError: x\n',
      'Exception in thread "main" java.lang.NullPointerException\n\tat a.B.c(B.java:12)\n\tat a.D.main(D.java:3)\n',
    ],
  },
  SARIF: {
    first: "sarif-findings-reconciliation",
    texts: [JSON.stringify(sarif), JSON.stringify(sarif, null, 2)],
  },
  "test report": {
    first: "ci-regression-diff",
    texts: [
      '<?xml version="1.0"?>\n<testsuites><testsuite name="s"><testcase name="a"/></testsuite></testsuites>',
      '<testsuite name="s" tests="1"><testcase classname="c" name="a"/></testsuite>',
      "TAP version 13\n1..1\nok 1 - a\n",
      '{"numTotalTests":1,"testResults":[]}',
      '{"Time":"2026-01-02T03:04:05Z","Action":"run","Package":"p","Test":"TestA"}\n',
    ],
  },
  OpenAPI: {
    first: "openapi-surface-delta",
    texts: [
      "openapi: 3.1.0\ninfo:\n  title: A\n  version: 1.0.0\npaths: {}\n",
      '{"openapi": "3.0.3", "info": {"title": "A", "version": "1"}, "paths": {}}',
    ],
  },
  "JSON Schema": {
    first: "schema-converter",
    texts: [
      '{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}',
      '{"type": "object", "properties": {"a": {"type": "string"}}}',
      '{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"}}}}',
    ],
  },
  ".env": {
    first: "environment-contract-compiler",
    texts: ["# db\nDATABASE_URL=postgres://h/db\nPORT=3000\n", "export A_KEY=x\nexport B=y\n"],
  },
  "lock file": {
    first: "dependency-manifest-reconciliation",
    texts: [
      '{"name": "a", "version": "1.0.0", "lockfileVersion": 3, "packages": {"": {}}}',
      "lockfileVersion: '9.0'\n\nsettings:\n  autoInstallPeers: true\n",
      '# yarn lockfile v1\n\n\na@^1.0.0:\n  version "1.0.1"\n',
      '# This file is automatically @generated by Cargo.\nversion = 3\n\n[[package]]\nname = "a"\nversion = "1.0.0"\n',
      'version = 4\n\n[[package]]\nname = "serde"\nversion = "1.0.200"\n',
    ],
  },
  "SSE stream": {
    first: "streaming-tool-call-assembler",
    texts: [
      'data: {"id":"x","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\ndata: [DONE]\n\n',
      'event: message_start\ndata: {"type":"message_start","message":{"id":"m","role":"assistant","content":[],"model":"x","usage":{"input_tokens":1,"output_tokens":1}}}\n\n',
    ],
  },
  "list of tools": {
    first: "tool-catalog-context-budget-auditor",
    texts: [
      JSON.stringify({ tools: [tool("get_weather", "inputSchema")] }),
      JSON.stringify([tool("get_weather", "input_schema")], null, 2),
      JSON.stringify({ jsonrpc: "2.0", id: 1, result: { tools: [tool("a", "inputSchema")] } }),
      JSON.stringify([{ type: "function", function: tool("get_weather", "parameters") }]),
    ],
  },
  "model request": {
    first: "provider-request-envelope",
    texts: ['{"model": "gpt-5", "messages": [{"role": "user", "content": "Hi"}]}'],
  },
  diagram: {
    first: "mermaid-renderer",
    texts: [
      "graph TD; a-->b",
      "sequenceDiagram\n  A->>B: Hi\n",
      'pie title Pets\n  "Dogs": 3\n',
      "%% a comment\nflowchart TB\n  x --> y\n",
    ],
  },
  TypeScript: {
    first: "typescript-to-json-schema",
    texts: ["export interface A {\n  b: string;\n}\n", 'type A = "x" | "y";'],
  },
  Markdown: {
    first: "markdown-cleaner",
    texts: [
      "# Title\n\nSome *text* with a [link](https://a.example).\n\n- one\n- two\n",
      "Title\n=====\n\nSee the [guide][1].\n\n[1]: https://example.com\n",
      "| name | qty |\n|---|---|\n| a | 1 |\n\n**Note** the above.\n",
    ],
  },
  checksums: {
    first: "file-hash-checksum-verifier",
    texts: [`${HASH}  empty.txt\n`, `SHA256 (a file.txt) = ${HASH}`],
  },
  "changed files": {
    first: "change-impact-test-selection-planner",
    texts: ["M\tsrc/money.ts\nA\tsrc/cart.ts\nD\tREADME.md\n", "R100\tsrc/a.ts\tsrc/b.ts\n"],
  },
  "rows for training": {
    first: "eval-dataset-jsonl-formatter",
    texts: [
      '{"messages":[{"role":"user","content":"2+2?"},{"role":"assistant","content":"4"}]}\n{"messages":[{"role":"user","content":"3+3?"},{"role":"assistant","content":"6"}]}\n',
      '[{"instruction":"Translate","input":"cat","output":"chat"}]',
    ],
  },
  transcript: {
    first: "agent-context-handoff",
    texts: [
      '[{"role":"system","content":"You are a coder."},{"role":"user","content":"Fix the bug."}]',
    ],
  },
  function: {
    first: "tool-schema-generator",
    texts: [
      "async def fetch(url: str, timeout: float = 5.0) -> bytes:\n    ...\n",
      "export async function book(seat: string, nights = 1): Promise<void> {}\n",
    ],
  },
  "decision table": {
    first: "policy-decision-table",
    texts: ["| id | in:country | out:shipping |\n| --- | --- | --- |\n| a | DE | 5 |\n"],
  },
  "text of a model": {
    first: "structured-output-rescue",
    texts: ['<think>The user wants a list.</think>\n{"items": ["a", "b"]}'],
  },
};
