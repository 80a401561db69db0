/** Long lists are drawn a part at a frame, so that the page hears its user in between. */
import { useEffect, useState } from "preact/hooks";

const STEP = 10;

/** How many of so many are drawn by now, `step` more with each frame. */
export function useGrowing(count: number, step = STEP): number {
  const [shown, setShown] = useState(step);
  useEffect(() => {
    if (shown >= count) return;
    const frame = requestAnimationFrame(() => setShown(shown + step));
    return () => cancelAnimationFrame(frame);
  }, [shown, count, step]);
  return Math.min(shown, count);
}
