/** Long lists are drawn a part at a frame, so that the page hears its user in between. */
import { useEffect, useState } from "preact/hooks";

const STEP = 10;

/** How many of so many are drawn by now. */
export function useGrowing(count: number): number {
  const [shown, setShown] = useState(STEP);
  useEffect(() => {
    if (shown >= count) return;
    const frame = requestAnimationFrame(() => setShown(shown + STEP));
    return () => cancelAnimationFrame(frame);
  }, [shown, count]);
  return Math.min(shown, count);
}
