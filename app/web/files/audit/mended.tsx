/** What mending saved: the finished work of a job that an audit wrote, held against that audit. */
import { useEffect, useState } from "preact/hooks";
import { saveFile } from "../../parts/copy.tsx";
import { say } from "../../parts/shell.tsx";
import { go } from "../../router.ts";
import { resultOf } from "../../tool/problems.ts";
import type { Job, ResultsProps } from "../file-kit.ts";
import { handOverFiles } from "../hand-over.ts";
import { checkOf } from "../use-work.ts";
import { sizeWords, WORDS } from "../words.ts";

const TEXTS = {
  title: "What was saved",
  changed:
    "The job was changed after the audit, so that its check does not fit; the sizes are those that were made.",
  others: "Nothing was made in the sizes that the audit asks for.",
  failed: "The audit could not be checked.",
  asAsked: "Every file is as the audit asks for it.",
  notAsAsked: (count: number) =>
    count === 1
      ? "1 file is not as the audit asks for it; its report says why."
      : `${count} files are not as the audit asks for them; its report says why.`,
  saved: (percent: number, before: string, after: string) =>
    `${percent} % saved: ${before} before, ${after} after`,
  back: "Back to the audit",
  report: "Download the audit's report",
} as const;

interface Audit {
  readonly job: Job;
  readonly fix: Job;
  readonly files: readonly File[];
}

/** The latest that was mended. */
let latest: Audit | undefined;

export function rememberAudit(audit: Audit): void {
  latest = audit;
}

/** Where a job is of the very files that an audit handed over. */
function auditOf({ files }: Job): Audit | undefined {
  const isSame = latest?.fix.files.every(({ id, sha256 }, index) => {
    const file = files[index];
    return sha256 !== undefined && file?.id === id && file.sha256 === sha256;
  });
  return isSame === true && latest?.fix.files.length === files.length ? latest : undefined;
}

interface Verified {
  readonly verification: {
    readonly counts: Readonly<Record<"match" | "missing" | "unexpected" | "mismatch", number>>;
  };
  readonly counts: { readonly byCode: Readonly<Record<string, number>> };
  readonly resolved: readonly Resolved[];
}

interface Resolved {
  readonly id: string;
  readonly bytes: number;
  readonly deliveredBytes: number;
  readonly savedPercent: number;
}

interface Checked {
  readonly value: Verified | undefined;
  readonly report: string;
}

export function Mended({ job, manifest }: ResultsProps) {
  const [checked, setChecked] = useState<Checked>();
  const audit = auditOf(job);
  useEffect(() => {
    if (!audit) return;
    let isLatest = true;
    const show = (found: Checked): void => {
      if (!isLatest) return;
      setChecked(found);
      if (found.value) say(savedWords(found.value.resolved));
    };
    checkOf(audit.job, manifest).then(
      (body) => {
        const { value, output = "" } = resultOf(body);
        const found = value as Partial<Verified> | null | undefined;
        show({ value: found?.verification && (found as Verified), report: output });
      },
      () => show({ value: undefined, report: "" }),
    );
    return () => {
      isLatest = false;
    };
  }, [manifest]);
  if (!audit || !checked) return null;
  const { value, report } = checked;
  return (
    <div class="block mended">
      <div class="bar">
        <h3>{TEXTS.title}</h3>
        <span class="acts">
          <button type="button" class="btn" onClick={() => backTo(audit)}>
            {TEXTS.back}
          </button>
          {value && (
            <button
              type="button"
              class="btn"
              onClick={() => saveFile("audit-report.md", report, "text/markdown")}
            >
              {TEXTS.report}
            </button>
          )}
        </span>
      </div>
      {value ? <Saved value={value} job={audit.job} /> : <p class="says bad">{TEXTS.failed}</p>}
    </div>
  );
}

function backTo({ job, files }: Audit): void {
  handOverFiles(job, files);
  go(`/kits/${job.kit}`);
}

function Saved({ value, job }: { readonly value: Verified; readonly job: Job }) {
  const { verification, counts, resolved } = value;
  const { missing, unexpected, mismatch } = verification.counts;
  const others = missing + unexpected + mismatch;
  const names = new Map(job.files.map(({ id, name }) => [id, name]));
  const isChanged = (counts.byCode["JOB_MISMATCH"] ?? 0) > 0;
  return (
    <>
      <p class="pad">
        <b>{savedWords(resolved)}</b>
      </p>
      <ul class="files made">
        {resolved.map(({ id, bytes, deliveredBytes, savedPercent }) => (
          <li key={id}>
            <b class="mono">{names.get(id)}</b>
            <span>{WORDS.saving(savedPercent)}</span>
            <span class="muted">
              {sizeWords(bytes)} → {sizeWords(deliveredBytes)}
            </span>
          </li>
        ))}
      </ul>
      <p class="pad muted">
        {isChanged ? TEXTS.changed : others > 0 ? TEXTS.notAsAsked(others) : TEXTS.asAsked}
      </p>
    </>
  );
}

function savedWords(resolved: readonly Resolved[]): string {
  const sum = (sizes: readonly number[]): number => sizes.reduce((all, one) => all + one, 0);
  const before = sum(resolved.map(({ bytes }) => bytes));
  const after = sum(resolved.map(({ deliveredBytes }) => deliveredBytes));
  if (before === 0) return TEXTS.others;
  const percent = Math.round((1 - after / before) * 100);
  return TEXTS.saved(percent, sizeWords(before), sizeWords(after));
}
