/** From a source to a picture: read, guarded, drawn, finished. */
import type { Entry } from "../_core/tool.ts";
import { parseYaml } from "../_lib/formats/yaml/stream.ts";
import { isNoData, yamlTree } from "../_lib/formats/yaml/data.ts";
import type { Failure } from "../mermaid-renderer.ts";
import { Session } from "./drawing.ts";
import { checkBlanks, checkLabels, checkLength, checkSize } from "./guards.ts";
import { emptyDiagram, problemOf, unknownDiagram, unsupportedDiagram } from "./problems.ts";
import { readSource, type Source } from "./source.ts";
import { finish, type Picture } from "./svg/finish.ts";
import { variablesDirective } from "./theme.ts";
import { type DiagramType, isUnsupported, KEYWORDS, typeOf } from "./types.ts";

export interface Settings {
  readonly theme?: string | undefined;
  readonly look?: string | undefined;
  readonly layout?: string | undefined;
  readonly background: string;
  readonly themeVariables: Readonly<Record<string, unknown>>;
}

/** Where neither the caller nor the source says anything. */
const DEFAULTS = { theme: "default", look: "classic", layout: "dagre" } as const;
type Choice = keyof typeof DEFAULTS;
const CHOICES = Object.keys(DEFAULTS) as Choice[];

/** What a source says before anything is drawn. */
export interface Read {
  readonly source: Source;
  readonly type: DiagramType;
  readonly title: string | null;
  readonly description: string | null;
}

export interface Rendering extends Read, Picture {
  /** What was used in the end. */
  readonly chosen: Readonly<Record<Choice, string>>;
}

export interface Refusal {
  readonly problem: Entry<Failure>;
  readonly source: Source | undefined;
  /** Whether the source could be read. */
  readonly valid: boolean;
}

/** `spend` is called as work is done, and may end it. */
export function render(field: string, settings: Settings, spend: () => void): Rendering | Refusal {
  const opened = open(field, settings, spend);
  if ("problem" in opened) return opened;
  const { session, text, read } = opened;
  let drawn: string;
  try {
    drawn = session.draw(text);
  } catch (error) {
    return { problem: problemOf(error, read.source), source: read.source, valid: false };
  }
  const config = session.config();
  const chosen = CHOICES.map((name) => [name, textOf(config[name]) ?? DEFAULTS[name]]);
  return {
    ...finish(drawn, settings),
    ...read,
    chosen: Object.fromEntries(chosen) as Rendering["chosen"],
  };
}

/** What kind of diagram it is and what it is called, which takes a fraction of drawing it. */
export function check(field: string, settings: Settings, spend: () => void): Read | Refusal {
  const opened = open(field, settings, spend);
  return "problem" in opened ? opened : opened.read;
}

interface Opened {
  readonly session: Session;
  /** What is drawn. */
  readonly text: string;
  readonly read: Read;
}

function open(field: string, settings: Settings, spend: () => void): Opened | Refusal {
  const tooLong = checkLength(field);
  if (tooLong) return { problem: tooLong, source: undefined, valid: false };
  const given = CHOICES.filter((name) => settings[name] !== undefined);
  const source = readSource(field, given);
  const refused = lookAt(source) ?? checkBlanks(source.text);
  if (refused) return { problem: refused, source, valid: false };
  const session = new Session({ ...DEFAULTS, ...chosenBy(settings, given) }, given, spend);
  const text = source.text + variablesDirective(settings.themeVariables);
  try {
    const read = readDiagram(session, source, text);
    return "problem" in read ? read : { session, text, read };
  } catch (error) {
    return { problem: problemOf(error, source), source, valid: false };
  }
}

function chosenBy(settings: Settings, given: readonly Choice[]): Partial<Settings> {
  return Object.fromEntries(given.map((name) => [name, settings[name]]));
}

/** What the first word says already. */
function lookAt(source: Source): Refusal["problem"] | undefined {
  const { keyword } = source;
  if (keyword === "")
    return source.body.text === "" ? emptyDiagram(source) : unknownDiagram(source);
  if (isUnsupported(keyword)) return unsupportedDiagram(source);
  const isKnown = [...KEYWORDS, "requirement"].some((word) =>
    keyword.toLowerCase().startsWith(word.toLowerCase()),
  );
  return isKnown ? undefined : unknownDiagram(source);
}

/** Throws what mermaid throws. */
function readDiagram(session: Session, source: Source, text: string): Read | Refusal {
  const { type: name, db } = session.read(text);
  const type = typeOf(name);
  if (type === undefined) {
    const problem = name === "error" ? unknownDiagram(source) : unsupportedDiagram(source);
    return { problem, source, valid: false };
  }
  const problem = checkLabels(source.body.text, type) ?? checkSize(type, db);
  if (problem) return { problem, source, valid: true };
  // Dates are read when they are first asked for.
  if (type === "gantt") db.getTasks?.();
  const title = titleIn(source) ?? textOf(db.getDiagramTitle?.()) ?? textOf(db.getTitle?.());
  const access = textOf(db.getAccTitle?.());
  const description = textOf(db.getAccDescription?.()) ?? null;
  return { source, type, title: title ?? access ?? null, description };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The `title` of the front matter. */
function titleIn({ frontMatter }: Source): string | undefined {
  const [document] = parseYaml(frontMatter?.text ?? "").stream?.documents ?? [];
  if (!document) return undefined;
  const tree = yamlTree(
    document.root,
    { version: "1.2", merge: false },
    { nodes: 0, characters: 0 },
  );
  if (isNoData(tree) || tree.type !== "object") return undefined;
  const title = tree.members.find(({ key }) => key === "title")?.value;
  return title?.type === "string" ? textOf(title.value) : undefined;
}
