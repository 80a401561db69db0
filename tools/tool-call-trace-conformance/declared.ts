/** The calls against the declared tools. */
import type { Entry } from "../_core/tool.ts";
import type { CheckTrouble, DeclaredTools } from "../_lib/agents/declared-tools.ts";
import { stringNode } from "../_lib/json/tree/tree.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Trace, TracedCall } from "./calls.ts";
import type { Failure } from "../tool-call-trace-conformance.ts";
import type { LimitJudged } from "./limits.ts";

type Finding = LimitJudged["findings"][number];

/** A call is wrong whose tool nobody declared, or whose arguments do not fit. */
export function judgeDeclared(
  tools: DeclaredTools,
  { calls }: Trace,
): LimitJudged | { readonly trouble: CheckTrouble } {
  const findings: Finding[] = [];
  const witnesses: TracedCall[] = [];
  for (const call of calls) {
    const found = findingsOf(call, tools);
    if ("trouble" in found) return found;
    if (found.length > 0) witnesses.push(call);
    findings.push(...found);
  }
  const figures = { activations: calls.length, violations: witnesses.length };
  return { type: "declared-tools", ...figures, witnesses, findings };
}

function findingsOf(
  { event }: TracedCall,
  tools: DeclaredTools,
): Finding[] | { readonly trouble: CheckTrouble } {
  const { tool, path, argumentsPath } = event;
  if (!tools.has(tool)) {
    const message = `Cannot accept the call: found ${quoted(tool)}, expected a declared tool`;
    const detail = () => ({ message, path, received: tool, hint: tools.meant(tool) });
    return [{ code: "TOOL_UNDECLARED", detail }];
  }
  // Text that is no JSON is no object, whatever it says.
  const checked = tools.check(tool, event.arguments ?? stringNode(""), argumentsPath);
  if ("trouble" in checked) return checked;
  return checked.map((entry) => ({ code: entry.code, detail: () => entry as Entry<Failure> }));
}
