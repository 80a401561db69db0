/** Elements of a page that begin what people copy out of one; none is the root of a format of XML. */
const ELEMENT =
  /^(?:a|article|body|br|button|div|form|h[1-6]|head|header|hr|html|img|li|main|nav|ol|p|script|section|span|style|table|tbody|td|tr|ul)$/i;

/** The name of the element that a text begins with; undefined where it begins with none. */
export function firstElement(sample: string): string | undefined {
  return /^\s*<([A-Za-z_][\w.:-]*)[\s/>]/.exec(sample)?.[1];
}

export function isOfHtml(name: string): boolean {
  return ELEMENT.test(name);
}
