/** A picture that can be looked at closely, by buttons and by keys. */
import { useState } from "preact/hooks";
import { useBlobUrl } from "../use-blob-url.ts";
import { TEXTS } from "./words.ts";

interface DrawnProps {
  readonly label: string;
  readonly alt: string;
  readonly content: Blob;
  /** In pixels of the page. */
  readonly width: number;
  readonly height: number;
  readonly isOld?: boolean;
}

const STEP = 1.25;
const [LEAST, MOST] = [0.1, 8];

export function Drawn({ label, alt, content, width, height, isOld = false }: DrawnProps) {
  // Nothing for a picture that is as wide as there is room.
  const [zoom, setZoom] = useState<number>();
  const url = useBlobUrl(content);
  const by = (factor: number): void =>
    setZoom(Math.min(MOST, Math.max(LEAST, (zoom ?? 1) * factor)));
  const keys: Readonly<Record<string, () => void>> = {
    "+": () => by(STEP),
    "=": () => by(STEP),
    "-": () => by(1 / STEP),
    "0": () => setZoom(undefined),
    "1": () => setZoom(1),
  };
  return (
    <div class="drawn">
      <div class="bar" role="group" aria-label={TEXTS.zoom}>
        <button
          type="button"
          class="btn"
          aria-pressed={zoom === undefined}
          onClick={() => setZoom(undefined)}
        >
          {TEXTS.fit}
        </button>
        <button type="button" class="btn" aria-pressed={zoom === 1} onClick={() => setZoom(1)}>
          {TEXTS.full}
        </button>
        <button type="button" class="btn" onClick={() => by(1 / STEP)} aria-label={TEXTS.smaller}>
          −
        </button>
        <button type="button" class="btn" onClick={() => by(STEP)} aria-label={TEXTS.larger}>
          +
        </button>
        <span class="facts">{`${width} × ${height}`}</span>
      </div>
      <div
        class={`paper-ground${isOld ? " dim" : ""}`}
        tabIndex={0}
        role="region"
        aria-label={label}
        onKeyDown={(event) => {
          const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
          if (!act) return;
          event.preventDefault();
          act();
        }}
      >
        {url !== "" && (
          <img
            src={url}
            alt={alt}
            width={Math.round(width * (zoom ?? 1))}
            class={zoom === undefined ? "fitted" : ""}
          />
        )}
      </div>
    </div>
  );
}
