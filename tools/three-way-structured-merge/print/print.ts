/** Prints what was merged from the text of ours. */
import { detectConfigDocument } from "../../_lib/fields/config-field.ts";
import { parseToml } from "../../_lib/formats/toml/parse.ts";
import { readYamlStream } from "../../_lib/fields/document-field.ts";
import { readRelaxedJson } from "../../_lib/json/tree/relaxed.ts";
import { readJson } from "../../_lib/json/tree/read.ts";
import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import type { Version } from "../documents.ts";
import { layOutToml, type TomlLayout } from "./toml-layout.ts";
import { TomlPrinter } from "./toml-printer.ts";
import { layOutJson } from "./json-layout.ts";
import { JsonPrinter } from "./json-printer.ts";
import { countIn, type Layout, lineStart, sourcesOf, type Sources } from "./layout.ts";
import type { Losses, PrintOptions } from "./printer.ts";
import { layOutYaml } from "./yaml-layout.ts";
import { type WriteYaml, YamlPrinter } from "./yaml-printer.ts";

export interface Printed {
  readonly output: string;
  readonly losses: Losses;
}

/** A document that was merged: the indexes of the documents in ours and theirs that it was made of. */
export interface MergedDocument {
  readonly node: JsonNode;
  readonly ours: number | undefined;
  readonly theirs: number | undefined;
}

export interface Printing extends Pick<PrintOptions, "ids" | "spend" | "arrayKeys" | "moved"> {
  readonly ours: Version;
  readonly theirs: Version;
  readonly documents: readonly MergedDocument[];
  /** What is new, in YAML or TOML. */
  readonly write: WriteYaml;
}

/** The text; undefined where it would not read as what was merged. */
export function printMerged(printing: Printing): Printed | undefined {
  const { ours } = printing;
  if (ours.text === undefined) return undefined;
  const [only] = printing.documents;
  const isUnchanged = ours.stream === undefined && only?.node === ours.root;
  if (isUnchanged && printing.documents.length === 1) {
    return { output: ours.text, losses: noLosses() };
  }
  const printed =
    ours.format === "json"
      ? printJson(printing, ours.text)
      : ours.format === "yaml"
        ? printYaml(printing, ours.text)
        : ours.format === "toml"
          ? printToml(printing)
          : undefined;
  return printed !== undefined && isRight(printed.output, printing) ? printed : undefined;
}

function noLosses(): Losses {
  return { ours: 0, theirs: 0, ourAliases: 0, theirAliases: 0 };
}

function printJson(printing: Printing, text: string): Printed {
  const layout = layOutJson(text, printing.ours.root);
  const printer = new JsonPrinter(
    layout,
    optionsOf(printing, layout, sourcesIn(layoutsOf(printing.theirs))),
  );
  const [document] = printing.documents;
  const output = printer.print(document?.node ?? printing.ours.root);
  return { output, losses: printer.losses };
}

function printToml(printing: Printing): Printed | undefined {
  const [document] = printing.documents;
  const layout = tomlLayoutOf(printing.ours);
  if (document === undefined || layout === undefined) return undefined;
  const theirs = tomlLayoutOf(printing.theirs);
  const sources = sourcesIn(theirs === undefined ? layoutsOf(printing.theirs) : [theirs]);
  const options = optionsOf(printing, layout, sources);
  const printer = new TomlPrinter(layout, options, theirs, (node) => printing.write(node, 2));
  const output = printer.print(document.node);
  return output === undefined ? undefined : { output, losses: printer.losses };
}

function tomlLayoutOf({
  text,
  format,
  root,
}: Pick<Version, "text" | "format" | "root">): TomlLayout | undefined {
  if (text === undefined || format !== "toml") return undefined;
  const { document } = parseToml(text, "1.1");
  return document && layOutToml(document, root);
}

function sourcesIn(layouts: readonly Layout[]): Sources {
  return new Map(layouts.flatMap((layout) => [...sourcesOf(layout)]));
}

/** The layout of each document of a version that is text. */
function layoutsOf({ text, format, root, stream: roots = [root] }: Version): readonly Layout[] {
  if (text === undefined) return [];
  if (format === "json") return [layOutJson(text, root)];
  const toml = tomlLayoutOf({ text, format, root });
  if (toml !== undefined) return [toml];
  const read = format === "yaml" ? readYamlStream(text, "") : undefined;
  return read?.ok === true ? layOutYaml(read.stream, roots) : [];
}

function optionsOf(printing: Printing, layout: Layout, theirs: Sources): PrintOptions {
  const { ids, spend, arrayKeys, moved } = printing;
  return { ids, spend, arrayKeys, moved, sources: sourcesOf(layout), theirs };
}

function printYaml(printing: Printing, text: string): Printed | undefined {
  const losses = noLosses();
  const layouts = layoutsOf(printing.ours);
  const theirLayouts = layoutsOf(printing.theirs);
  const theirs = sourcesIn(theirLayouts);
  const out: string[] = [];
  const { lineEnd } = layouts[0] ?? { lineEnd: "\n" };
  const pieceFor = ({ node, ours = -1, theirs: other = -1 }: MergedDocument): string => {
    const [layout, brought] = [layouts[ours], theirLayouts[other]];
    if (layout !== undefined) {
      const { from, to } = pieceOf(layouts, ours);
      const printer = new YamlPrinter(layout, optionsOf(printing, layout, theirs), printing.write);
      const printed = printer.print(node);
      for (const name of Object.keys(losses) as (keyof Losses)[])
        losses[name] += printer.losses[name];
      return text.slice(from, layout.region.start) + printed + text.slice(layout.region.end, to);
    }
    if (brought?.kind !== "yaml" || brought.root.node !== node) {
      return printing.write(node, 2).replaceAll("\n", lineEnd);
    }
    const { from, to } = pieceOf(theirLayouts, other);
    return brought.text.slice(from, to).replaceAll(/\r\n|\n|\r/g, lineEnd);
  };
  for (const [index, document] of printing.documents.entries()) {
    const piece = pieceFor(document);
    if (index > 0) {
      if (!/[\r\n]$/.test(out.at(-1) ?? "")) out.push(lineEnd);
      if (!isMarked(piece)) out.push("---", lineEnd);
    }
    out.push(piece);
  }
  const kept = new Set(printing.documents.map(({ ours }) => ours));
  for (const [index, layout] of layouts.entries()) {
    if (kept.has(index)) continue;
    const { from, to } = pieceOf(layouts, index);
    losses.ours += countIn(layout.commentStarts, from, to);
  }
  return { output: out.join(""), losses };
}

/** Whether a document begins with a marker or a directive, behind comments. */
function isMarked(piece: string): boolean {
  const lines = piece.split(/\r\n|\n|\r/);
  const first = lines.find((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
  return first !== undefined && /^(?:---(?!\S)|%)/.test(first);
}

/** The stretch of a document: from its first comment, directive or marker to that of the next. */
function pieceOf(layouts: readonly Layout[], index: number): { from: number; to: number } {
  const startOf = (at: number) => {
    const layout = layouts[at];
    if (layout === undefined) return layouts[0]?.text.length ?? 0;
    return at === 0 ? 0 : lineStart(layout.text, layout.begin);
  };
  return { from: startOf(index), to: startOf(index + 1) };
}

/** Whether the text reads as what was merged. */
function isRight(output: string, { ours, documents, ids }: Printing): boolean {
  const roots = rootsOf(output, ours, documents.length);
  return (
    roots?.length === documents.length &&
    roots.every((root, index) => ids.idOf(root) === ids.idOf(documents[index]?.node ?? root))
  );
}

function rootsOf(
  output: string,
  { format, text = "" }: Version,
  documents: number,
): readonly JsonNode[] | undefined {
  // Another notation may be read first: an array of TOML in the first line is no header.
  if (format !== "json" && documents === 1) {
    const read = detectConfigDocument(output, "", { flat: false });
    return read.ok ? [read.root] : undefined;
  }
  if (format === "yaml") {
    const read = readYamlStream(output, "");
    return read.ok ? read.roots : undefined;
  }
  const isStrict = "root" in readJson(text, "json");
  if (isStrict) {
    const read = readJson(output, "json");
    return "root" in read ? [read.root] : undefined;
  }
  const read = readRelaxedJson(output, "");
  return read.ok ? [read.root] : undefined;
}
