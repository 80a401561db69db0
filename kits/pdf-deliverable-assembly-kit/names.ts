/** What the files that are made are called. */
import { counted } from "../../tools/_lib/text/plural.ts";
import { beginning, oneLine } from "../../tools/_lib/text/shown.ts";
import slugify from "../../tools/slug-generator.ts";
import type { Work } from "../pdf-deliverable-assembly-kit.ts";
import type { ReadPart } from "./check.ts";

export interface Names {
  readonly ofJob: string;
  ofPart(part: ReadPart): string;
}

export const LONGEST_TITLE = 200;

/** A file's name without its ending. */
export function titleOf(name: string): string {
  const end = name.lastIndexOf(".");
  return beginning(end > 0 ? name.slice(0, end) : name, LONGEST_TITLE);
}

/** With a number before and an ending behind it a name stays within what file systems take. */
const LONGEST_SLUG = 200;

/**
 * Each text is asked for by itself: in one list a second text of one slug would get a number, which names have already.
 */
export function nameFiles(parts: readonly ReadPart[], { job, ctx, report }: Work): Names {
  const slugs = new Map<string, string>();
  const slugOf = (text: string, fallback: string): string => {
    const known = slugs.get(text);
    if (known !== undefined) return known;
    const { value, errors } = ctx.step(slugify, {
      input: oneLine(text),
      fallback,
      maxLength: LONGEST_SLUG,
    });
    const [error] = errors ?? [];
    if (!value && error) report.stageFailed("names", error);
    const slug = value?.slug || fallback;
    slugs.set(text, slug);
    return slug;
  };
  const ofJob = slugOf(job.name, "delivery");
  const textOf = ({ title, source }: ReadPart) => title ?? titleOf(source.name);
  const ofPart = (part: ReadPart) => slugOf(textOf(part), "part");
  if (job.options.split === "parts") parts.forEach(ofPart);
  report.done("names", `${counted(slugs.size, "name")}, first ${ofJob}`);
  return { ofJob, ofPart };
}
