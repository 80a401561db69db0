/** A text on its way from one screen to the tool that was chosen for it; it never stands in an address. */
let waiting: { readonly id: string; readonly text: string } | undefined;

export function handOver(id: string, text: string): void {
  waiting = { id, text };
}

/** The text for a unit, once. */
export function takeOver(id: string): string | undefined {
  if (waiting?.id !== id) return undefined;
  const { text } = waiting;
  waiting = undefined;
  return text;
}
