/** Copying and saving, said to those who cannot see it. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { TEXTS } from "../texts.ts";
import { say } from "./shell.tsx";

export async function copyText(text: string, told: string = TEXTS.result.copied): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    say(told);
    return true;
  } catch {
    say(TEXTS.result.notCopied);
    return false;
  }
}

/** How long a button says what it did. */
const TOLD_MS = 1600;

/** A button that says for a moment that it is done, in the width that it had. */
function DoneButton({
  act,
  done,
  label,
  id,
  children,
}: {
  readonly act: () => Promise<boolean>;
  readonly done: string;
  readonly label?: string | undefined;
  readonly id?: string | undefined;
  readonly children: ComponentChildren;
}) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), TOLD_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  return (
    <button
      type="button"
      class="btn"
      {...(id === undefined ? {} : { id })}
      onClick={() => void act().then(setDone)}
    >
      {isDone ? done : children}
      {label !== undefined && <span class="hidden"> {label}</span>}
    </button>
  );
}

export function CopyButton({
  text,
  label,
  name = TEXTS.result.copy,
  isResult = false,
}: {
  readonly text: () => string;
  /** What it copies, for those who hear the page. */
  readonly label?: string;
  readonly name?: string;
  /** The one that the key presses. */
  readonly isResult?: boolean;
}) {
  return (
    <DoneButton
      act={() => copyText(text())}
      done={TEXTS.result.copied}
      label={label}
      id={isResult ? "copy-result" : undefined}
    >
      {name}
    </DoneButton>
  );
}

interface SavedFile {
  readonly name: string;
  readonly content: () => string | Uint8Array<ArrayBuffer>;
  readonly type: string;
}

export function SaveButton({
  name,
  content,
  type,
  label,
}: SavedFile & { readonly label?: string }) {
  const act = async (): Promise<boolean> => {
    saveFile(name, content(), type);
    return true;
  };
  return (
    <DoneButton act={act} done={TEXTS.result.saved} label={label}>
      {TEXTS.result.download}
    </DoneButton>
  );
}

/** Hands a file to the browser's downloads. */
export function saveFile(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  type: string,
): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
