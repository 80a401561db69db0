/** What holds for every report. */
import { type Static, Type } from "@sinclair/typebox";
import type { Law } from "../_core/tool.ts";
import { readRecords } from "../_lib/fields/named-texts.ts";
import { sha256Hex } from "../_lib/bytes/sha256.ts";
import type { INPUT, Value } from "./contract.ts";

const RECORDS = Type.Array(Type.Object({ id: Type.String() }));

function sourcesOf(field: unknown): Static<typeof RECORDS> {
  const read = readRecords(field, RECORDS, "/sources");
  return read.failure ? [] : read.value;
}

function cited({ findings, sources }: Value): string {
  return JSON.stringify([findings, sources.filter((source) => source.cited)]);
}

export const REPORT_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "every reference is that of a source, and sources are numbered from 1",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const numbers = value.sources.map(({ reference }) => reference);
      return (
        numbers.every((number, at) => number === at + 1) &&
        value.findings.every(({ references }) => references.every((one) => numbers.includes(one)))
      );
    },
  },
  {
    name: "the order of the sources changes only that of those not cited",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const again = run({ ...input, sources: sourcesOf(input.sources).toReversed() }).value;
      return !!again && cited(again) === cited(value);
    },
  },
  {
    name: "findings are confirmed, refuted or open, and nothing else",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const { findings, confirmed, refuted, open } = value.totals;
      return confirmed + refuted + open === findings && open === value.open.length;
    },
  },
  {
    name: "the digest is that of the output",
    holds(run, input) {
      const { output = "", value } = run(input);
      return !value || value.reportSha256 === sha256Hex(output);
    },
  },
  {
    name: "one source more, which nothing cites, changes no number",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const given = sourcesOf(input.sources);
      const ids = [
        ...given.map(({ id }) => id),
        ...value.findings.flatMap(({ evidence }) => evidence.map(({ sourceId }) => sourceId)),
      ];
      const more = run({ ...input, sources: [{ id: `${ids.join()}+` }, ...given] }).value;
      return !!more && cited(more) === cited(value);
    },
  },
];
