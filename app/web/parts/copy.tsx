/** Copying and saving, said to those who cannot see it. */
import { TEXTS } from "../texts.ts";
import { say } from "./shell.tsx";

export async function copyText(text: string, told: string = TEXTS.result.copied): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(told);
  } catch {
    say(TEXTS.result.notCopied);
  }
}

export function CopyButton({
  text,
  label,
  isResult = false,
}: {
  readonly text: () => string;
  readonly label?: string;
  /** The one that the key presses. */
  readonly isResult?: boolean;
}) {
  return (
    <button
      type="button"
      class="btn"
      {...(isResult ? { id: "copy-result" } : {})}
      onClick={() => void copyText(text())}
    >
      {TEXTS.result.copy}
      {label !== undefined && <span class="hidden"> {label}</span>}
    </button>
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
