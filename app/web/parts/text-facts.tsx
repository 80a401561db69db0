/** How long a text is, and whether that is too long, said before it is run. */
import { SETUP } from "../setup.ts";
import { grouped, TEXTS } from "../texts.ts";

export function TextFacts({ text }: { readonly text: string }) {
  const most = SETUP.maxInputChars;
  if (text.length > most) {
    return (
      <span class="facts warned" role="status">
        {TEXTS.tooLong(grouped(text.length), grouped(most))}
      </span>
    );
  }
  return (
    <span class="facts">
      {text === "" ? TEXTS.tool.empty : TEXTS.characters(grouped(text.length))}
    </span>
  );
}
