/**
 * The RFC 8785 text of a JSON value. Members that JSON has no form for are left out, as
 * `JSON.stringify` does; a lone surrogate, which RFC 8785 refuses, is written as its escape.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) {
    return `[${value.map((element) => canonicalJson(element)).join(",")}]`;
  }
  const members: string[] = [];
  for (const key of Object.keys(value).toSorted()) {
    const member: unknown = (value as Record<string, unknown>)[key];
    if (member === undefined || typeof member === "function") continue;
    members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(",")}}`;
}
