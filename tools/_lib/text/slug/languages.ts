/** What letters become in a language, where that differs from the usual transliteration, and its word for "and". */
export interface Language {
  /** Lower-case letters, and pairs of them, to ASCII. */
  readonly letters: ReadonlyMap<string, string>;
  /** As `letters`, at the start of a word. */
  readonly initials: ReadonlyMap<string, string>;
  readonly and: string;
}

const GERMAN = "ä ae ö oe ü ue ß ss";
const NORDIC = "å aa ø oe æ ae";

const LETTERS: Readonly<Record<string, string>> = {
  de: GERMAN,
  at: GERMAN,
  da: NORDIC,
  nb: NORDIC,
  nn: NORDIC,
  no: NORDIC,
  bg: "щ sht ъ a ь y х h ю yu я ya ж zh ц ts й y",
  sr: "ђ dj ж z ј j љ lj њ nj ћ c ц c ч c џ dz ш s х h đ dj",
  // Resolution 55 of the Cabinet of Ministers of Ukraine, 2010.
  uk: "зг zgh г h ґ g є ie ж zh и y і i ї i й i х kh ц ts ч ch ш sh щ shch ь - ю iu я ia",
};

const INITIALS: Readonly<Record<string, string>> = { uk: "є ye ї yi й y ю yu я ya" };

const AND: Readonly<Record<string, string>> = {
  en: "and",
  de: "und",
  fr: "et",
  es: "y",
  it: "e",
  pt: "e",
  nl: "en",
  sv: "och",
  da: "og",
  nb: "og",
  nn: "og",
  no: "og",
  fi: "ja",
  pl: "i",
  cs: "a",
  sk: "a",
  tr: "ve",
  ru: "i",
  uk: "ta",
  hu: "es",
  ro: "si",
};

/** The language of a BCP 47 tag; what is not known of it is as in English. */
export function languageOf(tag: string): Language {
  const code = (tag.trim().split(/[-_]/, 1)[0] ?? "").toLowerCase();
  return {
    letters: pairs(Object.hasOwn(LETTERS, code) ? LETTERS[code] : ""),
    initials: pairs(Object.hasOwn(INITIALS, code) ? INITIALS[code] : ""),
    and: (Object.hasOwn(AND, code) ? AND[code] : undefined) ?? "and",
  };
}

/** `-` stands for nothing. */
function pairs(table = ""): ReadonlyMap<string, string> {
  const items = table.split(" ");
  return new Map(
    items.flatMap((from, index) => {
      const to = items[index + 1];
      return index % 2 === 1 || to === undefined ? [] : [[from, to === "-" ? "" : to] as const];
    }),
  );
}
