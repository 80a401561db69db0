import { describe, expect, test } from "bun:test";
import tool from "../../../tools/mermaid-renderer.ts";
import { readXml } from "../../../tools/_lib/formats/xml/read.ts";
import { runUnit } from "../../support/run-unit.ts";

type Value = Record<string, unknown>;

const run = (input: string, options: object = {}) => runUnit(tool as never, { input, ...options });
const valueOf = (input: string, options: object = {}) => run(input, options).value as Value;
const svgOf = (input: string, options: object = {}) => run(input, options).output ?? "";
const errorOf = (input: string, options: object = {}) => run(input, options).errors?.[0];
const warningsOf = (input: string, options: object = {}) => run(input, options).warnings ?? [];
const textOf = (svg: string) => svg.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

const FLOW = "flowchart LR\n  A[Start] --> B[Stop]\n";

const SAMPLES: Readonly<Record<string, string>> = {
  flowchart: FLOW,
  sequence: "sequenceDiagram\n  A->>B: hello\n  Note over A: note",
  class: "classDiagram\n  Animal <|-- Dog\n  class Dog {\n    +bark() bool\n  }",
  state: "stateDiagram-v2\n  [*] --> Idle\n  Idle --> [*]",
  er: "erDiagram\n  A ||--o{ B : has",
  gantt: "gantt\n  dateFormat YYYY-MM-DD\n  section S\n  Task :a1, 2026-01-01, 3d",
  pie: 'pie\n  "a" : 1\n  "b" : 2',
  gitGraph: "gitGraph\n  commit\n  branch dev\n  commit",
  mindmap: "mindmap\n  root\n    one\n    two",
  timeline: "timeline\n  2020 : one\n  2021 : two",
  quadrantChart: "quadrantChart\n  A: [0.2, 0.3]",
  sankey: "sankey-beta\na,b,3",
  xychart: "xychart-beta\n  line [1, 2, 3]",
  block: "block-beta\n  a --> b",
  packet: 'packet-beta\n0-3: "x"',
  architecture: "architecture-beta\n  service db(database)[Data]",
  kanban: "kanban\n  todo\n    t1[Write]",
  requirement: "requirementDiagram\n  requirement r {\n    id: 1\n    text: words\n  }",
  c4: 'C4Context\n  Person(a, "Ann")',
  journey: "journey\n  section S\n    Sit: 3: Me",
  radar: "radar-beta\n  axis a, b, c\n  curve x{1, 2, 3}",
  treemap: 'treemap-beta\n"a"\n    "b": 3',
  treeView: 'treeView-beta\n    "a"\n        "b"',
  venn: "venn-beta\n  set A\n  set B\n  union A,B",
  ishikawa: "ishikawa-beta\n  Problem\n    Cause",
  usecase: "usecase-beta\n  actor Ann\n  Ann --> Login",
  wardley: "wardley-beta\ntitle W\ncomponent Tea [0.5, 0.5]",
  cynefin: "cynefin-beta\n  title C",
  info: "info",
};

describe("every kind of diagram", () => {
  for (const [type, source] of Object.entries(SAMPLES)) {
    test(type, () => {
      const { ok, valid, value, output = "", errors } = run(source);
      expect(errors ?? []).toEqual([]);
      expect({ ok, valid, type: (value as Value)["diagramType"] }).toEqual({
        ok: true,
        valid: true,
        type,
      });
      expect("code" in readXml(output)).toBe(false);
      expect(output).not.toMatch(/<(?:script|style|foreignObject)|\sclass=|\son\w+=|undefined|NaN/);
      const { diagramType, title, description } = value as Value;
      expect(run(source, { validateOnly: true })).toMatchObject({
        output: `valid: ${type}`,
        value: { diagramType, title, description },
      });
    });
  }

  test("graph and flowchart-elk are flowcharts, and graph needs no direction", () => {
    for (const source of [
      "graph\n  A-->B",
      "graph TD; A-->B; B-->C;",
      "flowchart-elk TD\n  A-->B",
    ]) {
      expect(valueOf(source)["diagramType"]).toBe("flowchart");
    }
  });
});

describe("the source", () => {
  const plain = svgOf(FLOW);
  const same: readonly (readonly [name: string, source: string])[] = [
    ["a fence", `\`\`\`mermaid\n${FLOW}\`\`\`\n`],
    ["tildes as a fence", `~~~mermaid\n${FLOW}\n~~~`],
    ["CRLF", FLOW.replaceAll("\n", "\r\n")],
    ["CR", FLOW.replaceAll("\n", "\r")],
    ["a byte order mark", `\ufeff${FLOW}`],
    ["blank lines", `\n\n  \n${FLOW}\n\n`],
    ["indentation", FLOW.replaceAll(/^(?=.)/gm, "      ")],
    ["comments", `%% one\n${FLOW}%% two\n`],
    ["control characters", FLOW.replace("Start", "St\u0000a\u001brt")],
    ["semicolons", "flowchart LR;A[Start] --> B[Stop];"],
  ];
  test.each(same)("%s changes nothing", (_, source) => {
    expect(svgOf(source)).toBe(plain);
  });

  test("says what was taken out", () => {
    expect(warningsOf(`\ufeff${FLOW}`)[0]).toMatchObject({ code: "BOM_REMOVED", offset: 0 });
    expect(warningsOf("flowchart LR\n A[a\u0007b]")[0]).toMatchObject({
      code: "CONTROL_REMOVED",
      line: 2,
      column: 5,
    });
    expect(warningsOf("flowchart LR\n A[a\ud800b]")[0]).toMatchObject({
      code: "LONE_SURROGATE",
      line: 2,
    });
    expect(textOf(svgOf("flowchart LR\n A[a\ud800b]"))).toContain("a\ufffdb");
  });

  test("references to characters are the characters", () => {
    const text = textOf(svgOf('flowchart LR\n A["#quot;x#quot; #35;1 #9829;"]'));
    expect(text).toContain('"x"');
    expect(text).toContain("#1");
    expect(text).toContain("♥");
  });

  test("markup in labels is text, and a line break is one", () => {
    const svg = svgOf('flowchart LR\n A["<script>alert(1)</script>"] --> B["one<br/>two"]');
    expect(svg).toContain("&lt;script&gt;");
    expect(textOf(svg)).toMatch(/one\s+two/);
    expect(svg).not.toContain("&lt;br");
  });

  test("formulas stay as they are written", () => {
    const source = 'flowchart LR\n A["$$x^2$$"]';
    expect(textOf(svgOf(source))).toContain("$$x^2$$");
    expect(warningsOf(source)[0]).toMatchObject({ code: "MATH_AS_TEXT", line: 2, column: 5 });
  });
});

describe("titles", () => {
  test.each([
    ['---\ntitle: Front\n---\npie title Own\n "a": 1', "Front"],
    ['pie title Own\n "a": 1', "Own"],
    ["gantt\n title Plan\n section S\n T :a1, 2026-01-01, 3d", "Plan"],
    ["flowchart LR\n accTitle: For readers\n A", "For readers"],
    [FLOW, null],
  ])("%j", (source, title) => {
    expect(valueOf(source)["title"]).toBe(title);
  });

  test("of the front matter is drawn, and accDescr is the description", () => {
    expect(textOf(svgOf(`---\ntitle: Over all\n---\n${FLOW}`))).toContain("Over all");
    expect(valueOf("flowchart LR\n accDescr: Words\n A")["description"]).toBe("Words");
  });
});

describe("settings", () => {
  const dark = `%%{init: {"theme": "dark", "look": "handDrawn"}}%%\n${FLOW}`;

  test("the source sets them, the call wins, and says so", () => {
    expect(valueOf(FLOW)).toMatchObject({ theme: "default", look: "classic", layout: "dagre" });
    expect(valueOf(dark)).toMatchObject({ theme: "dark", look: "handDrawn" });
    expect(valueOf(`---\nconfig:\n  theme: forest\n  layout: elk\n---\n${FLOW}`)).toMatchObject({
      theme: "forest",
      layout: "elk",
    });
    expect(valueOf(dark, { theme: "neutral" })).toMatchObject({
      theme: "neutral",
      look: "handDrawn",
    });
    expect(warningsOf(dark)).toEqual([]);
    expect(warningsOf(dark, { theme: "neutral" })[0]).toMatchObject({
      code: "DIRECTIVE_IGNORED",
      received: "theme",
      line: 1,
    });
  });

  test("what is fixed stays so", () => {
    const source = `%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "*{}"}}%%\n${FLOW}`;
    expect(svgOf(source)).toBe(svgOf(FLOW));
    expect(warningsOf(source).map(({ received }) => received)).toEqual([
      "securityLevel",
      "htmlLabels",
      "themeCSS",
    ]);
  });

  test("theme variables are applied, over those of the source, and checked", () => {
    const own = `%%{init: {"theme": "base", "themeVariables": {"primaryColor": "#00ff00"}}}%%\n${FLOW}`;
    expect(svgOf(own)).toContain("#00ff00");
    expect(svgOf(own, { themeVariables: { primaryColor: "#112233" } })).toContain("#112233");
    for (const bad of ["url(x)", "red;}", "1px solid", "expression(1)", "", null, {}]) {
      expect(errorOf(FLOW, { themeVariables: { primaryColor: bad } })).toMatchObject({
        code: "THEME_VALUE_INVALID",
        path: "/themeVariables/primaryColor",
      });
    }
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`v${index}`, 1]));
    expect(errorOf(FLOW, { themeVariables: many })?.code).toBe("THEME_VALUE_INVALID");
    expect(errorOf(FLOW, { themeVariables: JSON.parse('{"__proto__": "red"}') })?.code).toBe(
      "THEME_VALUE_INVALID",
    );
  });

  test("the background is a colour", () => {
    expect(svgOf(FLOW)).toContain('<rect fill="white"');
    expect(svgOf(FLOW, { background: "rgba(1, 2, 3, 0.5)" })).toContain("rgba(1, 2, 3, 0.5)");
    expect(svgOf(FLOW, { background: "transparent" })).not.toContain('fill="white"');
    for (const background of ["", "blue red", 'url("x")', "#12", "rgb(1,2)"]) {
      expect(errorOf(FLOW, { background })).toMatchObject({
        code: "THEME_VALUE_INVALID",
        path: "/background",
      });
    }
  });
});

describe("PNG", () => {
  test.each([0.25, 0.333, 1, 1.1, 1.3, 1.5, 2.2, 4])("at scale %d", (scale) => {
    const { value, output = "" } = run(FLOW, { format: "png", scale });
    const { width, height, pixelWidth, pixelHeight, bytes } = value as Record<string, number>;
    const png = Buffer.from(output, "base64");
    expect([pixelWidth, pixelHeight]).toEqual([
      Math.ceil((width ?? 0) * scale),
      Math.ceil((height ?? 0) * scale),
    ]);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
      pixelWidth ?? 0,
      pixelHeight ?? 0,
    ]);
    expect(bytes).toBe(png.length);
  });

  test("the background reaches every edge", () => {
    const plain = run(FLOW, { format: "png", scale: 1.3 }).output;
    expect(run(FLOW, { format: "png", scale: 1.3, background: "#ffffff" }).output).toBe(
      plain ?? "",
    );
    for (const background of ["transparent", "hsl(120, 50%, 50%)", "rgba(0,0,0,.5)", "#abc8"]) {
      expect(run(FLOW, { format: "png", background }).ok).toBe(true);
    }
  });

  test("too large a picture names the largest scale that fits", () => {
    const wide = `flowchart LR\n${Array.from({ length: 60 }, (_, index) => `  A${index} --> A${index + 1}`).join("\n")}`;
    const error = errorOf(wide, { format: "png", scale: 4 });
    expect(error?.code).toBe("PNG_TOO_LARGE");
    expect(run(wide, { format: "png", scale: error?.expected as number }).ok).toBe(true);
  });
});
