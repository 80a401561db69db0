/** Takes what sticky patterns match, one behind the other; undefined, and no step further, where one does not. */
export function scanner(text: string): (pattern: RegExp) => RegExpExecArray | undefined {
  let at = 0;
  return (pattern) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text) ?? undefined;
    if (match) at = pattern.lastIndex;
    return match;
  };
}

/** What stands between the quotes of a quoted-string (RFC 9110, section 5.6.4). */
export function unescapeQuoted(text: string): string {
  return text.replace(/\\(.)/g, "$1");
}
