/** The finder: any unit from anywhere, by a few words. */
import { useEffect, useState } from "preact/hooks";
import { type Entry, loadEntries } from "../catalogue.ts";
import { go, toolUrl } from "../router.ts";
import { searchUnits } from "../search.ts";
import { useSignal } from "../signal.ts";
import { pinned, recent } from "../storage.ts";
import { TEXTS } from "../texts.ts";
import { Hits, type HitRow, useHits } from "./hits.tsx";
import { openings, useModal } from "./modal.ts";

interface Asked {
  /** What is done with the unit that was found; it is opened, if nothing is given. */
  readonly take?: (id: string) => void;
  /** What may be offered; one can write before it is known. */
  readonly fitting?: Promise<Fitting>;
}

export interface Fitting {
  fits(entry: Entry): boolean;
  /** Those that stand first while nothing is asked. */
  readonly first: readonly string[];
}

const ALL: Fitting = { fits: () => true, first: [] };

const asked = openings<Asked>();

export function openFinder(question: Asked = {}): void {
  asked.open(question);
}

const MOST_HITS = 9;

export function Finder() {
  const question = useSignal(asked.now);
  return question ? <FinderDialog key={question} question={question} /> : null;
}

function FinderDialog({ question }: { readonly question: Asked }) {
  const { take, fitting } = question;
  const dialog = useModal();
  const [words, setWords] = useState("");
  const [found, setFound] = useState<readonly Entry[]>([]);
  useEffect(() => {
    let isOver = false;
    const find = async (): Promise<void> => {
      const { fits, first } = (await fitting) ?? ALL;
      const isAsked = words.trim() !== "";
      const units = await (isAsked ? searchUnits(words, MOST_HITS * 4) : atHand(first));
      if (!isOver) setFound(units.filter(fits).slice(0, MOST_HITS));
    };
    void find();
    return () => {
      isOver = true;
    };
  }, [words]);
  const rows = found.map((entry) => rowOf(entry));
  const open = ({ href }: HitRow): void => {
    dialog.current?.close();
    if (take) take(href.split("/").at(-1) ?? "");
    else go(href);
  };
  const list = useHits(rows, open);
  return (
    <dialog ref={dialog} aria-label={TEXTS.finder.open} onClose={() => asked.closed(question)}>
      <header>
        <input
          type="text"
          aria-label={TEXTS.finder.open}
          placeholder={TEXTS.finder.placeholder}
          role="combobox"
          aria-expanded={rows.length > 0 ? "true" : "false"}
          aria-controls="hits"
          aria-activedescendant={rows.length > 0 ? `hit${list.current}` : undefined}
          autocomplete="off"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => list.keyDown(event)}
        />
        <kbd>Esc</kbd>
      </header>
      <div class="hits palette">
        <Hits
          rows={rows}
          current={list.current}
          label={TEXTS.finder.hits}
          words={words}
          onOpen={open}
        />
        {rows.length === 0 && (
          <p class="said">
            {words.trim() === "" ? TEXTS.finder.empty : TEXTS.finder.nothing(words.trim())}
          </p>
        )}
      </div>
    </dialog>
  );
}

export function rowOf(entry: Entry): HitRow {
  return { href: toolUrl(entry), title: entry.name, text: entry.description, end: entry.category };
}

/** Those that are given, then pinned ones, then recent ones. */
async function atHand(first: readonly string[]): Promise<readonly Entry[]> {
  const byId = new Map((await loadEntries()).map((entry) => [entry.id, entry]));
  const ids = new Set([...first, ...pinned.value, ...recent.value.map(({ id }) => id)]);
  return [...ids].flatMap((id) => byId.get(id) ?? []);
}
