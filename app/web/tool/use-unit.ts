/** What stands in the controls of a unit's page: from where it came, and how it is kept. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { UnitDetail, UnitExample } from "../catalogue.ts";
import { takeOver } from "../handover.ts";
import { keep, mark as markPlace, type Visit } from "../router.ts";
import { type Shared, writeShared } from "../share.ts";
import { handedTexts, inputOf, kindOf, type Texts, textsOf } from "./fields.ts";
import type { Where } from "./use-run.ts";

type Options = Readonly<Record<string, unknown>> | undefined;

interface Kept {
  readonly unit: string;
  readonly texts: Texts;
  readonly options?: Options;
  readonly where: Where;
  readonly view?: string | undefined;
}

export interface UnitState extends Kept {
  setText(name: string, text: string): void;
  reset(): void;
  setWhere(where: Where): void;
  setView(view: string): void;
  preset(example: UnitExample): void;
  /** Before a run that was asked for: Back leads to what was run before. */
  mark(): void;
  /** For a link. */
  shared(withInput: boolean): Shared;
}

/** Longer states are not kept. */
const MOST_KEPT = 1_000_000;

export function useUnit(
  detail: UnitDetail,
  { kept }: Visit,
  shared: Shared | undefined,
): UnitState {
  const [first] = useState(() => firstOf(detail, kept, shared));
  const [texts, setTexts] = useState(first.texts);
  const [options, setOptions] = useState(first.options);
  const [where, setWhere] = useState(first.where);
  const [view, setView] = useState(first.view);
  const now: Kept = { unit: detail.id, texts, options, where, view };
  const signature = JSON.stringify(now);
  const known = useRef(first.isHanded ? "" : signature);
  const marked = useRef(signature);
  const share = (withInput: boolean): Shared => sharedOf(detail, now, withInput);
  useEffect(() => {
    if (known.current === signature) return;
    known.current = signature;
    const isKept = detail.secret !== true && signature.length <= MOST_KEPT;
    keep({ kept: isKept ? now : null, fragment: () => fragmentOf(share(false)) });
  }, [signature]);
  return {
    ...now,
    setText: (name, text) => setTexts((before) => ({ ...before, [name]: text })),
    reset: () => setTexts({}),
    setWhere,
    setView,
    preset(example) {
      markPlace();
      setTexts(textsOf(detail, example.input));
      setOptions(example.options);
    },
    mark() {
      if (marked.current === signature) return;
      marked.current = signature;
      markPlace();
    },
    shared: share,
  };
}

/** What was kept here, else what was handed over, else what the link says. */
function firstOf(
  detail: UnitDetail,
  kept: unknown,
  shared: Shared | undefined,
): Kept & { readonly isHanded: boolean } {
  const before = kept as Kept | null;
  if (before?.unit === detail.id) return { ...before, isHanded: false };
  const handed = takeOver(detail.id);
  const given = shared?.input as UnitExample["input"] | undefined;
  const texts = given === undefined ? {} : textsOf(detail, given);
  return {
    unit: detail.id,
    texts: handed === undefined ? texts : handedTexts(detail, handed),
    options: shared?.options as Options,
    where: shared?.where ?? "here",
    view: shared?.view,
    isHanded: handed !== undefined,
  };
}

/** Empty where nothing differs from a page that was just opened. */
async function fragmentOf({ input, ...others }: Shared): Promise<string> {
  const isEmpty = Object.keys(input ?? {}).length === 0 && Object.keys(others).length === 0;
  return isEmpty ? "" : ((await writeShared({ input, ...others })) ?? "");
}

/** Without the input, what is no document stays: the settings. */
function sharedOf(detail: UnitDetail, kept: Kept, withInput: boolean): Shared {
  const { texts, options, where, view } = kept;
  const input = inputOf(detail, texts);
  const settings = Object.entries(input).filter(([name]) => isSetting(detail, name));
  return {
    input: withInput ? input : Object.fromEntries(settings),
    ...(options ? { options } : {}),
    ...(where === "server" ? { where } : {}),
    ...(view === undefined ? {} : { view }),
  };
}

/** A key is a short text: of units with secrets only what is chosen is a setting. */
function isSetting({ texts, fields, secret }: UnitDetail, name: string): boolean {
  if (texts.length === 0 || texts.includes(name)) return false;
  return secret !== true || ["choice", "check", "number"].includes(kindOf(fields[name] ?? {}));
}
