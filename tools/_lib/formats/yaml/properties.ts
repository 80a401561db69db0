import { endOfMatch } from "../../text/position.ts";
import { shortened } from "../../text/shown.ts";
import { isFlowIndicator, NO_PROPERTIES, type Source } from "./source.ts";
import type { Gap, Properties, YamlAlias, YamlAnchor, YamlNode, YamlTag } from "./tree.ts";

const LONGEST_NAME = 41;
const CORE_PREFIX = "tag:yaml.org,2002:";
const HANDLE = /!(?:[0-9A-Za-z-]*!)?/y;
/** The characters of a tag's end: those of a URI without `!` and the flow indicators. */
const SUFFIX = /(?:[0-9A-Za-z\-#;/?:@&=+$_.~*'()]|%[0-9A-Fa-f]{2})*/y;
const URI = /(?:[0-9A-Za-z\-#;/?:@&=+$,_.!~*'()[\]]|%[0-9A-Fa-f]{2})*/y;

/** Reads the anchor and the tag that stand here on one line, and the blanks behind them. */
export function readProperties(source: Source, flow: boolean): Properties {
  let properties = NO_PROPERTIES;
  for (;;) {
    const character = source.text.charAt(source.at);
    if (character !== "&" && character !== "!") return properties;
    const read = character === "&" ? readAnchor(source) : readTag(source);
    properties = joinProperties(source, properties, read);
    const closed = flow && ",]}".includes(source.text.charAt(source.at));
    if (!source.isSpaceAt(source.at) && !closed) source.reject(source.at, "a space");
    source.skipBlanks();
  }
}

/** Both lists as one; a second anchor or tag is refused. */
export function joinProperties(
  source: Source,
  first: Properties,
  second: Properties | YamlAnchor | YamlTag,
  gap?: Gap,
): Properties {
  const list = "list" in second ? second.list : [second];
  let joined = first;
  for (const [index, property] of list.entries()) {
    const repeated = property.type === "anchor" ? joined.anchor : joined.tag;
    if (repeated !== undefined) {
      source.reject(property.start, "the node", `a second ${property.type} of one node`);
    }
    if (index === 0) property.gap = gap;
    joined = {
      list: [...joined.list, property],
      anchor: property.type === "anchor" ? property : joined.anchor,
      tag: property.type === "tag" ? property : joined.tag,
    };
  }
  return joined;
}

/** Gives a node its properties, and its anchor the node. */
export function withProperties<T extends YamlNode>(node: T, properties: Properties): T {
  if (properties === NO_PROPERTIES) return node;
  const named = { ...node, properties };
  if (properties.anchor !== undefined) properties.anchor.node = named;
  return named;
}

/** Reads the alias that begins here. */
export function readAlias(source: Source): YamlAlias {
  const start = source.at;
  const name = readName(source);
  const anchor = source.named.get(name);
  const alias: YamlAlias = {
    type: "alias",
    start,
    end: source.at,
    name,
    anchor,
    properties: NO_PROPERTIES,
    gap: undefined,
    contentGap: undefined,
    after: undefined,
  };
  source.aliases.push(alias);
  if (anchor === undefined) {
    source.problems.push({
      code: "YAML_UNDEFINED_ALIAS",
      offset: start,
      found: `the alias *${shortened(name, LONGEST_NAME)}`,
      expected: "an anchor of that name before it",
      received: `*${name}`,
    });
  }
  return alias;
}

function readAnchor(source: Source): YamlAnchor {
  const start = source.at;
  const name = readName(source);
  const anchor: YamlAnchor = {
    type: "anchor",
    start,
    end: source.at,
    name,
    node: undefined,
    gap: undefined,
  };
  source.anchors.push(anchor);
  source.named.set(name, anchor);
  return anchor;
}

function readName(source: Source): string {
  const start = ++source.at;
  while (!source.isSpaceAt(source.at) && !isFlowIndicator(source.unit())) source.at++;
  if (source.at === start) source.reject(start, "the name of an anchor");
  return source.text.slice(start, source.at);
}

function readTag(source: Source): YamlTag {
  const start = source.at;
  const name = source.text.charAt(start + 1) === "<" ? readVerbatim(source) : readShorthand(source);
  return { type: "tag", start, end: source.at, name, gap: undefined };
}

function readVerbatim(source: Source): string {
  const start = source.at + 2;
  source.at = endOfMatch(URI, source.text, start);
  const name = source.text.slice(start, source.at);
  if (name === "" || name === "!" || source.text.charAt(source.at) !== ">") {
    source.reject(source.at, name === "" || name === "!" ? "a tag" : '">"');
  }
  source.at++;
  return name;
}

function readShorthand(source: Source): string {
  const { text, at: start } = source;
  const handleEnd = endOfMatch(HANDLE, text, start);
  const handle = text.slice(start, handleEnd);
  source.at = endOfMatch(SUFFIX, text, handleEnd);
  const suffix = text.slice(handleEnd, source.at);
  if (suffix === "") {
    if (handle !== "!") source.reject(source.at, "the name of a tag");
    return "!";
  }
  const prefix = source.handles.get(handle) ?? (handle === "!!" ? CORE_PREFIX : undefined);
  if (prefix !== undefined) return prefix + decode(suffix);
  if (handle === "!") return handle + decode(suffix);
  const expected = `a %TAG directive for ${handle}`;
  return source.reject(
    start,
    expected,
    `the tag handle ${shortened(handle, LONGEST_NAME)} without a prefix`,
  );
}

/** The suffix with its %-escapes of UTF-8 bytes read; where they are none it stays as it is. */
function decode(suffix: string): string {
  if (!suffix.includes("%")) return suffix;
  const bytes: number[] = [];
  for (let at = 0; at < suffix.length; at++) {
    const escaped = suffix.charAt(at) === "%";
    bytes.push(escaped ? Number.parseInt(suffix.slice(at + 1, at + 3), 16) : suffix.charCodeAt(at));
    if (escaped) at += 2;
  }
  const decoded = new TextDecoder().decode(Uint8Array.from(bytes));
  return decoded.includes("\ufffd") ? suffix : decoded;
}
