import type { Candidate } from "./detector.ts";
import { isPlaceholder } from "./placeholders.ts";

/** Words in the names of parameters, keys and flags whose values are secret. */
export const SECRET_NAME = [
  "pass(?:word|wd|phrase|code)|pwd|secret",
  "(?:api|access|private|signing|encryption|account|secret|master|shared|storage|consumer|deploy|app|auth|ssh|jwt|hmac|service|license|client|webhook|sas|subscription|integration|ingest|write|read|admin)[_-]?key",
  "(?:auth|access|refresh|id)[_-]?token|session[_-]?(?:id|token|key)|sessionid",
  "(?:csrf|xsrf)[_-]?token|token|credentials?|otp|pin[_-]?code|psk|bearer",
].join("|");

/** Short ones, which also have other meanings. */
export const SHORT_NAME = "(?<![a-z])(?:[a-z]{0,6}_?pass|pw|psw|passw)";

/** The same in other languages. */
export const FOREIGN_NAME =
  "passwort|kennwort|mot[_ -]?de[_ -]?passe|contrase(?:n|\u00f1)a|senha|palavra[_ -]?passe|wachtwoord|has[l\u0142]o|\u043f\u0430\u0440\u043e\u043b\u044c|\u015fifre|sifre|parola|l\u00f6senord|salasana|heslo|jelsz\u00f3|\u5bc6\u7801|\u5bc6\u78bc|\u53e3\u4ee4|\u30d1\u30b9\u30ef\u30fc\u30c9|\uBE44\uBC00\uBC88\uD638";

export function isNoPlaceholder({ value }: Candidate): boolean {
  return !isPlaceholder(value);
}
