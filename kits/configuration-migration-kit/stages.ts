/** What tools do of a migration: reading, merging, checking, comparing, writing and reading again. */
import type { Entry } from "../../tools/_core/tool.ts";
import { LOSS_CODES, type LossCode } from "../../tools/_lib/formats/config/losses.ts";
import type { SourceFormat, TargetFormat } from "../../tools/_lib/formats/config/source.ts";
import { jsonDifference, type PatchOperation } from "../../tools/_lib/json/patch/difference.ts";
import { patchData } from "../../tools/_lib/json/patch/operations.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import {
  arrayNode,
  type JsonNode,
  memberNode,
  nullNode,
  objectNode,
  stringNode,
} from "../../tools/_lib/json/tree/tree.ts";
import { documentOf } from "../../tools/_lib/json/tree/value.ts";
import { minifyJson, scalarText } from "../../tools/_lib/json/tree/write.ts";
import { nodeAt } from "../../tools/_lib/json/tree/rows.ts";
import { parsePointer } from "../../tools/_lib/results/pointer.ts";
import { isSecretPlace, maskUrlPasswords } from "../../tools/_lib/secrets/secret-keys.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine, quoted } from "../../tools/_lib/text/shown.ts";
import convert from "../../tools/config-format-converter.ts";
import compareStates from "../../tools/configuration-drift-reconciliation.ts";
import checkEnvironment from "../../tools/environment-contract-compiler.ts";
import validate from "../../tools/json-schema-validator.ts";
import merge from "../../tools/three-way-structured-merge.ts";
import type { Input, Work } from "../configuration-migration-kit.ts";

export interface Loss {
  readonly code: string;
  readonly path: string;
  readonly detail: string;
}

export interface Source {
  readonly root: JsonNode;
  readonly format: SourceFormat;
  readonly losses: readonly Loss[];
}

export function textOf(root: JsonNode): string {
  return minifyJson(root, Number.MAX_SAFE_INTEGER) ?? "null";
}

function rootOf(text: string): JsonNode {
  const read = readJson(text);
  return "code" in read ? nullNode() : read.root;
}

/** The configuration as data; undefined where its text cannot be read, which ends the run. */
export function readSource({ input, ctx, report }: Work): Source | undefined {
  const { source, sourceFormat } = input;
  if (typeof source !== "string") {
    report.skipped("read", "The field `source` is a JSON value");
    return { root: documentOf(source)?.root ?? nullNode(), format: "json", losses: [] };
  }
  const { ok, value, output, errors, warnings } = ctx.step(convert, {
    input: source,
    from: sourceFormat,
    to: "json",
    ...readingOf(input),
  });
  if (!ok || !value) {
    report.stop(
      "read",
      (errors ?? []).map((error) => ({ ...error, path: "/source" })),
    );
    return undefined;
  }
  for (const warning of warnings ?? []) {
    report.find("warning", "read", { ...warning, path: "/source", received: undefined });
  }
  report.done("read", `${value.from}, ${lossesSaid(value.losses.length)}`);
  return { root: rootOf(output ?? "null"), format: value.from, losses: value.losses };
}

export function lossesSaid(count: number): string {
  return count === 1 ? "1 loss" : `${count} losses`;
}

/** A warning for every kind of loss. */
export function reportLosses(
  losses: readonly Loss[],
  stage: "read" | "write",
  { report }: Work,
): void {
  const kinds = new Map<string, Loss[]>();
  for (const loss of losses) kinds.set(loss.code, [...(kinds.get(loss.code) ?? []), loss]);
  for (const [kind, all] of kinds) {
    const what = LOSS_CODES[kind as LossCode].toLowerCase();
    const [first] = all;
    const message = `${counted(all.length, "time")} in ${stage === "read" ? "reading" : "writing"}: ${what}; first at ${quoted(first?.path ?? "")}`;
    const where = stage === "read" ? { path: "/source" } : {};
    report.find("warning", stage, {
      code: `LOSS_${kind}`,
      message,
      ...where,
      received: all.length,
    });
  }
}

/** The configuration with the defaults that moved beneath what the user changed. */
export function adoptDefaults(root: JsonNode, { input, ctx, report }: Work) {
  const { defaultsBefore, defaultsAfter } = input;
  const paths = new Set<string>();
  if (defaultsBefore === undefined || defaultsAfter === undefined) {
    report.skipped("defaults", "The fields `defaultsBefore` and `defaultsAfter` have the defaults");
    return { root, paths };
  }
  const { ok, value, output, errors } = ctx.step(merge, {
    base: defaultsBefore,
    ours: textOf(root),
    theirs: defaultsAfter,
    format: "json",
    onConflict: "ours",
    failOn: "none",
  });
  if (!ok || !value) {
    report.stageFailed(
      "defaults",
      errors?.[0] ?? { code: "", message: "The defaults cannot be merged" },
    );
    return { root, paths };
  }
  for (const { path } of value.conflicts) {
    const message = `The default at ${quoted(path)} moved, and the user had changed it: the user's value stays`;
    report.find("warning", "defaults", { code: "DEFAULT_CONFLICT", message, path });
  }
  for (const { op, path } of value.patches.fromOurs) {
    paths.add(path);
    const message = `A default was adopted: ${op} ${quoted(path)}`;
    report.find("info", "defaults", { code: "DEFAULT_ADOPTED", message, path });
  }
  const { conflicts, patches } = value;
  const summary = `${counted(patches.fromOurs.length, "default")} adopted, ${counted(conflicts.length, "conflict")}`;
  report.done("defaults", summary, conflicts.length > 0 ? "review" : "pass");
  return { root: rootOf(output ?? "null"), paths };
}

export function validateMigrated(root: JsonNode, { input, ctx, report }: Work): void {
  if (input.schema === undefined) {
    report.skipped("validate", "The field `schema` has the JSON Schema of the new configuration");
    return;
  }
  const { ok, value, errors } = ctx.step(validate, {
    schema: input.schema as string,
    data: textOf(root),
    maxErrors: 1000,
  });
  if (!value) {
    report.stageFailed(
      "validate",
      errors?.[0] ?? { code: "", message: "The schema cannot be used" },
    );
    return;
  }
  for (const { code, path, keyword, message } of value.errors) {
    // What a secret is, no message says, nor one that quotes all that is around it.
    const isSecret = isSecretPlace(parsePointer(path) ?? []) || isToBeMasked(nodeAt(root, path));
    const said = isSecret ? `What is at ${quoted(path)} does not fit ${keyword}` : message;
    report.find("error", "validate", {
      code,
      message: `${path === "" ? "/" : path}: ${oneLine(said)}`,
      path,
    });
  }
  report.done(
    "validate",
    value.valid ? "It fits" : counted(value.errorCount, "violation"),
    ok && value.valid ? "pass" : "fail",
  );
}

const ENVIRONMENT = { VARIABLE_MISSING: "error", VARIABLE_INVALID: "error" } as const;

export function checkEnvironmentText({ input, ctx, report }: Work): void {
  const { environment, environmentSchema } = input;
  if (environment === undefined || environmentSchema === undefined) {
    report.skipped(
      "environment",
      "The fields `environment` and `environmentSchema` have the variables of the target system",
    );
    return;
  }
  const { ok, value, errors } = ctx.step(checkEnvironment, {
    input: environment,
    schema: environmentSchema,
    action: "validate",
    failOn: "none",
  });
  if (!ok || !value) {
    report.stageFailed(
      "environment",
      errors?.[0] ?? { code: "", message: "The environment cannot be read" },
    );
    return;
  }
  const found = value.findings.filter(({ code }) => code in ENVIRONMENT) as readonly Entry[];
  report.takeOver(
    "environment",
    found.map(({ code, message, line, subject }) => ({ code, message, line, subject }) as Entry),
    ENVIRONMENT,
    { path: "/environment" },
  );
  report.done("environment", counted(found.length, "finding"), found.length > 0 ? "fail" : "pass");
}

export interface Compared {
  readonly operations: readonly PatchOperation[];
  readonly back: readonly PatchOperation[];
  readonly patch: ReturnType<typeof patchData>;
  readonly rollback: ReturnType<typeof patchData>;
  readonly drift: readonly {
    readonly path: string;
    readonly kind: string;
    readonly desired?: unknown;
    readonly actual?: unknown;
  }[];
}

/** What changed, and how to undo it. */
export function comparePatches(source: JsonNode, root: JsonNode, { ctx, report }: Work): Compared {
  const operations = jsonDifference(source, root);
  const back = jsonDifference(root, source);
  const { value, errors } = ctx.step(compareStates, {
    desired: textOf(root),
    actual: textOf(source),
    desiredFormat: "json",
    actualFormat: "json",
    failOn: "none",
  });
  if (value) report.done("diff", counted(value.drift.length, "difference"));
  else
    report.stageFailed("diff", errors?.[0] ?? { code: "", message: "The two cannot be compared" });
  if ([...operations, ...back].some(holdsSecret)) {
    const message =
      "The patches hold what stands under keys that look secret, and so do the configuration and `migrated`: keep them as you keep the configuration";
    report.find("warning", "diff", {
      code: "PATCH_CONTAINS_SECRETS",
      message,
      subject: "migration.patch.json",
    });
  }
  return {
    operations,
    back,
    patch: patchData(operations),
    rollback: patchData(back),
    drift: value?.drift ?? [],
  };
}

function holdsSecret(operation: PatchOperation): boolean {
  if (operation.op === "remove") return false;
  return isSecretPlace(parsePointer(operation.path) ?? []) || hasSecret(operation.value);
}

/** Whether it cannot be shown as it is. */
function isToBeMasked(node: JsonNode | undefined): boolean {
  if (node?.type === "string") return maskUrlPasswords(node.value) !== node.value;
  if (node?.type === "array") return node.items.some(isToBeMasked);
  if (node?.type !== "object") return false;
  return node.members.some(({ key, value }) => isSecretPlace([key]) || isToBeMasked(value));
}

function hasSecret(node: JsonNode): boolean {
  if (node.type === "array") return node.items.some(hasSecret);
  if (node.type !== "object") return false;
  return node.members.some(({ key, value }) => isSecretPlace([key]) || hasSecret(value));
}

export interface Written {
  readonly text: string;
  readonly format: TargetFormat;
  readonly losses: readonly Loss[];
  readonly roundTrip: boolean;
}

/** The configuration in its new format; undefined where that cannot hold it, which ends the run. */
export function writeTarget(
  root: JsonNode,
  sourceFormat: SourceFormat,
  work: Work,
): Written | undefined {
  const { input, ctx, report } = work;
  const same = sourceFormat === "jsonc" || sourceFormat === "json5" ? "json" : sourceFormat;
  const format = input.targetFormat ?? same;
  const { sortKeys, indent } = input;
  const given = {
    ...readingOf(input),
    input: textOf(root),
    from: "json",
    to: format,
    sortKeys,
    indent,
  } as const;
  const { ok, value, output = "", errors } = ctx.step(convert, given);
  if (!ok || !value) {
    report.stop(
      "write",
      (errors ?? []).map(({ code, message }) => ({ code, message })),
    );
    return undefined;
  }
  report.done(
    "write",
    `${format}, ${lossesSaid(value.losses.length)}`,
    value.losses.length > 0 ? "review" : "pass",
  );
  const roundTrip = readsBack(root, output, format, work);
  return { text: output, format, losses: value.losses, roundTrip };
}

/** Whether what was written is what was migrated, for formats without types as texts. */
function readsBack(root: JsonNode, text: string, format: TargetFormat, work: Work): boolean {
  const { input, ctx, report } = work;
  if (format === "json") {
    report.skipped("roundtrip", "JSON reads back as what it is");
    return true;
  }
  const back = ctx.step(convert, { ...readingOf(input), input: text, from: format, to: "json" });
  const read = back.ok ? rootOf(back.output ?? "null") : undefined;
  const isText = !input.typed && UNTYPED.has(format);
  const [left, right] = isText && read ? [asTexts(root), asTexts(read)] : [root, read];
  const isSame = right !== undefined && jsonDifference(left, right).length === 0;
  if (isSame) report.done("roundtrip", "It reads back as it is", "pass");
  else {
    const why = back.ok ? "the losses say why" : oneLine(back.errors?.[0]?.message ?? "");
    const message = `The configuration reads back from ${format} as something else: ${why}`;
    report.find("error", "roundtrip", { code: "ROUNDTRIP_DIFFERS", message });
    report.done("roundtrip", "It reads back as something else", "fail");
  }
  return isSame;
}

/** How texts are read, the same way before and after. */
function readingOf({ typed, separator }: Input) {
  return { typed, ...(separator === undefined ? {} : { separator }) };
}

const UNTYPED: ReadonlySet<string> = new Set(["ini", "env", "properties", "xml"]);

/** All scalars as strings, which is all that some formats have. */
function asTexts(node: JsonNode): JsonNode {
  if (node.type === "array") return arrayNode(node.items.map(asTexts));
  if (node.type === "object") {
    return objectNode(node.members.map(({ key, value }) => memberNode(key, asTexts(value))));
  }
  return node.type === "string" ? node : stringNode(scalarText(node));
}
