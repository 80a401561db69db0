import type { Entry } from "../_core/tool.ts";
import { ErrorList } from "../_lib/results/entry-list.ts";
import { positionFinder } from "../_lib/text/position.ts";
import { isNumberText } from "../_lib/json/tree/number.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonNode, JsonNumber } from "../_lib/json/tree/tree.ts";

/** One error for each NaN or infinity of JSON5. */
export function nonFiniteNumbers(
  root: JsonNode,
  text: string | undefined,
): readonly Entry<"NUMBER_NOT_JSON" | "ERRORS_TRUNCATED">[] {
  const list = new ErrorList<"NUMBER_NOT_JSON">();
  const find = positionFinder(text ?? "");
  visitNumbers(root, "", (node, path) => {
    if (isNumberText(node.text)) return;
    list.add("NUMBER_NOT_JSON", () => ({
      message: `Cannot write ${node.text}: JSON has no form for it, expected a finite number`,
      path,
      ...find(node.start),
      received: node.text,
    }));
  });
  return list.list();
}

function visitNumbers(
  node: JsonNode,
  pointer: string,
  visit: (node: JsonNumber, pointer: string) => void,
): void {
  if (node.type === "number") visit(node, pointer);
  else if (node.type === "array") {
    for (const [index, item] of node.items.entries())
      visitNumbers(item, `${pointer}/${index}`, visit);
  } else if (node.type === "object") {
    for (const { key, value } of node.members)
      visitNumbers(value, appendPointer(pointer, key), visit);
  }
}
