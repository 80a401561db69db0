/** The worker of kits that work on files: it reads, makes, digests and packs, and the page never waits for it. */
import type { RunRequest } from "../../run/types.ts";
import type { Facts, FileEngine, Made, Work } from "./file-kit.ts";
import { standInForSharedMemory } from "../no-shared-memory.ts";
import type { Packed } from "./archive.ts";
import { hashes } from "./hashes.ts";
import { type Part, part } from "./part.ts";

export type Ask =
  | { readonly do: "facts"; readonly file: File; readonly secret?: string | undefined }
  | { readonly do: "prepare"; readonly options: Readonly<Record<string, unknown>> }
  | { readonly do: "make"; readonly work: Work }
  | { readonly do: "run"; readonly request: RunRequest }
  | { readonly do: "digest"; readonly content: Blob }
  | { readonly do: "pack"; readonly entries: readonly Packed[] };

export interface Order {
  readonly id: number;
  readonly kit: string;
  readonly ask: Ask;
}

export interface Digested {
  readonly bytes: number;
  readonly sha256: string;
}

/** What was read of a file, with its digest where the kit wants it at once. */
export type Read = Facts & Partial<Digested>;
/** What was made, with the digest of each output. */
export type Done = Made & { readonly digests: readonly Digested[] };

/** How far it is, or what came of it; and, for no order of its own, what is fetched. */
export type Said =
  | { readonly part: Part }
  | { readonly id: number; readonly done: number }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly refused: string }
  /** The name of a part that could not be fetched. */
  | { readonly id: number; readonly missing: string }
  | { readonly id: number; readonly failed: string };

const OWN = "kit's own code";

const ENGINES: Readonly<Record<string, () => Promise<{ readonly default: FileEngine }>>> = {
  "file-verification-handoff-kit": part(OWN, () => import("./checksums/engine.ts")),
  "image-delivery-audit-kit": part(OWN, () => import("./audit/engine.ts")),
  "image-delivery-production-kit": part(OWN, () => import("./images/engine.ts")),
  "mermaid-diagram-delivery-kit": part(OWN, () => import("./mermaid/engine.ts")),
  "pdf-deliverable-assembly-kit": part(OWN, () => import("./pdf/engine.ts")),
};

const archives = part("archive writer", () => import("./archive.ts"));

standInForSharedMemory();

self.addEventListener("message", ({ data }: MessageEvent<Order>) => {
  const { id } = data;
  const say = (said: Said): void => self.postMessage(said);
  answer(data, (done) => say({ id, done })).then(
    (result) => say({ id, result }),
    (error: unknown) => {
      const words = error instanceof Error ? error.message : String(error);
      // By its name: every chunk of the page may have the class for itself.
      const name = error instanceof Error ? error.name : "";
      if (name === "Refusal") say({ id, refused: words });
      else if (name === "NotLoaded") say({ id, missing: words });
      else say({ id, failed: words });
    },
  );
});

async function answer({ kit, ask }: Order, report: (part: number) => void): Promise<unknown> {
  const load = ENGINES[kit];
  if (!load) throw new Error(`No engine for ${kit}`);
  const { default: engine } = await load();
  switch (ask.do) {
    case "facts":
      return read(engine, ask.file, ask.secret);
    case "prepare":
      await Promise.all([engine.prepare(ask.options), archives(), hashes()]);
      return undefined;
    case "make":
      return make(engine, ask.work, report);
    case "run":
      return engine.run?.(ask.request, () => report(0));
    case "digest":
      return digestOf(ask.content);
    case "pack":
      return (await archives()).pack(ask.entries);
  }
}

async function read(engine: FileEngine, file: File, secret: string | undefined): Promise<Read> {
  const facts = await engine.facts(file, secret);
  return engine.digestsLater === true ? facts : { ...facts, ...(await digestOf(file)) };
}

async function make(engine: FileEngine, work: Work, report: (part: number) => void): Promise<Done> {
  const made = await engine.make(work, report);
  const digests: Digested[] = [];
  for (const { content } of made.outputs) digests.push(await digestOf(content));
  return { ...made, digests };
}

/** Digests of any length of content, in the memory of a piece. */
async function digestOf(content: Blob): Promise<Digested> {
  const { createSHA256 } = await hashes();
  const digest = await createSHA256();
  for await (const piece of content.stream()) digest.update(piece);
  return { bytes: content.size, sha256: digest.digest("hex") };
}
