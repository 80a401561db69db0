/** What npm, pnpm, yarn and bun have in common. */
import type { Entry } from "../_core/tool.ts";
import { quoted } from "../_lib/text/shown.ts";
import { compareSemver, isSameSemver, isSemverPrerelease, readNpmRange } from "./npm-range.ts";
import type { VersionRules } from "./model.ts";

export const NODE_RULES: VersionRules = {
  grammar: "npm",
  readRange: (text) => readNpmRange(text === "latest" ? "*" : text),
  compare: compareSemver,
  isSame: isSameSemver,
  isPrerelease: isSemverPrerelease,
};

/** The warning that a folder is not in the lock file, where it is not known. */
export function unknownWorkspace(
  isKnown: boolean,
  workspace: string,
): Entry<"WORKSPACE_UNKNOWN">[] {
  if (isKnown) return [];
  const message = `The lock file has no workspace ${quoted(workspace)}`;
  return [{ code: "WORKSPACE_UNKNOWN", message, path: "/workspace" }];
}

/** The folder as lock files write it: without `./` and a slash at its end; `.` is the root. */
export function normalWorkspace(workspace: string): string {
  const path = workspace
    .trim()
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "")
    .replace(/(?<!\/)\/+$/, "");
  return path === "" ? "." : path;
}
