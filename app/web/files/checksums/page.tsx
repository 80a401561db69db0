/** Digests of files of any size, a hand-over package of them, and the check of what arrived. */
import { useState } from "preact/hooks";
import { CopyButton } from "../../parts/copy.tsx";
import type { BeforeProps, FileKit, JobFile, ResultsProps, RowProps } from "../file-kit.ts";
import { TextOption } from "../text-option.tsx";
import { useGrowing } from "../use-growing.ts";
import type { Algorithm, Task } from "./engine.ts";

const ALGORITHM = "Algorithm";

const TEXTS = {
  lead: "Checksum lists, a hand-over page and check scripts for files of any size; or a verdict for each file that arrived.",
  limits: "Up to 2,000 files of any size; they are read where they are.",
  send: "I send files",
  receive: "I received files",
  useList: (path: string) => `Use ${path} as the sender's list`,
  firstLines: "First lines",
  linesOf: (name: string) => `First lines of ${name}`,
  expected: "The sender's list",
  expectedHelp:
    "SHA256SUMS, .md5, CHECKSUM, lists of several kinds one below the other; a signature is not checked, but the command that does is told",
  problemsOnly: "Problems only",
  again: "Copy what to ask for again",
  nothingToAsk: "All that was expected has arrived as it was sent.",
  entries: "Files and verdicts",
  columns: ["Verdict", "File", ALGORITHM, "Digest"],
  digested: "✓ read",
  verdicts: {
    ok: "✓ ok",
    mismatch: "✗ differs",
    missing: "✗ missing",
    extra: "+ not listed",
    unverifiable: "? not comparable",
  },
} as const;

interface Finding {
  readonly code: string;
  readonly message: string;
}

interface Entry {
  readonly path: string;
  readonly algorithm: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly verdict: keyof typeof TEXTS.verdicts;
}

const kit: FileKit = {
  id: "file-verification-handoff-kit",
  lead: TEXTS.lead,
  accept: "",
  takesFolders: true,
  keepsPaths: true,
  mostFiles: 2000,
  mostBytesOfOne: Infinity,
  mostBytes: Infinity,
  limits: TEXTS.limits,
  presets: [
    { name: "SHA-256", options: {} },
    { name: "SHA-256 and SHA-512", options: { algorithms: ["sha256", "sha512"] } },
    { name: "All five", options: { algorithms: ["sha256", "sha384", "sha512", "sha1", "md5"] } },
  ],
  firstOptions: ["algorithms", "sender", "recipient", "note", "matchBy", "allowExtra", "allowWeak"],
  tabs: [
    {
      name: TEXTS.send,
      options: ["algorithms", "sender", "recipient", "note", "date"],
      isFor: ({ expected }) => (expected ?? null) === null,
    },
    {
      name: TEXTS.receive,
      options: ["expected", "matchBy", "allowExtra", "allowWeak"],
      isFor: ({ expected }) => (expected ?? null) !== null,
    },
  ],
  tellsRate: true,
  privateOptions: ["expected", "sender", "recipient", "note", "date"],
  ownOptions: ["expected"],
  engine: [{ name: "hash-wasm", version: "4.13.0" }],
  async samples() {
    return [
      new File(["Hello\n"], "hello.txt", { type: "text/plain" }),
      new File([new Uint8Array(70_000).fill(7)], "data.bin"),
    ];
  },
  units: ({ files, options }) =>
    files.map(({ id, name, bytes }) => {
      const algorithms = algorithmsOf(options);
      return {
        key: algorithms.toSorted().join(),
        words: name,
        files: [id],
        size: bytes + 1,
        task: { id, algorithms } satisfies Task,
      };
    }),
  verdictNote(value) {
    const { findings } = value as { readonly findings: readonly Finding[] };
    const [first, ...others] = findings.filter(({ code }) => code === "SIGNATURE_NOT_CHECKED");
    if (!first) return "";
    return `${first.message}${others.length > 0 ? ` (and ${others.length} more)` : ""}`;
  },
  Row: FirstLines,
  Before: ExpectedList,
  Results: Verdicts,
};

export default kit;

/** The lists that are to be written, and those that the sender's list is of, which its digests tell by their length. */
function algorithmsOf({ algorithms = ["sha256"], expected }: Record<string, unknown>): Algorithm[] {
  const wanted = new Set(algorithms as Algorithm[]);
  const BY_LENGTH = { 32: "md5", 40: "sha1", 96: "sha384", 128: "sha512" } as const;
  for (const [hex] of String(expected ?? "").matchAll(/\b[0-9a-fA-F]{32,128}\b/g)) {
    const algorithm = BY_LENGTH[hex.length as keyof typeof BY_LENGTH];
    if (algorithm) wanted.add(algorithm);
  }
  // As pages name what they load: sha384-BASE64.
  for (const [, algorithm] of String(expected ?? "").matchAll(/\b(sha(?:256|384|512))-[\w+/]/g))
    wanted.add(algorithm as Algorithm);
  return [...wanted];
}

/** SHA256SUMS, CHECKSUM, release.zip.sha512, and those that are signed in the clear. */
const LIST = /(?:sums?|checksums?)(?:\.txt)?(?:\.asc)?$|\.(?:sha\d+|md5|b2|blake3)$/i;
const LONGEST_LIST = 80_000;

function ExpectedList({ tab, options, set, errors, job, source }: BeforeProps) {
  const text = String(options["expected"] ?? "");
  if (tab === TEXTS.send && text === "") return null;
  const lists = job.files.filter(({ name, bytes }) => LIST.test(name) && bytes <= LONGEST_LIST);
  const use = async ({ id }: JobFile): Promise<void> => {
    const expected = await source(id)?.text();
    if (expected === undefined) return;
    set({ expected });
    document.querySelector<HTMLElement>(`#${LIST_ID}`)?.focus();
  };
  return (
    <>
      <TextOption
        id={LIST_ID}
        label={TEXTS.expected}
        help={TEXTS.expectedHelp}
        text={text}
        error={errors.get("expected")}
        onText={(expected) => set({ expected })}
      />
      {text === "" &&
        lists.slice(0, 5).map((file) => (
          <p key={file.id}>
            <button type="button" class="btn line" onClick={() => void use(file)}>
              {TEXTS.useList(String(file["path"] ?? file.name))}
            </button>
          </p>
        ))}
    </>
  );
}

const LIST_ID = "expected-list";

/** How much of a text is shown. */
const FIRST_BYTES = 4000;
const FIRST_LINES = 12;

/** On request, and of text alone: whatever else a file is, it is not opened. */
function FirstLines({ file, source }: RowProps) {
  const [text, setText] = useState<string>();
  const toggle = async (): Promise<void> => {
    if (text !== undefined) return setText(undefined);
    const bytes = await source.slice(0, FIRST_BYTES).arrayBuffer();
    // The last letter may be cut.
    const whole = new TextDecoder().decode(bytes, { stream: true });
    setText(
      whole
        .split(/\r\n?|\n/)
        .slice(0, FIRST_LINES)
        .join("\n"),
    );
  };
  if (file.mediaType !== "text/plain") return null;
  return (
    <>
      <button
        type="button"
        class="btn"
        aria-expanded={text !== undefined}
        onClick={() => void toggle()}
      >
        {TEXTS.firstLines}
        <span class="hidden"> {file.name}</span>
      </button>
      {text !== undefined && (
        <pre class="preview" tabIndex={0} role="region" aria-label={TEXTS.linesOf(file.name)}>
          {text}
        </pre>
      )}
    </>
  );
}

function Verdicts({ value, job }: ResultsProps) {
  const [isBadOnly, setBadOnly] = useState(false);
  const { entries = [] } = (value["plan"] ?? {}) as { readonly entries?: readonly Entry[] };
  const drawn = useGrowing(entries.length);
  if (entries.length === 0) return <Read files={job.files} />;
  const isBad = ({ verdict }: Entry): boolean => verdict !== "ok" && verdict !== "extra";
  const bad = entries.filter(isBad);
  // What is not listed is a problem where nothing else may be there; but nobody sends it again.
  const isAllowed = job.options["allowExtra"] !== false;
  const shown = isBadOnly
    ? entries.filter((one) => isBad(one) || (one.verdict === "extra" && !isAllowed))
    : entries;
  return (
    <div class="block">
      <div class="bar">
        <h3>{TEXTS.entries}</h3>
        <span class="acts">
          <label>
            <input
              type="checkbox"
              checked={isBadOnly}
              onChange={(event) => setBadOnly(event.currentTarget.checked)}
            />{" "}
            {TEXTS.problemsOnly}
          </label>
          <CopyButton
            name={TEXTS.again}
            text={() =>
              bad.length === 0
                ? TEXTS.nothingToAsk
                : bad.map(({ path, verdict }) => `${path} (${verdict})`).join("\n")
            }
          />
        </span>
      </div>
      <div class="scrolls" tabIndex={0} role="region" aria-label={TEXTS.entries}>
        <table class="verdicts">
          <Head columns={TEXTS.columns} />
          <tbody>
            {shown.slice(0, drawn).map((entry, index) => (
              <tr key={index} class={entry.verdict}>
                <td class="st">{TEXTS.verdicts[entry.verdict]}</td>
                <td class="mono">{entry.path}</td>
                <td>{entry.algorithm ?? ""}</td>
                <td class="mono digests">
                  <Digests {...entry} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Head({ columns }: { readonly columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map((name) => (
          <th scope="col" key={name}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Where nothing was expected, the digests are the result. */
function Read({ files }: { readonly files: readonly JobFile[] }) {
  const drawn = useGrowing(files.length);
  return (
    <div class="block">
      <div class="bar">
        <h3>{TEXTS.entries}</h3>
      </div>
      <div class="scrolls" tabIndex={0} role="region" aria-label={TEXTS.entries}>
        <table class="verdicts">
          <Head columns={TEXTS.columns.filter((name) => name !== ALGORITHM)} />
          <tbody>
            {files.slice(0, drawn).map(({ id, name, path = name, sha256 }) => (
              <tr key={id} class="ok">
                <td class="st">{TEXTS.digested}</td>
                <td class="mono">{String(path)}</td>
                <td class="mono digests">{sha256}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const GROUP = /.{1,4}/g;

/** In groups of four, those that differ marked and said. */
function Digests({ expected, actual, verdict }: Entry) {
  if (verdict !== "mismatch" || expected === null || actual === null) {
    return <>{actual ?? expected ?? ""}</>;
  }
  const wanted = expected.match(GROUP) ?? [];
  const found = actual.match(GROUP) ?? [];
  return (
    <>
      {found.map((group, index) =>
        group === wanted[index] ? (
          <span key={index}>{group} </span>
        ) : (
          <mark key={index}>
            <span class="hidden">found </span>
            {group}
            <span class="hidden"> instead of {wanted[index]}</span>{" "}
          </mark>
        ),
      )}
    </>
  );
}
