/** Where each part begins: behind the contents pages, and on odd pages where that is asked for. */
import type { Job } from "../pdf-deliverable-assembly-kit.ts";

export interface Layout {
  readonly tocPages: number;
  /** Of each part the number of its first own page, and whether a blank one goes before it. */
  readonly parts: readonly { readonly first: number; readonly blank: boolean }[];
  readonly pages: number;
}

const LINES_OF_CONTENTS = 40;

interface Placed {
  readonly title?: string | undefined;
  readonly oddStart: boolean;
  readonly pageCount: number;
}

/** Files of one part each have neither contents pages nor blank ones. */
export function layout(
  { toc, split }: Pick<Job["options"], "toc" | "split">,
  parts: readonly Placed[],
): Layout {
  const isWhole = split !== "parts";
  const titled = parts.filter(({ title }) => title !== undefined).length;
  const tocPages = isWhole && toc !== null ? Math.ceil(titled / LINES_OF_CONTENTS) : 0;
  let pages = tocPages;
  const placed = parts.map(({ oddStart, pageCount }) => {
    const blank = isWhole && oddStart && pages % 2 === 1;
    const first = pages + (blank ? 2 : 1);
    pages = first + pageCount - 1;
    return { first, blank };
  });
  return { tocPages, parts: placed, pages };
}
