/** Five jobs that take several tools. Each is a pipeline that runs as it stands; its input is an example. */

export interface Workflow {
  readonly id: string;
  readonly title: string;
  readonly input: string;
  readonly steps: readonly {
    readonly tool_id: string;
    readonly why: string;
    readonly input: Readonly<Record<string, unknown>>;
  }[];
}

export const WORKFLOWS: readonly Workflow[] = [
  {
    id: "csv-to-clean-jsonl",
    title: "A spreadsheet export becomes JSON lines for training or evaluation",
    input: 'id,question,answer\n1,What is 2+2?,4\n2,"Capital of France, please?",Paris\n',
    steps: [
      {
        tool_id: "csv-jsonl-converter",
        why: "Rows become JSON lines, ragged rows are reported",
        input: { input: "$INPUT" },
      },
      {
        tool_id: "token-counter",
        why: "How large the data is for a model",
        input: { text: "$PREV" },
      },
    ],
  },
  {
    id: "typed-model-answer",
    title: "Typed answers from a model: schema, prompt, check",
    input: '{"name":"Ann","age":41,"tags":["admin"]}',
    steps: [
      {
        tool_id: "schema-converter",
        why: "A sample becomes a JSON Schema",
        input: { input: "$INPUT" },
      },
      {
        tool_id: "prompt-template-schema-builder",
        why: "Task and schema become one prompt",
        input: { task: "Extract the person from the text", schema: "$STEP[0]" },
      },
      {
        tool_id: "json-schema-validator",
        why: "The model's answer, here the sample, is checked against the schema",
        input: { schema: "$STEP[0]", data: "$INPUT" },
      },
    ],
  },
  {
    id: "log-to-context",
    title: "A long log becomes a short context",
    input: `INFO start\n${"INFO poll ok\n".repeat(20)}ERROR db: connection refused\nINFO stop\n`,
    steps: [
      {
        tool_id: "log-context-trimmer",
        why: "Repeats and noise go, errors and both ends stay",
        input: { input: "$INPUT" },
      },
      { tool_id: "token-counter", why: "Whether it fits the model", input: { text: "$PREV" } },
    ],
  },
  {
    id: "types-to-validated-data",
    title: "TypeScript types check real data",
    input: "interface User { id: number; email?: string }",
    steps: [
      {
        tool_id: "typescript-to-json-schema",
        why: "The types become a JSON Schema",
        input: { input: "$INPUT" },
      },
      {
        tool_id: "json-schema-validator",
        why: "Every difference, with its place",
        input: { schema: "$PREV", data: '{"id": "7"}' },
      },
    ],
  },
  {
    id: "request-to-code",
    title: "A curl command becomes code and readable data",
    input:
      "curl https://api.example.com/v1/items -H 'content-type: application/json' -d '{\"b\":1,\"a\":[1,2]}'",
    steps: [
      {
        tool_id: "curl-converter",
        why: "The same request in another language",
        input: { input: "$INPUT" },
      },
      {
        tool_id: "json-formatter",
        why: "The body, readable and unchanged",
        input: { input: "$PREV.value.requests[0].body.text" },
      },
    ],
  },
];
