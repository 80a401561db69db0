/** HTML for the delivered pictures: browsers choose of them by width and format. */
import { groupBy } from "../../tools/_lib/algorithms/group-by.ts";
import { escapeHtmlAttribute } from "../../tools/_lib/text/markup-escape.ts";
import { type ImageFile, type ImageJob, type ImageOptions, optionsOf } from "../_core/image-job.ts";
import type { ImageOutput } from "../_core/image-plan.ts";

/** The name under which an output was planned → the one under which it was delivered. */
export type Names = ReadonlyMap<string, string>;

interface Picture {
  readonly file: ImageFile;
  readonly options: ImageOptions;
  /** The outputs of each format, in the order of preference. */
  readonly sets: readonly (readonly ImageOutput[])[];
}

function picturesOf(job: ImageJob, outputs: readonly ImageOutput[]): Picture[] {
  const byFile = groupBy(outputs, ({ from: [id = ""] }) => id);
  return job.files.map((file) => ({
    file,
    options: optionsOf(file, job),
    sets: [...groupBy(byFile.get(file.id) ?? [], ({ format }) => format).values()],
  }));
}

/** One `picture` element per file. */
export function pictureMarkup(
  job: ImageJob,
  outputs: readonly ImageOutput[],
  names: Names,
): string {
  return picturesOf(job, outputs)
    .map((picture) => pictureElement(picture, job, names))
    .join("\n\n");
}

function pictureElement({ file, options, sets }: Picture, job: ImageJob, names: Names): string {
  const fallback = sets.at(-1) ?? [];
  const widest = fallback.at(-1);
  if (widest === undefined) throw new Error("A picture without an output was planned");
  const { sizes, loading } = options;
  const isFirst = job.options.priority === file.id;
  const image = attributes({
    src: address(widest, job, names),
    srcset: sourceSet(fallback, job, names),
    sizes,
    width: String(widest.width),
    height: String(widest.height),
    alt: file.alt ?? "TODO",
    loading: isFirst ? "eager" : loading,
    ...(isFirst ? { fetchpriority: "high" } : {}),
    decoding: "async",
  });
  const sources = sets.slice(0, -1).map((set) => {
    const source = { type: set[0]?.mediaType ?? "", srcset: sourceSet(set, job, names), sizes };
    return `  <source${attributes(source)}>`;
  });
  return ["<picture>", ...sources, `  <img${image}>`, "</picture>"].join("\n");
}

/** What makes a browser load the most important picture before it has read the page; undefined where none is named. */
export function preloadMarkup(
  job: ImageJob,
  outputs: readonly ImageOutput[],
  names: Names,
): string | undefined {
  const first = picturesOf(job, outputs).find(({ file }) => file.id === job.options.priority);
  const [set] = first?.sets ?? [];
  if (first === undefined || set === undefined) return undefined;
  const link = attributes({
    rel: "preload",
    as: "image",
    type: set[0]?.mediaType ?? "",
    imagesrcset: sourceSet(set, job, names),
    imagesizes: first.options.sizes,
    fetchpriority: "high",
  });
  return `<link${link}>`;
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeHtmlAttribute(value)}"`)
    .join("");
}

function sourceSet(set: readonly ImageOutput[], job: ImageJob, names: Names): string {
  return set.map((output) => `${address(output, job, names)} ${output.width}w`).join(", ");
}

function address({ name }: ImageOutput, { options }: ImageJob, names: Names): string {
  const { baseUrl } = options;
  const base = baseUrl === "" || baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`;
  return base + (names.get(name) ?? name);
}
