/** The marks that tell a model where a text from outside begins and ends. */
export const DELIMITER = /<<<(?:END )?UNTRUSTED/g;

const HASH_DIGITS = 12;

/** The text between two marks of its own, which nobody can write who does not know its hash. */
export function wrapText(text: string, sha256: string): string {
  const hash = sha256.slice(0, HASH_DIGITS);
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? "\n";
  return `<<<UNTRUSTED ${hash}>>>${lineEnd}${text}${lineEnd}<<<END UNTRUSTED ${hash}>>>`;
}
