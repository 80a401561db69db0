/** A button that reads a file as text. */
import { useRef } from "preact/hooks";
import { TEXTS } from "../texts.ts";

export function OpenFile({
  onText,
  isFirst,
}: {
  readonly onText: (text: string) => void;
  /** The one that the key presses. */
  readonly isFirst: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class="btn"
        {...(isFirst ? { id: "open-file" } : {})}
        onClick={() => input.current?.click()}
      >
        {TEXTS.tool.open}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) void file.text().then(onText);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}
