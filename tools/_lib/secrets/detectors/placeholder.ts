import type { Candidate } from "./detector.ts";

const FILLER = /^(?:\*+|\.+|x{3,})$/i;
/** Of templates and shells: `<token>`, `{{token}}`, `${TOKEN}`, `$(cat token)`, `$TOKEN`, `%token%`, `%(token)s`. */
const TEMPLATE = /^(?:[<[{]|\$[{(]|\$[A-Z_][A-Z0-9_]*(?![A-Za-z0-9_])|%[A-Za-z_(])/;
const WORD =
  /^(?:null|none|nil|undefined|true|false|redacted|hidden|masked|n\/a|empty|required|string)$/i;

/** Whether a text only stands for a secret. */
export function isPlaceholder(value: string): boolean {
  return FILLER.test(value) || TEMPLATE.test(value) || WORD.test(value);
}

export function isNoPlaceholder({ value }: Candidate): boolean {
  return !isPlaceholder(value);
}

const PLAIN_NUMBER = /^[+-]?[0-9]+(?:\.[0-9]+)?$/;
/** Keys whose numbers are secret. */
const PASSWORD_KEY = /pass|pwd|otp|pin/i;

/** A bare number is a count or a limit (`token=4521`), except where passwords and codes stand. */
export function isAssignedSecret({ value, before, group }: Candidate): boolean {
  if (isPlaceholder(value)) return false;
  return group !== "s3" || !PLAIN_NUMBER.test(value) || PASSWORD_KEY.test(before);
}
