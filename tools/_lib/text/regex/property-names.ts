/** The names that `\p{…}` knows: ECMA-262 2025 with the scripts of Unicode 17. */
const GENERAL_CATEGORIES = words(`
C Cc cntrl Cf Cn Co Cs L LC Ll Lm Lo Lt Lu M Combining_Mark Mc Me Mn N Nd digit Nl No P punct Pc Pd Pe Pf Pi
Po Ps S Sc Sk Sm So Z Zl Zp Zs Other Control Format Unassigned Private_Use Surrogate Letter Cased_Letter
Lowercase_Letter Modifier_Letter Other_Letter Titlecase_Letter Uppercase_Letter Mark Spacing_Mark
Enclosing_Mark Nonspacing_Mark Number Decimal_Number Letter_Number Other_Number Punctuation
Connector_Punctuation Dash_Punctuation Close_Punctuation Final_Punctuation Initial_Punctuation
Other_Punctuation Open_Punctuation Symbol Currency_Symbol Modifier_Symbol Math_Symbol Other_Symbol Separator
Line_Separator Paragraph_Separator Space_Separator`);

const SCRIPTS = words(`
Adlm Aghb Ahom Arab Armi Armn Avst Bali Bamu Bass Batk Beng Berf Bhks Bopo Brah Brai Bugi Buhd Cakm Cans Cari
Cham Cher Chrs Copt Qaac Cpmn Cprt Cyrl Deva Diak Dogr Dsrt Dupl Egyp Elba Elym Ethi Gara Geor Glag Gong Gonm
Goth Gran Grek Gujr Gukh Guru Hang Hani Hano Hatr Hebr Hira Hluw Hmng Hmnp Hung Ital Java Kali Kana Kawi Khar
Khmr Khoj Kits Knda Krai Kthi Lana Laoo Latn Lepc Limb Lina Linb Lisu Lyci Lydi Mahj Maka Mand Mani Marc Medf
Mend Merc Mero Mlym Modi Mong Mroo Mtei Mult Mymr Nagm Nand Narb Nbat Newa Nkoo Nshu Ogam Olck Onao Orkh Orya
Osge Osma Ougr Palm Pauc Perm Phag Phli Phlp Phnx Plrd Prti Rjng Rohg Runr Samr Sarb Saur Sgnw Shaw Shrd Sidd
Sidt Sind Sinh Sogd Sogo Sora Soyo Sund Sunu Sylo Syrc Tagb Takr Tale Talu Taml Tang Tavt Tayo Telu Tfng Tglg
Thaa Thai Tibt Tirh Tnsa Todr Tols Toto Tutg Ugar Vaii Vith Wara Wcho Xpeo Xsux Yezi Yiii Zanb Zinh Qaai Zyyy
Zzzz Adlam Caucasian_Albanian Arabic Imperial_Aramaic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali
Beria_Erfe Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid Chakma Canadian_Aboriginal Carian Cherokee
Chorasmian Coptic Cypro_Minoan Cypriot Cyrillic Devanagari Dives_Akuru Dogra Deseret Duployan
Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Garay Georgian Glagolitic Gunjala_Gondi Masaram_Gondi Gothic
Grantha Greek Gujarati Gurung_Khema Gurmukhi Hangul Han Hanunoo Hatran Hebrew Hiragana Anatolian_Hieroglyphs
Pahawh_Hmong Nyiakeng_Puachue_Hmong Old_Hungarian Old_Italic Javanese Kayah_Li Katakana Kharoshthi Khmer Khojki
Khitan_Small_Script Kannada Kirat_Rai Kaithi Tai_Tham Lao Latin Lepcha Limbu Linear_A Linear_B Lycian Lydian
Mahajani Makasar Mandaic Manichaean Marchen Medefaidrin Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs
Malayalam Mongolian Mro Meetei_Mayek Multani Myanmar Nag_Mundari Nandinagari Old_North_Arabian Nabataean Nko
Nushu Ogham Ol_Chiki Ol_Onal Old_Turkic Oriya Osage Osmanya Old_Uyghur Palmyrene Pau_Cin_Hau Old_Permic Phags_Pa
Inscriptional_Pahlavi Psalter_Pahlavi Phoenician Miao Inscriptional_Parthian Rejang Hanifi_Rohingya Runic
Samaritan Old_South_Arabian Saurashtra SignWriting Shavian Sharada Siddham Sidetic Khudawadi Sinhala Sogdian
Old_Sogdian Sora_Sompeng Soyombo Sundanese Sunuwar Syloti_Nagri Syriac Tagbanwa Takri Tai_Le New_Tai_Lue Tamil
Tangut Tai_Viet Tai_Yo Telugu Tifinagh Tagalog Thaana Tibetan Tirhuta Tangsa Todhri Tolong_Siki Tulu_Tigalari
Ugaritic Vai Vithkuqi Warang_Citi Wancho Old_Persian Cuneiform Yezidi Yi Zanabazar_Square Inherited Common
Unknown`);

const BINARY = words(`
Alphabetic Any ASCII ASCII_Hex_Digit Assigned Bidi_Control Bidi_Mirrored Case_Ignorable Cased
Changes_When_Casefolded Changes_When_Casemapped Changes_When_Lowercased Changes_When_NFKC_Casefolded
Changes_When_Titlecased Changes_When_Uppercased Dash Default_Ignorable_Code_Point Deprecated Diacritic Emoji
Emoji_Component Emoji_Modifier Emoji_Modifier_Base Emoji_Presentation Extended_Pictographic Extender
Grapheme_Base Grapheme_Extend Hex_Digit ID_Continue ID_Start Ideographic IDS_Binary_Operator
IDS_Trinary_Operator Join_Control Logical_Order_Exception Lowercase Math Noncharacter_Code_Point Pattern_Syntax
Pattern_White_Space Quotation_Mark Radical Regional_Indicator Sentence_Terminal Soft_Dotted Terminal_Punctuation
Unified_Ideograph Uppercase Variation_Selector White_Space XID_Continue XID_Start AHex Alpha Bidi_C Bidi_M CI
CWCF CWCM CWKCF CWL CWT CWU Dep DI Dia EBase EComp EMod EPres Ext ExtPict Gr_Base Gr_Ext Hex IDC Ideo IDS IDSB
IDST Join_C LOE Lower NChar Pat_Syn Pat_WS QMark RI SD STerm Term UIdeo Upper VS WSpace space XIDC XIDS`);

const OF_STRINGS = words(`
Basic_Emoji Emoji_Keycap_Sequence RGI_Emoji RGI_Emoji_Flag_Sequence RGI_Emoji_Modifier_Sequence
RGI_Emoji_Tag_Sequence RGI_Emoji_ZWJ_Sequence`);

const VALUES: ReadonlyMap<string, readonly string[]> = new Map([
  ["General_Category", GENERAL_CATEGORIES],
  ["gc", GENERAL_CATEGORIES],
  ["Script", SCRIPTS],
  ["sc", SCRIPTS],
  ["Script_Extensions", SCRIPTS],
  ["scx", SCRIPTS],
]);

/** Whether the name alone stands for strings of several characters, which only flag v has. */
export function isPropertyOfStrings(name: string): boolean {
  return OF_STRINGS.includes(name);
}

/** Whether the text between the braces is a property, and if not, how much of it some property begins with. */
export function checkProperty(
  text: string,
  strings: boolean,
): { readonly known: boolean; readonly viable: number } {
  const equals = text.indexOf("=");
  if (equals >= 0) {
    const values = VALUES.get(text.slice(0, equals));
    if (values === undefined) {
      return { known: false, viable: longestStart(text.slice(0, equals), [...VALUES.keys()]) };
    }
    const value = text.slice(equals + 1);
    return {
      known: values.includes(value),
      viable: equals + 1 + longestStart(value, values),
    };
  }
  const lone = [...GENERAL_CATEGORIES, ...BINARY, ...(strings ? OF_STRINGS : [])];
  if (lone.includes(text)) return { known: true, viable: text.length };
  return { known: false, viable: longestStart(text, [...lone, ...VALUES.keys()]) };
}

/** Names that could have been meant, for hints: `Script=Greek` for `Greek`. */
export function propertyNames(): readonly string[] {
  return [...GENERAL_CATEGORIES, ...BINARY, ...SCRIPTS.map((script) => `Script=${script}`)];
}

function longestStart(text: string, names: readonly string[]): number {
  let longest = 0;
  for (const name of names) {
    let length = 0;
    while (length < text.length && text[length] === name[length]) length++;
    longest = Math.max(longest, length);
  }
  return longest;
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s/);
}
