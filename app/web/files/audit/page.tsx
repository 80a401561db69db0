/** Pictures of a site, measured: what each could weigh, what is wrong with it, and the job that mends it. */
import { useState } from "preact/hooks";
import { gps } from "exifr"; // where a photo was taken, when its owner asks
import { givenPlaces, type ShownJob, shownPlaces } from "../../../../kits/_core/image-places.ts";
import { pixelsFor } from "../../../../kits/_core/image-size.ts";
import { go, guard } from "../../router.ts";
import type { BeforeProps, FileKit, Job, MadeOutput, ResultsProps } from "../file-kit.ts";
import { handOverFiles } from "../hand-over.ts";
import { useBlobUrl } from "../use-blob-url.ts";
import { TextOption } from "../text-option.tsx";
import { sizeWords, WORDS } from "../words.ts";
import type { Task } from "./engine.ts";

const TEXTS = {
  lead: "Which pictures of a site are too heavy, too large for their place, wrongly typed, leaking where they were taken or badly marked up; savings are measured, not guessed.",
  limits:
    "JPEG, PNG, WebP, AVIF, GIF and SVG; up to 200 files, 60 MB and 150 million pixels each, 2 GB together. Above 50 million pixels nothing is tried.",
  html: "The page that shows them",
  htmlHelp:
    "Each of its img elements says how large a picture is shown; paste it, or open its file",
  quick: "Quick: no trials of pictures above 12 million pixels",
  table: "What could be saved",
  mend: "Mend these",
  where: "Where was this photo taken?",
  nowhere: "It does not say a place that can be read.",
  before: "original",
  none: "nothing lighter was found",
  untried: "not tried",
} as const;

const PRODUCTION = "image-delivery-production-kit";
const QUICK_PIXELS = 12_000_000;

/** Of this page alone: a job does not know of it. */
let isQuick = false;

const kit: FileKit = {
  id: "image-delivery-audit-kit",
  lead: TEXTS.lead,
  accept: "image/*,.avif,.svg",
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
    files.some(({ width, height }) => Number(width) * Number(height) > QUICK_PIXELS) ? 1 : 4,
  Before,
  Results: Savings,
};

export default kit;

/** One for each picture that can be tried. */
function units(job: Job) {
  const shown = shownWidths(job);
  const { maxDpr = 2 } = job.options as { readonly maxDpr?: number };
  return job.files.flatMap((file) => {
    const [stored, other] = [Number(file["width"]), Number(file["height"])];
    const pixels = stored * other;
    if (file.mediaType === "image/svg+xml" || (isQuick && pixels > QUICK_PIXELS)) return [];
    const orientation = Number(file["orientation"] ?? 1);
    const upright = orientation > 4 ? other : stored;
    const needed = Math.max(0, ...(shown.get(file.id) ?? []).map((one) => pixelsFor(one, maxDpr)));
    const widths = [...new Set(needed > 0 && needed < upright ? [needed, upright] : [upright])];
    const task: Task = { file: file.id, orientation, widths };
    return [
      {
        key: JSON.stringify(task),
        words: file.name,
        files: [file.id],
        size: pixels / 1_000_000 + 0.01,
        task,
      },
    ];
  });
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

function Before({ options, set, errors }: BeforeProps) {
  const [quick, setQuick] = useState(isQuick);
  return (
    <>
      <TextOption
        id="audit-html"
        label={TEXTS.html}
        help={TEXTS.htmlHelp}
        text={String(options["html"] ?? "")}
        error={errors.get("html")}
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

interface Saving {
  readonly id: string;
  readonly bytes: number;
  readonly potentialBytes: number;
  readonly savingBytes: number;
  readonly savingPercent: number;
  readonly trial: {
    readonly format: string;
    readonly width: number;
    readonly bytes: number;
  } | null;
}

function Savings({ value, outputs, job, source }: ResultsProps) {
  const { savings = [] } = (value["plan"] ?? {}) as { readonly savings?: readonly Saving[] };
  const files = new Map(job.files.map((file) => [file.id, file]));
  const fix = fixIn(value);
  const mend = (): void => {
    if (!fix) return;
    handOverFiles(
      fix,
      fix.files.flatMap(({ id }) => source(id) ?? []),
    );
    // What was found goes along, so that nothing is lost.
    guard(undefined);
    go(`/kits/${PRODUCTION}`);
  };
  return (
    <div class="block">
      <div class="bar">
        <h3>{TEXTS.table}</h3>
        <span class="acts">
          {fix && (
            <button type="button" class="btn line" id="mend" onClick={mend}>
              {TEXTS.mend}
            </button>
          )}
        </span>
      </div>
      <ul class="files made">
        {savings
          .toSorted((one, other) => other.savingBytes - one.savingBytes)
          .map((one) => {
            const file = files.get(one.id);
            const original = source(one.id);
            if (!file || !original) return null;
            const trials = outputs.filter(({ from }) => from[0] === one.id);
            return (
              <SavingRow
                key={one.id}
                saving={one}
                name={file.name}
                mediaType={file.mediaType}
                hasPlace={file["gps"] === true}
                original={original}
                trial={trials.find((made) => isTrial(made, one.trial))}
                isTried={trials.length > 0}
              />
            );
          })}
      </ul>
    </div>
  );
}

function isTrial({ mediaType, facts, content }: MadeOutput, trial: Saving["trial"]): boolean {
  return (
    trial !== null &&
    mediaType === `image/${trial.format}` &&
    facts?.["width"] === trial.width &&
    content.size === trial.bytes
  );
}

function fixIn(value: Readonly<Record<string, unknown>>): Job | undefined {
  const { deliverables = [] } = value as {
    readonly deliverables?: readonly { readonly name: string; readonly content: string }[];
  };
  const text = deliverables.find(({ name }) => name === "fix-job.json")?.content;
  return text === undefined ? undefined : (JSON.parse(text) as Job);
}

interface SavingRowProps {
  readonly saving: Saving;
  readonly name: string;
  readonly mediaType: string;
  readonly hasPlace: boolean;
  readonly original: File;
  readonly trial: MadeOutput | undefined;
  readonly isTried: boolean;
}

function SavingRow(props: SavingRowProps) {
  const { saving, name, mediaType, hasPlace, original, trial, isTried } = props;
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState<string>();
  const { bytes, potentialBytes, savingPercent } = saving;
  const ask = async (): Promise<void> => {
    const found = await gps(original).catch(() => undefined);
    setPlace(found ? `${found.latitude.toFixed(5)}, ${found.longitude.toFixed(5)}` : TEXTS.nowhere);
  };
  return (
    <li class={isOpen ? "open" : ""}>
      <b class="mono">{name}</b>
      <span class="muted mt">{mediaType}</span>
      <span class="muted sz">
        {sizeWords(bytes)} → {sizeWords(potentialBytes)} · {savingPercent} %
      </span>
      <span class="acts">
        {hasPlace && (
          <button type="button" class="btn" onClick={() => void ask()}>
            {place ?? TEXTS.where}
          </button>
        )}
        <button type="button" class="btn" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? WORDS.close : WORDS.preview}
          <span class="hidden"> {name}</span>
        </button>
      </span>
      {isOpen && (
        <div class="madepreview sides">
          <Side content={original} words={`${TEXTS.before}, ${sizeWords(bytes)}`} />
          {trial ? (
            <Side
              content={trial.content}
              words={`${trial.mediaType}, ${sizeWords(trial.content.size)}`}
            />
          ) : (
            <p class="muted">{isTried ? TEXTS.none : TEXTS.untried}</p>
          )}
        </div>
      )}
    </li>
  );
}

function Side({ content, words }: { readonly content: Blob; readonly words: string }) {
  const url = useBlobUrl(content);
  return (
    <figure class="auditside">
      {url !== "" && <img src={url} alt={words} />}
      <figcaption class="muted small">{words}</figcaption>
    </figure>
  );
}
