/** Builds `dist/purebox`: one executable with everything in it, the same bytes for the same sources. */
import { mkdir, readdir, rm } from "node:fs/promises";

const FOLDER = "dist";
// The name is part of the executable's bytes, so it is fixed.
const EXECUTABLE = `${FOLDER}/purebox`;

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER);

const target = Bun.argv[2];
const built = await Bun.build({
  // A thread is a program of its own.
  entrypoints: ["app/main.ts", "app/serve/watchdog-thread.ts"],
  target: "bun",
  format: "esm",
  splitting: true,
  bytecode: true,
  sourcemap: "inline",
  // Shortened identifiers silently switch off Elysia's validation, which looks at class names.
  minify: { syntax: true, whitespace: true, identifiers: false },
  compile: {
    outfile: EXECUTABLE,
    autoloadDotenv: false,
    autoloadBunfig: false,
    ...(target === undefined ? {} : { target: target as Bun.Build.CompileTarget }),
  },
});
for (const log of built.logs) console.error(String(log));
if (!built.success) process.exit(1);

// Source maps are embedded; the copies beside the executable are not needed.
for (const file of await readdir(FOLDER)) {
  if (file.endsWith(".map")) await rm(`${FOLDER}/${file}`);
}
const bytes = Bun.file(EXECUTABLE);
const hash = new Bun.CryptoHasher("sha256").update(await bytes.arrayBuffer()).digest("hex");
console.log(`${EXECUTABLE} ${(bytes.size / 1e6).toFixed(1)} MB sha256 ${hash}`);
