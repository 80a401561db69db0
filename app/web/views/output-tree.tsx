/** An output of JSON as a tree, read with every digit. */
import { useMemo } from "preact/hooks";
import { readJson } from "../../../tools/_lib/json/tree/read.ts";
import Tree from "./tree.tsx";
import { nodeOfJson } from "./tree-rows.ts";

export default function OutputTree({
  text,
  isOld,
}: {
  readonly text: string;
  readonly isOld: boolean;
}) {
  const node = useMemo(() => {
    const read = readJson(text, "json5");
    return "root" in read ? nodeOfJson(read.root) : undefined;
  }, [text]);
  return <Tree value={text} node={node} isOld={isOld} />;
}
