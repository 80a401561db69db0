import { scanSensitive } from "../_lib/secrets/detectors/scan.ts";
import { MASK, maskUrlPasswords } from "../_lib/secrets/secret-keys.ts";

/** Header fields whose whole value is secret, whatever its words are. */
const SECRET_FIELD =
  /((?:authorization|cookie)["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"')\]}][^\n"')\]}]*/gi;
/** `api_key=…`, `"token": "…"`. */
const SECRET_PAIR =
  /((?:pass(?:word|wd|phrase)?|secret|token|api[-_]?key|private[-_]?key|credential)[\w-]{0,40}["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"'&,;)\]}]+/gi;

/** A text to be shown: credentials in it as `***`. */
export function masked(text: string): string {
  const plain = maskUrlPasswords(text);
  let shown = "";
  let at = 0;
  for (const { start, end } of scanSensitive(plain, { categories: ["credential"] })) {
    shown += plain.slice(at, start) + MASK;
    at = end;
  }
  shown += plain.slice(at);
  return shown.replace(SECRET_FIELD, `$1${MASK}`).replace(SECRET_PAIR, `$1${MASK}`);
}
