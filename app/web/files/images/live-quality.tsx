/** What another quality would make of a picture, encoded at once beside the original. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Cancelled, Pool } from "../pool.ts";
import { wordsOfError } from "../use-rows.ts";
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
  const [failure, setFailure] = useState<string>();
  const pool = useMemo(() => new Pool("image-delivery-production-kit"), []);
  const isBusy = useRef(false);
  const url = useBlobUrl(made?.content);
  useEffect(() => () => pool.stop(), [pool]);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => {
      // What is no longer wanted is not encoded to its end.
      if (isBusy.current) pool.stop();
      isBusy.current = true;
      setFailure(undefined);
      const work = {
        task: { ...task, quality, budgetBytes: null, name: "trial" },
        files: { [task.file]: source },
        secrets: {},
      };
      pool.ask<Done>({ do: "make", work }).then(
        ({ outputs: [output] }) => {
          isBusy.current = false;
          if (output) setMade({ quality, content: output.content });
        },
        (error: unknown) => {
          // Then the next one is at work.
          if (error instanceof Cancelled) return;
          isBusy.current = false;
          setFailure(wordsOfError(error, source.name));
        },
      );
    }, RESTS_MS);
    return () => clearTimeout(timer);
  }, [quality, isOpen]);
  const words =
    made?.quality === quality ? TEXTS.made(quality, made.content.size) : (failure ?? TEXTS.working);
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
