/**
 * The RFC 8785 text of a JSON value. Members that JSON has no form for are left out, as
 * `JSON.stringify` does; a lone surrogate, which RFC 8785 refuses, is written as its escape.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return scalar(value);
  const parts: string[] = [];
  // What is still to be written, the next of it last: no nesting is too deep for a list.
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (next instanceof Sign) parts.push(next.text);
    else if (next === null || typeof next !== "object") parts.push(scalar(next));
    else if (Array.isArray(next)) pushItems(next, rest);
    else pushMembers(next as Readonly<Record<string, unknown>>, rest);
  }
  return parts.join("");
}

/** Text that is written as it is. */
class Sign {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const [COMMA, END_OF_ITEMS, END_OF_MEMBERS] = [new Sign(","), new Sign("]"), new Sign("}")];

function scalar(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}

function pushItems(items: readonly unknown[], rest: unknown[]): void {
  rest.push(END_OF_ITEMS);
  for (let at = items.length - 1; at >= 0; at--) {
    rest.push(items[at]);
    if (at > 0) rest.push(COMMA);
  }
  rest.push(new Sign("["));
}

function pushMembers(value: Readonly<Record<string, unknown>>, rest: unknown[]): void {
  const written = Object.keys(value)
    .filter((key) => value[key] !== undefined && typeof value[key] !== "function")
    .toSorted();
  rest.push(END_OF_MEMBERS);
  for (const [at, key] of written.toReversed().entries()) {
    const isFirst = at === written.length - 1;
    rest.push(value[key], new Sign(`${isFirst ? "" : ","}${JSON.stringify(key)}:`));
  }
  rest.push(new Sign("{"));
}
