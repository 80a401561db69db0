/** What the parameters of a tool say: their names, the operations they choose among, and the product they belong to. */
import { nameWords } from "../_lib/agents/name-words.ts";
import { memberOf, textsOf } from "../_lib/json/tree/members.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import type { Noun, Place } from "./kinds.ts";

export interface Parameters {
  /** In lower case, words parted by `_`. */
  readonly names: readonly string[];
  /** Words of the values of a parameter that chooses what is done. */
  readonly operations: readonly string[];
  readonly objects: readonly Noun[];
  readonly places: readonly Place[];
}

const CHOOSES = /^(?:operation|action|method|sub_?command|mode|op|command_type)$/;

export function parametersOf(schema: JsonNode): Parameters {
  const properties = memberOf(schema, "properties");
  const members = properties?.type === "object" ? properties.members : [];
  const names = members.map(({ key }) => nameWords(key).join("_"));
  const operations = members.flatMap(({ value }, at) =>
    CHOOSES.test(names[at] ?? "") ? textsOf(memberOf(value, "enum")).flatMap(nameWords) : [],
  );
  return { names, operations, objects: objectsIn(names), places: placesIn(names) };
}

/** Names that belong to one product, or kind of product. */
const PLACE_NAMES: readonly (readonly [place: Place, name: RegExp])[] = [
  ["git", /^repo_path$/],
  ["browser", /^(?:selector|uid|locator|tab_id|viewport|x_path)$/],
  ["chat", /^(?:channel|channel_id|chat_id|thread_ts|guild_id|user_id_or_channel)$/],
  ["ticket", /^(?:issue_key|issue_id_or_key|issue_id|ticket_id|jql|project_key)$/],
  ["doc", /^(?:space_key|space_id|block_id|database_id|board_id|cql)$/],
  ["infra", /^(?:resource_type|namespace|cluster_name|cluster|type_name)$/],
  ["data", /^(?:sql|collection|table_name|index_name|db|db_endpoint)$/],
  ["mail", /^(?:bcc|cc|thread_id|mailbox|message_ids|label_ids)$/],
];

function placesIn(names: readonly string[]): Place[] {
  const isRepo = names.includes("repo") && names.includes("owner");
  // Pages of a browser have numbers, and no members that are written.
  const isPage =
    (names.includes("page_id") || (names.includes("ref") && names.includes("element"))) &&
    !names.some((name) =>
      /^(?:properties|parent|children|title|version|body|content|space_id|owner)$/.test(name),
    );
  const found = PLACE_NAMES.filter(([, name]) => names.some((each) => name.test(each)));
  return [
    ...(isRepo ? (["repo"] as const) : []),
    ...(isPage ? (["browser"] as const) : []),
    ...found.map(([place]) => place),
  ];
}

/** What a tool without an object in its words works on. */
const OBJECT_NAMES: readonly (readonly [kind: Noun["kind"], name: RegExp])[] = [
  ["data", /^(?:sql|query_sql|statement|cypher)$/],
  ["command", /^(?:command|cmd|script|code|shell|args?v?)$/],
  ["web", /^(?:url|urls|uri|href|website|domain)$/],
  ["file", /^(?:path|paths|file_path|filepath|file|files|filename|directory|dir)$/],
  ["billing", /^(?:amount|currency|price)$/],
  ["chat", /^(?:channel|channel_id|chat_id)$/],
  ["mail", /^(?:to|recipients?|subject)$/],
  ["process", /^(?:pid|process_id)$/],
  ["data", /^(?:key|keys|collection|table|index_name|database|document_id)$/],
];

function objectsIn(names: readonly string[]): Noun[] {
  return OBJECT_NAMES.flatMap(([kind, pattern]) =>
    names.filter((name) => pattern.test(name)).map((word) => ({ word, kind, isWeak: true })),
  );
}
