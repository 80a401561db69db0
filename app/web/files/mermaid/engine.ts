/** Draws diagrams by the same code as the service, so that the same bytes come out. */
import { findEntry, loadDetails, loadUnit } from "../../../registry.ts";
import type { RunRequest } from "../../../run/types.ts";
import { answer } from "../../answer.ts";
import { resultOf } from "../../tool/problems.ts";
import { type FileEngine, Refusal } from "../file-kit.ts";
import { part } from "../part.ts";
import { MARKDOWN, MERMAID } from "./kinds.ts";
import { TEXTS, wordsOfProblem } from "./words.ts";

const RENDERER = "mermaid-renderer";
const LONGEST = { [MARKDOWN]: 80_000, [MERMAID]: 50_000 } as const;

export interface Task {
  /** What the user calls the diagram. */
  readonly title: string;
  readonly name: string;
  readonly mediaType: string;
  readonly from: readonly string[];
  /** Of the renderer. */
  readonly input: Readonly<Record<string, unknown>> & { readonly format: string };
}

const engine: FileEngine = {
  async facts(file) {
    const text = textOf(await file.arrayBuffer());
    const { name } = file;
    if (text === undefined) throw new Refusal(TEXTS.isNoText(name));
    if (text.trim() === "") throw new Refusal(TEXTS.isEmpty(name));
    const fences = text.match(FENCES)?.length ?? 0;
    const mediaType = fences > 0 ? MARKDOWN : MERMAID;
    const most = LONGEST[mediaType];
    if (text.length > most) throw new Refusal(TEXTS.isTooLong(name, text.length, most));
    const lines = text.trimEnd().split(/\r\n?|\n/).length;
    const words = fences > 0 ? TEXTS.markdown(fences) : TEXTS.mermaid(lines);
    return { mediaType, facts: {}, words };
  },
  async prepare({ formats = ["svg", "png"] }) {
    await loadAll();
    for (const format of formats as readonly string[]) await open(format);
  },
  async make({ task }, report) {
    const { title, name, mediaType, from, input } = task as Task;
    await open(input.format);
    report(0);
    // Else the page would hear of it once the picture is there.
    await new Promise((resolve) => setTimeout(resolve));
    const { ok, output = "", value, errors } = await draw(input);
    const [error] = errors ?? [];
    if (ok !== true || !value) throw new Refusal(wordsOfProblem(title, error ?? { message: name }));
    const { width, height, pixelWidth, pixelHeight } = value as Readonly<Record<string, unknown>>;
    const bytes =
      input.format === "png" ? Uint8Array.fromBase64(output) : new TextEncoder().encode(output);
    const content = new Blob([bytes], { type: mediaType });
    const facts = { width: pixelWidth ?? width, height: pixelHeight ?? height };
    return { outputs: [{ name, mediaType, from, content, facts }] };
  },
  async run(request, begin) {
    await loadAll();
    await open("svg");
    return run(request, begin);
  },
};

export default engine;

const FENCES = /^[ \t]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(?:`{3,}|~{3,})[ \t]*mermaid\b/gim;

/** Undefined for bytes that are no UTF-8, or no text. */
function textOf(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

const opened = new Set<string>();

/** The first drawing opens the libraries and the fonts, which takes longer than to draw. */
async function open(format: string): Promise<void> {
  if (opened.has(format)) return;
  await renderer();
  await draw({ input: "flowchart LR\n  A", format });
  opened.add(format);
}

const renderer = part("diagram engine", () => unitOf(RENDERER));
const planner = part("planner", () =>
  Promise.all([unitOf("mermaid-diagram-delivery-kit"), loadDetails()]),
);

const loadAll = () => Promise.all([renderer(), planner()]);

async function unitOf(id: string): Promise<void> {
  const entry = findEntry(id);
  if (entry) await loadUnit(entry);
}

async function draw(input: Readonly<Record<string, unknown>>) {
  return resultOf(await run({ tool_id: RENDERER, input }, () => {}));
}

function run(request: RunRequest, begin: () => void) {
  return answer({ request, publicUrl: location.origin }, begin);
}
