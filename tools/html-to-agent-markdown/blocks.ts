/** The blocks of a Markdown document; their text is Markdown already. */
export type Block =
  | {
      readonly kind: "paragraph";
      readonly lines: readonly string[];
      /** It was an element `p`, so that a list around it is a loose one. */
      readonly isMarked: boolean;
    }
  /** A heading, a table or a rule: lines that are printed as they are. */
  | { readonly kind: "lines"; readonly lines: readonly string[] }
  | { readonly kind: "rule" }
  | { readonly kind: "fence"; readonly language: string; readonly lines: readonly string[] }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | ListBlock;

export interface ListBlock {
  readonly kind: "list";
  /** The first item's number; undefined for bullets. */
  readonly start: number | undefined;
  readonly items: readonly (readonly Block[])[];
}

/** Whether no item holds anything but one text and lists behind it, so that no blank lines are needed. */
export function isTight({ items }: ListBlock): boolean {
  return items.every((blocks) =>
    blocks.every((block, index) => {
      if (block.kind === "paragraph") return index === 0 && !block.isMarked;
      return block.kind === "list" && (index === 0 || canFollowText(block));
    }),
  );
}

/** Whether a list is read as one right below a line of text (CommonMark 5.2). */
function canFollowText({ start, items }: ListBlock): boolean {
  return (start === undefined || start === 1) && (items[0]?.length ?? 0) > 0;
}
