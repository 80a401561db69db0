/** A drawn picture on its own ground: fitted or as large as it is, to be saved as it came and in the other format. */
import { useEffect, useState } from "preact/hooks";
import { saveFile } from "../parts/copy.tsx";
import { runHere } from "../runner.ts";
import { grouped, TEXTS } from "../texts.ts";
import { isRecord } from "./shape.ts";

export interface PictureProps {
  readonly id: string;
  readonly output: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** What was drawn, to draw it in the other format. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly isOld: boolean;
}

type Format = "svg" | "png";
const MOST_ENLARGED = 2;
const TYPES = { svg: "image/svg+xml", png: "image/png" } as const;

export default function Picture(props: PictureProps) {
  const { output, value, isOld } = props;
  const [isFitted, setFitted] = useState(true);
  const [source, setSource] = useState<string>();
  const format: Format = value["format"] === "png" ? "png" : "svg";
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([bytesOf(output, format)], { type: TYPES[format] }));
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [output, format]);
  const { width, height, bytes, title, diagramType } = value;
  return (
    <div class={`view picture${isFitted ? " fit" : ""}`}>
      <div class="bar">
        <span class="seg" role="radiogroup" aria-label={TEXTS.views.zoom}>
          {[true, false].map((one) => (
            <label key={String(one)}>
              <input
                type="radio"
                name="zoom"
                checked={one === isFitted}
                onChange={() => setFitted(one)}
              />
              {one ? TEXTS.views.fit : TEXTS.views.full}
            </label>
          ))}
        </span>
        <span class="facts">
          {`${String(width)} × ${String(height)}, ${format.toUpperCase()}`}
          {typeof bytes === "number" && `, ${grouped(bytes)} bytes`}
        </span>
        <span class="acts">
          {(["svg", "png"] as const).map((one) => (
            <SaveAs key={one} {...props} wanted={one} drawn={format} />
          ))}
        </span>
      </div>
      <div
        class={`ground${isOld ? " dim" : ""}`}
        tabIndex={0}
        role="region"
        aria-label={TEXTS.views.picture}
      >
        {source !== undefined && (
          <img
            src={source}
            alt={typeof title === "string" ? title : TEXTS.views.drawn(String(diagramType))}
            width={Number(width)}
            height={Number(height)}
            style={{
              "--ratio": String(Number(width) / (Number(height) || 1)),
              "--most": `${Number(width) * MOST_ENLARGED}px`,
            }}
          />
        )}
      </div>
    </div>
  );
}

function bytesOf(output: string, format: Format): Uint8Array<ArrayBuffer> {
  return format === "png" ? Uint8Array.fromBase64(output) : new TextEncoder().encode(output);
}

function SaveAs({
  id,
  output,
  input,
  wanted,
  drawn,
}: PictureProps & { readonly wanted: Format; readonly drawn: Format }) {
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const text = wanted === drawn ? output : await draw(id, { ...input, format: wanted });
    if (text !== undefined) saveFile(`${id}.${wanted}`, bytesOf(text, wanted), TYPES[wanted]);
    setBusy(false);
  };
  return (
    <button type="button" class="btn" disabled={isBusy} onClick={() => void save()}>
      {wanted.toUpperCase()}
      <span class="hidden"> {TEXTS.result.download}</span>
    </button>
  );
}

async function draw(id: string, input: PictureProps["input"]): Promise<string | undefined> {
  const { result } = await runHere({ tool_id: id, input }).body;
  return isRecord(result) && typeof result["output"] === "string" ? result["output"] : undefined;
}
