/** Credentials and personal data, by the detectors of sensitive-log-redaction-evidence. */
import type { Category } from "../_lib/secrets/detectors/detector.ts";
import { scanSensitive } from "../_lib/secrets/detectors/scan.ts";
import type { Sighting } from "./sighting.ts";

const PERSONAL: readonly Category[] = ["pii", "financial"];

export function findSensitive(text: string, checkPii: boolean): Sighting[] {
  const categories: Category[] = checkPii ? ["credential", ...PERSONAL] : ["credential"];
  const spans = scanSensitive(text, { categories });
  const isSecret = ({ category }: { category: Category }) => category === "credential";
  return [
    ...valuesOf("SECRET_PRESENT", text, spans.filter(isSecret)),
    ...valuesOf(
      "PII_PRESENT",
      text,
      spans.filter((span) => !isSecret(span)),
    ),
  ];
}

/** Counts values, not how often each stands in the text. */
function valuesOf(
  code: "SECRET_PRESENT" | "PII_PRESENT",
  text: string,
  spans: readonly { readonly start: number; readonly end: number }[],
): Sighting[] {
  const values = new Set(spans.map(({ start, end }) => text.slice(start, end)));
  const [first] = spans;
  return first ? [{ code, count: values.size, offset: first.start }] : [];
}
