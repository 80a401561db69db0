/** Servers of one name in one file: a client reads the last of them, and none is to be lost. */
import {
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
} from "../../tools/_lib/json/tree/tree.ts";

export const ROOTS = ["mcpServers", "mcp_servers", "servers", "context_servers"] as const;

/** The tree with one list of servers, in which each has a name; the last of a name keeps it, as clients read it. */
export function keptApart(root: JsonNode): JsonNode {
  if (root.type !== "object") return root;
  const members = ROOTS.reduce<readonly JsonMember[]>(joined, root.members);
  return {
    ...root,
    members: members.map((member) => {
      const { key, value } = member;
      if (value.type !== "object") return member;
      if (key === "mcp") return { ...member, value: keptApart(value) };
      return isRoot(key) ? { ...member, value: named(value) } : member;
    }),
  };
}

function isRoot(key: string): boolean {
  return ROOTS.some((root) => root === key);
}

/** Lists of the same name as one, in the place of the first. */
function joined(members: readonly JsonMember[], root: string): readonly JsonMember[] {
  const lists = members.filter(({ key, value }) => key === root && value.type === "object");
  const [first] = lists;
  if (first === undefined || lists.length === 1 || first.value.type !== "object") return members;
  const all = lists.flatMap(({ value }) => (value.type === "object" ? value.members : []));
  const list = { ...first, value: { ...first.value, members: all, repeated: true } };
  return members.flatMap((member) =>
    member === first ? [list] : lists.includes(member) ? [] : [member],
  );
}

function named(list: JsonObject): JsonObject {
  if (!list.repeated) return list;
  const last = new Map(list.members.map((member) => [member.key, member]));
  const taken = new Set(last.keys());
  const numbers = new Map<string, number>();
  const members = list.members.map((member) => {
    if (last.get(member.key) === member) return member;
    let number = numbers.get(member.key) ?? 2;
    while (taken.has(`${member.key}-${number}`)) number++;
    numbers.set(member.key, number + 1);
    const key = `${member.key}-${number}`;
    taken.add(key);
    return { ...member, ...memberNode(key, member.value) };
  });
  return { ...list, members, repeated: false };
}
