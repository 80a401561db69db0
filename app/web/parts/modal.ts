/** Dialogs that are open from the moment they are drawn. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type Signal, signal } from "../signal.ts";

/** Opens at once: what is typed after the key that drew it is for it. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return dialog;
}

export interface Openings<T extends object> {
  /** What is open, which is also the key to draw it by: each opening is a dialog of its own. */
  readonly now: Signal<T | undefined>;
  open(about: T): void;
  /** A dialog says late that it was closed: the next one may be open by then, and stays. */
  closed(about: T): void;
}

export function openings<T extends object>(): Openings<T> {
  const now = signal<T | undefined>(undefined);
  return {
    now,
    open: (about) => (now.value = { ...about }),
    closed(about) {
      if (now.value === about) now.value = undefined;
    },
  };
}
