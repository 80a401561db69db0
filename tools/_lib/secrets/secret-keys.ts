/** What stands for a secret. */
export const MASK = "***";

const SECRET_KEY =
  /pass(?:word|wd|phrase)?|secret|token|api[-_]?key|private[-_]?key|credential|authorization|cookie/i;
const URL_PASSWORD = /(:\/\/[^\s/?#:@]*:)[^\s/?#]*(@)/g;

/** Whether the name of a field says that what it holds is secret. */
export function isSecretKey(key: string): boolean {
  return SECRET_KEY.test(key);
}

/** Data to be shown: every scalar at or below a key that says it is secret, and the password of every URL, as `***`. */
export function maskSecrets(value: unknown, key = ""): unknown {
  return masked(value, isSecretKey(key));
}

function masked(value: unknown, isSecret: boolean): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => masked(item, isSecret));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, masked(item, isSecret || isSecretKey(key))]),
    );
  }
  if (isSecret) return MASK;
  return typeof value === "string" ? maskUrlPasswords(value) : value;
}

/** Text with the password of every URL in it as `***`. */
export function maskUrlPasswords(text: string): string {
  return text.replace(URL_PASSWORD, `$1${MASK}$2`);
}

/** Whether a pointer's tokens lead to a secret. */
export function isSecretPlace(tokens: readonly string[]): boolean {
  return tokens.some(isSecretKey);
}
