/** All troubles, and which of them explain others. */
import { MACHINE_RULES } from "./machine-rules.ts";
import { NETWORK_RULES } from "./network-rules.ts";
import { PROTOCOL_RULES } from "./protocol-rules.ts";
import type { Rule } from "./rule.ts";

export const RULES: readonly Rule[] = [...MACHINE_RULES, ...NETWORK_RULES, ...PROTOCOL_RULES];

/** What explains a trouble: the first of these that is there, too. */
export const EXPLAINED_BY: Readonly<Record<string, readonly string[]>> = {
  CONNECTION_REFUSED: ["LOOPBACK_IPV6", "LOOPBACK_UNREACHABLE"],
  TLS_UNTRUSTED: ["TLS_INTERCEPTED"],
  STDOUT_NOT_JSON: ["HTML_INSTEAD_OF_JSON", "CONFIG_SYNTAX"],
  ENDPOINT_NOT_FOUND: [
    "SESSION_EXPIRED",
    "LEGACY_SSE_SERVER",
    "LEGACY_SSE_CLIENT",
    "AUTH_DISCOVERY",
  ],
  METHOD_NOT_ALLOWED: ["LEGACY_SSE_SERVER", "LEGACY_SSE_CLIENT"],
  FORBIDDEN: ["AUTH_SCOPE", "ORIGIN_REJECTED", "HOST_REJECTED"],
  AUTH_REJECTED: ["AUTH_TOKEN_EXPIRED", "AUTH_TOKEN_AUDIENCE", "AUTH_MISSING"],
  METHOD_NOT_FOUND: ["ERA_MISMATCH"],
  SERVICE_DOWN: ["STREAM_BUFFERED"],
  AUTH_MISSING: ["CONFIG_VARIABLE", "CONFIG_HEADERS_KEY"],
  CONFIG_TYPE: ["CONFIG_URL_KEY"],
};
