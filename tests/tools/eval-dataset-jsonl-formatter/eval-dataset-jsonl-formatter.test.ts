import { describe, expect, test } from "bun:test";
import { FORMATS, type Value } from "../../../tools/eval-dataset-jsonl-formatter.ts";
import tool from "../../../tools/eval-dataset-jsonl-formatter.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run(input).value as Value;
const line = (row: object | string, to: string, more: object = {}) =>
  run({ rows: typeof row === "string" ? row : [row], to, ...more }).output ?? "";
const findings = (input: object, kind: "errors" | "warnings" = "errors") =>
  (run(input)[kind] ?? []).map(({ code, path }) => (path === undefined ? code : `${code} ${path}`));
const failure = (input: object) => {
  const { ok, error, errors: found = [] } = run(input);
  return ok ? "" : `${error?.code ?? found[0]?.code} ${found[0]?.path}`;
};

/** A line of each format, with all that it has a place for. */
const SAMPLES: Readonly<Record<(typeof FORMATS)[number], string>> = {
  "openai-finetune":
    '{"messages":[{"role":"system","content":"S"},{"role":"user","content":"Q","name":"ann"},{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","content":"","tool_call_id":"1"},{"role":"assistant","content":"A","weight":0}],"tools":[{"n":12345678901234567890}],"parallel_tool_calls":false}',
  "openai-dpo":
    '{"input":{"messages":[{"role":"user","content":"Q"},{"role":"assistant","content":"?"},{"role":"user","content":"R"}],"tools":[],"parallel_tool_calls":true},"preferred_output":[{"role":"assistant","content":"A"}],"non_preferred_output":[{"role":"assistant","content":"B"}]}',
  "openai-evals":
    '{"input":[{"role":"system","content":"S"},{"role":"user","content":"Q"}],"ideal":["A","B"]}',
  "openai-evals-api": '{"item":{"question":"Q","answer":"A","id":3,"level":1.50,"tags":["x"]}}',
  promptfoo:
    '{"vars":{"question":"Q","system":"S","lang":"en"},"assert":[{"type":"contains-any","value":["A"]}],"description":"d","options":{"x":1},"metadata":{"m":1}}',
  inspect:
    '{"input":"Q","target":["A"],"choices":["A","B"],"id":5,"metadata":{"m":[1,2]},"sandbox":"docker"}',
  "hf-messages":
    '{"messages":[{"role":"developer","content":"S"},{"role":"user","content":[{"type":"text","text":"Q"}]}]}',
  "hf-prompt-completion": '{"prompt":"Q","completion":"A"}',
  "hf-preference":
    '{"prompt":[{"role":"system","content":"S"},{"role":"user","content":"Q"}],"chosen":[{"role":"assistant","content":"A"}],"rejected":[{"role":"assistant","content":"B"}]}',
  alpaca: '{"instruction":"Translate","input":"dog","output":"Hund"}',
  sharegpt:
    '{"conversations":[{"from":"system","value":"S"},{"from":"human","value":"Q"},{"from":"gpt","value":"A"}]}',
};

describe("formats", () => {
  test.each(FORMATS.map((format) => [format]))("%s is written as it was read", (format) => {
    const input = { rows: SAMPLES[format], from: format, to: format };
    expect(run(input)).toMatchObject({ output: SAMPLES[format], valid: true });
    expect(findings(input, "warnings").filter((found) => found !== "TOO_FEW_ROWS")).toEqual([]);
  });

  test.each(FORMATS.map((format) => [format]))("%s is recognised", (format) => {
    const seen = format === "hf-messages" ? "openai-finetune" : format;
    expect(valueOf({ rows: SAMPLES[format], to: "hf-messages" }).from).toBe(seen);
  });

  const QA = { question: "Q", answer: "A", id: "q1" };

  test.each([
    [
      "openai-finetune",
      '{"messages":[{"role":"user","content":"Q"},{"role":"assistant","content":"A"}]}',
    ],
    ["openai-evals", '{"input":[{"role":"user","content":"Q"}],"ideal":"A"}'],
    ["openai-evals-api", '{"item":{"input":"Q","ideal":"A","id":"q1"}}'],
    [
      "promptfoo",
      '{"vars":{"input":"Q"},"assert":[{"type":"equals","value":"A"}],"description":"q1"}',
    ],
    ["inspect", '{"input":"Q","target":"A","id":"q1"}'],
    [
      "hf-messages",
      '{"messages":[{"role":"user","content":"Q"},{"role":"assistant","content":"A"}]}',
    ],
    ["hf-prompt-completion", '{"prompt":"Q","completion":"A"}'],
    ["alpaca", '{"instruction":"Q","input":"","output":"A"}'],
    ["sharegpt", '{"conversations":[{"from":"human","value":"Q"},{"from":"gpt","value":"A"}]}'],
  ])("a question and an answer as %s", (to, expected) => {
    expect(line(QA, to)).toBe(expected);
  });

  test("a system message where there is none, in the way of each format", () => {
    const to = (format: string) => line(QA, format, { system: "S" });
    expect(to("inspect")).toBe(
      '{"input":[{"role":"system","content":"S"},{"role":"user","content":"Q"}],"target":"A","id":"q1"}',
    );
    expect(to("promptfoo")).toContain('{"vars":{"input":"Q","system":"S"}');
    expect(to("hf-prompt-completion")).toBe('{"prompt":"System: S\\nQ","completion":"A"}');
    expect(line({ ...QA, system: "Own" }, "sharegpt", { system: "S" })).toContain('"value":"Own"');
    expect(line(SAMPLES["openai-finetune"], "openai-finetune", { system: "T" })).toBe(
      SAMPLES["openai-finetune"],
    );
  });

  test("several turns become lines where there is place for one", () => {
    const input = { rows: SAMPLES["openai-dpo"], to: "alpaca" };
    expect(run(input).output).toBe(
      '{"instruction":"User: Q\\nAssistant: ?\\nR","input":"","output":"A"}',
    );
    expect(findings(input, "warnings")).toContain("TURNS_DROPPED /rows/0");
  });

  test("tool calls are kept in messages only", () => {
    const rows = SAMPLES["openai-finetune"];
    expect(line(rows, "openai-evals")).toContain('"tool_calls"');
    expect(line(rows, "sharegpt")).toBe(SAMPLES.sharegpt);
    const lost = run({ rows, to: "sharegpt" })
      .warnings?.map(({ message }) => message)
      .join("\n");
    expect(lost).toContain('"tool_calls"');
  });

  test("several ideals", () => {
    const row = { input: "Q", expected: ["A", "B"] };
    expect(line(row, "openai-evals")).toContain('"ideal":["A","B"]');
    expect(line(row, "promptfoo")).toContain(
      '"assert":[{"type":"contains-any","value":["A","B"]}]',
    );
    expect(line({ input: "Q", expected: ["A"] }, "promptfoo")).toContain('"equals","value":"A"');
    expect(line(row, "hf-prompt-completion")).toBe('{"prompt":"Q","completion":"A"}');
    expect(findings({ rows: [row], to: "alpaca" }, "warnings")).toEqual(["FIELD_DROPPED /rows/0"]);
  });

  test("other members are metadata, and numbers keep their digits", () => {
    const rows = '{"prompt":"Q","completion":4.10,"big":12345678901234567890,"id":"x"}';
    expect(line(rows, "inspect")).toBe(
      '{"input":"Q","target":"4.10","id":"x","metadata":{"big":12345678901234567890}}',
    );
    const twice = '{"prompt":"Q","completion":"A","input":"other"}';
    expect(line(twice, "promptfoo")).toContain('{"vars":{"input":"Q"}');
  });

  test("answers of Hugging Face that are whole conversations", () => {
    const user = { role: "user", content: "Q" };
    const answer = (content: string) => [user, { role: "assistant", content }];
    expect(line({ chosen: answer("A"), rejected: answer("B") }, "hf-preference")).toBe(
      '{"prompt":"Q","chosen":"A","rejected":"B"}',
    );
  });

  test("assertions of promptfoo that are no texts stay, and stand for a target", () => {
    const row = '{"vars":{"q":1,"input":"Q"},"assert":[{"type":"llm-rubric","value":"polite"}]}';
    expect(line(row, "promptfoo")).toBe(
      '{"vars":{"input":"Q","q":1},"assert":[{"type":"llm-rubric","value":"polite"}]}',
    );
    expect(findings({ rows: row, to: "inspect" })).toEqual(["TARGET_MISSING /rows/0"]);
  });

  test("a mapping names members", () => {
    const row = { frage: "Q", antwort: "A", schlecht: "B", rolle: "S", nr: 9, prompt: "no" };
    const mapping = {
      input: "frage",
      output: "antwort",
      rejected: "schlecht",
      system: "rolle",
      id: "nr",
    };
    expect(line(row, "hf-preference", { mapping })).toBe(
      '{"prompt":[{"role":"system","content":"S"},{"role":"user","content":"Q"}],"chosen":[{"role":"assistant","content":"A"}],"rejected":[{"role":"assistant","content":"B"}]}',
    );
    expect(valueOf({ rows: [row], mapping, to: "inspect" }).from).toBe("generic");
    expect(failure({ rows: [row], mapping: { inputs: "x" } })).toBe(
      "TOOL_INPUT_INVALID /mapping/inputs",
    );
    expect(findings({ rows: [row], mapping: { input: "x", output: "antwort" } })).toEqual([
      "INPUT_MISSING /rows/0",
    ]);
  });

  test("rows of several formats", () => {
    const rows = [SAMPLES.alpaca, SAMPLES.sharegpt].join("\n");
    expect(valueOf({ rows })).toMatchObject({ from: "mixed", kept: 2 });
  });
});

describe("reading", () => {
  test("CSV with quoted line breaks, CRLF and a byte order mark", () => {
    const rows = '\ufeffquestion;answer;id\r\n"a;\r\nb";"say ""x""";1\r\nc;d;\r\n';
    expect(run({ rows, to: "inspect" }).output).toBe(
      '{"input":"a;\\r\\nb","target":"say \\"x\\"","id":"1"}\n{"input":"c","target":"d"}',
    );
    expect(failure({ rows: 'a,b\n1,"open' })).toBe("CSV_UNTERMINATED_QUOTE /rows");
    expect(findings({ rows: "input,output\n1", to: "inspect" }, "warnings")).toEqual([
      "CSV_RAGGED /rows",
    ]);
  });

  test("U+2028 and U+2029 are escaped, halves of pairs, too", () => {
    const text = "a\u2028b\u2029c\ud800";
    const written = line({ input: text, output: "x" }, "hf-prompt-completion");
    expect(written).toBe('{"prompt":"a\\u2028b\\u2029c\\ud800","completion":"x"}');
    expect(JSON.parse(written).prompt).toBe(text);
  });

  test("members that every object has", () => {
    const rows = '{"input":"Q","output":"A","__proto__":{"x":1},"constructor":2}';
    expect(line(rows, "inspect")).toBe(
      '{"input":"Q","target":"A","metadata":{"__proto__":{"x":1},"constructor":2}}',
    );
  });

  test("no rows, no JSON, no format", () => {
    for (const rows of [undefined, null, [], "", " \n", "[]", "\ufeff"])
      expect(failure({ rows })).toBe("ROWS_MISSING /rows");
    expect(run({ rows: '{"input":"a"}\n{"input":' }).errors?.[0]).toMatchObject({
      code: "JSON_SYNTAX",
      line: 2,
    });
    expect(failure({ rows: "hello" })).toBe("JSON_SYNTAX /rows");
    expect(failure({ rows: 5 })).toBe("TOOL_INPUT_INVALID /rows");
    expect(failure({ rows: [{ input: "a", output: "b" }, { x: 1 }] })).toBe(
      "FORMAT_UNRECOGNISED /rows/1",
    );
    expect(failure({ rows: [7] })).toBe("FORMAT_UNRECOGNISED /rows/0");
    expect(failure({ rows: Array.from({ length: 20_001 }, () => ({})) })).toBe(
      "TOOL_INPUT_INVALID /rows",
    );
  });
});

describe("what is wrong with rows", () => {
  const chat = (...messages: unknown[]) => [{ messages }];
  const user = { role: "user", content: "Q" };
  const assistant = { role: "assistant", content: "A" };

  test.each([
    [[{ answer: "A" }], "inspect", ["INPUT_MISSING /rows/0"]],
    [[{ question: "Q" }], "inspect", ["TARGET_MISSING /rows/0"]],
    [[{ question: "Q" }], "openai-finetune", ["TARGET_MISSING /rows/0"]],
    [[{ question: "Q" }], "hf-messages", []],
    [[{ prompt: "Q", completion: "A" }], "openai-dpo", ["REJECTED_MISSING /rows/0"]],
    [[{ question: "", answer: "A" }], "inspect", ["CONTENT_EMPTY /rows/0/question"]],
    [[{ question: "Q", answer: " " }], "inspect", ["CONTENT_EMPTY /rows/0/answer"]],
    [[{ question: "Q", answer: ["A", ""] }], "inspect", ["CONTENT_EMPTY /rows/0/answer/1"]],
    [[{ question: "Q", answer: [] }], "inspect", ["TARGET_MISSING /rows/0"]],
    [chat(user), "openai-finetune", ["LAST_NOT_ASSISTANT /rows/0/messages"]],
    [chat(user), "inspect", ["TARGET_MISSING /rows/0"]],
    [chat(), "openai-finetune", ["INPUT_MISSING /rows/0/messages"]],
    [
      chat(user, { role: "bot", content: "A" }),
      "openai-finetune",
      ["ROLE_INVALID /rows/0/messages/1/role"],
    ],
    [chat("Q", assistant), "openai-finetune", ["ROLE_INVALID /rows/0/messages/0"]],
    [
      chat({ ...user, content: "" }, assistant),
      "alpaca",
      ["CONTENT_EMPTY /rows/0/messages/0/content"],
    ],
    [chat(user, { role: "assistant" }), "alpaca", ["CONTENT_EMPTY /rows/0/messages/1"]],
    [
      [{ conversations: [{ from: "alien", value: "x" }] }],
      "sharegpt",
      ["ROLE_INVALID /rows/0/conversations/0/from"],
    ],
  ])("%j for %s", (rows, to, expected) => {
    expect(findings({ rows, to })).toEqual(expected);
    expect(valueOf({ rows, to }).kept).toBe(expected.length === 0 ? 1 : 0);
  });

  test("a format that is given and not found", () => {
    expect(findings({ rows: [{ a: 1 }], from: "alpaca", to: "alpaca" })).toEqual([
      "INPUT_MISSING /rows/0",
    ]);
  });

  test("a call without text is an answer where calls are", () => {
    const call = { role: "assistant", content: null, tool_calls: [{ id: "1" }] };
    expect(findings({ rows: chat(user, call) })).toEqual([]);
    expect(findings({ rows: chat(user, call), to: "inspect" })).toEqual(["TARGET_MISSING /rows/0"]);
  });

  test("the rows that are left are written", () => {
    const rows = [{ question: "Q" }, { question: "R", answer: "B" }];
    expect(run({ rows, to: "hf-prompt-completion" })).toMatchObject({
      output: '{"prompt":"R","completion":"B"}',
      valid: false,
      value: { kept: 1, dropped: [{ index: 0, reason: "target-missing", duplicateOf: null }] },
      stats: { rows: 2, kept: 1, duplicates: 0, leaks: 0 },
    });
  });
});
