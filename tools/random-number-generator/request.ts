/** What is to be drawn, from the fields or from one line of text. */
import type { Entry } from "../_core/tool.ts";
import { positionAt } from "../_lib/text/position.ts";
import { beginning } from "../_lib/text/shown.ts";

export type RequestProblem = Entry<"TEXT_NOT_UNDERSTOOD" | "DICE_INVALID">;

export interface Dice {
  readonly count: number;
  readonly sides: number;
  readonly added: number;
}

const DICE = /^\s*(?:(\d+)\s*)?d\s*(\d+)\s*(?:([+\-−])\s*(\d+)\s*)?$/i;
const MOST_DICE = 1000;
const MOST_SIDES = 1_000_000;

/** `3d6+2`, `d20`, `2d8-1`. */
export function readDice(text: string, path: string): Dice | RequestProblem {
  const match = DICE.exec(text);
  const [, dice = "", faces = "", sign = "+", more = "0"] = match ?? [];
  const [count, sides, size] = [Number(dice || "1"), Number(faces), Number(more)];
  const isFair = count >= 1 && count <= MOST_DICE && sides >= 1 && sides <= MOST_SIDES;
  if (match && isFair && Number.isSafeInteger(size)) {
    return { count, sides, added: sign === "+" ? size : 0 - size };
  }
  const expected = `NdS+M, N from 1 to ${MOST_DICE}, S from 1 to ${MOST_SIDES}`;
  const found = JSON.stringify(beginning(text, 40));
  const message = `Cannot roll the dice: found ${found}, expected ${expected}`;
  return { code: "DICE_INVALID", message, path, expected };
}

export type Spoken =
  | { readonly action: "integer"; readonly min: number; readonly max: number }
  | { readonly action: "dice"; readonly dice: Dice }
  | { readonly action: "coin" }
  | { readonly action: "list"; readonly items: readonly string[] };

/** Thousands may be in groups. */
const WHOLE = String.raw`[+\-−]?(?:\d{1,3}(?:,\d{3})+|\d+)`;
const RANGE = new RegExp(String.raw`^(${WHOLE})\s*(?:\.\.|-|−|–|\bto\b)\s*(${WHOLE})$`, "i");

/** A range, dice, a coin, or items between commas. */
export function readText(text: string): Spoken | RequestProblem {
  const trimmed = text.trim();
  const range = RANGE.exec(trimmed);
  if (range) {
    const [min, max] = [wholeOf(range[1]), wholeOf(range[2])];
    if (Number.isSafeInteger(min) && Number.isSafeInteger(max))
      return { action: "integer", min, max };
  }
  if (/^coin$/i.test(trimmed)) return { action: "coin" };
  if (/^\d*\s*d\s*\d/i.test(trimmed) && !trimmed.includes(",")) {
    const dice = readDice(trimmed, "/input");
    return "code" in dice ? dice : { action: "dice", dice };
  }
  const items = trimmed.split(",").map((item) => item.trim());
  if (items.length > 1 && items.every((item) => item !== "")) return { action: "list", items };
  const expected = "a range, dice, coin, or items between commas";
  return {
    code: "TEXT_NOT_UNDERSTOOD",
    message: `Cannot draw from the text: found ${JSON.stringify(beginning(trimmed, 40))}, expected ${expected}`,
    path: "/input",
    ...positionAt(text, text.length - text.trimStart().length),
    expected,
    hint: "These work: 1-100; 3d6+2; red, green, blue",
  };
}

function wholeOf(text = ""): number {
  return Number(text.replaceAll(",", "").replace("−", "-")) + 0;
}
