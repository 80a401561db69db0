/** Which value a field takes: the pipeline's input, a result before it, or a member of one. */
import { useState } from "preact/hooks";
import { type HitRow, Hits, useHits } from "../parts/hits.tsx";
import { useModal } from "../parts/modal.ts";
import { TEXTS } from "../texts.ts";
import { isBinding, type Source } from "./steps.ts";

const MOST_ROWS = 60;
/** A value is shown by its beginning. */
const SHOWN = 120;

export function wordsOfBinding(binding: string, index: number): string {
  const { pipeline } = TEXTS;
  const [, name = "", step, path = ""] =
    /^\$(INPUT|PREV|STEP)(?:\[(\d+)\])?(.*)$/s.exec(binding) ?? [];
  if (name === "INPUT") return pipeline.input + path;
  const number = name === "PREV" ? index : Number(step) + 1;
  return pipeline.result(number, path.replace(/^\.(?:value\.?)?/, ""));
}

export function Picker({
  label,
  index,
  sources,
  onPick,
  onClose,
}: {
  readonly label: string;
  readonly index: number;
  readonly sources: readonly Source[];
  /** With an empty text for what is typed. */
  readonly onPick: (binding: string) => void;
  readonly onClose: () => void;
}) {
  const dialog = useModal();
  const [words, setWords] = useState("");
  const { pipeline } = TEXTS;
  const named = sources.map(({ binding, value }) => rowOf(binding, index, value));
  const all = [...named, { href: "#", title: pipeline.typed, text: "", end: "" }];
  const wanted = words.trim().toLowerCase();
  const fitting = all.filter(({ title, text, href }) =>
    `${title} ${href} ${text}`.toLowerCase().includes(wanted),
  );
  // What is written as a binding is one, whether it is listed or not.
  const written =
    isBinding(words.trim()) && !sources.some(({ binding }) => binding === words.trim())
      ? [rowOf(words.trim(), index, undefined)]
      : [];
  const rows = [...written, ...fitting].slice(0, MOST_ROWS);
  const pick = ({ href }: HitRow): void => {
    dialog.current?.close();
    onPick(href.slice(1));
  };
  const list = useHits(rows, pick);
  return (
    <dialog ref={dialog} aria-label={label} onClose={onClose}>
      <header>
        <input
          type="text"
          aria-label={label}
          placeholder={pipeline.pickHint}
          role="combobox"
          aria-expanded={rows.length > 0 ? "true" : "false"}
          aria-controls="hits"
          aria-activedescendant={rows.length > 0 ? `hit${list.current}` : undefined}
          autocomplete="off"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => list.keyDown(event)}
        />
        <kbd>Esc</kbd>
      </header>
      <div class="hits palette sources">
        <Hits rows={rows} current={list.current} label={label} words={words} onOpen={pick} />
        {rows.length === 0 && <p class="said">{pipeline.pickNothing(words.trim())}</p>}
      </div>
    </dialog>
  );
}

function rowOf(binding: string, index: number, value: unknown): HitRow {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return {
    href: `#${binding}`,
    title: wordsOfBinding(binding, index),
    text: text.slice(0, SHOWN).replace(/\s+/g, " "),
    end: binding,
  };
}
