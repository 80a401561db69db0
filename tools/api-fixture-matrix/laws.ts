/** What holds for all matrices. */
import type { Law } from "../_core/tool.ts";
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import type { INPUT, Value } from "./contract.ts";

type MatrixLaw = Law<typeof INPUT, Value>;

export const MATRIX_LAWS: readonly MatrixLaw[] = [
  {
    name: "everything that can be covered is covered",
    holds(run, input) {
      const { value } = run(input);
      return !value || value.coverage.percent === 100;
    },
  },
  {
    name: "rows are numbered without a gap",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const isInOrder = (ids: readonly { id: string }[]) =>
        ids.every(({ id }, index) => Number(id.slice(1)) === index + 1);
      return isInOrder(value.rows) && isInOrder(value.invalid);
    },
  },
  {
    name: "without constraints there are at least as many rows as the largest parameters have combinations",
    holds(run, input) {
      const { constraints: _, include: __, ...rest } = input;
      const { value, warnings = [] } = run({ ...rest, include: "valid" });
      if (!value || warnings.some(({ code }) => code === "ROW_DROPPED")) return true;
      const sizes = value.parameters.map(({ values }) => values.length);
      const largest = sizes.toSorted((a, b) => b - a).slice(0, value.coverage.strength);
      return value.rows.length >= largest.reduce((product, size) => product * size, 1);
    },
  },
  {
    name: "each value of each factor is in some row, unless constraints forbid it",
    holds(run, input) {
      const { constraints: _, schema: __, ...rest } = input;
      const { value } = run({ ...rest, include: "valid" });
      if (!value) return true;
      const cells = new Set(
        value.rows.flatMap(({ input: row }) =>
          Object.entries(row as object).map(([name, cell]) => canonicalJson([name, cell])),
        ),
      );
      return value.parameters.every(({ name, values }) =>
        values.every((cell) => cell.absent || cells.has(canonicalJson([name, cell.value]))),
      );
    },
  },
];
