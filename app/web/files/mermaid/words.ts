/** What the page of Mermaid diagrams says. */
export const TEXTS = {
  lead: "SVG and PNG pictures of Mermaid diagrams with alt texts, and a Markdown document that shows them anywhere.",
  limits: "Up to 50 diagrams of 50,000 characters, and one Markdown document of 80,000.",
  diagrams: "Diagrams",
  add: "Add a diagram",
  remove: "Remove this diagram",
  document: "Markdown document",
  documentHelp:
    "Its mermaid fences become pictures. Paste it here or add it as a file; it may be empty.",
  sourceOf: (name: string) => `Mermaid source of ${name}`,
  choose: "Diagram to edit",
  broken: (name: string) => `${name} (cannot be drawn)`,
  title: "Title",
  titleHelp: "Names the files",
  alt: "Alt text",
  altHelp: (suggestion: string) => `Without one: ${suggestion}`,
  useSuggestion: "Use the suggestion",
  reads: "What a screen reader says",
  image: (alt: string) => `Image: ${alt}`,
  missing: (count: number) =>
    count === 1
      ? "1 diagram has no alt text, title or accDescr"
      : `${count} diagrams have no alt text, title or accDescr`,
  forAll: (value: string) => `as for all (${value})`,
  style: { theme: "Theme", look: "Look", layout: "Layout" },
  drawing: "Drawing",
  empty: "Write a diagram, and its picture stands here.",
  picture: (name: string) => `Picture of ${name}`,
  line: (line: number, words: string) => `Line ${line}: ${words}`,
  zoom: "Size of the picture",
  fit: "Fit",
  smaller: "Zoom out",
  larger: "Zoom in",
  full: "100 %",
  tooLarge: (name: string, found: string, most: string) =>
    `${name} is too large to lay out (${found}; the limit is ${most}). Split it or choose the dagre layout.`,
  tooLong: (name: string) =>
    `${name} is too large to lay out in 5 seconds. Split it or choose the dagre layout.`,
  isEmpty: (name: string) => `${name} is empty.`,
  isNoText: (name: string) =>
    `${name} is not a text that this page can read. Save the diagram as a text file first.`,
  isTooLong: (name: string, length: number, most: number) =>
    `${name} has ${length} characters; the limit here is ${most}.`,
  markdown: (count: number) =>
    count === 1 ? "Markdown, 1 diagram" : `Markdown, ${count} diagrams`,
  mermaid: (lines: number) => (lines === 1 ? "Mermaid, 1 line" : `Mermaid, ${lines} lines`),
  secondDocument: (name: string) =>
    `There is a document already: of ${name} only the diagrams are taken.`,
  before: "Before",
  after: "After",
  beside: "The document before and after",
} as const;

/** A diagram that takes longer is stopped. */
export const LONGEST_MS = 5000;

interface Told {
  readonly code?: string;
  readonly message: string;
  readonly line?: number | undefined;
  readonly hint?: string | undefined;
}

const ASIDE = /^Cannot draw the diagram: /;

/** What the renderer says of a source, for the one who wrote it. */
export function wordsOfProblem(name: string, { code, message, line, hint }: Told): string {
  const [head = "", most] = message.split(", expected at most ");
  if (code === "DIAGRAM_TOO_LARGE" && most !== undefined)
    return TEXTS.tooLarge(name, head.split("found ").at(-1) ?? "", most);
  const said = message.replace(ASIDE, "");
  const words = hint === undefined ? `${said}.` : `${said}. ${hint}.`;
  return line === undefined ? `${name}: ${words}` : TEXTS.line(line, words);
}
