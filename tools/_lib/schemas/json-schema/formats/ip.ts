const OCTET = /^(?:0|[1-9][0-9]{0,2})$/;
const GROUP = /^[0-9a-fA-F]{1,4}$/;
const GROUPS = 8;
const LONGEST_IPV6 = 45;

/** Four decimal numbers up to 255, none with a leading zero. */
export function isIpv4(text: string): boolean {
  if (text.length > 15) return false;
  const octets = text.split(".");
  return octets.length === 4 && octets.every((octet) => OCTET.test(octet) && Number(octet) <= 255);
}

/** An address of RFC 4291 2.2, without zone and prefix length. */
export function isIpv6(text: string): boolean {
  if (text.length > LONGEST_IPV6) return false;
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const [first = "", second] = halves;
  if (second === undefined) return groupCount(first, true) === GROUPS;
  const before = first === "" ? 0 : groupCount(first, false);
  const after = second === "" ? 0 : groupCount(second, true);
  return before >= 0 && after >= 0 && before + after < GROUPS;
}

/** Groups of 16 bits, an IPv4 address at the end counting as two; -1 where one is wrong. */
function groupCount(text: string, mayEndInIpv4: boolean): number {
  const groups = text.split(":");
  const last = groups.at(-1) ?? "";
  const ipv4 = mayEndInIpv4 && last.includes(".");
  if (ipv4 && !isIpv4(last)) return -1;
  const hexadecimal = ipv4 ? groups.slice(0, -1) : groups;
  if (!hexadecimal.every((group) => GROUP.test(group))) return -1;
  return hexadecimal.length + (ipv4 ? 2 : 0);
}
