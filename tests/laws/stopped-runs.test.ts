/** A run that is stopped in its midst changes nothing for later ones: the next answer has the same figures. */
import { expect, test } from "bun:test";
import { Glob } from "bun";
import { stoppedAfter, STOPPED } from "../../app/run/stopped.ts";
import { Money } from "../../tools/_lib/agents/models/cost.ts";
import { Decimal, decimalsOf } from "../../tools/_lib/numbers/decimal.ts";
import { Wide } from "../../tools/_lib/numbers/scientific/number.ts";

const STOPS = 60;
const LONGEST_MS = 3;

const Narrow = decimalsOf({ precision: 5, rounding: Decimal.ROUND_UP }, Decimal);
const KINDS: readonly (typeof Decimal)[] = [Decimal, Wide, Money, Narrow];

/** Figures that depend on every setting, and on whether the library takes itself to be at work. */
const figures = () =>
  KINDS.map((kind) => [
    new kind(2).div(3).toString(),
    new kind("1e30").plus("1.5").toString(),
    kind.ln(2).toString(),
    new kind(3).sqrt().toString(),
  ]);

function computeForEver(): never {
  for (let number = 2; ; number++) {
    for (const kind of KINDS) {
      const value = new kind(number);
      value.ln().exp().sin();
      value.pow("1.5").log(10).cbrt();
    }
  }
}

test("decimals are computed with the same digits after runs that were stopped", () => {
  const before = figures();
  for (let stop = 0; stop < STOPS; stop++) {
    expect(stoppedAfter(1 + (stop % LONGEST_MS), computeForEver)).toBe(STOPPED);
    expect(figures()).toEqual(before);
  }
});

test("decimals are computed with the same digits after runs that failed", () => {
  const before = figures();
  const failing = () => {
    Decimal.set({ precision: 3, rounding: Decimal.ROUND_UP });
    throw new Error("in the midst");
  };
  expect(() => stoppedAfter(1000, failing)).toThrow("in the midst");
  expect(figures()).toEqual(before);
});

interface Source {
  readonly path: string;
  readonly text: string;
}

const sources = await Promise.all(
  [...new Glob("{tools,kits}/**/*.ts").scanSync(".")]
    .filter((path) => !path.includes(".gen."))
    .map(async (path): Promise<Source> => ({ path, text: await Bun.file(path).text() })),
);

/** Settings that live as long as the process, and of which nobody knows that they have to be put right. */
const unkept = ({ text }: Source): string[] =>
  [...text.matchAll(/^(?:export )?(?:const|let) (\w+) = \w+\.clone\(/gm)].map(
    ([, name = ""]) => name,
  );

/** Patterns that remember where they were, asked without being told where to begin. */
function remembering({ text }: Source): string[] {
  const patterns = text.matchAll(
    /^(?:export )?const (\w+)(?:: [^=]+)? =\s*\/.+\/[a-z]*[gy][a-z]*;/gm,
  );
  return [...patterns]
    .map(([, name = ""]) => name)
    .filter((name) => new RegExp(`\\b${name}\\.(?:exec|test)\\(`).test(text))
    .filter((name) => !new RegExp(`\\b${name}\\.lastIndex = `).test(text));
}

test.each([
  ["decimals", unkept, "export const Long = Decimal.clone({ precision: 1 });"],
  ["patterns", remembering, "const WORD = /a/g;\nwhile (WORD.exec(text)) count++;"],
])("no module keeps %s in a state that a stop would leave behind", (_, faultsOf, planted) => {
  expect(faultsOf({ path: "planted.ts", text: planted })).toHaveLength(1);
  const faults = sources.flatMap((source) => faultsOf(source).map((it) => `${source.path}: ${it}`));
  expect(faults).toEqual([]);
});
