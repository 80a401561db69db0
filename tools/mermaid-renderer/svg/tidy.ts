/** Makes a drawing the same every time it is made: names in document order, numbers with three decimals. */
import { allElements, type DomElement } from "../dom/node.ts";

const WORDS = /^(?:id|class|style|xmlns(?::.*)?|(?:xlink:)?href|aria-.*|font-family)$/;
const LONG_NUMBER = /-?\d*\.?\d+e[-+]?\d+|-?\d*\.\d{4,}/gi;

/** Engines differ in the last digit of a sine, and nobody sees the fourth decimal. */
export function roundNumbers(svg: DomElement): void {
  for (const element of allElements(svg)) {
    for (const { name, value } of Array.from(element.attributes)) {
      if (WORDS.test(name)) continue;
      const rounded = value.replace(LONG_NUMBER, (number) =>
        String(Math.round(Number(number) * 1000) / 1000),
      );
      if (rounded !== value) element.setAttribute(name, rounded);
    }
  }
}

/** `stem`, `stem1`, `stem2` … for the ids that have the same letters; an id that is there twice stays once. */
export function renumberIds(svg: DomElement): void {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const elements = allElements(svg);
  for (const element of elements) {
    const id = element.getAttribute("id");
    if (id === null) continue;
    if (id === "" || names.has(id)) {
      element.removeAttribute("id");
      continue;
    }
    const stem = id.replace(/[^\w-]+/g, "_").replace(/\d+$/, "") || "id";
    const count = counts.get(stem) ?? 0;
    counts.set(stem, count + 1);
    const name = count === 0 ? stem : `${stem}${count}`;
    names.set(id, name);
    element.setAttribute("id", name);
  }
  const renamed = (id: string): string => names.get(id) ?? id;
  for (const element of elements) {
    for (const { name, value } of Array.from(element.attributes)) {
      const now = renameIn(name, value, renamed);
      if (now !== value) element.setAttribute(name, now);
    }
  }
}

function renameIn(name: string, value: string, renamed: (id: string) => string): string {
  if (/^(?:xlink:)?href$/.test(name))
    return value.startsWith("#") ? `#${renamed(value.slice(1))}` : value;
  if (/^aria-(?:labelledby|describedby)$/.test(name))
    return value.split(" ").map(renamed).join(" ");
  return value.replace(/url\(["']?#([^"')]+)["']?\)/g, (_, id: string) => `url(#${renamed(id)})`);
}
