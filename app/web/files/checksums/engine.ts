/** Digests of files of any length, in the memory of a piece: all that are asked for in one pass. */
import type { IHasher } from "hash-wasm";
import { type FileEngine, Refusal } from "../file-kit.ts";
import { hashes } from "../hashes.ts";
import { typeOf } from "./type-of.ts";

export type Algorithm = "sha256" | "sha384" | "sha512" | "sha1" | "md5";

export interface Task {
  readonly id: string;
  readonly algorithms: readonly Algorithm[];
}

async function hasherOf(algorithm: Algorithm): Promise<IHasher> {
  const { createMD5, createSHA1, createSHA256, createSHA384, createSHA512 } = await hashes();
  const makers = {
    md5: createMD5,
    sha1: createSHA1,
    sha256: createSHA256,
    sha384: createSHA384,
    sha512: createSHA512,
  };
  return makers[algorithm]();
}

const engine: FileEngine = {
  digestsLater: true,
  async facts(file) {
    const head = new Uint8Array(await file.slice(0, 512).arrayBuffer());
    return { mediaType: typeOf(head), facts: {}, words: "" };
  },
  async prepare() {
    await hashes();
  },
  async make({ task, files }, report) {
    const { id, algorithms } = task as Task;
    const file = files[id];
    if (!file) throw new Error("The file is not there");
    // The manifest names each by its SHA-256, whatever the lists are of.
    const names = [...new Set<Algorithm>(["sha256", ...algorithms])];
    const hashers = await Promise.all(names.map(hasherOf));
    await feed(file, hashers, report);
    const digests = Object.fromEntries(
      hashers.map((hasher, index) => [names[index], hasher.digest("hex")]),
    );
    const { sha256, ...others } = digests;
    const more = Object.keys(others).length === 0 ? {} : { digests: others };
    return { outputs: [], facts: { [id]: { sha256, ...more } } };
  },
};

export default engine;

async function feed(
  file: File,
  hashers: readonly IHasher[],
  report: (part: number) => void,
): Promise<void> {
  const { name, size, lastModified } = file;
  const changed = (): Refusal => new Refusal(`${name} changed while it was read. Add it again.`);
  let done = 0;
  try {
    for await (const piece of piecesOf(file)) {
      for (const hasher of hashers) hasher.update(piece);
      done += piece.length;
      report(size === 0 ? 1 : done / size);
    }
  } catch {
    // A file whose time or size is another than when it was added cannot be read any more.
    throw changed();
  }
  if (done !== size || file.lastModified !== lastModified) throw changed();
}

const PIECE = 4_000_000;

/** Each piece in the memory of the one before, where the browser can; else memory is freed only now and then. */
async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = byteReader(file.stream());
  if (!reader) return yield* file.stream();
  let memory = new ArrayBuffer(PIECE);
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(memory));
    if (done || !value) return;
    yield value;
    memory = value.buffer;
  }
}

function byteReader(stream: ReadableStream): ReadableStreamBYOBReader | undefined {
  try {
    return stream.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}
