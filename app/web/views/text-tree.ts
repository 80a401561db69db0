/** A text of JSON or YAML as places: each member knows where it begins. */
import { readJson } from "../../../tools/_lib/json/tree/read.ts";
import type { JsonNode } from "../../../tools/_lib/json/tree/tree.ts";
import { parseYaml } from "../../../tools/_lib/formats/yaml/stream.ts";
import type { YamlNode } from "../../../tools/_lib/formats/yaml/tree.ts";

export interface Spot {
  /** Offset in the text: of its key, where it has one. */
  readonly start: number;
  child(token: string): Spot | undefined;
}

/** Undefined for a text that is neither. */
export function readDocumentNodes(text: string): Spot | undefined {
  const json = readJson(text, "json5");
  if ("root" in json) return spotOfJson(json.root, json.root.start);
  if (/^\s*[[{]/.test(text)) return spotOfLines(text);
  const { stream, problems } = parseYaml(text);
  const root = stream?.documents[0]?.root;
  return problems.length === 0 && root ? spotOfYaml(root, root.start) : undefined;
}

function spotOfJson(node: JsonNode, start: number): Spot {
  return {
    start,
    child(token) {
      if (node.type === "array") {
        const item = /^\d+$/.test(token) ? node.items[Number(token)] : undefined;
        return item && spotOfJson(item, item.start);
      }
      if (node.type !== "object") return undefined;
      const member = node.members.find(({ key }) => key === token);
      return member && spotOfJson(member.value, member.keyStart);
    },
  };
}

function spotOfYaml(node: YamlNode, start: number): Spot {
  return {
    start,
    child(token) {
      if (node.type === "alias") {
        const target = node.anchor?.node;
        return target && spotOfYaml(target, target.start).child(token);
      }
      if (node.type === "sequence") {
        const item = /^\d+$/.test(token) ? node.items[Number(token)] : undefined;
        return item && spotOfYaml(item.node, item.start);
      }
      if (node.type !== "mapping") return undefined;
      const entry = node.entries.find(({ key }) => key.type === "scalar" && key.value === token);
      return entry && spotOfYaml(entry.value, entry.start);
    },
  };
}

/** JSON Lines: the index is the line's. */
function spotOfLines(text: string): Spot | undefined {
  const starts: number[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    if (line.trim() !== "") starts.push(at);
    at += line.length + 1;
  }
  return {
    start: 0,
    child(token) {
      const start = /^\d+$/.test(token) ? starts[Number(token)] : undefined;
      if (start === undefined) return undefined;
      const line = text.slice(start).split("\n", 1)[0] ?? "";
      const read = readJson(line, "json5");
      return "root" in read ? shifted(spotOfJson(read.root, 0), start) : { start, child: none };
    },
  };
}

const none = (): undefined => undefined;

function shifted(spot: Spot, by: number): Spot {
  return {
    start: spot.start + by,
    child(token) {
      const child = spot.child(token);
      return child && shifted(child, by);
    },
  };
}
