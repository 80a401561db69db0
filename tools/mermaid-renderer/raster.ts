/** Pictures of points, by resvg. */
import { assetBytes } from "./asset-bytes.ts";
import { TEXTS } from "./assets.gen.ts";
import { openLibraries, TEXT_FAMILY } from "./libraries.ts";
import { plainColour } from "./svg/colour.ts";

let isReady = false;

export interface RasterOptions {
  /** Pixels to each unit. */
  readonly scale: number;
  /** Whole pixels. */
  readonly pixels: { readonly width: number; readonly height: number };
  /** A colour, or `transparent`. */
  readonly background: string;
}

/** PNG. */
export function rasterise(svg: string, { scale, pixels, background }: RasterOptions): Uint8Array {
  const { libraries, fonts, world } = openLibraries();
  if (!isReady) {
    world.settle(libraries.initWasm(assetBytes(TEXTS.resvg())));
    isReady = true;
  }
  const resvg = new libraries.Resvg(resize(svg, scale, pixels), {
    // The last column may be part of a unit only.
    ...(background === "transparent" ? {} : { background: plainColour(background) ?? background }),
    fitTo: { mode: "zoom", value: 1 },
    font: {
      fontBuffers: fonts.all.map(({ bytes }) => bytes),
      defaultFontFamily: TEXT_FAMILY,
      sansSerifFamily: TEXT_FAMILY,
      serifFamily: TEXT_FAMILY,
      monospaceFamily: TEXT_FAMILY,
    },
  });
  const image = resvg.render();
  try {
    return image.asPng();
  } finally {
    image.free();
    resvg.free();
  }
}

/** The root says how many pixels there are; resvg's own zoom cuts off what is no whole pixel. */
function resize(svg: string, scale: number, { width, height }: RasterOptions["pixels"]): string {
  return svg.replace(/^<svg[^>]*>/, (root) =>
    root
      .replace(/ width="\d+"/, ` width="${width}"`)
      .replace(/ height="\d+"/, ` height="${height}"`)
      .replace(
        / viewBox="(\S+) (\S+) [^"]*"/,
        ` viewBox="$1 $2 ${width / scale} ${height / scale}"`,
      ),
  );
}
