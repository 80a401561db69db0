/** What was left out or changed on the way, and where it stands. */
import type { Entry } from "../_core/tool.ts";
import { positionFinder } from "../_lib/text/position.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { Warning } from "../mermaid-renderer.ts";
import type { Remark, Source } from "./source.ts";
import type { Picture } from "./svg/finish.ts";

const MESSAGES: Readonly<Record<Remark["code"], (key: string) => string>> = {
  BOM_REMOVED: () => "Removed the byte order mark before the source",
  CONTROL_REMOVED: () => "Removed control characters: XML has no form for them",
  DIRECTIVE_IGNORED: (key) => `Ignored ${key}: a directive cannot set it`,
  LONE_SURROGATE: () => "Replaced half of a surrogate pair by U+FFFD",
  MATH_AS_TEXT: () => "Drew a formula as text: found $$, expected plain text",
};

export function sourceWarnings({ field, remarks }: Source): Entry<Warning>[] {
  const position = positionFinder(field);
  return remarks.map(({ code, offset, key }) => ({
    code,
    message: MESSAGES[code](key ?? ""),
    path: "/input",
    ...position(offset),
    ...(key === undefined ? {} : { received: key }),
  }));
}

export function pictureWarnings({
  missing,
  unknownIcons,
  links,
  images,
}: Picture): Entry<Warning>[] {
  const warnings: Entry<Warning>[] = [];
  const add = (code: Warning, message: string, received: unknown): void => {
    warnings.push({ code, message, path: "/input", received });
  };
  if (missing.length > 0) {
    const shown = missing.slice(0, 20).join(" ");
    add("GLYPH_MISSING", `Left blank what no font has: ${shown}`, missing.join(""));
  }
  if (unknownIcons > 0) {
    add(
      "ICON_MISSING",
      `Drew ${unknownIcons} unknown icons as a question mark, or as their name`,
      unknownIcons,
    );
  }
  for (const link of new Set(links)) {
    add("LINK_REMOVED", "Removed a link: only http, https and mailto stay", beginning(link, 200));
  }
  for (const image of new Set(images)) {
    add(
      "REMOTE_IMAGE_REMOVED",
      "Removed an image: only embedded PNG, JPEG, GIF and WebP stay",
      beginning(image, 200),
    );
  }
  return warnings;
}
