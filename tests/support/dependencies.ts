/** Manifests and lock files held against one another. */
import type { Value } from "../../tools/dependency-manifest-reconciliation.ts";
import tool from "../../tools/dependency-manifest-reconciliation.ts";
import { runUnit } from "./run-unit.ts";

export const run = (manifest: unknown, lockfile: unknown, more: object = {}) =>
  runUnit(tool, { manifest, lockfile, ...more });
export const valueOf = (manifest: unknown, lockfile: unknown, more: object = {}) =>
  run(manifest, lockfile, more).value as Value;
export const codes = ({ findings }: Value) =>
  findings.map(({ severity, code, subject }) => `${severity} ${code} ${subject}`);
export const shown = ({ entries }: Value) =>
  entries.map(({ name, locked, status, source }) => `${name} ${locked} ${status} ${source}`);
export const shownInFull = ({ entries }: Value) =>
  entries.map(({ name, group, range, locked, status, source }) =>
    [name, group, range, locked, status, source].join(" "),
  );
