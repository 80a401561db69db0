/** What a kit that works on a user's own files adds to the page that all of them share; its server half says the rest. */
import type { FunctionComponent } from "preact";
import type { RunRequest } from "../../run/types.ts";
import type { UnitDetail } from "../catalogue.ts";
import type { Body } from "../runner.ts";

/** A file as the job names it, with what the kit has to know of each. */
export interface JobFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly mediaType: string;
  readonly sha256?: string;
  readonly [fact: string]: unknown;
}

export interface Job {
  readonly kit: string;
  readonly version: 1;
  readonly name: string;
  readonly files: readonly JobFile[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** What the server half plans, as far as all kits have it alike. */
export interface Plan {
  readonly outputs?: readonly PlannedOutput[];
  readonly totals?: Readonly<Record<string, number>>;
  readonly [member: string]: unknown;
}

export interface PlannedOutput {
  readonly name: string;
  readonly mediaType: string;
  readonly from: readonly string[];
  readonly [fact: string]: unknown;
}

/** One piece of the work: what a worker is asked for at once, and what can be left out when it is done already. */
export interface Unit {
  /** The same for the same work: what was made for it is kept when it is run again. */
  readonly key: string;
  /** What is worked on, in words. */
  readonly words: string;
  /** Ids of the files that it reads. */
  readonly files: readonly string[];
  /** How much of the whole work it is, in the kit's own measure. */
  readonly size: number;
  /** What the engine is told; anything that can be sent to a worker. */
  readonly task: unknown;
  /** Work whose time nobody knows before: so long after its first report it is stopped, and the user reads why. */
  readonly limit?: TimeLimit;
}

export interface TimeLimit {
  readonly milliseconds: number;
  readonly words: string;
}

/** What was made, as the manifest tells of it. */
export interface Made {
  readonly outputs: readonly MadeOutput[];
  /** What was learnt of files of the job, by their ids. */
  readonly facts?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly problems?: readonly Problem[];
}

export interface MadeOutput {
  readonly name: string;
  readonly mediaType: string;
  readonly from: readonly string[];
  readonly content: Blob;
  /** What the manifest says of it beside size and digest. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** Of the manifest: what was not made, or not as it was asked for. */
export interface Problem {
  readonly id?: string;
  readonly name?: string;
  readonly code: string;
  readonly message: string;
}

/** What of a file stands in its row, and in the job. */
export interface Facts {
  /** By its first bytes. */
  readonly mediaType: string;
  /** Members of the job's file. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Shown in the row: "600 × 400 pixels". */
  readonly words: string;
  /** What the user ought to know: "NAME says PNG but is a JPEG inside. Used as JPEG." */
  readonly notes?: readonly string[];
}

/** Why nothing is done with a file, in the words that the user reads. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** The half that runs in a worker. */
export interface FileEngine {
  /** Reads what the job says of a file; throws a `Refusal`. `secret`: a password that the user gave for it. */
  facts(file: File, secret?: string): Promise<Facts>;
  /** Digests of the files are what it makes, and are not taken when they are added. */
  readonly digestsLater?: boolean;
  /** Fetches all code that these options need: nothing is fetched once the work runs. */
  prepare(options: Job["options"]): Promise<void>;
  /** Makes what a unit is for; `report` takes the part of it that is done, from 0 to 1. Throws a `Refusal`. */
  make(work: Work, report: (part: number) => void): Promise<Made>;
  /** Runs a unit where the kit says so; `begin` is called when all is open that it needs. */
  run?(request: RunRequest, begin: () => void): Promise<Body>;
}

/** Runs a unit beside the page. */
export type Run = (request: RunRequest, limit?: TimeLimit) => Promise<Body>;

export interface Work {
  readonly task: unknown;
  readonly files: Readonly<Record<string, File>>;
  readonly secrets: Readonly<Record<string, string>>;
}

export interface Preset {
  readonly name: string;
  readonly options: Job["options"];
}

/** One of the ways to use a page; what is put in is the same in all of them. */
export interface Tab {
  readonly name: string;
  /** Those that it shows. */
  readonly options: readonly string[];
  /** Whether a job that was loaded is of this way. */
  isFor(options: Job["options"]): boolean;
}

/** The half that stands on the page. */
export interface FileKit {
  readonly id: string;
  /** What comes out, in one sentence. */
  readonly lead: string;
  /** As a file field takes it: media types and endings; empty for any. */
  readonly accept: string;
  readonly takesFolders?: boolean;
  /** Whether there is something to do, where that may be put in as an option; else once there are files. */
  readonly hasWork?: (options: Job["options"]) => boolean;
  readonly mostFiles: number;
  readonly mostBytesOfOne: number;
  /** Of all together. */
  readonly mostBytes: number;
  /** Said before any file is taken. */
  readonly limits: string;
  readonly presets: readonly Preset[];
  /** Options that are shown at once, in this order; the others open on demand. */
  readonly firstOptions: readonly string[];
  /** What the user typed or took from a file: no link holds it. */
  readonly privateOptions: readonly string[];
  readonly tabs?: readonly Tab[];
  /** Options that `Before` is for: the form leaves them out. */
  readonly ownOptions?: readonly string[];
  /** Sizes of units are bytes that are read: how many a second is told, of each that is worked on, too. */
  readonly tellsRate?: boolean;
  /** A text among the files that is taken as an option, and not worked on. */
  readonly optionFile?: OptionFile;
  /** What is made is of another kind than what it is made of, so that their sizes are not compared. */
  readonly makesOtherKind?: boolean;
  /** The job holds what the user wrote, so that it is not offered to be sent. */
  readonly jobHoldsTexts?: boolean;
  /** Its plan needs what its work needs, so that one worker does both; it opens this as soon as the page is there. */
  readonly opensFirst?: Job["options"];
  /** Named in the manifest. */
  readonly engine: readonly { readonly name: string; readonly version: string }[];
  /** Small files that are made here, to try it with. */
  samples(): Promise<readonly File[]>;
  units(job: Job, plan: Plan): readonly Unit[];
  /** What `prepare` is told, where the files say more of it than the options. */
  needs?(job: Job): Job["options"];
  /** How many workers may run at once for this job, if fewer than the machine has. */
  mostWorkers?(job: Job): number;
  /** Nothing is delivered: what was learnt of the files is judged, and that is the result. */
  readonly isReport?: boolean;
  /** The folder of a file in the job: kits that keep paths say so. */
  readonly keepsPaths?: boolean;
  /** Below a file's row: what is asked of the user for each. */
  readonly Row?: FunctionComponent<RowProps>;
  /** Above the form of options: editors that a form has not. */
  readonly Before?: FunctionComponent<BeforeProps>;
  /** What the verdict does not say. */
  verdictNote?(value: Readonly<Record<string, unknown>>): string;
  /** Beside a finished output. */
  readonly Preview?: FunctionComponent<PreviewProps>;
  /** Between the verdict and the files: a table of its own. */
  readonly Results?: FunctionComponent<ResultsProps>;
}

export interface OptionFile {
  readonly option: string;
  /** What the option is, in words: "the page that shows the pictures". */
  readonly words: string;
  isOne(file: File): boolean;
}

export interface RowProps {
  readonly file: JobFile;
  readonly source: File;
  /** Sets members of the job's file; undefined takes one away. */
  set(facts: Readonly<Record<string, unknown>>): void;
  /** A password: never part of the job. The file's facts are read again. */
  setSecret(secret: string): void;
  readonly isLocked: boolean;
}

export interface BeforeProps {
  /** The name of the one that is shown. */
  readonly tab: string | undefined;
  readonly options: Job["options"];
  set(options: Job["options"]): void;
  readonly job: Job;
  /** Pointers below the option's name to messages: "/diagrams/0/source". */
  readonly errors: ReadonlyMap<string, string>;
  /** What the server half says of the job, at the latest; nothing while it said nothing. */
  readonly value: Readonly<Record<string, unknown>> | undefined;
  /** Of the options, as their schema says. */
  readonly fields: UnitDetail["fields"];
  source(id: string): File | undefined;
  secret(id: string): string | undefined;
  /** Where its plans are made. */
  readonly run: Run;
}

export interface PreviewProps {
  readonly output: MadeOutput;
  /** The files that it was made of, in the order of `from`. */
  readonly sources: readonly File[];
  /** All that was made, for those that belong together. */
  readonly outputs: readonly MadeOutput[];
}

export interface ResultsProps {
  /** Of the server half, run here. */
  readonly value: Readonly<Record<string, unknown>>;
  /** The page of it in Markdown. */
  readonly report: string;
  readonly outputs: readonly MadeOutput[];
  readonly job: Job;
  readonly manifest: object;
  source(id: string): File | undefined;
}
