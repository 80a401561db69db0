/** `purebox keys create|list|show|revoke|deactivate|activate`: who may use the service with a key. */
import { isOn, readKnownFlags } from "../flags/flags.ts";
import { HelpWanted, UsageError } from "../flags/usage-error.ts";
import { ALL_TOOLS, drawCredential, ROUTE_SCOPES, toolScope } from "../limits/credentials.ts";
import { dayOf } from "../limits/days.ts";
import { keySubject } from "../limits/gate.ts";
import { openStores, readStoreSettings, STORE_FLAGS } from "../limits/open-stores.ts";
import {
  type Credential,
  type CredentialStatus,
  type Store,
  StoreUnavailable,
} from "../limits/store.ts";
import { toolNamed } from "./tool-named.ts";
import { type Command, JSON_FLAG } from "./command.ts";
import { EXIT_NO, EXIT_OK, print, printJson } from "./print.ts";

const FLAGS = { ...STORE_FLAGS, ...JSON_FLAG };
const CREATE_FLAGS = {
  subject: { value: "NAME", about: "whose key it is" },
  scope: {
    value: "SCOPE",
    words: [...ROUTE_SCOPES, ALL_TOOLS],
    isList: true,
    about: `what it permits, as often as needed: ${ROUTE_SCOPES.join(", ")}, tool:ID or ${ALL_TOOLS} (all)`,
  },
  expires: { value: "WHEN", about: "90d, 12h or an instant (never)" },
  "daily-calls": { value: "N", about: "calls a day (the service's quota)" },
  ...FLAGS,
};

type Named = ReadonlyMap<string, string>;

const ACTIONS: ReadonlyMap<string, (args: readonly string[]) => Promise<number>> = new Map([
  ["create", create],
  ["list", list],
  ["show", show],
  ["revoke", (args) => setStatus("revoked", args)],
  ["deactivate", (args) => setStatus("inactive", args)],
  ["activate", (args) => setStatus("active", args)],
]);

export default {
  usage: `${[...ACTIONS.keys()].join("|")} [ID] [--json]`,
  about: "keys for those who use the service",
  more: "Flags other than --store, --data and --json are those of create.",
  flags: CREATE_FLAGS,
  examples: [
    ["keys create --subject 'Acme Ltd' --scope run --expires 90d", "prints the token, once"],
    ["keys list", "all keys, without their tokens"],
    ["keys revoke ID", "from the next call on the key is refused"],
  ],
  first: [...ACTIONS.keys()],
  run: keys,
} satisfies Command;

async function keys([name = "", ...args]: readonly string[]): Promise<number> {
  if (name === "--help") throw new HelpWanted();
  const action = ACTIONS.get(name);
  if (!action) throw new UsageError(`keys takes ${[...ACTIONS.keys()].join(", ")}`);
  try {
    return await action(args);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const { cause } = error;
    console.error(`${error.message}: ${cause instanceof Error ? cause.message : "unknown"}`);
    return EXIT_NO;
  }
}

/** Only the token goes to standard output, so that a script can take it. */
async function create(args: readonly string[]): Promise<number> {
  const { all, named, words } = readKnownFlags(args, CREATE_FLAGS);
  const scopes = [...new Set((all.get("scope") ?? []).map(readScope))];
  if (words.length > 0) throw new UsageError(`keys create takes no words: ${words.join(" ")}`);
  const now = Date.now();
  const { token, credential } = drawCredential({
    subject: readSubject(named.get("subject")),
    scopes: scopes.length > 0 ? scopes : [...ROUTE_SCOPES, ALL_TOOLS],
    dailyCalls: readDailyCalls(named.get("daily-calls")),
    createdAt: now,
    expiresAt: readExpiry(named.get("expires"), now),
  });
  await withStore(named, (store) => store.create(credential));
  if (isOn(named, "json")) printJson({ token, ...shown(credential) });
  else {
    print(token);
    console.error(`${describe(credential)}\nThe token is shown this once; only its hash is kept.`);
  }
  return EXIT_OK;
}

async function list(args: readonly string[]): Promise<number> {
  const { named, words } = readKnownFlags(args, FLAGS);
  if (words.length > 0) throw new UsageError(`keys list takes no words: ${words.join(" ")}`);
  const credentials = await withStore(named, (store) => store.credentials());
  if (isOn(named, "json")) printJson({ count: credentials.length, keys: credentials.map(shown) });
  else for (const credential of credentials) print(describe(credential));
  return EXIT_OK;
}

async function show(args: readonly string[]): Promise<number> {
  const { id, named } = readId("show", args);
  const [credential, calls] = await withStore(named, async (store) => {
    const found = known(id, await store.credential(id));
    return [found, await store.calls(keySubject(found.subject), dayOf(Date.now()))] as const;
  });
  if (isOn(named, "json")) printJson({ ...shown(credential), calls_today: calls });
  else print(`${describe(credential)}\t${calls} calls of its subject today (UTC)`);
  return EXIT_OK;
}

async function setStatus(status: CredentialStatus, args: readonly string[]): Promise<number> {
  const { id, named } = readId(VERBS[status], args);
  const credential = known(id, await withStore(named, (store) => store.setStatus(id, status)));
  if (isOn(named, "json")) printJson(shown(credential));
  else print(describe(credential));
  if (credential.status === status) return EXIT_OK;
  console.error("What is revoked stays revoked; create a new key");
  return EXIT_NO;
}

const VERBS = { active: "activate", inactive: "deactivate", revoked: "revoke" } as const;

async function withStore<T>(named: Named, work: (store: Store) => Promise<T>): Promise<T> {
  const { store } = await openStores(readStoreSettings(named));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function readScope(text: string): string {
  if (text === ALL_TOOLS || (ROUTE_SCOPES as readonly string[]).includes(text)) return text;
  const [, name] = /^tool:(.+)$/.exec(text) ?? [];
  if (name === undefined) {
    throw new UsageError(
      `--scope takes ${ROUTE_SCOPES.join(", ")}, tool:ID or ${ALL_TOOLS}; found ${JSON.stringify(text)}`,
    );
  }
  return toolScope(toolNamed(name).id);
}

const LONGEST_SUBJECT = 200;

function readSubject(text: string | undefined): string {
  const subject = text?.trim() ?? "";
  if (subject !== "" && subject.length <= LONGEST_SUBJECT && !/\p{Cc}/u.test(subject)) {
    return subject;
  }
  throw new UsageError(
    `keys create needs --subject NAME: whose key it is, 1 to ${LONGEST_SUBJECT} characters in one line`,
  );
}

function readDailyCalls(text: string | undefined): number | null {
  if (text === undefined) return null;
  const calls = /^\d{1,12}$/.test(text) ? Number(text) : 0;
  if (calls >= 1) return calls;
  throw new UsageError(`--daily-calls is a whole number from 1; found ${JSON.stringify(text)}`);
}

const HOUR_MS = 3_600_000;
const SPAN = /^(\d{1,5})([hd])$/;
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** Epoch milliseconds. */
function readExpiry(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const [, count, unit] = SPAN.exec(text) ?? [];
  const at =
    count === undefined
      ? Date.parse(RFC_3339.test(text) ? text : "")
      : now + Number(count) * (unit === "d" ? 24 * HOUR_MS : HOUR_MS);
  if (at > now) return at;
  throw new UsageError(
    `--expires takes days (90d), hours (12h) or an instant to come (2027-01-31T12:00:00Z); found ${JSON.stringify(text)}`,
  );
}

function readId(action: string, args: readonly string[]): { id: string; named: Named } {
  const { named, words } = readKnownFlags(args, FLAGS);
  const [id] = words;
  if (id !== undefined && words.length === 1) return { id, named };
  throw new UsageError(`keys ${action} takes the id of one key, as \`keys list\` shows it`);
}

function known(id: string, credential: Credential | undefined): Credential {
  if (credential) return credential;
  // A whole token may have been given in the place of its id.
  throw new UsageError(/^\w{12}$/.test(id) ? `There is no key ${id}` : "There is no such key");
}

/** All that may be seen of a key. */
function shown({ id, subject, status, scopes, dailyCalls, createdAt, expiresAt }: Credential) {
  return {
    id,
    subject,
    status,
    scopes,
    daily_calls: dailyCalls,
    created_at: new Date(createdAt).toISOString(),
    expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}

function describe(credential: Credential): string {
  const { id, subject, status, scopes, daily_calls, expires_at } = shown(credential);
  const expiry = expires_at === null ? "never expires" : `expires ${expires_at}`;
  const quota = daily_calls === null ? "the service's quota" : `${daily_calls} calls a day`;
  return [id, subject, status, scopes.join(" "), expiry, quota].join("\t");
}
