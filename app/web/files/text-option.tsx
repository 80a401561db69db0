/** An option that is a whole text: written, pasted, dropped on it, or read from a file. */
import { OpenFile } from "../parts/open-file.tsx";

interface TextOptionProps {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly text: string;
  readonly error: string | undefined;
  readonly onText: (text: string) => void;
}

export function TextOption({ id, label, help, text, error, onText }: TextOptionProps) {
  return (
    <div class="field textoption">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        class="mono"
        rows={text === "" ? 2 : 6}
        spellcheck={false}
        value={text}
        aria-describedby={`${id}-help`}
        onInput={(event) => onText(event.currentTarget.value)}
        onDrop={(event) => {
          const [file] = event.dataTransfer?.files ?? [];
          if (!file) return;
          event.preventDefault();
          void file.text().then(onText);
        }}
      />
      {error === undefined ? (
        <small id={`${id}-help`}>{help}</small>
      ) : (
        <span class="err" id={`${id}-help`} role="alert">
          {error}
        </span>
      )}
      <OpenFile onText={onText} isFirst />
    </div>
  );
}
