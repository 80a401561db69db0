import { readAddress } from "../../web/ip/address.ts";
import { scopeOf } from "../../web/ip/scope.ts";
import type { Candidate } from "./detector.ts";

/** Private, documentation, loopback and other special addresses say nothing about anyone. */
export function isGlobalAddress({ value }: Candidate): string | false {
  const address = readAddress(value);
  if (typeof address === "string") return false;
  return scopeOf(address.version, address.value) === "global" && "global";
}

export function isDeviceMac({ value }: Candidate): boolean {
  const digits = value.replace(/[:-]/g, "");
  return !/^(?:0+|f+)$/i.test(digits);
}

const SHARED_HOMES = new Set(["public", "shared", "runner", "root", "user"]);

export function isPersonalHome({ value }: Candidate): boolean {
  return !SHARED_HOMES.has(value.toLowerCase());
}
