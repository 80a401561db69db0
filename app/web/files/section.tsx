/** One of the numbered parts of a page of files. */
import type { ComponentChildren } from "preact";

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
