/** Merges what two sides made of one document, and says what they could not agree on. */
import { type Ctx, type Entry, fail } from "../_core/tool.ts";
import { counted } from "../_lib/text/plural.ts";
import { joinEntries } from "../_lib/results/entry-list.ts";
import { arrayNode, type JsonNode, nullNode } from "../_lib/json/tree/tree.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { ValueIds } from "../_lib/json/tree/value-ids.ts";
import { patchData } from "../_lib/json/patch/operations.ts";
import { jsonDifference, type PatchOperation } from "../_lib/json/patch/difference.ts";
import { appendPointer, byCodeUnit } from "../_lib/results/pointer.ts";
import { gated } from "../_lib/results/review/gate.ts";
import type { Input, OutputFormat, Value, Warning } from "../three-way-structured-merge.ts";
import { type Conflict, Merger, type Versions } from "./merge.ts";
import { apart, type Move, movePointers, movesBetween } from "./moves.ts";
import { follow, rearranged } from "./rearrange.ts";
import {
  type Documents,
  documentsOf,
  type DocumentTable,
  readDocuments,
  SIDES,
  tableOf,
  type Version,
} from "./documents.ts";
import { mergeOrder } from "./order.ts";
import { type MergedDocument, printMerged } from "./print/print.ts";
import type { Losses } from "./print/printer.ts";
import { problemOf, writeData, writeMerged } from "./write.ts";

/** Merges the documents of the input. */
export function mergeDocuments(input: Input, { budget }: Ctx) {
  const { documents: read, errors } = readDocuments(input);
  const [first, ...others] = errors;
  if (first !== undefined) return fail([first, ...others]);
  const { ours, theirs } = read;
  const ids = new ValueIds();
  const spend = (steps: number) => budget.spend(steps);
  const merger = new Merger(input, ids, spend);
  const isStream = SIDES.some((side) => read[side]?.stream !== undefined);
  const merge = isStream ? mergeStreams : mergeSingle;
  const { versions, documents, moves, merged } = merge(read, { input, merger, ids });
  const format = input.format ?? (ours?.format as OutputFormat | undefined) ?? "json";
  const inputs = Object.values(read);
  const writing = {
    format,
    isStream,
    moments: new Set(inputs.flatMap(({ moments }) => [...moments])),
    spellings: new Map(inputs.flatMap(({ spellings }) => [...spellings])),
  };
  const problem = problemOf(merged, writing);
  if (problem !== undefined) return fail(problem);
  const isKept = ours !== undefined && theirs !== undefined && keepsTokens(ours, input.format);
  const printed = isKept
    ? printMerged({
        ours,
        theirs,
        documents,
        ids,
        spend,
        arrayKeys: input.arrayKeys,
        moved: merger.origins,
        write: (node, indent) => writeData(node, { ...writing, isStream: false }, indent),
      })
    : undefined;
  const written = printed ?? writeMerged(merged, writing);
  if ("error" in written) return fail(written.error);
  const { value, warnings } = report(versions, merged, merger.conflicts, moves);
  const outcome = {
    output: written.output,
    value,
    valid: value.clean,
    stats: value.counts,
    warnings: joinEntries<Warning>(
      readingWarnings(read, printed?.losses),
      merger.warnings.list(),
      warnings,
      "warnings" in written ? written.warnings : [],
    ),
  };
  const message = `Cannot merge: found ${counted(value.counts.conflicts, "conflict")}, expected none`;
  return gated(outcome, {
    failOn: input.failOn,
    code: "THREE_WAY_STRUCTURED_MERGE_FAILED",
    message,
  });
}

/** Whether the text of ours is what is printed; JSON that is asked for by its name is strict. */
function keepsTokens({ text, format, warnings }: Version, wanted: Input["format"]): boolean {
  if (text === undefined || (wanted !== undefined && wanted !== format)) return false;
  return wanted !== "json" || !warnings.some(({ code }) => code === "JSON_RELAXED");
}

interface Merging {
  readonly input: Input;
  readonly merger: Merger;
  readonly ids: ValueIds;
}

interface Merged {
  readonly versions: Versions;
  readonly documents: readonly MergedDocument[];
  /** The document, or an array of them. */
  readonly merged: JsonNode;
  readonly moves: Value["moves"];
}

function mergeSingle(read: Documents, merging: Merging): Merged {
  const versions: Versions = {
    base: read.base?.root,
    ours: read.ours?.root,
    theirs: read.theirs?.root,
  };
  const { node, moves } = mergeOne(versions, "", merging);
  // There has to be a document, even where a conflict at the root left nothing.
  const merged = node ?? nullNode();
  return { versions, documents: [{ node: merged, ours: 0, theirs: 0 }], merged, moves };
}

function mergeOne(versions: Versions, path: string, { input, merger, ids }: Merging) {
  const moved = input.detectMoves ? followMoves(versions, ids) : { versions, moves: [] };
  const moves = moved.moves.map(({ side, from, to }) => ({
    side,
    from: path + from,
    to: path + to,
  }));
  return { node: merger.merge(moved.versions, path), moves };
}

/** Document by document; the order is that of keyed elements. */
function mergeStreams(read: Documents, merging: Merging): Merged {
  const all = SIDES.map((side) => (read[side] === undefined ? [] : documentsOf(read[side])));
  const [base, ours, theirs] = all.map(tableOf) as [DocumentTable, DocumentTable, DocumentTable];
  const merged = new Map<string, MergedDocument>();
  const moves: Value["moves"] = [];
  for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
    const [before, own, other] = [base.get(id), ours.get(id), theirs.get(id)];
    const versions = { base: before?.node, ours: own?.node, theirs: other?.node };
    const one = mergeOne(versions, appendPointer("", id), merging);
    moves.push(...one.moves);
    if (one.node !== undefined) {
      merged.set(id, { node: one.node, ours: own?.index, theirs: other?.index });
    }
  }
  const orders = { base: [...base.keys()], ours: [...ours.keys()], theirs: [...theirs.keys()] };
  const { elements, isContested } = mergeOrder(orders, (id) => merged.has(id));
  if (isContested) merging.merger.noteOrder("");
  const [first, second, third] = all.map((nodes) => arrayNode(nodes)) as [
    JsonNode,
    JsonNode,
    JsonNode,
  ];
  const documents = elements.map((id) => merged.get(id) as MergedDocument);
  return {
    versions: { base: read.base === undefined ? undefined : first, ours: second, theirs: third },
    documents,
    merged: arrayNode(documents.map(({ node }) => node)),
    moves,
  };
}

const LOST: Losses = { ours: 1, theirs: 1, ourAliases: 1, theirAliases: 1 };

/** Without `losses` the text of ours was not kept, and neither were comments and aliases. */
function readingWarnings(documents: Documents, losses = LOST): Entry<Warning>[] {
  return SIDES.flatMap((side) => {
    const document = documents[side];
    if (document === undefined) return [];
    const path = `/${side}`;
    const warnings = document.warnings.flatMap(({ code, ...detail }): Entry<Warning>[] =>
      code === "VARIABLE_KEPT" ? [] : [{ ...detail, code }],
    );
    if (side === "base") return warnings;
    if (document.hasComments && losses[side] > 0) {
      const message =
        losses === LOST
          ? "The comments of the document are not in the merged one"
          : `${counted(losses[side], "comment")} went with what the merged document does not have`;
      warnings.push({ code: "COMMENTS_LOST", message, path });
    }
    if (document.hasAliases && losses[side === "ours" ? "ourAliases" : "theirAliases"] > 0) {
      const message = "Aliases of the document became copies of what they stand for";
      warnings.push({ code: "ANCHORS_EXPANDED", message, path });
    }
    return warnings;
  });
}

interface Moved {
  readonly versions: Versions;
  readonly moves: Value["moves"];
}

function followMoves(versions: Versions, ids: ValueIds): Moved {
  const { base, ours, theirs } = versions;
  if (base?.type !== "object" || ours?.type !== "object" || theirs?.type !== "object") {
    return { versions, moves: [] };
  }
  const [ourMoves, theirMoves] = apart(
    movesBetween(base, ours, ids),
    movesBetween(base, theirs, ids),
  );
  const [byTheirs, byOurs] = [
    follow(ourMoves, base, theirs, ids),
    follow(theirMoves, base, ours, ids),
  ];
  return {
    versions: {
      base: rearranged(base, [...byTheirs, ...byOurs]),
      ours: rearranged(ours, byOurs),
      theirs: rearranged(theirs, byTheirs),
    },
    moves: [...listed("ours", ourMoves), ...listed("theirs", theirMoves)],
  };
}

function listed(side: "ours" | "theirs", moves: readonly Move[]): Value["moves"] {
  return moves
    .map((move) => ({ side, ...movePointers(move) }))
    .toSorted((left, right) => byCodeUnit(left.from, right.from));
}

function report(
  { base, ours, theirs }: Versions,
  merged: JsonNode,
  conflicts: readonly Conflict[],
  moves: Value["moves"],
) {
  const { value, warnings } = valueOf(merged);
  const patch = (source: JsonNode | undefined) => patchData(patchFrom(source, merged));
  const [fromBase, fromOurs, fromTheirs] = [patch(base), patch(ours), patch(theirs)];
  const shown: Value = {
    merged: value,
    clean: conflicts.length === 0,
    conflicts: conflicts
      .map(shownConflict)
      .toSorted((left, right) => byCodeUnit(left.path, right.path)),
    moves,
    patches: { fromBase, fromOurs, fromTheirs },
    counts: {
      conflicts: conflicts.length,
      fromOurs: fromOurs.length,
      fromTheirs: fromTheirs.length,
    },
  };
  return { value: shown, warnings };
}

/** What was not there is added whole. */
function patchFrom(source: JsonNode | undefined, merged: JsonNode): readonly PatchOperation[] {
  return source === undefined
    ? [{ op: "add", path: "", value: merged }]
    : jsonDifference(source, merged);
}

function shownConflict({ path, kind, ...versions }: Conflict): Value["conflicts"][number] {
  const sides = SIDES.flatMap((side) => {
    const node = versions[side];
    return node === undefined ? [] : [[side, valueOf(node).value] as const];
  });
  return { path, kind, ...Object.fromEntries(sides) };
}
