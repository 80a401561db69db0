/** A pipeline as files and calls. */
import { quoteShell } from "../../../tools/_lib/text/shell-quote.ts";
import type { PipelineStep } from "./run-pipeline.ts";

export const FORMS = ["JSON", "YAML", "curl", "Command line"] as const;
export type Form = (typeof FORMS)[number];

export function exported(form: Form, input: string, steps: readonly PipelineStep[]): string {
  switch (form) {
    case "JSON":
      return JSON.stringify({ input, steps }, null, 2);
    case "YAML":
      return yamlOf(steps);
    case "curl":
      return `curl -s ${location.origin}/api/pipeline -H 'content-type: application/json' -d ${quoteShell(JSON.stringify({ input, steps }))}`;
    case "Command line":
      return `cat > steps.yaml <<'YAML'\n${yamlOf(steps)}YAML\nprintf '%s' ${quoteShell(input)} | purebox pipeline steps.yaml --input -`;
  }
}

/** JSON scalars and flow collections are YAML, too. */
function yamlOf(steps: readonly PipelineStep[]): string {
  const lines = steps.flatMap(({ tool_id, input }) => [
    `  - tool_id: ${tool_id}`,
    "    input:",
    ...Object.entries(input).map(([name, value]) => `      ${name}: ${JSON.stringify(value)}`),
  ]);
  return `steps:\n${lines.join("\n")}\n`;
}
