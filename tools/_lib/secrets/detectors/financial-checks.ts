/** Card issuers, account numbers and wallet addresses. */
import { sha256 } from "@noble/hashes/sha2.js";
import { compact } from "./canonical.ts";
import { passesLuhn, remainder, weightedSum } from "./check-digits.ts";
import type { Candidate } from "./detector.ts";

/** Issuer prefixes and the lengths of their numbers; the first that fits counts. */
const ISSUERS: readonly (readonly [prefix: RegExp, lengths: readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^5[1-5]/, [16]],
  [/^(?:222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|64[4-9]|65|62|352[89]|35[3-8])/, [16, 17, 18, 19]],
  [/^3[0689]/, [14, 15, 16, 17, 18, 19]],
  [/^(?:50|5[6-9]|6)/, [12, 13, 14, 15, 16, 17, 18, 19]],
];

export function isCard({ value }: Candidate): string | false {
  const digits = compact(value);
  const issuer = ISSUERS.find(([prefix]) => prefix.test(digits));
  return issuer !== undefined && issuer[1].includes(digits.length) && passesLuhn(digits) && "luhn";
}

/** Country and length: the IBAN registry of ISO 13616. */
const IBAN_LENGTHS = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18
DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23
IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27
MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19
SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Where an IBAN ends that may have words behind it: spaces are not counted. */
export function ibanEnd(value: string): number | undefined {
  let missing = IBAN_LENGTHS.get(value.slice(0, 2)) ?? Number.POSITIVE_INFINITY;
  for (let at = 0; at < value.length; at++) {
    if (value[at] !== " ") missing--;
    if (missing === 0) return at + 1;
  }
  return undefined;
}

/** The first four characters go to the end, letters count from 10. */
export function isIban({ value }: Candidate): string | false {
  const iban = compact(value);
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - LETTER_TEN),
  );
  return remainder(digits, 97) === 1 && "mod97";
}

/** What is taken from a letter's code so that A counts 10. */
const LETTER_TEN = 55;

const ABA_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

export function isRoutingNumber({ value }: Candidate): string | false {
  return weightedSum(value, ABA_WEIGHTS) % 10 === 0 && "aba";
}

/** ISO 3166-1 alpha-2. */
const COUNTRIES = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS
BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE
EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM
HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC
LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO
TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s/),
);

export function isBic({ value }: Candidate): string | false {
  return COUNTRIES.has(value.slice(4, 6)) && "iso3166";
}

export function isBitcoinAddress({ value }: Candidate): string | false {
  return value.startsWith("bc1") ? bech32Of(value) : passesBase58Check(value) && "base58check";
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** One byte of version, 20 of hash, 4 of checksum. */
const ADDRESS_BYTES = 25;
const CHECKSUM_BYTES = 4;

function passesBase58Check(address: string): boolean {
  let number = 0n;
  for (const letter of address) number = number * 58n + BigInt(BASE58.indexOf(letter));
  const bytes = new Uint8Array(ADDRESS_BYTES);
  for (let index = bytes.length - 1; index >= 0; index--) {
    bytes[index] = Number(number & 0xffn);
    number >>= 8n;
  }
  const checksum = sha256(sha256(bytes.subarray(0, -CHECKSUM_BYTES)));
  return (
    number === 0n && bytes.subarray(-CHECKSUM_BYTES).every((byte, at) => byte === checksum[at])
  );
}

const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
/** The human-readable part `bc`, expanded as BIP 173 says. */
const EXPANDED_PREFIX = [3, 3, 0, 2, 3];

/** The checksum's remainder is 1 by BIP 173, 0x2bc830a3 by BIP 350. */
function bech32Of(address: string): string | false {
  const words = Array.from(address.slice("bc1".length), (letter) => BECH32.indexOf(letter));
  let rest = 1;
  for (const word of [...EXPANDED_PREFIX, ...words]) {
    const top = rest >>> 25;
    rest = ((rest & 0x1ffffff) << 5) ^ word;
    for (const [bit, generator] of GENERATORS.entries()) if ((top >> bit) & 1) rest ^= generator;
  }
  if (rest === 1) return "bech32";
  return rest === 0x2bc830a3 && "bech32m";
}
