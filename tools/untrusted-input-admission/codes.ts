/** What can be found in a text, how bad it is, and what each profile makes of it. */
export const SEVERITIES = ["critical", "high", "medium", "low", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** From the mildest to the severest. */
export const VERDICTS = ["admit", "quarantine", "reject"] as const;
export type Verdict = (typeof VERDICTS)[number];

interface Rule {
  readonly severity: Severity;
  readonly message: string;
}

/** No message has a word of the text: what was found may be a secret, or an instruction to the reader. */
const RULES = {
  TEXT_TOO_LONG: critical("The text has more characters than the policy allows"),
  EMPTY_TEXT: low("The text has nothing but white space"),
  LONE_SURROGATE: high("Half of a surrogate pair, which is no character"),
  TERMINAL_ESCAPE: high("Escape characters, which can command a terminal"),
  BIDI_CONTROL: high("Bidirectional controls, which show text in another order than it is read"),
  CONTROL_CHARACTERS: medium("Control characters other than tabs and line ends"),
  REPLACEMENT_CHARACTERS: low("Replacement characters: bytes were lost when the text was decoded"),
  TAG_CHARACTERS: critical("Tag characters outside a flag, which can carry unseen text"),
  VARIATION_SELECTOR_SMUGGLING: critical("Variation selectors that can carry unseen bytes"),
  INVISIBLE_CHARACTERS: medium("Characters that are not seen"),
  DIRECTION_MARK: info("Marks of the writing direction"),
  MIXED_SCRIPT: medium("Words that mix letters of scripts that look alike"),
  STYLED_LETTERS: medium("Mathematical, full-width or enclosed letters in the place of plain ones"),
  COMBINING_FLOOD: medium("Four or more combining marks in a row"),
  HTML_ACTIVE: high("HTML that runs code, embeds or redirects"),
  HTML_HIDDEN: high("HTML with text that is not shown"),
  HTML_MARKUP: low("HTML tags"),
  MARKDOWN_REMOTE_IMAGE: low("An image that is fetched when shown"),
  MARKDOWN_IMAGE_DATA: high(
    "An image whose URL carries data out when it is shown, or waits for some",
  ),
  LINK_MISMATCH: medium("A link whose text names another host than its target"),
  URL_DANGEROUS_SCHEME: high("A URL that runs code or reads local files"),
  URL_PRIVATE_HOST: high("A URL to a private, local or reserved host"),
  URL_IP_HOST: medium("A URL with an address in the place of a name"),
  URL_CREDENTIALS: medium("A URL with a user part before its host"),
  URL_PUNYCODE: medium("A URL with an encoded international name, which can pass for another"),
  URL_BLOCKED: high("A URL whose host the policy does not allow"),
  SCRIPT_NOT_ALLOWED: medium("Letters of a script that the policy does not allow"),
  INJECTION_OVERRIDE: high("Asks to set aside earlier instructions"),
  INJECTION_ROLE: high("Asks the model to be someone else"),
  INJECTION_PROMPT_LEAK: high("Asks for hidden instructions"),
  INJECTION_DELIMITER: high("Imitates the marks between the parts of a conversation"),
  INJECTION_TOOL_CALL: high("Imitates or demands a call of a tool or a command"),
  INJECTION_EXFILTRATION: high("Asks to send data away"),
  INJECTION_SECRECY: high("Asks to keep something from the user"),
  INJECTION_ADDRESS: high("Speaks to a model that reads the text, and tells it what to do"),
  INJECTION_COMBINED: critical("Two or more families of injection"),
  INJECTION_ENCODED: critical("An injection behind an encoding"),
  BASE64_BLOB: medium("A run of 200 or more base64 characters"),
  REPETITION_FLOOD: medium("The same word 100 times in a row"),
  SECRET_PRESENT: high("Credentials"),
  PII_PRESENT: low("Personal or financial data"),
  DELIMITER_COLLISION: high("The marks that are to be put around the text"),
} as const satisfies Readonly<Record<string, Rule>>;

export type FindingCode = keyof typeof RULES;
export type FamilyCode =
  | "INJECTION_OVERRIDE"
  | "INJECTION_ROLE"
  | "INJECTION_PROMPT_LEAK"
  | "INJECTION_DELIMITER"
  | "INJECTION_TOOL_CALL"
  | "INJECTION_EXFILTRATION"
  | "INJECTION_SECRECY"
  | "INJECTION_ADDRESS";

export const FINDING_CODES = Object.keys(RULES) as FindingCode[];

export function ruleOf(code: FindingCode): Rule {
  return RULES[code];
}

/** What a profile does with findings of a severity. */
export const PROFILES = {
  strict: {
    critical: "reject",
    high: "reject",
    medium: "quarantine",
    low: "quarantine",
    info: "admit",
  },
  default: {
    critical: "reject",
    high: "quarantine",
    medium: "quarantine",
    low: "admit",
    info: "admit",
  },
  permissive: {
    critical: "reject",
    high: "quarantine",
    medium: "admit",
    low: "admit",
    info: "admit",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Severity, Verdict>>>>;

export type Profile = keyof typeof PROFILES;

export function severest(verdicts: readonly Verdict[]): Verdict {
  const worst = Math.max(0, ...verdicts.map((verdict) => VERDICTS.indexOf(verdict)));
  return VERDICTS[worst] ?? "reject";
}

function critical(message: string): Rule {
  return { severity: "critical", message };
}

function high(message: string): Rule {
  return { severity: "high", message };
}

function medium(message: string): Rule {
  return { severity: "medium", message };
}

function low(message: string): Rule {
  return { severity: "low", message };
}

function info(message: string): Rule {
  return { severity: "info", message };
}
