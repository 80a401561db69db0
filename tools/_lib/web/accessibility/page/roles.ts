/** The roles of WAI-ARIA 1.2, of Graphics ARIA and of DPUB-ARIA, and what each may and must have. */

export interface Role {
  readonly name: string;
  readonly isAbstract: boolean;
  readonly superclasses: readonly string[];
  /** Without those of superclasses, and without global ones. */
  readonly attributes: readonly string[];
  /** Attributes without a default that it must have. */
  readonly required: readonly string[];
  /** Roles of which it must be a child. */
  readonly context: readonly string[];
  /** Roles that it may own. */
  readonly owned: readonly string[];
  readonly isNamedFromContent: boolean;
  readonly isNameProhibited: boolean;
  readonly hasPresentationalChildren: boolean;
}

/**
 * One role a line: name, superclasses, attributes (without `aria-`; `!` marks what is required), and flags:
 * A abstract, C named from content, N must not be named, P children are presentational.
 */
const TABLE = `
roletype | | | A
structure | roletype | | A
widget | roletype | | A
window | roletype | | A
section | structure | | A
sectionhead | structure | | A
landmark | section | | A
command | widget | | A
composite | widget | activedescendant | A
input | widget | | A
range | structure | valuemax valuemin valuenow valuetext | A
select | composite group | orientation | A
alert | section
alertdialog | alert dialog | modal
application | structure | activedescendant expanded
article | document | posinset setsize
banner | landmark
blockquote | section
button | command | expanded pressed | CP
caption | section | | N
cell | section | colindex colspan rowindex rowspan | C
checkbox | input | checked! expanded readonly required | CP
code | section | | N
columnheader | cell gridcell sectionhead | sort expanded | C
combobox | input | expanded! activedescendant autocomplete controls readonly required
complementary | landmark
contentinfo | landmark
definition | section
deletion | section | | N
dialog | window | modal
directory | list
document | structure
emphasis | section | | N
feed | list
figure | section
form | landmark
generic | structure | | N
grid | composite table | multiselectable readonly
gridcell | cell widget | expanded readonly required selected | C
group | section | activedescendant
heading | sectionhead | level | C
img | section | | P
insertion | section | | N
link | command | expanded | C
list | section
listbox | select | expanded multiselectable readonly required
listitem | section | level posinset setsize
log | section
main | landmark
marquee | section
math | section
menu | select
menubar | menu
menuitem | command | expanded posinset setsize | C
menuitemcheckbox | menuitem | checked! | CP
menuitemradio | menuitem | checked! | CP
meter | range | valuenow! | P
navigation | landmark
none | structure | | N
note | section
option | input | checked posinset selected setsize | CP
paragraph | section | | N
presentation | structure | | N
progressbar | range | | P
radio | input | checked! posinset setsize | CP
radiogroup | select | readonly required
region | landmark
row | group widget | colindex expanded level posinset rowindex selected setsize | C
rowgroup | structure
rowheader | cell gridcell sectionhead | expanded sort | C
scrollbar | range | controls! valuenow! orientation | P
search | landmark
searchbox | textbox
separator | structure widget | orientation valuemax valuemin valuenow valuetext | P
slider | input range | valuenow! orientation readonly | P
spinbutton | composite input range | readonly required
status | section
strong | section | | N
subscript | section | | N
superscript | section | | N
switch | checkbox | | CP
tab | sectionhead widget | expanded posinset selected setsize | CP
table | section | colcount rowcount
tablist | composite | multiselectable orientation
tabpanel | section
term | section
textbox | input | activedescendant autocomplete multiline placeholder readonly required
time | section
timer | status
toolbar | group | orientation
tooltip | section | | C
tree | select | multiselectable required
treegrid | grid tree
treeitem | listitem option | expanded | C
graphics-document | document
graphics-object | group
graphics-symbol | img | | P
doc-abstract | section
doc-acknowledgments | landmark
doc-afterword | landmark
doc-appendix | landmark
doc-backlink | link | | C
doc-biblioentry | listitem
doc-bibliography | landmark
doc-biblioref | link | | C
doc-chapter | landmark
doc-colophon | section
doc-conclusion | landmark
doc-cover | img | | P
doc-credit | section
doc-credits | landmark
doc-dedication | section
doc-endnote | listitem
doc-endnotes | landmark
doc-epigraph | section
doc-epilogue | landmark
doc-errata | landmark
doc-example | section
doc-footnote | section
doc-foreword | landmark
doc-glossary | landmark
doc-glossref | link | | C
doc-index | navigation
doc-introduction | landmark
doc-noteref | link | | C
doc-notice | note
doc-pagebreak | separator | | P
doc-pagefooter | section
doc-pageheader | section
doc-pagelist | navigation
doc-part | landmark
doc-preface | landmark
doc-prologue | landmark
doc-pullquote | section
doc-qna | section
doc-subtitle | sectionhead | | C
doc-tip | note
doc-toc | navigation
`;

const MENU_ITEMS = "menuitem menuitemcheckbox menuitemradio group separator";
const CELLS = "cell columnheader gridcell rowheader";

const OWNED: Readonly<Record<string, string>> = {
  feed: "article",
  grid: "row rowgroup caption",
  list: "listitem",
  directory: "listitem",
  listbox: "option group",
  menu: MENU_ITEMS,
  menubar: MENU_ITEMS,
  row: CELLS,
  rowgroup: "row",
  table: "row rowgroup caption",
  tablist: "tab",
  tree: "treeitem group",
  treegrid: "row rowgroup caption",
};

const CONTEXT: Readonly<Record<string, string>> = {
  cell: "row",
  columnheader: "row",
  gridcell: "row",
  rowheader: "row",
  listitem: "list directory",
  menuitem: "group menu menubar",
  menuitemcheckbox: "group menu menubar",
  menuitemradio: "group menu menubar",
  option: "group listbox",
  row: "grid rowgroup table treegrid",
  rowgroup: "grid table treegrid",
  tab: "tablist",
  treeitem: "group tree",
};

export const ROLES: ReadonlyMap<string, Role> = new Map(
  TABLE.trim()
    .split("\n")
    .map((line) => {
      const role = readRole(line);
      return [role.name, role];
    }),
);

function readRole(line: string): Role {
  const [name = "", superclasses = "", attributes = "", flags = ""] = line
    .split("|")
    .map((part) => part.trim());
  const names = wordsIn(attributes).map((word) => `aria-${word}`);
  return {
    name,
    isAbstract: flags.includes("A"),
    superclasses: wordsIn(superclasses),
    attributes: names.map((word) => word.replace("!", "")),
    required: names.filter((word) => word.endsWith("!")).map((word) => word.slice(0, -1)),
    context: wordsIn(CONTEXT[name] ?? ""),
    owned: wordsIn(OWNED[name] ?? ""),
    isNamedFromContent: flags.includes("C"),
    isNameProhibited: flags.includes("N"),
    hasPresentationalChildren: flags.includes("P"),
  };
}

function wordsIn(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}

/** A role that elements may have; undefined for abstract ones, and for words that are none. */
export function concreteRole(name: string): Role | undefined {
  const role = ROLES.get(name);
  return role?.isAbstract ? undefined : role;
}

/** Whether a role is another one, or inherits from it. */
export function isKindOf(name: string, ancestor: string): boolean {
  if (name === ancestor) return true;
  return (ROLES.get(name)?.superclasses ?? []).some((one) => isKindOf(one, ancestor));
}

/** Whether a role supports an attribute that is not global, by itself or by inheritance. */
export function supports(name: string, attribute: string): boolean {
  const role = ROLES.get(name);
  if (role === undefined) return false;
  return (
    role.attributes.includes(attribute) || role.superclasses.some((one) => supports(one, attribute))
  );
}

/** The states and properties: their type, or the words that they may have. */
const ATTRIBUTES_TABLE = `
activedescendant id
autocomplete inline list both none
checked true false mixed undefined
colcount integer
colindex integer
colspan integer
expanded true false undefined
level integer
modal true false
multiline true false
multiselectable true false
orientation horizontal vertical undefined
placeholder string
posinset integer
pressed true false mixed undefined
readonly true false
required true false
rowcount integer
rowindex integer
rowspan integer
selected true false undefined
setsize integer
sort ascending descending none other
valuemax number
valuemin number
valuenow number
valuetext string
`;

const GLOBAL_TABLE = `
atomic true false
busy true false
controls ids
current page step location date time true false
describedby ids
details id
disabled true false
dropeffect list copy execute link move none popup
errormessage id
flowto ids
grabbed true false undefined
haspopup false true menu listbox tree grid dialog
hidden true false undefined
invalid grammar false spelling true
keyshortcuts string
label string
labelledby ids
live assertive off polite
owns ids
relevant list additions all removals text
roledescription string
`;

function readAttributes(table: string): Map<string, readonly string[]> {
  const rows = table.trim().split("\n");
  return new Map(
    rows.map((row) => {
      const [name = "", ...type] = row.split(" ");
      return [`aria-${name}`, type];
    }),
  );
}

const GLOBAL_ATTRIBUTES = readAttributes(GLOBAL_TABLE);
const ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map([
  ...readAttributes(ATTRIBUTES_TABLE),
  ...GLOBAL_ATTRIBUTES,
]);

export const ARIA_ATTRIBUTES: readonly string[] = [...ATTRIBUTES.keys()];

export function isAriaAttribute(name: string): boolean {
  return ATTRIBUTES.has(name);
}

export function isGlobalAttribute(name: string): boolean {
  return GLOBAL_ATTRIBUTES.has(name);
}

/** What a value that is not empty must be; undefined where it is that. */
export function expectedOf(name: string, value: string): string | undefined {
  const type = ATTRIBUTES.get(name) ?? ["string"];
  const words = value.trim().toLowerCase().split(/\s+/);
  switch (type[0]) {
    case "string":
    case "ids":
      return undefined;
    case "id":
      return words.length === 1 ? undefined : "one id";
    case "integer":
      return /^[+-]?\d+$/.test(value.trim()) ? undefined : "a whole number";
    case "number":
      return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(value.trim())
        ? undefined
        : "a number";
    default:
  }
  // `list` is a word of aria-autocomplete, too; there it is not the first.
  const isList = type[0] === "list";
  const allowed = isList ? type.slice(1) : type;
  const fits = (isList ? words : [value.trim().toLowerCase()]).every((word) =>
    allowed.includes(word),
  );
  return fits ? undefined : allowed.join(", ");
}
