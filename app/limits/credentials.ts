/** Who sent a request, and what they may do. */
import { authInvalid, scopeForbidden } from "./refusals.ts";
import type { Credential, Store } from "./store.ts";
import { drawToken, equalInConstantTime, hashSecret, readToken, writeToken } from "./token.ts";

export const ROUTE_SCOPES = ["run", "batch", "pipeline", "mcp"] as const;
export type RouteScope = (typeof ROUTE_SCOPES)[number];

export const ALL_TOOLS = "tool:*";
export const toolScope = (toolId: string) => `tool:${toolId}`;

type Terms = Pick<Credential, "subject" | "scopes" | "dailyCalls" | "createdAt" | "expiresAt">;

/** A new key. The token is shown to its owner and kept nowhere. */
export function drawCredential(terms: Terms): { token: string; credential: Credential } {
  const { id, secret } = drawToken();
  const credential: Credential = {
    id,
    secretSha256: hashSecret(secret),
    status: "active",
    ...terms,
  };
  return { token: writeToken({ id, secret }), credential };
}

const BEARER = /^Bearer +(\S+)$/i;
/** Compared with where there is no such credential: both ways take the same steps. */
const NO_HASH = "0".repeat(64);

/** `authorization` is the whole header; rejects with a `RequestError` 401 or with `StoreUnavailable`. */
export async function authenticate(
  authorization: string,
  store: Store,
  now: number,
): Promise<Credential> {
  const bearer = BEARER.exec(authorization.trim())?.[1];
  if (bearer === undefined) throw authInvalid("the Authorization header is not Bearer and a token");
  const token = readToken(bearer);
  if (!token) throw authInvalid(UNKNOWN);
  const credential = await store.credential(token.id);
  const same = equalInConstantTime(hashSecret(token.secret), credential?.secretSha256 ?? NO_HASH);
  if (!credential || !same) throw authInvalid(UNKNOWN);
  if (credential.status !== "active") throw authInvalid(`it is ${credential.status}`);
  if (credential.expiresAt !== null && credential.expiresAt <= now) {
    throw authInvalid(`it expired at ${new Date(credential.expiresAt).toISOString()}`);
  }
  return credential;
}

const UNKNOWN = "it is not known here";

export function requireRoute({ scopes }: Credential, route: RouteScope): void {
  if (!scopes.includes(route)) throw scopeForbidden([route]);
}

export function requireTools({ scopes }: Credential, toolIds: Iterable<string>): void {
  if (scopes.includes(ALL_TOOLS)) return;
  const missing = new Set<string>();
  for (const id of toolIds) {
    const scope = toolScope(id);
    if (!scopes.includes(scope)) missing.add(scope);
  }
  if (missing.size > 0) throw scopeForbidden([...missing]);
}
