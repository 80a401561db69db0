/** The usual mistakes, in plain words. */
import type { Source } from "./source.ts";

interface Hint {
  readonly hint: string;
  /** `offset`: where in the field's text the reader stopped. */
  applies(source: Source, offset: number | undefined): boolean;
}

const isFlowchart = ({ keyword }: Source): boolean => /^(?:flowchart|graph)/.test(keyword);

function lineAround({ field }: Source, offset: number | undefined): string {
  if (offset === undefined) return "";
  const start = field.lastIndexOf("\n", Math.max(0, offset - 1)) + 1;
  const end = field.indexOf("\n", offset);
  return field.slice(start, end < 0 ? field.length : end);
}

/** Whether, in a text without quotes, a bracket opens in a label that is open, and one closes behind it. */
function hasBracketsInLabel(text: string): boolean {
  const opened = /[[({|][^[\](){}|]*[[({]/.exec(text);
  return opened !== null && /[\])}]/.test(text.slice(opened.index + opened[0].length));
}

/** The first that applies is given. */
export const HINTS: readonly Hint[] = [
  {
    hint: 'end in lower case closes a block: write End, or put the word in quotes: A["end"]',
    applies: (source, offset) =>
      isFlowchart(source) && /(?:^|[\s>\-=.|])end\b/.test(lineAround(source, offset)),
  },
  {
    hint: 'Put a label with brackets or parentheses in double quotes: A["text (more)"]',
    applies: (source, offset) =>
      isFlowchart(source) && lineAround(source, offset).split('"').some(hasBracketsInLabel),
  },
  {
    hint: "A bracket is opened and not closed: A[text]",
    applies(source, offset) {
      const line = lineAround(source, offset);
      const count = (bracket: string): number => line.split(bracket).length;
      return (
        isFlowchart(source) && ["[]", "()", "{}"].some(([a = "", b = ""]) => count(a) !== count(b))
      );
    },
  },
  {
    hint: "An arrow is followed by another arrow: write a box between them",
    applies: (source, offset) =>
      isFlowchart(source) &&
      /(?:--|==|-\.-)[->xo]?[ \t]+<?(?:--|==|-\.-)/.test(lineAround(source, offset)),
  },
  {
    hint: "An arrow of a flowchart is --> (or ---, -.->, ==>), with a text: -->|text|",
    applies: (source, offset) =>
      isFlowchart(source) &&
      /(?:\s|^|\w)(?:->>?|--|=>|-|→)(?:\s|\w|$)/.test(lineAround(source, offset)),
  },
  {
    hint: "Indent with spaces: a tab is no level",
    applies: ({ field }, offset) => offset !== undefined && /\n\t/.test(field),
  },
  {
    hint: "A message is written A->>B: text",
    applies: ({ keyword }, offset) => keyword === "sequenceDiagram" && offset !== undefined,
  },
  {
    hint: "A relationship is written A ||--o{ B : label",
    applies: ({ keyword }, offset) => keyword === "erDiagram" && offset !== undefined,
  },
];
