/** The keys that work on every screen: those that find, and those that press a button of the screen. */
import { openFinder } from "./finder.tsx";
import { isInstalled, showKeys } from "./shell.tsx";

/** What a key means in a dialog, the dialog says. */
export function isInDialog(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

export function listenToKeys(): void {
  window.addEventListener("keydown", (event) => {
    const isTaken = isFind(event) ? find() : !isInDialog() && (pressed(event) || typed(event));
    if (isTaken) event.preventDefault();
  });
}

function isFind({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && (ctrlKey || metaKey);
}

function find(): true {
  const ask = isInDialog() ? null : document.querySelector<HTMLElement>("#ask");
  if (ask) ask.focus();
  else openFinder();
  return true;
}

/** Single letters, which are none while one types. */
function typed({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isTyping(document.activeElement)) return false;
  if (key === "/") return find();
  if (key !== "?") return false;
  showKeys();
  return true;
}

const WRITTEN_IN =
  "textarea, select, input:not([type=radio], [type=checkbox], [type=button], [type=file])";

/** In a field of text, or a list, which is walked by letters; one in a closed dialog has the focus a moment longer. */
function isTyping(element: Element | null): boolean {
  return element?.matches(WRITTEN_IN) === true && element.closest("dialog:not([open])") === null;
}

/** By code: with Alt, some keyboards write other letters. */
function buttonOf({ code, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): string | undefined {
  // In a tab the browser has this key for itself.
  if (isInstalled && code === "KeyC" && shiftKey && (ctrlKey || metaKey)) return "#copy-result";
  if (!altKey || ctrlKey || metaKey) return undefined;
  if (shiftKey) return code === "KeyS" ? "#share" : undefined;
  return { KeyC: "#copy-result", KeyO: "#open-file", KeyP: "#pin" }[code];
}

function pressed(event: KeyboardEvent): boolean {
  const name = buttonOf(event);
  const button = name === undefined ? null : document.querySelector<HTMLElement>(name);
  if (!button) return false;
  // What it opens comes next.
  if (name === "#share") button.focus();
  button.click();
  return true;
}
