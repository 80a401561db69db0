import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import { countForFamily } from "../../../tools/_lib/agents/models/families.ts";
import { findModel } from "../../../tools/_lib/agents/models/models.ts";
import { sha256Hex } from "../../../tools/_lib/bytes/sha256.ts";
import tool from "../../../tools/agent-context-handoff.ts";
import { runUnit } from "../../support/run-unit.ts";

type Input = Partial<Static<typeof tool.input>>;
type Value = Static<typeof tool.value>;

const run = (input: Input) => runUnit(tool as never, input);
const valueOf = (input: Input) => run(input).value as Value;
const count = (text: string, model: string) => countForFamily(text, findModel(model).family).tokens;

const TOKEN = `ghp_${"aB3dE6gH9j".repeat(3)}aB3dE6`;

describe("layout", () => {
  test("sections in order, in one line each", () => {
    const transcript = [
      { role: "user", content: "Never stop\nGo on" },
      { role: "assistant", content: "Decision: d\nRisk: r\n- [x] done it\nNext: n\nQuestion: q" },
      { tool: "f", id: "1", arguments: { path: "p" }, error: "two\nlines" },
      { tool: "f", id: "2" },
      { role: "user", content: "Last" },
    ];
    expect(run({ transcript, from: "a\n b" }).output).toBe(
      [
        "# Handoff: a b →",
        "## Goal\n\nNever stop Go on",
        "## Latest request\n\nLast",
        "## Constraints\n\n- Never stop",
        "## Next actions\n\n- n",
        "## Pending calls\n\n- f (2)",
        "## Open questions\n\n- q",
        "## Decisions\n\n- d",
        "## Failures\n\n- f (1): two lines",
        "## Artifacts\n\n- p (f)",
        "## Risks\n\n- r",
        "## Done\n\n- done it",
        "## Tool use\n\n- f: 2 calls, 1 error",
      ].join("\n\n"),
    );
    expect(run({ goal: "g", to: "b" }).output).toBe("# Handoff: → b\n\n## Goal\n\ng");
  });

  test("tokens and digest are those of the packet", () => {
    const { output = "", value } = run({ goal: "Ship it", model: "claude-opus-5" });
    expect(value).toMatchObject({
      tokens: count(output, "claude-opus-5"),
      sha256: sha256Hex(output),
      omitted: {},
    });
  });
});

/** One item after the other, each time counted as a whole. */
function naive(full: string, maxTokens: number, model: string): string {
  const blocks = full.split("\n\n## ");
  const left = blocks.map((block) => {
    const [head = "", body = ""] = block.split("\n\n");
    return { head, lines: body === "" ? [] : body.split("\n"), cut: 0 };
  });
  const write = () =>
    left
      .map(({ head, lines, cut }) => {
        const rest = lines.slice(cut);
        if (cut > 0) rest.push(`- (${cut} more left out)`);
        return rest.length === 0 ? head : `${head}\n\n${rest.join("\n")}`;
      })
      .join("\n\n## ");
  for (const block of left.toReversed()) {
    if (/^(?:#|Goal$|Constraints$)/.test(block.head)) continue;
    while (block.cut < block.lines.length && count(write(), model) > maxTokens) block.cut++;
  }
  return write();
}

describe("budget", () => {
  const item = fc.oneof(
    fc.string({
      unit: fc.constantFrom("a", "Z", "/", "'", ".", "-", "#", " ", "7", "é", "漢", ")"),
    }),
    fc.lorem({ maxCount: 30 }),
  );
  const items = fc.array(item, { maxLength: 12 });

  test.each(["gpt-5", "gpt-4", "text-davinci-003", "davinci", "claude-opus-5"])(
    "%s: as one item after the other",
    (model) => {
      fc.assert(
        fc.property(
          fc.record({ nextActions: items, decisions: items, risks: items, constraints: items }),
          fc.integer({ min: 100, max: 400 }),
          (lists, maxTokens) => {
            const input = { ...lists, goal: "/ship it", model, redact: false };
            const full = run({ ...input, maxTokens: 100_000 }).output ?? "";
            const { output, value, warnings } = run({ ...input, maxTokens });
            expect(output).toBe(naive(full, maxTokens, model));
            expect((value as Value).tokens).toBe(count(output ?? "", model));
            const isCut = count(full, model) > maxTokens;
            expect(warnings?.some(({ code }) => code === "BUDGET_CUT")).toBe(isCut);
          },
        ),
        { numRuns: 40 },
      );
    },
  );

  test("goal and constraints stay, whatever they need; the value keeps everything", () => {
    const goal = "word ".repeat(300).trim();
    const input = { goal, constraints: ["Never"], decisions: ["a", "b"], maxTokens: 100 };
    const { output, value, warnings } = run(input);
    expect(output).toBe(
      `# Handoff\n\n## Goal\n\n${goal}\n\n## Constraints\n\n- Never\n\n## Decisions\n\n- (2 more left out)`,
    );
    expect(value).toMatchObject({ decisions: ["a", "b"], omitted: { decisions: 2 } });
    expect(warnings?.[0]).toMatchObject({ code: "BUDGET_CUT", sections: ["decisions"] });
    expect(warnings?.[0]?.message).toMatch(
      /^Items of decisions were left out. What is always kept needs \d+ of 100 tokens$/,
    );
    expect(run({ goal, nextActions: "x", maxTokens: 100 }).warnings).toMatchObject([
      { code: "BUDGET_CUT", sections: ["nextActions"] },
    ]);
    expect(run({ goal, maxTokens: 100 }).warnings).toMatchObject([
      { code: "BUDGET_CUT", sections: [] },
      { code: "NO_NEXT_ACTION" },
    ]);
  });
});

describe("redaction", () => {
  const transcript = [
    { role: "user", content: `Deploy with ${TOKEN}\nNever log ${TOKEN}` },
    {
      role: "assistant",
      content: `Decision: use password=correct-horse-9 and ${TOKEN}\nNext: rotate correct-horse-9`,
      tool_calls: [
        {
          id: TOKEN,
          type: "function",
          function: { name: "fetch", arguments: `{"url":"https://u:correct-horse-9@a.test/"}` },
        },
      ],
    },
    { tool: `t-${TOKEN}`, id: "z", error: `${"x".repeat(170)} ${TOKEN}` },
  ];

  test("equal values have equal tokens, and no value is left", () => {
    const outcome = run({ transcript, from: TOKEN, risks: [`password=correct-horse-9`] });
    const text = JSON.stringify(outcome);
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain("correct-horse-9");
    expect(outcome.value).toMatchObject({
      from: "[GITHUB_TOKEN_1]",
      goal: "Deploy with [GITHUB_TOKEN_1] Never log [GITHUB_TOKEN_1]",
      constraints: ["Never log [GITHUB_TOKEN_1]"],
      pendingCalls: [{ callId: "[GITHUB_TOKEN_1]", tool: "fetch" }],
    });
    const redacted = outcome.warnings?.filter(({ code }) => code === "SECRET_REDACTED");
    expect(redacted).toMatchObject([{ kind: "github-token", received: 1 }, { received: 1 }]);
    expect(JSON.stringify(run({ transcript, redact: false }))).toContain(TOKEN);
  });

  test("personal data stays, and so do ids that only look random", () => {
    const goal = "Mail ann@example.com from 8.8.8.8, call toolu_01A09q90qw90lq917835lq9";
    expect(valueOf({ goal }).goal).toBe(goal);
  });

  test("a key without its end hides no other item", () => {
    const key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEabcdefgh";
    const { goal, constraints, decisions } = valueOf({
      goal: `Use ${key}`,
      constraints: ["Be brief"],
      decisions: [`${key.replace("\n", " ")}xyz`, "after"],
    });
    expect([goal, constraints]).toEqual(["Use [PRIVATE_KEY_1]", ["Be brief"]]);
    expect(decisions).toEqual(["[PRIVATE_KEY_2]", "after"]);
  });

  test("a password is nowhere in the outcome, wherever it was", () => {
    const password = "Qz7!kW9$tR2@";
    const fields = ["constraints", "decisions", "risks", "openQuestions", "nextActions"] as const;
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.constantFrom(...fields), (one, other) => {
        const outcome = run({
          goal: "g",
          artifacts: [`/tmp/${password}`],
          [one]: [`the password: ${password}`],
          ...(one !== other && { [other]: [`see ${password} \u001e\n\u001e`] }),
        });
        expect(JSON.stringify(outcome)).not.toContain(password);
      }),
    );
  });
});

describe("hostile transcripts", () => {
  test("long lines, many lines, deep arguments, half pairs", () => {
    const message = (content: string) => [{ role: "user", content }];
    const many = Array.from({ length: 5000 }, (_, at) => `Decision: number ${at}`).join("\n");
    for (const content of [many, "a".repeat(100_000), "Must: a? ".repeat(11_000)])
      expect(run({ transcript: message(content) }).ok).toBe(true);
    const calls = Array.from({ length: 2000 }, (_, at) => ({
      tool: `t${at}`,
      arguments: { path: `p${at}` },
    }));
    expect(run({ transcript: calls, goal: "g" }).ok).toBe(true);
    const deep = `${'{"a":'.repeat(900)}{"path":"p"}${"}".repeat(900)}`;
    const transcript = `[{"tool":"f","arguments":${deep}}]`;
    expect(valueOf({ transcript, goal: "g" }).artifacts[0]?.path).toBe("p");
    expect(run({ transcript: message("Next: \ud800 __proto__") }).ok).toBe(true);
  });
});
