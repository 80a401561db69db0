/** Merges what two sides made of one document, and says what they could not agree on. */
import { type Ctx, type Entry, fail } from "../_core/tool.ts";
import { type ConfigDocument, detectConfigDocument } from "../_lib/fields/config-field.ts";
import { counted } from "../_lib/text/plural.ts";
import { joinEntries } from "../_lib/results/entry-list.ts";
import { type JsonNode, nullNode } from "../_lib/json/tree/tree.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { ValueIds } from "../_lib/json/tree/value-ids.ts";
import { patchData } from "../_lib/json/patch/operations.ts";
import { jsonDifference, type PatchOperation } from "../_lib/json/patch/difference.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import { gated } from "../_lib/results/review/gate.ts";
import type { Input, OutputFormat, Value, Warning } from "../three-way-structured-merge.ts";
import { type Conflict, Merger, type Versions } from "./merge.ts";
import { apart, type Move, movePointers, movesBetween } from "./moves.ts";
import { follow, rearranged } from "./rearrange.ts";
import { writeMerged } from "./write.ts";

const SIDES = ["base", "ours", "theirs"] as const;
type Side = (typeof SIDES)[number];
type Documents = Partial<Record<Side, ConfigDocument>>;

/** Merges the documents of the input. */
export function mergeDocuments(input: Input, { budget }: Ctx) {
  const { documents: read, failure } = readDocuments(input);
  if (failure) return failure;
  const versions: Versions = {
    base: read.base?.root,
    ours: read.ours?.root,
    theirs: read.theirs?.root,
  };
  const ids = new ValueIds();
  const moved = input.detectMoves ? followMoves(versions, ids) : { versions, moves: [] };
  const merger = new Merger(input, ids, (steps) => budget.spend(steps));
  // There has to be a document, even where a conflict at the root left nothing.
  const merged = merger.merge(moved.versions, "") ?? nullNode();
  const format = input.format ?? (read.ours?.format as OutputFormat | undefined) ?? "json";
  const written = writeMerged(merged, format, Object.values(read));
  if ("error" in written) return fail(written.error);
  const { value, warnings } = report(versions, merged, merger.conflicts, moved.moves);
  const outcome = {
    output: written.output,
    value,
    valid: value.clean,
    stats: value.counts,
    warnings: joinEntries<Warning>(
      readingWarnings(read),
      merger.warnings.list(),
      warnings,
      written.warnings,
    ),
  };
  const message = `Cannot merge: found ${counted(value.counts.conflicts, "conflict")}, expected none`;
  return gated(outcome, {
    failOn: input.failOn,
    code: "THREE_WAY_STRUCTURED_MERGE_FAILED",
    message,
  });
}

/** The documents, or what is wrong with those that cannot be read. */
function readDocuments(input: Input) {
  const documents: Documents = {};
  const errors: Entry<"INPUT_TOO_DEEP" | "FORMAT_SYNTAX">[] = [];
  for (const side of SIDES) {
    if (input[side] === undefined) continue;
    const read = detectConfigDocument(input[side], `/${side}`, { flat: false });
    if (read.ok) documents[side] = read;
    else {
      const isTooDeep = read.error.code === "INPUT_TOO_DEEP";
      errors.push({ ...read.error, code: isTooDeep ? "INPUT_TOO_DEEP" : "FORMAT_SYNTAX" });
    }
  }
  const [first, ...others] = errors;
  return first ? { failure: fail([first, ...others]) } : { documents };
}

function readingWarnings(documents: Documents): Entry<Warning>[] {
  return SIDES.flatMap((side) => {
    const document = documents[side];
    if (document === undefined) return [];
    const path = `/${side}`;
    const warnings = document.warnings.flatMap(({ code, ...detail }): Entry<Warning>[] =>
      code === "VARIABLE_KEPT" ? [] : [{ ...detail, code }],
    );
    if (document.hasComments) {
      const message = "The comments of the document are not in the merged one";
      warnings.push({ code: "COMMENTS_LOST", message, path });
    }
    if (document.hasAliases) {
      const message = "The aliases of the document became copies of what they stand for";
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
