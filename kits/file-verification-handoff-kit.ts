import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../tools/_core/fields.ts";
import type { Entry, Outcome } from "../tools/_core/tool.ts";
import { INPUT_FAILURES } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { normalPath } from "../tools/_lib/text/path-glob/normal-path.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import deliver from "../tools/artifact-delivery-manifest.ts";
import verifyList from "../tools/file-hash-checksum-verifier.ts";
import convertSize from "../tools/file-size-converter.ts";
import {
  digest,
  JOB_FAILURES,
  jobProblems,
  jobSha256,
  jobShape,
  inOrder,
} from "./_core/file-job.ts";
import { fileKitFields, fileKitMembers, manifestToVerify, refused } from "./_core/file-kit.ts";
import { MANIFEST_FAILURES, MANIFEST_WARNINGS, manifestShape } from "./_core/file-manifest.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { codeSpan } from "./_core/page.ts";
import { KitReport } from "./_core/report.ts";
import { checkFiles, pathProblems } from "./file-verification-handoff-kit/files.ts";
import { comparePlan, type Plan } from "./file-verification-handoff-kit/compare.ts";
import { writePlanFiles } from "./file-verification-handoff-kit/handoff.ts";
import { verifyWork } from "./file-verification-handoff-kit/verify.ts";

const ID = "file-verification-handoff-kit";
const NAME = "File Verification Handoff Kit";

const FAILURES = {
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  ...JOB_FAILURES,
  ...MANIFEST_FAILURES,
  PATH_UNSAFE: "A path is empty, absolute, or leads out of the delivery",
  DUPLICATE_PATH: "Two files have one path",
  NO_CHECKSUMS: "No line of the sender's list could be read",
  DIGEST_MISSING: "A file lacks the digest for a list that is to be written",
  FILE_MISMATCH: "A file differs from the sender's list",
  FILE_MISSING: "A file of the sender's list has not arrived",
  UNVERIFIABLE: "A file is listed in an algorithm that was not computed",
  FILE_EXTRA: "A file arrived that the sender's list does not have",
  STAGE_FAILED: "A tool could not do its part",
  FILE_VERIFICATION_HANDOFF_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  ...MANIFEST_WARNINGS,
  WEAK_ALGORITHM: "Other files with the same MD5, SHA-1 or CRC-32 can be made on purpose",
  MALFORMED_LINE: "A line of the sender's list is of no dialect that is known",
  CONFLICTING_ENTRY: "A path has two digests of one algorithm",
  CASE_COLLISION: "On some systems two paths are the same",
  EMPTY_FILE: "A file has no content",
} as const;

const ALGORITHMS = ["sha256", "sha384", "sha512", "sha1", "md5"] as const;

const FACTS = {
  path: Type.Optional(
    Type.String({ description: "Inside the delivery, with /; the name, if left out" }),
  ),
  digests: Type.Optional(
    Type.Object(
      {
        sha512: Type.Optional(digest(128)),
        sha384: Type.Optional(digest(96)),
        sha1: Type.Optional(digest(40)),
        md5: Type.Optional(digest(32)),
      },
      { additionalProperties: false },
    ),
  ),
};

const textOrNull = (maxLength: number, description: string) =>
  Type.Union([Type.String({ maxLength }), Type.Null()], { description, default: null });

const OPTIONS = Type.Object(
  {
    algorithms: Type.Array(oneOf(ALGORITHMS), {
      description: "Lists to write; every file needs these digests",
      minItems: 1,
      uniqueItems: true,
      default: ["sha256"],
    }),
    expected: textOrNull(80_000, "The sender's checksum lists, in any dialect, one after another"),
    matchBy: oneOf(["path", "basename"], {
      description: "basename: folders do not matter",
      default: "path",
    }),
    allowExtra: Type.Boolean({ description: "More may arrive than is listed", default: true }),
    allowWeak: Type.Boolean({
      description: "MD5, SHA-1 and CRC-32 are taken without a warning",
      default: false,
    }),
    sender: textOrNull(200, "Printed in HANDOFF.md"),
    recipient: textOrNull(200, "Printed in HANDOFF.md"),
    note: textOrNull(2000, "Printed in HANDOFF.md"),
    date: textOrNull(40, "RFC 3339; printed, and nothing else is dated"),
  },
  { additionalProperties: false, default: {} },
);

const JOB = jobShape(FACTS, OPTIONS);

const MANIFEST = manifestShape({});

const INPUT = Type.Object(fileKitFields(JOB, MANIFEST));

const COUNT = Type.Integer({ minimum: 0 });

const NULLABLE = Type.Union([Type.String(), Type.Null()]);

const VERDICTS = ["ok", "mismatch", "missing", "extra", "unverifiable"] as const;

const PLAN = Type.Object({
  entries: Type.Array(
    Type.Object({
      path: Type.String(),
      algorithm: NULLABLE,
      expected: NULLABLE,
      actual: NULLABLE,
      verdict: oneOf(VERDICTS),
    }),
    { description: "By path, then algorithm; an extra file once" },
  ),
  totals: Type.Object({ files: COUNT, bytes: COUNT }),
  treeSha256: Type.Union([Type.String(), Type.Null()], {
    description: "Of the text of SHA256SUMS; null unless every file has a SHA-256",
  }),
});

const VALUE = kitValue(fileKitMembers(PLAN), {
  ok: COUNT,
  mismatch: COUNT,
  missing: COUNT,
  extra: COUNT,
  unverifiable: COUNT,
});

export type Input = Static<typeof INPUT>;
export type Options = Static<typeof OPTIONS>;
export type Algorithm = (typeof ALGORITHMS)[number];
export type PlanValue = Static<typeof PLAN>;
type Given = Static<typeof JOB>;

/** The job as it is kept: digests in lower case, and a path for every file. */
export type Job = Omit<Given, "files"> & {
  readonly files: readonly (Given["files"][number] & { readonly path: string })[];
};
export type JobFile = Job["files"][number];

type Value = Static<typeof VALUE>;
type Problem = Entry<keyof typeof FAILURES>;
type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;

const STAGES = {
  check: null,
  compare: verifyList,
  manifest: deliver,
  sizes: convertSize,
  inputs: verifyList,
} as const;

const USES = [deliver, verifyList, convertSize] as const;

/** What all stages have at hand. */
export interface Work {
  readonly job: Job;
  readonly jobSha256: string;
  readonly ctx: KitCtx<(typeof USES)[number]>;
  readonly report: KitReport<typeof STAGES>;
}

/** A list of more files is one that no call holds. */
const MOST_FILES = 2000;

const HELLO = {
  id: "a",
  name: "hello.txt",
  bytes: 6,
  mediaType: "text/plain",
  sha256: "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03",
  path: "dist/hello.txt",
} as const;

const APP = {
  id: "b",
  name: "app.bin",
  bytes: 3,
  mediaType: "application/octet-stream",
  sha256: "ae4b3280e56e2faf83f414a6e3dabe9d5fbe18976544c05fed121accb85b53fc",
  path: "dist/app.bin",
} as const;

const HELLO_HASHED = { id: HELLO.id, bytes: HELLO.bytes, sha256: HELLO.sha256 } as const;

export default defineKit({
  id: ID,
  name: NAME,
  category: "Security",
  description:
    "Makes a hand-over package of checksums and check scripts for files, and says for each whether what arrived is what the sender listed.",
  keywords: [
    "check script",
    "checksum list",
    "damaged",
    "delivery",
    "file transfer",
    "handoff",
    "in-toto",
    "integrity",
    "receipt",
    "sha256sums",
    "tamper",
    "usb",
    "verify.sh",
  ],
  aliases: ["checksum-handoff-kit", "file-handoff-kit"],
  version: "2026-11-28",
  uses: [...USES],

  input: INPUT,
  primary: "job",
  value: VALUE,
  verb: "hand over",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "hand over files with checksums and a check script",
    "make a SHA256SUMS file and instructions for the recipient",
    "prove that the files I sent arrived unchanged",
    "check what arrived against the sender's checksum list",
    "which of the delivered files is missing or damaged",
    "checksum package for a customer delivery",
    "verify.sh and verify.ps1 for a release folder",
    "handoff document with digests and signature lines",
    "in-toto statement of delivered files",
    "receive files and confirm every hash",
    "send large files and let the other side check them",
    "compare a downloads folder with SHA256SUMS",
    "the other side says the zip is corrupt, who is right",
    "evidence folder for an auditor with hashes of every file",
    "chain of custody for files that change hands",
    "files came by usb stick, are they the ones that were sent",
    "sums for sha512 and md5 of all files in a folder",
    "someone may have swapped a file in the shared folder",
    "ask again for the files that did not arrive",
    "were more files delivered than were listed",
    "dateien übergeben mit prüfsummen und prüfskript",
    "ist die lieferung vollständig und unverändert",
    "vérifier les fichiers reçus avec la liste de sommes",
    "comprobar que los archivos llegaron sin cambios",
    "交付 文件 校验和 清单 与 验证脚本",
    "納品ファイルのハッシュ一覧と確認手順を作る",
    "i give a hard disk full of films to the client and want it in writing that nothing is missing",
    "photographer sent 300 pictures, did all of them come through",
    "archive for the court: list of files with a fingerprint each, to sign",
    "colleague on windows, i on a mac, both must be able to check the folder",
    "bagit, hashdeep, packing list, delivery note, acceptance record, receipt to sign, verify script",
    "assemble a transmittal of file digests with verification scripts, or judge the received set",
    "entregar arquivos com lista de hash e conferir o recebimento",
  ],
  effort: 3,
  browser: true,

  laws: [
    filesLaw,
    {
      name: "the order of files does not matter",
      holds(run, input) {
        const { job } = input;
        if (typeof job !== "object" || !job.files) return true;
        const [one, other] = [job.files, job.files.toReversed()].map(
          (files) => run({ job: { ...job, files }, failOn: "none" }).value,
        );
        const contentOf = (value: typeof one) =>
          JSON.stringify(value?.deliverables.filter(({ name }) => name !== "job.json"));
        return contentOf(one) === contentOf(other);
      },
    },
    {
      name: "the kit's own lists fit its files",
      holds(run, input) {
        const { job } = input;
        const { value } = run({ ...input, action: "plan", failOn: "none" });
        if (!value || typeof job !== "object") return true;
        const lists = value.deliverables.filter(({ name }) => /^[A-Z0-9]+SUMS$/.test(name));
        const expected = lists.map(({ content }) => content).join("");
        if (expected.trim() === "") return true;
        const again = run({
          job: { ...job, options: { ...job.options, expected, matchBy: "path" } },
          failOn: "none",
        }).value;
        return !again || again.counts.ok === again.plan.entries.length;
      },
    },
  ],
  examples: [
    {
      title: "A hand-over: two files, nothing to compare with",
      input: {
        job: {
          kit: ID,
          version: 1,
          files: [HELLO, APP],
          options: { sender: "Build team", date: "2026-11-20T10:00:00Z" },
        },
      },
      expect: {
        ok: true,
        value: {
          verdict: "pass",
          plan: { totals: { files: 2, bytes: 9 } },
          counts: { byCode: { NOTHING_EXPECTED: 1 } },
        },
      },
    },
    {
      title: "What arrived: one file changed, one is missing",
      input: {
        job: {
          kit: ID,
          version: 1,
          files: [HELLO, APP],
          options: {
            expected: `${APP.sha256}  dist/hello.txt\n${APP.sha256} *dist/app.bin\n${APP.sha256}  notes.txt\n`,
          },
        },
      },
      expect: {
        ok: true,
        valid: false,
        value: {
          verdict: "fail",
          counts: { ok: 1, mismatch: 1, missing: 1, byCode: { FILE_MISMATCH: 1, FILE_MISSING: 1 } },
        },
      },
    },
    {
      title: "The report of another job",
      input: {
        job: { kit: ID, version: 1, files: [HELLO], options: {} },
        manifest: {
          kit: ID,
          version: 1,
          jobSha256: HELLO.sha256,
          status: "complete",
          engine: [{ name: "hash-wasm", version: "4.13.0" }],
          inputs: [HELLO_HASHED],
          outputs: [],
          problems: [],
        },
      },
      expect: { ok: true, value: { verdict: "fail", counts: { byCode: { JOB_MISMATCH: 1 } } } },
    },
    {
      title: "A path that leads out of the delivery",
      input: {
        job: { kit: ID, version: 1, files: [{ ...HELLO, path: "../hello.txt" }], options: {} },
      },
      expect: { ok: false, errors: [{ code: "PATH_UNSAFE", path: "/job/files/0/path" }] },
    },
  ],

  run(input, ctx): Result {
    const { failOn } = input;
    const job = normalJob(input.job);
    const { manifest, problems: missing } = manifestToVerify(input);
    const [first, ...others] = [
      ...jobProblems(job, ID, { files: MOST_FILES }),
      ...pathProblems(job),
      ...missing,
    ] as Problem[];
    if (first) return refused([first, ...others]);
    const report = new KitReport(ID, NAME, STAGES);
    const work: Work = { job, jobSha256: jobSha256(job), ctx, report };
    checkFiles(work);
    const plan = comparePlan(work);
    if (plan === undefined) return concluded(NO_PLAN, work, failOn);
    if (manifest === null) {
      report.skipped("inputs", "The field `manifest` takes what the page reports at the end");
      writePlanFiles(plan, work);
      return concluded(plan, work, failOn);
    }
    return concluded(plan, work, failOn, verifyWork(inOrder(MANIFEST, manifest), work));
  },
});

const NO_PLAN: Plan = {
  value: { entries: [], totals: { files: 0, bytes: 0 }, treeSha256: null },
  size: "",
  unchecked: [],
};

/** Digests in lower case, a path for every file, and members in the order in which they are documented. */
function normalJob(given: Given): Job {
  const files = given.files.map(({ path, digests, sha256, ...file }) => ({
    ...file,
    ...(sha256 === undefined ? {} : { sha256: sha256.toLowerCase() }),
    path: normalPath(path ?? file.name),
    ...(digests === undefined
      ? {}
      : {
          digests: Object.fromEntries(
            Object.entries(digests).map(([name, hex]) => [name, hex.toLowerCase()]),
          ),
        }),
  }));
  return inOrder(JOB, { ...given, files });
}

function concluded(
  { value, size, unchecked }: Plan,
  { job, jobSha256: sha256, report }: Work,
  failOn: Input["failOn"],
  verification?: Value["verification"],
): Result {
  const counts = { ok: 0, mismatch: 0, missing: 0, extra: 0, unverifiable: 0 };
  for (const { verdict } of value.entries) counts[verdict]++;
  const compared = Object.entries(counts).flatMap(([verdict, count]) =>
    count > 0 ? [`${count} ${verdict}`] : [],
  );
  return report.conclude({
    value: {
      job,
      jobSha256: sha256,
      plan: value,
      ...(verification === undefined ? {} : { verification }),
    },
    counts,
    failOn,
    output: {
      figures: [counted(value.totals.files, "file"), size, ...compared, ...notChecked(unchecked)]
        .filter(Boolean)
        .join(", "),
      next: nextSteps(counts, job),
    },
  });
}

function notChecked([command, ...others]: Plan["unchecked"]): string[] {
  if (command === undefined) return [];
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return [`signature not checked (${codeSpan(command)}${more})`];
}

function nextSteps(counts: Readonly<Record<string, number>>, { options }: Job): string[] {
  if (options.expected === null)
    return [
      "Send `SHA256SUMS`, `HANDOFF.md` and a check script with the files, the list by another way if you can.",
      "The recipient runs `verify.sh` or `verify.ps1` in the folder of the files.",
    ];
  const isWrong = ["mismatch", "missing", "unverifiable"].some((name) => (counts[name] ?? 0) > 0);
  return isWrong
    ? ["Ask the sender again for the files of `files.csv` whose verdict is not ok."]
    : ["Keep `HANDOFF.md` as the receipt."];
}
