/** Says where in the texts of the input that stands to which a result points: its pointers get a line and a column. */
import type { TSchema } from "@sinclair/typebox";
import { ANY_INPUT, INTO } from "../../tools/_core/fields.ts";
import type { Entry, Outcome } from "../../tools/_core/tool.ts";
import { follow, readSpots } from "../../tools/_lib/formats/places.ts";
import type { Spot } from "../../tools/_lib/formats/spot.ts";
import { parsePointer } from "../../tools/_lib/results/pointer.ts";
import { positionFinder } from "../../tools/_lib/text/position.ts";
import type { Unit } from "../registry-entry.ts";

type Row = Readonly<Record<string, unknown>>;
/** The input's texts by their fields. */
type Texts = Readonly<Record<string, unknown>>;

/** The outcome with a place beside every pointer that leads to one and has none; each text is read once at most. */
export function withPlaces(unit: Unit, outcome: Outcome, texts: Texts): Outcome {
  const { errors, warnings, value } = outcome;
  const plan = value === undefined ? undefined : planFor(unit);
  if (!errors && !warnings && !plan) return outcome;
  const documents = new Documents(texts);
  const placed = (entry: Entry): Entry => placedEntry(entry, unit, documents);
  return {
    ...outcome,
    ...(errors && { errors: errors.map(placed) }),
    ...(warnings && { warnings: warnings.map(placed) }),
    ...(plan && { value: placedValue(value, plan, documents) }),
  };
}

interface Place {
  readonly input: string;
  readonly line: number;
  readonly column: number;
}

interface Found {
  readonly place: Place;
  /** What the pointer leads through: equal in two versions of a document where it leads to the same thing. */
  readonly way: readonly string[];
}

interface Document {
  readonly root: Spot | undefined;
  readonly at: ReturnType<typeof positionFinder>;
}

/** Longer texts are not read once more. */
const LONGEST = 2_000_000;

class Documents {
  readonly #texts: Texts;
  readonly #read = new Map<string, Document | undefined>();

  constructor(texts: Texts) {
    this.#texts = texts;
  }

  /** Where the pointer leads in the text of a field; nothing where it does not lead all the way. */
  find(input: string, tokens: readonly string[]): Found | undefined {
    if (!this.#read.has(input)) this.#read.set(input, this.#document(input));
    const { root, at } = this.#read.get(input) ?? {};
    if (!root || !at) return undefined;
    const { spot, steps, way } = follow(root, single(root, tokens));
    if (steps < single(root, tokens).length) return undefined;
    const { line, column } = at(spot.start);
    return { place: { input, line, column }, way };
  }

  #document(input: string): Document | undefined {
    const text = Object.hasOwn(this.#texts, input) ? this.#texts[input] : undefined;
    if (typeof text !== "string" || text.length > LONGEST) return undefined;
    return { root: readSpots(text), at: positionFinder(text) };
  }
}

/** One thing may stand where a list of them is expected. */
function single(root: Spot, tokens: readonly string[]): readonly string[] {
  const isList = root.length !== undefined;
  return !isList && tokens[0] === "0" && !root.child("0") ? tokens.slice(1) : tokens;
}

/** The path of an entry begins with the field, or leads into the text that the unit names. */
function placedEntry(entry: Entry, { pointsInto }: Unit, documents: Documents): Entry {
  const { path, line, column } = entry;
  const tokens = path === undefined || column !== undefined ? undefined : parsePointer(path);
  if (!tokens) return entry;
  const own = pointsInto === undefined ? undefined : documents.find(pointsInto, tokens);
  const place = (own ?? findInInput(tokens, documents))?.place;
  if (!place || isElsewhere(place, line)) return entry;
  return { ...entry, line: place.line, column: place.column };
}

/** Whether the unit itself names another line, which is then about something else. */
function isElsewhere(place: Place, told: unknown): boolean {
  return typeof told === "number" && told !== place.line;
}

/** What names a whole field has no place in it. */
function findInInput([field, ...tokens]: readonly string[], documents: Documents) {
  return field === undefined || tokens.length === 0 ? undefined : documents.find(field, tokens);
}

/** Where pointers stand in a value, as its schema says. */
interface Plan {
  /** The members that are pointers, and the fields into whose texts they lead. */
  readonly pointers: ReadonlyMap<string, readonly string[]>;
  readonly members: ReadonlyMap<string, Plan>;
  /** Of the items of a list, or of all members. */
  readonly each: Plan | undefined;
}

const plans = new WeakMap<Unit, { readonly plan: Plan | undefined }>();

function planFor(unit: Unit): Plan | undefined {
  let known = plans.get(unit);
  if (!known) plans.set(unit, (known = { plan: planOf(unit.value) }));
  return known.plan;
}

/** Undefined where no pointer is. */
function planOf(schema: TSchema): Plan | undefined {
  const pointers = new Map<string, readonly string[]>();
  const members = new Map<string, Plan>();
  for (const [name, member] of Object.entries<TSchema>(schema["properties"] ?? {})) {
    const into = intoOf(member);
    if (into) pointers.set(name, into);
    const plan = planOf(member);
    if (plan) members.set(name, plan);
  }
  const each = [schema["items"], ...Object.values(schema["patternProperties"] ?? {})]
    .flatMap((item) => (item ? planOf(item as TSchema) : undefined) ?? [])
    .at(0);
  const own: Plan = { pointers, members, each };
  const plan = [...alternativesOf(schema)].reduce(
    (whole, alternative) => joined(whole, planOf(alternative)),
    own,
  );
  return plan.pointers.size + plan.members.size > 0 || plan.each ? plan : undefined;
}

function intoOf(schema: TSchema): readonly string[] | undefined {
  return [schema, ...alternativesOf(schema)]
    .map((one) => one[INTO] as readonly string[] | undefined)
    .find((into) => into !== undefined);
}

function alternativesOf(schema: TSchema): readonly TSchema[] {
  return [...(schema["anyOf"] ?? []), ...(schema["allOf"] ?? [])];
}

function joined(left: Plan, right: Plan | undefined): Plan {
  if (!right) return left;
  return {
    pointers: new Map([...left.pointers, ...right.pointers]),
    members: new Map([...left.members, ...right.members]),
    each: left.each ?? right.each,
  };
}

function placedValue(value: unknown, plan: Plan, documents: Documents): unknown {
  if (Array.isArray(value)) {
    const { each } = plan;
    return each ? value.map((item) => placedValue(item, each, documents)) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  const row = value as Row;
  const changed: Record<string, unknown> = {};
  for (const name of plan.each ? Object.keys(row) : plan.members.keys()) {
    const inner = plan.members.get(name) ?? plan.each;
    if (inner && Object.hasOwn(row, name)) changed[name] = placedValue(row[name], inner, documents);
  }
  for (const [name, into] of plan.pointers) {
    Object.assign(changed, placeOf(row, name, into, documents));
  }
  return { ...row, ...changed };
}

/** `line` and `column`; of a pointer whose name says which text it leads into, `beforeLine` and `beforeColumn`. */
function placeOf(row: Row, name: string, into: readonly string[], documents: Documents): object {
  const pointer = row[name];
  const prefix = /^(.+)(?:Path|Pointer)$/.exec(name)?.[1];
  const [lineName, columnName] = prefix ? [`${prefix}Line`, `${prefix}Column`] : ["line", "column"];
  const tokens = typeof pointer === "string" ? parsePointer(pointer) : undefined;
  if (!tokens || typeof row[columnName] === "number") return {};
  const [first, ...others] = into.includes(ANY_INPUT)
    ? [findInInput(tokens, documents)].filter((found) => found !== undefined)
    : findAll(row, tokens, into, documents);
  if (!first || isElsewhere(first.place, row[lineName])) return {};
  const { input, line, column } = first.place;
  const place = { [lineName]: line, [columnName]: column };
  if (into.length === 1) return place;
  if (others.length === 0) return { ...place, input };
  const all = [first, ...others].map((found) => found.place);
  // In the order of the fields, whichever the pointer is said to lead into.
  const places = into.flatMap((field) => all.filter((one) => one.input === field));
  return { ...place, input, places };
}

/** Where the row says in which text it is, that one is first, and others follow in which the same thing is. */
function findAll(
  { input }: Row,
  tokens: readonly string[],
  into: readonly string[],
  documents: Documents,
): readonly Found[] {
  const isTold = typeof input === "string";
  const fields = isTold ? [input, ...into.filter((field) => field !== input)] : into;
  const found = fields.map((field) => documents.find(field, tokens));
  const way = found[0]?.way.join("/");
  return found.filter(
    (one): one is Found => one !== undefined && (!isTold || one.way.join("/") === way),
  );
}
