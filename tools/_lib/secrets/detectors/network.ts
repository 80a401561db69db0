/** Addresses of machines, and names of accounts in paths. */
import { readAddress } from "../../web/ip/address.ts";
import { scopeOf } from "../../web/ip/scope.ts";
import { lowerCase } from "./canonical.ts";
import { type Candidate, type Detector, detectors } from "./detector.ts";

export const NETWORK_DETECTORS: readonly Detector[] = detectors("network", [
  {
    id: "ipv4",
    label: "IP",
    severity: "low",
    pattern:
      /(?<![0-9A-Za-z.-])(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?![0-9A-Za-z-]|\.[0-9])/,
    check: isGlobalAddress,
  },
  {
    id: "ipv6",
    label: "IP",
    severity: "low",
    pattern: /(?<![0-9A-Za-z:.])[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?![0-9A-Za-z:])/,
    check: isGlobalAddress,
  },
  {
    id: "mac-address",
    label: "MAC",
    severity: "low",
    pattern:
      /(?<![0-9A-Fa-f:-])(?:[0-9A-Fa-f]{2}(?<sep>[:-]))(?:[0-9A-Fa-f]{2}\k<sep>){4}[0-9A-Fa-f]{2}(?![0-9A-Fa-f:-])/,
    check: isDeviceMac,
    canonical: lowerCase,
  },
  {
    id: "home-directory",
    label: "USER",
    severity: "low",
    pattern:
      /(?:\/home\/|\/Users\/|[A-Za-z]:\\{1,2}Users\\{1,2})(?<s>[A-Za-z0-9._-]{2,32})(?![A-Za-z0-9._-])/,
    anchors: ["/home/", "/users/", ":\\"],
    reach: 1,
    check: isPersonalHome,
  },
]);

/** Private, documentation, loopback and other special addresses say nothing about anyone. */
function isGlobalAddress({ value }: Candidate): string | false {
  const address = readAddress(value);
  if (typeof address === "string") return false;
  return scopeOf(address.version, address.value) === "global" && "global";
}

function isDeviceMac({ value }: Candidate): boolean {
  const digits = value.replace(/[:-]/g, "");
  return !/^(?:0+|f+)$/i.test(digits);
}

const SHARED_HOMES = new Set(["public", "shared", "runner", "root", "user"]);

function isPersonalHome({ value }: Candidate): boolean {
  return !SHARED_HOMES.has(value.toLowerCase());
}
