import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../../tools/mermaid-renderer.ts";
import { runUnit } from "../../support/run-unit.ts";
import { inWorld } from "../../support/worlds.ts";

const run = (input: string, options: object = {}) => runUnit(tool as never, { input, ...options });
const errorOf = (input: string, options: object = {}) => run(input, options).errors?.[0];
const codesOf = (input: string) => run(input).warnings?.map(({ code }) => code) ?? [];
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

describe("what cannot be read", () => {
  const problems: readonly (readonly [
    source: string,
    line: number,
    column: number,
    hint: RegExp,
  ])[] = [
    ["flowchart TD\n  A[Start --> B\n", 2, 16, /not closed/],
    ["flowchart TD\n  A --> end\n", 2, 9, /lower case/],
    ["flowchart TD\n  A[x (y)] --> B", 2, 7, /double quotes/],
    ["flowchart LR\n  A -> B", 2, 5, /-->/],
    ["%% comment\n---\n", 2, 1, /Begin with/],
    ["%% one\n%% two\nflowchart LR\n  A -> B", 4, 5, /-->/],
    ["---\ntitle: x\n---\nflowchart LR\n  A -> B", 5, 5, /-->/],
    ['%%{init: {"theme": "dark"}}%%\nflowchart LR\n  A -> B', 3, 5, /-->/],
    ["\ufeff```mermaid\r\nflowchart LR\r\n  A -> B\r\n```", 3, 5, /-->/],
    ["sequenceDiagram\n  A->>B hi", 2, 11, /A->>B: text/],
    ["erDiagram\n  A ||--o{ B", 2, 13, /A \|\|--o\{ B : label/],
    ['pie\n  "Dogs" 386', 2, 10, /^$/],
    ["gitGraph\n  commit\n  bogus x", 3, 3, /^$/],
    ["gitGraph\n  commit\n  checkout nope", 3, 3, /^$/],
    ["quadrantChart\n  a: [2, 3]", 2, 7, /^$/],
    ["---\ntitle: [\n---\nflowchart LR", 3, 1, /^$/],
  ];
  test.each(problems)("%j", (source, line, column, hint) => {
    const { ok, valid, errors } = run(source);
    const error = errors?.[0];
    expect({ ok, valid }).toEqual({ ok: false, valid: false });
    expect(error).toMatchObject({ path: "/input", line, column });
    expect(error?.hint ?? "").toMatch(hint);
    expect(error?.excerpt).toContain("^");
    expect(run(source, { validateOnly: true })).toMatchObject({
      ok: true,
      valid: false,
      value: null,
    });
  });

  test.each([
    ["", "DIAGRAM_EMPTY"],
    [" \n\t\n", "DIAGRAM_EMPTY"],
    ["%% only a comment", "DIAGRAM_EMPTY"],
    ["---\ntitle: x\n---\n", "DIAGRAM_EMPTY"],
    ['%%{init: {"theme": "dark"}}%%', "DIAGRAM_EMPTY"],
    ["hello world", "DIAGRAM_UNKNOWN"],
    ["error", "DIAGRAM_UNKNOWN"],
    ["flowchat LR\n A-->B", "DIAGRAM_UNKNOWN"],
    ["zenuml\n A->B: hi", "DIAGRAM_UNSUPPORTED"],
    ["eventmodeling\n x", "DIAGRAM_UNSUPPORTED"],
    ["gantt\n dateFormat YYYY-MM-DD\n section A\n T :a1, never, 3d", "MERMAID_SYNTAX"],
    ['packet-beta\n0-3: "x"\n7-9: "y"', "MERMAID_SYNTAX"],
    ["mindmap\n a\n b", "MERMAID_SYNTAX"],
  ])("%j is %s", (source, code) => {
    expect(errorOf(source)?.code).toBe(code);
    expect(errorOf(source, { validateOnly: true })?.code).toBe(code);
  });

  test("the nearest kind is named", () => {
    expect(errorOf("sequencDiagram\n A->>B: x")).toMatchObject({
      hint: "Did you mean sequenceDiagram?",
    });
    expect(run("flowchat LR", { validateOnly: true }).output).toStartWith("invalid: ");
  });
});

describe("what is too large", () => {
  test.each([
    ["characters", "flowchart LR\n".padEnd(50_001, " "), 50_000, 50_001],
    ["white space", `flowchart LR\n A${" ".repeat(500)}\n-->B`, 500, 501],
    ["edges", `flowchart LR\n${lines(301, (n) => `A${n}-->A${n + 1}`)}`, 300, 301],
    ["edges of classes", `classDiagram\n${lines(301, (n) => `A${n} <|-- A${n + 1}`)}`, 300, 301],
    ["mindmap nodes", `mindmap\n root\n${lines(200, (n) => `  n${n}`)}`, 200, 201],
    ["messages", `sequenceDiagram\n${lines(1001, (n) => `A->>B: ${n}`)}`, 1000, 1001],
    ["a label", `flowchart LR\n A["${"x".repeat(2100)}"]`, 2000, 2100],
    ["a name", `flowchart LR\n ${"x".repeat(2100)}`, 2000, 2100],
  ])("%s", (_, source, expected, received) => {
    expect(errorOf(source)).toMatchObject({ code: "DIAGRAM_TOO_LARGE", expected, received });
  });

  test.each([
    `sequenceDiagram\n${lines(1000, (n) => `A->>B: ${n}`)}`,
    `flowchart LR\n${lines(300, (n) => `A${n >> 1}-->A${n + 1}`)}`,
    `flowchart LR\n A["${"word ".repeat(400)}"]`,
    `${" \n".repeat(4000)}flowchart LR\n A${" ".repeat(499)}\n-->B${"\n".repeat(9000)}`,
  ])("as much as is allowed is drawn: %#", (source) => expect(run(source).ok).toBe(true), 60_000);

  test("numbers are no label, and notes and loops are no messages", () => {
    const numbers = `xychart-beta\n  line [${Array.from({ length: 900 }, (_, n) => n).join(", ")}]`;
    expect(run(numbers).ok).toBe(true);
    const notes = `sequenceDiagram\nA->>B: x\n${lines(1100, () => "loop y\nend")}`;
    expect(errorOf(notes)?.code).not.toBe("DIAGRAM_TOO_LARGE");
  });

  test("a picture of more than two million characters", () => {
    expect(errorOf('packet-beta\n0-9999999: "x"')?.code).toBe("OUTPUT_TOO_LARGE");
  });
});

describe("what may not leave", () => {
  const EVIL = /javascript:|evil|<script|onerror="|onclick="|foreignObject|@import|file:/i;
  const sources: readonly (readonly [source: string, codes: readonly string[]])[] = [
    ['flowchart LR\n A-->B\n click A "javascript:alert(1)"', ["LINK_REMOVED"]],
    ["flowchart LR\n A-->B\n click A call cb()", []],
    [
      'flowchart LR\n A@{ img: "https://evil.example/x.png", label: "x" } --> B',
      ["REMOTE_IMAGE_REMOVED"],
    ],
    [
      'flowchart LR\n A@{ img: "data:image/svg+xml;base64,PHN2Zy8+", label: "x" } --> B',
      ["REMOTE_IMAGE_REMOVED"],
    ],
    ['flowchart LR\n A@{ icon: "fa:user", label: "User" } --> B', ["ICON_MISSING"]],
    ["flowchart LR\n A[fa:fa-car Car]", ["ICON_MISSING"]],
    [
      "sequenceDiagram\n participant A\n link A: x @ javascript:alert(1)\n A->>A: hi",
      ["LINK_REMOVED"],
    ],
    ["flowchart LR\n A-->B\n style A fill:url(http://evil/x.svg#a),stroke:#f00", []],
    ["flowchart LR\n A-->B\n classDef q fill:url(file:///etc/passwd)\n class B q", []],
    [
      '%%{init: {"themeCSS": "@import url(http://evil/x.css);"}}%%\nflowchart LR\n A',
      ["DIRECTIVE_IGNORED"],
    ],
    [
      '%%{init: {"theme": "base", "themeVariables": {"primaryColor": "red;}</style><script>x</script>"}}}%%\nflowchart LR\n A',
      [],
    ],
    [
      '%%{init: {"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}}%%\nflowchart LR\n A',
      [],
    ],
  ];
  test.each(sources)("%s", (source, codes) => {
    const { output = "" } = run(source);
    expect(output).not.toMatch(EVIL);
    expect(codesOf(source)).toEqual([...codes]);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("plain links and embedded pictures stay", () => {
    const link = 'flowchart LR\n A\n click A "https://example.com/?a=1&b=2"';
    expect(run(link).output).toContain('href="https://example.com/?a=1&amp;b=2"');
    expect(codesOf(link)).toEqual([]);
    const image = 'flowchart LR\n A@{ img: "data:image/png;base64,iVBORw0KGgo=", label: "x" }';
    expect(run(image).output).toContain('href="data:image/png;base64,');
  });

  test("characters without a glyph are named, those of the fallback are drawn in it", () => {
    const { value, warnings, output } = run('flowchart LR\n A["日 ✓ → 🚀 ω"]');
    expect(value).toMatchObject({ missingGlyphs: ["U+65E5", "U+1F680"] });
    expect(warnings?.[0]).toMatchObject({ code: "GLYPH_MISSING", received: "日🚀" });
    expect(output).toContain('<tspan font-family="DejaVu Sans">✓</tspan>');
  });
});

describe("the same bytes", () => {
  const SOURCES = [
    "flowchart LR\n A-->B\n B-->C{x}",
    '%%{init: {"look": "handDrawn"}}%%\nflowchart LR\n A-->B',
    "gantt\n section S\n T :a1, 2026-03-28, 5d\n U :after a1, 24h",
    "gitGraph\n commit\n branch dev\n commit",
    "mindmap\n root\n  a\n  b",
    "sequenceDiagram\n A->>B: x",
  ];

  test("in another world, and whatever was drawn before", () => {
    const draw = (seed: number, sources: readonly string[]) =>
      inWorld(
        seed,
        () => new Map(sources.map((source) => [source, run(source, { format: "png" }).output])),
      );
    const first = draw(11, SOURCES);
    const second = draw(20_000, SOURCES.toReversed());
    for (const source of SOURCES) expect(second.get(source)).toBe(first.get(source) ?? "");
  });

  test("a theme variable of the source that is no colour", () => {
    const source =
      '%%{init: {"theme": "base", "themeVariables": {"primaryColor": "x(1)"}}}%%\nflowchart LR\n A';
    expect(errorOf(source)).toMatchObject({ code: "THEME_VALUE_INVALID", path: "/input", line: 1 });
  });

  test("theme variables of one drawing are not those of the next", () => {
    const plain = run(SOURCES[0] ?? "").output;
    run(
      `%%{init: {"theme": "base", "themeVariables": {"primaryColor": "nonsense"}}}%%\n${SOURCES[0]}`,
    );
    expect(run(SOURCES[0] ?? "").output).toBe(plain);
  });

  test("every label is in the picture", () => {
    const label = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 .,!?'-]{0,18}[A-Za-z0-9]$/);
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), (labels) => {
        const source = `flowchart LR\n${labels.map((text, index) => ` N${index}["${text}"]`).join("\n")}`;
        const text = (run(source).output ?? "").replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
        for (const one of labels) expect(text).toContain(one.trim().replace(/\s+/g, " "));
      }),
      { numRuns: 15 },
    );
  });
});
