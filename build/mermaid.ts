/**
 * Writes what tools/mermaid-renderer needs of others: two modules of code and one of fonts and machine code.
 *
 * Mermaid is written for a browser: it awaits, reads the clock, draws lots and reaches for globals. Each module here
 * is one function whose parameter holds everything that is not the language itself. Every name of a host is declared
 * inside it, so that code that reaches for one gets what the caller gave, or undefined; and `async` functions are
 * generators over the caller's `Promise`, so that its queue can be run to the end without waiting.
 */
import { Glob } from "bun";
import { build } from "esbuild"; // MIT; the one bundler that writes async functions as generators
import packages from "../package.json" with { type: "json" };
import { stateOf, writeIfStale, writeTexts } from "./text-module.ts";

const FOLDER = "tools/mermaid-renderer";

const MODULES = {
  /** mermaid (MIT) with ELK (EPL-2.0, unmodified) and all its diagrams. */
  mermaid: 'export { default as mermaid } from "mermaid/dist/mermaid.core.mjs";',
  /** A light DOM: linkedom (ISC). Text shaping: fontkit (MIT). Rasters: resvg (MPL-2.0, unmodified). */
  libraries: `
    export { parseHTML, DOMParser } from "linkedom";
    export { create as readFont } from "fontkit";
    export { initWasm, Resvg } from "@resvg/resvg-wasm";`,
} as const;

/**
 * What is not there: formulas need MathML, which no SVG file may hold, and linkedom draws on a canvas of its own
 * where it cannot load one.
 */
const LEFT_OUT: Readonly<Record<string, string>> = {
  katex: "export default {};",
  canvas: 'throw new Error("Left out");',
};

/** Where mermaid looks for formulas: it would put a sentence in place of them, and text may stay text. */
const FORMULA = "/\\$\\$(.*?)\\$\\$/g";
const NOTHING = "/[]/g";

/** OFL-1.1 and Bitstream Vera's licence: free to embed. */
const ASSETS = {
  regular: "@expo-google-fonts/open-sans/400Regular/OpenSans_400Regular.ttf",
  bold: "@expo-google-fonts/open-sans/700Bold/OpenSans_700Bold.ttf",
  italic: "@expo-google-fonts/open-sans/400Regular_Italic/OpenSans_400Regular_Italic.ttf",
  boldItalic: "@expo-google-fonts/open-sans/700Bold_Italic/OpenSans_700Bold_Italic.ttf",
  fallback: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
  resvg: "@resvg/resvg-wasm/index_bg.wasm",
} as const;

/** The language itself: the same in every engine, and not a way out. */
const LANGUAGE: ReadonlySet<string> = new Set(
  `Object Function Array String Number Boolean Symbol BigInt RegExp Error AggregateError EvalError RangeError
  ReferenceError SyntaxError TypeError URIError Map Set WeakMap WeakSet ArrayBuffer DataView Int8Array Uint8Array
  Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array
  BigUint64Array JSON Reflect Proxy isNaN isFinite parseInt parseFloat encodeURIComponent decodeURIComponent
  encodeURI decodeURI escape unescape Infinity NaN undefined eval`.split(/\s+/),
);

async function hostNames(): Promise<readonly string[]> {
  const [dom] = [...new Glob("node_modules/@typescript/*/lib/lib.dom.d.ts").scanSync(".")];
  if (dom === undefined) throw new Error("TypeScript's list of browser names is not installed");
  const browser = (await Bun.file(dom).text()).matchAll(
    /^declare (?:var|function|const|let|namespace) (\w+)/gm,
  );
  const names = Array.from(browser, ([, name]) => name ?? "");
  const all = new Set([...Object.getOwnPropertyNames(globalThis), ...names, ...LOADERS]);
  return [...all].filter((name) => !LANGUAGE.has(name)).toSorted();
}

/** Of other hosts. */
const LOADERS = "define exports global importScripts module process require setImmediate".split(
  " ",
);

function bundled(entry: string) {
  return build({
    stdin: { contents: entry, resolveDir: "." },
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: "iife",
    globalName: "library",
    platform: "browser",
    target: "es2024",
    legalComments: "none",
    supported: { "async-await": false, "async-generator": false, "for-await": false },
    plugins: [
      {
        name: "left out",
        setup({ onResolve, onLoad }) {
          const filter = new RegExp(`^(?:${Object.keys(LEFT_OUT).join("|")})$`);
          onResolve({ filter }, ({ path }) => ({ path, namespace: "left-out" }));
          onLoad({ filter, namespace: "left-out" }, ({ path }) => ({
            contents: LEFT_OUT[path] ?? "",
          }));
        },
      },
    ],
  });
}

/** What its modules are made of, and beside them the files of its assets. */
export async function mermaidParts() {
  const made = await Promise.all(Object.values(MODULES).map(bundled));
  const assets = Object.values(ASSETS).map((path) => `node_modules/${path}`);
  return { metafiles: made.map(({ metafile }) => metafile), assets };
}

async function bundle(entry: string, names: readonly string[]): Promise<string> {
  const { outputFiles } = await bundled(entry);
  const code = (outputFiles[0]?.text ?? "").replaceAll(FORMULA, NOTHING);
  if (entry === MODULES.mermaid && !code.includes(NOTHING)) throw new Error("No formulas found");
  if (/(?<![.\w$])(?:eval\(|import\()/.test(code)) throw new Error("The code could get out");
  const used = new Set(code.match(/(?<![.\w$])[A-Za-z_]\w*/g));
  const sealed = names.filter((name) => used.has(name));
  return `export function open(world) {
const {${sealed.join(", ")}} = world;
${code}
return library;
}
`;
}

const TAKEN_FROM = [
  "@expo-google-fonts/open-sans",
  "@resvg/resvg-wasm",
  "dejavu-fonts-ttf",
  "esbuild",
  "fontkit",
  "linkedom",
  "mermaid",
] as const;

const VERSIONS = { ...packages.dependencies, ...packages.devDependencies };

const BY = "build/mermaid.ts";
const state = await stateOf(
  BY,
  TAKEN_FROM.map((name) => VERSIONS[name]),
);

/** One character for each byte: what is compressed as text is then no larger than the bytes would be. */
async function assetTexts(): Promise<Record<string, string>> {
  const texts = Object.entries(ASSETS).map(async ([name, path]) => {
    const bytes = await Bun.file(`node_modules/${path}`).bytes();
    return [name, Buffer.from(bytes).toString("latin1")] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

export async function writeMermaid(): Promise<void> {
  const names = await hostNames();
  await writeTexts(`${FOLDER}/assets.gen.ts`, { by: BY, state }, assetTexts);
  const first = `// Generated by ${BY}, state ${state}. Do not edit.\n`;
  for (const [name, entry] of Object.entries(MODULES)) {
    await writeIfStale(`${FOLDER}/${name}.gen.js`, first, () => bundle(entry, names));
  }
}
