import { applyPatch, type Operation, PatchError } from "../support/json-patch.ts";
import { failed, passed, type RunTool, skipped, type Suite, type Verdict } from "./suite.ts";

interface Row {
  comment?: string;
  doc: unknown;
  patch?: Operation[];
  expected?: unknown;
  error?: string;
  disabled?: boolean;
}

/** The patches that the tools write turn each document into the one expected, by an applier that keeps to the suite. */
const suite: Suite = {
  name: "json-patch",
  tools: ["three-way-structured-merge", "configuration-drift-reconciliation"],
  floor: { passed: 44, failed: 0 },
  async *judge(folder, run) {
    for (const file of ["tests.json", "spec_tests.json"]) {
      const rows = (await Bun.file(`${folder}/${file}`).json()) as Row[];
      for (const [index, row] of rows.entries()) {
        const name = `${file} ${index} ${row.comment ?? ""}`;
        if (row.disabled) yield skipped(name, "disabled by the suite");
        else if (row.patch === undefined) yield skipped(name, "no patch");
        else yield await judgeRow(name, row, run);
      }
    }
  },
};
export default suite;

async function judgeRow(name: string, row: Row, run: RunTool): Promise<Verdict> {
  let applied: unknown;
  try {
    applied = applyPatch(row.doc, row.patch ?? []);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    return row.error === undefined ? failed(name, `refused: ${error.message}`) : passed(name);
  }
  if (row.error !== undefined) return failed(name, "accepted");
  if (!Object.hasOwn(row, "expected")) return passed(name);
  if (!Bun.deepEquals(applied, row.expected)) return failed(name, JSON.stringify(applied));
  return judgeChange(name, row.doc, row.expected, run);
}

/** Whether the tools bring a document to another one. Text is given as text, so that it stays what it is. */
export async function judgeChange(
  name: string,
  before: unknown,
  after: unknown,
  run: RunTool,
): Promise<Verdict> {
  const [from, to] = [JSON.stringify(before), JSON.stringify(after)];
  const { ok, value } = await run({
    tool_id: "three-way-structured-merge",
    input: { base: from, ours: from, theirs: to },
  });
  if (!ok) return failed(name, "not merged");
  const { merged, patches } = value as { merged: unknown; patches: { fromOurs: Operation[] } };
  if (!Bun.deepEquals(merged, after)) return failed(name, JSON.stringify(merged));
  const patched = applyPatch(before, patches.fromOurs);
  if (!Bun.deepEquals(patched, after)) return failed(name, JSON.stringify(patches));
  const drift = await run({
    tool_id: "configuration-drift-reconciliation",
    input: { desired: to, actual: from },
  });
  const { patch } = drift.value as { patch: Operation[] };
  const restored = applyPatch(before, patch);
  return Bun.deepEquals(restored, after) ? passed(name) : failed(name, JSON.stringify(patch));
}
