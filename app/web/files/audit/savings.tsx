/** What could be saved, file by file and the worst first: how it looks, what is wrong with it, and what mends it. */
import { useState } from "preact/hooks";
import { saveFile } from "../../parts/copy.tsx";
import { say } from "../../parts/shell.tsx";
import { go, guard } from "../../router.ts";
import { TEXTS as PAGE } from "../../texts.ts";
import { LevelChoice } from "../../views/findings.tsx";
import type { Level } from "../../views/findings-of.ts";
import type { Job, JobFile, MadeOutput, ResultsProps } from "../file-kit.ts";
import { handOverFiles } from "../hand-over.ts";
import { useBlobUrl } from "../use-blob-url.ts";
import { useGrowing } from "../use-growing.ts";
import { sizeWords, WORDS } from "../words.ts";
import { rememberAudit } from "./mended.tsx";
import { placeOf } from "./place.ts";
import { canStrip, stripped } from "./stripped.ts";

const TEXTS = {
  table: "What could be saved",
  worst: "The three worst",
  others: "The others",
  mend: "Mend these",
  report: "Download the report",
  where: "Where was this photo taken?",
  nowhere: "It does not say a place that can be read.",
  noPlace: "Remove GPS only",
  noMetadata: "Remove metadata only",
  stripHelp: "Saves the same picture without EXIF and XMP; nothing is encoded anew",
  removed: (bytes: number) => `${sizeWords(bytes)} removed; every pixel is as it was`,
  notRemoved: "Nothing of it can be taken out without encoding it anew.",
  before: (width: number, height: number, bytes: number) =>
    `original, ${width} by ${height} pixels, ${sizeWords(bytes)}`,
  trial: (kind: string, width: number, height: number, bytes: number) =>
    `${kind}, ${width} by ${height} pixels, ${sizeWords(bytes)}`,
  smallPicture: (name: string) => `${name}, a small picture of it`,
  none: "nothing lighter was found",
  untried: {
    drawing: "a drawing is not tried",
    print: "print colours are not tried",
    moving: "an animation is not tried",
    large: "too many pixels, so that it was not tried",
  },
} as const;

const PRODUCTION = "image-delivery-production-kit";

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

interface Finding {
  readonly code: string;
  readonly level: Level;
  readonly message: string;
}

/** A file with what was found of it. */
interface Audited {
  readonly saving: Saving;
  readonly file: JobFile;
  readonly original: File;
  readonly findings: readonly Finding[];
  readonly trial: MadeOutput | undefined;
}

/** Of those that are sorted by what could be saved. */
const WORST = 3;

export function Savings(props: ResultsProps) {
  const { value, report, job, source } = props;
  const [level, setLevel] = useState<Level>();
  const all = auditedIn(props);
  const rows = all.filter(({ findings }) => level === undefined || has(findings, level));
  const fix = fixIn(value);
  const filesOf = (ids: readonly { readonly id: string }[]): readonly File[] =>
    ids.flatMap(({ id }) => source(id) ?? []);
  const mend = (): void => {
    if (!fix) return;
    rememberAudit({ job, fix, files: filesOf(job.files) });
    handOverFiles(fix, filesOf(fix.files));
    // What was found goes along, so that nothing is lost.
    guard(undefined);
    go(`/kits/${PRODUCTION}`);
  };
  const isCut = rows.length > WORST;
  return (
    <div class="block audited">
      <div class="bar">
        <h3>{TEXTS.table}</h3>
        <LevelChoice
          name="audited-level"
          findings={all.flatMap(({ findings }) => findings)}
          level={level}
          onLevel={setLevel}
        />
        <span class="acts">
          <button
            type="button"
            class="btn"
            onClick={() => saveFile("report.md", report, "text/markdown")}
          >
            {TEXTS.report}
          </button>
          {fix && (
            <button type="button" class="btn line" id="mend" onClick={mend}>
              {TEXTS.mend}
            </button>
          )}
        </span>
      </div>
      {isCut && <h4>{TEXTS.worst}</h4>}
      <List rows={rows.slice(0, WORST)} level={level} />
      {isCut && <h4>{TEXTS.others}</h4>}
      {isCut && <List rows={rows.slice(WORST)} level={level} />}
    </div>
  );
}

const has = (findings: readonly Finding[], level: Level): boolean =>
  findings.some((finding) => finding.level === level);

/** By what could be saved; where that is the same, what has an error first. */
function auditedIn({ value, outputs, job, source }: ResultsProps): readonly Audited[] {
  const { plan, findings = [] } = value as {
    readonly plan?: { readonly savings?: readonly Saving[] };
    readonly findings?: readonly (Finding & {
      readonly severity: Level;
      readonly subject?: string;
    })[];
  };
  const files = new Map(job.files.map((file) => [file.id, file]));
  const bySubject = Map.groupBy(findings, ({ subject = "" }) => subject);
  const all = (plan?.savings ?? []).flatMap((saving) => {
    const [file, original] = [files.get(saving.id), source(saving.id)];
    if (!file || !original) return [];
    const trial = outputs.find((made) => isTrial(made, saving));
    const own = (bySubject.get(saving.id) ?? []).map(({ code, severity, message }) => {
      return { code, level: severity, message };
    });
    return [{ saving, file, original, findings: own, trial }];
  });
  const weight = ({ findings: own }: Audited): number =>
    has(own, "error") ? 2 : has(own, "warning") ? 1 : 0;
  return all.toSorted(
    (one, other) =>
      other.saving.savingBytes - one.saving.savingBytes || weight(other) - weight(one),
  );
}

function isTrial({ from, mediaType, facts, content }: MadeOutput, { id, trial }: Saving): boolean {
  return (
    trial !== null &&
    from[0] === id &&
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

function List({
  rows,
  level,
}: {
  readonly rows: readonly Audited[];
  readonly level: Level | undefined;
}) {
  const shown = useGrowing(rows.length);
  return (
    <ul>
      {rows.slice(0, shown).map((row) => (
        <Row key={row.file.id} row={row} level={level} />
      ))}
    </ul>
  );
}

function Row({ row, level }: { readonly row: Audited; readonly level: Level | undefined }) {
  const { saving, file, original, findings } = row;
  const [isOpen, setOpen] = useState(false);
  const { bytes, potentialBytes, savingBytes, savingPercent } = saving;
  const { name, mediaType } = file;
  const { width, height } = uprightOf(file);
  const shown = findings.filter((one) => level === undefined || one.level === level);
  return (
    <li class={isOpen ? "open" : ""}>
      <Thumbnail file={original} words={TEXTS.smallPicture(name)} />
      <div class="about">
        <b class="mono">{name}</b>{" "}
        <span class="muted">
          {mediaType} · {width} × {height}
        </span>
        <p>
          {sizeWords(bytes)}
          {savingBytes > 0 ? (
            <>
              {" "}
              → {sizeWords(potentialBytes)} · <b>{savingPercent} %</b>
            </>
          ) : (
            <span class="muted"> · {wordsOfNone(file)}</span>
          )}
        </p>
        {shown.length > 0 && (
          <ul>
            {shown.map((finding, index) => (
              <li key={index}>
                <span class={`level ${finding.level}`}>{finding.level}</span> {finding.message}
              </li>
            ))}
          </ul>
        )}
        <span class="acts">
          <button type="button" class="btn" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? WORDS.close : WORDS.preview}
            <span class="hidden"> {name}</span>
          </button>
          <Strip file={file} original={original} findings={findings} />
          {file["gps"] === true && <Place original={original} name={name} />}
        </span>
      </div>
      {isOpen && <Sides row={row} />}
    </li>
  );
}

function uprightOf({ width, height, orientation }: JobFile) {
  const [wide, high] = [Number(width), Number(height)];
  return Number(orientation ?? 1) > 4
    ? { width: high, height: wide }
    : { width: wide, height: high };
}

/** Why nothing is promised. */
function wordsOfNone({ mediaType, colorSpace, frames, trials }: JobFile): string {
  const { untried } = TEXTS;
  if (Array.isArray(trials) && trials.length > 0) return TEXTS.none;
  if (mediaType === "image/svg+xml") return untried.drawing;
  if (colorSpace === "cmyk") return untried.print;
  return Number(frames ?? 1) > 1 ? untried.moving : untried.large;
}

/** As the browser draws it; what it does not draw has only its words. */
function Thumbnail({ file, words }: { readonly file: File; readonly words: string }) {
  const url = useBlobUrl(file);
  const [isDrawn, setDrawn] = useState(true);
  if (!isDrawn) return <span class="thumb" />;
  return (
    <span class="thumb">
      {url !== "" && (
        <img
          src={url}
          alt={words}
          loading="lazy"
          decoding="async"
          onError={() => setDrawn(false)}
        />
      )}
    </span>
  );
}

/** That there is a place is said at once, and which one only to who asks. */
function Place({ original, name }: { readonly original: File; readonly name: string }) {
  const [place, setPlace] = useState("");
  const ask = async (): Promise<void> => {
    setPlace((await placeOf(original)) ?? TEXTS.nowhere);
  };
  return (
    <>
      <button type="button" class="btn" onClick={() => void ask()}>
        {TEXTS.where}
        <span class="hidden"> {name}</span>
      </button>
      <span class="said" role="status">
        {place}
      </span>
    </>
  );
}

/** What mends a picture whose fault is what it tells of itself, without a loss. */
function Strip({ file, original, findings }: Pick<Audited, "file" | "original" | "findings">) {
  const [said, setSaid] = useState("");
  const { name, mediaType, gps: hasPlace } = file;
  const isHeavy = findings.some(({ code }) => code === "METADATA_HEAVY");
  if (!canStrip(mediaType) || (hasPlace !== true && !isHeavy)) return null;
  const strip = async (): Promise<void> => {
    const made = stripped(new Uint8Array(await original.arrayBuffer()));
    if (made) saveFile(name, made, mediaType);
    const words = made ? TEXTS.removed(original.size - made.length) : TEXTS.notRemoved;
    setSaid(words);
    say(words);
  };
  return (
    <>
      <button type="button" class="btn" title={TEXTS.stripHelp} onClick={() => void strip()}>
        {hasPlace === true ? TEXTS.noPlace : TEXTS.noMetadata}
        <span class="hidden"> {name}</span>
      </button>
      {said !== "" && <span class="said">{said}</span>}
    </>
  );
}

function Sides({ row }: { readonly row: Audited }) {
  const { file, original, trial } = row;
  const { width, height } = uprightOf(file);
  return (
    <div class="sides">
      <Side content={original} words={TEXTS.before(width, height, original.size)} />
      {trial ? (
        <Side content={trial.content} words={trialWords(trial)} name={trial.name} />
      ) : (
        <p class="muted">{wordsOfNone(file)}</p>
      )}
    </div>
  );
}

function trialWords({ mediaType, facts = {}, content }: MadeOutput): string {
  const kind = mediaType.replace("image/", "").toUpperCase();
  return TEXTS.trial(kind, Number(facts["width"]), Number(facts["height"]), content.size);
}

interface SideProps {
  readonly content: Blob;
  readonly words: string;
  /** Of the download. */
  readonly name?: string;
}

function Side({ content, words, name }: SideProps) {
  const url = useBlobUrl(content);
  return (
    <figure>
      {url !== "" && <img src={url} alt={words} />}
      <figcaption class="muted small">
        {words}
        {name !== undefined && (
          <>
            {" "}
            <a class="btn" href={url} download={name}>
              {PAGE.result.download}
              <span class="hidden"> {name}</span>
            </a>
          </>
        )}
      </figcaption>
    </figure>
  );
}
