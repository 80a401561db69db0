/** What a kit made: its verdict, what each stage did, what was found, the files to keep, and the receipt. */
import { useState } from "preact/hooks";
import type { Deliverable } from "../../../kits/_core/deliverable.ts";
import type { Entry, UnitDetail } from "../catalogue.ts";
import { CopyButton, copyText, saveFile } from "../parts/copy.tsx";
import { toolUrl } from "../router.ts";
import { post } from "../runner.ts";
import { grouped, TEXTS } from "../texts.ts";
import { resultOf } from "../tool/problems.ts";
import type { RunState } from "../tool/use-run.ts";
import { zip } from "./zip.ts";

interface Stage {
  readonly id: string;
  readonly tool_id: string;
  readonly status: "done" | "skipped" | "failed";
  readonly verdict: "pass" | "review" | "fail" | null;
  readonly summary: string;
}

interface Finding {
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly stage: string;
  readonly message: string;
  readonly path?: string;
  readonly subject?: string;
  readonly line?: number;
}

interface KitValue {
  readonly verdict: "pass" | "review" | "fail";
  readonly stages: readonly Stage[];
  readonly findings: readonly Finding[];
  readonly deliverables: readonly Deliverable[];
  readonly receipt?: Readonly<Record<string, unknown>>;
}

interface KitResultProps {
  readonly detail: UnitDetail;
  readonly entries: readonly Entry[];
  readonly state: RunState;
  readonly input: Readonly<Record<string, unknown>>;
}

export function KitResult({ detail, entries, state, input }: KitResultProps) {
  const { outcome, isRunning, isFresh, trouble } = state;
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
      {trouble && (
        <p class="says bad" role="alert">
          {TEXTS.result.trouble[trouble]}
        </p>
      )}
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
          <Findings findings={kit.findings} />
          <Files files={kit.deliverables} id={detail.id} />
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

function VerdictLine({
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

function Stages({
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

const MOST_FINDINGS = 50;

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const [isAll, setAll] = useState(false);
  if (findings.length === 0) return null;
  const shown = isAll ? findings : findings.slice(0, MOST_FINDINGS);
  return (
    <div class="block">
      <div class="bar">
        <h2>{TEXTS.kit.findings}</h2>
        <span class="facts">{grouped(findings.length)}</span>
      </div>
      <ul>
        {shown.map(({ severity, code, message, path, subject, line }, index) => (
          <li class="find" key={index}>
            <span class={`lv ${severity}`}>{severity}</span>
            <span>{message}</span>
            <span class="pos">
              {path ?? subject ?? (line === undefined ? "" : TEXTS.result.line(line))}
            </span>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      {shown.length < findings.length && (
        <p class="says">
          <button type="button" class="btn line" onClick={() => setAll(true)}>
            {TEXTS.kit.allFindings(findings.length)}
          </button>
        </p>
      )}
    </div>
  );
}

function Files({ files, id }: { readonly files: readonly Deliverable[]; readonly id: string }) {
  const [open, setOpen] = useState<string>();
  if (files.length === 0) return null;
  const all = (): void => {
    const list = files.map(({ name, content }) => ({
      name,
      bytes: new TextEncoder().encode(content),
    }));
    saveFile(`${id}.zip`, zip(list), "application/zip");
  };
  return (
    <div class="block">
      <div class="bar">
        <h2>{TEXTS.kit.files}</h2>
        <span class="facts">{TEXTS.kit.fileCount(files.length)}</span>
        <span class="acts">
          <button type="button" class="btn" onClick={all}>
            {TEXTS.kit.zip}
          </button>
        </span>
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
                <button
                  type="button"
                  class="btn"
                  onClick={() => saveFile(name.split("/").at(-1) ?? name, content, mediaType)}
                >
                  {TEXTS.result.download}
                  <span class="hidden"> {name}</span>
                </button>
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

function Receipt({
  receipt,
  input,
}: {
  readonly receipt: Readonly<Record<string, unknown>>;
  readonly input: KitResultProps["input"];
}) {
  const [verified, setVerified] = useState<"same" | "differs" | "failed">();
  const text = JSON.stringify(receipt, null, 2);
  const verify = (): void => {
    void post("/api/verify", { receipt, input })
      .then((answer) =>
        setVerified((answer as { verified?: boolean }).verified === true ? "same" : "differs"),
      )
      .catch(() => setVerified("failed"));
  };
  return (
    <div class="block">
      <div class="bar">
        <h2>{TEXTS.kit.receipt}</h2>
        <span class="facts" role="status">
          {verified ? TEXTS.kit.verified[verified] : TEXTS.kit.receiptText}
        </span>
        <span class="acts">
          <button type="button" class="btn" title={TEXTS.kit.verifyTitle} onClick={verify}>
            {TEXTS.kit.verify}
          </button>
          <button type="button" class="btn" onClick={() => void copyText(text)}>
            {TEXTS.result.copy}
          </button>
          <button
            type="button"
            class="btn"
            onClick={() => saveFile("receipt.json", `${text}\n`, "application/json")}
          >
            {TEXTS.result.download}
          </button>
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
