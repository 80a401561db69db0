import type { Outcome } from "./outcome.ts";
import type { Shape } from "./shape.ts";

const ANNOTATIONS = [
  ["TITLE_CHANGED", "title"],
  ["DESCRIPTION_CHANGED", "description"],
  ["DEFAULT_CHANGED", "default"],
] as const;

/** What a schema tells about values without refusing any. */
export function compareAnnotations(before: Shape, after: Shape, outcome: Outcome): void {
  for (const [code, keyword] of ANNOTATIONS) compareOne(code, [keyword], before, after, outcome);
  compareOne("ID_CHANGED", ["$id", "id"], before, after, outcome);
}

/** `names` are those that the keyword has in one draft or another. */
function compareOne(
  code: string,
  names: readonly string[],
  before: Shape,
  after: Shape,
  outcome: Outcome,
): void {
  const [was, is] = [found(before, names), found(after, names)];
  const { ids } = before.version;
  if (was === undefined && is === undefined) return;
  if (was !== undefined && is !== undefined && ids.idOf(was.node) === ids.idOf(is.node)) return;
  const name = (is ?? was)?.name;
  outcome.annotation(code, `/${name}`, { before: was?.node, after: is?.node });
}

function found(shape: Shape, names: readonly string[]) {
  for (const name of names) {
    const node = shape.annotation(name);
    if (node !== undefined) return { name, node };
  }
  return undefined;
}
