/** Decoders and encoders of pictures: WebAssembly of one thread, fetched when it is first needed, the same in every browser. */
import type { ReadType } from "../../../../tools/_lib/images/facts.ts";
import { part } from "../part.ts";
import type { Format, Pixels } from "./pixels.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A module is compiled from its file once; modules of Emscripten are told how. */
async function compiled(url: string): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(fetch(url));
}

/** Where the page finds a file of WebAssembly that comes with it. */
async function addressOf(file: Promise<unknown>): Promise<string> {
  return ((await file) as { readonly default: string }).default;
}

interface Wasm {
  readonly noInitialRun: true;
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): WebAssembly.Exports;
}

async function fromFile(url: string): Promise<Wasm> {
  const module = await compiled(url);
  return {
    noInitialRun: true,
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(module, imports);
      done(instance);
      return instance.exports;
    },
  };
}

export type Decode = (content: ArrayBuffer) => Promise<Pixels> | Pixels;
/** `isTrial`: only how much it would be, so sooner and up to some percent more. */
export type Encode = (pixels: Pixels, quality: number, isTrial?: boolean) => Promise<Bytes> | Bytes;
export type Resize = (pixels: Pixels, width: number, height: number) => Pixels;

const whole = (decoded: Pixels | null | undefined): Pixels => {
  if (!decoded) throw new Error("Nothing was decoded");
  return decoded;
};

/** For both ways. */
let loadedPng: Promise<typeof import("@jsquash/png/codec/pkg/squoosh_png.js")> | undefined;

function png() {
  loadedPng ??= loadPng().catch((error: unknown) => {
    // Asked for again it is tried again.
    loadedPng = undefined;
    throw error;
  });
  return loadedPng;
}

async function loadPng() {
  const [module, url] = await Promise.all([
    import("@jsquash/png/codec/pkg/squoosh_png.js"),
    addressOf(import("@jsquash/png/codec/pkg/squoosh_png_bg.wasm", { with: { type: "file" } })),
  ]);
  await module.default(await compiled(url));
  return module;
}

const DECODERS: Readonly<Record<Exclude<ReadType, "image/gif">, () => Promise<Decode>>> = {
  "image/jpeg": part("JPEG decoder", async () => {
    const [{ default: make }, url] = await Promise.all([
      import("@jsquash/jpeg/codec/dec/mozjpeg_dec.js"),
      addressOf(import("@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm", { with: { type: "file" } })),
    ]);
    const module = await make(await fromFile(url));
    // As it is stored: the page itself turns it upright.
    return (content) => whole(module.decode(content as never, false as never) as Pixels);
  }),
  "image/png": part("PNG decoder", async () => {
    const module = await png();
    return (content) => whole(module.decode(new Uint8Array(content)) as unknown as Pixels);
  }),
  "image/webp": part("WebP decoder", async () => {
    const [{ default: make }, url] = await Promise.all([
      import("@jsquash/webp/codec/dec/webp_dec.js"),
      addressOf(import("@jsquash/webp/codec/dec/webp_dec.wasm", { with: { type: "file" } })),
    ]);
    const module = await make(await fromFile(url));
    return (content) => whole(module.decode(content as never) as Pixels);
  }),
  "image/avif": part("AVIF decoder", async () => {
    const [{ default: make }, url] = await Promise.all([
      import("@jsquash/avif/codec/dec/avif_dec.js"),
      addressOf(import("@jsquash/avif/codec/dec/avif_dec.wasm", { with: { type: "file" } })),
    ]);
    const module = await make(await fromFile(url));
    return (content) => whole(module.decode(content as never, 8 as never) as unknown as Pixels);
  }),
};

/** Whether the page has a decoder of its own; others are the browser's. */
export function isDecodedHere(mediaType: string): mediaType is keyof typeof DECODERS {
  return Object.hasOwn(DECODERS, mediaType);
}

export function decoder(mediaType: keyof typeof DECODERS): Promise<Decode> {
  return DECODERS[mediaType]();
}

/** Bytes of a module's memory, which the next call overwrites, in memory of their own. */
const own = (bytes: Uint8Array | null | undefined): Bytes => {
  if (!bytes) throw new Error("Nothing was encoded");
  return new Uint8Array(bytes);
};

const ENCODERS: Readonly<Record<Format, () => Promise<Encode>>> = {
  avif: part("AVIF encoder", async () => {
    const [{ default: make }, url] = await Promise.all([
      import("@jsquash/avif/codec/enc/avif_enc.js"),
      addressOf(import("@jsquash/avif/codec/enc/avif_enc.wasm", { with: { type: "file" } })),
    ]);
    const { defaultOptions } = await import("@jsquash/avif/meta.js");
    const module = await make(await fromFile(url));
    return ({ data, width, height }, quality, isTrial = false) => {
      // 1 stands for 4:2:0.
      const options = { ...defaultOptions, quality, speed: isTrial ? 8 : 6, subsample: 1 };
      return own(module.encode(new Uint8Array(data.buffer), width, height, options));
    };
  }),
  webp: part("WebP encoder", async () => {
    const [{ default: make }, url] = await Promise.all([
      import("@jsquash/webp/codec/enc/webp_enc_simd.js"),
      addressOf(import("@jsquash/webp/codec/enc/webp_enc_simd.wasm", { with: { type: "file" } })),
    ]);
    const { defaultOptions } = await import("@jsquash/webp/meta.js");
    const module = await make(await fromFile(url));
    return ({ data, width, height }, quality) =>
      own(module.encode(data, width, height, { ...defaultOptions, quality, method: 4 }));
  }),
  jpeg: part("JPEG encoder", async () => {
    const [{ default: make }, url] = await Promise.all([
      import("@jsquash/jpeg/codec/enc/mozjpeg_enc.js"),
      addressOf(import("@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm", { with: { type: "file" } })),
    ]);
    const { defaultOptions } = await import("@jsquash/jpeg/meta.js");
    const module = await make(await fromFile(url));
    return ({ data, width, height }, quality) => {
      const shared = { progressive: true, auto_subsample: false, chroma_subsample: 2 };
      return own(module.encode(data, width, height, { ...defaultOptions, ...shared, quality }));
    };
  }),
  png: part("PNG encoder", async () => {
    const [module, oxipng, url] = await Promise.all([
      png(),
      import("@jsquash/oxipng/codec/pkg/squoosh_oxipng.js"),
      addressOf(
        import("@jsquash/oxipng/codec/pkg/squoosh_oxipng_bg.wasm", { with: { type: "file" } }),
      ),
    ]);
    await oxipng.default(await compiled(url));
    return ({ data, width, height }) => {
      const plain = module.encode(new Uint8Array(data.buffer), width, height, 8);
      return own(oxipng.optimise(own(plain), 2, false, false));
    };
  }),
};

export function encoder(format: Format): Promise<Encode> {
  return ENCODERS[format]();
}

const LANCZOS3 = 3;

export const resizer: () => Promise<Resize> = part("picture resizer", async () => {
  const [module, url] = await Promise.all([
    import("@jsquash/resize/lib/resize/pkg/squoosh_resize.js"),
    addressOf(
      import("@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm", { with: { type: "file" } }),
    ),
  ]);
  await module.default(await compiled(url));
  return ({ data, width, height }, wide, high) => {
    if (width === wide && height === high) return { data, width, height };
    const source = new Uint8Array(data.buffer, data.byteOffset, data.length);
    // Opacity is multiplied in, and light is added up, not its encoding.
    const made = module.resize(source, width, height, wide, high, LANCZOS3, true, true);
    return { data: new Uint8ClampedArray(made), width: wide, height: high };
  };
});
