/** The heading of a unit's page: what it is, its pin and its examples. */
import type { Entry, UnitDetail, UnitExample } from "../catalogue.ts";
import { useSignal } from "../signal.ts";
import { pinned, togglePin } from "../storage.ts";
import { TEXTS } from "../texts.ts";

export function Head({
  entry,
  detail,
  onPreset,
}: {
  readonly entry: Entry;
  readonly detail: UnitDetail;
  readonly onPreset: (example: UnitExample) => void;
}) {
  const pins = useSignal(pinned);
  const isPinned = pins.includes(entry.id);
  return (
    <div class="head">
      <h1>{entry.name}</h1>
      <p>{entry.description}</p>
      <div class="acts">
        <button
          type="button"
          class="btn"
          id="pin"
          aria-pressed={isPinned}
          title="Alt P"
          onClick={() => togglePin(entry.id)}
        >
          {isPinned ? TEXTS.tool.pinned : TEXTS.tool.pin}
        </button>
        <select
          class="presets"
          aria-label={TEXTS.tool.examples}
          value=""
          onChange={(event) => {
            const example = detail.examples[Number(event.currentTarget.value)];
            if (example) onPreset(example);
            event.currentTarget.value = "";
          }}
        >
          <option value="">{TEXTS.tool.examples}</option>
          {detail.examples.map(({ title }, index) => (
            <option key={title} value={index}>
              {title}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
