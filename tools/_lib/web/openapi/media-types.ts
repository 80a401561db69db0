import { membersOf, type Site } from "./site.ts";

export interface MediaType {
  /** As in the document. */
  readonly name: string;
  readonly site: Site;
}

/** The media types of a `content`, by name in lower case without parameters; those of one name are numbered. */
export function mediaTypesOf(content: Site | undefined): Map<string, MediaType> {
  const types = new Map<string, MediaType>();
  const counts = new Map<string, number>();
  for (const [name, site] of membersOf(content)) {
    const plain = name.split(";", 1).join("").trim().toLowerCase();
    const count = counts.get(plain) ?? 0;
    counts.set(plain, count + 1);
    types.set(count === 0 ? plain : `${plain} ${count}`, { name, site });
  }
  return types;
}

export function firstMediaType(content: Site | undefined): MediaType | undefined {
  return mediaTypesOf(content).values().next().value;
}

/** `application/json` and all that end in `+json`. */
export function isJsonMediaType(name: string): boolean {
  return /[/+]json$/.test(name.split(";", 1).join("").trim().toLowerCase());
}
