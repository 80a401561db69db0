import type { Entry } from "../_core/tool.ts";
import { addCounted } from "../_lib/results/entry-counts.ts";
import { WarningList } from "../_lib/results/entry-list.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { isExact } from "../_lib/json/tree/number.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { positionFinder } from "../_lib/text/position.ts";
import { isFiniteText, tomlTree } from "../_lib/formats/toml/data.ts";
import type { TomlDocument, TomlMomentType, TomlScalar } from "../_lib/formats/toml/tree.ts";

/** A value that JSON cannot hold as such. */
export interface TomlSpecial {
  readonly path: string;
  readonly type: TomlMomentType | "inf" | "nan" | "integer";
  /** As written. */
  readonly text: string;
}

type Warning = "BOM_REMOVED" | "TOML_INTEGER_RANGE" | "NUMBER_KEPT_AS_TEXT";

export interface TomlReport {
  readonly tree: JsonNode;
  readonly data: Record<string, unknown>;
  readonly special: TomlSpecial[];
  readonly warnings: Entry<Warning | "WARNINGS_TRUNCATED">[];
}

/** The data of a document, and what a reader of its JSON form has to know. */
export function reportToml(document: TomlDocument): TomlReport {
  const { text } = document;
  const list = new WarningList<Warning>();
  const find = positionFinder(text);
  if (text.startsWith("\ufeff")) {
    list.add("BOM_REMOVED", () => ({
      message: "A byte order mark (U+FEFF) before the text was removed",
      ...find(0),
    }));
  }
  const special: TomlSpecial[] = [];
  const tree = tomlTree(document, (scalar, pointer) => {
    const type = specialType(scalar);
    const written = text.slice(scalar.start, scalar.end);
    if (type !== undefined) special.push({ path: pointer(), type, text: written });
    if (scalar.type === "integer" && !scalar.inRange) {
      list.add("TOML_INTEGER_RANGE", () => ({
        message: "An integer does not fit into 64 bits with a sign; it is kept exactly",
        path: pointer(),
        ...find(scalar.start),
        received: written,
      }));
    }
    if (type === "inf" || type === "nan") {
      list.add("NUMBER_KEPT_AS_TEXT", () => ({
        message: "A number that JSON has no form for is kept as text",
        path: pointer(),
        received: written,
      }));
    }
  });
  const { value, warnings } = valueOf(tree);
  addCounted(list, "NUMBER_KEPT_AS_TEXT", warnings);
  return { tree, data: value as Record<string, unknown>, special, warnings: list.list() };
}

function specialType(scalar: TomlScalar): TomlSpecial["type"] | undefined {
  switch (scalar.type) {
    case "string":
    case "boolean":
      return undefined;
    case "float":
      if (isFiniteText(scalar.text)) return undefined;
      return scalar.text === "nan" ? "nan" : "inf";
    case "integer":
      return isExact(scalar.text) ? undefined : "integer";
    default:
      return scalar.type;
  }
}
