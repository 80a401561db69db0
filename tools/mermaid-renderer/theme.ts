/** What a caller may set of the colours: values that are plainly harmless in a style sheet. */
import type { Entry } from "../_core/tool.ts";
import { beginning } from "../_lib/text/shown.ts";
import { isColour } from "./svg/colour.ts";

export const THEMES = [
  "default",
  "neutral",
  "dark",
  "forest",
  "base",
  "redux",
  "redux-dark",
  "redux-color",
  "redux-dark-color",
  "neo",
  "neo-dark",
] as const;

export const LOOKS = ["classic", "neo", "handDrawn"] as const;
export const LAYOUTS = ["dagre", "elk"] as const;

type Invalid = Entry<"THEME_VALUE_INVALID">;
type ThemeValue = string | number | boolean;

const MOST_VARIABLES = 100;
const NAME = /^[A-Za-z][A-Za-z0-9]{0,59}$/;
const LENGTH = /^(?:\d{1,6}|\d{0,6}\.\d{1,6})(?:px|em|rem|ex|pt|%)?$/;
const WEIGHT = /^(?:normal|bold|bolder|lighter|[1-9]00)$/;

function invalid(path: string, found: string, expected: string): Invalid {
  return {
    code: "THEME_VALUE_INVALID",
    message: `Cannot use ${path}: found ${found}, expected ${expected}`,
    path,
    expected,
    received: found,
  };
}

export function checkBackground(background: string): Invalid | undefined {
  if (isColour(background)) return undefined;
  return invalid("/background", shown(background), "a CSS colour or transparent");
}

export function checkVariables(variables: Readonly<Record<string, unknown>>): Invalid[] {
  const entries = Object.entries(variables);
  if (entries.length > MOST_VARIABLES) {
    return [invalid("/themeVariables", `${entries.length} variables`, `at most ${MOST_VARIABLES}`)];
  }
  return entries.flatMap(([name, value]) => {
    const path = `/themeVariables/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`;
    if (!NAME.test(name) || name === "constructor")
      return [invalid(path, shown(name), "the name of a theme variable")];
    return isThemeValue(value)
      ? []
      : [invalid(path, shown(value), "a colour, a length, a font weight, a number or a boolean")];
  });
}

function shown(value: unknown): string {
  return beginning(JSON.stringify(value) ?? "nothing", 80);
}

function isThemeValue(value: unknown): value is ThemeValue {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "string") return typeof value === "boolean";
  const plain = value.trim();
  return isColour(plain) || LENGTH.test(plain) || WEIGHT.test(plain);
}

/** A directive behind the source wins over those within it. */
export function variablesDirective(variables: Readonly<Record<string, unknown>>): string {
  if (Object.keys(variables).length === 0) return "";
  return `\n%%{init: ${JSON.stringify({ themeVariables: variables })}}%%\n`;
}
