/**
 * Modules of long texts (text-module.ts), as the executable holds them. As constants the texts would be in it twice,
 * as source and as bytecode; here each is a file of its own, compressed where that halves it, and read when it is
 * first asked for. From source, in Node and in browsers these modules are what they are.
 */
import type { BunPlugin } from "bun";
import { zstdCompressSync } from "bun";
import { areTexts } from "./text-module.ts";

const GENERATED = /\.gen\.ts$/;
/** A path with the name of a text behind it. */
const TEXT = /^(.+)\?text=(.+)$/;
const LEVEL = 19;

export const packedTexts: BunPlugin = {
  name: "packed texts",
  setup({ onResolve, onLoad }) {
    onLoad({ filter: GENERATED }, async ({ path }) => {
      const code = await Bun.file(path).text();
      return areTexts(code)
        ? { loader: "js", contents: unpacking(path, await textsOf(path)) }
        : { loader: "ts", contents: code };
    });
    onResolve({ filter: TEXT }, ({ path }) => ({ path, namespace: "text" }));
    onLoad({ filter: TEXT, namespace: "text" }, async ({ path }) => {
      const [, module = "", name = ""] = TEXT.exec(path) ?? [];
      return { loader: "file", contents: packed((await textsOf(module))[name] ?? "").bytes };
    });
  },
};

async function textsOf(path: string): Promise<Readonly<Record<string, string>>> {
  const { TEXTS } = (await import(path)) as { readonly TEXTS: Record<string, () => string> };
  return Object.fromEntries(Object.entries(TEXTS).map(([name, text]) => [name, text()]));
}

function unpacking(path: string, texts: Readonly<Record<string, string>>): string {
  const imports: string[] = [];
  const members: string[] = [];
  for (const [at, [name, text]] of Object.entries(texts).entries()) {
    const { encoding, isCompressed } = packed(text);
    const read = `readFileSync(text${at})`;
    const bytes = isCompressed ? `Bun.zstdDecompressSync(${read})` : read;
    imports.push(`import text${at} from ${JSON.stringify(`${path}?text=${name}`)};`);
    members.push(`  ${JSON.stringify(name)}: () => ${bytes}.toString("${encoding}"),`);
  }
  return [
    `import { readFileSync } from "node:fs";`,
    ...imports,
    "export const TEXTS = {",
    ...members,
    "};",
  ].join("\n");
}

interface Packed {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoding: "latin1" | "utf8";
  readonly isCompressed: boolean;
}

function packed(text: string): Packed {
  const encoding = /^[\0-\xff]*$/.test(text) ? "latin1" : "utf8";
  const plain = Uint8Array.from(Buffer.from(text, encoding));
  const small = Uint8Array.from(zstdCompressSync(plain, { level: LEVEL }));
  const isCompressed = small.length * 2 < plain.length;
  return { bytes: isCompressed ? small : plain, encoding, isCompressed };
}
