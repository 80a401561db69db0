/** Digests of files of any size, a hand-over package of them, and the check of what arrived. */
import { useState } from "preact/hooks";
import { CopyButton } from "../../parts/copy.tsx";
import type { BeforeProps, FileKit, JobFile, ResultsProps } from "../file-kit.ts";
import { TextOption } from "../text-option.tsx";
import { useGrowing } from "../use-growing.ts";
import type { Algorithm, Task } from "./engine.ts";

const TEXTS = {
  lead: "Checksum lists, a hand-over page and check scripts for files of any size; or a verdict for each file that arrived.",
  limits: "Up to 2,000 files of any size; they are read where they are.",
  expected: "The sender's list, if you received files",
  expectedHelp:
    "SHA256SUMS, .md5, CHECKSUM, lists of several kinds one below the other; a signature around it is not checked",
  problemsOnly: "Problems only",
  again: "Copy what to ask for again",
  nothingToAsk: "All that was expected has arrived as it was sent.",
  entries: "Files and verdicts",
  digested: "✓ read",
  verdicts: {
    ok: "✓ ok",
    mismatch: "✗ differs",
    missing: "✗ missing",
    extra: "+ not listed",
    unverifiable: "? not comparable",
  },
} as const;

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
  firstOptions: ["algorithms", "matchBy", "allowExtra", "sender", "recipient", "note"],
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

function ExpectedList({ options, set, errors }: BeforeProps) {
  return (
    <TextOption
      id="expected-list"
      label={TEXTS.expected}
      help={TEXTS.expectedHelp}
      text={String(options["expected"] ?? "")}
      error={errors.get("expected")}
      onText={(expected) => set({ expected })}
    />
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
