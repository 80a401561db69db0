/** What holds for every unit, whatever it computes. */
import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import type { Unit } from "../../app/registry-entry.ts";
import { run } from "../../app/run/run.ts";
import type { Result } from "../../app/run/types.ts";
import type { Outcome } from "../../tools/_core/tool.ts";
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import { inputsOf } from "../support/arbitrary.ts";
import { handedTo, host, runUnit, units } from "../support/run-unit.ts";
import { RUNNER_ERRORS } from "../support/runner-codes.ts";
import { inWorld } from "../support/worlds.ts";

const RUNS = Number(Bun.env["LAW_RUNS"] ?? 60);
const CHECK = { numRuns: RUNS } as const;
const TIMEOUT_MS = 60_000;

for (const unit of units) {
  describe(unit.id, () => {
    for (const { title, input, options, expect: expected } of unit.examples) {
      test(`example: ${title}`, async () => {
        const { body } = await run({ tool_id: unit.id, input, options }, host);
        expect(body.result as Result).toMatchObject(expected);
      });
    }

    test(
      "never throws, fits its schemas, declares its codes, leaves its input alone",
      () => {
        fc.assert(
          fc.property(inputsOf(unit), (input) => {
            const before = canonicalJson(input);
            const outcome = runUnit(unit, input);
            expect(canonicalJson(input)).toBe(before);
            checkShape(unit, outcome);
          }),
          CHECK,
        );
      },
      TIMEOUT_MS,
    );

    test(
      "the same input, clock and seed give the same bytes in another world, whatever the order of keys",
      () => {
        fc.assert(
          fc.property(inputsOf(unit), (input) => {
            const first = JSON.stringify(inWorld(11, () => runUnit(unit, input)));
            expect(JSON.stringify(inWorld(20_000, () => runUnit(unit, reordered(input))))).toBe(
              first,
            );
          }),
          CHECK,
        );
      },
      TIMEOUT_MS,
    );

    for (const law of unit.laws) {
      test(
        `law: ${law.name}`,
        () => {
          const runAgain = (given: object) => runUnit(unit, given) as never;
          fc.assert(
            fc.property(inputsOf(unit), (given) => {
              // A law speaks of inputs as the runner hands them to the unit.
              const handed = handedTo(unit, given);
              if (handed) expect(law.holds(runAgain, handed as never)).toBe(true);
            }),
            CHECK,
          );
        },
        TIMEOUT_MS,
      );
    }
  });
}

function checkShape(unit: Unit, outcome: Outcome): void {
  // What leaves the service is JSON; a member that JSON cannot hold would be lost on the way.
  const sent = JSON.parse(JSON.stringify(outcome)) as Outcome;
  for (const { code, message } of [...(outcome.errors ?? []), ...(outcome.warnings ?? [])]) {
    expect(code).toMatch(/^[A-Z][A-Z0-9_]*$/);
    expect(message.trim().length).toBeGreaterThan(0);
  }
  for (const { code } of outcome.errors ?? []) {
    if (!RUNNER_ERRORS.has(code)) expect(Object.keys(unit.failures)).toContain(code);
  }
  for (const { code } of outcome.warnings ?? []) expect(Object.keys(unit.warnings)).toContain(code);
  if (!outcome.ok)
    expect((outcome.errors ?? []).length + (outcome.error ? 1 : 0)).toBeGreaterThan(0);
  if (sent.value !== undefined && sent.value !== null) {
    expect([...Value.Errors(unit.value, sent.value)].slice(0, 3)).toEqual([]);
  }
}

function reordered(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).toReversed());
}
