import { NAME } from "./cursor.ts";

/** Whether the text is a name of XML without a prefix. */
export function isXmlName(text: string): boolean {
  NAME.lastIndex = 0;
  return NAME.test(text) && NAME.lastIndex === text.length && !text.includes(":");
}
