/** Finds the drift of a configuration, and writes the patch that undoes it. */
import { type Entry, fail } from "../_core/tool.ts";
import {
  type ConfigDocument,
  detectConfigDocument,
  type DocumentFormat,
  FLAT_FORMATS,
  readConfigDocument,
} from "../_lib/fields/config-field.ts";
import { counted } from "../_lib/text/plural.ts";
import { WarningList, joinEntries } from "../_lib/results/entry-list.ts";
import { fractionOf } from "../_lib/numbers/fraction.ts";
import { appendPointer, byCodeUnit } from "../_lib/results/pointer.ts";
import {
  arrayNode,
  type JsonNode,
  memberNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { prettyJson } from "../_lib/json/tree/write.ts";
import { patchData } from "../_lib/json/patch/operations.ts";
import type { PatchOperation } from "../_lib/json/patch/difference.ts";
import { outputTooLarge } from "../_lib/results/output-limit.ts";
import { patternRoot } from "../_lib/results/pointer-patterns.ts";
import { gated } from "../_lib/results/review/gate.ts";
import { isSecretKey, maskSecrets } from "../_lib/secrets/secret-keys.ts";
import type { Input, Value, Warning } from "../configuration-drift-reconciliation.ts";
import { type Drift, type Operation, Reconciler } from "./reconcile.ts";

/** Reconciles the two sides of the input. */
export function reconcileConfiguration(input: Input) {
  const { documents, failure } = readDocuments(input);
  if (failure) return failure;
  const { desired, actual, last } = documents;
  const reconciler = new Reconciler({
    arrayKeys: input.arrayKeys,
    knowsLast: last !== undefined,
    looseTypes: input.looseTypes ?? [desired, actual].some(isFlat),
    tolerance: input.numericTolerance > 0 ? fractionOf(input.numericTolerance) : undefined,
  });
  reconciler.compare(
    { desired: desired.root, actual: actual.root, last: last?.root },
    rootPlace(input),
  );
  return report(input, documents, reconciler);
}

function rootPlace(input: Input) {
  const [ignored, unordered] = [patternRoot(input.ignore), patternRoot(input.unordered)];
  return { path: "", pointer: "", ignored, unordered, secretKey: "" };
}

interface Documents {
  readonly desired: ConfigDocument;
  readonly actual: ConfigDocument;
  readonly last: ConfigDocument | undefined;
}

function readDocuments(input: Input) {
  const desired = readField(input.desired, "/desired", input.desiredFormat);
  const actual = readField(input.actual, "/actual", input.actualFormat);
  const last =
    input.lastApplied === undefined
      ? undefined
      : readField(input.lastApplied, "/lastApplied", "auto");
  if (!desired.ok) return { failure: fail([desired.error, ...problemsOf(actual, last)]) };
  if (!actual.ok) return { failure: fail([actual.error, ...problemsOf(last)]) };
  if (last?.ok === false) return { failure: fail(last.error) };
  const documents: Documents = { desired, actual, last };
  return { documents };
}

function problemsOf(...reads: readonly (ReturnType<typeof readField> | undefined)[]) {
  return reads.flatMap((read) => (read?.ok === false ? [read.error] : []));
}

function readField(field: unknown, path: string, format: DocumentFormat | "auto") {
  return format === "auto"
    ? detectConfigDocument(field, path, { flat: true })
    : readConfigDocument(field, path, format);
}

function isFlat({ format }: ConfigDocument): boolean {
  return FLAT_FORMATS.some((flat) => flat === format);
}

function report(input: Input, documents: Documents, { drift, patch }: Reconciler) {
  const operations = patch.map(({ operation }) => operation);
  const output = prettyJson(arrayNode(operations.map(operationNode)));
  if (output === undefined) return fail(outputTooLarge());
  const count = (kind: Drift["kind"]) => drift.filter((entry) => entry.kind === kind).length;
  const counts = {
    missing: count("missing"),
    extra: count("extra"),
    changed: count("changed"),
    typeChanged: count("type-changed"),
    unmanaged: count("unmanaged"),
  };
  const found = drift.length - counts.unmanaged;
  const value: Value = {
    inSync: found === 0,
    drift: drift
      .map((entry) => shownDrift(entry, input.maskSecrets))
      .toSorted((left, right) => byCodeUnit(left.path, right.path)),
    patch: patchData(operations),
    counts,
  };
  const warnings = joinEntries<Warning>(readingWarnings(documents), patchWarnings(patch));
  const message = `Cannot pass the configuration: found ${counted(found, "difference")}, expected none`;
  return gated(
    { output, value, valid: value.inSync, stats: counts, warnings },
    { failOn: input.failOn, code: "CONFIGURATION_DRIFT_RECONCILIATION_FAILED", message },
  );
}

/** The operation with its numbers as they are written. */
function operationNode(operation: PatchOperation): JsonNode {
  const { op, path } = operation;
  const members = [memberNode("op", stringNode(op)), memberNode("path", stringNode(path))];
  if (operation.op !== "remove") members.push(memberNode("value", operation.value));
  return objectNode(members);
}

function shownDrift({ place, kind, desired, actual }: Drift, masks: boolean) {
  const shown = (node: JsonNode) => {
    const { value } = valueOf(node);
    return masks ? maskSecrets(value, place.secretKey) : value;
  };
  return {
    path: place.path,
    kind,
    ...(desired && { desired: shown(desired) }),
    ...(actual && { actual: shown(actual) }),
  };
}

function readingWarnings({ desired, actual, last }: Documents): Entry<Warning>[] {
  const list = new WarningList<Warning>();
  for (const [side, document] of Object.entries({ desired, actual, lastApplied: last })) {
    if (document === undefined) continue;
    for (const { code, ...detail } of document.warnings) {
      // What the reader of variables calls one is more than `${…}`.
      if (code !== "VARIABLE_KEPT") list.add(code, () => detail);
    }
    if (document.format !== "env" || document.root.type !== "object") continue;
    for (const { key, value } of document.root.members) {
      if (value.type !== "string" || !refersToAnother(value.value)) continue;
      list.add("INTERPOLATION_UNRESOLVED", () => ({
        message: "The value refers to another one, and is compared as it is written",
        path: appendPointer(`/${side}`, key),
      }));
    }
  }
  return list.list();
}

function patchWarnings(patch: readonly Operation[]): Entry<Warning>[] {
  const list = new WarningList<Warning>();
  let secrets = 0;
  for (const { operation, place } of patch) {
    if (operation.op === "remove") continue;
    if (place.secretKey !== "" || holdsSecret(operation.value)) secrets++;
    list.addAll(valueOf(operation.value, operation.path).warnings);
  }
  if (secrets === 0) return list.list();
  const message = `The patch holds what looks secret, in ${counted(secrets, "operation")}`;
  return [{ code: "PATCH_CONTAINS_SECRETS", message }, ...list.list()];
}

function holdsSecret(node: JsonNode): boolean {
  if (node.type === "array") return node.items.some(holdsSecret);
  if (node.type !== "object") return false;
  return node.members.some(({ key, value }) => isSecretKey(key) || holdsSecret(value));
}

/** Whether it has a `${…}`. */
function refersToAnother(text: string): boolean {
  const at = text.indexOf("${");
  return at >= 0 && text.includes("}", at);
}
