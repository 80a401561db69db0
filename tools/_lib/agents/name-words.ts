/** The words that a tool's name is made of. */
import { wordsOf } from "../text/words.ts";

/** `readMailBox` and `read_mail-box` are read, mail, box. */
export function nameWords(name: string): string[] {
  return wordsOf(
    name
      .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
      .replace(/[_./-]+/g, " "),
  );
}
