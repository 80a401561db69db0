/** Whether a name fits a pattern in which `*` stands for any run of characters. */
export function matchesName(pattern: string, name: string): boolean {
  const [first = "", ...parts] = pattern.split("*");
  const last = parts.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first) || name.length < first.length + last.length) return false;
  // The earliest place of each part leaves the most for those that follow.
  let at = first.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length && name.endsWith(last);
}
