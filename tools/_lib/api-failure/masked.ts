import { scanSensitive } from "../detectors/scan.ts";
import { MASK, maskUrlPasswords } from "../secret-keys.ts";

/** A text to be shown: credentials in it as `***`. */
export function masked(text: string): string {
  const plain = maskUrlPasswords(text);
  let shown = "";
  let at = 0;
  for (const { start, end } of scanSensitive(plain, { categories: ["credential"] })) {
    shown += plain.slice(at, start) + MASK;
    at = end;
  }
  return shown + plain.slice(at);
}
