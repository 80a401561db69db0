/** What is shown of a long text is cut by text/shown.ts: a cut by hand parts surrogate pairs. */
import { parse } from "@babel/parser";
import { type Node, type TraversalAncestors, traverse } from "@babel/types";
import { Glob } from "bun";
import { expect, test } from "bun:test";

const CUTS = new Set(["slice", "substr", "substring"]);
const THE_CLIPPER = "tools/_lib/text/shown.ts";

/** Cuts at the beginning of a text that go into a JSON string, through one, or before an ellipsis. */
function cutsByHand(source: string): string[] {
  const cuts: string[] = [];
  const sourceOf = ({ start, end }: Node) => source.slice(start ?? 0, end ?? 0);
  traverse(parse(source, { sourceType: "module", plugins: ["typescript"] }), (node, ancestors) => {
    if (node.type !== "CallExpression" && node.type !== "OptionalCallExpression") return;
    const { callee, arguments: given } = node;
    if (callee.type !== "MemberExpression" && callee.type !== "OptionalMemberExpression") return;
    if (!CUTS.has(sourceOf(callee.property))) return;
    if (given.length < 2 || given[0] === undefined || sourceOf(given[0]) !== "0") return;
    const parent = ancestors.at(-1)?.node;
    const isInJson =
      parent?.type === "CallExpression" && sourceOf(parent.callee) === "JSON.stringify";
    const isThroughJson = sourceOf(callee.object).includes("JSON.stringify(");
    if (isInJson || isThroughJson || isBeforeEllipsis(ancestors)) cuts.push(sourceOf(node));
  });
  return cuts;
}

function isBeforeEllipsis(ancestors: TraversalAncestors): boolean {
  const { node, key, index = 0 } = ancestors.at(-1) ?? {};
  if (node?.type === "TemplateLiteral") {
    return node.quasis[index + 1]?.value.raw.startsWith("…") ?? false;
  }
  const isLeft = node?.type === "BinaryExpression" && key === "left";
  return isLeft && node.right.type === "StringLiteral" && node.right.value.startsWith("…");
}

test("no text is cut by hand where it is shown", async () => {
  const found: string[] = [];
  for (const file of [...new Glob("{app,kits,tools}/**/*.ts").scanSync(".")].toSorted()) {
    if (file === THE_CLIPPER || /\.gen\.|\.d\.ts$/.test(file)) continue;
    for (const cut of cutsByHand(await Bun.file(file).text())) found.push(`${file}: ${cut}`);
  }
  expect(found).toEqual([]);
});

test("a cut by hand is found", () => {
  const planted = [
    "JSON.stringify(name.slice(0, 60))",
    "JSON.stringify(\n  name?.slice(0, LONGEST),\n)",
    "(JSON.stringify(value) ?? '').slice(0, 40)",
    "`${name.slice(0, 60)}… is too long`",
    'name.substring(0, 60) + "…"',
  ];
  for (const cut of planted) expect(cutsByHand(`export const shown = ${cut};`)).toHaveLength(1);
  const others = [
    "beginning(name, 60)",
    "JSON.stringify(list.slice(1, 2))",
    "names.slice(0, 3).join() + '…'",
  ];
  for (const other of others) expect(cutsByHand(`export const shown = ${other};`)).toEqual([]);
});
