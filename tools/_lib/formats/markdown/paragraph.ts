import { readDefinition } from "./definition.ts";
import type { Leaf, Line } from "./document.ts";

/** The link reference definitions that the paragraph begins with. */
export function leadingDefinitions(paragraph: Leaf, lines: readonly Line[]): Leaf[] {
  const first = lines[paragraph.from];
  if (!/^[ \t]*\[/.test(first?.text.slice(first.offset) ?? "")) return [];
  const text = lines
    .slice(paragraph.from, paragraph.to)
    .map((line) => line.text.slice(line.offset))
    .join("\n");
  const { container } = paragraph;
  const leaves: Leaf[] = [];
  let { from } = paragraph;
  for (let at = 0; at < text.length;) {
    const definition = readDefinition(text, at);
    if (!definition) break;
    const { label, titleFrom } = definition;
    const titleLine = from + countLines(text, at, titleFrom);
    const to = from + countLines(text, at, definition.to) + 1;
    leaves.push({ kind: "definition", container, from, to, titleLine, label });
    from = to;
    at = definition.to + 1;
  }
  return leaves;
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1))
    count++;
  return count;
}
