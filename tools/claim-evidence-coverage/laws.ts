/** What holds for every check of claims. */
import type { Law } from "../_core/tool.ts";
import { readNamedTexts } from "../_lib/fields/named-texts.ts";
import { unitsOf } from "../_lib/text/prose/units.ts";
import { readClaims } from "./claims.ts";
import type { INPUT, Value } from "./contract.ts";

export const COVERAGE_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "the counts sum to the number of claims",
    holds(run, input) {
      const { value } = run(input);
      const counts = Object.values(value?.counts ?? {});
      return counts.reduce((sum, count) => sum + count, 0) === (value?.claims.length ?? 0);
    },
  },
  {
    name: "more evidence lowers no score and leaves nothing unsupported that was supported",
    holds(run, input) {
      const { value } = run(input);
      const read = readNamedTexts(input.evidence, "/evidence");
      if (!value || read.failure) return true;
      const id = `${read.texts.map((text) => text.id).join()}+`;
      const more = {
        id,
        text: value.claims
          .map(({ text }) => text)
          .toReversed()
          .join("\n\n"),
      };
      const again = run({ ...input, evidence: [...read.texts, more] }).value?.claims ?? [];
      return value.claims.every(({ score, status }, at) => {
        const { score: later = 0, status: laterStatus } = again[at] ?? {};
        return later >= score && !(status === "supported" && laterStatus === "unsupported");
      });
    },
  },
  {
    name: "a claim copied from the evidence is supported with score 1, where it can be checked",
    holds(run, input) {
      const read = readNamedTexts(input.evidence, "/evidence");
      if (read.failure) return true;
      const claims = read.texts.flatMap(({ text }) => unitsOf(text).map((unit) => unit));
      if (claims.length === 0) return true;
      const { value } = run({ ...input, claims: claims.map(({ text }) => ({ text })) });
      return (value?.claims ?? []).every(
        ({ status, score }) =>
          status === "not-checkable" || (status === "supported" && score === 1),
      );
    },
  },
  {
    name: "the order of the claims does not matter",
    holds(run, input) {
      const { value } = run(input);
      const read = readClaims(input.claims);
      if (!value || read.failure) return true;
      const claims = read.claims
        .map(({ id, text, listed }) => ({ id, text, evidence: [...listed] }))
        .toReversed();
      const again = run({ ...input, claims }).value?.claims ?? [];
      return JSON.stringify(again.toReversed()) === JSON.stringify(value.claims);
    },
  },
];
