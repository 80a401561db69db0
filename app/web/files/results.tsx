/** The last part of the page: what was made and what the check of it says, to be looked at, saved and proved. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Entry } from "../catalogue.ts";
import { CopyButton, SaveButton } from "../parts/copy.tsx";
import { say } from "../parts/shell.tsx";
import { post } from "../runner.ts";
import { grouped, TEXTS } from "../texts.ts";
import { resultOf } from "../tool/problems.ts";
import Findings from "../views/findings.tsx";
import { findingsOfKit } from "../views/findings-of.ts";
import { Files, type KitValue, Stages, VerdictLine } from "../kit/kit-result.tsx";
import { saveAll } from "./save-all.ts";
import type { FileKit, Plan } from "./file-kit.ts";
import type { Pool } from "./pool.ts";
import { InTurn, Section } from "./section.tsx";
import type { Row } from "./use-rows.ts";
import { type Delivered, type Finished, planOf } from "./use-work.ts";
import { useBlobUrl } from "./use-blob-url.ts";
import { useGrowing } from "./use-growing.ts";
import { sizeWords, WORDS } from "./words.ts";
import type { Digested } from "./work.ts";

interface ResultsProps {
  readonly kit: FileKit;
  readonly entries: readonly Entry[];
  readonly finished: Finished;
  readonly rows: readonly Row[];
  readonly pool: Pool;
  readonly onSaved: () => void;
}

export function Results({ kit, entries: units, finished, rows, pool, onSaved }: ResultsProps) {
  const { outputs, body, job, status, texts } = finished;
  const { value, output: report = "" } = resultOf(body);
  const found = value as (KitValue & Readonly<Record<string, unknown>>) | null | undefined;
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => {
    heading.current?.querySelector("h2")?.focus();
  }, [finished]);
  const sourceOf = (id: string): File | undefined =>
    rows.find(({ file }) => file?.id === id)?.source;
  const all = async (): Promise<void> => {
    say(WORDS.packing);
    const entries = [
      ...(kit.isReport === true ? [] : outputs),
      ...texts,
      { name: "report.md", content: report },
      { name: "receipt.json", content: jsonText(found?.receipt ?? {}) },
    ];
    const parts = await saveAll(job.name, entries, pool);
    if (parts === 0) return;
    say(parts > 1 ? WORDS.parts(parts) : WORDS.packed);
    onSaved();
  };
  const findings = findingsOfKit(NO_TEXTS, body);
  return (
    <div ref={heading}>
      <Section number={4} title={WORDS.sections.results}>
        {!found && <Refused body={body} />}
        {found && (
          <VerdictLine
            kit={{ ...found, deliverables: texts }}
            isFresh
            message={noteOf(kit, found, status)}
          />
        )}
        <InTurn>
          {kit.isReport === true &&
            finished.manifest.problems.map(({ message }) => (
              <p class="says bad" key={message}>
                {message}
              </p>
            ))}
          {found && kit.Results && (
            <kit.Results
              value={found}
              report={report}
              outputs={outputs}
              job={job}
              manifest={finished.manifest}
              source={sourceOf}
            />
          )}
          <div class="block">
            <div class="bar">
              <h3>{WORDS.made}</h3>
              <span class="facts">{countOf(kit, outputs.length)}</span>
              <span class="acts">
                <button type="button" class="btn line" id="save-all" onClick={() => void all()}>
                  {WORDS.all}
                </button>
              </span>
            </div>
            {outputs.length > 0 && kit.isReport !== true && (
              <Outputs kit={kit} outputs={outputs} sourceOf={sourceOf} onSaved={onSaved} />
            )}
          </div>
          {findings.length > 0 && (
            <div class="block">
              <div class="bar">
                <h3>{TEXTS.kit.findings}</h3>
                <span class="facts">{grouped(findings.length)}</span>
              </div>
              <Findings
                findings={findings}
                current={undefined}
                onFinding={() => {}}
                isOld={false}
                isNamed={false}
                facts=""
              />
            </div>
          )}
          {found && <Stages stages={found.stages} entries={units} own={kit.id} />}
          <Files files={texts} />
          {found?.receipt && (
            <Receipt
              receipt={found.receipt}
              finished={finished}
              pool={pool}
              isReport={kit.isReport === true}
            />
          )}
          {maySend(kit) && <OnServer finished={finished} />}
        </InTurn>
      </Section>
    </div>
  );
}

function Refused({ body }: Pick<Finished, "body">) {
  const { errors = [] } = resultOf(body);
  return (
    <div class="says bad" role="alert">
      {errors.map(({ message }) => (
        <p key={message}>{message}.</p>
      ))}
    </div>
  );
}

/** A job without names has nothing of the files' owner in it, and is checked on its own. */
function maySend({ keepsPaths, jobHoldsTexts, isReport }: FileKit): boolean {
  return keepsPaths !== true && jobHoldsTexts !== true && isReport !== true;
}

const NO_TEXTS = { texts: [] } as unknown as Parameters<typeof findingsOfKit>[0];

/** What a report was made of is not delivered. */
function countOf({ isReport = false }: FileKit, count: number): string {
  return isReport || count === 0 ? "" : TEXTS.kit.fileCount(count);
}

/** Beside the verdict: how the work ended, and what the verdict does not say. */
function noteOf(
  kit: FileKit,
  value: Readonly<Record<string, unknown>>,
  status: Finished["status"],
): string {
  const own = kit.verdictNote?.(value) ?? "";
  return status === "cancelled" ? `${WORDS.cancelled} ${own}`.trim() : own;
}

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

interface OutputsProps {
  readonly kit: FileKit;
  readonly outputs: readonly Delivered[];
  readonly sourceOf: (id: string) => File | undefined;
  readonly onSaved: () => void;
}

function Outputs({ kit, outputs, sourceOf, onSaved }: OutputsProps) {
  const [open, setOpen] = useState<string>();
  const shown = useGrowing(outputs.length);
  const saved = useMemo(() => new Set<string>(), [outputs]);
  const save = (name: string): void => {
    if (saved.add(name).size === outputs.length) onSaved();
  };
  return (
    <ul class="files made">
      {outputs.slice(0, shown).map((output) => {
        const { name, mediaType, bytes, from } = output;
        const sources = from.flatMap((id) => sourceOf(id) ?? []);
        const isOpen = name === open;
        return (
          <li key={name} class={isOpen ? "open" : ""}>
            <b class="mono">{name}</b>
            <span class="muted mt">{mediaType}</span>
            <span class="muted sz">
              {sizeWords(bytes)}
              {sources.length === 1 && sources[0] && kit.makesOtherKind !== true
                ? ` · ${savingOf(sources[0].size, bytes)}`
                : ""}
            </span>
            <span class="acts">
              {kit.Preview && (
                <button
                  type="button"
                  class="btn"
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? undefined : name)}
                >
                  {isOpen ? WORDS.close : WORDS.preview}
                  <span class="hidden"> {name}</span>
                </button>
              )}
              <SaveLink output={output} onSaved={() => save(name)} />
            </span>
            {isOpen && kit.Preview && (
              <div class="madepreview">
                <kit.Preview output={output} sources={sources} outputs={outputs} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function savingOf(before: number, after: number): string {
  if (before === 0) return "";
  return `${WORDS.before(before)}, ${WORDS.saving(Math.round((1 - after / before) * 100))}`;
}

/** A link to what was made, under its planned name. */
function SaveLink({
  output,
  onSaved,
}: {
  readonly output: Delivered;
  readonly onSaved: () => void;
}) {
  const { name, content } = output;
  const url = useBlobUrl(content);
  return (
    <a class="btn" href={url} download={name.split("/").at(-1)} onClick={onSaved}>
      {TEXTS.result.download}
      <span class="hidden"> {name}</span>
    </a>
  );
}

interface ReceiptProps {
  readonly isReport: boolean;
  readonly receipt: Readonly<Record<string, unknown>>;
  readonly finished: Finished;
  readonly pool: Pool;
}

interface ReceiptLists {
  readonly stages?: readonly { readonly id: string; readonly ok: boolean }[];
  readonly deliverables?: readonly { readonly name: string; readonly sha256: string }[];
}

const REPORT_INPUT = `jq '{job: ., action: "plan"}' job.json`;
const CHECK_INPUT = `jq -s '{job: .[0], manifest: .[1], action: "verify"}' job.json manifest.json`;

function Receipt({ receipt, finished, pool, isReport }: ReceiptProps) {
  const [said, setSaid] = useState<string>(TEXTS.kit.receiptText);
  const text = jsonText(receipt);
  const { outputs } = finished;
  // Of a report they are trials, and nothing that one takes away.
  const kept = isReport ? [] : outputs;
  const { stages = [], deliverables = [] } = receipt as ReceiptLists;
  const again = async (): Promise<void> => {
    const digests = await Promise.all(
      outputs.map(({ content }) => pool.ask<Digested>({ do: "digest", content })),
    );
    const others = outputs.filter(({ sha256 }, index) => digests[index]?.sha256 !== sha256);
    setSaid(others.length === 0 ? WORDS.same : WORDS.differs(others.map(({ name }) => name)));
  };
  const rows = [
    ["kit", receipt["tool_id"]],
    ["version", receipt["tool_version"]],
    ["verdict", receipt["verdict"]],
    ["input", receipt["input_sha256"]],
    ["output", receipt["output_sha256"]],
    ["stages", stages.map(({ id, ok }) => `${id} ${ok ? "✓" : "✗"}`).join(", ")],
    ...[...kept, ...deliverables].map(({ name, sha256 }) => [name, sha256] as const),
  ] as const;
  return (
    <div class="block">
      <div class="bar">
        <h3>{TEXTS.kit.receipt}</h3>
        <span class="facts" role="status">
          {said}
        </span>
        <span class="acts">
          <button type="button" class="btn" onClick={() => void again()}>
            {WORDS.again}
          </button>
          <CopyButton text={() => text} label={TEXTS.kit.receipt} />
          <SaveButton
            name="receipt.json"
            content={() => text}
            type="application/json"
            label={TEXTS.kit.receipt}
          />
        </span>
      </div>
      <dl class="receipt small">
        {rows.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{String(value)}</dd>
          </>
        ))}
      </dl>
      <p class="pad small muted">{WORDS.shell}</p>
      <pre class="preview" tabIndex={0} role="region" aria-label={WORDS.shell}>
        {`${isReport ? REPORT_INPUT : CHECK_INPUT} > input.json\npurebox verify receipt.json input.json`}
      </pre>
    </div>
  );
}

/** The one thing that may be sent: names of no file, and no content; and only once it was read. */
function OnServer({ finished }: { readonly finished: Finished }) {
  const [text, setText] = useState<string>();
  const [said, setSaid] = useState("");
  const show = async (): Promise<void> => {
    setText(text === undefined ? jsonText(await withoutNames(finished)) : undefined);
  };
  const send = async (shown: string): Promise<void> => {
    const input: unknown = JSON.parse(shown);
    try {
      const answer = await post("/api/run", { tool_id: finished.job.kit, input });
      const { value } = resultOf(answer as Parameters<typeof resultOf>[0]);
      const { verdict } = (value ?? {}) as { readonly verdict?: string };
      setSaid(WORDS.serverSaid(verdict ?? TEXTS.kit.verified.failed));
    } catch {
      setSaid(TEXTS.kit.verified.failed);
    }
  };
  return (
    <div class="block">
      <div class="bar">
        <button
          type="button"
          class="btn"
          aria-expanded={text !== undefined}
          onClick={() => void show()}
        >
          {WORDS.server}
        </button>
        <span class="facts" role="status">
          {said}
        </span>
      </div>
      {text !== undefined && (
        <>
          <p class="pad">{WORDS.serverText}</p>
          <pre class="preview" tabIndex={0} role="region" aria-label={WORDS.server}>
            {text}
          </pre>
          <p class="pad">
            <button type="button" class="btn main" onClick={() => void send(text)}>
              {WORDS.send}
            </button>
          </p>
        </>
      )}
    </div>
  );
}

/** Each file is called by its number, and what was made of it as it would be called then. */
async function withoutNames({ job, manifest, body }: Finished): Promise<object> {
  const numbers = new Map(job.files.map(({ id }, index) => [id, `file-${index + 1}`]));
  const numberOf = (id: string): string => numbers.get(id) ?? "file";
  const files = job.files.map(({ alt: _alt, ...file }) => ({
    ...file,
    id: numberOf(file.id),
    name: numberOf(file.id),
  }));
  const other = { ...job, files };
  const before = plannedIn(body);
  const after = plannedIn(await planOf(other));
  const nameOf = (name: string): string => {
    const place = before.outputs.findIndex((one) => digitsIn(name, one.name) !== undefined);
    const digits = digitsIn(name, before.outputs[place]?.name ?? "") ?? "";
    return after.outputs[place]?.name.replace(DIGITS, digits) ?? "output";
  };
  const inputs = manifest.inputs.map((input) => ({ ...input, id: numberOf(input.id) }));
  const outputs = manifest.outputs.map((output) => ({
    ...output,
    name: nameOf(output.name),
    from: output.from.map(numberOf),
  }));
  const problems = manifest.problems.map(({ id, code }) => ({
    ...(id === undefined ? {} : { id: numberOf(id) }),
    code,
    message: "",
  }));
  return {
    job: other,
    manifest: { ...manifest, jobSha256: after.jobSha256, inputs, outputs, problems },
    action: "verify",
  };
}

const DIGITS = "{hash8}";

/** What stands in a name where the planned one leaves room for digits of the content; undefined for another name. */
function digitsIn(name: string, planned: string): string | undefined {
  const [head = "", tail] = planned.split(DIGITS);
  if (tail === undefined) return name === planned ? "" : undefined;
  const fits = name.startsWith(head) && name.endsWith(tail);
  return fits && name.length === planned.length + 8 - DIGITS.length
    ? name.slice(head.length, head.length + 8)
    : undefined;
}

function plannedIn(body: Finished["body"]) {
  const value = (resultOf(body).value ?? {}) as {
    readonly plan?: Plan;
    readonly jobSha256?: string;
  };
  return { outputs: value.plan?.outputs ?? [], jobSha256: value.jobSha256 ?? "" };
}
