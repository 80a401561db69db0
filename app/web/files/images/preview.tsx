/** A finished picture beside its original, at one size: a slider between them, larger on demand, in each format. */
import { useState } from "preact/hooks";
import type { MadeOutput, PreviewProps } from "../file-kit.ts";
import { sizeWords, WORDS } from "../words.ts";
import type { Task } from "./engine.ts";
import { LiveQuality } from "./live-quality.tsx";
import { Original } from "./original.tsx";
import { useBlobUrl } from "../use-blob-url.ts";

const TEXTS = {
  before: (width: number, height: number, bytes: number) =>
    `before, ${width} by ${height} pixels, ${sizeWords(bytes)}`,
  after: (width: number, height: number, bytes: number) =>
    `after, ${width} by ${height} pixels, ${sizeWords(bytes)}`,
  slider: "How much of the original is seen",
  zoom: "Zoom",
  formats: "Formats",
} as const;

/** What was asked for each output, by its planned name. */
const tasks = new Map<string, Task>();

export function remember(all: readonly Task[]): void {
  tasks.clear();
  for (const task of all) tasks.set(task.name, task);
}

function taskOf({ name }: MadeOutput): Task | undefined {
  const known = tasks.get(name);
  if (known) return known;
  for (const [digits] of name.matchAll(/[0-9a-f]{8}/g)) {
    const open = tasks.get(name.replace(digits, "{hash8}"));
    if (open) return open;
  }
  return undefined;
}

export function Preview({ output, sources, outputs }: PreviewProps) {
  const [shown, setShown] = useState(output);
  const [zoom, setZoom] = useState(1);
  const [part, setPart] = useState(50);
  const task = taskOf(shown);
  const [source] = sources;
  const width = Number(shown.facts?.["width"] ?? 0);
  const height = Number(shown.facts?.["height"] ?? 0);
  const others = outputs.filter(
    ({ from, facts = {} }) =>
      from[0] === output.from[0] && facts["width"] === width && facts["height"] === height,
  );
  const url = useBlobUrl(shown.content);
  if (!source) return null;
  const before = source.size;
  const after = shown.content.size;
  const words = TEXTS.after(width, height, after);
  const saved = WORDS.saving(Math.round((1 - after / before) * 100));
  return (
    <div class="compare">
      <div class="bar">
        <span class="acts" role="group" aria-label={TEXTS.formats}>
          {others.map((other) => (
            <button
              key={other.name}
              type="button"
              class="btn"
              aria-pressed={other.name === shown.name}
              onClick={() => setShown(other)}
            >
              {other.mediaType.replace("image/", "")}
            </button>
          ))}
        </span>
        <span class="acts" role="group" aria-label={TEXTS.zoom}>
          {[1, 2].map((times) => (
            <button
              key={times}
              type="button"
              class="btn"
              aria-pressed={zoom === times}
              onClick={() => setZoom(times)}
            >
              {times * 100} %
            </button>
          ))}
        </span>
        <span class="facts">
          {sizeWords(before)} → {sizeWords(after)} · {saved}
        </span>
      </div>
      <input
        type="range"
        min={0}
        max={100}
        value={part}
        aria-label={TEXTS.slider}
        aria-valuetext={`${part} %`}
        onInput={(event) => setPart(event.currentTarget.valueAsNumber)}
      />
      <div class="both" tabIndex={0} role="region" aria-label={words}>
        <div class="layers">
          {url !== "" && <img src={url} width={width * zoom} height={height * zoom} alt={words} />}
          {task && (
            <Original
              source={source}
              task={task}
              zoom={zoom}
              part={part}
              words={TEXTS.before(width, height, before)}
            />
          )}
        </div>
      </div>
      {task && task.format !== "png" && <LiveQuality key={task.name} task={task} source={source} />}
    </div>
  );
}
