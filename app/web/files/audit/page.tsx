/** Pictures of a site, measured: what each could weigh, what is wrong with it, and the job that mends it. */
import { useState } from "preact/hooks";
import { givenPlaces, type ShownJob, shownPlaces } from "../../../../kits/_core/image-places.ts";
import { pixelsFor } from "../../../../kits/_core/image-size.ts";
import type { BeforeProps, FileKit, Job, JobFile } from "../file-kit.ts";
import { TextOption } from "../text-option.tsx";
import type { Task } from "./engine.ts";
import { Savings } from "./savings.tsx";

const TEXTS = {
  lead: "Which pictures of a site are too heavy, too large for their place, wrongly typed, leaking where they were taken or badly marked up; savings are measured, not guessed.",
  limits:
    "JPEG, PNG, WebP, AVIF, GIF and SVG; up to 200 files, 60 MB and 150 million pixels each, 2 GB together. Above 50 million pixels nothing is tried.",
  html: "The page that shows them",
  htmlHelp:
    "Each of its img elements says how large a picture is shown; paste it, open its file, or drop it among the pictures",
  quick: "Quick: no trials of pictures above 12 million pixels",
  page: "the page that shows the pictures",
} as const;

const QUICK_PIXELS = 12_000_000;
/** Above so many the page would not hold a picture while it is encoded. */
const MOST_TRIED = 50_000_000;

/** Of this page alone: a job does not know of it. */
let isQuick = false;

const kit: FileKit = {
  id: "image-delivery-audit-kit",
  lead: TEXTS.lead,
  accept: "image/*,.avif,.svg,.html,.htm",
  takesFolders: true,
  isReport: true,
  mostFiles: 200,
  mostBytesOfOne: 60_000_000,
  mostBytes: 2 * 1024 ** 3,
  limits: TEXTS.limits,
  presets: [
    { name: "Website", options: {} },
    { name: "Strict: 100 kB", options: { budgetBytes: 100_000, minSavingPercent: 5 } },
  ],
  firstOptions: ["budgetBytes", "maxDpr", "minSavingBytes", "minSavingPercent", "rate"],
  privateOptions: ["html", "usage"],
  ownOptions: ["html"],
  optionFile: {
    option: "html",
    words: TEXTS.page,
    isOne: ({ name, type }) => type === "text/html" || /\.x?html?$/i.test(name),
  },
  engine: [
    { name: "@jsquash/avif", version: "2.1.1" },
    { name: "@jsquash/resize", version: "2.1.1" },
    { name: "@jsquash/webp", version: "1.5.0" },
  ],
  async samples() {
    const { samples } = await import("../images/samples.ts");
    return samples();
  },
  units,
  mostWorkers: ({ files }) =>
    files.some((file) => isTried(file) && pixelsOf(file) > QUICK_PIXELS) ? 1 : 4,
  Before,
  Results: Savings,
};

export default kit;

/** One for each picture that can be tried; an animation is only looked at, as a frame of it weighs nothing comparable. */
function units(job: Job) {
  const shown = shownWidths(job);
  const options = job.options as Partial<Options>;
  const { maxDpr = 2, minSavingBytes = 4096, minSavingPercent = 10 } = options;
  return job.files.flatMap((file) => {
    if (!isTried(file)) return [];
    const [stored, other] = [Number(file["width"]), Number(file["height"])];
    const orientation = Number(file["orientation"] ?? 1);
    const upright = orientation > 4 ? other : stored;
    const needed = Math.max(0, ...(shown.get(file.id) ?? []).map((one) => pixelsFor(one, maxDpr)));
    const isSmaller = needed > 0 && needed < upright;
    const task: Task = {
      file: file.id,
      orientation,
      widths: isMoving(file) ? [] : isSmaller ? [needed, upright] : [upright],
      enough: isSmaller ? Math.max(minSavingBytes, (file.bytes * minSavingPercent) / 100) : 0,
    };
    return [
      {
        key: JSON.stringify(task),
        words: file.name,
        files: [file.id],
        size: pixelsOf(file) / 1_000_000 + 0.01,
        task,
      },
    ];
  });
}

interface Options {
  readonly maxDpr: number;
  readonly minSavingBytes: number;
  readonly minSavingPercent: number;
}

const pixelsOf = ({ width, height }: JobFile): number => Number(width) * Number(height);

const isMoving = ({ frames }: JobFile): boolean => Number(frames ?? 1) > 1;

function isTried(file: JobFile): boolean {
  const isHeld = file.mediaType !== "image/svg+xml" && file["colorSpace"] !== "cmyk";
  return isHeld && pixelsOf(file) <= (isQuick ? QUICK_PIXELS : MOST_TRIED);
}

/** How wide pages show each file, as the server half reads them. */
function shownWidths(given: Job): ReadonlyMap<string, readonly number[]> {
  const { usage = [], html = null } = given.options as Partial<ShownJob["options"]>;
  const job = { files: given.files, options: { usage, html } };
  const widths = new Map<string, number[]>();
  for (const { file, displayWidth = 0 } of placesOf(job)) {
    if (file === undefined || displayWidth === 0) continue;
    widths.set(file, [...(widths.get(file) ?? []), displayWidth]);
  }
  return widths;
}

function placesOf(job: ShownJob) {
  try {
    return [...givenPlaces(job), ...shownPlaces(job)];
  } catch {
    // The plan says what is wrong with the page.
    return givenPlaces(job);
  }
}

function Before({ options, set, errors, value }: BeforeProps) {
  const [quick, setQuick] = useState(isQuick);
  // What was found of its images is no fault of the option.
  const { savings = [] } = (value?.["plan"] ?? {}) as { readonly savings?: readonly unknown[] };
  return (
    <>
      <TextOption
        id="audit-html"
        label={TEXTS.html}
        help={TEXTS.htmlHelp}
        text={String(options["html"] ?? "")}
        error={savings.length > 0 ? undefined : errors.get("html")}
        onText={(html) => set({ html: html || null })}
      />
      <label class="tick">
        <input
          type="checkbox"
          checked={quick}
          onChange={(event) => {
            isQuick = event.currentTarget.checked;
            setQuick(isQuick);
          }}
        />{" "}
        {TEXTS.quick}
      </label>
    </>
  );
}
