/**
 * Compiles the program with everything in it to one executable, the same bytes for the same sources.
 *
 * usage: bun build/compile.ts [TARGET], which writes `dist/purebox`
 */
import { mkdir, rm } from "node:fs/promises";
import { packedTexts } from "./packed-texts.ts";

/** Its name is part of an executable's bytes, so it is fixed; what is released is renamed. */
const NAME = "purebox";

export interface Compiled {
  readonly path: string;
  readonly metafile: Bun.BuildMetafile;
}

/** What is bundled, and how. */
export const PROGRAM = {
  // A thread is a program of its own.
  entrypoints: ["app/main.ts", "app/serve/watchdog-thread.ts"],
  target: "bun",
  format: "esm",
  splitting: true,
  // Declarations that few need move in with others that most need: fewer files are opened to start.
  minChunkSize: 64 * 1024,
  metafile: true,
  // Maps would be a tenth of it. Names of functions stay, so that traces are read without.
  sourcemap: "none",
  // Shortened identifiers silently switch off Elysia's validation, which looks at class names.
  minify: { syntax: true, whitespace: true, identifiers: false },
  plugins: [packedTexts],
} satisfies Bun.BuildConfig;

/** What runs of the program used, in their order (profile.ts): its bytecode lies together, and starts are quicker. */
export const PROFILE = "build/program.order";
/** Beyond it are functions in functions, which few calls need: compiled when they are called first. */
const BYTECODE_DEPTH = 2;
/** What only a start runs is not worth compiling; whoever runs longer asks for the usual policy. */
const STARTING_JIT_POLICY = 8;

/** Without a target: for this machine. */
export async function compile(folder: string, target?: Bun.Build.CompileTarget): Promise<Compiled> {
  const built = await Bun.build({
    ...PROGRAM,
    bytecode: true,
    bytecodeDepth: BYTECODE_DEPTH,
    compile: {
      bytecodeOrder: PROFILE,
      jitPolicy: STARTING_JIT_POLICY,
      outfile: `${folder}/${NAME}`,
      autoloadDotenv: false,
      autoloadBunfig: false,
      ...(target === undefined ? {} : { target }),
    },
  });
  for (const log of built.logs) console.error(String(log));
  if (!built.success || built.metafile === undefined) process.exit(1);
  const ending = target?.includes("windows") === true ? ".exe" : "";
  return { path: `${folder}/${NAME}${ending}`, metafile: built.metafile };
}

/** Of a file that may be larger than what one would read at once. */
export async function sha256Of(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const part of Bun.file(path).stream()) hasher.update(part);
  return hasher.digest("hex");
}

if (import.meta.main) {
  const folder = "dist";
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const { path } = await compile(folder, Bun.argv[2] as Bun.Build.CompileTarget | undefined);
  const megabytes = (Bun.file(path).size / 1e6).toFixed(1);
  console.log(`${path} ${megabytes} MB sha256 ${await sha256Of(path)}`);
}
