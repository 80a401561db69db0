/** Diagrams as Chromium lays them out with the same fonts: the same texts, at the same places. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { expect, test } from "bun:test";
import tool from "../../../tools/mermaid-renderer.ts";
import { DEFAULT_SUITES } from "../../conformance/judge.ts";
import { runUnit } from "../../support/run-unit.ts";

/** As the tool sets it. */
const CONFIG = {
  startOnLoad: false,
  theme: "default",
  look: "classic",
  layout: "dagre",
  htmlLabels: false,
  flowchart: { htmlLabels: false },
  class: { htmlLabels: false },
  state: { minNodeWidth: 0 },
  fontFamily: '"Open Sans"',
  themeVariables: { fontFamily: '"Open Sans"' },
  deterministicIds: true,
  deterministicIDSeed: "id",
  handDrawnSeed: 1,
  securityLevel: "strict",
  suppressErrorRendering: true,
  logLevel: 5,
};

/** How many of each kind. Where a mindmap's bubbles come to lie hangs on the last digit, so there is none. */
const CHOSEN: Readonly<Record<string, number>> = {
  flowchart: 4,
  graph: 3,
  sequenceDiagram: 4,
  classDiagram: 3,
  "stateDiagram-v2": 3,
  erDiagram: 3,
  gantt: 2,
  pie: 2,
  gitGraph: 1,
  quadrantChart: 1,
  xychart: 1,
  requirementDiagram: 1,
  "block-beta": 1,
  "radar-beta": 1,
};

/** In pixels; a sequence's columns are rounded one by one. */
const TOLERANCE = 4;

/** Sources of fewer characters show little. */
const SHORT = 80;

interface Row {
  readonly type: string;
  readonly text: string;
  readonly expect: string;
}

interface Seen {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly (readonly [text: string, x: number, y: number])[];
}

const FONT = "node_modules/@expo-google-fonts/open-sans";
const FILES: Readonly<Record<string, string>> = {
  "/mermaid.js": "node_modules/mermaid/dist/mermaid.min.js",
  "/regular.ttf": `${FONT}/400Regular/OpenSans_400Regular.ttf`,
  "/bold.ttf": `${FONT}/700Bold/OpenSans_700Bold.ttf`,
  "/italic.ttf": `${FONT}/400Regular_Italic/OpenSans_400Regular_Italic.ttf`,
};

const PAGE = `<!doctype html><meta charset="utf-8"><title>Diagrams</title>
<style>
  @font-face { font-family: "Open Sans"; src: url(/regular.ttf); }
  @font-face { font-family: "Open Sans"; font-weight: 700; src: url(/bold.ttf); }
  @font-face { font-family: "Open Sans"; font-style: italic; src: url(/italic.ttf); }
  body { margin: 0; }
</style>
<script src="/mermaid.js"></script>
<script type="module">
  for (const style of ["", "bold ", "italic "]) await document.fonts.load(style + '16px "Open Sans"');
  const { config, diagrams } = await (await fetch("/diagrams")).json();
  const look = (svg) => {
    const place = document.createElement("div");
    place.innerHTML = svg;
    document.body.replaceChildren(place);
    const picture = place.querySelector("svg");
    const { width, height } = picture.viewBox.baseVal;
    picture.setAttribute("style", "width: " + width + "px; height: " + height + "px; max-width: none");
    const origin = picture.getBoundingClientRect();
    const texts = [...picture.querySelectorAll("text")].map((text) => {
      const box = text.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2 - origin.x, box.y + box.height / 2 - origin.y];
      return [text.textContent.replace(/\\s+/g, " ").trim(), x, y];
    });
    return { width, height, texts: texts.filter(([text]) => text !== "") };
  };
  const seen = [];
  for (const [index, { source, svg }] of diagrams.entries()) {
    mermaid.initialize(config);
    try {
      const drawn = await mermaid.render("diagram" + index, source);
      seen.push({ ours: look(svg), theirs: look(drawn.svg) });
    } catch (error) {
      seen.push({ error: String(error) });
    }
  }
  await fetch("/seen", { method: "POST", body: JSON.stringify(seen) });
</script>`;

/** Of its own configuration, written for a page, with pictures, or with identifiers by chance. */
const OWN = /%%\{|^\s*---|[&<$]|\bf[ab]r?:|\bcommit\s*$/m;

const draw = (input: string) => runUnit(tool, { input });

async function chooseSources(): Promise<Row[]> {
  const rows = (await Bun.file(`${DEFAULT_SUITES}/mermaid/cases.jsonl`).text())
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
  const chosen: Row[] = [];
  for (const [type, count] of Object.entries(CHOSEN)) {
    let missing = count;
    for (const row of rows) {
      const isPlain = row.expect === "render" && row.text.length > SHORT && !OWN.test(row.text);
      if (missing === 0 || row.type !== type || !isPlain || !draw(row.text).ok) continue;
      chosen.push(row);
      missing--;
    }
  }
  return chosen;
}

interface Comparison {
  readonly ours: Seen;
  readonly theirs: Seen;
  readonly error?: string;
}

async function showInChromium(diagrams: readonly object[]): Promise<Comparison[]> {
  const { promise, resolve } = Promise.withResolvers<Comparison[]>();
  await using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === "/seen") {
        resolve((await request.json()) as Comparison[]);
        return new Response("");
      }
      if (pathname === "/diagrams") return Response.json({ config: CONFIG, diagrams });
      const file = FILES[pathname];
      return file
        ? new Response(Bun.file(file))
        : new Response(PAGE, { headers: { "content-type": "text/html" } });
    },
  });
  const profile = await mkdtemp(`${tmpdir()}/chromium-`);
  const browser = Bun.spawn(
    [
      "chromium",
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      `--user-data-dir=${profile}`,
      "--remote-debugging-port=0",
      "--window-size=1200,900",
      "--hide-scrollbars",
      server.url.href,
    ],
    { stdout: "ignore", stderr: "ignore" },
  );
  try {
    return await promise;
  } finally {
    browser.kill();
    await browser.exited;
    await rm(profile, { recursive: true, force: true });
  }
}

/** How far the farthest is of those texts that both have; undefined where they do not have the same ones. */
function farthest(ours: Seen, theirs: Seen): number | undefined {
  const left = [...theirs.texts];
  let far = 0;
  for (const [text, x, y] of ours.texts) {
    const same = left.filter(([other]) => other === text);
    const distances = same.map(([, otherX, otherY]) => Math.hypot(otherX - x, otherY - y));
    const nearest = same[distances.indexOf(Math.min(...distances))];
    if (!nearest) return undefined;
    left.splice(left.indexOf(nearest), 1);
    far = Math.max(far, ...distances.filter((distance) => distance === Math.min(...distances)));
  }
  return left.length === 0 ? far : undefined;
}

const isHere =
  Bun.which("chromium") && (await Bun.file(`${DEFAULT_SUITES}/mermaid/cases.jsonl`).exists());
const rows = isHere ? await chooseSources() : [];
if (!isHere) console.log("skipped the comparison with Chromium: no chromium, or no suites");

test.skipIf(!isHere)(
  "30 diagrams are laid out as in Chromium",
  async () => {
    expect(rows).toHaveLength(30);
    const diagrams = rows.map(({ text }) => ({ source: text, svg: draw(text).output ?? "" }));
    const seen = await showInChromium(diagrams);
    const apart = seen.map(({ ours, theirs, error }, index) => {
      const name = `${index} ${rows[index]?.type}`;
      if (error !== undefined) return `${name}: ${error}`;
      const far = farthest(ours, theirs);
      if (far === undefined) return `${name}: other texts`;
      const size = [ours.width - theirs.width, ours.height - theirs.height].map(Math.abs);
      return Math.max(far, ...size) > TOLERANCE ? `${name}: ${[far, ...size].join(", ")} px` : "";
    });
    expect(apart.filter(Boolean)).toEqual([]);
  },
  300_000,
);
