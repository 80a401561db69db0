/** What a kit made: its verdict, what each stage did, what was found, the files to keep, and the receipt. */
import { useState } from "preact/hooks";
import type { Deliverable } from "../../../kits/_core/deliverable.ts";
import type { Entry, UnitDetail } from "../catalogue.ts";
import { CopyButton, SaveButton, saveFile } from "../parts/copy.tsx";
import { toolUrl } from "../router.ts";
import { Busy, post } from "../runner.ts";
import { grouped, TEXTS } from "../texts.ts";
import { resultOf } from "../tool/problems.ts";
import { Trouble } from "../tool/result.tsx";
import type { Found as FoundInTexts } from "../tool/use-findings.ts";
import type { RunState } from "../tool/use-run.ts";
import Findings from "../views/findings.tsx";
import { pack } from "../files/archive.ts";

interface Stage {
  readonly id: string;
  readonly tool_id: string;
  readonly status: "done" | "skipped" | "failed";
  readonly verdict: "pass" | "review" | "fail" | null;
  readonly summary: string;
}

export interface KitValue {
  readonly verdict: "pass" | "review" | "fail";
  readonly stages: readonly Stage[];
  readonly findings: readonly { readonly severity: "error" | "warning" | "info" }[];
  readonly deliverables: readonly Deliverable[];
  readonly receipt?: Readonly<Record<string, unknown>>;
}

interface KitResultProps {
  readonly detail: UnitDetail;
  readonly entries: readonly Entry[];
  readonly state: RunState;
  readonly input: Readonly<Record<string, unknown>>;
  readonly found: FoundInTexts;
  readonly onFinding: (index: number) => void;
  readonly onHere: () => void;
}

interface FoundProps extends Pick<KitResultProps, "found" | "onFinding"> {
  readonly isFresh: boolean;
  /** Several texts were put in: places say which. */
  readonly isNamed: boolean;
}

export function KitResult(props: KitResultProps) {
  const { detail, entries, state, input, found, onFinding } = props;
  const { outcome, isRunning, isFresh } = state;
  const { body } = outcome ?? {};
  const { value } = resultOf(body);
  const kit = value as KitValue | null | undefined;
  return (
    <>
      {isRunning && (
        <div class="busy">
          <i />
        </div>
      )}
      <Trouble state={state} onHere={props.onHere} />
      {!kit && !(body && !body.success) && <Waiting isRunning={isRunning} />}
      {body && !body.success && !kit && <Refused body={body} />}
      {kit && (
        <div class={isFresh ? "" : "faded"}>
          <VerdictLine
            kit={kit}
            isFresh={isFresh}
            message={body && !body.success ? body.error.message : ""}
          />
          <Stages stages={kit.stages} entries={entries} own={detail.id} />
          <Found {...{ found, onFinding, isFresh }} isNamed={detail.texts.length > 1} />
          <Files
            files={kit.deliverables}
            onAll={() =>
              void pack(kit.deliverables).then((bytes) =>
                saveFile(`${detail.id}.zip`, bytes, "application/zip"),
              )
            }
          />
          {kit.receipt && <Receipt receipt={kit.receipt} input={input} />}
        </div>
      )}
    </>
  );
}

function Waiting({ isRunning }: { readonly isRunning: boolean }) {
  return (
    <div class="block">
      <div class="verdictline">
        <strong>{isRunning ? TEXTS.kit.running : TEXTS.kit.ready}</strong>
        <span class="muted">{isRunning ? TEXTS.kit.runningText : TEXTS.kit.readyText}</span>
      </div>
    </div>
  );
}

type Failed = Extract<NonNullable<RunState["outcome"]>["body"], { success: false }>;

function Refused({ body }: { readonly body: Failed }) {
  const { errors = [] } = resultOf(body);
  const list = errors.length > 0 ? errors : [body.error];
  return (
    <div class="says bad" role="alert">
      {list.slice(0, 20).map((entry, index) => (
        <p key={index}>
          {"path" in entry && entry.path !== undefined && <code>{entry.path}</code>} {entry.message}
          . {entry.hint !== undefined && <span class="muted">{entry.hint}</span>}{" "}
          <code class="muted">{entry.code}</code>
        </p>
      ))}
    </div>
  );
}

export function VerdictLine({
  kit,
  isFresh,
  message,
}: {
  readonly kit: KitValue;
  readonly isFresh: boolean;
  readonly message: string;
}) {
  const { findings, deliverables } = kit;
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.filter(({ severity }) => severity === "warning").length;
  return (
    <div class="block">
      <div class="verdictline" role="status">
        <strong class={kit.verdict}>{TEXTS.kit.verdicts[kit.verdict]}</strong>
        <span>{TEXTS.kit.figures(errors, warnings, deliverables.length)}</span>
        {!isFresh && <span class="muted">{TEXTS.kit.old}</span>}
        {message !== "" && <span class="muted">{message}</span>}
      </div>
    </div>
  );
}

export function Stages({
  stages,
  entries,
  own,
}: {
  readonly stages: readonly Stage[];
  readonly entries: readonly Entry[];
  readonly own: string;
}) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return (
    <div class="block">
      <h2>{TEXTS.kit.stages}</h2>
      <ol class="stages">
        {stages.map(({ id, tool_id, status, verdict, summary }, index) => {
          const entry = byId.get(tool_id);
          const found = verdict === "fail" ? "problems" : status;
          return (
            <li key={id}>
              <span class="no">{index + 1}</span>
              <b>{id}</b>
              {entry && tool_id !== own ? (
                <a class="tl" href={toolUrl(entry)}>
                  {entry.name}
                </a>
              ) : (
                <span class="tl muted">{TEXTS.kit.itself}</span>
              )}
              <span class="sm">{summary}</span>
              <span class={`st ${found === "problems" || found === "failed" ? "fail" : found}`}>
                {TEXTS.kit.statuses[found]}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Found({ found, isNamed, onFinding, isFresh }: FoundProps) {
  const { findings, current } = found;
  if (findings.length === 0) return null;
  return (
    <div class="block">
      <div class="bar">
        <h2>{TEXTS.kit.findings}</h2>
        <span class="facts">{grouped(findings.length)}</span>
      </div>
      <Findings
        findings={findings}
        current={current}
        onFinding={onFinding}
        isOld={!isFresh}
        isNamed={isNamed}
        facts=""
      />
    </div>
  );
}

interface FilesProps {
  readonly files: readonly Deliverable[];
  /** Saves all of them in one archive. */
  readonly onAll?: () => void;
}

export function Files({ files, onAll }: FilesProps) {
  const [open, setOpen] = useState<string>();
  if (files.length === 0) return null;
  return (
    <div class="block">
      <div class="bar">
        <h2>{TEXTS.kit.files}</h2>
        <span class="facts">{TEXTS.kit.fileCount(files.length)}</span>
        {onAll && (
          <span class="acts">
            <button type="button" class="btn" onClick={onAll}>
              {TEXTS.kit.zip}
            </button>
          </span>
        )}
      </div>
      <ul class="files">
        {files.map(({ name, mediaType, bytes, content }, index) => {
          const isOpen = name === open;
          return (
            <li key={name} class={isOpen ? "open" : ""}>
              <b class="mono">{name}</b>
              <span class="muted mt">{mediaType}</span>
              <span class="muted sz">{grouped(bytes)} B</span>
              <span class="acts">
                <button
                  type="button"
                  class="btn"
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? undefined : name)}
                >
                  {isOpen ? TEXTS.kit.closePreview : TEXTS.kit.preview}
                  <span class="hidden"> {name}</span>
                </button>
                <CopyButton
                  text={() => content}
                  label={name}
                  isResult={open === undefined ? index === 0 : isOpen}
                />
                <SaveButton
                  name={name.split("/").at(-1) ?? name}
                  content={() => content}
                  type={mediaType}
                  label={name}
                />
              </span>
              {isOpen && (
                <pre class="preview" tabIndex={0} role="region" aria-label={name}>
                  {content}
                </pre>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface Verified {
  readonly verified?: boolean;
  readonly checks?: Readonly<Record<string, boolean>>;
  readonly error?: { readonly message: string };
}

/** Which hash differs says whether it was the input or what came of it. */
function wordsOfVerified({ verified, checks = {}, error }: Verified): string {
  if (error) return `${error.message}.`;
  if (verified === true) return TEXTS.kit.verified.same;
  const others = Object.keys(checks).filter((name) => checks[name] === false);
  return TEXTS.kit.verified.differs(others);
}

function Receipt({
  receipt,
  input,
}: {
  readonly receipt: Readonly<Record<string, unknown>>;
  readonly input: KitResultProps["input"];
}) {
  const [verified, setVerified] = useState<string>();
  const text = JSON.stringify(receipt, null, 2);
  const verify = (): void => {
    void post("/api/verify", { receipt, input })
      .then((answer) => setVerified(wordsOfVerified(answer as Verified)))
      .catch((error: unknown) =>
        setVerified(error instanceof Busy ? `${error.message}.` : TEXTS.kit.verified.failed),
      );
  };
  return (
    <div class="block">
      <div class="bar">
        <h2>{TEXTS.kit.receipt}</h2>
        <span class="facts" role="status">
          {verified ?? TEXTS.kit.receiptText}
        </span>
        <span class="acts">
          <button type="button" class="btn" title={TEXTS.kit.verifyTitle} onClick={verify}>
            {TEXTS.kit.verify}
          </button>
          <CopyButton text={() => text} label={TEXTS.kit.receipt} />
          <SaveButton
            name="receipt.json"
            content={() => `${text}\n`}
            type="application/json"
            label={TEXTS.kit.receipt}
          />
        </span>
      </div>
      <dl class="receipt small">
        {(["tool_id", "tool_version", "input_sha256", "output_sha256"] as const).map((name) => (
          <>
            <dt>{name.replaceAll("_", " ")}</dt>
            <dd>{String(receipt[name])}</dd>
          </>
        ))}
      </dl>
    </div>
  );
}
