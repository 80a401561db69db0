/** Which of several replies counts, and where they differ. */
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import { appendPointer, byCodeUnit, comparePointers } from "../../tools/_lib/results/pointer.ts";
import type { Disagreement } from "../structured-output-recovery-kit.ts";
import { GRADES, type Reply } from "./reply.ts";

/** The reply that counts; where none can be used, the first. */
export function chooseReply(replies: readonly Reply[], by: "best" | "majority"): Reply {
  const usable = replies.filter(isUsable);
  const [first] = replies;
  if (first === undefined) throw new Error("There is no reply to choose from");
  if (usable.length === 0) return first;
  const ranked = usable.toSorted(compareReplies);
  return by === "best" ? (ranked[0] as Reply) : mostShared(ranked);
}

export function isUsable({ grade }: Reply): boolean {
  return grade !== "failed";
}

/** By grade, then fewest lossy changes, fewest changes, earliest. */
function compareReplies(left: Reply, right: Reply): number {
  return (
    GRADES.indexOf(left.grade) - GRADES.indexOf(right.grade) ||
    left.lossyChanges - right.lossyChanges ||
    left.changes.length - right.changes.length ||
    left.index - right.index
  );
}

/** The best reply with the value that most share; of two values as common, the one with the better reply. */
function mostShared(ranked: readonly Reply[]): Reply {
  const groups = new Map<string, Reply[]>();
  for (const reply of ranked) {
    const text = canonicalJson(reply.data);
    const group = groups.get(text);
    if (group === undefined) groups.set(text, [reply]);
    else group.push(reply);
  }
  let most: readonly Reply[] = [];
  for (const group of groups.values()) if (group.length > most.length) most = group;
  return most[0] as Reply;
}

interface Vote {
  readonly text: string | undefined;
  readonly value: unknown;
  readonly replies: number[];
}

/** Every place where the replies that can be used do not all have the same scalar or empty container. */
export function disagreementsOf(replies: readonly Reply[]): Disagreement[] {
  const usable = replies.filter(isUsable);
  const leaves = usable.map(({ data }) => leavesOf(data));
  const paths = new Set(leaves.flatMap((found) => [...found.keys()]));
  const disagreements: Disagreement[] = [];
  for (const path of paths) {
    const votes = new Map<string | undefined, Vote>();
    for (const [place, { index }] of usable.entries()) {
      const leaf = leaves[place] as ReadonlyMap<string, unknown>;
      const text = leaf.has(path) ? canonicalJson(leaf.get(path)) : undefined;
      const vote = votes.get(text) ?? { text, value: leaf.get(path), replies: [] };
      votes.set(text, vote);
      vote.replies.push(index);
    }
    if (votes.size > 1) disagreements.push({ path, values: [...votes.values()].map(shown) });
  }
  for (const { values } of disagreements) values.sort(compareVotes);
  return disagreements.toSorted((left, right) =>
    comparePointers(left.path, right.path, byCodeUnit),
  );
}

type ShownVote = Disagreement["values"][number];

function shown({ text, value, replies }: Vote): ShownVote {
  return { ...(text === undefined ? {} : { value }), votes: replies.length, replies };
}

function compareVotes(left: ShownVote, right: ShownVote): number {
  return right.votes - left.votes || (left.replies[0] ?? 0) - (right.replies[0] ?? 0);
}

/** The scalars and empty containers of a value by their pointers. */
function leavesOf(root: unknown): ReadonlyMap<string, unknown> {
  const leaves = new Map<string, unknown>();
  const stack: { readonly value: unknown; readonly path: string }[] = [{ value: root, path: "" }];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { value, path } = entry;
    const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
    if (members.length === 0) leaves.set(path, value);
    for (const [key, member] of members) {
      stack.push({ value: member, path: appendPointer(path, key) });
    }
  }
  return leaves;
}
