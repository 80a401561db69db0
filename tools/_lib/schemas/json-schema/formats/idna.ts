/** Which labels RFC 5892 allows, and RFC 5893 for those written from right to left. */

/** Code points whose rule is not derived from their properties (RFC 5892 2.6). */
const EXCEPTIONS = {
  valid: /^[\u{df}\u{3c2}\u{6fd}\u{6fe}\u{f0b}\u{3007}]$/u,
  context: /^[\u{b7}\u{375}\u{5f3}\u{5f4}\u{30fb}\u{660}-\u{669}\u{6f0}-\u{6f9}]$/u,
  // oxlint-disable-next-line no-misleading-character-class -- each code point stands for itself
  disallowed: /^[\u{640}\u{7fa}\u{302e}\u{302f}\u{3031}-\u{3035}\u{303b}]$/u,
} as const;
const LETTER_DIGIT = /^[\p{Ll}\p{Lu}\p{Lo}\p{Lm}\p{Nd}\p{Mn}\p{Mc}]$/u;
const UNSTABLE = /^\p{Changes_When_NFKC_Casefolded}$/u;
const IGNORABLE =
  /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Noncharacter_Code_Point}\u{20d0}-\u{20ff}\u{1d100}-\u{1d24f}]$/u;
/** Conjoining Jamo, which modern syllables stand for. */
const OLD_HANGUL = /^[\u{1100}-\u{11ff}\u{a960}-\u{a97c}\u{d7b0}-\u{d7c6}\u{d7cb}-\u{d7fb}]$/u;
const COMBINING = /^\p{M}/u;
/** Canonical_Combining_Class=Virama, which regular expressions do not know. */
const VIRAMA =
  /[\u{94d}\u{9cd}\u{a4d}\u{acd}\u{b4d}\u{bcd}\u{c4d}\u{ccd}\u{d3b}\u{d3c}\u{d4d}\u{dca}\u{e3a}\u{eba}\u{f84}\u{1039}\u{103a}\u{1714}\u{1715}\u{1734}\u{17d2}\u{1a60}\u{1b44}\u{1baa}\u{1bab}\u{1bf2}\u{1bf3}\u{2d7f}\u{a806}\u{a82c}\u{a8c4}\u{a953}\u{a9c0}\u{aaf6}\u{abed}\u{10a3f}\u{11046}\u{11070}\u{1107f}\u{110b9}\u{11133}\u{11134}\u{111c0}\u{11235}\u{112ea}\u{1134d}\u{113ce}-\u{113d0}\u{11442}\u{114c2}\u{115bf}\u{1163f}\u{116b6}\u{1172b}\u{11839}\u{1193d}\u{1193e}\u{119e0}\u{11a34}\u{11a47}\u{11a99}\u{11c3f}\u{11d44}\u{11d45}\u{11d97}\u{11f41}\u{11f42}\u{1612f}]$/u;

/** Scripts whose letters join; Joining_Type is known only for the letters that join on one side or not at all. */
const CURSIVE =
  "\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Nkoo}\\p{sc=Mand}\\p{sc=Mong}\\p{sc=Mani}\\p{sc=Rohg}\\p{sc=Adlm}";
const JOINS_BEFORE_ONLY =
  "\\u{622}-\\u{625}\\u{627}\\u{629}\\u{62f}-\\u{632}\\u{648}\\u{671}-\\u{673}\\u{675}-\\u{677}\\u{688}-\\u{699}" +
  "\\u{6c0}\\u{6c3}-\\u{6cb}\\u{6cd}\\u{6cf}\\u{6d2}\\u{6d3}\\u{6d5}\\u{6ee}\\u{6ef}\\u{710}\\u{715}-\\u{719}\\u{71e}" +
  "\\u{728}\\u{72a}\\u{72c}\\u{72f}\\u{74d}\\u{759}-\\u{75b}\\u{76b}\\u{76c}\\u{771}\\u{773}\\u{774}\\u{778}\\u{779}";
const JOINS_NOTHING = "\\u{621}\\u{674}\\u{6dd}";
const TRANSPARENT = "[\\p{Mn}\\p{Me}\\p{Cf}]*";
const JOINS_NEXT = new RegExp(
  `(?=\\p{L})(?![${JOINS_BEFORE_ONLY}${JOINS_NOTHING}])[${CURSIVE}]${TRANSPARENT}$`,
  "u",
);
const JOINS_PREVIOUS = new RegExp(
  `^${TRANSPARENT}(?=\\p{L})(?![${JOINS_NOTHING}])[${CURSIVE}]`,
  "u",
);

/** Whether a label with other letters than ASCII is a U-label of RFC 5890. */
export function isInternationalLabel(label: string): boolean {
  if (!label.isWellFormed() || label.normalize("NFC") !== label) return false;
  if (label.startsWith("-") || label.endsWith("-") || label.slice(2, 4) === "--") return false;
  if (COMBINING.test(label)) return false;
  let at = 0;
  for (const letter of label) {
    if (!isAllowed(letter, label, at)) return false;
    at += letter.length;
  }
  return label !== "";
}

/** The derived property of RFC 5892 3, and the rules of those letters that need their neighbours. */
function isAllowed(letter: string, label: string, at: number): boolean {
  if (/^[a-z0-9-]$/.test(letter) || EXCEPTIONS.valid.test(letter)) return true;
  if (letter === "\u200c" || letter === "\u200d" || EXCEPTIONS.context.test(letter)) {
    return obeysContextRule(letter, label, at);
  }
  if (EXCEPTIONS.disallowed.test(letter) || UNSTABLE.test(letter)) return false;
  if (IGNORABLE.test(letter) || OLD_HANGUL.test(letter)) return false;
  return LETTER_DIGIT.test(letter);
}

/** RFC 5892, appendix A. */
function obeysContextRule(letter: string, label: string, at: number): boolean {
  const before = label.slice(0, at);
  const after = label.slice(at + letter.length);
  switch (letter) {
    case "\u200c":
      return VIRAMA.test(before) || (JOINS_NEXT.test(before) && JOINS_PREVIOUS.test(after));
    case "\u200d":
      return VIRAMA.test(before);
    case "\u00b7":
      return before.endsWith("l") && after.startsWith("l");
    case "\u0375":
      return /^\p{sc=Grek}/u.test(after);
    case "\u05f3":
    case "\u05f4":
      return /\p{sc=Hebr}$/u.test(before);
    case "\u30fb":
      return /[\p{sc=Hira}\p{sc=Kana}\p{sc=Hani}]/u.test(label);
    default:
      return !(/[\u0660-\u0669]/.test(label) && /[\u06f0-\u06f9]/.test(label));
  }
}

/** Bidi_Class, as far as letters that labels may have need it. */
const ARABIC_NUMBER =
  /^[\u{600}-\u{605}\u{660}-\u{669}\u{66b}\u{66c}\u{6dd}\u{890}\u{891}\u{8e2}\u{10d30}-\u{10d39}\u{10e60}-\u{10e7e}]$/u;
const EUROPEAN_NUMBER = /^[0-9\u06f0-\u06f9]$/;
const RIGHT_TO_LEFT =
  /^[\u{590}-\u{8ff}\u{fb1d}-\u{fdff}\u{fe70}-\u{feff}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]$/u;
const MARK = /^[\p{Mn}\p{Me}]$/u;
const LETTER = /^[\p{L}\p{Nd}\p{Mc}]$/u;

type BidiClass = "L" | "R" | "AN" | "EN" | "NSM" | "other";

function bidiClassOf(letter: string): BidiClass {
  if (MARK.test(letter)) return "NSM";
  if (ARABIC_NUMBER.test(letter)) return "AN";
  if (EUROPEAN_NUMBER.test(letter)) return "EN";
  if (RIGHT_TO_LEFT.test(letter)) return "R";
  return LETTER.test(letter) ? "L" : "other";
}

export function isRightToLeft(label: string): boolean {
  return Array.from(label, bidiClassOf).some((found) => found === "R" || found === "AN");
}

/** RFC 5893 2. */
export function obeysBidiRule(label: string): boolean {
  const classes = Array.from(label, bidiClassOf);
  const [first] = classes;
  const last = classes.findLast((found) => found !== "NSM");
  if (first === "L") {
    return !classes.includes("R") && !classes.includes("AN") && (last === "L" || last === "EN");
  }
  if (first !== "R" || classes.includes("L")) return false;
  if (classes.includes("EN") && classes.includes("AN")) return false;
  return last === "R" || last === "EN" || last === "AN";
}
