import { redactSensitive } from "../_lib/secrets/detectors/redact.ts";
import { removeUnseen } from "./characters.ts";
import { removeActiveHtml } from "./html.ts";

/** The text without what is not seen, without active HTML and comments, its credentials as tokens. */
export function sanitize(text: string): string {
  // Credentials come last: what was removed before may have cut one in two.
  const visible = removeActiveHtml(removeUnseen(text));
  return redactSensitive(visible, { categories: ["credential"], entropy: "off" }).text;
}
