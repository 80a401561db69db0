/** Secrets that a name beside them gives away: keys, flags, elements, clauses and sentences. */
import { type Candidate, type Detector, detectors } from "./detector.ts";
import { isCode, isPlaceholder, isProse, looksSecret } from "./placeholders.ts";
import { FOREIGN_NAME, isNoPlaceholder, SECRET_NAME, SHORT_NAME } from "./secret-names.ts";

const QUOTED = String.raw`"(?<s>(?:[^"\\\r\n]|\\.){4,})"|'(?<s2>(?:[^'\\\r\n]|\\.){4,})'`;
const NAMES = `${SECRET_NAME}|${FOREIGN_NAME}|${SHORT_NAME}`;
/** Behind the word that says what it is. */
const ENDING = "(?:[_-](?:base|prod|dev|test|staging|live|value|hash|v[0-9]))?[0-9]{0,3}";
const ANCHORS = [
  "pass",
  "pwd",
  "pw",
  "psw",
  "secret",
  "key",
  "token",
  "session",
  "credential",
  "otp",
  "pin",
  "psk",
  "bearer",
  "kennwort",
  "contrase",
  "senha",
  "wachtwoord",
  "has",
  "\u043f\u0430\u0440\u043e\u043b\u044c",
  "\u015fifre",
  "sifre",
  "parola",
  "l\u00f6senord",
  "salasana",
  "heslo",
  "jelsz",
  "\u5bc6\u7801",
  "\u5bc6\u78bc",
  "\u53e3\u4ee4",
  "\u30d1\u30b9\u30ef\u30fc\u30c9",
  "\ube44\ubc00\ubc88\ud638",
];

export const ASSIGNMENT_DETECTORS: readonly Detector[] = detectors("credential", [
  {
    id: "assigned-secret",
    label: "SECRET",
    severity: "high",
    pattern: new RegExp(
      String.raw`(?<![a-z0-9])["']?[a-z0-9_.-]{0,40}?(?:${NAMES})${ENDING}["']?\s{0,3}(?::=|=>|=|:|\uff1a)(?:[^\S\r\n]{0,3}|\s{0,3}(?=["']))(?:[fbru]{0,2}(?:${QUOTED})|(?<s3>[^\s"',;&(){}\[\]<>]{4,}))`,
      "i",
    ),
    anchors: ANCHORS,
    reach: 52,
    check: isAssignedSecret,
  },
  {
    id: "flag-secret",
    label: "SECRET",
    severity: "high",
    pattern: new RegExp(
      String.raw`(?<!\S)(?:--[a-z0-9-]{0,30}?(?:${SECRET_NAME})|-(?:[a-z]{0,12}pass(?:word|phrase)?|[a-z]{0,12}token|[a-z]{0,8}secret|api-?key))\s{1,4}["']?(?<s>[^\s"'-][^\s"']{3,})`,
      "i",
    ),
    anchors: ["-"],
    check: isFlagSecret,
  },
  {
    id: "defined-secret",
    label: "SECRET",
    severity: "high",
    pattern: new RegExp(
      String.raw`(?:\bdefine\s?\(\s?["'][a-z0-9_.-]{0,40}?(?:${SECRET_NAME})${ENDING}["']\s?,\s?|#define\s+\w{0,40}?(?:${SECRET_NAME})${ENDING}\s+|\b(?:env|arg|setenv|putenv|setx)\s{1,3}[a-z0-9_.-]{0,40}?(?:${SECRET_NAME})${ENDING}\s{1,3})(?:${QUOTED}|(?<s3>[^\s"',;&(){}\[\]<>=][^\s"',;&(){}\[\]<>]{3,}))`,
      "i",
    ),
    anchors: ["define", "env", "arg", "setx"],
    reach: 4,
    check: isAssignedSecret,
  },
  {
    id: "named-value",
    label: "SECRET",
    severity: "high",
    pattern: new RegExp(
      String.raw`\b(?:key|name|id|field|header|property|setting|variable)["']?\s{0,3}[:=]\s{0,3}["']?[a-z0-9_. -]{0,40}?(?:${SECRET_NAME}|cookie|authorization)${ENDING}["']?\s{0,3},?\s{0,20}(?:-\s{1,3})?["']?(?:value|val|default)["']?\s{0,3}[:=]\s{0,3}(?:${QUOTED}|(?<s3>[^\s"',;&(){}\[\]<>]{4,}))`,
      "i",
    ),
    anchors: ["key", "name", "id", "field", "header", "property", "setting", "variable"],
    check: isAssignedSecret,
  },
  {
    id: "element-secret",
    label: "SECRET",
    severity: "high",
    pattern: new RegExp(
      String.raw`<[a-z0-9_.:-]{0,40}?(?:${SECRET_NAME})${ENDING}(?:\s[^<>]{0,200})?>\s{0,3}(?<s>[^<>\r\n]{4,200}?)\s{0,3}</`,
      "i",
    ),
    anchors: ["<"],
    check: isElementSecret,
  },
  {
    id: "clause-secret",
    label: "SECRET",
    severity: "critical",
    pattern:
      /\b(?:identified\s{1,3}(?:with\s{1,3}\S{1,40}\s{1,3})?by\s{1,3}(?:password\s{1,3})?|(?:encrypted\s{1,3})?password\s{1,3}=?\s{0,3}|set\s{1,3}password\s[^;\r\n]{0,80}?=\s{0,3}(?:password\s?\()?)(?:'(?<s>(?:[^'\\\r\n]|\\.){3,})'|"(?<s2>(?:[^"\\\r\n]|\\.){3,})")/i,
    anchors: ["identified", "encrypted", "password", "set"],
    check: isClauseSecret,
  },
  {
    id: "call-secret",
    label: "SECRET",
    severity: "critical",
    pattern: new RegExp(
      String.raw`(?:\bauth\s?=\s?\(|(?:login|authenticate|basic_?auth|httpbasicauth|set_basic_auth|connect|signin|sign_in)\s?\()\s?["'][^"'\r\n,]{1,80}["']\s?,\s?(?:"(?<s>[^"\r\n]{4,128})"|'(?<s2>[^'\r\n]{4,128})')`,
      "i",
    ),
    anchors: ["auth", "login", "basic", "connect", "sign"],
    reach: 8,
    check: isCallSecret,
  },
  {
    id: "spoken-secret",
    label: "SECRET",
    severity: "high",
    pattern: new RegExp(
      String.raw`(?<![a-z0-9_-])(?:password|passwd|passphrase|passcode|pwd|pw|pass|secret|token|api[ -]?key|${FOREIGN_NAME})(?:\s{1,4}(?:is|was|are|ist|lautet|war|est|es|\u00e9|is|jest|to|now|of)(?::|\s)\s{0,3}|\s{1,3}|\s{0,2}(?:\u306f|\u662f|\u4e3a|\u70ba|\u2192|->|\u2014|-|=|:)\s{0,3})["'\x60]?(?<s>[^\s"'\x60<>()\[\]]{6,128})`,
      "i",
    ),
    anchors: ANCHORS,
    reach: 0,
    check: isSpokenSecret,
  },
]);

const PLAIN_NUMBER = /^[+-]?[0-9]+(?:\.[0-9]+)?$/;
/** Keys whose numbers are secret. */
const PASSWORD_KEY = /pass|pwd|otp|pin|contrase|senha|kennwort|wachtwoord|parola|sifre/i;
/** Keys of other things: of pages, of models, of tables. */
const OTHER_KEY =
  /(?:^|[^a-z])(?:next|page|continuation|pagination|cancel(?:lation)?|eos|bos|pad|unk|sep|mask|stop|start|end|special|max|min|num|total|prompt|completion|idempotency|partition|sort|primary|foreign|cache|row|routing|public|site|publishable)[_-]?(?:page[_-]?)?(?:token|key)["']?\s*[:=]/i;
/** Names of which a bare value has to look like a secret. */
const VAGUE = new RegExp(`(?:${FOREIGN_NAME}|${SHORT_NAME})["']?\\s*[:=\uff1a]`, "i");

/** A bare number is a count or a limit (`token=4521`), except where passwords and codes stand. */
function isAssignedSecret({ value, before, after, group }: Candidate): boolean {
  if (isPlaceholder(value) || isProse(value) || OTHER_KEY.test(before)) return false;
  if (group !== "s3") return true;
  if (isCode(value, after)) return false;
  if (VAGUE.test(before) && !looksSecret(value)) return false;
  return !PLAIN_NUMBER.test(value) || PASSWORD_KEY.test(before);
}

/** Of a document about tokens, elements hold their names. */
function isFlagSecret(candidate: Candidate): boolean {
  return (
    isNoPlaceholder(candidate) && !/^(?:id|src|source|type|target|env|file)=/.test(candidate.value)
  );
}

function isElementSecret(candidate: Candidate): boolean {
  const { value, before } = candidate;
  return isAssignedSecret(candidate) && (/pass|pwd/i.test(before) || /[0-9]/.test(value));
}

function isClauseSecret({ value }: Candidate): boolean {
  return !isPlaceholder(value) && !isProse(value) && !/^[a-z]+:\/\//i.test(value);
}

function isCallSecret({ value }: Candidate): boolean {
  return !isPlaceholder(value) && looksSecret(value) && !/^[a-z]+:\/\//i.test(value);
}

function isSpokenSecret({ value }: Candidate): boolean {
  return !isPlaceholder(value) && looksSecret(value) && !/^[a-z]+:\/\/|\(|=|\/.*\//i.test(value);
}
