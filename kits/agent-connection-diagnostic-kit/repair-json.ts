/** JSON configurations with what is wrong in them put right, and nothing else changed. */
import { itemsOf, memberOf, textOf } from "../../tools/_lib/json/tree/members.ts";
import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
  withMember,
} from "../../tools/_lib/json/tree/tree.ts";
import { CLIENT_TABLE } from "./clients.ts";
import {
  addressOf,
  type Config,
  type ConfigFact,
  declaredInputs,
  HEADER_KEYS,
  isMismatched,
  isReadByType,
  isSse,
  nameIn,
  unreadVariables,
  VARIABLE,
} from "./configs.ts";

export type Facts = ReadonlySet<ConfigFact>;

/** The tree of a JSON configuration without its faults. */
export function repairedTree(config: Config, faults: Facts): JsonObject | undefined {
  const { root, place, client } = config;
  if (root === undefined) return undefined;
  const own = client && CLIENT_TABLE[client].root;
  const change = (node: JsonNode, names: readonly string[]): JsonNode => {
    const [name, ...others] = names;
    if (node.type !== "object") return node;
    if (name === undefined) {
      return { ...node, members: node.members.map((one) => withValue(one, config, faults)) };
    }
    const members = node.members.map((member) => {
      if (member.key !== name) return member;
      const isRenamed = faults.has("config-root-key") && own !== undefined;
      const value = change(member.value, others);
      return changed(member, isRenamed && others.length === 0 ? own : name, value);
    });
    return { ...node, members };
  };
  const isEntry = place === undefined && config.servers.some(({ node }) => node === root);
  const made = isEntry ? repairedServer(root, config, faults) : change(root, place ?? []);
  return made.type === "object" ? withInputs(made, config, faults) : undefined;
}

/** The member under a name and with a value; its comments stay with it. */
function changed(member: JsonMember, key: string, value: JsonNode): JsonMember {
  return { ...member, ...memberNode(key, value) };
}

/** A text in the place of another value; comments stay. */
function textNode(node: JsonNode, value: string): JsonNode {
  return { ...node, ...stringNode(value) } as JsonNode;
}

function withValue(member: JsonMember, config: Config, faults: Facts): JsonMember {
  if (member.value.type !== "object") return member;
  return { ...member, value: repairedServer(member.value, config, faults) };
}

function repairedServer(node: JsonObject, config: Config, faults: Facts): JsonObject {
  let members = [...node.members];
  if (memberOf(node, "command") === undefined) members = withAddress(members, config, faults);
  if (faults.has("config-windows-npx")) members = throughShell(members);
  if (faults.has("config-disabled")) members = members.map(switchedOn);
  return { ...node, members: members.map((member) => withTexts(member, config, faults)) };
}

function withAddress(given: readonly JsonMember[], config: Config, faults: Facts): JsonMember[] {
  const node = objectNode(given);
  const address = addressOf({ name: "", node });
  if (address === undefined) return [...given];
  const { url } = address;
  const isMismatch =
    faults.has("config-sse-url") && isMismatched(address, textOf(memberOf(node, "type")));
  let members = withReadMember(node, address, isMismatch, config, faults);
  if (isMismatch) members = withMatchingType(members, url);
  if (memberOf(node, "type") !== undefined || !needsType(config, faults)) return members;
  const at = members.findIndex((one) => one.key === "url");
  const said = memberNode("type", stringNode(isSse(url) ? "sse" : "http"));
  return at === -1 ? members : members.toSpliced(at, 0, said);
}

/** The address under the member that the client reads; Gemini CLI says by it what others say by the type. */
function withReadMember(
  node: JsonObject,
  address: { key: string; url: string },
  isMismatch: boolean,
  { client }: Config,
  faults: Facts,
): JsonMember[] {
  const { key, url } = address;
  const keys = (client && CLIENT_TABLE[client].address) ?? [key];
  const isGemini = client === "gemini-cli";
  const usual = isGemini && isSse(url) ? "url" : (keys[0] ?? key);
  const isWrong = !keys.includes(key) && !isReadByType(node, address, client);
  const isMoved = (isWrong && faults.has("config-url-key")) || (isMismatch && isGemini);
  if (!isMoved) return [...node.members];
  return node.members.map((one) => (one.key === key ? changed(one, usual, one.value) : one));
}

function needsType({ client }: Config, faults: Facts): boolean {
  const isNeeded = client !== undefined && CLIENT_TABLE[client].needsType === true;
  return isNeeded && (faults.has("config-type") || faults.has("config-url-key"));
}

/** The type by the end of the address. */
function withMatchingType(members: readonly JsonMember[], url: string): JsonMember[] {
  return members.map((member) => {
    if (member.key !== "type" || member.value.type !== "string") return member;
    const isHttp = member.value.value.toLowerCase() !== "sse";
    if (isHttp === !isSse(url)) return member;
    return changed(member, "type", textNode(member.value, isSse(url) ? "sse" : "http"));
  });
}

function throughShell(members: readonly JsonMember[]): JsonMember[] {
  const isNpx = members.some(({ key, value }) => key === "command" && textOf(value) === "npx");
  if (!isNpx) return [...members];
  const prefix = [stringNode("/c"), stringNode("npx")];
  const hasArguments = members.some(({ key }) => key === "args");
  return members.flatMap((member) => {
    if (member.key === "args") {
      const items = [...prefix, ...itemsOf(member.value)];
      const list = member.value.type === "array" ? { ...member.value, items } : arrayNode(items);
      return [changed(member, "args", list)];
    }
    if (member.key !== "command") return [member];
    const command = changed(member, "command", textNode(member.value, "cmd"));
    return hasArguments ? [command] : [command, memberNode("args", arrayNode(prefix))];
  });
}

function switchedOn(member: JsonMember): JsonMember {
  const { key, value } = member;
  if (value.type !== "boolean") return member;
  if (key === "disabled" && value.value) return changed(member, key, booleanNode(false));
  return key === "enabled" && !value.value ? changed(member, key, booleanNode(true)) : member;
}

function withTexts(member: JsonMember, config: Config, faults: Facts): JsonMember {
  const { key, value } = member;
  const change = (given: string) =>
    faults.has("config-variable") ? rewritten(given, config) : given;
  if (value.type === "string" && addressOf({ name: "", node: objectNode([member]) })) {
    return changed(member, key, textNode(value, change(value.value)));
  }
  if (key === "args" && value.type === "array") {
    const items = value.items.map((item) =>
      item.type === "string" ? textNode(item, change(item.value)) : item,
    );
    return changed(member, key, { ...value, items });
  }
  const isHeaders = HEADER_KEYS.includes(key);
  if ((key !== "env" && !isHeaders) || value.type !== "object") return member;
  const members = value.members.map((one) => {
    if (one.value.type !== "string") return one;
    const now = change(one.value.value);
    const isBare = isHeaders && /^authorization$/i.test(one.key) && /^[^\s$%]\S*$/.test(now);
    const isMended = isBare && faults.has("config-bearer-prefix");
    return changed(one, one.key, textNode(one.value, isMended ? `Bearer ${now}` : now));
  });
  return changed(member, key, { ...value, members });
}

/** Variables in the form that the client reads; those without such a form stay. */
function rewritten(text: string, config: Config): string {
  const { client } = config;
  const { variable: write, expands } = client ? CLIENT_TABLE[client] : {};
  if (write === undefined) return text;
  const unread = new Set(unreadVariables(text, config));
  const change = (form: string) => {
    // Of a form that the client has only the declaration is missing.
    const name = unread.has(form) && !expands?.test(form) ? nameIn(form) : undefined;
    return name === undefined ? form : write(name);
  };
  return text.replace(VARIABLE, change).replace(/\$[A-Z_][A-Z0-9_]*$/, change);
}

/** Inputs that are asked for are declared. */
function withInputs(root: JsonObject, config: Config, faults: Facts): JsonObject {
  if (config.client !== "vscode" || !faults.has("config-variable")) return root;
  const declared = declaredInputs(root);
  const asked = new Set(
    Array.from(
      JSON.stringify(config.text).matchAll(/\$\{input:([^}"\\]{1,100})\}/g),
      ([, id = ""]) => id,
    ),
  );
  const missing = [...asked].filter((id) => !declared.has(id));
  if (missing.length === 0) return root;
  const made = missing.map((id) =>
    objectNode([
      memberNode("type", stringNode("promptString")),
      memberNode("id", stringNode(id)),
      memberNode("description", stringNode(id)),
      memberNode("password", booleanNode(true)),
    ]),
  );
  const list = arrayNode([...itemsOf(memberOf(root, "inputs")), ...made]);
  return { ...root, members: withMember(root, "inputs", list).members };
}
