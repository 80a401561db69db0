import type { Entry } from "../../../_core/tool.ts";
import { appendPointer } from "../../results/pointer.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { outputTooLarge } from "../../results/output-limit.ts";
import { type DataPlace, LossList, pointerOf } from "./losses.ts";
import { readEnvConfig } from "./read-env.ts";
import { readIniConfig } from "./read-ini.ts";
import { readJsonConfig } from "./read-json.ts";
import { readPropertiesConfig } from "./read-properties.ts";
import { readTomlConfig } from "./read-toml.ts";
import { readXmlConfig } from "./read-xml.ts";
import { readYamlConfig } from "./read-yaml.ts";
import type {
  ConfigSource,
  ReadOptions,
  SourceFormat,
  TargetFormat,
  Unreadable,
} from "./source.ts";
import { writeEnvConfig, writePropertiesConfig } from "./write-flat.ts";
import { writeIniConfig } from "./write-ini.ts";
import { writeTomlConfig } from "./write-toml.ts";
import { writeJsonConfig, writeYamlConfig } from "./write-tree.ts";
import { writeXmlConfig } from "./write-xml.ts";
import { type WriteOptions, type WriteProblem, Writing } from "./writing.ts";

type Reader = (text: string, options: ReadOptions) => ConfigSource | Unreadable;
type Writer = (root: JsonNode, writing: Writing) => string | undefined;

const READERS: Readonly<Record<SourceFormat, Reader>> = {
  json: (text) => readJsonConfig(text, "json"),
  jsonc: (text) => readJsonConfig(text, "jsonc"),
  json5: (text) => readJsonConfig(text, "json5"),
  yaml: readYamlConfig,
  toml: readTomlConfig,
  ini: readIniConfig,
  env: readEnvConfig,
  properties: readPropertiesConfig,
  xml: readXmlConfig,
};

const WRITERS: Readonly<Record<TargetFormat, Writer>> = {
  json: writeJsonConfig,
  yaml: writeYamlConfig,
  toml: writeTomlConfig,
  ini: writeIniConfig,
  env: writeEnvConfig,
  properties: writePropertiesConfig,
  xml: writeXmlConfig,
};

export function readConfig(
  text: string,
  format: SourceFormat,
  options: ReadOptions,
): ConfigSource | Unreadable {
  return READERS[format](text, options);
}

export type Written =
  | { readonly ok: true; readonly output: string; readonly losses: LossList }
  | {
      readonly ok: false;
      readonly error: Entry<WriteProblem["code"] | "OUTPUT_TOO_LARGE">;
      readonly losses: LossList;
    };

/** Writes what was read; takes the losses out of the source. */
export function writeConfig(
  source: ConfigSource,
  to: TargetFormat,
  options: WriteOptions,
): Written {
  const writing = new Writing(source, options);
  const output = WRITERS[to](source.root, writing);
  const losses = takeLosses(source);
  const { problem } = writing;
  if (problem !== undefined) {
    return { ok: false, error: problemEntry(problem, source.root, to), losses };
  }
  if (output === undefined) {
    return { ok: false, error: outputTooLarge(undefined, options.longest), losses };
  }
  return { ok: true, output, losses };
}

/** The losses in document order. */
function takeLosses({ root, losses }: ConfigSource): LossList {
  const list = new LossList();
  const visit = (place: DataPlace) => {
    const { node } = place;
    list.add(losses.take(node), () => pointerOf(place));
    if (node.type === "array") {
      for (const [token, item] of node.items.entries()) visit({ node: item, parent: place, token });
    } else if (node.type === "object") {
      for (const { key, value } of node.members) visit({ node: value, parent: place, token: key });
    }
  };
  visit({ node: root, parent: undefined, token: undefined });
  list.add(losses.takeRest(), () => "");
  return list;
}

function problemEntry(
  { code, node, found, expected }: WriteProblem,
  root: JsonNode,
  to: TargetFormat,
): Entry<WriteProblem["code"]> {
  const message = `Cannot write ${to}: found ${found}, expected ${expected}`;
  return { code, message, path: findNode(root, node, "") ?? "", expected };
}

function findNode(node: JsonNode, wanted: JsonNode, pointer: string): string | undefined {
  if (node === wanted) return pointer;
  if (node.type === "array") {
    for (const [index, item] of node.items.entries()) {
      const found = findNode(item, wanted, appendPointer(pointer, index));
      if (found !== undefined) return found;
    }
  } else if (node.type === "object") {
    for (const { key, value } of node.members) {
      const found = findNode(value, wanted, appendPointer(pointer, key));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
