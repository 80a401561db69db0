import type { DomDocument, DomElement } from "./dom/node.ts";
import type { FontFile } from "./text/fonts.ts";

interface RasterOptions {
  readonly background?: string;
  readonly fitTo: { readonly mode: "zoom"; readonly value: number };
  readonly font: {
    readonly fontBuffers: readonly Uint8Array[];
    readonly defaultFontFamily: string;
    readonly sansSerifFamily: string;
    readonly serifFamily: string;
    readonly monospaceFamily: string;
  };
}

interface RasterImage {
  readonly width: number;
  readonly height: number;
  asPng(): Uint8Array;
  free(): void;
}

export interface Libraries {
  parseHTML(html: string): Readonly<Record<string, unknown>> & { readonly document: DomDocument };
  readonly DOMParser: new () => {
    parseFromString(text: string, type: string): { readonly documentElement: DomElement };
  };
  readFont(bytes: Uint8Array): FontFile;
  initWasm(wasm: object): PromiseLike<void>;
  readonly Resvg: new (
    svg: string,
    options: RasterOptions,
  ) => { render(): RasterImage; free(): void };
}

export function open(world: object): Libraries;
