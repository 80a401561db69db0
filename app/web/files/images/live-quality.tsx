/** What another quality would make of a picture, encoded at once beside the original. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Pool } from "../pool.ts";
import { sizeWords } from "../words.ts";
import type { Done } from "../work.ts";
import type { Task } from "./engine.ts";
import { Original } from "./original.tsx";
import { useBlobUrl } from "../use-blob-url.ts";

const TEXTS = {
  title: "Try another quality",
  quality: "Quality",
  made: (quality: number, bytes: number) => `quality ${quality}: ${sizeWords(bytes)}`,
  working: "being encoded",
  original: "original",
} as const;

interface LiveQualityProps {
  readonly task: Task;
  readonly source: File;
}

/** Encoding is asked for once the slider rests. */
const RESTS_MS = 150;

export function LiveQuality({ task, source }: LiveQualityProps) {
  const [isOpen, setOpen] = useState(false);
  const [quality, setQuality] = useState(task.quality ?? 75);
  const [made, setMade] = useState<{ readonly quality: number; readonly content: Blob }>();
  const pool = useRef<Pool | undefined>(undefined);
  const url = useBlobUrl(made?.content);
  useEffect(() => () => pool.current?.stop(), []);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => {
      // What is no longer wanted is not encoded to its end.
      pool.current?.stop();
      const fresh = new Pool("image-delivery-production-kit");
      pool.current = fresh;
      const work = {
        task: { ...task, quality, budgetBytes: null, name: "trial" },
        files: { [task.file]: source },
        secrets: {},
      };
      fresh.ask<Done>({ do: "make", work }).then(
        ({ outputs: [output] }) => output && setMade({ quality, content: output.content }),
        () => {},
      );
    }, RESTS_MS);
    return () => clearTimeout(timer);
  }, [quality, isOpen]);
  const words = made?.quality === quality ? TEXTS.made(quality, made.content.size) : TEXTS.working;
  return (
    <details class="live" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{TEXTS.title}</summary>
      <p>
        <label>
          {TEXTS.quality}{" "}
          <input
            type="range"
            min={1}
            max={100}
            value={quality}
            onInput={(event) => setQuality(event.currentTarget.valueAsNumber)}
          />
        </label>{" "}
        <span role="status">{words}</span>
      </p>
      {made && url !== "" && (
        <div class="both sides" tabIndex={0} role="region" aria-label={words}>
          <Original source={source} task={task} zoom={1} part={100} words={TEXTS.original} />
          <img src={url} width={task.width} height={task.height} alt={words} />
        </div>
      )}
    </details>
  );
}
