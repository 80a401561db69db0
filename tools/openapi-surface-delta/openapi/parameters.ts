import { firstMediaType, isJsonMediaType } from "./media-types.ts";
import { resolve } from "./document.ts";
import { isSet, itemsOf, memberOf, type Site, textOf } from "./site.ts";
import type { Endpoint } from "./surface.ts";

export interface Parameter {
  readonly site: Site;
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Site | undefined;
  /** Its values are written as text, not as JSON. */
  readonly isText: boolean;
  /** An array is written as the repeated parameter, so that one value is an array of one. */
  readonly isExploded: boolean;
}

/** The operation's parameters and those it inherits, by place: of a path parameter the name does not count. */
export function parametersOf(endpoint: Endpoint): Map<string, Parameter> {
  const { document, path, operation, items } = endpoint;
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
  const parameters = new Map<string, Parameter>();
  for (const holder of [operation, ...items]) {
    for (const item of itemsOf(memberOf(holder, "parameters"))) {
      const site = resolve(document, item);
      const [name, place] = [textOf(site, "name"), textOf(site, "in")];
      if (name === undefined || place === undefined) continue;
      const key = keyOf(place, name, names);
      if (!parameters.has(key)) parameters.set(key, read(site, name, place));
    }
  }
  return parameters;
}

function keyOf(place: string, name: string, names: readonly string[]): string {
  if (place === "header") return `header ${name.toLowerCase()}`;
  const position = place === "path" ? names.indexOf(name) : -1;
  return position < 0 ? `${place} ${name}` : `path ${position}`;
}

function read(site: Site, name: string, place: string): Parameter {
  const media = firstMediaType(memberOf(site, "content"));
  const style = textOf(site, "style") ?? (/^(?:query|cookie)$/.test(place) ? "form" : "simple");
  const explode = memberOf(site, "explode")?.node ?? style === "form";
  return {
    site,
    name,
    in: place,
    required: place === "path" || isSet(site, "required"),
    schema: memberOf(site, "schema") ?? (media && memberOf(media.site, "schema")),
    isText: media === undefined || !isJsonMediaType(media.name),
    isExploded: media === undefined && style === "form" && explode === true,
  };
}
