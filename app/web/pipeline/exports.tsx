/** A pipeline as files and calls. */
import { useState } from "preact/hooks";
import { quoteShell } from "../../../tools/_lib/text/shell-quote.ts";
import { copyText } from "../parts/copy.tsx";
import { TEXTS } from "../texts.ts";
import type { PipelineStep } from "./run-pipeline.ts";

const FORMS = ["JSON", "YAML", "curl", "Command line"] as const;
type Form = (typeof FORMS)[number];

export function Exports({
  input,
  steps,
}: {
  readonly input: string;
  readonly steps: readonly PipelineStep[];
}) {
  const [form, setForm] = useState<Form>();
  const text = form && exported(form, input, steps);
  return (
    <div class="call">
      <div class="tabs">
        <span>{TEXTS.pipeline.exportAs}</span>
        {FORMS.map((one) => (
          <button
            type="button"
            class="btn"
            key={one}
            aria-pressed={one === form}
            onClick={() => setForm(one === form ? undefined : one)}
          >
            {one === "Command line" ? TEXTS.call.commandLine : one}
          </button>
        ))}
      </div>
      {text !== undefined && (
        <div class="snippet">
          <pre tabIndex={0} role="region" aria-label={TEXTS.pipeline.exportAs}>
            {text}
          </pre>
          <button type="button" class="btn" onClick={() => void copyText(text)}>
            {TEXTS.result.copy}
          </button>
        </div>
      )}
    </div>
  );
}

function exported(form: Form, input: string, steps: readonly PipelineStep[]): string {
  switch (form) {
    case "JSON":
      return JSON.stringify({ input, steps }, null, 2);
    case "YAML":
      return `input: ${JSON.stringify(input)}\n${yamlOf(steps)}`;
    case "curl":
      return `curl -s ${location.origin}/api/pipeline -H 'content-type: application/json' -d ${quoteShell(JSON.stringify({ input, steps }))}`;
    case "Command line":
      return `cat > steps.yaml <<'YAML'\n${yamlOf(steps)}YAML\nprintf '%s' ${quoteShell(input)} | purebox pipeline steps.yaml --input -`;
  }
}

/** JSON scalars and flow collections are YAML, too. */
function yamlOf(steps: readonly PipelineStep[]): string {
  const lines = steps.flatMap(({ tool_id, input, options }) => [
    `  - tool_id: ${tool_id}`,
    ...membersOf("input", input),
    ...(options ? membersOf("options", options) : []),
  ]);
  return steps.length === 0 ? "steps: []\n" : `steps:\n${lines.join("\n")}\n`;
}

function membersOf(name: string, members: Readonly<Record<string, unknown>>): readonly string[] {
  const lines = Object.entries(members).map(
    ([key, value]) => `      ${key}: ${JSON.stringify(value)}`,
  );
  return lines.length === 0 ? [`    ${name}: {}`] : [`    ${name}:`, ...lines];
}
