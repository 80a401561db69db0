/** The page of a kit that works on the user's own files: files, options, plan and run, results. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Entry, loadDetail, loadEntries, type UnitDetail } from "../catalogue.ts";
import { saveFile } from "../parts/copy.tsx";
import { say } from "../parts/shell.tsx";
import { guard, keep, visit } from "../router.ts";
import { readShared, writeShared } from "../share.ts";
import { useSignal } from "../signal.ts";
import { noteVisit, pinned, togglePin } from "../storage.ts";
import { TEXTS } from "../texts.ts";
import { Form } from "../tool/controls.tsx";
import { inputOf, type Texts, textsOf } from "../tool/fields.ts";
import { resultOf } from "../tool/problems.ts";
import { usePageKeys } from "../tool/use-keys.ts";
import { handedFiles } from "./hand-over.ts";
import type { FileKit, Job, JobFile, Run, Tab } from "./file-kit.ts";
import { Section } from "./section.tsx";
import { Tabs } from "./tabs.tsx";
import { FilesPart } from "./files-part.tsx";
import { FILE_KITS } from "./kits.ts";
import { PlanPart } from "./plan-part.tsx";
import { Results } from "./results.tsx";
import { type PlanState, usePlan } from "./use-plan.ts";
import { type Added, type Rows, usePool, useRows } from "./use-rows.ts";
import { type Finished, runOf, useWork } from "./use-work.ts";
import { WORDS } from "./words.ts";

interface Loaded {
  readonly kit: FileKit;
  readonly detail: UnitDetail;
  readonly entries: readonly Entry[];
  readonly options: Job["options"];
}

export default function FilesPage({ id }: { readonly id: string }) {
  const [loaded, setLoaded] = useState<Loaded>();
  const { fragment, count } = useSignal(visit);
  useEffect(() => {
    const load = FILE_KITS[id];
    if (!load) return;
    void Promise.all([load(), loadDetail(id), loadEntries(), readShared(fragment)]).then(
      ([{ default: kit }, detail, entries, shared]) => {
        const options = (shared?.options ?? {}) as Job["options"];
        setLoaded({ kit, detail: optionsOf(detail), entries, options });
        const name = entries.find((one) => one.id === id)?.name ?? id;
        document.title = `${name} · ${TEXTS.name}`;
      },
    );
    noteVisit(id);
  }, [id, count]);
  if (typeof WebAssembly === "undefined") {
    return (
      <p class="says bad" role="alert">
        {WORDS.oldBrowser}
      </p>
    );
  }
  if (loaded?.kit.id !== id) return null;
  return <Page key={id} {...loaded} />;
}

/** The options of its jobs, as the form has fields. */
function optionsOf(detail: UnitDetail): UnitDetail {
  const { anyOf = [], properties } = detail.fields["job"] ?? {};
  const job = properties ?? anyOf.find((one) => one.properties)?.properties ?? {};
  return { ...detail, fields: job["options"]?.properties ?? {}, texts: [] };
}

function Page({ kit, detail, entries, options: first }: Loaded) {
  const pool = usePool(kit);
  const run = useMemo(() => runOf(kit, pool), [kit, pool]);
  const rows = useRows(kit, pool);
  const recipe = useRecipe(kit, detail, first);
  const job: Job = { ...recipe.head, files: rows.ready, options: recipe.options };
  const plan = usePlan(kit, job, run, rows.isReading || rows.wanted.length > 0);
  const work = useWork(kit, pool, rows, plan.planned);
  const { finished, phase } = work;
  const [tab, setTab] = useState<Tab | undefined>(kit.tabs?.[0]);
  const take = (given: Job): void => {
    rows.want(given.files);
    recipe.take(given);
    setTab((before) => kit.tabs?.find(({ isFor }) => isFor(given.options)) ?? before);
  };
  useEffect(() => {
    const handed = handedFiles(kit.id);
    if (!handed) return;
    take(handed.job);
    rows.add(handed.files.map((file) => ({ file, path: file.name })));
  }, []);
  const add = (files: readonly Added[]): void => {
    const others = takeOption(kit, files, recipe.setOptions);
    if (others.length > 0) rows.add(others);
  };
  const saved = useLeaving(finished);
  usePageKeys({ isRunning: phase === "running", run: work.run, stop: work.cancel });
  const isLocked = phase === "running" || phase === "checking";
  return (
    <div class="kitpage filespage">
      <div class="head">
        <h1>{entries.find(({ id }) => id === kit.id)?.name}</h1>
        <p>
          {kit.lead} <b>{WORDS.stays}</b> <a href="/about/files">{WORDS.proof}</a>
        </p>
        <div class="acts">
          <PinButton id={kit.id} />
        </div>
      </div>
      <Tabs tabs={kit.tabs ?? []} current={tab} onTab={setTab}>
        <FilesPart kit={kit} rows={{ ...rows, add }} isLocked={isLocked} />
        <OptionsPart
          kit={kit}
          detail={detail}
          tab={tab}
          recipe={recipe}
          job={job}
          plan={plan}
          rows={rows}
          run={run}
          take={take}
          isLocked={isLocked}
        />
        <PlanPart
          kit={kit}
          plan={plan}
          work={work}
          hasFiles={rows.all.length > 0}
          isWaiting={rows.wanted.length > 0}
        />
        {finished && (
          <Results
            key={finished}
            kit={kit}
            entries={entries}
            finished={finished}
            rows={rows.all}
            pool={pool}
            onSaved={saved}
          />
        )}
      </Tabs>
    </div>
  );
}

/** Takes a text among the files as the option that it is, and leaves the others; a second such text is refused. */
function takeOption(
  { optionFile }: FileKit,
  files: readonly Added[],
  setOptions: Recipe["setOptions"],
): readonly Added[] {
  const isText = ({ file, problem }: Added): boolean =>
    problem === undefined && optionFile?.isOne(file) === true;
  const first = files.find(isText);
  if (!optionFile || !first) return files;
  const { option, words } = optionFile;
  const { name } = first.file;
  first.file.text().then(
    (text) => {
      setOptions((before) => ({ ...before, [option]: text }));
      say(WORDS.takenAs(name, words));
    },
    () => say(WORDS.unreadable(name)),
  );
  return files
    .filter((one) => one !== first)
    .map((one) =>
      isText(one) ? { ...one, problem: WORDS.takenAlready(one.file.name, name, words) } : one,
    );
}

/** Of what stands there by then: several changes may come before the page is drawn again. */
type Change = (before: Job["options"]) => Job["options"];

interface Recipe {
  readonly texts: Texts;
  readonly options: Job["options"];
  readonly head: Pick<Job, "kit" | "version" | "name">;
  setText(field: string, text: string): void;
  setOptions(change: Change): void;
  setName(name: string): void;
  take(job: Job): void;
}

/** What is wanted of the files, and how the delivery is called; the address holds what is nobody's secret. */
function useRecipe(kit: FileKit, detail: UnitDetail, first: Job["options"]): Recipe {
  const [texts, setTexts] = useState<Texts>(() => textsOf(detail, first));
  const [name, setName] = useState("delivery");
  const options = inputOf(detail, texts);
  useEffect(() => {
    keep({ kept: null, fragment: () => fragmentOf(kit, options) });
  }, [JSON.stringify(options)]);
  const setOptions = (change: Change): void =>
    setTexts((before) => textsOf(detail, change(inputOf(detail, before))));
  return {
    texts,
    options,
    head: { kit: kit.id, version: 1, name },
    setText: (field, text) => setTexts((before) => ({ ...before, [field]: text })),
    setOptions,
    setName,
    take(job) {
      setOptions(() => job.options);
      setName(job.name);
    },
  };
}

interface OptionsPartProps {
  readonly kit: FileKit;
  readonly detail: UnitDetail;
  readonly tab: Tab | undefined;
  readonly recipe: Recipe;
  readonly job: Job;
  readonly plan: PlanState;
  readonly rows: Rows;
  readonly run: Run;
  readonly take: (job: Job) => void;
  readonly isLocked: boolean;
}

function OptionsPart(props: OptionsPartProps) {
  return (
    <Section number={2} title={WORDS.sections.options}>
      <fieldset class="lockable" disabled={props.isLocked}>
        <Options {...props} />
      </fieldset>
    </Section>
  );
}

function Options({ kit, detail, tab, recipe, job, plan, rows, run, take }: OptionsPartProps) {
  const names = formNames(kit, detail, tab);
  const errors = optionErrors(plan.body);
  const rowOf = (id: string) => rows.all.find(({ file }) => file?.id === id);
  const { options, setOptions } = recipe;
  return (
    <>
      <JobBar
        kit={kit}
        job={plan.planned?.job ?? { ...job, files: [...job.files, ...rows.wanted] }}
        take={take}
        setOptions={setOptions}
      />
      {kit.Before && (
        <kit.Before
          tab={tab?.name}
          options={options}
          set={(next) => setOptions((before) => ({ ...before, ...next }))}
          job={job}
          errors={errors}
          value={resultOf(plan.body).value as Readonly<Record<string, unknown>> | undefined}
          fields={detail.fields}
          source={(id) => rowOf(id)?.source}
          secret={(id) => rowOf(id)?.secret}
          run={run}
        />
      )}
      <p class="field namefield">
        <label for="delivery-name">{WORDS.name}</label>
        <input
          id="delivery-name"
          type="text"
          maxLength={80}
          value={recipe.head.name}
          aria-describedby="delivery-name-help"
          onInput={(event) => recipe.setName(event.currentTarget.value)}
        />
        <small id="delivery-name-help">{WORDS.nameHelp}</small>
      </p>
      <Form
        detail={detail}
        names={names}
        texts={recipe.texts}
        errors={errors}
        most={names.filter((name) => kit.firstOptions.includes(name)).length}
        onText={recipe.setText}
      />
    </>
  );
}

function PinButton({ id }: { readonly id: string }) {
  const isPinned = useSignal(pinned).includes(id);
  return (
    <button
      type="button"
      class="btn"
      id="pin"
      aria-pressed={isPinned}
      title="Alt P"
      onClick={() => togglePin(id)}
    >
      {isPinned ? TEXTS.tool.pinned : TEXTS.tool.pin}
    </button>
  );
}

interface JobBarProps {
  readonly kit: FileKit;
  readonly job: Job;
  readonly take: (job: Job) => void;
  readonly setOptions: Recipe["setOptions"];
}

function JobBar({ kit, job, take, setOptions }: JobBarProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState("");
  const read = (text: string): void => {
    const given = jobIn(text, kit.id);
    setProblem(given ? "" : WORDS.notAJob);
    if (given) take(given);
  };
  return (
    <div class="jobbar">
      {kit.presets.length > 0 && (
        <span role="group" aria-label={WORDS.presets}>
          {kit.presets.map((preset) => (
            <button
              type="button"
              class="btn line"
              key={preset.name}
              onClick={() => {
                setOptions((before) => ({ ...withoutRecipe(kit, before), ...preset.options }));
                say(preset.name);
              }}
            >
              {preset.name}
            </button>
          ))}
        </span>
      )}
      <span class="acts">
        <button type="button" class="btn" onClick={() => input.current?.click()}>
          {WORDS.loadJob}
        </button>
        <button
          type="button"
          class="btn"
          onClick={() =>
            saveFile("job.json", `${JSON.stringify(job, null, 2)}\n`, "application/json")
          }
        >
          {WORDS.saveJob}
        </button>
      </span>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={WORDS.loadJob}
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) void file.text().then(read);
          event.currentTarget.value = "";
        }}
      />
      {problem !== "" && (
        <span class="err" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}

/** What a preset leaves alone: what the user typed or took from files. */
function withoutRecipe(kit: FileKit, options: Job["options"]): Job["options"] {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => kit.privateOptions.includes(name)),
  );
}

function jobIn(text: string, kit: string): Job | undefined {
  try {
    const job = JSON.parse(text) as Partial<Job>;
    const { files, options = {}, name = "delivery" } = job;
    if (job.kit !== kit || !Array.isArray(files)) return undefined;
    return { kit, version: 1, name, files: files as readonly JobFile[], options };
  } catch {
    return undefined;
  }
}

/** The first ones first; what an editor of its own is for is not in the form. */
function formNames(
  { firstOptions, ownOptions = [] }: FileKit,
  { fields }: UnitDetail,
  tab: Tab | undefined,
): readonly string[] {
  const others = Object.keys(fields).filter((name) => !firstOptions.includes(name));
  const shown = tab?.options ?? Object.keys(fields);
  return [...firstOptions, ...others].filter(
    (name) => fields[name] && shown.includes(name) && !ownOptions.includes(name),
  );
}

const OPTIONS = "/job/options/";

/** By the option's name, and by the pointer below the options. */
function optionErrors(body: Parameters<typeof resultOf>[0]): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  for (const { path = "", message } of resultOf(body).errors ?? []) {
    if (!path.startsWith(OPTIONS)) continue;
    const below = path.slice(OPTIONS.length - 1);
    const [, name = ""] = below.split("/");
    for (const place of [name, below]) if (!errors.has(place)) errors.set(place, message);
  }
  return errors;
}

async function fragmentOf(kit: FileKit, options: Job["options"]): Promise<string> {
  const shared = Object.entries(options).filter(([name]) => !kit.privateOptions.includes(name));
  if (shared.length === 0) return "";
  return (await writeShared({ options: Object.fromEntries(shared) })) ?? "";
}

/** Asks once before what was made and not saved is gone; what it gives says that it was saved. */
function useLeaving(finished: Finished | undefined): () => void {
  const [isSaved, setSaved] = useState(true);
  useEffect(() => {
    if (finished) setSaved(false);
  }, [finished]);
  useEffect(() => {
    if (isSaved) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    guard(() => confirm(WORDS.leave));
    return () => {
      window.removeEventListener("beforeunload", ask);
      guard(undefined);
    };
  }, [isSaved]);
  return () => setSaved(true);
}
