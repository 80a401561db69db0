/** The part of an original that an output shows, at the output's size, as the browser draws it. */
import { useEffect, useRef } from "preact/hooks";
import type { Task } from "./engine.ts";

interface OriginalProps {
  readonly source: File;
  readonly task: Task;
  readonly zoom: number;
  /** How much of it is seen, from the left, in percent. */
  readonly part: number;
  readonly words: string;
}

export function Original({ source, task, zoom, part, words }: OriginalProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = task;
  useEffect(() => {
    if (canvas.current) void draw(canvas.current, source, task);
  }, [source, task]);
  useEffect(() => {
    if (!canvas.current) return;
    const { style } = canvas.current;
    style.width = `${width * zoom}px`;
    style.height = `${height * zoom}px`;
    style.clipPath = `inset(0 ${100 - part}% 0 0)`;
  }, [width, height, zoom, part]);
  return <canvas ref={canvas} width={width} height={height} role="img" aria-label={words} />;
}

async function draw(canvas: HTMLCanvasElement, source: File, task: Task): Promise<void> {
  const context = canvas.getContext("2d");
  if (!context) return;
  try {
    const bitmap = await createImageBitmap(source);
    const { crop, width, height, background } = task;
    const box = task.place ?? { x: 0, y: 0, width, height };
    context.clearRect(0, 0, width, height);
    if (task.place) {
      context.fillStyle = background;
      context.fillRect(0, 0, width, height);
    }
    context.imageSmoothingQuality = "high";
    const from = [crop.x, crop.y, crop.width, crop.height] as const;
    context.drawImage(bitmap, ...from, box.x, box.y, box.width, box.height);
    bitmap.close();
  } catch {
    // A picture that the browser does not show has no preview.
  }
}
