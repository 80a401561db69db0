/** What devices use: watts and hours made kilowatt-hours. */
import { type Static, Type } from "@sinclair/typebox";
import {
  add,
  divide,
  type Fraction,
  fraction,
  fractionOf,
  multiply,
  subtract,
  ZERO,
} from "../_lib/numbers/fraction.ts";

const DEVICE = Type.Object({
  name: Type.Optional(Type.String()),
  watts: Type.Number({ minimum: 0, maximum: 1e9 }),
  hoursPerDay: Type.Number({ minimum: 0, maximum: 24 }),
  daysPerWeek: Type.Optional(Type.Number({ minimum: 0, maximum: 7 })),
  quantity: Type.Optional(Type.Number({ minimum: 0, maximum: 1e15 })),
  dutyCycle: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  standbyWatts: Type.Optional(Type.Number({ minimum: 0, maximum: 1e9 })),
});

export const DEVICES = Type.Array(DEVICE, { minItems: 1, maxItems: 500 });
export type Device = Static<typeof DEVICE>;

const WATTS_PER_KILOWATT = fraction(1000n);
const HOURS_PER_DAY = fraction(24n);
const DAYS_PER_WEEK = fraction(7n);
const HUNDRED = fraction(100n);

/** Kilowatt-hours a day, the idle hours of its unused days included. */
export function dailyUse(device: Device): Fraction {
  const { daysPerWeek = 7, quantity = 1, dutyCycle = 100, standbyWatts = 0 } = device;
  const active = divide(
    multiply(fractionOf(device.hoursPerDay), fractionOf(daysPerWeek)),
    DAYS_PER_WEEK,
  );
  const idle = subtract(HOURS_PER_DAY, active);
  const power = divide(multiply(fractionOf(device.watts), fractionOf(dutyCycle)), HUNDRED);
  const wattHours = add(multiply(power, active), multiply(fractionOf(standbyWatts), idle));
  return divide(multiply(fractionOf(quantity), wattHours), WATTS_PER_KILOWATT);
}

export function sumOf(amounts: readonly Fraction[]): Fraction {
  return amounts.reduce(add, ZERO);
}
