/** What a caller wants found and how: the options of a run, or everything that is wrong with them. */
import type { Entry } from "../_core/tool.ts";
import { counted } from "../_lib/text/plural.ts";
import { outOfBounds } from "../_lib/results/input-invalid.ts";
import { readList, readWords } from "../_lib/fields/list-field.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { compileRegex, REGEX_STEPS } from "../_lib/text/regex/regex.ts";
import { CustomPattern } from "../_lib/secrets/detectors/custom.ts";
import { CATEGORIES, type Category } from "../_lib/secrets/detectors/detector.ts";
import type { RedactOptions } from "../_lib/secrets/detectors/redact.ts";
import { DETECTORS } from "../_lib/secrets/detectors/table.ts";
import type { Failure, Input } from "../sensitive-log-redaction-evidence.ts";

type List = string | readonly string[];

export interface Choice {
  readonly options: RedactOptions;
  /** In the order of failure codes; no text of the input stands in them. */
  readonly errors: readonly Entry<Failure>[];
}

export function readChoice(input: Input): Choice {
  const { tokenStyle, salt = "", entropy } = input;
  const errors: Entry<Failure>[] = [];
  const categories = readCategories(input.categories, errors);
  const allowValues = readAllowed(input.allowValues, errors);
  const customPatterns = readPatterns(input.customPatterns ?? [], errors);
  if (tokenStyle === "keyed" && salt === "") errors.push(saltRequired());
  const detectors = readDetectors("detectors", input.detectors, errors);
  const skipDetectors = readDetectors("skipDetectors", input.skipDetectors, errors);
  const options = {
    allowValues,
    customPatterns,
    entropy,
    ...(categories && { categories }),
    ...(detectors && { detectors }),
    ...(skipDetectors && { skipDetectors }),
    ...(tokenStyle === "keyed" && { salt }),
  };
  return { options, errors };
}

/** Problems of bounds are reported as the runner reports those of the schema. */
export function failureOf(
  { code, message }: Entry<Failure>,
  count: number,
): { error?: { code: "TOOL_INPUT_INVALID"; message: string } } {
  if (code !== "FORM" && code !== "RANGE") return {};
  const found = counted(count, "problem");
  return {
    error: {
      code: "TOOL_INPUT_INVALID",
      message: `Cannot run with this input: ${found}, first: ${message}`,
    },
  };
}

function readCategories(field: List | undefined, errors: Entry<Failure>[]): Category[] | undefined {
  const words = readWords(field ?? "").map((word) => word.toLowerCase());
  const expected = CATEGORIES.join(", ");
  for (const [index, word] of words.entries()) {
    if (isCategory(word)) continue;
    const message = `Cannot use category ${index + 1}: found an unknown word, expected one of ${expected}`;
    errors.push({
      code: "FORM",
      message,
      path: "/categories",
      expected,
      ...hintFor(word, CATEGORIES),
    });
  }
  return words.length === 0 ? undefined : words.filter(isCategory);
}

function isCategory(word: string): word is Category {
  return CATEGORIES.some((category) => category === word);
}

export const MOST_ALLOWED = 200;

function readAllowed(field: List | undefined, errors: Entry<Failure>[]): string[] {
  const values = readList(field ?? "");
  if (values.length > MOST_ALLOWED) {
    errors.push(outOfBounds("/allowValues", `${values.length} values`, `at most ${MOST_ALLOWED}`));
  }
  return values;
}

function readPatterns(
  fields: NonNullable<Input["customPatterns"]>,
  errors: Entry<Failure>[],
): CustomPattern[] {
  return fields.flatMap(({ name, pattern, flags = "" }, index) => {
    const compiled = compileRegex(pattern, flags);
    if (compiled.ok) return [new CustomPattern(name, compiled.regex)];
    const { code, reason, offset } = compiled.problem;
    const field = code === "REGEX_FLAGS" ? "flags" : "pattern";
    errors.push({
      code: "PATTERN_INVALID",
      message: `Cannot compile custom pattern ${index + 1}: ${reason}, found in its ${field} at offset ${offset}, expected a JavaScript regular expression`,
      path: `/customPatterns/${index}/${field}`,
      line: 1,
      column: offset + 1,
      offset,
    });
    return [];
  });
}

function saltRequired(): Entry<"SALT_REQUIRED"> {
  return {
    code: "SALT_REQUIRED",
    message: "Cannot make keyed tokens: found no salt, expected a secret text",
    path: "/salt",
    hint: "Give a salt, or take tokenStyle numbered",
  };
}

const IDS: ReadonlySet<string> = new Set(DETECTORS.map(({ id }) => id));
const MOST_UNKNOWN = 100;

function readDetectors(
  name: "detectors" | "skipDetectors",
  field: List | undefined,
  errors: Entry<Failure>[],
): string[] | undefined {
  const words = readWords(field ?? "").map((word) => word.toLowerCase());
  const unknown = words.flatMap((word, index) => (IDS.has(word) ? [] : [{ word, index }]));
  for (const { word, index } of unknown.slice(0, MOST_UNKNOWN)) {
    errors.push({
      code: "DETECTOR_UNKNOWN",
      message: `Cannot find detector ${index + 1}: found an unknown id in ${name}, expected one of ${IDS.size} such as github-token`,
      path: `/${name}`,
      ...hintFor(word, IDS),
    });
  }
  return words.length === 0 ? undefined : words;
}

function hintFor(word: string, known: Iterable<string>): { hint?: string } {
  const near = nearest(word, known);
  return near.length === 0 ? {} : { hint: `Did you mean ${near.join(", ")}?` };
}

export function budgetExceeded(): Entry<"REGEX_BUDGET_EXCEEDED"> {
  return {
    code: "REGEX_BUDGET_EXCEEDED",
    message: `Cannot search: a custom pattern takes more than ${REGEX_STEPS} steps, expected fewer`,
    path: "/customPatterns",
    expected: REGEX_STEPS,
    hint: "Shorten the text, or make the pattern's repetitions exclude one another",
  };
}
