/** Impacts in the index are whole numbers, a thousandth each. */
export const IMPACT_SCALE = 1000;
