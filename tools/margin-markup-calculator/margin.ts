/** Cost, price and profit of one unit, and the two percentages that sellers speak of. */
import { Decimal } from "../_lib/numbers/decimal.ts";

/** In the order in which given ones are used. */
export const MARGIN_FIELDS = ["cost", "price", "profit", "margin", "markup"] as const;
export type MarginField = (typeof MARGIN_FIELDS)[number];

export interface Prices {
  readonly cost: Decimal;
  readonly price: Decimal;
}

const HUNDRED = new Decimal(100);

/**
 * The cost and price that two of the five say, exactly; a text says why there are none. Percent of the price is
 * `margin`, percent of the cost is `markup`.
 */
export function pricesFrom(
  [first, one]: readonly [MarginField, Decimal],
  [second, other]: readonly [MarginField, Decimal],
): Prices | string {
  const prices = solve(first, one, second, other);
  if (typeof prices === "string") return prices;
  if (prices.cost.isNegative() && !prices.cost.isZero()) return "a cost below 0";
  return prices.price.isNegative() && !prices.price.isZero() ? "a price below 0" : prices;
}

function solve(first: MarginField, one: Decimal, second: MarginField, other: Decimal) {
  switch (`${first} ${second}`) {
    case "cost price":
      return { cost: one, price: other };
    case "cost profit":
      return { cost: one, price: one.plus(other) };
    case "cost margin":
      return other.gte(HUNDRED)
        ? "no price of which so much is profit"
        : { cost: one, price: one.times(HUNDRED).div(HUNDRED.minus(other)) };
    case "cost markup":
      return { cost: one, price: one.times(HUNDRED.plus(other)).div(HUNDRED) };
    case "price profit":
      return { cost: one.minus(other), price: one };
    case "price margin":
      return { cost: one.times(HUNDRED.minus(other)).div(HUNDRED), price: one };
    case "price markup":
      return other.lte(-100)
        ? "no cost of which nothing is left"
        : { cost: one.times(HUNDRED).div(HUNDRED.plus(other)), price: one };
    case "profit margin":
      return fromShare(one, other, (price) => ({ cost: price.minus(one), price }));
    default:
      return fromShare(one, other, (cost) => ({ cost, price: cost.plus(one) }));
  }
}

function fromShare(profit: Decimal, percent: Decimal, prices: (whole: Decimal) => Prices) {
  return percent.isZero()
    ? "any price, or none, as a share of 0 % says nothing"
    : prices(profit.times(HUNDRED).div(percent));
}

/** What a margin is as a markup, below 100 %. */
export function markupOfMargin(margin: Decimal): Decimal {
  return margin.times(HUNDRED).div(HUNDRED.minus(margin));
}

/** What a markup is as a margin, above -100 %. */
export function marginOfMarkup(markup: Decimal): Decimal {
  return markup.times(HUNDRED).div(HUNDRED.plus(markup));
}

/** `part` as percent of `whole`; nothing is a percentage of 0, and of next to nothing it may be more than a number holds. */
export function shareOf(part: Decimal, whole: Decimal): Decimal | undefined {
  if (whole.isZero()) return undefined;
  const share = part.times(HUNDRED).div(whole);
  return Number.isFinite(share.toNumber()) ? share : undefined;
}
