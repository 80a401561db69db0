/** What the objects of a PDF file are made of. */
import { PDFArray, PDFName, type PDFObject } from "@cantoo/pdf-lib";

export const name = (text: string): PDFName => PDFName.of(text);

/** The items of an array, each as it is, not where; none of anything else. */
export function itemsOf(value: PDFObject | undefined): readonly (PDFObject | undefined)[] {
  if (!(value instanceof PDFArray)) return [];
  return Array.from({ length: value.size() }, (_, index) => value.lookup(index));
}
