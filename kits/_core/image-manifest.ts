/** What the page reports of the pictures that it made. */
import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../../tools/_core/fields.ts";
import { type Made, type Manifest, manifestShape } from "./file-manifest.ts";

const COUNT = Type.Integer({ minimum: 0 });

const FACTS = {
  width: COUNT,
  height: COUNT,
  quality: Type.Optional(Type.Union([COUNT, Type.Null()])),
  decoder: Type.Optional(
    oneOf(["browser"], {
      description: "The original was decoded by the browser, so that others may make other bytes",
    }),
  ),
};

export const IMAGE_MANIFEST = manifestShape(FACTS);

export interface DeliveredImage extends Made {
  readonly width: number;
  readonly height: number;
  readonly quality?: number | null | undefined;
  readonly decoder?: "browser" | undefined;
}

export type ImageManifest = Manifest<DeliveredImage>;

export type GivenImageManifest = Static<typeof IMAGE_MANIFEST>;
