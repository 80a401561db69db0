/** One of the numbered parts of a page of files. */
import { type ComponentChildren, toChildArray } from "preact";
import { useGrowing } from "./use-growing.ts";

export function Section({
  number,
  title,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  const id = `part-${number}`;
  return (
    <section class="part" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        <span class="no">{number}</span> {title}
      </h2>
      {children}
    </section>
  );
}

/** Draws one after the other, a frame each: all at once would keep the page from hearing its user. */
export function InTurn({ children }: { readonly children: ComponentChildren }) {
  const blocks = toChildArray(children);
  const shown = useGrowing(blocks.length, 1);
  return <>{blocks.slice(0, shown)}</>;
}
