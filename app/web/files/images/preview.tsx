/** A finished picture beside its original, at one size: a slider between them, larger on demand, in each format. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { MadeOutput, PreviewProps } from "../file-kit.ts";
import { sizeWords, WORDS } from "../words.ts";
import type { Task } from "./engine.ts";
import { LiveQuality } from "./live-quality.tsx";
import { useSource } from "./use-source.ts";

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
  if (!source) return null;
  const before = source.size;
  const after = shown.content.size;
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
      <Both
        source={source}
        after={shown.content}
        task={task}
        size={{ width, height }}
        zoom={zoom}
        part={part}
        words={[TEXTS.before(width, height, before), TEXTS.after(width, height, after)]}
      />
      {task && task.format !== "png" && <LiveQuality key={task.name} task={task} source={source} />}
    </div>
  );
}

interface BothProps {
  readonly source: File;
  readonly after: Blob;
  readonly task: Task | undefined;
  readonly size: { readonly width: number; readonly height: number };
  readonly zoom: number;
  /** How much of the original lies above, from the left, in percent. */
  readonly part: number;
  readonly words: readonly [before: string, after: string];
}

function Both({ source, after, task, size, zoom, part, words }: BothProps) {
  const { width, height } = size;
  const canvas = useRef<HTMLCanvasElement>(null);
  const url = useSource(after);
  useEffect(() => {
    if (canvas.current) void drawOriginal(canvas.current, source, task);
  }, [source, task]);
  useEffect(() => {
    if (canvas.current) canvas.current.style.clipPath = `inset(0 ${100 - part}% 0 0)`;
  }, [part]);
  return (
    <div class="both" tabIndex={0} role="region" aria-label={words[1]}>
      <div class="layers">
        {url !== "" && <img src={url} width={width * zoom} height={height * zoom} alt={words[1]} />}
        <Canvas canvas={canvas} size={size} zoom={zoom} words={words[0]} />
      </div>
    </div>
  );
}

interface CanvasProps {
  readonly canvas: { current: HTMLCanvasElement | null };
  readonly size: { readonly width: number; readonly height: number };
  readonly zoom: number;
  readonly words: string;
}

function Canvas({ canvas, size: { width, height }, zoom, words }: CanvasProps) {
  useEffect(() => {
    if (!canvas.current) return;
    canvas.current.style.width = `${width * zoom}px`;
    canvas.current.style.height = `${height * zoom}px`;
  }, [width, height, zoom]);
  return <canvas ref={canvas} width={width} height={height} role="img" aria-label={words} />;
}

/** The same part of the original at the same size, as the browser draws it. */
async function drawOriginal(
  canvas: HTMLCanvasElement,
  source: File,
  task: Task | undefined,
): Promise<void> {
  const context = canvas.getContext("2d");
  if (!context || !task) return;
  try {
    const bitmap = await createImageBitmap(source);
    const { crop } = task;
    const box = task.place ?? { x: 0, y: 0, width: task.width, height: task.height };
    if (task.place) {
      context.fillStyle = task.background;
      context.fillRect(0, 0, task.width, task.height);
    } else context.clearRect(0, 0, task.width, task.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(
      bitmap,
      crop.x,
      crop.y,
      crop.width,
      crop.height,
      box.x,
      box.y,
      box.width,
      box.height,
    );
    bitmap.close();
  } catch {
    // A picture that the browser does not show has no preview.
  }
}
