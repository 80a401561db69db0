/** The public suite of provider messages: every sample comes back in its own shape, and every loss elsewhere is told. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import type { Static } from "@sinclair/typebox";
import kit from "../../../kits/provider-message-migration-kit.ts";
import { bodyOf, type Row } from "../../conformance/provider-messages.ts";
import { DEFAULT_SUITES } from "../../conformance/judge.ts";
import { runUnit } from "../../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const FILE = `${DEFAULT_SUITES}/provider-messages/cases.jsonl`;
const isThere = existsSync(FILE);
if (!isThere) console.warn(`Skipped: ${FILE} is not there`);

const PROVIDERS = ["openai-chat", "openai-responses", "anthropic", "gemini"] as const;

interface Sample {
  readonly label: string;
  readonly provider: string;
  readonly body: object;
}

const samples: Sample[] = (isThere ? readFileSync(FILE, "utf8") : "")
  .split("\n")
  .filter(Boolean)
  .flatMap((line) => {
    const row = JSON.parse(line) as Row;
    return row.expect.flatMap(({ of, value }, index) => {
      const sample = bodyOf(row, of, value);
      return sample === undefined ? [] : [{ label: `${row.id} ${index}`, ...sample }];
    });
  });

describe.skipIf(!isThere)("the public suite of provider messages", () => {
  test("has samples", () => {
    expect(samples.length).toBeGreaterThan(100);
  });

  test.each(samples)("$label of $provider", ({ provider, body }) => {
    const input = { fixtures: [{ provider, body }], to: PROVIDERS };
    const outcome = runUnit(kit as never, input);
    expect(outcome.ok).toBe(true);
    const { fixtures } = outcome.value as Value;
    const [fixture] = fixtures;
    expect(fixture?.self).toEqual({ identical: true, differences: [] });
    for (const target of fixture?.targets ?? []) {
      const { explained, identical, differences } = target.roundTrip;
      expect({ to: target.provider, explained, differences: explained ? [] : differences }).toEqual(
        {
          to: target.provider,
          explained: true,
          differences: [],
        },
      );
      if (!identical) expect(target.losses).not.toBeEmpty();
    }
  });
});
