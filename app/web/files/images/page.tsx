/** Originals dropped, a whole responsive set taken away: sizes, formats, markup and checksums. */
import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "../../parts/shell.tsx";
import type { BeforeProps, FileKit, Job, JobFile, Plan, RowProps } from "../file-kit.ts";
import { Mended } from "../audit/mended.tsx";
import type { Task } from "./engine.ts";
import { OwnOptions } from "./own-options.tsx";
import { Preview, remember } from "./preview.tsx";
import { samples } from "./samples.ts";
import { useBlobUrl } from "../use-blob-url.ts";

const TEXTS = {
  lead: "Every picture in the sizes and formats that a website needs, with the markup and checksums for them.",
  limits:
    "JPEG, PNG, WebP, AVIF and GIF, and what else this browser can read; up to 200 files, 50 MB and 50 million pixels each, 2 GB together.",
  alt: "Alternative text",
  altHelp: "What does it show? Leave empty and tick the box where it only decorates.",
  decorates: "Only decorates",
  missing: (count: number, all: number) =>
    count === 0
      ? "Every picture has its alternative text."
      : `${count} of ${all === 1 ? "1 picture has" : `${all} pictures have`} no alternative text yet.`,
  focal: "Focal point",
  focalAt: (x: number, y: number) => `${percent(x)} % across, ${percent(y)} % down`,
  focalHelp: "click, or arrow keys; Delete takes it away",
  noFocal: "none: the option position decides",
  priority: "Largest picture of the first screen",
  priorityHelp: "It is loaded first: head.html has the line for that",
  nobody: "none",
} as const;

const percent = (part: number): number => Math.round(part * 100);

/** Above so many pixels one picture is as much as the memory of a page holds. */
const LARGE = 12_000_000;

const kit: FileKit = {
  id: "image-delivery-production-kit",
  lead: TEXTS.lead,
  accept: "image/*,.heic,.heif,.avif,.jxl",
  mostFiles: 200,
  mostBytesOfOne: 50_000_000,
  mostBytes: 2 * 1024 ** 3,
  limits: TEXTS.limits,
  presets: [
    { name: "Web article", options: {} },
    {
      name: "Hero image",
      options: { widths: [800, 1200, 1600, 2400], loading: "eager", quality: { avif: 55 } },
    },
    {
      name: "Thumbnail 1:1",
      options: { widths: [160, 320], fit: "cover", aspectRatio: "1:1", sizes: "160px" },
    },
    { name: "E-mail (JPEG only)", options: { widths: [1200], formats: ["jpeg"] } },
  ],
  firstOptions: ["widths", "formats", "quality", "fit", "aspectRatio", "budgetBytes"],
  // An id is made of a file's name.
  privateOptions: ["priority"],
  ownOptions: ["priority"],
  engine: [
    { name: "@jsquash/avif", version: "2.1.1" },
    { name: "@jsquash/jpeg", version: "1.6.0" },
    { name: "@jsquash/oxipng", version: "2.3.0" },
    { name: "@jsquash/png", version: "3.1.1" },
    { name: "@jsquash/resize", version: "2.1.1" },
    { name: "@jsquash/webp", version: "1.5.0" },
  ],
  samples,
  needs: ({ files, options }) => ({
    formats: [...new Set([options, ...files.map(ownOf)].flatMap(formatsOf))],
    types: [...new Set(files.map(({ mediaType }) => mediaType))],
  }),
  units,
  mostWorkers({ files }) {
    const { deviceMemory = 8 } = navigator as { readonly deviceMemory?: number };
    const isLarge = files.some(({ width, height }) => Number(width) * Number(height) > LARGE);
    return isLarge || deviceMemory <= 4 ? 1 : 4;
  },
  Row,
  Before,
  Preview,
  Results: Mended,
};

export default kit;

/** Of options that the form leaves out. */
const DEFAULTS = { background: "#ffffff", budgetBytes: null, minQuality: 40 } as const;

type Options = Pick<Task, "background" | "budgetBytes" | "minQuality"> & {
  readonly keep?: readonly string[];
};

const ownOf = (file: JobFile): Job["options"] => (file["options"] ?? {}) as Job["options"];

function formatsOf(options: Job["options"], index: number): readonly string[] {
  const { formats = index === 0 ? ["avif", "webp", "jpeg"] : [] } = options;
  return formats as readonly string[];
}

/** One for each output: its size is that of its pixels. */
function units({ files, options }: Job, { outputs = [] }: Plan) {
  const byId = new Map(files.map((file) => [file.id, file]));
  const tasks = outputs.flatMap((output) => {
    const [id = ""] = output.from;
    const file = byId.get(id);
    return file ? taskOf(output as unknown as Output, file, options as unknown as Options) : [];
  });
  remember(tasks);
  return tasks.map((task) => ({
    key: JSON.stringify(task),
    words: task.name.replace("-{hash8}", "").replace("{hash8}", "…"),
    files: [task.file],
    size: (task.width * task.height) / 1_000_000,
    task,
  }));
}

type Output = Pick<
  Task,
  "name" | "mediaType" | "format" | "width" | "height" | "quality" | "crop" | "place"
>;

function taskOf(output: Output, file: JobFile, options: Options): Task {
  const { name, mediaType, format, width, height, quality, crop, place } = output;
  const own = { ...DEFAULTS, ...options, ...(ownOf(file) as Partial<Options>) };
  return {
    file: file.id,
    name,
    mediaType,
    format,
    width,
    height,
    quality,
    crop,
    place,
    orientation: Number(file["orientation"] ?? 1),
    background: own.background,
    budgetBytes: own.budgetBytes,
    minQuality: own.minQuality,
    keep: options.keep ?? [],
  };
}

function Before({ options, set, job }: BeforeProps) {
  const { files } = job;
  const missing = files.filter(({ alt }) => alt === undefined).length;
  const chosen = String(options["priority"] ?? "");
  return (
    <>
      {files.length > 0 && (
        <p class="pad" role="status">
          {TEXTS.missing(missing, files.length)}
        </p>
      )}
      <p class="field namefield">
        <label for="priority-image">{TEXTS.priority}</label>
        <select
          id="priority-image"
          value={chosen}
          aria-describedby="priority-image-help"
          onChange={(event) => set({ priority: event.currentTarget.value || null })}
        >
          <option value="">{TEXTS.nobody}</option>
          {files.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <small id="priority-image-help">{TEXTS.priorityHelp}</small>
      </p>
    </>
  );
}

function Row({ file, source, set, isLocked }: RowProps) {
  const alt = file["alt"] as string | undefined;
  const field = `alt-${file.id}`;
  return (
    <div class="imagerow">
      <Focal file={file} source={source} set={set} isLocked={isLocked} />
      <div class="imagefields">
        <p class="field">
          <label for={field}>{TEXTS.alt}</label>
          <input
            id={field}
            type="text"
            value={alt ?? ""}
            disabled={isLocked}
            aria-describedby={`${field}-help`}
            onInput={(event) => set({ alt: event.currentTarget.value || undefined })}
          />
          <small id={`${field}-help`}>{TEXTS.altHelp}</small>
          <label class="tick">
            <input
              type="checkbox"
              checked={alt === ""}
              disabled={isLocked || (alt ?? "") !== ""}
              onChange={(event) => set({ alt: event.currentTarget.checked ? "" : undefined })}
            />{" "}
            {TEXTS.decorates}
          </label>
        </p>
        <OwnOptions file={file} set={set} isLocked={isLocked} />
      </div>
    </div>
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -0.01, y: 0 },
  ArrowRight: { x: 0.01, y: 0 },
  ArrowUp: { x: 0, y: -0.01 },
  ArrowDown: { x: 0, y: 0.01 },
};

/** Two decimals are finer than any hand; a job that is read stays legible. */
const within = (part: number): number => Math.min(1, Math.max(0, Math.round(part * 100) / 100));

/** What a crop keeps: a point on the thumbnail. */
function Focal({ file, source, set, isLocked }: Omit<RowProps, "setSecret">) {
  const url = useBlobUrl(source);
  const point = file["focal"] as Point | undefined;
  const marker = useRef<HTMLSpanElement>(null);
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    if (!marker.current || !point) return;
    marker.current.style.left = `${point.x * 100}%`;
    marker.current.style.top = `${point.y * 100}%`;
  }, [point]);
  const move = (next: Point): void => {
    const focal = { x: within(next.x), y: within(next.y) };
    set({ focal });
    say(TEXTS.focalAt(focal.x, focal.y));
  };
  if (!isShown) return null;
  const where = point ? TEXTS.focalAt(point.x, point.y) : TEXTS.noFocal;
  return (
    <button
      type="button"
      class="focal"
      disabled={isLocked}
      aria-label={`${TEXTS.focal}, ${file.name}: ${where} (${TEXTS.focalHelp})`}
      title={`${TEXTS.focal}: ${where}`}
      onClick={(event) => {
        // Pressed by a key it has no place.
        if (event.detail === 0) return;
        const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
        move({ x: (event.clientX - left) / width, y: (event.clientY - top) / height });
      }}
      onKeyDown={(event) => {
        if (event.key === "Delete" || event.key === "Backspace") set({ focal: undefined });
        const step = STEPS[event.key];
        if (!step || event.altKey) return;
        event.preventDefault();
        const { x, y } = point ?? { x: 0.5, y: 0.5 };
        move({ x: x + step.x, y: y + step.y });
      }}
    >
      {url !== "" && <img src={url} alt="" onError={() => setShown(false)} />}
      {point && <span class="mark" ref={marker} />}
    </button>
  );
}
