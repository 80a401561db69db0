/** What docs/operating.md tells operators to write. */
export const page = await Bun.file("docs/operating.md").text();

/** The blocks of a language, in their order. */
export function blocksOf(language: string): string[] {
  const block = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms");
  return [...page.matchAll(block)].map(([, text = ""]) => text);
}

/** The only block of a language, or the one at a place. */
export function blockOf(language: string, place = 0): string {
  const block = blocksOf(language)[place];
  if (block === undefined) throw new Error(`There is no block ${place} of ${language}`);
  return block;
}
