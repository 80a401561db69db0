/** What devices use: watts and hours made kilowatt-hours. */
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
import type { Device } from "../utility-cost-estimator.ts";

const WATTS_PER_KILOWATT = fraction(1000n);
const HOURS_PER_DAY = fraction(24n);
const DAYS_PER_WEEK = fraction(7n);
const HUNDRED = fraction(100n);

/** Kilowatt-hours a day, the idle hours of its unused days included. */
export function dailyUse(device: Device): Fraction {
  const { daysPerWeek, quantity, dutyCycle, standbyWatts } = device;
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
