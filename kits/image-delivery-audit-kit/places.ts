/** What is wrong with where a picture is shown, and with the markup that shows it. */
import { pixelsFor, type Size, uprightSize } from "../_core/image-size.ts";
import type { Job } from "../image-delivery-audit-kit.ts";
import type { Subject, Tell } from "./audit.ts";
import type { Place } from "../_core/image-places.ts";

/** Whether a picture has the pixels that its places need, and not many more. */
export function judgeSlot({ file, places }: Subject, { options }: Job, tell: Tell): void {
  const { width, height } = uprightSize(file);
  const sized = places.filter(({ displayWidth = 0 }) => displayWidth > 0);
  for (const { displayWidth = 0, displayHeight = 0, words, path } of sized) {
    if (width < displayWidth) {
      const message = `${file.name} is ${width} pixels wide, and ${words} shows it ${displayWidth} wide`;
      tell("warning", "TOO_SMALL_FOR_SLOT", message, {
        path,
        expected: displayWidth,
        received: width,
      });
    }
    // More than 2 % beside the picture's own shape.
    const difference = Math.abs(displayWidth * height - displayHeight * width);
    if (displayHeight > 0 && difference * 50 > displayHeight * width) {
      const message = `${words} shows ${file.name} as ${displayWidth} × ${displayHeight}, and it is ${width} × ${height}`;
      tell("warning", "DISTORTED", message, { path });
    }
  }
  const needed = places.flatMap((place) => neededSize(place, { width, height }, options) ?? []);
  if (needed.length === 0) return;
  // One file is for all its places, so that the largest of them says what is enough.
  const wide = Math.max(...needed.map((size) => size.width));
  const high = Math.max(...needed.map((size) => size.height));
  const all = width * height;
  const wasted = all - wide * high;
  if (width <= wide || height <= high || wasted * 4 < all) return;
  if (file.bytes * wasted < options.minSavingBytes * all) return;
  const message = `${file.name} is ${width} × ${height} pixels, and ${wide} × ${high} are enough for its places`;
  tell("warning", "TOO_LARGE_FOR_SLOT", message, {
    expected: `${wide}x${high}`,
    received: `${width}x${height}`,
  });
}

/** Pixels of the densest screen; undefined for a place that says no size. Browsers keep the shape where it says one side. */
function neededSize(
  { displayWidth = 0, displayHeight = 0 }: Place,
  { width, height }: Size,
  { maxDpr }: Job["options"],
): Size | undefined {
  const [wide, high] = [pixelsFor(displayWidth, maxDpr), pixelsFor(displayHeight, maxDpr)];
  if (wide === 0 && high === 0) return undefined;
  return {
    width: wide || Math.ceil((high * width) / height),
    height: high || Math.ceil((wide * height) / width),
  };
}

export function judgeMarkup({ file }: Subject, place: Place, tell: Tell): void {
  const { path, words } = place;
  const about = { path };
  judgeAlt(file.name, place, tell);
  if (place.hasDimensions === false) {
    const message = `${words} has no width and height: the page jumps when ${file.name} arrives`;
    tell("warning", "DIMENSIONS_MISSING", message, about);
  }
  const hasWidths = /\s\d+w(?:\s|,|$)/.test(place.srcset ?? "");
  if (hasWidths && (place.sizes ?? "").trim() === "") {
    const message = `${words} has widths in srcset and no sizes: browsers take it for as wide as the window`;
    tell("warning", "SIZES_MISSING", message, about);
  }
  judgeLoading(file.name, place, tell);
  const { width } = uprightSize(file);
  const { displayWidth = 0, srcset = "" } = place;
  if (srcset.trim() === "" && displayWidth > 0 && width >= 2 * displayWidth) {
    const message = `${words} has no srcset, and ${file.name} is ${width} pixels wide for ${displayWidth}`;
    tell("info", "SRCSET_MISSING", message, about);
  }
}

function judgeAlt(name: string, { alt, words, path }: Place, tell: Tell): void {
  if (alt === null) {
    tell("error", "ALT_MISSING", `${words} has no alt, so ${name} is read out by its address`, {
      path,
    });
    return;
  }
  const text = alt?.trim().toLowerCase() ?? "";
  const whole = name.trim().toLowerCase();
  if (text === "" || (text !== whole && text !== whole.replace(/\.[^.]*$/, ""))) return;
  const message = `${words} has the name of the file as its alt, and not what ${name} shows`;
  tell("warning", "ALT_FILENAME", message, { path, received: alt });
}

function judgeLoading(name: string, place: Place, tell: Tell): void {
  const { lcp, aboveFold, loading, fetchpriority, words, path } = place;
  if (lcp === true && loading === "lazy") {
    const message = `${words} is the largest of the first screen, and ${name} is loaded late`;
    tell("error", "LAZY_LCP", message, { path });
  }
  if (lcp === true && fetchpriority !== "high") {
    const message = `${words} is the largest of the first screen: fetchpriority="high" loads ${name} first`;
    tell("info", "LCP_NOT_PRIORITIZED", message, { path });
  }
  if (aboveFold === false && loading !== "lazy") {
    const message = `${words} is below the first screen, and ${name} is loaded at once`;
    tell("info", "NOT_LAZY", message, { path });
  }
}
