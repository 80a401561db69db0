/** The rows of an amortization schedule as they are published, by payments or by years. */
import { type TProperties, Type } from "@sinclair/typebox";
import type { Installment } from "../annuity.ts";
import { Decimal, sumOf } from "../../numbers/decimal.ts";
import { moneyNumber } from "../amount.ts";

export const SCHEDULE_KINDS = ["none", "yearly", "full"] as const;
export type ScheduleKind = (typeof SCHEDULE_KINDS)[number];

/** A date, or null where there is no start. */
export const OPTIONAL_DATE = Type.Union([Type.String(), Type.Null()]);

/** What a row of any loan says, before its balance. */
export const ROW_PARTS = {
  interest: Type.Number(),
  principal: Type.Number({ description: "Without extra" }),
  extra: Type.Number(),
};

/** The schema of a schedule whose rows have these parts. */
export const scheduleValue = <P extends TProperties>(parts: P) =>
  Type.Array(
    Type.Union([
      Type.Object({ year: Type.Integer(), payments: Type.Number(), ...parts }),
      Type.Object({
        period: Type.Integer(),
        date: OPTIONAL_DATE,
        payment: Type.Number(),
        ...parts,
      }),
    ]),
  );

export interface ScheduleView {
  readonly kind: ScheduleKind;
  readonly paymentsPerYear: number;
  dateOf(payment: number): string | null;
}

type Parts<P extends string> = Record<P | "balance", number>;
export type ScheduleRow<P extends string> = Parts<P> &
  (
    | { readonly year: number; readonly payments: number }
    | { readonly period: number; readonly date: string | null; readonly payment: number }
  );

/** One row for each payment or year, with the sums of `parts` and the balance that is left. */
export function writeSchedule<P extends string>(
  rows: readonly (Installment & Record<P, Decimal>)[],
  parts: readonly P[],
  { kind, paymentsPerYear, dateOf }: ScheduleView,
): ScheduleRow<P>[] {
  const partsOf = (some: typeof rows): Parts<P> => {
    const sums = parts.map((part) => [part, moneyNumber(sumOf(some, (row) => row[part]))] as const);
    const balance = moneyNumber(some.at(-1)?.balance ?? new Decimal(0));
    return { ...Object.fromEntries(sums), balance } as Parts<P>;
  };
  if (kind === "none") return [];
  if (kind === "full") {
    return rows.map((row) => ({
      period: row.period,
      date: dateOf(row.period),
      payment: moneyNumber(row.payment),
      ...partsOf([row]),
    }));
  }
  return Array.from({ length: Math.ceil(rows.length / paymentsPerYear) }, (_, index) => {
    const some = rows.slice(index * paymentsPerYear, (index + 1) * paymentsPerYear);
    const payments = moneyNumber(sumOf(some, ({ payment }) => payment));
    return { year: index + 1, payments, ...partsOf(some) };
  });
}
