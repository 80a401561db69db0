/** Files that are dropped anywhere on the page, as text. */
import { useEffect, useState } from "preact/hooks";

/** More is not read: a browser holds it, and no tool takes it. */
const LARGEST_BYTES = 20_000_000;

export interface Dropped {
  readonly name: string;
  readonly text: string;
}

/** `take` gets each file; `refuse` its name where it is too large. True while one is over the page. */
export function useDrop(take: (file: Dropped) => void, refuse: (name: string) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      setOver(false);
      if (file.size > LARGEST_BYTES) refuse(file.name);
      else void file.text().then((text) => take({ name: file.name, text }));
    };
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  });
  return isOver;
}
